//! Replays of approval rules on the wire. See docs/rules/rule-sets.md#replay.

use engine::approval::replay::asks::Who;
use engine::approval::replay::load::Load;
use engine::approval::replay::record::{Kept, Record};
use engine::approval::replay::summary::{Counts, Summary};
use engine::approval::replay::{Diverted, NewWay, Outcome, Replay};
use engine::books::queue::{JobRecord, JobState};
use engine::values::money::Currency;
use poem_openapi::{Enum, Object};

use crate::feature::jobs::WireJobState;
use crate::schema::document_type::DocumentType;
use crate::schema::plan::Plan;
use crate::schema::rule::{RuleInput, RuleView};
use crate::schema::{Id, List, Required, WireDate, WireTimestamp};

/// Rules as they would be, and the days whose documents are routed again by them.
#[derive(Object, Debug)]
pub struct ReplayInput {
    /// The first day of the submissions, in UTC.
    pub from: Required<WireDate>,
    /// The last day, included. At most 3,660 days with the first.
    pub to: Required<WireDate>,
    /// In place of all rules of all document types: none of those that are saved takes part, unless it is among these. Required without
    /// a `draft_id`.
    pub rules: Option<List<RuleInput, 0, 1_000>>,
    /// The rules of this draft, in place of `rules`.
    pub draft_id: Option<Id>,
}

/// A replay that was asked for.
#[derive(Object, Debug)]
pub struct ReplayAccepted {
    pub replay_id: String,
    pub job_id: String,
}

impl From<&Replay> for ReplayAccepted {
    fn from(asked: &Replay) -> Self {
        Self { replay_id: asked.replay_id.clone(), job_id: asked.job_id.clone() }
    }
}

/// What becomes of a document.
#[derive(Enum, Clone, Copy, PartialEq, Eq, Debug)]
#[oai(rename_all = "snake_case")]
pub enum ReplayOutcome {
    /// It would have got another plan.
    Otherwise,
    /// It would have been refused: amount rules exist, and none covers it.
    NoMatchingRule,
    /// It would have been refused: a rule asks for a manager, and the submitter had none.
    NoManager,
    /// It would have been refused: nobody, or not enough people, could have signed a level.
    NoApprover,
}

impl From<Outcome> for ReplayOutcome {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Otherwise => Self::Otherwise,
            Outcome::NoMatchingRule => Self::NoMatchingRule,
            Outcome::NoManager => Self::NoManager,
            Outcome::NoApprover => Self::NoApprover,
        }
    }
}

impl From<ReplayOutcome> for Outcome {
    fn from(wire: ReplayOutcome) -> Self {
        match wire {
            ReplayOutcome::Otherwise => Self::Otherwise,
            ReplayOutcome::NoMatchingRule => Self::NoMatchingRule,
            ReplayOutcome::NoManager => Self::NoManager,
            ReplayOutcome::NoApprover => Self::NoApprover,
        }
    }
}

/// How far a replay is, in submissions that were looked at.
#[derive(Object, Debug)]
pub struct ReplayProgress {
    pub done: u64,
    /// Null before it begins.
    pub total: Option<u64>,
}

/// A replay, in a list.
#[derive(Object, Debug)]
#[oai(rename = "Replay")]
pub struct ReplayRow {
    pub replay_id: String,
    pub job_id: String,
    pub from: WireDate,
    pub to: WireDate,
    /// That of its job; `done` once there is a summary.
    pub state: WireJobState,
    pub progress: ReplayProgress,
    pub requested_at: WireTimestamp,
    pub requested_by: String,
    pub finished_at: Option<WireTimestamp>,
}

/// A replay with its rules and, once it is done, with what it found.
#[derive(Object, Debug)]
#[oai(rename = "ReplayResult")]
pub struct ReplayView {
    #[oai(flatten)]
    pub replay: ReplayRow,
    pub rules: Vec<RuleView>,
    /// Null until it is done.
    pub summary: Option<ReplaySummary>,
}

/// What a replay found.
#[derive(Object, Debug)]
pub struct ReplaySummary {
    #[oai(flatten)]
    pub counts: ReplayCounts,
    pub by_type: Vec<ReplayTypeCounts>,
    /// How many steps name whom, those first whose number moves most; at most 1,000.
    pub signers: Vec<SignerLoad>,
    /// The same person by person: a step for a role counts for everybody of whom the role was recorded then. At most 1,000.
    pub people: Vec<PersonLoad>,
    /// How many signers and people there are beyond those that are listed.
    pub signers_left_out: u64,
    pub people_left_out: u64,
}

/// How many documents went which way.
#[derive(Object, Debug)]
pub struct ReplayCounts {
    pub documents: u64,
    /// The same levels, the same signers, as many of them.
    pub same: u64,
    pub otherwise: u64,
    pub no_matching_rule: u64,
    pub no_manager: u64,
    pub no_approver: u64,
}

/// The counts of a document type.
#[derive(Object, Debug)]
pub struct ReplayTypeCounts {
    pub document_type: DocumentType,
    #[oai(flatten)]
    pub counts: ReplayCounts,
}

