//! Statements, their lines, and the lines of an account that wait.

use crate::approval::access::Actor;
use crate::books::command::Wants;
use crate::features::bank_statements::model::chain::breaks;
use crate::features::bank_statements::model::{
    BankStatement, Break, FEATURE, Line, Mapping, RESOURCE, StatementState, WantedStatements, bank_account,
};
use crate::features::bank_statements::reads;
use crate::kernel::engine::Engine;
use crate::values::clock::Date;
use crate::values::error::{Error, Faults, Refusal, sum_too_large};
use crate::values::page::{Cursor, Page, PageRequest};
use std::collections::{BTreeMap, BTreeSet};

/// A line, and the match that it is in.
#[derive(Clone, PartialEq, Debug)]
pub struct ListedLine {
    pub line: Line,
    pub match_id: Option<String>,
}

/// A statement, and where it does not chain.
#[derive(Clone, PartialEq, Debug)]
pub struct ReadStatement {
    pub statement: BankStatement,
    pub breaks: Vec<Break>,
}

/// What a look at statements wants.
fn wants(wanted: WantedStatements) -> Wants {
    Wants::of_feature(wanted)
}

impl Engine {
    /// One page of statements, newest first.
    pub async fn list_bank_statements(
        &self,
        actor: &Actor,
        account_id: Option<&str>,
        page: &PageRequest,
    ) -> Result<Page<ReadStatement>, Error> {
        self.look_up(actor, RESOURCE, &Wants::default()).await?;
        let db = &self.store.reader;
        let found = reads::list(db, account_id, page).await?;
        let accounts: BTreeSet<&str> = found.data.iter().map(|one| one.account_id.as_str()).collect();
        let mut broken = BTreeMap::new();
        for account_id in accounts {
            broken.extend(self.breaks_of(account_id).await?);
        }
        Ok(found.map(|statement| {
            let breaks = broken.remove(&statement.statement_id).unwrap_or_default();
            ReadStatement { statement, breaks }
        }))
    }

    /// One statement, with its breaks as the account's statements stand now.
    pub async fn bank_statement(&self, actor: &Actor, statement_id: &str) -> Result<ReadStatement, Error> {
        self.look_up(actor, RESOURCE, &Wants::default()).await?;
        let statement = self.statement(statement_id).await?;
        let mut broken = self.breaks_of(&statement.account_id).await?;
        Ok(ReadStatement { breaks: broken.remove(statement_id).unwrap_or_default(), statement })
    }

    async fn statement(&self, statement_id: &str) -> Result<BankStatement, Error> {
        let found = reads::one(&self.store.reader, statement_id).await?;
        Ok(found.ok_or_else(|| Refusal::not_found("bank statement", statement_id))?)
    }

    /// The breaks of the account's statements, by their ids.
    async fn breaks_of(&self, account_id: &str) -> Result<BTreeMap<String, Vec<Break>>, Error> {
        let rungs = reads::rungs(&self.store.reader, account_id).await?;
        let sums = reads::day_sums(&self.store.reader, account_id).await?;
        Ok(breaks(&rungs, &sums).map_err(|_| sum_too_large())?)
    }

    /// The lines that a statement brought in, in its order.
    pub async fn bank_statement_lines(
        &self,
        actor: &Actor,
        statement_id: &str,
        page: &PageRequest,
    ) -> Result<Page<ListedLine>, Error> {
        self.look_up(actor, RESOURCE, &Wants::default()).await?;
        let statement = self.statement(statement_id).await?;
        let found = reads::lines_of(&self.store.reader, &statement.statement_id, page).await?;
        let ids: Vec<String> = found.data.iter().map(|line| line.line_id.clone()).collect();
        let matches = reads::matches_of(&self.store.reader, &ids).await?;
        Ok(found.map(|line| with_match(line, &matches)))
    }

    /// The account's lines that are neither matched nor explained, by day. The cursor's number is the day, counted from the first day
    /// there is.
    pub async fn unmatched_lines(
        &self,
        actor: &Actor,
        account_id: &str,
        page: &PageRequest,
    ) -> Result<Page<Line>, Error> {
        let seen = self.look_up(actor, RESOURCE, &Wants::default()).await?;
        bank_account(account_id, &seen)?;
        let db = &self.store.reader;
        let total = if page.count { Some(reads::open_count(db, account_id, None).await?) } else { None };
        let after = page.after.as_ref().map(|cursor| (Date::FIRST.plus_days(cursor.at), cursor.id.as_str()));
        let after = after.as_ref().map(|(day, id)| (day, *id));
        let rows = reads::open_lines(db, account_id, None, after, page.limit.saturating_add(1)).await?;
        let cursor = |line: &Line| Cursor { at: line.entry.date.days_since(Date::FIRST), id: line.line_id.clone() };
        Ok(Page::of(rows, page.limit, total, cursor))
    }

    /// The mapping of the account's CSV files.
    pub async fn csv_mapping(&self, actor: &Actor, account_id: &str) -> Result<Mapping, Error> {
        let wanted = wants(WantedStatements::Mapping { account_id: account_id.to_owned() });
        let seen = self.look_up(actor, RESOURCE, &wanted).await?;
        bank_account(account_id, &seen)?;
        let mapping = seen.of_features.get::<StatementState>(FEATURE).and_then(|state| state.mapping.clone());
        Ok(mapping.ok_or_else(|| Refusal::not_found("mapping of account", account_id))?)
    }

    /// The same where a file is to be read by it.
    pub async fn mapping_for(&self, account_id: &str) -> Result<Mapping, Error> {
        let found = reads::mapping(&self.store.reader, account_id).await?;
        let none = || {
            let detail = "a CSV file needs a mapping: PUT /accounts/{account_id}/csv-mapping first";
            Faults::one("format", detail)
        };
        Ok(found.ok_or_else(none)?)
    }
}

fn with_match(line: Line, matches: &BTreeMap<String, String>) -> ListedLine {
    let match_id = matches.get(&line.line_id).cloned();
    ListedLine { line, match_id }
}
