//! Documents and their lines.

mod content;
mod parts;
mod stage;
mod terms;
mod write_off;

use sea_orm::{ActiveModelTrait, Iterable, Value};

pub use self::content::{lines, put_lines};
pub use self::stage::late_at;
use super::RowName;
use crate::books::document::Document;
use crate::books::document::model::Settlement;
use crate::kernel::entity::document::{ActiveModel, Column};
use crate::kernel::entity::{document, document_line};
use crate::kernel::store::{StoreError, party_key};
use crate::values::clock::Timestamp;
use crate::values::kind::{DocumentKey, DocumentKind, SubLedger};

/// A document from its header row and its lines in order.
pub fn read(mut row: document::Model, lines: Vec<document_line::Model>) -> Result<Document, StoreError> {
    let key = row.document_id.clone();
    let name = RowName { table: "document", key: &key };
    let document_key = DocumentKey::new(name.some("kind", DocumentKind::parse(&row.kind))?, row.document_id.clone());
    let content = content::read(document_key.kind, &mut row, lines, name)?;
    let stage = stage::read(&mut row, name)?;
    let dated_reversal = stage::dated_reversal(&mut row, name)?;
    Ok(Document {
        key: document_key,
        version: row.version,
        sub_ledger: name.some("sub_ledger", SubLedger::parse(&row.sub_ledger))?,
        content,
        corrects_id: row.corrects_id,
        correction_id: row.correction_id,
        dated_reversal,
        settlement: Settlement {
            amount_paid: row.amount_paid,
            amount_settled: row.amount_settled,
            base_settled: row.base_settled,
        },
        stage,
        created_at: Timestamp::from_micros(row.created_at),
        created_by: row.created_by.into(),
        edited_by: row.edited_by.into(),
        editors: row.editors.as_ref().map(|text| name.json("editors", text)).transpose()?.unwrap_or_default(),
    })
}

/// The columns of a document that change after it is written.
pub fn moves(document: &Document) -> Result<Vec<(Column, Value)>, StoreError> {
    let mut moving = stage::moving(document)?;
    let set = |column: Column| Some((column, moving.take(column).into_value()?));
    Ok(Column::iter().filter_map(set).collect())
}

/// The header row of a document: its author's content, and the columns that change afterwards.
pub fn header(document: &Document) -> Result<ActiveModel, StoreError> {
    let mut row = content::written(document)?;
    for (column, value) in moves(document)? {
        row.try_set(column, value)?;
    }
    Ok(row)
}

/// Columns by their names, as texts.
pub type Columns = [(&'static str, Option<String>); 5];

/// The columns that follow from others, by which documents are found, as they stand in the row.
pub fn derived_of(row: &document::Model) -> Columns {
    [
        ("party_key", row.party_key.clone()),
        ("reference_key", row.reference_key.clone()),
        ("waits_for", row.waits_for.clone()),
        ("added_at", row.added_at.map(|at| at.to_string())),
        ("added_author", row.added_author.clone()),
    ]
}

/// As [`derived_of`], as they follow from the document.
pub fn derived(document: &Document) -> Columns {
    let added = document.stage.submission().filter(|submission| submission.is_added_up);
    [
        ("party_key", party_key::of(document)),
        ("reference_key", content::reference_key_of(document)),
        ("waits_for", stage::waits_for(&document.stage)),
        ("added_at", added.map(|submission| submission.submitted.at.micros().to_string())),
        ("added_author", added.map(|_| document.created_by.folded().to_owned())),
    ]
}

#[cfg(test)]
mod tests;
