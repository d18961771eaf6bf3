//! Reconciliations: the worksheet of a completed one is derived again, and every mark belongs to a bank transaction.

pub(crate) mod marks;
pub(crate) mod stated;
pub(crate) mod unmarked;

use std::collections::{BTreeMap, BTreeSet};

use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryOrder, QuerySelect};

use crate::books::cleared::{Mark, MarkedBy, TransactionKey};
use crate::features::reconciliation::check::unmarked::Unmarked;
use crate::features::reconciliation::model::worksheet::{Sums, draw_part};
use crate::features::reconciliation::model::{LedgerLine, Reconciliation, Summary};
use crate::features::reconciliation::reads::worksheet::Walk;
use crate::features::reconciliation::reads::{lines_of, marks_after};
use crate::kernel::entity::{cleared_mark, reconciliation};
use crate::kernel::findings::Findings;
use crate::kernel::store::StoreError;
use crate::kernel::store::read::at_once::each;
use crate::kernel::store::read::cleared_marks;
use crate::values::clock::Date;
use crate::values::kind::DocumentKey;
use crate::values::money::{Currency, Minor, MoneyError};

/// Marks in one look.
const MARKS: u64 = 500;

/// Checks the sessions and marks of every account that has any.
pub async fn check(
    db: &impl ConnectionTrait,
    base: Currency,
    unmarked: &Unmarked,
    findings: &mut Findings,
) -> Result<(), StoreError> {
    let mut accounts: BTreeMap<String, Vec<Reconciliation>> = BTreeMap::new();
    let by_date = reconciliation::Entity::find().order_by_asc(reconciliation::Column::StatementDate);
    let mut unreadable = Vec::new();
    for found in each(db, by_date, &mut unreadable).await? {
        marks::check_session(db, &found.reconciliation_id, unmarked, findings).await?;
        match crate::features::reconciliation::row::read(found) {
            Ok(session) => accounts.entry(session.account_id.clone()).or_default().push(session),
            Err(error) => unreadable.push(error.to_string()),
        }
    }
    findings.unreadable(unreadable);
    match marked_accounts(db).await {
        Ok(marked) => marked.into_iter().for_each(|account_id| {
            accounts.entry(account_id).or_default();
        }),
        Err(error) => go_on(Err(error), "the accounts of marks", findings)?,
    }
    for (account_id, sessions) in accounts {
        let Some(last) = sessions.last() else {
            findings.differences.push(format!("account {account_id} has marks and no reconciliation"));
            continue;
        };
        let all = Reconciliation { statement_date: Date::LAST, completion: None, ..last.clone() };
        check_order(&account_id, &sessions, findings);
        let drawn = check_sessions(db, base, &all, &sessions, findings).await;
        go_on(drawn, &format!("the worksheets of account {account_id}"), findings)?;
        let marked = check_marks(db, base, &all, &sessions, findings).await;
        go_on(marked, &format!("the marks on account {account_id}"), findings)?;
    }
    Ok(())
}

/// What cannot be read is a finding, and hides nothing else.
fn go_on(checked: Result<(), StoreError>, what: &str, findings: &mut Findings) -> Result<(), StoreError> {
    match checked {
        Err(StoreError::Broken(why) | StoreError::TooLarge(why)) => {
            findings.differences.push(format!("{what} cannot be checked: {why}"));
            Ok(())
        }
        other => other,
    }
}

async fn marked_accounts(db: &impl ConnectionTrait) -> Result<Vec<String>, StoreError> {
    let marks = cleared_mark::Entity::find().select_only().column(cleared_mark::Column::AccountId).distinct();
    Ok(marks.into_tuple().all(db).await?)
}

/// Draws the worksheets of all sessions of an account in one walk through its ledger.
async fn check_sessions(
    db: &impl ConnectionTrait,
    base: Currency,
    all: &Reconciliation,
    sessions: &[Reconciliation],
    findings: &mut Findings,
) -> Result<(), StoreError> {
    let mut sums: Vec<Result<Sums, MoneyError>> = sessions.iter().map(|_| Ok(Sums::default())).collect();
    let mut walk = Walk::default();
    while let Some(found) = walk.next(db, all, base).await? {
        let first = found.order.keys().next().map(|(day, _)| *day);
        for (session, sums) in sessions.iter().zip(&mut sums) {
            // A session sees nothing after its statement.
            if first.is_some_and(|first| first <= session.statement_date)
                && let Ok(so_far) = sums
                && let Err(error) = draw_part(session, &found, so_far)
            {
                *sums = Err(error);
            }
        }
    }
    for (session, sums) in sessions.iter().zip(sums) {
        check_figures(session, sums.and_then(|sums| sums.summary(session)), findings);
    }
    Ok(())
}

