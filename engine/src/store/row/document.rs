//! Documents and their lines.

use std::collections::BTreeSet;

use super::{RowName, to_json};
use crate::action::document::kind::items::reference_key;
use crate::approval::waiting;
use crate::clock::Timestamp;
use crate::document::model::{Content, Item, Settlement, Workflow};
use crate::document::{Digest, Document, Line, Status};
use crate::entity::{document, document_line};
use crate::kind::SubLedger;
use crate::kind::{DocumentKey, DocumentKind};
use crate::store::{StoreError, party_key};

/// A document from its header row and its lines in order.
pub fn read(row: document::Model, lines: Vec<document_line::Model>) -> Result<Document, StoreError> {
    let key = row.document_id.clone();
    let name = RowName { table: "document", key: &key };
    let document_key = DocumentKey::new(name.some("kind", DocumentKind::parse(&row.kind))?, row.document_id.clone());
    let settles = match (&row.settles_kind, &row.settles_id) {
        (Some(kind), Some(id)) => {
            Some(DocumentKey::new(name.some("settles_kind", DocumentKind::parse(kind))?, id.clone()))
        }
        _ => None,
    };
    let digest = match (row.digest_version, row.digest) {
        // A program from before there were versions names none.
        (version, Some(hash)) => Some(Digest { version: version.unwrap_or(0), hash }),
        (None, None) => None,
        (Some(_), None) => return Err(StoreError::bad_row("document", "digest_version", &key)),
    };
    Ok(Document {
        key: document_key,
        version: row.version,
        status: name.some("status", Status::parse(&row.status))?,
        sub_ledger: name.some("sub_ledger", SubLedger::parse(&row.sub_ledger))?,
        content: Content {
            tran_date: name.date("tran_date", &row.tran_date)?,
            due_date: row.due_date.as_deref().map(|text| name.date("due_date", text)).transpose()?,
            posting_period_id: row.period_id,
            currency: name.currency("currency", &row.currency)?,
            exchange_rate: name.decimal("exchange_rate", &row.exchange_rate)?,
            memo: row.memo,
            entry_type: row.entry_type,
            original_entry_id: row.original_entry_id,
            party_id: row.party_id,
            control_account_id: row.control_account_id,
            cash_account_id: row.cash_account_id,
            settles,
            reference: row.reference,
            payment_method: row.payment_method,
            total: row.total,
            subtotal: row.subtotal,
            tax_total: row.tax_total,
            base_total: row.base_total,
            exchange_rate_reason: row.exchange_rate_reason,
        },
        lines: read_lines(lines)?,
        settlement: Settlement {
            amount_paid: row.amount_paid,
            amount_settled: row.amount_settled,
            base_settled: row.base_settled,
            settled_on: row.settled_on.as_deref().map(|text| name.date("settled_on", text)).transpose()?,
            settled_at: row.settled_at.map(Timestamp::from_micros),
            settled_by: row.settled_by,
            void_reason: row.void_reason,
        },
        workflow: Workflow {
            round: row.round,
            submitted_at: row.submitted_at.map(Timestamp::from_micros),
            submitted_by: row.submitted_by.map(Into::into),
            plan: row.plan.as_ref().map(|text| name.json("plan", text)).transpose()?,
            digest,
            current_level: name.u32("current_level", row.current_level)?,
            signed_by: name.json("signed_by", &row.signed_by)?,
            held_by: row.held_by.map(Into::into),
            beneficiaries: match &row.beneficiaries {
                Some(text) => name.json("beneficiaries", text)?,
                None => BTreeSet::new(),
            },
            posted_at: row.posted_at.map(Timestamp::from_micros),
        },
        created_at: Timestamp::from_micros(row.created_at),
        created_by: row.created_by.into(),
        edited_by: row.edited_by.into(),
    })
}

/// A document's lines from their rows in order.
pub fn read_lines(rows: Vec<document_line::Model>) -> Result<Vec<Line>, StoreError> {
    rows.into_iter().map(read_line).collect()
}

