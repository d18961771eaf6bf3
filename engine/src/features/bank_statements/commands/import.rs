//! Import: the statements of a file, each line once. All of it or nothing.
//!
//! A line is known when the account has one of its day, amount, bank's reference, counterparty and number among those alike; so the same
//! file again, or one that overlaps, brings nothing in twice. See docs/rules/bank-statements.md#each-line-once.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::books::command::{
    AuditEntry, Command, Decision, Effects, Needed, Permitted, Refuses, Snapshot, Takes, Target, Wants,
};
use crate::features::bank_statements::formats::Format;
use crate::features::bank_statements::model::chain::{breaks, in_order};
use crate::features::bank_statements::model::change::{Import, Planned, StatementChange, StatementFile};
use crate::features::bank_statements::model::state::{FEATURE, StatementState, WantedStatements, bank_account, seen};
use crate::features::bank_statements::model::statement::Half;
use crate::features::bank_statements::model::{BankStatement, Break, LinesDigest, RESOURCE, Rung, Surveyed, identity};
use crate::values::clock::Date;
use crate::values::error::{Faults, Refusal, RefusalName};
use crate::values::money::{Currency, Minor, MoneyError};

/// Brings the statements of a file in.
#[derive(Debug)]
pub struct ImportStatements {
    pub account_id: String,
    /// The id of the file's first statement; the others have it with a number behind.
    pub statement_id: String,
    pub format: Format,
    pub file: Arc<dyn StatementFile>,
    pub surveyed: Vec<Surveyed>,
    /// Of a file with the statements of several bank accounts: those of this one.
    pub bank_account: Option<String>,
    pub faults: Faults,
}

/// What was brought in.
#[derive(Clone, PartialEq, Debug)]
pub struct Imported {
    pub account_id: String,
    pub statements: Vec<ImportedStatement>,
    /// Statements of the file that are of other bank accounts.
    pub of_others: usize,
}

#[derive(Clone, PartialEq, Debug)]
pub struct ImportedStatement {
    pub statement: BankStatement,
    /// The account had it already: nothing of it was brought in.
    pub is_known: bool,
    pub not_booked: u32,
    pub breaks: Vec<Break>,
}

impl Refuses for ImportStatements {
    const REFUSALS: &'static [RefusalName] = &[RefusalName::StatementUnreadable];
}

impl Permitted for ImportStatements {
    const TAKES: Takes = Takes::These(&[(RESOURCE, "write")]);
}

impl ImportStatements {
    /// Whether the statement is of the bank account that is asked for.
    fn is_asked_for(&self, statement: &Surveyed) -> bool {
        self.bank_account.is_none() || self.bank_account == statement.bank_account
    }

    fn asked_for(&self) -> impl Iterator<Item = &Surveyed> {
        self.surveyed.iter().filter(|statement| self.is_asked_for(statement))
    }
}

impl Command for ImportStatements {
    type Answer = Imported;

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(None)
    }

    fn wants(&self) -> Wants {
        let first = self.asked_for().map(|statement| statement.from).min();
        let last = self.asked_for().map(|statement| statement.to).max();
        let wanted = WantedStatements::Account { account_id: self.account_id.clone(), days: first.zip(last) };
        Wants { target: Some(Target::Account(self.account_id.clone())), ..Wants::of_feature(wanted) }
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<Imported>, Refusal> {
        if !snapshot.catalog.accounts.contains_key(&self.account_id) {
            // Of a query, and not of the path.
            return Err(Faults::one("account_id", format!("there is no account {:?}", self.account_id)));
        }
        let (_, currency) = bank_account(&self.account_id, snapshot)?;
        let before = seen(snapshot).ok_or_else(|| Refusal::not_found(FEATURE, &self.account_id))?;
        self.check(currency, before)?;
        let mut planner = Planner::of(self, before, snapshot);
        let mut statements = Vec::with_capacity(self.surveyed.len());
        for surveyed in &self.surveyed {
            statements.push(if self.is_asked_for(surveyed) { planner.plan(surveyed)? } else { None });
        }
        let Planner { imported, rungs, day_sums, .. } = planner;
        let mut broken = breaks(&in_order(rungs), &day_sums).map_err(too_large)?;
        let with_breaks = |one: ImportedStatement| {
            let breaks = broken.remove(&one.statement.statement_id).unwrap_or_default();
            ImportedStatement { breaks, ..one }
        };
        let answer = Imported {
            account_id: self.account_id.clone(),
            statements: imported.into_iter().map(with_breaks).collect(),
            of_others: self.surveyed.len().saturating_sub(self.asked_for().count()),
        };
        let audit: Vec<AuditEntry> =
            statements.iter().flatten().map(|planned| entry(&planned.statement, snapshot)).collect();
        if audit.is_empty() {
            return Ok(Decision::unchanged(answer, snapshot));
        }
        let import = Import { format: self.format.clone(), file: Arc::clone(&self.file), statements };
        let changes = vec![StatementChange::Import(import).into()];
        Ok(Decision::new(Effects { at: snapshot.now, changes, audit, jobs: Vec::new() }, answer))
    }

    fn faults(&self) -> Option<&Faults> {
        Some(&self.faults)
    }
}

