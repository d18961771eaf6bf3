//! The marks of a session against its rows of the trail, which say what was cleared on which day, by whom and when.

use std::collections::BTreeMap;

use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use serde_json::{Map, Value};

use super::stated::MARKED;
use super::unmarked::{Unmarked, named};
use crate::features::reconciliation::model::{Part, RESOURCE, TransactionId};
use crate::features::reconciliation::reads::marks_after;
use crate::kernel::entity::{audit_entry, cleared_mark};
use crate::kernel::findings::Findings;
use crate::kernel::store::StoreError;
use crate::kernel::store::read::at_once::each;
use crate::kernel::store::row::RowName;
use crate::values::kind::DocumentKind;

/// Rows of the trail in one look.
const ROWS: u64 = 5_000;
/// Marks in one look.
const MARKS: u64 = 500;

/// What a row of the trail says of a mark: the day, the instant, the person.
type Said = (String, i64, String);

/// A mark as the trail has it, and whether it may have been taken back.
struct Told {
    said: Said,
    may_be_gone: bool,
}

/// By the name that the trail has.
type Marks = BTreeMap<TransactionId, Told>;

/// Names every difference. In memory are the marks of one session at a time.
pub async fn check_session(
    db: &impl ConnectionTrait,
    session: &str,
    unmarked: &Unmarked,
    findings: &mut Findings,
) -> Result<(), StoreError> {
    let mut told = told(db, session, unmarked).await?;
    // What cannot be read is named with the account's marks.
    let (mut after, mut unreadable) = (None, Vec::new());
    loop {
        let of_session = cleared_mark::Column::ReconciliationId.eq(session);
        let marks = marks_after(db, of_session, after.as_ref(), MARKS, &mut unreadable).await?;
        let Some(last) = marks.last() else { break };
        after = Some(last.clone());
        for mark in &marks {
            let name = format!("the mark on {} {}#{}", mark.source_kind, mark.source_id, mark.line_number);
            if mark.completed_in.is_some() != mark.completed_at.is_some() {
                findings.differences.push(format!("reconciliation {session}: {name} is locked by half"));
            }
            let is = (mark.cleared_date.clone(), mark.marked_at, mark.marked_by.clone());
            let found = names(mark).into_iter().flatten().find_map(|name| told.remove(&name));
            if found.map(|found| found.said) != Some(is) {
                findings.differences.push(format!("reconciliation {session}: {name} is not what the trail says"));
            }
        }
    }
    for (name, _) in told.iter().filter(|(_, told)| !told.may_be_gone) {
        findings
            .differences
            .push(format!("reconciliation {session}: the mark on {name} is gone, and the trail has it"));
    }
    Ok(())
}

/// The ids that a mark's transaction goes by: with its type, and without.
fn names(mark: &cleared_mark::Model) -> Option<[TransactionId; 2]> {
    let kind = DocumentKind::parse(&mark.source_kind)?;
    let part = Part::of(kind, mark.line_number);
    let name = |kind| TransactionId { kind, document_id: mark.source_id.clone(), part };
    Some([name(Some(kind)), name(None)])
}

/// What the trail says is marked, row after row.
async fn told(db: &impl ConnectionTrait, session: &str, unmarked: &Unmarked) -> Result<Marks, StoreError> {
    use audit_entry::Column::{Resource, ResourceId, Seq};
    let (mut marks, mut after) = (Marks::new(), i64::MIN);
    loop {
        let rows = audit_entry::Entity::find()
            .filter(Resource.eq(RESOURCE))
            .filter(ResourceId.eq(session))
            .filter(Seq.gt(after))
            .order_by_asc(Seq)
            .limit(ROWS);
        // Rows of the trail that cannot be read are named with the trail.
        let rows = each(db, rows, &mut Vec::new()).await?;
        let Some(last) = rows.last() else { return Ok(marks) };
        after = last.seq;
        for row in &rows {
            take(row, unmarked, &mut marks);
        }
    }
}

fn take(row: &audit_entry::Model, unmarked: &Unmarked, marks: &mut Marks) {
    let name = RowName { table: "audit_entry", key: &row.resource_id };
    let details = name.json::<Map<String, Value>>("details", &row.details).unwrap_or_default();
    match row.action.as_str() {
        "Clear" => {
            let day = details.get("cleared_date").and_then(Value::as_str).unwrap_or_default();
            for id in named(&details, MARKED) {
                let took = unmarked.took(&id, row.seq);
                if took != Some(true) {
                    let said = (day.to_owned(), row.at, row.performed_by.clone());
                    marks.insert(id, Told { said, may_be_gone: took.is_none() });
                }
            }
        }
        "Created" | "Deleted" => marks.clear(),
        _ => {}
    }
}
