//! Apply: a posted credit memo settles an invoice of its customer. See docs/rules/payments.md#applying-a-credit-memo.
//!
//! The receivables account was credited when the memo was posted, so nothing more moves in it but a difference of rates: the
//! memo stands there at its own rate, and the invoice is relieved at its own. That difference is a realised exchange gain or loss.

use std::collections::BTreeSet;

use rust_decimal::Decimal;

use crate::action::document::kind::checks;
use crate::action::document::settlement;
use crate::action::document::{audit, guard, permitted};
use crate::clock::Date;
use crate::command::{Application, Change, Command, Decision, Effects, Needed, Refuses, Snapshot, Target, Wants};
use crate::document::Action;
use crate::document::model::Document;
use crate::error::{Faults, Refusal, RefusalName};
use crate::kind::DocumentKey;
use crate::kind::DocumentKind;
use crate::kind::SubLedger;
use crate::ledger::{Posting, PostingKind, PostingLine};
use crate::money::{Minor, number};
use crate::period::Period;

/// Applies part of a credit memo to an invoice.
pub struct Apply {
    pub key: DocumentKey,
    pub invoice_id: Option<String>,
    pub amount: Option<Decimal>,
    pub faults: Faults,
}

/// What an application led to: both documents as they stand after it.
#[derive(Clone, Debug)]
pub struct Applied {
    pub memo: Document,
    pub invoice: Document,
    pub application: Application,
}

impl Refuses for Apply {
    const REFUSALS: &'static [RefusalName] =
        &[RefusalName::WrongStatus, RefusalName::Overpayment, RefusalName::NoOpenPeriod, RefusalName::MissingAccount];
}

impl Command for Apply {
    type Answer = Applied;

    fn needs(&self) -> Vec<Needed> {
        vec![(self.key.kind.name(), Action::Apply.permission()), (DocumentKind::Invoice.name(), "read")]
    }

    fn wants(&self) -> Wants {
        let mut documents = BTreeSet::from([self.key.clone()]);
        documents.extend(self.invoice_key());
        Wants {
            target: Some(Target::Document(self.key.clone())),
            documents,
            applications_of: Some(self.key.id.clone()),
            ..Wants::default()
        }
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<Applied>, Refusal> {
        let memo = permitted(Action::Apply, &self.key, snapshot)?;
        let (invoice, amount) = self.checked(memo, snapshot)?;
        let (mut paid, invoice_share) = settlement::promise(invoice, amount, "/amount", snapshot)?;
        let (mut used, memo_share) = settlement::promise(memo, amount, "/amount", snapshot)?;
        for document in [&mut paid, &mut used] {
            settlement::settle(document, amount).map_err(|error| Faults::one("/amount", error.to_string()))?;
        }
        let application = Application {
            credit_memo_id: memo.key.id.clone(),
            position: snapshot.applications.saturating_add(1),
            invoice_id: invoice.key.id.clone(),
            amount,
            base_amount: invoice_share,
            memo_base_amount: memo_share,
            applied_on: counts_from(memo, invoice, snapshot)?,
            applied_at: snapshot.now,
            applied_by: snapshot.actor.user_id.to_string(),
        };
        let mut effects = Effects::at(snapshot.now);
        if let Some(posting) = difference(memo, invoice, &application, snapshot)? {
            effects.changes.push(Change::Post(Box::new(posting)));
        }
        audit_rows(memo, &used, invoice, &paid, amount, snapshot, &mut effects);
        for document in [&used, &paid] {
            effects.changes.push(Change::UpdateDocument { document: Box::new(document.clone()), lines: false });
        }
        effects.changes.push(Change::Apply(application.clone()));
        Ok(Decision::new(effects, Applied { memo: used, invoice: paid, application }))
    }

    fn faults(&self) -> Option<&Faults> {
        Some(&self.faults)
    }
}

impl Apply {
    fn invoice_key(&self) -> Option<DocumentKey> {
        self.invoice_id.as_ref().map(|id| DocumentKey::new(DocumentKind::Invoice, id.clone()))
    }