impl ImportStatements {
    /// Whether the file is of this account.
    fn check(&self, currency: Currency, before: &StatementState) -> Result<(), Refusal> {
        let mut faults = self.faults.clone();
        let accounts: BTreeSet<&str> =
            self.asked_for().filter_map(|statement| statement.bank_account.as_deref()).collect();
        if self.asked_for().next().is_none() {
            faults.add("bank_account", "the file has no statement of this bank account");
        } else if accounts.len() > 1 {
            let names = accounts.iter().take(5).copied().collect::<Vec<_>>().join(", ");
            faults.add("bank_account", format!("the file has statements of several bank accounts ({names}): name one"));
        } else if let (Some(own), Some(other)) = (&before.bank_account, accounts.first())
            && own != other
        {
            let detail = format!("the file is of bank account {other}, and this account's statements are of {own}");
            faults.add("account_id", detail);
        }
        if let Some(other) = self.asked_for().find(|statement| statement.currency != currency) {
            let (found, own) = (other.currency, currency);
            faults.add("account_id", format!("the file is in {found}, and the account is kept in {own}"));
        }
        faults.or(())
    }
}

/// Plans one statement after the other, as if each came in a file of its own.
struct Planner<'a> {
    command: &'a ImportStatements,
    snapshot: &'a Snapshot,
    known: BTreeSet<&'a str>,
    taken: BTreeSet<String>,
    /// How many lines of each likeness the file's statements without balances have had so far: nothing tells whether one of them goes on
    /// from another or overlaps it.
    alike: BTreeMap<Half, u32>,
    rungs: Vec<Rung>,
    day_sums: BTreeMap<Date, Minor>,
    imported: Vec<ImportedStatement>,
}

impl<'a> Planner<'a> {
    fn of(command: &'a ImportStatements, before: &'a StatementState, snapshot: &'a Snapshot) -> Self {
        Self {
            command,
            snapshot,
            known: before.identities.iter().map(String::as_str).collect(),
            taken: BTreeSet::new(),
            alike: BTreeMap::new(),
            rungs: before.rungs.clone(),
            day_sums: before.day_sums.clone(),
            imported: Vec::new(),
        }
    }

    /// The statement with its new lines; `None` when the account has it.
    fn plan(&mut self, surveyed: &Surveyed) -> Result<Option<Planned>, Refusal> {
        let content = surveyed.content();
        let earlier = self.rungs.iter().find(|rung| rung.content == content);
        if let Some(earlier) = earlier {
            let (new_lines, created_at) = (earlier.new_lines, earlier.created_at);
            let (statement_id, created_by) = (earlier.statement_id.clone(), earlier.created_by.clone());
            let statement = self.statement(statement_id, surveyed, content, &[]);
            let statement = BankStatement { new_lines, created_at, created_by, ..statement };
            let not_booked = surveyed.not_booked;
            self.imported.push(ImportedStatement { statement, is_known: true, not_booked, breaks: Vec::new() });
            return Ok(None);
        }
        let identities = self.identities(surveyed);
        for (line, _) in surveyed.lines.iter().zip(&identities).filter(|(_, identity)| identity.is_some()) {
            let held = self.day_sums.entry(line.date).or_default();
            *held = held.checked_add(line.amount).map_err(too_large)?;
        }
        let number = self.imported.len();
        let first = &self.command.statement_id;
        let statement_id = if number == 0 { first.clone() } else { format!("{first}.{number}") };
        let statement = self.statement(statement_id, surveyed, content, &identities);
        self.rungs.push(rung(&statement));
        self.imported.push(ImportedStatement {
            statement: statement.clone(),
            is_known: false,
            not_booked: surveyed.not_booked,
            breaks: Vec::new(),
        });
        Ok(Some(Planned { statement, identities }))
    }

    /// Of each line its identity, when it is new.
    fn identities(&mut self, surveyed: &Surveyed) -> Vec<Option<String>> {
        let goes_on = self.goes_on(surveyed);
        let has_balances = surveyed.opening_balance.is_some();
        let mut alike = if has_balances { BTreeMap::new() } else { std::mem::take(&mut self.alike) };
        let mut of_lines = Vec::with_capacity(surveyed.lines.len());
        for line in &surveyed.lines {
            let first = || if goes_on.takes(line.date) { self.known_alike(&line.likeness) } else { 0 };
            let number: &mut u32 = alike.entry(line.likeness).or_insert_with(first);
            *number = number.saturating_add(1);
            let identity = identity(&line.likeness, *number);
            let is_new = !self.is_there(&identity) && self.taken.insert(identity.clone());
            of_lines.push(is_new.then_some(identity));
        }
        if !has_balances {
            self.alike = alike;
        }
        of_lines
    }

