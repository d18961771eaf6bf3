//! The guards of the actions on documents. They run in one order: permission, status, settlements, bank reconciliation, signer,
//! period. Every action runs them first, and `allowed_actions` and `why_not` are the answers of the same guards.

use std::collections::{BTreeMap, BTreeSet};

use crate::approval::plan::Step;
use crate::approval::signing::{Candidate, Guarded, Right, may_sign};
use crate::books::action::beneficiary;
use crate::books::action::kind;
use crate::books::action::kind::checks;
use crate::books::action::next_open;
use crate::books::action::next_open::Way;
use crate::books::cleared::{not_cleared, return_not_cleared};
use crate::books::command::{Snapshot, Takes};
use crate::books::document::lifecycle::{Action, Status, actions_from};
use crate::books::document::model::Document;
use crate::books::document::stage::{Stage, Submission};
use crate::books::document::{EntryType, Line};
use crate::books::period::Period;
use crate::values::error::{Refusal, RefusalName};
use crate::values::kind::{Asks, Concerned, DocumentKey, DocumentKind, SubLedger};
use crate::values::money::number;
use crate::values::period_exception::PeriodException;

/// Refuses the action, or lets it be tried.
pub fn permit(action: Action, document: &Document, snapshot: &Snapshot) -> Result<(), Refusal> {
    permission(action, document, snapshot)?;
    status(action, document)?;
    if goes_back_from_approved(action, document) {
        set_aside(document, snapshot)?;
    }
    unsettled(action, document)?;
    applied(action, document)?;
    of_one(action, document)?;
    uncleared(action, document, snapshot)?;
    signer(action, document, snapshot)?;
    period(action, document, snapshot)
}

/// Refuses a caller who may not do this to the document, or to any where there is none.
pub fn permits(action: Action, key: &DocumentKey, snapshot: &Snapshot) -> Result<(), Refusal> {
    match snapshot.documents.get(key) {
        Some(document) => permission(action, document, snapshot),
        None => snapshot.require(key.kind.name(), action.permission()),
    }
}

/// Whom the document names may do some actions without the permission.
/// See docs/rules/documents.md#recall and docs/rules/documents.md#hold-and-release.
pub fn permission(action: Action, document: &Document, snapshot: &Snapshot) -> Result<(), Refusal> {
    if goes_back_from_approved(action, document) {
        return snapshot.require_on(document, Action::Void.permission());
    }
    if is_spared(action, document, snapshot) {
        return Ok(());
    }
    snapshot.require_all(&Takes::Action(action).permissions(Some(document.key.kind)))?;
    snapshot.require_payroll(document, action.permission())
}

/// Whether an approved document would be taken back to Draft: for those who may void, not for its signers.
/// See docs/rules/documents.md#no-dead-end.
fn goes_back_from_approved(action: Action, document: &Document) -> bool {
    action == Action::RequestChange && document.status() == Status::Approved
}

/// The posting job of an approved document, when it was set aside.
pub fn set_aside<'a>(document: &Document, snapshot: &'a Snapshot) -> Result<&'a str, Refusal> {
    snapshot.set_aside.get(&document.key).map(String::as_str).ok_or_else(|| wrong_status(document))
}

fn status(action: Action, document: &Document) -> Result<(), Refusal> {
    if action.allowed(document.key.kind, document.status()) && !is_closing(document) {
        return Ok(());
    }
    let is_settled = document.status().is_in_ledger() && !document.settlement.amount_paid.is_zero();
    let way_out = (action == Action::Void && is_settled).then(|| freed(document.key.kind).to_owned());
    Err(wrong_status(document).with_way_out(way_out))
}

/// A closing entry is of its fiscal year: the reopening of that alone takes it back.
fn is_closing(document: &Document) -> bool {
    document.content.entry_type() == Some(&EntryType::Closing)
}

/// The status does not allow it: which it is, and what it allows.
pub fn wrong_status(document: &Document) -> Refusal {
    let kind = document.key.kind;
    let allowed = allowed_now(document);
    let now = if allowed.is_empty() { "nothing".to_owned() } else { allowed.join(", ") };
    let stands = is_closing(document) && document.status().is_in_ledger();
    let now = if stands { "nothing, for its fiscal year is reopened instead".to_owned() } else { now };
    let detail = format!("{} {:?} is {}; allowed now: {now}", kind.title(), document.key.id, document.status().name());
    RefusalName::WrongStatus
        .because(detail)
        .with("document_status", document.status().name())
        .with("allowed_actions", allowed)
}

