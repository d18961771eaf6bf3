//! Post: what was approved is written into the general ledger, by the posting job alone.
//! See docs/rules/postings.md#posted-by-the-job.
//!
//! Run twice, it does nothing the second time: the status guards it, and behind that the unique
//! key of postings. A document whose period was closed under it stays Approved until the reopening.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use crate::books::action::audit;
use crate::books::action::{guard, landing, settlement, to_ledger};
use crate::books::command::{Change, Command, Decision, Effects, Needed, Snapshot, Wants};
use crate::books::document::model::Document;
use crate::books::document::stage::{Approval, End, Posted, Stage};
use crate::books::document::{Action, HandedOver};
use crate::books::ledger::{Posting, PostingKind};
use crate::books::period::Period;
use crate::books::queue::{Done, JobEnd};
use crate::values::clock::{Date, Timestamp};
use crate::values::error::{Refusal, RefusalName};
use crate::values::kind::DocumentKey;
use crate::values::money::Minor;

/// One posting job: its id and its document.
#[derive(Clone, Debug)]
pub struct PostingJob {
    pub job_id: Option<String>,
    pub key: DocumentKey,
    /// Whether apalis delivered it. Otherwise it came straight from the approval, in this process.
    pub is_delivered: bool,
    /// The document as its last signature has just left it, in this process.
    pub signed: Option<HandedOver>,
}

impl PostingJob {
    /// As apalis delivers it.
    pub fn of(job_id: Option<String>, key: DocumentKey) -> Self {
        Self { job_id, key, is_delivered: true, signed: None }
    }
}

/// Posts many documents in one transaction.
pub struct Post {
    pub jobs: Vec<PostingJob>,
}

/// What became of one document.
#[derive(Clone, PartialEq, Debug)]
pub enum PostOutcome {
    /// The document as it now stands.
    Posted(Box<Document>),
    /// It stood in the ledger already, or was never to be posted.
    NothingToDo,
    /// Its period is closed; the reopening posts it.
    PeriodClosed,
}

impl PostOutcome {
    /// The posted document.
    pub fn document(&self) -> Option<&Document> {
        match self {
            Self::Posted(document) => Some(document),
            Self::NothingToDo | Self::PeriodClosed => None,
        }
    }

    /// Whether the document stands in the ledger, or was never to.
    const fn is_settled(&self) -> bool {
        match self {
            Self::Posted(_) | Self::NothingToDo => true,
            Self::PeriodClosed => false,
        }
    }
}

impl Command for Post {
    /// What became of each document.
    type Answer = BTreeMap<DocumentKey, PostOutcome>;

    fn needs(&self) -> Vec<Needed> {
        // The service's own.
        Vec::new()
    }

    fn wants(&self) -> Wants {
        let documents = self.jobs.iter().map(|job| job.key.clone()).collect();
        let handed_over = self.jobs.iter().filter_map(|job| job.signed.clone()).collect();
        Wants { documents, settled: true, handed_over, posts: true, ..Wants::default() }
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<Self::Answer>, Refusal> {
        let mut effects = Effects::at(snapshot.now);
        let mut settled = BTreeMap::new();
        let mut outcomes = BTreeMap::new();
        for job in &self.jobs {
            // A document is posted once, even when several jobs of the set name it.
            let outcome = match outcomes.entry(job.key.clone()) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(unknown) => unknown.insert(match snapshot.documents.get(&job.key) {
                    Some(document) => post(document, snapshot, &mut settled, &mut effects)?,
                    None => PostOutcome::NothingToDo,
                }),
            };
            if let Some(job_id) = &job.job_id {
                let end = JobEnd::Done(Done::Posting { posted: outcome.is_settled() });
                effects.changes.push(Change::EndJob { job_id: job_id.clone(), end, is_delivered: job.is_delivered });
            }
        }
        for document in settled.into_values() {
            effects.changes.push(Change::UpdateDocument { document: Box::new(document), lines: false });
        }
        Ok(Decision::new(effects, outcomes))
    }
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
    Err(RefusalName::NotAsSigned.because(why))
}

/// What the document itself puts into the period, on this day.
pub fn posting_of(
    document: &Document,
    period: &Period,
    posting_date: Date,
    snapshot: &Snapshot,
) -> Result<Posting, Refusal> {
    let lines = to_ledger::lines(document, snapshot).map_err(|error| {
        RefusalName::CannotBePosted.because(format!("{:?} cannot be posted: {error}", document.key.id))
    })?;
    let posting = Posting {
        source: document.key.clone(),
        kind: PostingKind::Document,
        period_id: period.period_id.clone(),
        sub_ledger: document.sub_ledger,
        posting_date,
        currency: document.content.currency,
        posted_at: snapshot.now,
        lines,
    };
    if !posting.is_balanced() {
        return Err(RefusalName::Unbalanced.because(format!("the posting of {:?} does not balance", document.key.id)));
    }
    Ok(posting)
}

/// `settled` gathers the documents that this set's payments settle, each one version on.
fn post(
    document: &Document,
    snapshot: &Snapshot,
    settled: &mut BTreeMap<DocumentKey, Document>,
    effects: &mut Effects,
) -> Result<PostOutcome, Refusal> {
    let Stage::Approved(approval) = &document.stage else { return Ok(PostOutcome::NothingToDo) };
    let (period, posting_date) = match landing::place(document, snapshot) {
        Ok(place) => place,
        Err(refusal) if refusal.is(RefusalName::PeriodClosed) => return Ok(PostOutcome::PeriodClosed),
        Err(refusal) => return Err(refusal),
    };
    is_as_signed(document, approval)?;
    let posting = posting_of(document, period, posting_date, snapshot)?;
    for part in settlement::parts(document) {
        if let Some(pays) = snapshot.documents.get(&part.key) {
            settle(pays, (document, part.amount), snapshot, settled, effects)?;
        }
    }
    let applications = settlement::applications(document, posting_date, snapshot);
    let posted = Box::new(posted(document, approval, snapshot.now));
    let excepted = guard::exception(document, snapshot).map(|exception| exception.period_exception_id.clone());
    effects.audit.push(
        audit(Action::Post, document, posted.status(), snapshot)
            .with("period_id", posting.period_id.clone())
            .with("period_exception_id", excepted),
    );
    effects.changes.push(Change::UpdateDocument { document: posted.clone(), lines: false });
    effects.changes.push(Change::Post(Box::new(posting)));
    effects.changes.extend(applications.into_iter().map(Change::Apply));
    Ok(PostOutcome::Posted(posted))
}

/// Counts a posted payment as settled; the invoice that it pays off becomes Paid.
fn settle(
    pays: &Document,
    (payment, amount): (&Document, Minor),
    snapshot: &Snapshot,
    settled: &mut BTreeMap<DocumentKey, Document>,
    effects: &mut Effects,
) -> Result<(), Refusal> {
    let next = settled.entry(pays.key.clone()).or_insert_with(|| pays.next_version());
    let before = next.status();
    settlement::settle(next, amount).map_err(|error| {
        RefusalName::CannotBePosted.because(format!("{:?} cannot be posted: {error}", payment.key.id))
    })?;
    if next.status() != before {
        effects.audit.push(settlement::paid(next, before, payment, snapshot));
    }
    Ok(())
}
