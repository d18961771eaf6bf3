//! Submit: the rules give a routing plan, pinned to the document with its digest.
//! See docs/rules/approval.md#pinned-at-submit.

use std::time::Duration;

use crate::approval::catalog::Catalog;
use crate::approval::field::Field;
use crate::approval::line_ids::LineIds;
use crate::approval::routing::route;
use crate::approval::signature::Signatures;
use crate::approval::subject::Subject;
use crate::approval::{RateOverride, RoutingPlan};
use crate::books::action::kind::order;
use crate::books::action::rate;
use crate::books::action::{Acted, audit, moved, permitted};
use crate::books::action::{beneficiary, deferred, kind, settlement, signable};
use crate::books::command::wants::{AddsUp, PaidSince, RateOf};
use crate::books::command::{AuditEntry, Command, Decision, Needed, Permitted, Refuses, Snapshot, Takes, Wants};
use crate::books::document::model::Document;
use crate::books::document::stage::{Submission, Submitted};
use crate::books::document::{Action, Digest, Stage, Status};
use crate::books::document::{EntryType, Line};
use crate::books::party::PartyKind;
use crate::values::account::Subtype;
use crate::values::error::{Faults, Refusal, RefusalName};
use crate::values::kind::{DocumentKey, DocumentKind};

/// Sends a draft into its approval.
pub struct Submit {
    pub key: DocumentKey,
}

/// The outcome of a submission: the document, pending approval.
#[derive(Clone, PartialEq, Debug)]
pub struct InApproval {
    pub acted: Acted,
    pub submission: Submission,
}

impl Refuses for Submit {
    const REFUSALS: &'static [RefusalName] = &[
        RefusalName::WrongStatus,
        RefusalName::PeriodClosed,
        RefusalName::RateOutOfTolerance,
        RefusalName::NoExchangeRate,
        RefusalName::NoMatchingRule,
        RefusalName::NoManager,
        RefusalName::NoApprover,
        RefusalName::MissingAccount,
    ];

    /// The last signature asks again: other payments and credits may have been faster.
    fn of_type(kind: DocumentKind) -> Vec<RefusalName> {
        let Some(payment) = kind.payment() else { return Vec::new() };
        let of_deductions = settlement::refusals_of_deductions(payment).iter().copied();
        std::iter::once(RefusalName::Overpayment).chain(of_deductions).collect()
    }
}

impl Permitted for Submit {
    const TAKES: Takes = Takes::Action(Action::Submit);
}

impl Command for Submit {
    type Answer = InApproval;

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(Some(self.key.kind))
    }

    fn wants(&self) -> Wants {
        let table_rate = Some(RateOf::Document(self.key.clone()));
        let adds_up = Some(AddsUp::Document(self.key.clone()));
        let paid_since_change = PaidSince::of_document(&self.key);
        let deferred_by = Some(self.key.clone());
        Wants { party_names: true, table_rate, adds_up, paid_since_change, deferred_by, ..Wants::document(&self.key) }
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<InApproval>, Refusal> {
        let before = permitted(Action::Submit, &self.key, snapshot)?;
        deferred::not_called_off(before, snapshot)?;
        still_good(before, snapshot)?;
        settlement::not_beyond_due(before, snapshot)?;
        crate::books::action::can_be_posted(before, snapshot)?;
        let (submission, entry) = submitted(before, snapshot)?;
        let document = before.at(Stage::PendingApproval(Box::new(submission.clone())));
        let acted = Acted::new(&document, snapshot, None);
        Ok(Decision::new(moved(document, entry, snapshot), InApproval { acted, submission }))
    }
}