/// The actions that the state allows any caller; a paid document is not voided, and of a credit that is not applied nothing is taken back.
fn allowed_now(document: &Document) -> Vec<&'static str> {
    let is_paid = !document.settlement.amount_paid.is_zero();
    let actions = actions_from(document.key.kind, document.status());
    // An approved document goes back only when its posting was set aside, which is not known here.
    let is_allowed = |action: &Action| {
        !(is_closing(document) || goes_back_from_approved(*action, document) || is_paid && *action == Action::Void)
            && (is_paid || *action != Action::Unapply)
            && something_left(*action, document).is_ok()
            && !(*action == Action::Reassign
                && (document.pays_several().is_some() || document.content.deductions().next().is_some()))
    };
    actions.filter(is_allowed).map(Action::name).collect()
}

/// Of a credit that is used up nothing is applied, and of what is paid nothing is received. The commands hold the amount against what is
/// left; this is for who asks what can be done. See docs/rules/documents.md#allowed-actions.
fn something_left(action: Action, document: &Document) -> Result<(), Refusal> {
    if !document.amount_due().is_zero() {
        return Ok(());
    }
    let (kind, id) = (document.key.kind.title(), &document.key.id);
    if action == Action::Apply {
        return Err(RefusalName::Overpayment.because(format!("nothing of {kind} {id:?} is left to apply")));
    }
    if action == Action::ReceivePayment {
        return Err(RefusalName::Overpayment.because(format!("nothing is due on {kind} {id:?}")));
    }
    Ok(())
}

/// What payments or credits were applied to is not voided under them.
/// See docs/rules/postings.md#what-is-not-voided.
fn unsettled(action: Action, document: &Document) -> Result<(), Refusal> {
    if action != Action::Void || document.settlement.amount_paid.is_zero() {
        return Ok(());
    }
    let paid = document.content.currency.to_decimal(document.settlement.amount_paid);
    Err(RefusalName::WrongStatus
        .because(format!("{paid} of {} {:?} is paid or applied", document.key.kind.title(), document.key.id))
        .with_way_out(Some(freed(document.key.kind).to_owned()))
        .with("document_status", document.status().name())
        .with("allowed_actions", allowed_now(document))
        .with("amount_paid", number(paid)))
}

/// What gives back what was settled of a document of this type.
fn freed(kind: DocumentKind) -> &'static str {
    if kind.gives_credit() {
        "unapply it and void its refunds first"
    } else {
        "void its payments and unapply its credits first"
    }
}

/// Of a credit of which nothing is applied, no application is taken back.
fn applied(action: Action, document: &Document) -> Result<(), Refusal> {
    if action != Action::Unapply || !document.settlement.amount_paid.is_zero() {
        return Ok(());
    }
    Err(RefusalName::WrongStatus
        .because(format!("nothing of {} {:?} is applied", document.key.kind.title(), document.key.id))
        .with("document_status", document.status().name())
        .with("allowed_actions", allowed_now(document)))
}

/// A payment of several documents is not moved as a whole: which part would go where? And a discount, or a small difference, is of the one
/// document. See docs/rules/payments.md#several-documents.
fn of_one(action: Action, document: &Document) -> Result<(), Refusal> {
    if action != Action::Reassign {
        return Ok(());
    }
    let content = &document.content;
    let why = match (document.pays_several(), content.discount(), content.write_off()) {
        (None, None, None) => return Ok(()),
        (Some(_), _, _) => "settles several documents",
        (None, Some(_), _) => "takes a discount of its document",
        (None, None, Some(_)) => "writes off a difference of its document",
    };
    Err(RefusalName::WrongStatus
        .because(format!("{} {:?} {why}", document.key.kind.title(), document.key.id))
        .with_way_out(Some("correct it, and name the right documents in its copy".to_owned()))
        .with("document_status", document.status().name())
        .with("allowed_actions", allowed_now(document)))
}

