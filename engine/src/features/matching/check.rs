//! What `gl check` compares of matches: each with the trail, with its lines, with what stands in the ledger, and with the reconciliation
//! that counted it.

use std::collections::{BTreeMap, BTreeSet};

use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect};
use serde_json::Value;

use crate::features::bank_statements;
use crate::features::matching::model::{Match, Matched, RESOURCE};
use crate::features::matching::reads::{torn, whole};
use crate::kernel::entity::{bank_match, bank_match_line, bank_match_transaction, posting_line, reconciliation};
use crate::kernel::findings::Findings;
use crate::kernel::store::StoreError;
use crate::kernel::store::read::at_once::each;
use crate::kernel::store::stated::{Checked, List, Stated, Table};
use crate::kernel::store::statement::{ROWS_PER_STATEMENT, any_of};
use crate::values::kind::DocumentKey;

/// Matches in one look.
const MATCHES: u64 = 300;

/// What a match decides, with its lines and transactions.
pub const MATCHED: List<Match> = List {
    table: "bank_match",
    resource: RESOURCE,
    id: |of| &of.match_id,
    fields: &[
        ("account_id", |of| of.account_id.as_str().into()),
        ("line_ids", |of| of.line_ids.clone().into()),
        ("transactions", |of| of.transactions.iter().map(transaction).collect()),
        ("reason", |of| of.reason.clone().into()),
        ("points", |of| of.points.into()),
        ("last_date", |of| of.last_date.to_string().into()),
        ("matched_at", |of| of.matched_at.micros().into()),
        ("matched_by", |of| of.matched_by.as_str().into()),
    ],
};

fn transaction(matched: &Matched) -> Value {
    format!("{}@{}", matched.key.qualified(), matched.cleared_date).into()
}

/// Matches with their lines and transactions, and how each column is compared.
pub fn tables() -> Vec<Table> {
    let with_field = |name, field: &'static [Checked]| Table { name, stated: Vec::new(), checked: field };
    vec![
        MATCHED.and_checked(&[
            ("the id that the trail names", &["match_id"]),
            ("the session that counted it", &["completed_in", "completed_at"]),
        ]),
        with_field("bank_match_line", &[("line_ids", &["line_id", "match_id"])]),
        with_field(
            "bank_match_transaction",
            &[("transactions", &["account_id", "source_kind", "source_id", "line_number", "match_id", "cleared_date"])],
        ),
    ]
}

/// All matches, as the trail states them. What cannot be read is named.
pub async fn stated(db: &impl ConnectionTrait, unreadable: &mut Vec<String>) -> Result<Vec<Stated>, StoreError> {
    let mut all = Vec::new();
    let mut after = String::new();
    while let Some(found) = next(db, &mut after, unreadable).await? {
        all.extend(found.iter().map(|one| MATCHED.of(one)));
    }
    Ok(all)
}

/// The next matches by their ids; none when there are no more.
async fn next(
    db: &impl ConnectionTrait,
    after: &mut String,
    unreadable: &mut Vec<String>,
) -> Result<Option<Vec<Match>>, StoreError> {
    let rows = bank_match::Entity::find()
        .filter(bank_match::Column::MatchId.gt(after.as_str()))
        .order_by_asc(bank_match::Column::MatchId)
        .limit(MATCHES);
    let rows = each(db, rows, unreadable).await?;
    let Some(last) = rows.last() else { return Ok(None) };
    after.clone_from(&last.match_id);
    match whole(db, rows).await {
        Err(StoreError::Broken(why)) => {
            unreadable.push(why);
            Ok(Some(Vec::new()))
        }
        other => other.map(Some),
    }
}

/// A completed reconciliation: the day of its statement, when it was completed, its id.
type Completed = (String, i64, String);

/// Checks every match, some at a time.
pub async fn check(db: &impl ConnectionTrait, findings: &mut Findings) -> Result<(), StoreError> {
    let mut unreadable = Vec::new();
    let completed = completed(db, &mut unreadable).await?;
    let (mut after, mut lines, mut transactions) = (String::new(), 0_usize, 0_usize);
    while let Some(found) = next(db, &mut after, &mut unreadable).await? {
        lines = lines.saturating_add(found.iter().map(|one| one.line_ids.len()).sum());
        transactions = transactions.saturating_add(found.iter().map(|one| one.transactions.len()).sum());
        check_some(db, &found, &completed, findings).await?;
    }
    let all_lines = bank_match_line::Entity::find().count(db).await?;
    let all_transactions = bank_match_transaction::Entity::find().count(db).await?;
    if u64::try_from(lines) != Ok(all_lines) || u64::try_from(transactions) != Ok(all_transactions) {
        findings.differences.push("there are matched lines or transactions whose match is missing".into());
    }
    let torn = torn(db).await?.into_iter();
    findings.differences.extend(torn.map(|id| format!("match {id}: its rows contradict each other")));
    findings.unreadable(unreadable);
    Ok(())
}

