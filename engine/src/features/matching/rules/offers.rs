//! What people decided about lines: whose they are, and what an entry of one has against the bank account.

use std::collections::{BTreeMap, BTreeSet};

use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QuerySelect};

use super::model::party_name;
use crate::features::bank_statements;
use crate::features::bank_statements::Line;
use crate::features::matching::model::Match;
use crate::features::matching::proposing::learn::{Decision, Effect, Making};
use crate::features::matching::query::{compared, parties_of};
use crate::features::matching::reads;
use crate::kernel::entity::document_line;
use crate::kernel::entity::document_line::Column::{AccountId, DocumentId, Kind};
use crate::kernel::store::StoreError;
use crate::kernel::store::statement::ROWS_PER_STATEMENT;
use crate::values::kind::{DocumentKey, DocumentKind};
use crate::values::page::PageRequest;

/// The latest matches that are learned from.
const MATCHES: u64 = 2_000;

/// What was decided about the account's lines, by its latest matches. To accept a sure proposal decides nothing about a party: what made it
/// sure is known already.
pub async fn decisions(db: &impl ConnectionTrait, account_id: &str) -> Result<Vec<Decision>, StoreError> {
    let page = PageRequest { limit: MATCHES, after: None, count: false };
    let matches = reads::list(db, account_id, &page).await?.data;
    let line_ids: Vec<String> = matches.iter().flat_map(|one| one.line_ids.iter().cloned()).collect();
    let lines = bank_statements::lines(db, &line_ids).await?;
    let lines: BTreeMap<String, Line> = lines.into_iter().map(|line| (line.line_id.clone(), line)).collect();
    let keys =
        matches.iter().flat_map(|one| one.transactions.iter().map(|matched| matched.key.source.clone())).collect();
    let parties = parties_of(db, &keys).await?;
    let accounts = accounts_of_entries(db, account_id, &keys).await?;
    let mut decisions = Vec::new();
    for one in &matches {
        let documents = || one.transactions.iter().map(|matched| &matched.key.source);
        let account = alike(documents().map(|key| accounts.get(key)));
        let party = alike(documents().map(|key| parties.get(key))).filter(|_| is_by_hand(one));
        let effect = match (account, party) {
            (Some(account), _) => {
                Effect { account_id: Some(account.clone()), makes: Some(Making::Draft), party_id: None }
            }
            (None, Some((kind, id))) => Effect { party_id: Some(party_name(*kind, id)), ..Effect::default() },
            (None, None) => continue,
        };
        let own = one.line_ids.iter().filter_map(|id| lines.get(id));
        decisions.extend(own.map(|line| Decision { line: compared(line), effect: effect.clone() }));
    }
    Ok(decisions)
}

const fn is_by_hand(one: &Match) -> bool {
    one.points.is_none()
}

/// What all of them have; nothing where one differs or has none.
fn alike<'a, T: PartialEq>(mut all: impl Iterator<Item = Option<&'a T>>) -> Option<&'a T> {
    let first = all.next()??;
    all.all(|other| other == Some(first)).then_some(first)
}

/// Of each journal entry the one account that it has besides the bank's.
async fn accounts_of_entries(
    db: &impl ConnectionTrait,
    bank_account_id: &str,
    keys: &BTreeSet<DocumentKey>,
) -> Result<BTreeMap<DocumentKey, String>, StoreError> {
    let is_entry = |key: &&DocumentKey| key.kind == DocumentKind::JournalEntry;
    let ids: Vec<&str> = keys.iter().filter(is_entry).map(|key| key.id.as_str()).collect();
    let mut found: BTreeMap<DocumentKey, BTreeSet<String>> = BTreeMap::new();
    for chunk in ids.chunks(ROWS_PER_STATEMENT) {
        let rows: Vec<(String, String)> = document_line::Entity::find()
            .select_only()
            .columns([DocumentId, AccountId])
            .filter(Kind.eq(DocumentKind::JournalEntry.name()))
            .filter(DocumentId.is_in(chunk.iter().copied()))
            .filter(AccountId.ne(bank_account_id))
            .distinct()
            .into_tuple()
            .all(db)
            .await?;
        for (id, account) in rows {
            found.entry(DocumentKey::new(DocumentKind::JournalEntry, id)).or_default().insert(account);
        }
    }
    let only = |(key, accounts): (DocumentKey, BTreeSet<String>)| {
        let mut accounts = accounts.into_iter();
        let first = accounts.next()?;
        accounts.next().is_none().then_some((key, first))
    };
    Ok(found.into_iter().filter_map(only).collect())
}