/// What a bank reconciliation found on the statement is not voided under it, nor cleared a second time, on another day; and what a
/// completed one counted as cleared stays so.
fn uncleared(action: Action, document: &Document, snapshot: &Snapshot) -> Result<(), Refusal> {
    if matches!(action, Action::Void | Action::Clear | Action::Unclear | Action::Undeposit) {
        not_cleared(&document.key, &snapshot.cleared_marks)?;
    }
    if action == Action::Unreturn {
        return_not_cleared(&document.key, &snapshot.cleared_marks)?;
    }
    Ok(())
}

/// Some actions are for those who may sign the current step, or for the submitter; one moves money without a signature.
/// See docs/rules/signing.md#what-needs-the-signer.
fn signer(action: Action, document: &Document, snapshot: &Snapshot) -> Result<(), Refusal> {
    if is_spared(action, document, snapshot) || goes_back_from_approved(action, document) {
        return Ok(());
    }
    match action.facts().asks {
        Asks::Anybody if action == Action::Reassign => beneficiary::is_not_the_caller(document, snapshot),
        Asks::Anybody => Ok(()),
        Asks::Signer if action == Action::Approve => may_sign_current_step(document, snapshot).map(|_| ()),
        Asks::Signer => may_decide_on_current_step(document, snapshot),
        Asks::Submitter if is(Concerned::Submitter, document, snapshot) => Ok(()),
        Asks::Submitter => {
            let (name, id) = (document.key.kind.title(), &document.key.id);
            Err(RefusalName::Forbidden.because(format!("{} is for who submitted {name} {id:?}", action.name())))
        }
    }
}

/// The step that waits for a signature.
pub fn current_step(submission: &Submission) -> Result<&Step, Refusal> {
    submission.current_step().ok_or_else(|| RefusalName::NoLevelWaits.because("no level waits for a signature"))
}

/// Whether the caller may reject the document, send it back or hold it: whoever may sign the current step, whatever their limit.
fn may_decide_on_current_step(document: &Document, snapshot: &Snapshot) -> Result<(), Refusal> {
    match may_sign_current_step(document, snapshot) {
        Err(refusal) if !refusal.is(RefusalName::OverLimit) => Err(refusal),
        Ok(_) | Err(_) => Ok(()),
    }
}

/// The right by which the caller may sign the document's current step.
pub fn may_sign_current_step(document: &Document, snapshot: &Snapshot) -> Result<Right, Refusal> {
    let submission = match &document.stage {
        Stage::PendingApproval(submission) => submission,
        Stage::OnHold(held) => &held.submission,
        Stage::Draft(_) | Stage::Approved(_) | Stage::InLedger(_) | Stage::Rejected(_) | Stage::Voided(_) => {
            return Err(wrong_status(document));
        }
    };
    let step = current_step(submission)?;
    let actor = &snapshot.actor;
    let today = snapshot.today;
    let (catalog, kind) = (&snapshot.catalog, document.key.kind);
    let amount = submission.plan.amount;
    let candidate = Candidate {
        user_id: &actor.user_id,
        roles: &actor.roles,
        may_approve: snapshot.require_on(document, "approve").is_ok(),
        limit: catalog.approval_limit(&actor.user_id, &actor.roles, kind),
        stands_in_for: catalog.principals_of(&actor.user_id, kind, amount, today),
    };
    let beneficiaries = beneficiary::of(document, snapshot);
    let guarded = Guarded {
        amount,
        base_currency: snapshot.settings.base_currency,
        authors: document.authors(),
        beneficiaries: &beneficiaries,
        signatures: &submission.signatures,
        self_approval: snapshot.settings.self_approval,
    };
    may_sign(step, &candidate, &guarded)
}

/// What lands in a period, or promises to, needs it open. See docs/rules/periods.md#closed-periods.
fn period(action: Action, document: &Document, snapshot: &Snapshot) -> Result<(), Refusal> {
    if !action.facts().needs_open_period {
        return Ok(());
    }
    let day = document.content.tran_date;
    let way = if action == Action::Submit { Way::Rewrite(day) } else { Way::SendBack(day) };
    let own = (own_period(document, snapshot)?, &touched(document, snapshot));
    next_open::open_or_excepted(&document.key, own, way, snapshot)
}

/// The document's period, when it is open for everything that the document touches, or takes this one by way of exception.
pub fn open_period<'a>(document: &Document, snapshot: &'a Snapshot) -> Result<&'a Period, Refusal> {
    let period = own_period(document, snapshot)?;
    if exception(document, snapshot).is_none() {
        checks::period_open(period, &touched(document, snapshot))?;
    }
    Ok(period)
}

