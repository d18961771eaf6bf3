//! Replays of approval rules.

use sea_orm::FromQueryResult;

use crate::approval::replay::record::{Kept, Progress, Record};
use crate::approval::replay::{Diverted, NewWay, Outcome, Replay};
use crate::kernel::entity::{replay, replay_document};
use crate::kernel::store::StoreError;
use crate::kernel::store::row::{RowName, to_json};
use crate::values::clock::Timestamp;
use crate::values::kind::{DocumentKey, DocumentKind};

pub fn asked(asked: &Replay) -> Result<replay::Model, StoreError> {
    Ok(replay::Model {
        replay_id: asked.replay_id.clone(),
        job_id: asked.job_id.clone(),
        from_day: asked.from.to_string(),
        to_day: asked.to.to_string(),
        rules: to_json(&asked.rules)?,
        requested_at: asked.requested_at.micros(),
        requested_by: asked.requested_by.clone(),
        run: None,
        done: 0,
        total: None,
        summary: None,
        finished_at: None,
    })
}

/// The columns of a replay that lists show: the rules may be many.
#[derive(FromQueryResult)]
pub struct Listed {
    pub replay_id: String,
    pub job_id: String,
    pub from_day: String,
    pub to_day: String,
    pub requested_at: i64,
    pub requested_by: String,
    pub done: i64,
    pub total: Option<i64>,
    pub finished_at: Option<i64>,
}

/// As [`Listed`] names them.
pub const LISTED: [replay::Column; 9] = [
    replay::Column::ReplayId,
    replay::Column::JobId,
    replay::Column::FromDay,
    replay::Column::ToDay,
    replay::Column::RequestedAt,
    replay::Column::RequestedBy,
    replay::Column::Done,
    replay::Column::Total,
    replay::Column::FinishedAt,
];

pub fn read_listed(row: Listed) -> Result<Record, StoreError> {
    let name = RowName { table: "replay", key: &row.replay_id };
    let total = row.total.map(|total| name.u64("total", total)).transpose()?;
    Ok(Record {
        from: name.date("from_day", &row.from_day)?,
        to: name.date("to_day", &row.to_day)?,
        progress: Progress { done: name.u64("done", row.done)?, total },
        replay_id: row.replay_id.clone(),
        job_id: row.job_id,
        requested_at: Timestamp::from_micros(row.requested_at),
        requested_by: row.requested_by,
        finished_at: row.finished_at.map(Timestamp::from_micros),
    })
}

pub fn read(row: replay::Model) -> Result<Kept, StoreError> {
    let name = RowName { table: "replay", key: &row.replay_id };
    let rules = name.json("rules", &row.rules)?;
    let summary = row.summary.as_ref().map(|text| name.json("summary", text)).transpose()?;
    let record = read_listed(Listed {
        replay_id: row.replay_id,
        job_id: row.job_id,
        from_day: row.from_day,
        to_day: row.to_day,
        requested_at: row.requested_at,
        requested_by: row.requested_by,
        done: row.done,
        total: row.total,
        finished_at: row.finished_at,
    })?;
    Ok(Kept { record, rules, summary })
}

pub fn diverted(replay_id: &str, found: &Diverted) -> Result<replay_document::Model, StoreError> {
    let (new_plan, detail) = match &found.new {
        NewWay::Plan(plan) => (Some(to_json(plan)?), None),
        NewWay::Refused { detail, .. } => (None, Some(detail.clone())),
    };
    Ok(replay_document::Model {
        replay_id: replay_id.to_owned(),
        position: found.position,
        kind: found.key.kind.name().into(),
        document_id: found.key.id.clone(),
        submitted_at: found.submitted_at.micros(),
        submitted_by: found.submitted_by.clone(),
        outcome: found.new.outcome().name().into(),
        old_plan: to_json(&found.old_plan)?,
        new_plan,
        detail,
    })
}

pub fn read_diverted(row: replay_document::Model) -> Result<Diverted, StoreError> {
    let name = RowName { table: "replay_document", key: &row.replay_id };
    let outcome = name.some("outcome", Outcome::parse(&row.outcome))?;
    let new = match (&row.new_plan, row.detail) {
        (Some(plan), None) if outcome == Outcome::Otherwise => NewWay::Plan(name.json("new_plan", plan)?),
        (None, Some(detail)) if outcome != Outcome::Otherwise => NewWay::Refused { outcome, detail },
        (Some(_) | None, _) => return Err(name.bad("outcome")),
    };
    Ok(Diverted {
        position: row.position,
        key: DocumentKey::new(name.some("kind", DocumentKind::parse(&row.kind))?, row.document_id),
        submitted_at: Timestamp::from_micros(row.submitted_at),
        submitted_by: row.submitted_by,
        old_plan: name.json("old_plan", &row.old_plan)?,
        new,
    })
}