fn read_line(row: document_line::Model) -> Result<Line, StoreError> {
    let name = RowName { table: "document_line", key: &row.document_id };
    let item = match (&row.quantity, &row.rate) {
        (Some(quantity), Some(rate)) => Some(Item {
            quantity: name.decimal("quantity", quantity)?,
            rate: name.decimal("rate", rate)?,
            tax_rate: name.decimal("tax_rate", row.tax_rate.as_deref().unwrap_or("0"))?,
            tax_amount: crate::money::Minor(row.tax_amount.unwrap_or(0)),
            tax_account_id: row.tax_account_id.clone(),
        }),
        _ => None,
    };
    Ok(Line {
        line_number: row.line_number,
        account_id: row.account_id,
        amount: row.amount,
        memo: row.memo,
        department_id: row.department_id,
        cost_center_id: row.cost_center_id,
        item,
    })
}

/// The header row of a document.
pub fn header(document: &Document) -> Result<document::Model, StoreError> {
    let (content, workflow, settlement) = (&document.content, &document.workflow, &document.settlement);
    Ok(document::Model {
        kind: document.key.kind.name().into(),
        document_id: document.key.id.clone(),
        version: document.version,
        status: document.status.name().into(),
        sub_ledger: document.sub_ledger.name().into(),
        tran_date: content.tran_date.to_string(),
        due_date: content.due_date.map(|date| date.to_string()),
        period_id: content.posting_period_id.clone(),
        currency: content.currency.code().into(),
        exchange_rate: content.exchange_rate.to_string(),
        memo: content.memo.clone(),
        entry_type: content.entry_type.clone(),
        original_entry_id: content.original_entry_id.clone(),
        party_id: content.party_id.clone(),
        party_key: party_key::of(document),
        control_account_id: content.control_account_id.clone(),
        cash_account_id: content.cash_account_id.clone(),
        settles_kind: content.settles.as_ref().map(|key| key.kind.name().into()),
        settles_id: content.settles.as_ref().map(|key| key.id.clone()),
        reference: content.reference.clone(),
        reference_key: (document.key.kind == DocumentKind::Bill)
            .then(|| content.reference.as_deref().map(reference_key))
            .flatten(),
        payment_method: content.payment_method.clone(),
        total: content.total,
        subtotal: content.subtotal,
        tax_total: content.tax_total,
        base_total: content.base_total,
        exchange_rate_reason: content.exchange_rate_reason.clone(),
        amount_paid: settlement.amount_paid,
        amount_settled: settlement.amount_settled,
        base_settled: settlement.base_settled,
        settled_on: settlement.settled_on.map(|date| date.to_string()),
        settled_at: settlement.settled_at.map(Timestamp::micros),
        settled_by: settlement.settled_by.clone(),
        void_reason: settlement.void_reason.clone(),
        round: workflow.round,
        submitted_at: workflow.submitted_at.map(Timestamp::micros),
        submitted_by: workflow.submitted_by.as_ref().map(ToString::to_string),
        plan: workflow.plan.as_ref().map(to_json).transpose()?,
        digest: workflow.digest.as_ref().map(|digest| digest.hash.clone()),
        digest_version: workflow.digest.as_ref().map(|digest| digest.version),
        current_level: i64::from(workflow.current_level),
        waits_for: (document.status == Status::PendingApproval)
            .then(|| workflow.current_step().map_or_else(|| waiting::EVERYBODY.to_owned(), waiting::word)),
        signed_by: to_json(&workflow.signed_by)?,
        held_by: workflow.held_by.as_ref().map(ToString::to_string),
        beneficiaries: match &workflow.beneficiaries {
            none if none.is_empty() => None,
            some => Some(to_json(some)?),
        },
        posted_at: workflow.posted_at.map(Timestamp::micros),
        created_at: document.created_at.micros(),
        created_by: document.created_by.to_string(),
        edited_by: document.edited_by.to_string(),
    })
}

/// The rows of a document's lines.
pub fn lines(document: &Document) -> Vec<document_line::Model> {
    let row = |line: &Line| document_line::Model {
        kind: document.key.kind.name().into(),
        document_id: document.key.id.clone(),
        line_number: line.line_number,
        account_id: line.account_id.clone(),
        amount: line.amount,
        memo: line.memo.clone(),
        department_id: line.department_id.clone(),
        cost_center_id: line.cost_center_id.clone(),
        quantity: line.item.as_ref().map(|item| item.quantity.to_string()),
        rate: line.item.as_ref().map(|item| item.rate.to_string()),
        tax_rate: line.item.as_ref().map(|item| item.tax_rate.to_string()),
        tax_amount: line.item.as_ref().map(|item| item.tax_amount.0),
        tax_account_id: line.item.as_ref().and_then(|item| item.tax_account_id.clone()),
    };
    document.lines.iter().map(row).collect()
}
