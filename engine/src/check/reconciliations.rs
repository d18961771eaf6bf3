//! Reconciliations: the worksheet of a completed one is derived again, and every mark belongs to a bank transaction.

use std::collections::{BTreeMap, BTreeSet};

use sea_orm::{ConnectionTrait, EntityTrait, QueryOrder};

use super::findings::Findings;
use crate::entity::{cleared_mark, reconciliation};
use crate::money::{Currency, Minor};
use crate::reconciliation::worksheet::draw;
use crate::reconciliation::{LedgerLine, Mark, Reconciliation, TransactionKey};
use crate::store::read::reconciliations::{lines_up_to, marks_on};
use crate::store::{StoreError, row};

/// Checks the sessions and marks of every account that has any.
pub async fn check(db: &impl ConnectionTrait, base: Currency, findings: &mut Findings) -> Result<(), StoreError> {
    let mut accounts: BTreeMap<String, Vec<Reconciliation>> = BTreeMap::new();
    let by_date = reconciliation::Entity::find().order_by_asc(reconciliation::Column::StatementDate);
    for found in by_date.all(db).await? {
        let session = row::reconciliation::read(found)?;
        accounts.entry(session.account_id.clone()).or_default().push(session);
    }
    for mark in cleared_mark::Entity::find().all(db).await? {
        accounts.entry(mark.account_id).or_default();
    }
    for (account_id, sessions) in accounts {
        let marks = marks_on(db, &account_id).await?;
        let Some(currency) = sessions.first().map(|session| session.currency) else {
            findings.differences.push(format!("account {account_id} has marks and no reconciliation"));
            continue;
        };
        let lines = lines_up_to(db, &account_id, None, currency, base).await?;
        for session in &sessions {
            check_figures(session, &lines, &marks, findings);
        }
        check_order(&account_id, &sessions, findings);
        check_marks(&sessions, &lines, &marks, findings);
    }
    Ok(())
}

fn check_figures(
    session: &Reconciliation,
    lines: &[LedgerLine],
    marks: &BTreeMap<TransactionKey, Mark>,
    findings: &mut Findings,
) {
    let name = format!("reconciliation {}", session.reconciliation_id);
    let Ok(worksheet) = draw(session, lines, marks) else {
        findings.differences.push(format!("{name}: its figures are too large"));
        return;
    };
    let summary = worksheet.summary;
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

fn check_marks(
    sessions: &[Reconciliation],
    lines: &[LedgerLine],
    marks: &BTreeMap<TransactionKey, Mark>,
    findings: &mut Findings,
) {
    let mut nets: BTreeMap<&TransactionKey, Minor> = BTreeMap::new();
    for line in lines {
        let net = nets.entry(&line.key).or_default();
        match net.checked_add(line.amount) {
            Ok(sum) => *net = sum,
            Err(error) => findings.differences.push(format!("the ledger lines of {}: {error}", line.key.qualified())),
        }
    }
    for mark in marks.values() {
        let name = format!("the mark on {}", mark.key.qualified());
        if nets.get(&mark.key).is_none_or(|net| net.is_zero()) {
            findings.differences.push(format!("{name}: nothing stands in the ledger"));
        }
        if sessions.iter().all(|session| session.reconciliation_id != mark.reconciliation_id) {
            findings.differences.push(format!("{name}: its reconciliation {} is missing", mark.reconciliation_id));
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
}