/// How many steps name a signer.
#[derive(Object, Debug)]
pub struct SignerLoad {
    /// `role`, `user` (by name, or as the manager who was found) or `anyone`.
    pub approver_type: String,
    pub approver_role: Option<String>,
    pub approver_user_id: Option<String>,
    /// By the plans that were pinned.
    pub steps_before: u64,
    /// By the plans that these rules give.
    pub steps_after: u64,
}

/// How many steps a person could be asked to sign.
#[derive(Object, Debug)]
pub struct PersonLoad {
    pub user_id: String,
    pub steps_before: u64,
    pub steps_after: u64,
    /// How many of those before they did sign, in person or for somebody.
    pub signed: u64,
}

/// A document that would have gone another way.
#[derive(Object, Debug)]
pub struct ReplayDocument {
    pub document_type: DocumentType,
    pub document_id: String,
    pub submitted_at: WireTimestamp,
    pub submitted_by: String,
    pub outcome: ReplayOutcome,
    /// The plan that was pinned.
    pub old_plan: Plan,
    /// Null where the submission would have been refused.
    pub new_plan: Option<Plan>,
    /// Why it would have been refused.
    pub detail: Option<String>,
}

impl ReplayRow {
    pub fn of(record: &Record, job: Option<&JobRecord>) -> Self {
        let state = match (record.finished_at, job.map(|job| job.state)) {
            (Some(_), _) => JobState::Done,
            // The job is read after the replay, and has ended in between.
            (None, Some(JobState::Done)) => JobState::Running,
            (None, Some(state)) => state,
            // A job that ended otherwise, and is kept no longer.
            (None, None) => JobState::Refused,
        };
        Self {
            replay_id: record.replay_id.clone(),
            job_id: record.job_id.clone(),
            from: WireDate(record.from),
            to: WireDate(record.to),
            state: state.into(),
            progress: ReplayProgress { done: record.progress.done, total: record.progress.total },
            requested_at: record.requested_at.into(),
            requested_by: record.requested_by.clone(),
            finished_at: record.finished_at.map(Into::into),
        }
    }
}

impl ReplayView {
    pub fn of(kept: &Kept, job: Option<&JobRecord>, base: Currency) -> Self {
        Self {
            replay: ReplayRow::of(&kept.record, job),
            rules: kept.rules.iter().map(|rule| RuleView::of(rule, base)).collect(),
            summary: kept.summary.as_ref().map(ReplaySummary::from),
        }
    }
}

impl From<&Counts> for ReplayCounts {
    fn from(counts: &Counts) -> Self {
        Self {
            documents: counts.documents,
            same: counts.same,
            otherwise: counts.of(Outcome::Otherwise),
            no_matching_rule: counts.of(Outcome::NoMatchingRule),
            no_manager: counts.of(Outcome::NoManager),
            no_approver: counts.of(Outcome::NoApprover),
        }
    }
}

impl From<&Summary> for ReplaySummary {
    fn from(summary: &Summary) -> Self {
        let of_type = |(kind, counts): (&engine::values::kind::DocumentKind, &Counts)| ReplayTypeCounts {
            document_type: (*kind).into(),
            counts: counts.into(),
        };
        let signer = |(who, steps): &(Who, engine::approval::replay::load::Steps)| {
            let (approver_type, approver_role, approver_user_id) = match who {
                Who::Anyone => ("anyone", None, None),
                Who::Role(role) => ("role", Some(role.clone()), None),
                Who::Person(user_id) => ("user", None, Some(user_id.to_string())),
            };
            SignerLoad {
                approver_type: approver_type.into(),
                approver_role,
                approver_user_id,
                steps_before: steps.before,
                steps_after: steps.after,
            }
        };
        let person = |(user_id, Load { steps, signed }): &(engine::approval::access::UserId, Load)| PersonLoad {
            user_id: user_id.to_string(),
            steps_before: steps.before,
            steps_after: steps.after,
            signed: *signed,
        };
        Self {
            counts: (&summary.all).into(),
            by_type: summary.by_type.iter().map(of_type).collect(),
            signers: summary.signers.iter().map(signer).collect(),
            people: summary.people.iter().map(person).collect(),
            signers_left_out: summary.signers_left_out,
            people_left_out: summary.people_left_out,
        }
    }
}

impl From<Diverted> for ReplayDocument {
    fn from(found: Diverted) -> Self {
        let outcome = found.new.outcome().into();
        let (new_plan, detail) = match &found.new {
            NewWay::Plan(plan) => (Some(Plan::from(plan)), None),
            NewWay::Refused { detail, .. } => (None, Some(detail.clone())),
        };
        Self {
            document_type: found.key.kind.into(),
            document_id: found.key.id,
            submitted_at: found.submitted_at.into(),
            submitted_by: found.submitted_by,
            outcome,
            old_plan: Plan::from(&found.old_plan),
            new_plan,
            detail,
        }
    }
}