fn check_figures(session: &Reconciliation, summary: Result<Summary, MoneyError>, findings: &mut Findings) {
    let name = format!("reconciliation {}", session.reconciliation_id);
    let Ok(summary) = summary else {
        findings.differences.push(format!("{name}: its figures are too large"));
        return;
    };
    if summary.cleared_balance.checked_add(summary.uncleared_balance) != Ok(summary.gl_ending_balance) {
        findings.differences.push(format!("{name}: cleared and uncleared are not the ledger's balance"));
    }
    let Some(completion) = &session.completion else { return };
    if completion.summary != summary {
        findings
            .differences
            .push(format!("{name}: completed with {:?}, derived again it is {summary:?}", completion.summary));
    }
    if !summary.difference.is_zero() || !session.book_adjustments.total.is_zero() {
        findings.differences.push(format!("{name} is completed and does not balance"));
    }
}

/// One in progress, after all that are completed; no two statements of one day.
fn check_order(account_id: &str, sessions: &[Reconciliation], findings: &mut Findings) {
    let days: BTreeSet<_> = sessions.iter().map(|session| session.statement_date).collect();
    let in_order = sessions.iter().rev().skip(1).all(|session| session.completion.is_some());
    if days.len() != sessions.len() || !in_order {
        findings.differences.push(format!("the reconciliations of account {account_id} are out of order"));
    }
}

/// Checks every mark on the account, some at a time.
async fn check_marks(
    db: &impl ConnectionTrait,
    base: Currency,
    all: &Reconciliation,
    sessions: &[Reconciliation],
    findings: &mut Findings,
) -> Result<(), StoreError> {
    let (mut after, mut unreadable) = (None, Vec::new());
    loop {
        let of_account = cleared_mark::Column::AccountId.eq(all.account_id.as_str());
        let rows = marks_after(db, of_account, after.as_ref(), MARKS, &mut unreadable).await?;
        let Some(last) = rows.last() else { break };
        after = Some(last.clone());
        let mut marks = Vec::with_capacity(rows.len());
        for row in rows {
            match cleared_marks::read(row) {
                Ok(mark) => marks.push(mark),
                Err(error) => unreadable.push(error.to_string()),
            }
        }
        let documents: BTreeSet<DocumentKey> = marks.iter().map(|mark| mark.key.source.clone()).collect();
        let lines = lines_of(db, &all.account_id, &documents, all.currency, base).await?;
        let mut by_transaction: BTreeMap<&TransactionKey, Vec<&LedgerLine>> = BTreeMap::new();
        for line in &lines {
            by_transaction.entry(&line.key).or_default().push(line);
        }
        for mark in &marks {
            let lines = by_transaction.get(&mark.key).map(Vec::as_slice).unwrap_or_default();
            match net(mark, lines, sessions) {
                Ok(net) => check_mark(mark, net, sessions, findings),
                Err(error) => {
                    findings.differences.push(format!("the ledger lines of {}: {error}", mark.key.qualified()));
                }
            }
        }
    }
    findings.unreadable(unreadable);
    Ok(())
}

/// What the transaction comes to by the end of the statement that it was marked in: releases before let one be marked that was voided
/// after that.
fn net(mark: &Mark, lines: &[&LedgerLine], sessions: &[Reconciliation]) -> Result<Minor, MoneyError> {
    let marked_in = sessions.iter().find(|session| is_of(mark, session));
    let until = marked_in.map(|session| session.statement_date);
    let stands = lines.iter().filter(|line| until.is_none_or(|until| line.posting_date <= until));
    Minor::sum(stands.map(|line| line.amount))
}

fn is_of(mark: &Mark, session: &Reconciliation) -> bool {
    mark.by == MarkedBy::Session(session.reconciliation_id.clone())
}

fn check_mark(mark: &Mark, net: Minor, sessions: &[Reconciliation], findings: &mut Findings) {
    let name = format!("the mark on {}", mark.key.qualified());
    if net.is_zero() {
        findings.differences.push(format!("{name}: nothing stands in the ledger"));
    }
    if !sessions.iter().any(|session| is_of(mark, session)) {
        findings.differences.push(format!("{name}: {} is missing", mark.by.named()));
    }
    // The first session completed after the mark, with a statement that holds it, locked it.
    let locks = sessions.iter().filter(|session| session.statement_date >= mark.cleared_date);
    let locked = locks.filter_map(|session| {
        let completion = session.completion.as_ref().filter(|completion| completion.at >= mark.marked_at)?;
        Some((session.reconciliation_id.clone(), completion.at))
    });
    if mark.completed_in != locked.min_by_key(|(_, at)| *at) {
        findings.differences.push(format!("{name}: locked by {:?}", mark.completed_in));
    }
}
