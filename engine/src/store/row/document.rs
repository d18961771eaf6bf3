//! Documents and their lines.

mod stage;

use sea_orm::{ActiveModelTrait, Iterable, Set, Value};

use super::RowName;
use crate::action::document::kind::items::reference_key;
use crate::clock::Timestamp;
use crate::document::model::{Content, Item, Settlement};
use crate::document::{Document, Line};
use crate::entity::document::{ActiveModel, Column};
use crate::entity::{document, document_line};
use crate::kind::SubLedger;
use crate::kind::{DocumentKey, DocumentKind};
use crate::store::{StoreError, party_key};

/// A document from its header row and its lines in order.
pub fn read(mut row: document::Model, lines: Vec<document_line::Model>) -> Result<Document, StoreError> {
    let key = row.document_id.clone();
    let name = RowName { table: "document", key: &key };
    let document_key = DocumentKey::new(name.some("kind", DocumentKind::parse(&row.kind))?, row.document_id.clone());
    let settles = match (&row.settles_kind, &row.settles_id) {
        (Some(kind), Some(id)) => {
            Some(DocumentKey::new(name.some("settles_kind", DocumentKind::parse(kind))?, id.clone()))
        }
        _ => None,
    };
    let stage = stage::read(&mut row, name)?;
    Ok(Document {
        key: document_key,
        version: row.version,
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
        },
        stage,
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

/// What changes of a document on its way, column by column.
pub fn moves(document: &Document) -> Result<Vec<(Column, Value)>, StoreError> {
    let mut moving = stage::moving(document)?;
    let set = |column: Column| Some((column, moving.take(column).into_value()?));
    Ok(Column::iter().filter_map(set).collect())
}

/// The header row of a document: what its author wrote, and what changes on its way.
pub fn header(document: &Document) -> Result<ActiveModel, StoreError> {
    let mut row = written(document);
    for (column, value) in moves(document)? {
        row.try_set(column, value)?;
    }
    Ok(row)
}

/// The columns that its author wrote: fixed once it is submitted.
fn written(document: &Document) -> ActiveModel {
    let content = &document.content;
    ActiveModel {
        kind: Set(document.key.kind.name().into()),
        document_id: Set(document.key.id.clone()),
        sub_ledger: Set(document.sub_ledger.name().into()),
        tran_date: Set(content.tran_date.to_string()),
        due_date: Set(content.due_date.map(|date| date.to_string())),
        period_id: Set(content.posting_period_id.clone()),
        currency: Set(content.currency.code().into()),
        exchange_rate: Set(content.exchange_rate.to_string()),
        memo: Set(content.memo.clone()),
        entry_type: Set(content.entry_type.clone()),
        original_entry_id: Set(content.original_entry_id.clone()),
        party_id: Set(content.party_id.clone()),
        party_key: Set(party_key::of(document)),
        control_account_id: Set(content.control_account_id.clone()),
        cash_account_id: Set(content.cash_account_id.clone()),
        settles_kind: Set(content.settles.as_ref().map(|key| key.kind.name().into())),
        settles_id: Set(content.settles.as_ref().map(|key| key.id.clone())),
        reference: Set(content.reference.clone()),
        reference_key: Set((document.key.kind == DocumentKind::Bill)
            .then(|| content.reference.as_deref().map(reference_key))
            .flatten()),
        payment_method: Set(content.payment_method.clone()),
        total: Set(content.total),
        subtotal: Set(content.subtotal),
        tax_total: Set(content.tax_total),
        base_total: Set(content.base_total),
        exchange_rate_reason: Set(content.exchange_rate_reason.clone()),
        created_at: Set(document.created_at.micros()),
        created_by: Set(document.created_by.to_string()),
        edited_by: Set(document.edited_by.to_string()),
        ..Default::default()
    }
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

#[cfg(test)]
mod tests;
