//! Return: a payment came back on a later day: the bank took a receipt back, or paid an outgoing one in again. What it had settled is
//! due again from that day on; the day of the payment stays as it was, in the ledger and on the bank's statement. What the bank charges
//! for it may be posted with it. See docs/rules/payments.md#returned.

use std::collections::BTreeSet;

use rust_decimal::Decimal;

use crate::books::action::clear::ended;
use crate::books::action::guarded;
use crate::books::action::kind;
use crate::books::action::kind::checks;
use crate::books::action::next_open;
use crate::books::action::{Acted, audit, guard, permitted, reassigned, to_ledger};
use crate::books::cleared::{MarkedBy, RETURN};
use crate::books::command::{
    AuditEntry, Change, Command, Decision, Effects, Guarded, Needed, Permitted, Refuses, Snapshot, Takes, Wants,
};
use crate::books::document::Action;
use crate::books::document::lifecycle::Status;
use crate::books::document::model::Document;
use crate::books::document::stage::{End, PaymentReturn, Posted, Stage};
use crate::books::ledger::{Posting, PostingLine};
use crate::books::period::Period;
use crate::values::clock::Date;
use crate::values::error::{Faults, Refusal, RefusalName};
use crate::values::kind::{DocumentKey, GovernedAction};
use crate::values::money::{Minor, MoneyError, number};

/// Records that a payment came back.
pub struct Return {
    pub key: DocumentKey,
    pub return_date: Option<Date>,
    pub reason: Option<String>,
    /// What the bank charges, in the payment's currency, and the account that takes it.
    pub fee: Option<Decimal>,
    pub fee_account_id: Option<String>,
    pub faults: Faults,
}

/// The outcome: the payment as it now stands, and what its return puts into the ledger.
#[derive(Clone, Debug)]
pub struct Came {
    pub acted: Acted,
    pub posting: Posting,
}

/// What was sent, when all of it fits.
struct Checked<'a> {
    reason: &'a str,
    period: &'a Period,
    on: Date,
    fee: Option<(Minor, &'a str)>,
}

impl Refuses for Return {
    const IS_GUARDED: bool = true;
    const REFUSALS: &'static [RefusalName] = &[RefusalName::WrongStatus, RefusalName::PeriodClosed];
}

impl Permitted for Return {
    const TAKES: Takes = Takes::Action(Action::Return);
}

impl Command for Return {
    type Answer = Came;

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(Some(self.key.kind))
    }

    fn guarded<'a>(&'a self, snapshot: &'a Snapshot, effects: &Effects) -> Option<Guarded<'a>> {
        guarded::on(&self.key, GovernedAction::Return, snapshot, effects)
    }

    fn wants(&self) -> Wants {
        let (reassignments_of, this) = (Some(self.key.clone()), BTreeSet::from([self.key.clone()]));
        Wants { reassignments_of, postings_of: this.clone(), cleared_marks_of: this, ..Wants::document(&self.key) }
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<Came>, Refusal> {
        let before = permitted(Action::Return, &self.key, snapshot)?;
        let Stage::InLedger(posted) = &before.stage else { return Err(guard::wrong_status(before)) };
        let original = to_ledger::posted(before, snapshot)?;
        let checked = self.checked(before, original, posted, snapshot)?;
        let too_large = |error: MoneyError| Faults::one("", error.to_string());
        let mut posting = original
            .opposite(to_ledger::next_return(before, snapshot), checked.period, checked.on, snapshot.now)
            .map_err(too_large)?;
        if let Some((fee, account_id)) = checked.fee {
            posting.lines.extend(charged(before, fee, account_id, snapshot).map_err(too_large)?);
        }
        let returned = PaymentReturn {
            was: posted.end.recorded().cloned(),
            ended: ended(checked.on, snapshot),
            reason: checked.reason.to_owned(),
        };
        let end = End::Returned(Box::new(returned));
        let document = before.at(Stage::InLedger(Posted { end, ..posted.clone() }));
        let acted = Acted::new(&document, snapshot, Some(checked.reason));
        let mut effects = Effects::at(snapshot.now);
        effects.changes.push(Change::Post(Box::new(posting.clone())));
        effects.audit.push(audit_row(before, &checked, snapshot));
        let (period, on) = (checked.period, checked.on);
        reassigned::give_back("Payment Returned", before, (period, on), snapshot, &mut effects)?;
        effects.changes.push(Change::UpdateDocument { document: Box::new(document), lines: false });
        Ok(Decision::new(effects, Came { acted, posting }))
    }

    fn faults(&self) -> Option<&Faults> {
        Some(&self.faults)
    }
}

