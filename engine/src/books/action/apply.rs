//! Apply: a posted credit settles a document of its party: a credit memo an invoice, as the facts of the types say
//! ([`crate::values::kind::ItemsType::credits`]). See docs/rules/payments.md#applying-a-credit.
//!
//! The control account was moved when the credit was posted, so nothing more moves in it but a difference of rates: the credit
//! stands there at its own rate, and the other document is relieved at its own. That difference is a realised exchange gain or loss.

use crate::books::action::guarded;
use crate::values::kind::GovernedAction;
use std::collections::BTreeSet;

use rust_decimal::Decimal;

use crate::books::action::kind::{checks, order};
use crate::books::action::settlement;
use crate::books::action::{audit, guard, landing, permitted};
use crate::books::command::{
    Application, Change, Command, Decision, Effects, Guarded, Needed, Permitted, Refuses, Snapshot, Takes, Target,
    Wants,
};
use crate::books::document::Action;
use crate::books::document::model::Document;
use crate::books::ledger::{Posting, PostingKind, PostingLine};
use crate::values::clock::Date;
use crate::values::error::{Faults, Refusal, RefusalName};
use crate::values::kind::DocumentKey;
use crate::values::kind::Side;
use crate::values::money::{Minor, MoneyError, number};

/// Applies part of a credit to a document.
pub struct Apply {
    pub key: DocumentKey,
    /// The id of the document to settle, of the type that the credit is for.
    pub settled_id: Option<String>,
    pub amount: Option<Decimal>,
    pub faults: Faults,
}

/// The outcome of an application: both documents as they stand after it.
#[derive(Clone, Debug)]
pub struct Applied {
    pub credit: Document,
    pub settled: Document,
    pub application: Application,
    /// What it puts into the ledger, where two rates leave something over.
    pub posting: Option<Posting>,
}

impl Refuses for Apply {
    const IS_GUARDED: bool = true;
    const REFUSALS: &'static [RefusalName] =
        &[RefusalName::WrongStatus, RefusalName::Overpayment, RefusalName::NoOpenPeriod, RefusalName::MissingAccount];
}

impl Permitted for Apply {
    const TAKES: Takes = Takes::Action(Action::Apply);
}

impl Command for Apply {
    type Answer = Applied;

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(Some(self.key.kind))
    }

    fn guarded<'a>(&'a self, snapshot: &'a Snapshot, effects: &Effects) -> Option<Guarded<'a>> {
        guarded::on(&self.key, GovernedAction::Apply, snapshot, effects)
    }

    fn wants(&self) -> Wants {
        let mut documents = BTreeSet::from([self.key.clone()]);
        documents.extend(settled_key(&self.key, self.settled_id.as_deref()));
        Wants {
            target: Some(Target::Document(self.key.clone())),
            documents,
            applications_of: Some(self.key.clone()),
            ..Wants::default()
        }
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<Applied>, Refusal> {
        let credit = permitted(Action::Apply, &self.key, snapshot)?;
        let mut faults = self.faults.clone();
        let found = found(credit, "", (self.settled_id.as_deref(), self.amount), snapshot, &mut faults)?;
        let (Some((settled, amount)), true) = (found, faults.is_empty()) else { return Err(Refusal::Invalid(faults)) };
        let position = snapshot.applications.saturating_add(1);
        let done = applied(credit, settled, amount, ("/amount", position), snapshot)?;
        let mut effects = Effects::at(snapshot.now);
        tell(credit, settled, &done, snapshot, &mut effects);
        record(&done.credit, std::slice::from_ref(&done), &mut effects);
        Ok(Decision::new(effects, done))
    }

    fn faults(&self) -> Option<&Faults> {
        Some(&self.faults)
    }
}

/// The document of this id, of the type that the credit is for.
pub(super) fn settled_key(credit: &DocumentKey, id: Option<&str>) -> Option<DocumentKey> {
    let kind = credit.kind.items().and_then(|items| items.credits)?;
    Some(DocumentKey::new(kind, id?))
}

