//! Match: says which bank transactions some lines are. All of the groups that are named, or, when one is wrong, none.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{MatchChange, MatchState, WantedMatches, seen};
use crate::books::command::{
    AuditEntry, Command, Decision, Effects, Needed, Permitted, Refuses, Snapshot, Takes, Wants,
};
use crate::features::bank_statements::{Line, RESOURCE as STATEMENT, bank_account};
use crate::features::matching::model::{Match, Matched, RESOURCE};
use crate::features::reconciliation::{BankTransaction, Reconciliation, Transactions, WantedSession};
use crate::values::clock::Date;
use crate::values::error::{Faults, Refusal, RefusalName};
use crate::values::money::{Currency, Minor, MoneyError};

/// Lines and transactions that belong together.
#[derive(Clone, Debug)]
pub struct Group {
    pub match_id: String,
    pub line_ids: Vec<String>,
    pub transactions: Transactions,
    pub reason: Option<String>,
    pub points: Option<i32>,
    /// Where it stands in the request: empty, or `/matches/3`.
    pub pointer: String,
}

/// Makes matches on one account.
#[derive(Debug)]
pub struct MakeMatches {
    pub account_id: String,
    pub groups: Vec<Group>,
    pub faults: Faults,
}

impl Refuses for MakeMatches {
    const REFUSALS: &'static [RefusalName] = &[];
}

impl Permitted for MakeMatches {
    const TAKES: Takes = Takes::These(&[(STATEMENT, "match")]);
}

impl Command for MakeMatches {
    type Answer = Vec<Match>;

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(None)
    }

    fn wants(&self) -> Wants {
        let ids: Vec<_> = self.groups.iter().flat_map(|group| group.transactions.ids()).collect();
        let wanted = WantedMatches::For {
            account_id: self.account_id.clone(),
            line_ids: self.groups.iter().flat_map(|group| group.line_ids.iter().cloned()).collect(),
            transactions: ids.clone(),
        };
        Wants {
            of_features: vec![
                Arc::new(WantedSession::OnAccount { account_id: self.account_id.clone(), ids }),
                Arc::new(wanted),
            ],
            ..Wants::default()
        }
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<Vec<Match>>, Refusal> {
        let (_, currency) = bank_account(&self.account_id, snapshot)?;
        let state = seen(snapshot).ok_or_else(|| Refusal::not_found("account", &self.account_id))?;
        let mut faults = self.faults.clone();
        let mut maker = Maker { command: self, snapshot, state, currency, taken: BTreeSet::new() };
        let mut made = Vec::with_capacity(self.groups.len());
        for group in &self.groups {
            made.extend(maker.make(group, &mut faults)?);
        }
        faults.or(())?;
        let audit = made.iter().map(|made| entry(made, snapshot)).collect();
        let changes = vec![MatchChange::Make(made.clone()).into()];
        Ok(Decision::new(Effects { at: snapshot.now, changes, audit, jobs: Vec::new() }, made))
    }

    fn faults(&self) -> Option<&Faults> {
        Some(&self.faults)
    }
}

/// Makes one match after the other; what one takes no other has.
struct Maker<'a> {
    command: &'a MakeMatches,
    snapshot: &'a Snapshot,
    state: &'a MatchState,
    currency: Currency,
    taken: BTreeSet<String>,
}

impl<'a> Maker<'a> {
    /// The match; none when something is wrong with it, which the faults name.
    fn make(&mut self, group: &Group, faults: &mut Faults) -> Result<Option<Match>, Refusal> {
        let before = faults.0.len();
        let lines = self.lines(group, faults);
        let day = lines.iter().map(|line| line.entry.date).max();
        let transactions = self.transactions(group, day, faults)?;
        if faults.0.len() > before {
            return Ok(None);
        }
        let too_large = |error: MoneyError| Faults::one(format!("{}/line_ids", group.pointer), error.to_string());
        let of_lines = Minor::sum(lines.iter().map(|line| line.entry.amount)).map_err(too_large)?;
        let of_books = Minor::sum(transactions.iter().map(|found| found.amount)).map_err(too_large)?;
        if let Some(why) = self.why_not(group, lines.len(), of_lines, of_books) {
            faults.add(format!("{}/reason", group.pointer), why);
            return Ok(None);
        }
        let Some(last_date) = day else {
            faults.add(format!("{}/line_ids", group.pointer), "must name at least one line");
            return Ok(None);
        };
        let mut line_ids: Vec<String> = group.line_ids.clone();
        line_ids.sort();
        let matched = |found: BankTransaction| Matched { cleared_date: last_date.max(found.tran_date), key: found.key };
        let mut transactions: Vec<Matched> = transactions.into_iter().map(matched).collect();
        transactions.sort();
        Ok(Some(Match {
            match_id: group.match_id.clone(),
            account_id: self.command.account_id.clone(),
            line_ids,
            transactions,
            reason: group.reason.clone(),
            points: group.points,
            last_date,
            matched_at: self.snapshot.now,
            matched_by: self.snapshot.actor.user_id.to_string(),
            completed_in: None,
        }))
    }

