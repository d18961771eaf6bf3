//! Matches, and what is proposed for the lines of an account that wait.

mod candidates;

use crate::approval::access::Actor;
use crate::books::command::{Snapshot, Wants};
use crate::features::bank_statements;
use crate::features::bank_statements::{Line, RESOURCE, bank_account};
use crate::features::matching::model::Match;
use crate::features::matching::proposing::{Proposal, Proposals, Settings, StatementLine, propose};
use crate::features::matching::reads;
use crate::kernel::engine::Engine;
use crate::kernel::store::StoreError;
use crate::values::error::Error;
use crate::values::page::{Page, PageRequest};

/// The most lines that are compared in one look, the oldest first.
pub const MOST_LINES: u64 = 10_000;

/// What was found, and for how many lines.
#[derive(Debug)]
pub struct Proposed {
    pub proposals: Proposals,
    /// The lines that were compared, in the order of their days.
    pub lines: Vec<Line>,
    /// Whether more lines wait than were compared.
    pub has_more: bool,
}

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
        let seen = self.look(actor, &Wants::default()).await?;
        seen.require(RESOURCE, "match")?;
        let Proposed { proposals, .. } = self.proposed(account_id, &seen).await?;
        Ok(proposals.proposals.into_iter().filter(Proposal::is_sure).collect())
    }

    /// What the account's open lines are proposed to be matched with.
    pub async fn bank_proposals(&self, actor: &Actor, account_id: &str) -> Result<Proposed, Error> {
        let seen = self.look_up(actor, RESOURCE, &Wants::default()).await?;
        self.proposed(account_id, &seen).await
    }

    async fn proposed(&self, account_id: &str, seen: &Snapshot) -> Result<Proposed, Error> {
        let (_, currency) = bank_account(account_id, seen)?;
        let settings = Settings::default();
        let tx = self.store.begin_read().await?;
        let found = async {
            let mut lines =
                bank_statements::open_lines(&tx, account_id, None, None, MOST_LINES.saturating_add(1)).await?;
            let has_more = u64::try_from(lines.len()).is_ok_and(|count| count > MOST_LINES);
            lines.truncate(usize::try_from(MOST_LINES).unwrap_or(usize::MAX));
            let transactions = candidates::of(&tx, account_id, currency, seen, &lines, &settings).await?;
            Ok::<_, StoreError>((lines, has_more, transactions))
        };
        let found = found.await;
        tx.rollback().await.map_err(StoreError::from)?;
        let (lines, has_more, transactions) = found?;
        // Much to compute: not on a thread that serves requests.
        let compared = tokio::task::spawn_blocking(move || {
            let compared: Vec<StatementLine> = lines.iter().map(compared).collect();
            Proposed { proposals: propose(&compared, &transactions, &[], &settings), lines, has_more }
        });
        compared.await.map_err(|error| Error::Internal(format!("the comparison ended: {error}")))
    }
}

fn compared(line: &Line) -> StatementLine {
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
