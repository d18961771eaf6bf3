//! Recurring documents as rows.

use super::model::{MadeAs, Problem, RecurringDocument, Rights, Standing};
use crate::books::document::Draft;
use crate::kernel::entity::recurring_document;
use crate::kernel::store::StoreError;
use crate::kernel::store::row::{RowName, to_json};
use crate::values::clock::Timestamp;
use crate::values::kind::DocumentKind;

pub fn row(of: &RecurringDocument) -> Result<recurring_document::Model, StoreError> {
    Ok(recurring_document::Model {
        recurring_document_id: of.recurring_document_id.clone(),
        name: of.name.clone(),
        document_type: of.kind().name().into(),
        document: to_json(&of.draft)?,
        makes: of.makes.name().into(),
        due_days: of.due_days.map(i64::from),
        schedule: to_json(&of.schedule)?,
        status: of.standing.name().into(),
        owner: of.owner.to_string(),
        owner_roles: to_json(&of.rights.roles)?,
        owner_permissions: to_json(&of.rights.permissions)?,
        writers: to_json(&of.writers)?,
        handled_through: of.handled_through.map(|day| day.to_string()),
        next_date: of.next().map(|next| next.date.to_string()),
        made: i64::from(of.made),
        last_document_id: of.last_document_id.clone(),
        problem_code: of.problem.as_ref().map(|problem| problem.code.clone()),
        problem_detail: of.problem.as_ref().map(|problem| problem.detail.clone()),
        problem_at: of.problem.as_ref().map(|problem| problem.at.micros()),
        version: of.version,
        created_at: of.created_at.micros(),
        created_by: of.created_by.clone(),
        updated_at: of.updated_at.micros(),
        updated_by: of.updated_by.clone(),
    })
}

pub fn read(row: recurring_document::Model) -> Result<RecurringDocument, StoreError> {
    let name = RowName { table: "recurring_document", key: &row.recurring_document_id.clone() };
    let kind = name.some("document_type", DocumentKind::parse(&row.document_type))?;
    let draft: Draft = name.json("document", &row.document)?;
    name.some("document", (draft.kind == kind).then_some(()))?;
    let problem = problem(&name, (row.problem_code, row.problem_detail, row.problem_at))?;
    Ok(RecurringDocument {
        draft,
        makes: name.some("makes", MadeAs::parse(&row.makes))?,
        due_days: row.due_days.map(|days| name.u32("due_days", days)).transpose()?,
        schedule: name.json("schedule", &row.schedule)?,
        standing: name.some("status", Standing::parse(&row.status))?,
        owner: row.owner.as_str().into(),
        rights: Rights {
            roles: name.json("owner_roles", &row.owner_roles)?,
            permissions: name.json("owner_permissions", &row.owner_permissions)?,
        },
        writers: name.json("writers", &row.writers)?,
        handled_through: row.handled_through.map(|day| name.date("handled_through", &day)).transpose()?,
        made: name.u32("made", row.made)?,
        last_document_id: row.last_document_id,
        problem,
        recurring_document_id: row.recurring_document_id.clone(),
        name: row.name,
        version: row.version,
        created_at: Timestamp::from_micros(row.created_at),
        created_by: row.created_by,
        updated_at: Timestamp::from_micros(row.updated_at),
        updated_by: row.updated_by,
    })
}

/// The problem that three columns hold, all of them or none: its code, its sentence and its instant.
pub fn problem(
    name: &RowName<'_>,
    columns: (Option<String>, Option<String>, Option<i64>),
) -> Result<Option<Problem>, StoreError> {
    match columns {
        (None, None, None) => Ok(None),
        (code, detail, at) => Ok(Some(Problem {
            code: name.some("problem_code", code)?,
            detail: name.some("problem_detail", detail)?,
            at: Timestamp::from_micros(name.some("problem_at", at)?),
        })),
    }
}