    /// The invoice and the amount, when the memo can be applied to it.
    fn checked<'a>(&self, memo: &Document, snapshot: &'a Snapshot) -> Result<(&'a Document, Minor), Refusal> {
        let mut faults = self.faults.clone();
        let key = self.invoice_key();
        let invoice = key.as_ref().and_then(|key| snapshot.documents.get(key));
        match (&self.invoice_id, invoice) {
            (None, _) if !faults.has("/invoice_id") => faults.add("/invoice_id", "is required"),
            (Some(id), None) => faults.add("/invoice_id", format!("there is no invoice {id:?}")),
            (Some(id), Some(invoice)) if invoice.content.party() != memo.content.party() => {
                faults.add("/invoice_id", format!("invoice {id:?} is another customer's"));
            }
            (Some(id), Some(invoice)) if invoice.content.currency != memo.content.currency => {
                let currency = memo.content.currency;
                faults.add("/invoice_id", format!("invoice {id:?} is not in {currency}, the credit memo's currency"));
            }
            (Some(id), Some(invoice)) if invoice.content.control_account() != memo.content.control_account() => {
                faults.add("/invoice_id", format!("invoice {id:?} stands in another receivables account"));
            }
            (None | Some(_), _) => {}
        }
        let currency = memo.content.currency;
        let amount = checks::positive_amount(self.amount, "/amount", currency, &mut faults);
        match (invoice, amount, faults.is_empty()) {
            (Some(invoice), Some(amount), true) => Ok((invoice, amount)),
            _ => Err(Refusal::Invalid(faults)),
        }
    }
}

/// What the two shares leave over, in the open period that holds the application's day: the realised gain or loss between two
/// rates; under one rate, a rounding difference.
fn difference(
    memo: &Document,
    invoice: &Document,
    application: &Application,
    snapshot: &Snapshot,
) -> Result<Option<Posting>, Refusal> {
    let (memo_share, invoice_share) = (application.memo_base_amount, application.base_amount);
    if memo_share == invoice_share {
        return Ok(None);
    }
    let too_large = |error: crate::money::MoneyError| Faults::one("/amount", error.to_string());
    let Some(control_account) = memo.content.control_account() else { return Err(guard::wrong_status(memo)) };
    let control = PostingLine {
        line_number: 0,
        account_id: control_account.to_owned(),
        amount: Minor::ZERO,
        base_amount: memo_share.checked_sub(invoice_share).map_err(too_large)?,
        memo: Some(format!("Applied to {}", application.invoice_id)),
    };
    let mut lines = vec![control];
    let same_rate = memo.content.exchange_rate == invoice.content.exchange_rate;
    snapshot
        .catalog
        .added_accounts()
        .balance(&mut lines, same_rate)
        .map_err(|error| RefusalName::MissingAccount.because(error.to_string()))?;
    let period = open_from(application.applied_on, snapshot)?;
    Ok(Some(Posting {
        source: memo.key.clone(),
        kind: PostingKind::Application(application.position),
        period_id: period.period_id.clone(),
        sub_ledger: SubLedger::Ar,
        posting_date: application.applied_on,
        currency: memo.content.currency,
        posted_at: snapshot.now,
        lines,
    }))
}

/// The later posting of the two documents, or the first day of the earliest later open period: what was reported at the end of a
/// closed one stays as it was.
fn counts_from(memo: &Document, invoice: &Document, snapshot: &Snapshot) -> Result<Date, Refusal> {
    let posted_on = |document: &Document| {
        let period = snapshot.catalog.periods.get(&document.content.posting_period_id);
        period.map_or(document.content.tran_date, |period| period.start_date.max(document.content.tran_date))
    };
    let day = posted_on(memo).max(posted_on(invoice));
    Ok(day.max(open_from(day, snapshot)?.start_date))
}

/// The period that holds the day when it is open for receivables, else the earliest later open one.
fn open_from(day: Date, snapshot: &Snapshot) -> Result<&Period, Refusal> {
    let open = snapshot.catalog.periods.values().filter(|period| period.end_date >= day);
    open.filter(|period| period.is_open_for(SubLedger::Ar)).min_by_key(|period| period.start_date).ok_or_else(|| {
        RefusalName::NoOpenPeriod.because(format!("no accounting period on or after {day} is open for receivables"))
    })
}

/// A row in both trails, and one for an invoice that became Paid.
fn audit_rows(
    memo: &Document,
    used: &Document,
    invoice: &Document,
    paid: &Document,
    amount: Minor,
    snapshot: &Snapshot,
    effects: &mut Effects,
) {
    let currency = memo.content.currency;
    let amount = number(currency.to_decimal(amount));
    let due = |document: &Document| number(currency.to_decimal(document.amount_due()));
    effects.audit.push(
        audit(Action::Apply, memo, used.status(), snapshot)
            .with("invoice_id", invoice.key.id.clone())
            .with("amount", amount.clone())
            .with("amount_due", due(used)),
    );
    effects.audit.push(
        audit(Action::Apply, invoice, invoice.status(), snapshot)
            .with("credit_memo_id", memo.key.id.clone())
            .with("amount", amount)
            .with("amount_due", due(paid)),
    );
    if paid.status() != invoice.status() {
        effects.audit.push(settlement::paid(paid, invoice.status(), memo, snapshot));
    }
}