impl Return {
    fn checked<'a>(
        &'a self,
        payment: &Document,
        original: &Posting,
        posted: &Posted,
        snapshot: &'a Snapshot,
    ) -> Result<Checked<'a>, Refusal> {
        let mut faults = self.faults.clone();
        if self.reason.is_none() && !faults.has("/reason") {
            faults.add("/reason", "is required");
        }
        let period = self.period(payment, (original, posted), snapshot, &mut faults);
        let fee = self.charged(payment, snapshot, &mut faults);
        let (Some(reason), Some((period, on)), true) = (self.reason.as_deref(), period, faults.is_empty()) else {
            return Err(Refusal::Invalid(faults));
        };
        let touched = kind::sub_ledgers(payment, &snapshot.catalog);
        let period = next_open::open_on((period, on), &touched, &snapshot.catalog)
            .map_err(|refusal| refusal.at("/return_date"))?;
        Ok(Checked { reason, period, on, fee })
    }

    /// The day, and the period that holds it: not before the payment stood in the ledger, nor before the bank had it.
    fn period<'a>(
        &self,
        payment: &Document,
        (original, posted): (&Posting, &Posted),
        snapshot: &'a Snapshot,
        faults: &mut Faults,
    ) -> Option<(&'a Period, Date)> {
        let pointer = "/return_date";
        let Some(day) = self.return_date else {
            if !faults.has(pointer) {
                faults.add(pointer, "is required");
            }
            return None;
        };
        // Its own clearing, or a match with the bank's lines. The mark of a reconciliation has the day that its clerk gave, which may be
        // that of the statement: the bank may have had the payment, and what came back, long before.
        let marks = snapshot.cleared_marks.iter().filter(|mark| {
            let is_own = mark.key.source == self.key && mark.key.line_number != RETURN;
            is_own && matches!(mark.by, MarkedBy::Match(_))
        });
        let banked =
            posted.end.recorded().map(|ended| ended.on).into_iter().chain(marks.map(|mark| mark.cleared_date)).max();
        if day < original.posting_date {
            faults.add(pointer, format!("is before {}, the day on which it was posted", original.posting_date));
        } else if let Some(since) =
            Some(to_ledger::stands_since(payment, original, snapshot)).filter(|since| day < *since)
        {
            faults.add(pointer, format!("is before {since}, from which on it stands again"));
        } else if let Some(banked) = banked.filter(|banked| day < *banked) {
            faults.add(pointer, format!("is before {banked}, the day on which the bank had it"));
        } else if let Some(since) = reassigned::since(snapshot).filter(|since| day < *since) {
            faults.add(pointer, format!("is before {since}, from which on it settles another document"));
        }
        let period = snapshot.catalog.period_of(day);
        if period.is_none() {
            faults.add(pointer, format!("no accounting period holds {day}"));
        }
        Some((period?, day))
    }

    /// The fee and its account: both, or neither.
    fn charged<'a>(&'a self, payment: &Document, snapshot: &Snapshot, faults: &mut Faults) -> Option<(Minor, &'a str)> {
        let is_asked = self.fee.is_some() || faults.has("/fee");
        let names_account = self.fee_account_id.is_some() || faults.has("/fee_account_id");
        if !is_asked && !names_account {
            return None;
        }
        let read_in = payment.content.currency.into();
        let fee = checks::positive_amount(self.fee, "/fee", payment.content.currency, faults);
        checks::item_account(self.fee_account_id.as_deref(), "/fee_account_id", read_in, snapshot, faults);
        if !names_account {
            faults.add("/fee_account_id", "is required with a fee");
        }
        fee.zip(self.fee_account_id.as_deref())
    }
}

fn audit_row(before: &Document, checked: &Checked<'_>, snapshot: &Snapshot) -> AuditEntry {
    let row = audit(Action::Return, before, Status::Returned, snapshot)
        .with("reason", checked.reason)
        .with("period_id", checked.period.period_id.clone())
        .with("return_date", checked.on.to_string());
    match checked.fee {
        None => row,
        Some((fee, account_id)) => row
            .with("fee", number(before.content.currency.to_decimal(fee)))
            .with("fee_account_id", account_id.to_owned()),
    }
}

/// The fee leaves the bank account, at the payment's own rate.
fn charged(
    payment: &Document,
    fee: Minor,
    account_id: &str,
    snapshot: &Snapshot,
) -> Result<[PostingLine; 2], MoneyError> {
    let content = &payment.content;
    let base = content.currency.convert(fee, content.exchange_rate, snapshot.settings.base_currency)?;
    let line = |account_id: &str, amount, base_amount| PostingLine {
        line_number: 0,
        account_id: account_id.to_owned(),
        amount,
        base_amount,
        memo: Some("Bank fee".to_owned()),
        tax_part: None,
    };
    let cash = content.cash_account().unwrap_or_default();
    Ok([line(account_id, fee, base), line(cash, fee.negated()?, base.negated()?)])
}
