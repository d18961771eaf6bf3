//! The entries of a revaluation: one for each account, and of open items one that reverses it on the next day.
//! See docs/rules/revaluation.md#entries.

use super::proposal::{AccountRow, Holds, Proposal};
use crate::approval::splitting::Earlier;
use crate::books::action::revaluation::{Adjustment, Submitted, reversed, submitted};
use crate::books::command::{Effects, Snapshot};
use crate::books::document::Document;
use crate::books::ledger::Posting;
use crate::books::period::Period;
use crate::values::clock::Date;
use crate::values::error::{Refusal, RefusalName};
use crate::values::kind::{DocumentKey, DocumentKind};
use crate::values::money::Minor;

/// The entry of an account, and what reverses it.
#[derive(Clone, Debug)]
pub struct Made {
    pub account_id: String,
    /// What it posts to that account, in base currency, debit positive.
    pub amount: Minor,
    pub entry: Document,
    /// Of open items, on the next day.
    pub reversal: Option<Document>,
}

/// Makes one entry after the other; each is submitted after the one before.
pub struct Maker<'a> {
    period: &'a Period,
    day: Date,
    exchange: &'a str,
    first_id: &'a str,
    seen: Snapshot,
    effects: Effects,
    would_post: Vec<Posting>,
    made: usize,
}

impl<'a> Maker<'a> {
    pub fn new(period: &'a Period, day: Date, exchange: &'a str, first_id: &'a str, snapshot: &Snapshot) -> Self {
        let (seen, effects) = (snapshot.clone(), Effects::at(snapshot.now));
        Self { period, day, exchange, first_id, seen, effects, would_post: Vec::new(), made: 0 }
    }

    /// All that it changes, and what will be posted.
    pub fn done(self) -> (Effects, Vec<Posting>) {
        (self.effects, self.would_post)
    }

    /// The entry that brings this account to its worth.
    pub fn entry(&mut self, row: &AccountRow, proposal: &Proposal) -> Result<Made, Refusal> {
        self.made = self.made.saturating_add(1);
        let id = format!("{}-{}", self.first_id, self.made);
        let adjustment = Adjustment {
            key: DocumentKey::new(DocumentKind::JournalEntry, &id),
            account_id: &row.account_id,
            exchange_account_id: self.exchange,
            amount: row.missing,
            memo: format!("Revaluation of account {} on {}", row.account_id, self.day),
            about: about(row, proposal),
            period: self.period,
            on: self.day,
        };
        let done = submitted(&adjustment, &self.seen).map_err(|refusal| refusal.renamed(NAMES))?;
        let entry = self.took(done);
        let reversal = match &row.holds {
            Holds::Items(_) => Some(self.reversal(&entry, &format!("{id}-reversal"))?),
            Holds::Balance { .. } => None,
        };
        Ok(Made { account_id: row.account_id.clone(), amount: row.missing, entry, reversal })
    }

    /// What takes it back on the next day.
    fn reversal(&mut self, entry: &Document, id: &str) -> Result<Document, Refusal> {
        let on = self.day.plus_days(1);
        let Some(period) = self.seen.catalog.period_of(on).cloned() else {
            let why = format!("no accounting period holds {on}, on which the revaluation of open items is reversed");
            return Err(RefusalName::NoOpenPeriod.because(why).at("/period_id"));
        };
        let key = DocumentKey::new(DocumentKind::JournalEntry, id);
        let done = reversed(entry, key, (&period, on), &self.seen)?;
        Ok(self.took(done))
    }

    /// What is submitted counts for the rules that add up.
    fn took(&mut self, Submitted { document, effects, posting }: Submitted) -> Document {
        self.effects.changes.extend(effects.changes);
        self.effects.audit.extend(effects.audit);
        self.would_post.push(posting);
        if let Some(submission) = document.stage.submission().filter(|submission| submission.is_added_up) {
            let (total, at) = (document.content.base_total, submission.submitted.at);
            let submitted = Earlier::of(&document.key.id, total, submission.plan.rate_override.as_ref(), at);
            self.seen.earlier.of_author.insert(0, submitted);
        }
        self.seen.documents.insert(document.key.clone(), document.clone());
        document
    }
}

/// Where the account of gains and losses stands in a body.
pub const EXCHANGE_ACCOUNT: &str = "/exchange_gain_loss_account_id";

/// An entry's fields as the call names what they come from.
const NAMES: &[(&str, &str)] = &[
    ("/lines/0/account_id", "/period_id"),
    ("/lines/0/debit", "/period_id"),
    ("/lines/0/credit", "/period_id"),
    ("/lines/1/account_id", EXCHANGE_ACCOUNT),
];

/// So many currencies are named in a line.
const NAMED: usize = 10;

/// What the line says: how much of which currency, at which rate.
fn about(row: &AccountRow, proposal: &Proposal) -> String {
    match &row.holds {
        Holds::Balance { currency, rate: None, .. } => format!("nothing left in {currency}"),
        Holds::Balance { currency, amount, rate: Some(rate) } => {
            format!("{} {currency} at {} of {}", currency.to_decimal(*amount), rate.rate, rate.date)
        }
        Holds::Items(count) => {
            let own = proposal.items.iter().filter(|item| item.document.control_account_id == row.account_id);
            let mut rates: Vec<String> =
                own.map(|item| format!("{} at {} of {}", item.rate.currency, item.rate.rate, item.rate.date)).collect();
            rates.sort_unstable();
            rates.dedup();
            let more = if rates.len() > NAMED { ", …" } else { "" };
            rates.truncate(NAMED);
            let colon = if rates.is_empty() { "" } else { "; " };
            format!("open items: {count}{colon}{}{more}", rates.join(", "))
        }
    }
}
