//! Bank reconciliation: sessions, marks, and the ledger lines of a bank account.

use sea_orm::FromQueryResult;

use crate::books::cleared::{Mark, MarkedBy, TransactionKey};
use crate::books::document::{Action, Status};
use crate::books::ledger::PostingKind;
use crate::features::reconciliation::model::{Adjustment, Completion, LedgerLine, Reconciliation};
use crate::kernel::entity::{JsonText, cleared_mark, reconciliation};
use crate::kernel::store::StoreError;
use crate::kernel::store::row::{RowName, to_json};
use crate::values::clock::Timestamp;
use crate::values::kind::{DocumentKey, DocumentKind};
use crate::values::money::{Currency, Minor};

pub fn read(row: reconciliation::Model) -> Result<Reconciliation, StoreError> {
    let name = RowName { table: "reconciliation", key: &row.reconciliation_id.clone() };
    let completion = match (row.completed_at, row.completed_by, row.summary) {
        (Some(at), Some(by), Some(summary)) => {
            Some(Completion { at: Timestamp::from_micros(at), by, summary: name.json("summary", &summary)? })
        }
        (None, None, None) => None,
        _ => return Err(StoreError::bad_row("reconciliation", "completed_at", &row.reconciliation_id)),
    };
    // Sessions of before have totals and no items.
    let side = |column, total, items: &Option<JsonText>| {
        let items = items.as_ref().map(|text| name.json(column, text)).transpose()?.unwrap_or_default();
        Ok::<_, StoreError>(Adjustment { total, items })
    };
    let bank_adjustments = side("bank_adjustment_items", row.bank_adjustments, &row.bank_adjustment_items)?;
    let book_adjustments = side("book_adjustment_items", row.book_adjustments, &row.book_adjustment_items)?;
    Ok(Reconciliation {
        currency: name.currency("currency", &row.currency)?,
        statement_date: name.date("statement_date", &row.statement_date)?,
        reconciliation_id: row.reconciliation_id,
        account_id: row.account_id,
        statement_ending_balance: row.statement_ending_balance,
        bank_adjustments,
        book_adjustments,
        memo: row.memo,
        version: row.version,
        created_at: Timestamp::from_micros(row.created_at),
        created_by: row.created_by,
        updated_at: Timestamp::from_micros(row.updated_at),
        updated_by: row.updated_by,
        completion,
    })
}

pub fn session(session: &Reconciliation) -> Result<reconciliation::Model, StoreError> {
    let completion = session.completion.as_ref();
    Ok(reconciliation::Model {
        reconciliation_id: session.reconciliation_id.clone(),
        account_id: session.account_id.clone(),
        currency: session.currency.code().into(),
        statement_date: session.statement_date.to_string(),
        statement_ending_balance: session.statement_ending_balance,
        bank_adjustments: session.bank_adjustments.total,
        book_adjustments: session.book_adjustments.total,
        memo: session.memo.clone(),
        version: session.version,
        created_at: session.created_at.micros(),
        created_by: session.created_by.clone(),
        updated_at: session.updated_at.micros(),
        updated_by: session.updated_by.clone(),
        completed_at: completion.map(|completion| completion.at.micros()),
        completed_by: completion.map(|completion| completion.by.clone()),
        summary: completion.map(|completion| to_json(&completion.summary)).transpose()?,
        bank_adjustment_items: items(&session.bank_adjustments)?,
        book_adjustment_items: items(&session.book_adjustments)?,
    })
}

fn items(side: &Adjustment) -> Result<Option<JsonText>, StoreError> {
    (!side.items.is_empty()).then(|| to_json(&side.items)).transpose()
}

/// The row of a mark that a session set; that of a match is its own.
pub fn mark(mark: &Mark) -> Option<cleared_mark::Model> {
    let MarkedBy::Session(reconciliation_id) = &mark.by else { return None };
    let (completed_in, completed_at) = mark.completed_in.clone().unzip();
    Some(cleared_mark::Model {
        account_id: mark.account_id.clone(),
        source_kind: mark.key.source.kind.name().into(),
        source_id: mark.key.source.id.clone(),
        line_number: mark.key.line_number,
        reconciliation_id: reconciliation_id.clone(),
        cleared_date: mark.cleared_date.to_string(),
        marked_at: mark.marked_at.micros(),
        marked_by: mark.marked_by.clone(),
        completed_in,
        completed_at: completed_at.map(Timestamp::micros),
    })
}

/// A posting line with what its posting and its document say.
#[derive(FromQueryResult)]
pub struct LineRow {
    source_kind: String,
    source_id: String,
    posting_kind: String,
    line_number: i64,
    posting_date: String,
    posted_at: i64,
    currency: String,
    amount: i64,
    base_amount: i64,
    line_memo: Option<String>,
    status: String,
    tran_date: String,
    document_memo: Option<String>,
    reference: Option<String>,
    settles_kind: Option<String>,
    settles_id: Option<String>,
    settled_on: Option<String>,
    settled_at: Option<i64>,
}

/// The line in the session's currency: its own amount when it is in that, else its base amount.
pub fn read_line(row: LineRow, currency: Currency, base: Currency) -> Result<LedgerLine, StoreError> {
    let name = RowName { table: "posting_line", key: &row.source_id.clone() };
    let kind = name.some("source_kind", DocumentKind::parse(&row.source_kind))?;
    let posting = name.some("kind", PostingKind::parse(&row.posting_kind))?;
    let key = TransactionKey::of(DocumentKey::new(kind, row.source_id.clone()), posting, row.line_number);
    // What a bill payment's own `clear` recorded is of the payment, also after it came back.
    let is_back = matches!(posting, PostingKind::Return(_) | PostingKind::Unreturn(_));
    let was_cleared = row.status == Status::Returned.name() && kind.has(Action::Clear);
    let is_cleared = (row.status == Status::Cleared.name() || was_cleared) && !is_back;
    let cleared = match row.settled_on.as_deref().zip(row.settled_at) {
        Some((on, at)) if is_cleared => Some((name.date("settled_on", on)?, Timestamp::from_micros(at))),
        _ => None,
    };
    let of_row = name.currency("currency", &row.currency)?;
    let (amount, elsewhere) = if currency == base {
        (row.base_amount, None)
    } else if currency == of_row {
        (row.amount, None)
    } else {
        (0, Some((Minor(row.amount), of_row)))
    };
    let subject = match (row.settles_kind.as_deref().and_then(DocumentKind::parse), &row.settles_id) {
        (Some(settled), Some(id)) => format!("Payment of {} {id}", settled.title()),
        _ => format!("{} {}", kind.title(), row.source_id),
    };
    let filled = |text: Option<String>| text.filter(|text| !text.is_empty());
    let description = filled(row.line_memo).or_else(|| filled(row.document_memo)).unwrap_or(subject);
    let posting_date = name.date("posting_date", &row.posting_date)?;
    // What came back is of the day on which it did.
    let (tran_date, description) = match posting {
        PostingKind::Return(_) | PostingKind::Unreturn(_) => (posting_date, format!("Returned: {description}")),
        PostingKind::Document | PostingKind::Void | PostingKind::Application(_) => {
            (name.date("tran_date", &row.tran_date)?, description)
        }
    };
    Ok(LedgerLine {
        posting_date,
        posted_at: Timestamp::from_micros(row.posted_at),
        amount: Minor(amount),
        elsewhere,
        tran_date,
        description,
        reference: filled(row.reference).unwrap_or_else(|| row.source_id.clone()),
        cleared,
        key,
    })
}