    /// Where it goes on from a statement that came before, by the balance that this one closed with.
    fn goes_on(&self, surveyed: &Surveyed) -> GoesOn {
        let Some(opening) = surveyed.opening_balance else { return GoesOn::Nowhere };
        // One that begins with the same balance on the same day tells the same lines.
        let begins_alike = |rung: &Rung| rung.from == surveyed.from && rung.opening_balance == Some(opening);
        if self.rungs.iter().any(begins_alike) {
            return GoesOn::Nowhere;
        }
        let closes_so = || self.rungs.iter().filter(|rung| rung.closing_balance == Some(opening));
        if closes_so().any(|rung| (rung.from, rung.to) == (surveyed.from, surveyed.to)) {
            GoesOn::OnEachDay
        } else if closes_so().any(|rung| rung.to == surveyed.from) && !self.tells_again(surveyed) {
            GoesOn::On(surveyed.from)
        } else {
            GoesOn::Nowhere
        }
    }

    /// Whether it begins with the whole first day, although the balance before that day is the one after it as well: what is known of the
    /// day comes to nothing, and the statement tells it again.
    fn tells_again(&self, surveyed: &Surveyed) -> bool {
        let (mut alike, mut again, mut is_told) = (BTreeMap::<Half, u32>::new(), Minor::ZERO, false);
        for line in surveyed.lines.iter().filter(|line| line.date == surveyed.from) {
            let number = alike.entry(line.likeness).or_default();
            *number = number.saturating_add(1);
            if self.is_there(&identity(&line.likeness, *number)) {
                let Ok(sum) = again.checked_add(line.amount) else { return false };
                (again, is_told) = (sum, true);
            }
        }
        let of_day = self.day_sums.get(&surveyed.from).copied().unwrap_or_default();
        is_told && again.is_zero() && of_day.is_zero()
    }

    fn is_there(&self, identity: &str) -> bool {
        self.known.contains(identity) || self.taken.contains(identity)
    }

    fn known_alike(&self, likeness: &Half) -> u32 {
        let is_there = |number: &u32| self.is_there(&identity(likeness, *number));
        u32::try_from((1..=u32::MAX).take_while(is_there).count()).unwrap_or(u32::MAX)
    }

    fn statement(
        &self,
        statement_id: String,
        surveyed: &Surveyed,
        content: String,
        identities: &[Option<String>],
    ) -> BankStatement {
        let mut digest = LinesDigest::default();
        for ((line, identity), position) in surveyed.lines.iter().zip(identities).zip(1_u32..) {
            if let Some(identity) = identity {
                digest.add(position, identity, &line.digest);
            }
        }
        let count = |lines: usize| u32::try_from(lines).unwrap_or(u32::MAX);
        BankStatement {
            statement_id,
            account_id: self.command.account_id.clone(),
            currency: surveyed.currency,
            format: (&self.command.format).into(),
            bank_account: surveyed.bank_account.clone(),
            number: surveyed.number.clone(),
            from: surveyed.from,
            to: surveyed.to,
            opening_balance: surveyed.opening_balance,
            closing_balance: surveyed.closing_balance,
            total: surveyed.total,
            lines: count(surveyed.lines.len()),
            new_lines: count(identities.iter().flatten().count()),
            content,
            lines_digest: digest.finish(),
            created_at: self.snapshot.now,
            created_by: self.snapshot.actor.user_id.to_string(),
        }
    }
}

/// The days on which a statement goes on from one before it, as a page does: its lines of these days are others than lines that are alike.
#[derive(Clone, Copy)]
enum GoesOn {
    Nowhere,
    On(Date),
    /// Both tell of the same days.
    OnEachDay,
}

impl GoesOn {
    fn takes(self, day: Date) -> bool {
        match self {
            Self::Nowhere => false,
            Self::On(only) => only == day,
            Self::OnEachDay => true,
        }
    }
}

fn too_large(error: MoneyError) -> Refusal {
    Faults::one("", error.to_string())
}

/// The statement as a step of its account's ladder.
pub fn rung(statement: &BankStatement) -> Rung {
    Rung {
        statement_id: statement.statement_id.clone(),
        from: statement.from,
        to: statement.to,
        opening_balance: statement.opening_balance,
        closing_balance: statement.closing_balance,
        total: statement.total,
        content: statement.content.clone(),
        new_lines: statement.new_lines,
        created_at: statement.created_at,
        created_by: statement.created_by.clone(),
    }
}

fn entry(statement: &BankStatement, snapshot: &Snapshot) -> AuditEntry {
    let amount = |held: Minor| statement.currency.to_decimal(held).to_string();
    AuditEntry::about(RESOURCE, &statement.statement_id, "Created", &snapshot.actor.user_id)
        .with("account_id", statement.account_id.clone())
        .with("format", statement.format.name())
        .with("from", statement.from.to_string())
        .with("to", statement.to.to_string())
        .with("opening", statement.opening_balance.map(amount))
        .with("closing", statement.closing_balance.map(amount))
        .with("lines", statement.lines)
        .with("new_lines", statement.new_lines)
}