/// The document's submission by the caller, with the plan pinned to it, and its audit row.
pub(super) fn submitted(before: &Document, snapshot: &Snapshot) -> Result<(Submission, AuditEntry), Refusal> {
    let rate_override = rate::at_submit(before, snapshot)?;
    let plan = plan_for(before, rate_override, snapshot)?;
    let beneficiaries = beneficiary::pinned_by_submit(before, snapshot);
    let authors = before.authors().into_iter().chain([&snapshot.actor.user_id]).collect();
    signable::each_step(&plan, before.key.kind.into(), authors, &beneficiaries, snapshot)?;
    let submission = Submission {
        submitted: Submitted {
            round: before.stage.round().saturating_add(1),
            at: snapshot.now,
            by: snapshot.actor.user_id.clone(),
        },
        plan,
        digest: Digest::of(before),
        level: 0,
        signatures: Signatures::default(),
        beneficiaries,
        stood_still: Duration::ZERO,
        is_added_up: snapshot.catalog.adds_up(before.key.kind),
        rule_set: Some(snapshot.catalog.rule_set),
    };
    let entry = audit(Action::Submit, before, Status::PendingApproval, snapshot)
        .with("required_level", submission.plan.required_level)
        .with("rule_set", submission.rule_set)
        .with("beneficiaries", beneficiary::details(&submission))
        .with(rate::REASON, before.content.exchange_rate_reason.clone())
        .with_stored("plan", &submission.plan);
    Ok((submission, entry))
}

/// The routing plan that the present rules give the document when the caller submits it.
fn plan_for(
    document: &Document,
    rate_override: Option<RateOverride>,
    snapshot: &Snapshot,
) -> Result<RoutingPlan, Refusal> {
    let catalog = &snapshot.catalog;
    let superiors = catalog.superiors(&snapshot.actor.user_id, document.key.kind);
    let subject = subject(document, rate_override, catalog).after(&snapshot.earlier, snapshot.now);
    route(&subject, catalog.rules.values(), &superiors)
}

/// What the rules are asked about. Of a payment, the account that the money moves on counts as its line; so does an account that takes
/// tax of a line, unless it is kept for tax. See docs/rules/approval.md#conditions.
pub fn subject<'a>(document: &'a Document, rate_override: Option<RateOverride>, catalog: &'a Catalog) -> Subject<'a> {
    let content = &document.content;
    let subject = Subject::of_amount(document.key.kind, content.base_total, rate_override)
        .with(Field::Currency, Some(content.currency.code()))
        .with(Field::CreatedBy, Some(document.created_by.as_str()))
        .with(Field::EntryType, content.entry_type().map(EntryType::name))
        .with(Field::PaymentMethod, content.payment_method())
        .with(party_field(document), content.party());
    let lines = document.lines().map(|line| catalog.accounts.on_line(&line.account_id, dimensions(line)));
    let moved_on = content.cash_account().map(|account_id| catalog.accounts.on_line(account_id, LineIds::default()));
    let taxed = content.items().into_iter().flat_map(|items| &items.lines).zip(document.lines());
    let taxed = taxed.filter_map(|(item, line)| {
        let account_id = item.tax.account().filter(|account_id| !is_for_tax(account_id, catalog))?;
        Some(catalog.accounts.on_line(account_id, dimensions(line)))
    });
    lines.chain(moved_on).chain(taxed).fold(subject, Subject::with_line)
}

fn dimensions(line: &Line) -> LineIds<'_> {
    LineIds {
        department_id: line.department_id.as_deref(),
        cost_center_id: line.cost_center_id.as_deref(),
        ..LineIds::default()
    }
}

/// Only an account that is kept for it takes tax without being asked about.
fn is_for_tax(account_id: &str, catalog: &Catalog) -> bool {
    catalog.accounts.get(account_id).is_some_and(|account| account.subtype == Some(Subtype::Tax))
}

/// The field of conditions that a document's party stands in.
fn party_field(document: &Document) -> Field {
    match kind::party_kind(document) {
        Some(PartyKind::Customer) => Field::CustomerId,
        Some(PartyKind::Vendor) => Field::VendorId,
        None => Field::EmployeeId,
    }
}

/// What a draft speaks of may have changed since it was written. Undoing what was posted stays possible, whatever is inactive, and so does
/// settling and crediting what is open. See docs/rules/master-data.md#inactive.
fn still_good(document: &Document, snapshot: &Snapshot) -> Result<(), Refusal> {
    let mut faults = Faults::default();
    order::of_submitted(document, snapshot, &mut faults);
    if document.undoes().is_some() {
        return faults.or(());
    }
    kind::check_accounts(document, snapshot, &mut faults);
    kind::dimensions::of_submitted(document, &snapshot.catalog, &mut faults);
    kind::items::still_as_coded(document, snapshot, &mut faults);
    if let Some((word, id)) = kind::inactive_party(document, snapshot) {
        let field = if word == "user" { "employee" } else { word };
        faults.add(format!("/{field}_id"), format!("{word} {id:?} is inactive"));
    }
    faults.or(())
}