    fn lines(&mut self, group: &Group, faults: &mut Faults) -> Vec<&'a Line> {
        let mut found = Vec::with_capacity(group.line_ids.len());
        for (at, id) in group.line_ids.iter().enumerate() {
            let state = self.state;
            let line = state.lines.get(id).filter(|line| line.account_id == self.command.account_id);
            let why = match (line, state.of_lines.get(id)) {
                (None, _) => Some("is no line of a bank statement of this account".to_owned()),
                (Some(_), Some(earlier)) => Some(format!("is matched already, in {earlier:?}")),
                (Some(line), None) => {
                    found.push(line);
                    (!self.taken.insert(id.clone())).then(|| "is named twice".to_owned())
                }
            };
            if let Some(why) = why {
                faults.add(format!("{}/line_ids/{at}", group.pointer), why);
            }
        }
        found
    }

    /// `day` is that of the statement's lines: what was voided later stands on it.
    fn transactions(
        &mut self,
        group: &Group,
        day: Option<Date>,
        faults: &mut Faults,
    ) -> Result<Vec<BankTransaction>, Refusal> {
        let whole = Reconciliation::of_whole_account(&self.command.account_id, self.currency);
        let state = self.state;
        let fit = |movement: &BankTransaction| {
            if let Some(amount) = movement.stands_elsewhere() {
                return Err(format!("is {amount}, and the account is kept in another currency"));
            }
            // Found by hand on the statement that this line is of, it may be matched as well.
            match state.of_transactions.get(&movement.key) {
                Some(id) => Err(format!("is matched already, in {id:?}")),
                None => Ok(()),
            }
        };
        let mut own = Faults::default();
        let found = group.transactions.resolve_on(day, &whole, self.snapshot, &mut own, fit)?;
        for fault in own.0 {
            faults.add(format!("{}{}", group.pointer, fault.pointer), fault.detail);
        }
        for (at, movement) in found.iter().enumerate() {
            if !self.taken.insert(movement.key.qualified()) {
                faults.add(format!("{}/transaction_ids/{at}", group.pointer), "is named twice");
            }
        }
        Ok(found)
    }

    /// Why the group needs a reason that it has not.
    fn why_not(&self, group: &Group, lines: usize, of_lines: Minor, of_books: Minor) -> Option<String> {
        if group.reason.is_some() {
            return None;
        }
        let text = |amount: Minor| self.currency.to_decimal(amount).to_string();
        if group.transactions.sent().is_empty() {
            let take_each_other_back = lines > 1 && of_lines.is_zero();
            return (!take_each_other_back)
                .then(|| "is required: nothing of the books is named, so it must say what the line is".to_owned());
        }
        (of_lines != of_books).then(|| {
            format!("is required: the lines come to {}, the transactions to {}", text(of_lines), text(of_books))
        })
    }
}

fn entry(made: &Match, snapshot: &Snapshot) -> AuditEntry {
    let transactions: Vec<String> = made.transactions.iter().map(|matched| matched.key.qualified()).collect();
    AuditEntry::about(RESOURCE, &made.match_id, "Created", &snapshot.actor.user_id)
        .with("account_id", made.account_id.clone())
        .with("line_ids", made.line_ids.clone())
        .with("transaction_ids", transactions)
        .with("reason", made.reason.clone())
        .with("points", made.points)
}
