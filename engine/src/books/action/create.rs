//! Create: a draft that was checked, in an open period. See docs/rules/documents.md#draft-first.

use std::collections::BTreeSet;

use crate::approval::access::payroll;
use crate::books::action::kind;
use crate::books::action::kind::{Composed, journal_entry};
use crate::books::action::names::Written;
use crate::books::action::next_open;
use crate::books::action::next_open::Way;
use crate::books::action::rate::REASON as RATE_REASON;
use crate::books::action::settlement;
use crate::books::command::{
    AuditEntry, Change, Command, Decision, Effects, Needed, Permitted, Refuses, Snapshot, Takes, Target, Wants,
};
use crate::books::document::model::{DatedReversal, Document, Settlement};
use crate::books::document::{Draft, Stage};
use crate::values::error::{Faults, Refusal, RefusalName};
use crate::values::id::check_free_for_document;
use crate::values::kind::{DocumentKey, DocumentKind, Family};

/// Creates a document in Draft. `id` is the client's or a fresh one.
pub struct Create {
    pub kind: DocumentKind,
    pub id: String,
    pub draft: Draft,
    /// What the wire layer found wrong.
    pub faults: Faults,
}

/// The permissions to write this. See docs/rules/access.md#payroll.
pub(crate) fn of_draft(takes: Takes, draft: &Draft) -> Vec<Needed> {
    let payroll = draft.is_payroll().then(|| payroll::beside("write"));
    takes.permissions(Some(draft.kind)).into_iter().chain(payroll).collect()
}

/// The refusals that the content of a document of this type may get.
pub(super) fn of_content(kind: DocumentKind) -> Vec<RefusalName> {
    let own = match &kind.facts().family {
        Family::Journal => vec![RefusalName::NoExchangeRate, RefusalName::Unbalanced],
        Family::Items(_) => vec![RefusalName::NoExchangeRate],
        // A payment that gives no rate takes that of what it pays.
        Family::Payment(of) => settlement::refusals_of_deductions(of).to_vec(),
    };
    own.into_iter().chain([RefusalName::NoOpenPeriod]).collect()
}

impl Refuses for Create {
    const REFUSALS: &'static [RefusalName] =
        &[RefusalName::AlreadyExists, RefusalName::PeriodClosed, RefusalName::RateOutOfTolerance];

    fn of_type(kind: DocumentKind) -> Vec<RefusalName> {
        of_content(kind)
    }
}

impl Permitted for Create {
    const TAKES: Takes = Takes::OnType("write");
}

impl Command for Create {
    type Answer = Written;

    fn needs(&self) -> Vec<Needed> {
        of_draft(Self::TAKES, &self.draft)
    }

    fn wants(&self) -> Wants {
        let key = DocumentKey::new(self.kind, &self.id);
        let mut wants = Wants {
            target: Some(Target::Document(key.clone())),
            documents: BTreeSet::from([key.clone()]),
            party_names: true,
            makes: Some(key.clone()),
            ..Wants::default()
        };
        kind::wants(&key, &self.draft, &mut wants);
        wants
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<Written>, Refusal> {
        let key = DocumentKey::new(self.kind, &self.id);
        if snapshot.documents.contains_key(&key) {
            return Err(RefusalName::AlreadyExists
                .because(format!("{} {:?} exists already", self.kind.title(), self.id))
                .at(&format!("/{}", self.kind.id_field())));
        }
        let mut faults = self.faults.clone();
        if let Err(detail) = check_free_for_document(self.kind.collection(), &self.id) {
            faults.add(format!("/{}", self.kind.id_field()), detail);
        }
        let composed = kind::compose(&self.draft, None, snapshot, faults)?;
        check_period(&key, &composed, Way::Write(composed.content.tran_date), snapshot)?;
        let document = new_document(key, composed, snapshot);
        Ok(Decision::new(effects(&document, snapshot), Written::new(document, snapshot)))
    }

    fn faults(&self) -> Option<&Faults> {
        Some(&self.faults)
    }
}

/// Drafts cannot be made in, or moved to, a closed period. See docs/rules/periods.md#closed-periods.
pub(super) fn check_period(
    key: &DocumentKey,
    composed: &Composed,
    way: Way,
    snapshot: &Snapshot,
) -> Result<(), Refusal> {
    let id = &composed.content.posting_period_id;
    let period = snapshot.catalog.periods.get(id).ok_or_else(|| Refusal::not_found("accounting period", id))?;
    let touched = journal_entry::sub_ledgers(composed.sub_ledger, &composed.content, &snapshot.catalog);
    next_open::open_or_excepted(key, (period, &touched), way, snapshot)
}

/// A new draft, created by the caller.
pub(crate) fn new_document(key: DocumentKey, composed: Composed, snapshot: &Snapshot) -> Document {
    let author = snapshot.actor.user_id.clone();
    Document {
        key,
        version: 1,
        sub_ledger: composed.sub_ledger,
        content: composed.content,
        corrects_id: None,
        correction_id: None,
        dated_reversal: DatedReversal::default(),
        settlement: Settlement::default(),
        stage: Stage::Draft(None),
        created_at: snapshot.now,
        created_by: author.clone(),
        edited_by: author,
        editors: BTreeSet::new(),
    }
}

/// The new document with its `Created` row.
pub(crate) fn effects(document: &Document, snapshot: &Snapshot) -> Effects {
    let entry = AuditEntry::document(&document.key, "Created", &snapshot.actor.user_id, None, Some(document.status()))
        .with(RATE_REASON, document.content.exchange_rate_reason.clone());
    Effects::one(snapshot.now, Change::InsertDocument(Box::new(document.clone())), entry)
}