/// The exception by which the document comes into its period today, where it needs one.
pub fn exception<'a>(document: &Document, snapshot: &'a Snapshot) -> Option<&'a PeriodException> {
    if snapshot.catalog.exceptions.is_empty() {
        return None;
    }
    let period = snapshot.catalog.periods.get(&document.content.posting_period_id)?;
    snapshot.catalog.exception(&document.key, (period, &touched(document, snapshot)), snapshot.today)
}

fn own_period<'a>(document: &Document, snapshot: &'a Snapshot) -> Result<&'a Period, Refusal> {
    let id = &document.content.posting_period_id;
    snapshot.catalog.periods.get(id).ok_or_else(|| Refusal::not_found("accounting period", id))
}

fn touched(document: &Document, snapshot: &Snapshot) -> BTreeSet<SubLedger> {
    kind::sub_ledgers(document, &snapshot.catalog)
}

/// Whether the caller needs no permission for it.
fn is_spared(action: Action, document: &Document, snapshot: &Snapshot) -> bool {
    action.facts().spares.is_some_and(|concerned| is(concerned, document, snapshot))
}

/// Whether the caller is the one whom the document names.
fn is(concerned: Concerned, document: &Document, snapshot: &Snapshot) -> bool {
    let named = match concerned {
        Concerned::Submitter => document.stage.submitted().map(|submitted| &submitted.by),
        Concerned::Holder => document.stage.held_by(),
    };
    named == Some(&snapshot.actor.user_id)
}

/// The actions that the caller can take now, and why not the others. See docs/rules/documents.md#allowed-actions.
pub fn survey(document: &Document, snapshot: &Snapshot) -> (Vec<Action>, BTreeMap<&'static str, String>) {
    let kind = document.key.kind;
    let mut allowed = Vec::new();
    let mut why_not = BTreeMap::new();
    for action in Action::ALL.into_iter().filter(|action| *action != Action::Post && kind.has(*action)) {
        let permitted = permit(action, document, snapshot).and_then(|()| something_left(action, document));
        match permitted.and_then(|()| already_reversed(action, snapshot)) {
            Ok(()) => allowed.push(action),
            Err(refusal) => {
                why_not.insert(action.name(), refusal.detail());
            }
        }
    }
    (allowed, why_not)
}

/// An entry is reversed once. See docs/rules/postings.md#one-live-reversal.
pub fn already_reversed(action: Action, snapshot: &Snapshot) -> Result<(), Refusal> {
    match (&snapshot.live_reversal, action) {
        (Some(id), Action::Reverse) => Err(RefusalName::AlreadyReversed
            .because(format!("journal entry {id:?} reverses it already"))
            .with("reversing_entry_id", id.clone())),
        _ => Ok(()),
    }
}

/// Its status would allow it, but for how another document stands.
pub fn barred(document: &Document, why: String) -> Refusal {
    RefusalName::WrongStatus
        .because(why)
        .with("document_status", document.status().name())
        .with("allowed_actions", allowed_now(document))
}

/// A reversing entry that was made before its original was posted, as that of a revaluation, waits for it, and takes back what was
/// posted: not what stood there before the original was written anew. See docs/rules/revaluation.md#reversed-on-the-next-day.
pub fn after_original(document: &Document, snapshot: &Snapshot) -> Result<(), Refusal> {
    let Some(key) = document.undoes() else { return Ok(()) };
    let refused = |what: &str| Err(barred(document, format!("journal entry {:?}, which it reverses, {what}", key.id)));
    let Some(original) = snapshot.documents.get(&key) else { return refused("is there no more: reject this one") };
    if !original.status().is_in_ledger() {
        return refused(&format!("is {}: that is posted first", original.status().name()));
    }
    let lines = |of: &Document, sign: i64| {
        let line = |line: &Line| (line.account_id.clone(), line.amount.0.checked_mul(sign));
        let mut lines: Vec<_> = of.lines().map(line).collect();
        lines.sort_unstable();
        lines
    };
    if lines(document, 1) != lines(original, -1) {
        return refused("was written anew since: reject this one, and reverse that");
    }
    Ok(())
}
