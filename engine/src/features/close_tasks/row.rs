//! Tasks of the close and their sign-offs as rows.

use super::model::{CloseTask, TaskKind};
use super::sign_off::{Rested, SignOff, Withdrawal};
use crate::kernel::entity::{close_sign_off, close_task};
use crate::kernel::store::StoreError;
use crate::kernel::store::row::RowName;
use crate::values::clock::Timestamp;

pub fn task(of: &CloseTask) -> close_task::Model {
    close_task::Model {
        close_task_id: of.close_task_id.clone(),
        kind: of.kind.name().into(),
        title: of.title.clone(),
        account_id: of.account_id.clone(),
        owner: of.owner.as_ref().map(ToString::to_string),
        due_days: i64::from(of.due_days),
        is_required: of.is_required,
        from_date: of.from_date.map(|date| date.to_string()),
        is_active: of.is_active,
        version: of.version,
        created_at: of.created_at.micros(),
        created_by: of.created_by.clone(),
        updated_at: of.updated_at.micros(),
        updated_by: of.updated_by.clone(),
    }
}

pub fn read_task(row: close_task::Model) -> Result<CloseTask, StoreError> {
    let name = RowName { table: "close_task", key: &row.close_task_id.clone() };
    Ok(CloseTask {
        kind: name.some("kind", TaskKind::parse(&row.kind))?,
        due_days: name.u32("due_days", row.due_days)?,
        from_date: row.from_date.map(|text| name.date("from_date", &text)).transpose()?,
        owner: row.owner.map(|owner| owner.as_str().into()),
        close_task_id: row.close_task_id,
        title: row.title,
        account_id: row.account_id,
        is_required: row.is_required,
        is_active: row.is_active,
        version: row.version,
        created_at: Timestamp::from_micros(row.created_at),
        created_by: row.created_by,
        updated_at: Timestamp::from_micros(row.updated_at),
        updated_by: row.updated_by,
    })
}

pub fn sign_off(of: &SignOff) -> Result<close_sign_off::Model, StoreError> {
    let withdrawn = of.withdrawn.as_ref();
    let postings = i64::try_from(of.rested.postings).map_err(|error| StoreError::TooLarge(error.to_string()))?;
    Ok(close_sign_off::Model {
        close_sign_off_id: of.id(),
        period_id: of.period_id.clone(),
        close_task_id: of.close_task_id.clone(),
        evidence: of.evidence.clone(),
        signed_at: of.signed_at.micros(),
        signed_by: of.signed_by.clone(),
        rested_postings: postings,
        rested_last_at: of.rested.last_at.map(Timestamp::micros),
        withdrawn_at: withdrawn.map(|by| by.at.micros()),
        withdrawn_by: withdrawn.map(|by| by.by.clone()),
        withdrawn_reason: withdrawn.map(|by| by.reason.clone()),
        version: of.version,
    })
}

pub fn read_sign_off(row: close_sign_off::Model) -> Result<SignOff, StoreError> {
    let name = RowName { table: "close_sign_off", key: &row.close_sign_off_id.clone() };
    let withdrawn = match (row.withdrawn_at, row.withdrawn_by, row.withdrawn_reason) {
        (None, None, None) => None,
        (at, by, reason) => Some(Withdrawal {
            at: Timestamp::from_micros(name.some("withdrawn_at", at)?),
            by: name.some("withdrawn_by", by)?,
            reason: name.some("withdrawn_reason", reason)?,
        }),
    };
    let postings = name.u64("rested_postings", row.rested_postings)?;
    Ok(SignOff {
        rested: Rested { postings, last_at: row.rested_last_at.map(Timestamp::from_micros) },
        period_id: row.period_id,
        close_task_id: row.close_task_id,
        evidence: row.evidence,
        signed_at: Timestamp::from_micros(row.signed_at),
        signed_by: row.signed_by,
        withdrawn,
        version: row.version,
    })
}
