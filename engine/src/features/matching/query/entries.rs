//! The entries that rules have made of lines. An entry bears its line's id: so there is one at most, and when it is posted it is known
//! whose it is.

use std::collections::BTreeSet;

use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QuerySelect};

use super::proposed::Proposed;
use crate::approval::access::Actor;
use crate::books::action::create::Create;
use crate::books::command::{Permitted, Refuses, Takes};
use crate::books::document::Draft;
use crate::books::document::draft::{Body, JournalEntryDraft, JournalLineDraft};
use crate::features::bank_statements::{Line, RESOURCE};
use crate::features::matching::rules::model::{EntryMade, MatchingRule};
use crate::kernel::engine::Engine;
use crate::kernel::entity::document;
use crate::kernel::entity::document::Column::{DocumentId, Kind};
use crate::kernel::store::StoreError;
use crate::kernel::store::statement::ROWS_PER_STATEMENT;
use crate::values::error::{Error, Faults, RefusalName};
use crate::values::id::{MAX_TEXT_LENGTH, clean_text};
use crate::values::kind::DocumentKind;
use crate::values::money::Minor;

/// So many entries are made by one call.
const AT_ONCE: usize = 500;

/// The call that makes them.
pub struct MakeEntries;

impl Permitted for MakeEntries {
    const TAKES: Takes = Takes::These(&[(RESOURCE, "match"), ("journal_entry", "write")]);
}

impl Refuses for MakeEntries {
    const REFUSALS: &'static [RefusalName] = &[];
}

/// An entry that a rule has made of a line.
pub struct ToBeMade {
    pub create: Create,
    /// Whether it is submitted, too.
    pub submit: bool,
}

impl Engine {
    /// The entries of these lines, or of all that wait and have none, the first 500, each with its line's id. `None`: no rule makes one of the line.
    pub async fn entries_to_be_made(
        &self,
        actor: &Actor,
        account_id: &str,
        line_ids: Option<Vec<String>>,
    ) -> Result<Vec<(String, Option<ToBeMade>)>, Error> {
        let proposed = self.proposals_to_match(actor, account_id).await?;
        let all = || {
            let without = proposed.proposals.entries.iter().filter(|entry| !proposed.made.contains(&entry.line));
            without.filter(|entry| entry.effect.makes.is_some()).map(|entry| entry.line.clone()).collect()
        };
        let wanted = line_ids.unwrap_or_else(all);
        Ok(wanted.into_iter().take(AT_ONCE).map(|id| (id.clone(), proposed.to_be_made(&id))).collect())
    }
}

impl Proposed {
    fn to_be_made(&self, line_id: &str) -> Option<ToBeMade> {
        let entry = self.proposals.entries.iter().find(|entry| entry.line == line_id)?;
        let rule = self.rules.iter().find(|rule| entry.rules.first() == Some(&rule.matching_rule_id))?;
        let line = self.lines.iter().find(|line| line.line_id == line_id)?;
        let submit = rule.makes? == EntryMade::Submitted;
        Some(ToBeMade { create: create(line, rule)?, submit })
    }
}

fn create(line: &Line, rule: &MatchingRule) -> Option<Create> {
    let entry = &line.entry;
    let amount = entry.currency.to_decimal(entry.amount.magnitude().ok()?);
    let side = |account_id: &str, is_debit: bool| JournalLineDraft {
        account_id: Some(account_id.to_owned()),
        debit: is_debit.then_some(amount),
        credit: (!is_debit).then_some(amount),
        ..JournalLineDraft::default()
    };
    let comes_in = entry.amount > Minor::ZERO;
    let lines = vec![side(&line.account_id, comes_in), side(rule.account_id.as_deref()?, !comes_in)];
    let draft = Draft {
        kind: DocumentKind::JournalEntry,
        id: Some(line.line_id.clone()),
        tran_date: Some(entry.date),
        posting_period_id: None,
        currency: Some(entry.currency.code().to_owned()),
        exchange_rate: None,
        exchange_rate_reason: None,
        memo: rule.memo.clone().or_else(|| memo(line)),
        body: Body::JournalEntry(JournalEntryDraft { entry_type: None, reversal_date: None, lines }),
    };
    Some(Create { kind: DocumentKind::JournalEntry, id: line.line_id.clone(), draft, faults: Faults::default() })
}

/// What the bank wrote, as far as it may stand in a memo.
fn memo(line: &Line) -> Option<String> {
    let entry = &line.entry;
    let texts = [&entry.counterparty_name, &entry.text].into_iter().flatten().map(|text| text.trim());
    let whole = texts.filter(|text| !text.is_empty()).collect::<Vec<_>>().join(": ");
    let short: String = whole.chars().take(MAX_TEXT_LENGTH).collect();
    clean_text(&short, MAX_TEXT_LENGTH).ok().filter(|text| !text.is_empty())
}

/// Of these lines, those of which an entry was made, whatever became of it.
pub async fn made(db: &impl ConnectionTrait, line_ids: &[String]) -> Result<BTreeSet<String>, StoreError> {
    let mut found = BTreeSet::new();
    for chunk in line_ids.chunks(ROWS_PER_STATEMENT) {
        let rows: Vec<String> = document::Entity::find()
            .select_only()
            .column(DocumentId)
            .filter(Kind.eq(DocumentKind::JournalEntry.name()))
            .filter(DocumentId.is_in(chunk.iter().map(String::as_str)))
            .into_tuple()
            .all(db)
            .await?;
        found.extend(rows);
    }
    Ok(found)
}