/// The document and the amount, where the credit can be applied to it; what is wrong is told by pointers that begin with `within`.
pub(super) fn found<'a>(
    credit: &Document,
    within: &str,
    (id, amount): (Option<&str>, Option<Decimal>),
    snapshot: &'a Snapshot,
    faults: &mut Faults,
) -> Result<Option<(&'a Document, Minor)>, Refusal> {
    let Some((kind, items)) = credit.key.kind.items().and_then(|items| Some((items.credits?, items))) else {
        return Err(guard::wrong_status(credit));
    };
    let (field, title) = (format!("{within}/{}", kind.id_field()), kind.title());
    let settled = settled_key(&credit.key, id).and_then(|key| snapshot.documents.get(&key));
    let wrong = match (id, settled) {
        (None, _) if !faults.has(&field) => Some("is required".to_owned()),
        (Some(id), None) => Some(format!("there is no {title} {id:?}")),
        (Some(id), Some(settled)) if settled.content.party() != credit.content.party() => {
            Some(format!("{title} {id:?} is another {}'s", items.party.title()))
        }
        (Some(id), Some(settled)) if settled.content.currency != credit.content.currency => {
            let (currency, credit) = (credit.content.currency, credit.key.kind.title());
            Some(format!("{title} {id:?} is not in {currency}, the {credit}'s currency"))
        }
        (Some(id), Some(settled)) if settled.content.control_account() != credit.content.control_account() => {
            Some(format!("{title} {id:?} stands in another {} account", items.control.title()))
        }
        (None | Some(_), _) => None,
    };
    if let Some(wrong) = wrong {
        faults.add(field, wrong);
    }
    let amount = checks::positive_amount(amount, &format!("{within}/amount"), credit.content.currency, faults);
    Ok(settled.zip(amount))
}

/// The application of this amount, and both documents one version on. `pointer` names the amount; `position` is that of the application
/// among those of the credit.
pub(super) fn applied(
    credit: &Document,
    settled: &Document,
    amount: Minor,
    (pointer, position): (&str, u32),
    snapshot: &Snapshot,
) -> Result<Applied, Refusal> {
    let (mut paid, share) = settlement::promise(settled, amount, pointer, snapshot)?;
    let (mut used, credit_share) = settlement::promise(credit, amount, pointer, snapshot)?;
    for document in [&mut paid, &mut used] {
        settlement::settle(document, amount).map_err(|error| Faults::one(pointer, error.to_string()))?;
    }
    let application = Application {
        credit: credit.key.clone(),
        position,
        settled: settled.key.clone(),
        amount,
        base_amount: share,
        credit_base_amount: credit_share,
        applied_on: counts_from(credit, settled, snapshot)?,
        applied_at: snapshot.now,
        applied_by: snapshot.actor.user_id.to_string(),
        undoes: None,
    };
    let posting = difference(credit, settled, &application, pointer, snapshot)?;
    Ok(Applied { credit: used, settled: paid, application, posting })
}

/// What it puts into the ledger, and into both trails.
pub(super) fn tell(credit: &Document, settled: &Document, done: &Applied, snapshot: &Snapshot, effects: &mut Effects) {
    effects.changes.extend(done.posting.clone().map(|posting| Change::Post(Box::new(posting))));
    audit_rows(credit, settled, done, snapshot, effects);
}

/// The credit as it stands after all of them, what they settled, and the applications.
pub(super) fn record(credit: &Document, all: &[Applied], effects: &mut Effects) {
    for document in [credit].into_iter().chain(all.iter().map(|done| &done.settled)) {
        effects.changes.push(Change::UpdateDocument { document: Box::new(document.clone()), lines: false });
    }
    effects.changes.extend(all.iter().map(|done| Change::Apply(done.application.clone())));
}

