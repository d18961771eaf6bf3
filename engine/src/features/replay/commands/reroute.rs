//! Routes submitted documents again, one after another in the order of their submissions, with the people of that time.

use std::collections::{BTreeMap, BTreeSet};

use super::earlier::EarlierSubmissions;
use crate::approval::access::UserId;
use crate::approval::catalog::Catalog;
use crate::approval::catalog::history::PeopleAsOf;
use crate::approval::replay::asks::is_alike;
use crate::approval::replay::load::Count;
use crate::approval::replay::summary::Summary;
use crate::approval::replay::{Diverted, NewWay, Outcome};
use crate::approval::routing::route;
use crate::approval::signing::SelfApproval;
use crate::approval::splitting::EarlierDocuments;
use crate::approval::{RoutingPlan, Rule};
use crate::books::action::signable;
use crate::books::action::submit::subject;
use crate::books::document::Document;
use crate::books::document::stage::Submission;
use crate::values::clock::Timestamp;
use crate::values::error::Refusal;
use crate::values::kind::{DocumentKey, DocumentKind, GovernedType};

/// A replay on its way through the documents.
#[derive(Clone, Debug)]
pub struct Rerouting {
    rules: BTreeMap<DocumentKind, Vec<Rule>>,
    people: PeopleAsOf,
    self_approval: SelfApproval,
    /// Documents that were submitted before are only added up.
    from: Timestamp,
    earlier: EarlierSubmissions,
    summary: Summary,
    count: Count,
}

impl Rerouting {
    /// `from`: the first instant whose documents are routed; `rejected`: when documents were.
    pub fn new(
        rules: Vec<Rule>,
        people: PeopleAsOf,
        self_approval: SelfApproval,
        from: Timestamp,
        rejected: BTreeMap<DocumentKey, Timestamp>,
    ) -> Self {
        let earlier = EarlierSubmissions::new(&rules, rejected);
        let mut by_type: BTreeMap<DocumentKind, Vec<Rule>> = BTreeMap::new();
        for rule in rules {
            for kind in rule.routed_types() {
                by_type.entry(kind).or_default().push(rule.clone());
            }
        }
        let (summary, count) = (Summary::default(), Count::default());
        Self { rules: by_type, people, self_approval, from, earlier, summary, count }
    }

    /// Routes the next document again, the submission at this position; `None` where the rules ask the same of the same people.
    /// A document that is in no submission is passed over.
    pub fn next(&mut self, document: &Document, position: i64) -> Result<Option<Diverted>, Refusal> {
        let Some(submission) = document.stage.submission() else { return Ok(None) };
        let (kind, at) = (document.key.kind, submission.submitted.at);
        if at < self.from {
            self.earlier.add(document, at, |_| ());
            return Ok(None);
        }
        if self.people.changes_before(at) {
            self.resolve();
            self.people.advance(at);
        }
        let (rules, people) = (self.rules.get(&kind).map_or(&[][..], Vec::as_slice), self.people.catalog());
        let planned = self
            .earlier
            .add(document, at, |earlier| plan(document, submission, rules, people, self.self_approval, earlier));
        let new = match planned {
            Ok(plan) => NewWay::Plan(plan),
            Err(refusal) => match Outcome::parse(refusal.code()) {
                Some(outcome) => NewWay::Refused { outcome, detail: refusal.detail() },
                None => return Err(refusal),
            },
        };
        let (new_plan, outcome) = match &new {
            NewWay::Plan(plan) if is_alike(&submission.plan, plan) => (Some(plan), None),
            NewWay::Plan(plan) => (Some(plan), Some(Outcome::Otherwise)),
            NewWay::Refused { outcome, .. } => (None, Some(*outcome)),
        };
        self.summary.add(kind, outcome);
        self.count.add(&submission.plan, new_plan);
        for signed in &submission.signatures.0 {
            self.count.signed(&signed.user_id);
        }
        Ok(outcome.is_some().then(|| Diverted {
            position,
            key: document.key.clone(),
            submitted_at: at,
            submitted_by: submission.submitted.by.to_string(),
            old_plan: as_pinned(&submission.plan),
            new,
        }))
    }

    fn resolve(&mut self) {
        let catalog = self.people.catalog();
        self.count.resolve(|role| catalog.holders(role).into_iter().flatten().cloned().collect());
    }

    /// The figures, after the last document.
    pub fn finish(mut self) -> Summary {
        self.resolve();
        self.summary.with_load(self.count)
    }
}

/// The plan that a submission at that time would have got.
fn plan(
    document: &Document,
    submission: &Submission,
    rules: &[Rule],
    catalog: &Catalog,
    self_approval: SelfApproval,
    earlier: &EarlierDocuments,
) -> Result<RoutingPlan, Refusal> {
    let (kind, at) = (GovernedType::from(document.key.kind), submission.submitted.at);
    // Whether the table of rates vouched for the document's rate then, its plan says.
    let subject = subject(document, submission.plan.rate_override.clone(), catalog).after(earlier, at);
    let superiors = catalog.superiors(&submission.submitted.by, kind);
    let plan = route(&subject, rules, &superiors)?;
    let authors = match self_approval {
        SelfApproval::Deny => document.authors(),
        SelfApproval::Allow => BTreeSet::new(),
    };
    let barred: BTreeSet<&UserId> = authors.into_iter().chain(&submission.beneficiaries).collect();
    signable::enough(&plan, kind, &barred, catalog, at.date())?;
    Ok(plan)
}

/// The plan as it was at submit: without the signers that were added when a level was late.
fn as_pinned(plan: &RoutingPlan) -> RoutingPlan {
    let mut pinned = plan.clone();
    for way in pinned.steps.iter_mut().flat_map(|step| &mut step.alternatives) {
        way.escalated = None;
    }
    pinned
}
