//! Matches, and what is proposed for the lines of an account that wait.

mod candidates;
mod entries;
mod proposed;

use std::collections::BTreeSet;

use crate::approval::access::Actor;
use crate::books::command::{Snapshot, Wants};
use crate::features::bank_statements;
use crate::features::bank_statements::{Line, RESOURCE, bank_account};
use crate::features::matching::model::Match;
use crate::features::matching::proposing::{Proposal, StatementLine, propose};
use crate::features::matching::reads;
use crate::features::matching::rules::model::MatchingRule;
use crate::features::matching::rules::reads as rules;
use crate::kernel::engine::Engine;
use crate::kernel::store::StoreError;
use crate::values::error::Error;
use crate::values::page::{Page, PageRequest};

pub use self::candidates::parties_of;
pub use self::entries::{MakeEntries, ToBeMade};
pub use self::proposed::{Proposed, Window};

/// The most lines that are compared in one look, the oldest first.
pub const MOST_LINES: u64 = 10_000;

impl Engine {
    /// One page of an account's matches, newest first.
    pub async fn list_bank_matches(
        &self,
        actor: &Actor,
        account_id: &str,
        page: &PageRequest,
    ) -> Result<Page<Match>, Error> {
        let seen = self.look_up(actor, RESOURCE, &Wants::default()).await?;
        bank_account(account_id, &seen)?;
        Ok(reads::list(&self.store.reader, account_id, page).await?)
    }

    /// The sure ones, for a caller who may match.
    pub async fn sure_bank_proposals(&self, actor: &Actor, account_id: &str) -> Result<Vec<Proposal>, Error> {
        let Proposed { proposals, .. } = self.proposals_to_match(actor, account_id).await?;
        Ok(proposals.proposals.into_iter().filter(Proposal::is_sure).collect())
    }

    /// The same with all that is not sure, for a caller who may match, as far as is usual.
    async fn proposals_to_match(&self, actor: &Actor, account_id: &str) -> Result<Proposed, Error> {
        let seen = self.look(actor, &Wants::default()).await?;
        seen.require(RESOURCE, "match")?;
        self.proposed(account_id, &Window::default(), &seen).await
    }

    /// What the account's open lines are proposed to be matched with.
    pub async fn bank_proposals(&self, actor: &Actor, account_id: &str, window: &Window) -> Result<Proposed, Error> {
        let seen = self.look_up(actor, RESOURCE, &Wants::default()).await?;
        self.proposed(account_id, window, &seen).await
    }

    async fn proposed(&self, account_id: &str, window: &Window, seen: &Snapshot) -> Result<Proposed, Error> {
        let (_, currency) = bank_account(account_id, seen)?;
        let settings = window.settings(currency)?;
        let tx = self.store.begin_read().await?;
        let found = async {
            let mut lines =
                bank_statements::open_lines(&tx, account_id, None, None, MOST_LINES.saturating_add(1)).await?;
            let has_more = u64::try_from(lines.len()).is_ok_and(|count| count > MOST_LINES);
            lines.truncate(usize::try_from(MOST_LINES).unwrap_or(usize::MAX));
            let transactions = candidates::of(&tx, account_id, currency, seen, &lines, &settings).await?;
            let rules = rules::of_account(&tx, account_id, true).await?;
            Ok::<_, StoreError>((lines, has_more, transactions, rules))
        };
        let found = found.await;
        tx.rollback().await.map_err(StoreError::from)?;
        let (lines, has_more, transactions, rules) = found?;
        // Much to compute: not on a thread that serves requests.
        let compared = tokio::task::spawn_blocking(move || {
            let compared: Vec<StatementLine> = lines.iter().map(compared).collect();
            let learned: Vec<_> = rules.iter().map(MatchingRule::as_learned).collect();
            let proposals = propose(&compared, &transactions, &learned, &settings);
            Proposed { proposals, lines, rules, made: BTreeSet::new(), has_more }
        });
        let found = compared.await.map_err(|error| Error::Internal(format!("the comparison ended: {error}")))?;
        let of_rules: Vec<String> = found.proposals.entries.iter().map(|entry| entry.line.clone()).collect();
        Ok(Proposed { made: entries::made(&self.store.reader, &of_rules).await?, ..found })
    }
}

/// As the matcher reads it.
pub fn compared(line: &Line) -> StatementLine {
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let entry = &line.entry;
    StatementLine {
        id: line.line_id.clone(),
        date: entry.date.into(),
        value_date: entry.value_date.unwrap_or(entry.date).into(),
        amount: entry.amount,
        counterparty_name: text(&entry.counterparty_name),
        counterparty_account: text(&entry.counterparty_account),
        bank_reference: text(&entry.bank_reference),
        end_to_end_id: text(&entry.end_to_end_id),
        text: text(&entry.text),
    }
}
