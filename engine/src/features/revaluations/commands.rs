//! Revalue: makes the entries that bring open items and accounts in other currencies to the rate of a period's last day, and submits
//! them. See docs/rules/revaluation.md#entries.

use super::entries::{EXCHANGE_ACCOUNT, Made, Maker};
use super::proposal::{AccountRow, Holds, Proposal};
use super::records::WantedRevaluation;
use crate::books::command::wants::AddsUp;
use crate::books::command::{Command, Decision, Effects, Needed, Permitted, Refuses, Snapshot, Takes, Wants};
use crate::books::ledger::Posting;
use crate::books::period::Period;
use crate::values::account::Subtype;
use crate::values::clock::Date;
use crate::values::error::{Faults, Refusal, RefusalName};
use crate::values::kind::{DocumentKey, DocumentKind};

/// Revalues a period's last day: run again, what is missing since.
pub struct Revalue {
    pub period_id: Option<String>,
    /// The last day of that period, as it was read; none where nobody knows the period.
    pub day: Option<Date>,
    /// Open items are reversed on the next day, whatever is left out here.
    pub reverse: Option<bool>,
    /// The first active account, by id, of subtype `exchange_gain_loss` when left out.
    pub exchange_gain_loss_account_id: Option<String>,
    /// What the ids of the entries begin with: fresh.
    pub first_id: String,
    pub faults: Faults,
}

/// What was found, and the entries that were made of it.
#[derive(Clone, Debug)]
pub struct Revaluation {
    pub period_id: String,
    pub proposal: Proposal,
    /// One of each account in which something was missing, by account.
    pub entries: Vec<Made>,
    /// What they will put into the ledger when they are signed.
    pub would_post: Vec<Posting>,
}

impl Refuses for Revalue {
    const REFUSALS: &'static [RefusalName] = &[
        RefusalName::NoExchangeRate,
        RefusalName::MissingAccount,
        RefusalName::PeriodClosed,
        RefusalName::NoOpenPeriod,
        RefusalName::NoMatchingRule,
        RefusalName::NoManager,
        RefusalName::NoApprover,
    ];
}

impl Permitted for Revalue {
    const TAKES: Takes =
        Takes::These(&[("journal_entry", "write"), ("journal_entry", "submit"), ("journal_entry", "reverse")]);
}

impl Command for Revalue {
    type Answer = Revaluation;

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(None)
    }

    /// Nothing may be posted, and nobody may revalue, between what is seen and what is written.
    fn wants(&self) -> Wants {
        let key = DocumentKey::new(DocumentKind::JournalEntry, &self.first_id);
        let of_feature = self.day.map(|day| Wants::of_feature(WantedRevaluation { day })).unwrap_or_default();
        Wants { adds_up: Some(AddsUp::New { key, party_id: None, pays: None }), exclusive: true, ..of_feature }
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<Revaluation>, Refusal> {
        let mut faults = self.faults.clone();
        let period = self.period(snapshot, &mut faults);
        let exchange = self.exchange_account(snapshot, &mut faults);
        let (Some((period, day)), true) = (period, faults.is_empty()) else { return Err(Refusal::Invalid(faults)) };
        let proposal = Proposal::of(day, snapshot)?;
        let rows: Vec<&AccountRow> = proposal.accounts.iter().filter(|row| !row.missing.is_zero()).collect();
        if self.reverse == Some(false) && rows.iter().any(|row| matches!(row.holds, Holds::Items(_))) {
            return Err(Faults::one("/reverse", NOT_LEFT_STANDING));
        }
        let mut effects = Effects::at(snapshot.now);
        let (mut entries, mut would_post) = (Vec::with_capacity(rows.len()), Vec::new());
        if !rows.is_empty() {
            let exchange = exchange.map_or_else(|| first_exchange_account(snapshot), Ok)?;
            let mut maker = Maker::new(period, day, exchange, &self.first_id, snapshot);
            for row in rows {
                let made = maker.entry(row, &proposal)?;
                entries.push(made);
            }
            (effects, would_post) = maker.done();
        }
        let period_id = period.period_id.clone();
        Ok(Decision::new(effects, Revaluation { period_id, proposal, entries, would_post }))
    }

    fn faults(&self) -> Option<&Faults> {
        Some(&self.faults)
    }
}

/// What is wrong with keeping the revaluation of open items.
const NOT_LEFT_STANDING: &str = "open items are revalued for the day alone: what is settled counts from the rate of its document, so their \
    revaluation is reversed on the next day; leave it out, or send true";

impl Revalue {
    /// The period, and its last day.
    fn period<'a>(&self, snapshot: &'a Snapshot, faults: &mut Faults) -> Option<(&'a Period, Date)> {
        let Some(id) = &self.period_id else {
            if !faults.has("/period_id") {
                faults.add("/period_id", "is required");
            }
            return None;
        };
        let found = snapshot.catalog.periods.get(id).filter(|period| Some(period.end_date) == self.day);
        if found.is_none() {
            faults.add("/period_id", format!("there is no accounting period {id:?}"));
        }
        found.map(|period| (period, period.end_date))
    }

    /// The account that was named.
    fn exchange_account<'a>(&self, snapshot: &'a Snapshot, faults: &mut Faults) -> Option<&'a str> {
        let id = self.exchange_gain_loss_account_id.as_ref()?;
        let found = snapshot.catalog.accounts.get(id).filter(|account| account.is_active);
        let found = found.filter(|account| account.subtype == Some(Subtype::ExchangeGainLoss));
        if found.is_none() {
            let why = format!("must be an active account of subtype {}", Subtype::ExchangeGainLoss.name());
            faults.add(EXCHANGE_ACCOUNT, why);
        }
        found.map(|account| account.account_id.as_str())
    }
}

fn first_exchange_account(snapshot: &Snapshot) -> Result<&str, Refusal> {
    let subtype = Subtype::ExchangeGainLoss;
    let found = snapshot.catalog.first_account(subtype).map(|account| account.account_id.as_str());
    found.ok_or_else(|| {
        RefusalName::MissingAccount.because(format!("there is no active account of subtype {}", subtype.name()))
    })
}