/// What the two shares leave over, in the open period that holds the application's day: the realised gain or loss between two
/// rates; under one rate, a rounding difference.
fn difference(
    credit: &Document,
    settled: &Document,
    application: &Application,
    pointer: &str,
    snapshot: &Snapshot,
) -> Result<Option<Posting>, Refusal> {
    let (credit_share, share) = (application.credit_base_amount, application.base_amount);
    if credit_share == share {
        return Ok(None);
    }
    let too_large = |error: MoneyError| Faults::one(pointer, error.to_string());
    let (Some(control_account), Some(of)) = (credit.content.control_account(), credit.key.kind.items()) else {
        return Err(guard::wrong_status(credit));
    };
    let control = PostingLine {
        line_number: 0,
        account_id: control_account.to_owned(),
        amount: Minor::ZERO,
        base_amount: left_in_control(of.side, credit_share, share).map_err(too_large)?,
        memo: Some(format!("Applied to {}", application.settled.id)),
        tax_part: None,
    };
    let mut lines = vec![control];
    let same_rate = credit.content.exchange_rate == settled.content.exchange_rate;
    snapshot
        .catalog
        .added_accounts()
        .balance(&mut lines, same_rate)
        .map_err(|error| RefusalName::MissingAccount.because(error.to_string()))?;
    let period = landing::open_from(application.applied_on, &[credit.sub_ledger], snapshot)?;
    Ok(Some(Posting {
        source: credit.key.clone(),
        kind: PostingKind::Application(application.position),
        period_id: period.period_id.clone(),
        sub_ledger: credit.sub_ledger,
        posting_date: application.applied_on,
        currency: credit.content.currency,
        posted_at: snapshot.now,
        lines,
    }))
}

/// What takes both shares out of the control account for good: there the credit stands against its own items, and the document that
/// it settles against the credit.
fn left_in_control(items: Side, credit_share: Minor, share: Minor) -> Result<Minor, MoneyError> {
    items.signed(credit_share.checked_sub(share)?)
}

/// The later posting of the two documents, or the first day of the earliest later open period: what was reported at the end of a
/// closed one stays as it was.
fn counts_from(credit: &Document, settled: &Document, snapshot: &Snapshot) -> Result<Date, Refusal> {
    let posts_on = |document: &Document| order::posts_on(&document.content, &snapshot.catalog);
    let day = posts_on(credit).max(posts_on(settled));
    Ok(day.max(landing::open_from(day, &[credit.sub_ledger], snapshot)?.start_date))
}

/// A row in both trails, and one for a document that became Paid.
fn audit_rows(credit: &Document, settled: &Document, done: &Applied, snapshot: &Snapshot, effects: &mut Effects) {
    let Applied { credit: used, settled: paid, application, .. } = done;
    let currency = credit.content.currency;
    let amount = number(currency.to_decimal(application.amount));
    let due = |document: &Document| number(currency.to_decimal(document.amount_due()));
    effects.audit.push(
        audit(Action::Apply, credit, used.status(), snapshot)
            .with(settled.key.kind.id_field(), settled.key.id.clone())
            .with("amount", amount.clone())
            .with("amount_due", due(used)),
    );
    effects.audit.push(
        audit(Action::Apply, settled, settled.status(), snapshot)
            .with(credit.key.kind.id_field(), credit.key.id.clone())
            .with("amount", amount)
            .with("amount_due", due(paid)),
    );
    if paid.status() != settled.status() {
        effects.audit.push(settlement::paid(paid, settled.status(), credit, snapshot));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What stands in the control account of a credit and of what it settles, and what the application adds.
    #[test]
    fn nothing_of_what_is_settled_is_left_in_the_control_account() {
        for (items, credit_share, share) in [
            (Side::Debit, 1_250, 1_100),
            (Side::Debit, 1_100, 1_250),
            (Side::Credit, 1_250, 1_100),
            (Side::Credit, 1_100, 1_250),
            (Side::Credit, 1_100, 1_100),
        ] {
            let stands = |share: i64| items.signed(Minor(share)).and_then(Minor::negated).expect("small");
            let credit = stands(credit_share);
            let settled = stands(share).negated().expect("small");
            let added = left_in_control(items, Minor(credit_share), Minor(share)).expect("small");
            let left = Minor::sum([credit, settled, added]).expect("small");
            assert_eq!(left, Minor::ZERO, "{items:?} {credit_share} {share}");
        }
    }
}
