//! What rests on accounting periods, and so bars that they are taken back. See docs/rules/periods.md#taking-a-period-back.

use std::collections::BTreeSet;

use sea_orm::sea_query::SimpleExpr;
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, FromQueryResult, QueryFilter, QueryOrder, QuerySelect,
    QueryTrait, Select,
};

use super::row::RowName;
use super::{StoreError, status};
use crate::books::period::Period;
use crate::books::period_use::Resting;
use crate::kernel::entity::{
    account, balance, budget, budget_line, close_sign_off, deferral, document, job, period_exception, reconciliation,
    recurring_document,
};
use crate::values::clock::Date;
use crate::values::kind::DocumentKind;

/// So many things of each type are named.
const MOST: u64 = 5;

/// The id that a row is named by.
#[derive(FromQueryResult)]
struct Id {
    id: String,
}

/// What rests on the periods, and on the fiscal year that goes with them; some of each type.
pub async fn resting_on(
    db: &impl ConnectionTrait,
    fiscal_year_id: Option<&str>,
    periods: &[Period],
) -> Result<BTreeSet<Resting>, StoreError> {
    let mut found = BTreeSet::new();
    if let Some(id) = fiscal_year_id {
        let of_year = budget::Entity::find().filter(budget::Column::FiscalYearId.eq(id));
        named(db, "budget", of_year, budget::Column::BudgetId, &mut found).await?;
    }
    let ids: Vec<&str> = periods.iter().map(|period| period.period_id.as_str()).collect();
    if !ids.is_empty() {
        of_periods(db, &ids, &mut found).await?;
    }
    // Nothing comes into a period of adjustments by its day.
    let regular = || periods.iter().filter(|period| !period.is_adjustment);
    let first = regular().map(|period| period.start_date).min();
    let last = regular().map(|period| period.end_date).max();
    if let Some(days) = first.zip(last) {
        of_days(db, days, &mut found).await?;
    }
    Ok(found)
}

/// What names one of the periods.
async fn of_periods(db: &impl ConnectionTrait, ids: &[&str], found: &mut BTreeSet<Resting>) -> Result<(), StoreError> {
    use document::Column::{DocumentId, Kind, PeriodId};
    let ids = || ids.iter().copied();
    // The index of the period begins with the type.
    let documents = document::Entity::find().select_only().columns([Kind, DocumentId]);
    let documents =
        documents.filter(Kind.is_in(DocumentKind::ALL.map(DocumentKind::name))).filter(PeriodId.is_in(ids()));
    let documents: Vec<(String, String)> = documents.limit(MOST).into_tuple().all(db).await?;
    found.extend(documents.into_iter().map(|(kind, id)| Resting::new(&kind, id)));
    // A document of another period may have posted into it: a payment, a void, an application.
    let accounts = account::Entity::find().select_only().column(account::Column::AccountId).into_query();
    let moved = balance::Entity::find()
        .filter(balance::Column::AccountId.in_subquery(accounts))
        .filter(balance::Column::PeriodId.is_in(ids()));
    named(db, "account", moved.distinct(), balance::Column::AccountId, found).await?;
    let budgeted = budget_line::Entity::find().filter(budget_line::Column::PeriodId.is_in(ids())).distinct();
    named(db, "budget", budgeted, budget_line::Column::BudgetId, found).await?;
    let signed = close_sign_off::Entity::find().filter(close_sign_off::Column::PeriodId.is_in(ids()));
    named(db, "close_sign_off", signed, close_sign_off::Column::CloseSignOffId, found).await?;
    let excepted = period_exception::Entity::find().filter(period_exception::Column::PeriodId.is_in(ids()));
    named(db, "period_exception", excepted, period_exception::Column::PeriodExceptionId, found).await?;
    let queued = job::Entity::find()
        .filter(status::not_done())
        .filter(job::Column::State.is_in(["queued", "running", "quarantined"]))
        .filter(job::Column::ResourceType.eq("accounting_period"))
        .filter(job::Column::ResourceId.is_in(ids()));
    named(db, "job", queued, job::Column::JobId, found).await
}

/// What waits for one of the days.
async fn of_days(
    db: &impl ConnectionTrait,
    (first, last): (Date, Date),
    found: &mut BTreeSet<Resting>,
) -> Result<(), StoreError> {
    let (from, to) = (first.to_string(), last.to_string());
    let between = || document::Column::ReversalDate.between(from.as_str(), to.as_str());
    let entry = DocumentKind::JournalEntry.name();
    for waits in [status::due_for_reversal(), status::unposted()] {
        let condition: Condition = Condition::all().add::<SimpleExpr>(waits).add(between()).add(status::not_reversed());
        let accruals = document::Entity::find().filter(condition);
        named(db, entry, accruals, document::Column::DocumentId, found).await?;
    }
    let next = recurring_document::Column::NextDate.between(from.as_str(), to.as_str());
    let recurring = recurring_document::Entity::find().filter(next);
    named(db, "recurring_document", recurring, recurring_document::Column::RecurringDocumentId, found).await?;
    let stated = reconciliation::Column::StatementDate.between(from.as_str(), to.as_str());
    let reconciled = reconciliation::Entity::find().filter(stated);
    named(db, "reconciliation", reconciled, reconciliation::Column::ReconciliationId, found).await?;
    found.extend(deferrals(db, (first, last)).await?);
    Ok(())
}

/// The deferrals with a part in one of the days, from the next one on.
async fn deferrals(db: &impl ConnectionTrait, (first, last): (Date, Date)) -> Result<Vec<Resting>, StoreError> {
    let due = deferral::Entity::find().filter(deferral::Column::NextDate.lte(last.to_string()));
    let rows = due.order_by_asc(deferral::Column::DeferralId).all(db).await?;
    let mut found = Vec::new();
    for row in rows {
        if last_part(&row)? >= first {
            found.push(Resting::new("deferral", row.deferral_id));
        }
    }
    found.truncate(usize::try_from(MOST).unwrap_or(usize::MAX));
    Ok(found)
}

/// The day of the last part: the last of its days, or of the last of its months.
fn last_part(row: &deferral::Model) -> Result<Date, StoreError> {
    let name = RowName { table: "deferral", key: &row.deferral_id };
    if let Some(end) = &row.end_date {
        return name.date("end_date", end);
    }
    let months = name.some("months", row.months.and_then(|months| u32::try_from(months).ok()))?;
    let begins = row.start_date.get(..7).map(|month| format!("{month}-01"));
    let begins = name.date("start_date", &name.some("start_date", begins)?)?;
    Ok(begins.plus_months(months).plus_days(-1))
}

/// Adds some of these rows, by their ids.
async fn named<E: EntityTrait, C: ColumnTrait>(
    db: &impl ConnectionTrait,
    resource: &str,
    rows: Select<E>,
    id: C,
    found: &mut BTreeSet<Resting>,
) -> Result<(), StoreError> {
    let some = rows.select_only().column_as(id, "id").limit(MOST).into_model::<Id>().all(db).await?;
    found.extend(some.into_iter().map(|row| Resting::new(resource, row.id)));
    Ok(())
}
