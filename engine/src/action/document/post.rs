//! Post: what was approved is written into the general ledger, by the posting job alone.
//! See docs/rules/postings.md#posted-by-the-job.
//!
//! Run twice, it does nothing the second time: the status guards it, and behind that the unique
//! key of postings. A document whose period was closed under it stays Approved until the reopening.

use std::collections::{BTreeMap, BTreeSet};

use crate::action::document::audit;
use crate::action::document::{guard, kind, settlement};
use crate::clock::Timestamp;
use crate::command::{Change, Command, Decision, Effects, Needed, Snapshot, Wants};
use crate::document::Action;
use crate::document::model::Document;
use crate::document::stage::{Approval, End, Posted, Stage};
use crate::error::{Refusal, RefusalName};
use crate::kind::DocumentKey;
use crate::ledger::{Posting, PostingKind};
use crate::queue::{Done, JobEnd};

/// One posting job: its id and its document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PostingJob {
    pub job_id: Option<String>,
    pub key: DocumentKey,
}

/// Posts many documents in one transaction.
pub struct Post {
    pub jobs: Vec<PostingJob>,
}

/// What became of one job, and the document as it now stands when it was posted.
#[derive(Clone, PartialEq, Debug)]
pub struct JobOutcome {
    pub job: PostingJob,
    pub outcome: PostOutcome,
    pub posted: Option<Document>,
}

/// What became of one document.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PostOutcome {
    Posted,
    /// It stood in the ledger already, or was never to be posted.
    NothingToDo,
    /// Its period is closed; the reopening posts it.
    PeriodClosed,
}

impl Command for Post {
    type Answer = Vec<JobOutcome>;

    fn needs(&self) -> Vec<Needed> {
        // The service's own.
        Vec::new()
    }

    fn wants(&self) -> Wants {
        let documents = self.jobs.iter().map(|job| job.key.clone()).collect();
        Wants { documents, settled: true, ..Wants::default() }
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<Self::Answer>, Refusal> {
        let mut effects = Effects::default();
        let mut settled = BTreeMap::new();
        let mut outcomes = Vec::with_capacity(self.jobs.len());
        let mut seen = BTreeSet::new();
        for job in &self.jobs {
            let document = snapshot.documents.get(&job.key).filter(|_| seen.insert(job.key.clone()));
            let outcome = match document {
                Some(document) => post(document, snapshot, &mut settled, &mut effects)?,
                None => PostOutcome::NothingToDo,
            };
            if let Some(job_id) = &job.job_id {
                let done = Done::Posting { posted: outcome != PostOutcome::PeriodClosed };
                effects.changes.push(Change::EndJob { job_id: job_id.clone(), end: JobEnd::Done(done) });
            }
            let posted = if outcome == PostOutcome::Posted { last_moved(&effects) } else { None };
            outcomes.push(JobOutcome { job: job.clone(), outcome, posted });
        }
        for document in settled.into_values() {
            effects.changes.push(Change::UpdateDocument { document: Box::new(document), lines: false });
        }
        Ok(Decision::new(effects, outcomes))
    }
}

fn last_moved(effects: &Effects) -> Option<Document> {
    effects.changes.iter().rev().find_map(|change| match change {
        Change::UpdateDocument { document, .. } => Some(document.as_ref().clone()),
        _ => None,
    })
}

/// The document as its posting leaves it.
pub fn posted(document: &Document, approval: &Approval, now: Timestamp) -> Document {
    document.at(Stage::InLedger(Posted { approval: approval.clone(), at: now, end: End::Open }))
}

/// Nothing is posted but what the signatures stand for.
fn is_as_signed(document: &Document, approval: &Approval) -> Result<(), Refusal> {
    let id = &document.key.id;
    let why = match approval.digest().matches(document) {
        Ok(true) => return Ok(()),
        Ok(false) => format!("{id:?} is not what was signed: its digest differs"),
        Err(error) => format!("{id:?} cannot be held against what was signed: {error}"),
    };
    Err(RefusalName::WrongStatus.because(why))
}

/// `settled` gathers the documents that this set's payments settle, each one version on.
fn post(
    document: &Document,
    snapshot: &Snapshot,
    settled: &mut BTreeMap<DocumentKey, Document>,
    effects: &mut Effects,
) -> Result<PostOutcome, Refusal> {
    let Stage::Approved(approval) = &document.stage else { return Ok(PostOutcome::NothingToDo) };
    let period = match guard::open_period(document, snapshot) {
        Ok(period) => period,
        Err(refusal) if refusal.is(RefusalName::PeriodClosed) => return Ok(PostOutcome::PeriodClosed),
        Err(refusal) => return Err(refusal),
    };
    is_as_signed(document, approval)?;
    let pays = settlement::settled_by(document, snapshot);
    let lines = kind::posting_lines(document, pays, &snapshot.catalog, &snapshot.settings).map_err(|error| {
        RefusalName::WrongStatus.because(format!("{:?} cannot be posted: {error}", document.key.id))
    })?;
    let posting = Posting {
        source: document.key.clone(),
        kind: PostingKind::Document,
        period_id: period.period_id.clone(),
        sub_ledger: document.sub_ledger,
        posting_date: document.content.tran_date.max(period.start_date),
        currency: document.content.currency,
        posted_at: snapshot.now,
        lines,
    };
    if !posting.is_balanced() {
        return Err(RefusalName::Unbalanced.because(format!("the posting of {:?} does not balance", document.key.id)));
    }
    if let Some(pays) = pays {
        settle(pays, document, snapshot, settled, effects)?;
    }
    let posted = posted(document, approval, snapshot.now);
    effects
        .audit
        .push(audit(Action::Post, document, posted.status(), snapshot).with("period_id", posting.period_id.clone()));
    effects.changes.push(Change::UpdateDocument { document: Box::new(posted), lines: false });
    effects.changes.push(Change::Post(Box::new(posting)));
    Ok(PostOutcome::Posted)
}

/// Counts a posted payment as settled; the invoice that it pays off becomes Paid.
fn settle(
    pays: &Document,
    payment: &Document,
    snapshot: &Snapshot,
    settled: &mut BTreeMap<DocumentKey, Document>,
    effects: &mut Effects,
) -> Result<(), Refusal> {
    let next = settled.entry(pays.key.clone()).or_insert_with(|| pays.next_version());
    let before = next.status();
    settlement::settle(next, payment.content.total)
        .map_err(|error| RefusalName::WrongStatus.because(format!("{:?} cannot be posted: {error}", payment.key.id)))?;
    if next.status() != before {
        effects.audit.push(settlement::paid(next, before, payment, snapshot));
    }
    Ok(())
}
