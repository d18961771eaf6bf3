//! The kinds of tasks: which check each has, and what its sign-off rests on. A feature that adds one writes its check, names the kind in
//! `model.rs`, and has its arms here. See docs/rules/close-checklist.md#checks.

use sea_orm::DatabaseTransaction;

use super::model::{CloseTask, TaskKind};
use super::own_checks::{empty, nothing_pending};
use super::rested::RestsOn;
use crate::books::close_check::{Finding, Month};
use crate::features::{accruals, bank_statements, deferrals, reconciliation, recurring, reports, revaluations};
use crate::kernel::store::StoreError;

/// What the task's check finds; none of a manual one. All is read in the caller's transaction, so all tasks see the same books.
pub async fn finding(tx: &DatabaseTransaction, task: &CloseTask, month: &Month) -> Result<Option<Finding>, StoreError> {
    let account_id = task.account_id.as_deref();
    Ok(Some(match task.kind {
        TaskKind::Manual => return Ok(None),
        TaskKind::BankReconciled => reconciliation::reconciled_by(tx, month, account_id).await?,
        TaskKind::StatementLinesMatched => bank_statements::matched_by(tx, month, account_id).await?,
        TaskKind::SuspenseEmpty => empty(tx, month, account_id.unwrap_or_default()).await?,
        TaskKind::NothingPending => nothing_pending(tx, month).await?,
        TaskKind::RecurringMade => recurring::made_by(tx, month).await?,
        TaskKind::AccrualsReversed => accruals::reversed_by(tx, month).await?,
        TaskKind::DeferralsRecognized => deferrals::recognized_by(tx, month).await?,
        TaskKind::RevaluationDone => revaluations::revalued_by(tx, month).await?,
        TaskKind::SubLedgersAgree => reports::control_accounts_agree(tx, month).await?,
    }))
}

/// The postings of the period that its sign-off rests on. What is checked anew by each read rests on its check alone.
pub fn rests_on(task: &CloseTask) -> RestsOn {
    match (task.kind, &task.account_id) {
        (TaskKind::Manual | TaskKind::NothingPending, _) => RestsOn::Period,
        (TaskKind::BankReconciled | TaskKind::StatementLinesMatched, None) => RestsOn::WithStatements,
        (TaskKind::BankReconciled | TaskKind::StatementLinesMatched | TaskKind::SuspenseEmpty, Some(account_id)) => {
            RestsOn::Account(account_id.clone())
        }
        (TaskKind::SubLedgersAgree, _) => RestsOn::Control,
        (TaskKind::SuspenseEmpty, None) => RestsOn::CheckAlone,
        (TaskKind::RecurringMade | TaskKind::AccrualsReversed | TaskKind::DeferralsRecognized, _) => {
            RestsOn::CheckAlone
        }
        (TaskKind::RevaluationDone, _) => RestsOn::CheckAlone,
    }
}