async fn check_some(
    db: &impl ConnectionTrait,
    found: &[Match],
    completed: &BTreeMap<String, Vec<Completed>>,
    findings: &mut Findings,
) -> Result<(), StoreError> {
    let ids: Vec<String> = found.iter().flat_map(|one| one.line_ids.iter().cloned()).collect();
    let lines = bank_statements::lines(db, &ids).await;
    let lines: BTreeMap<String, bank_statements::Line> = match lines {
        Err(StoreError::Broken(_)) => return Ok(()),
        other => other?.into_iter().map(|line| (line.line_id.clone(), line)).collect(),
    };
    let in_ledger = in_ledger(db, found).await?;
    for one in found {
        let name = format!("match {}", one.match_id);
        let own: Vec<_> = one.line_ids.iter().filter_map(|id| lines.get(id)).collect();
        let of_account = own.iter().all(|line| line.account_id == one.account_id);
        let last = own.iter().map(|line| line.entry.date).max();
        if own.len() != one.line_ids.len() || !of_account || last != Some(one.last_date) {
            findings.differences.push(format!("{name}: its lines are not those of its account's statements"));
        }
        for matched in &one.transactions {
            let source = &matched.key.source;
            let named = (one.account_id.clone(), source.kind.name().to_owned(), source.id.clone());
            if !in_ledger.contains(&named) {
                findings.differences.push(format!("{name}: {} is not on its account", matched.key.qualified()));
            }
        }
        let counted = one.completed_in.as_ref().map(|(id, at)| (at.micros(), id.clone()));
        if counted != counts(one, completed) {
            findings.differences.push(format!("{name}: it is not counted by {:?}", one.completed_in));
        }
    }
    Ok(())
}

/// The first reconciliation that was completed after the match was made, with a statement that holds its lines.
fn counts(one: &Match, completed: &BTreeMap<String, Vec<Completed>>) -> Option<(i64, String)> {
    let day = one.last_date.to_string();
    let of_account = completed.get(&one.account_id)?.iter();
    let holding = of_account.filter(|(statement, at, _)| *statement >= day && *at >= one.matched_at.micros());
    holding.map(|(_, at, id)| (*at, id.clone())).min()
}

async fn completed(
    db: &impl ConnectionTrait,
    unreadable: &mut Vec<String>,
) -> Result<BTreeMap<String, Vec<Completed>>, StoreError> {
    let mut found: BTreeMap<String, Vec<Completed>> = BTreeMap::new();
    let of = reconciliation::Entity::find().filter(reconciliation::Column::CompletedAt.is_not_null());
    for row in each(db, of, unreadable).await? {
        if let Some(at) = row.completed_at {
            found.entry(row.account_id).or_default().push((row.statement_date, at, row.reconciliation_id));
        }
    }
    Ok(found)
}

/// Which of the matches' documents have lines on their accounts.
async fn in_ledger(
    db: &impl ConnectionTrait,
    found: &[Match],
) -> Result<BTreeSet<(String, String, String)>, StoreError> {
    use posting_line::Column::{AccountId, SourceId, SourceKind};
    let keys = found.iter().flat_map(|one| one.transactions.iter().map(|matched| matched.key.source.clone()));
    let keys: Vec<DocumentKey> = keys.collect::<BTreeSet<_>>().into_iter().collect();
    let mut there = BTreeSet::new();
    for chunk in keys.chunks(ROWS_PER_STATEMENT) {
        let rows: Vec<(String, String, String)> = posting_line::Entity::find()
            .select_only()
            .columns([AccountId, SourceKind, SourceId])
            .filter(any_of(SourceKind, SourceId, &chunk.iter().cloned().collect()))
            .distinct()
            .into_tuple()
            .all(db)
            .await?;
        there.extend(rows);
    }
    Ok(there)
}
