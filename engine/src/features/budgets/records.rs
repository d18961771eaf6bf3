//! Budgets as the kernel reads, writes and states them.

use std::sync::Arc;

use sea_orm::{ColumnTrait, DatabaseTransaction, EntityTrait, IntoActiveModel, QueryFilter};

use super::model::{Budget, BudgetLine, TITLE};
use super::{check, reads, row};
use crate::books::change_request::Pin;
use crate::books::command::{Change, Changed, Effects, Found, Snapshot, Target, Wanted};
use crate::kernel::entity::budget_line;
use crate::kernel::records::{Asking, FeatureRecords};
use crate::kernel::store::StoreError;
use crate::kernel::store::commit::save;
use crate::kernel::store::stated::{Stated, Table};
use crate::values::error::Refusal;

/// The records, as the kernel knows them.
pub const FEATURE: &str = "budgets";

/// Lines that are written by one statement.
const LINES_AT_ONCE: usize = 500;

/// What a command must know.
#[derive(Clone, Debug)]
pub struct WantedBudget {
    pub budget_id: String,
    /// The one whose lines are copied.
    pub copy_of: Option<String>,
    /// The year whose versions are counted; that of the copied one where none is named.
    pub in_year: Option<String>,
}

impl WantedBudget {
    pub fn one(budget_id: &str) -> Self {
        Self { budget_id: budget_id.to_owned(), copy_of: None, in_year: None }
    }
}

/// The answer to [`WantedBudget`].
#[derive(Default, Debug)]
pub struct BudgetState {
    pub budget: Option<Budget>,
    /// The one that is in force in the budget's year.
    pub active: Option<Budget>,
    pub copied: Option<(Budget, Vec<BudgetLine>)>,
    /// How many versions the year has.
    pub versions: u32,
}

/// Seen by whoever asked for nothing.
static NOTHING: BudgetState = BudgetState { budget: None, active: None, copied: None, versions: 0 };

/// It in its new version; version 1 is new. With lines: these take the place of all that there were.
#[derive(Clone, Debug)]
pub struct BudgetChange {
    pub budget: Box<Budget>,
    pub lines: Option<Vec<BudgetLine>>,
}

/// As `If-Match` speaks of it.
pub fn target(budget_id: &str) -> Target {
    Target::OfFeature(FEATURE, budget_id.to_owned())
}

impl Wanted for WantedBudget {
    fn feature(&self) -> &'static str {
        FEATURE
    }
}

impl Changed for BudgetChange {
    fn feature(&self) -> &'static str {
        FEATURE
    }
}

impl From<BudgetChange> for Change {
    fn from(change: BudgetChange) -> Self {
        Self::OfFeature(Arc::new(change))
    }
}

/// What was asked for.
pub fn seen(snapshot: &Snapshot) -> &BudgetState {
    snapshot.of_features.get(FEATURE).unwrap_or(&NOTHING)
}

/// The budget that was asked for, or 404.
pub fn found<'a>(id: &str, snapshot: &'a Snapshot) -> Result<&'a Budget, Refusal> {
    seen(snapshot).budget.as_ref().ok_or_else(|| Refusal::not_found(TITLE, id))
}

/// The records of budgets.
#[derive(Debug)]
pub struct BudgetRecords;

impl Found for BudgetState {
    fn pin(&self) -> Option<Pin> {
        let budget = self.budget.as_ref()?;
        Some(Pin { version: budget.version, made_at: budget.created_at, figures: None })
    }
}

impl FeatureRecords for BudgetRecords {
    type Wanted = WantedBudget;
    type Changed = BudgetChange;
    type Found = BudgetState;

    const FEATURE: &'static str = FEATURE;

    fn tables(&self) -> Vec<Table> {
        check::tables()
    }

    async fn see(
        &self,
        tx: &DatabaseTransaction,
        wanted: &WantedBudget,
        asking: &Asking<'_>,
    ) -> Result<BudgetState, StoreError> {
        let mut state =
            BudgetState { budget: reads::one(tx, &wanted.budget_id, asking.lock).await?, ..BudgetState::default() };
        if let Some(budget) = &state.budget {
            state.active = reads::active(tx, &budget.fiscal_year_id).await?;
        }
        if let Some(id) = &wanted.copy_of
            && let Some(copied) = reads::one(tx, id, false).await?
        {
            state.copied = Some((copied, reads::lines(tx, id).await?));
        }
        let copied = state.copied.as_ref().map(|(copied, _)| &copied.fiscal_year_id);
        if let Some(year) = wanted.in_year.as_ref().or(copied) {
            state.versions = reads::versions(tx, year).await?;
        }
        Ok(state)
    }

    async fn write(&self, tx: &DatabaseTransaction, change: &BudgetChange, _: &Effects) -> Result<(), StoreError> {
        let BudgetChange { budget, lines } = change;
        save(tx, row::row(budget).into_active_model(), budget.version).await?;
        let Some(lines) = lines else { return Ok(()) };
        if budget.version > 1 {
            let before = budget_line::Column::BudgetId.eq(budget.budget_id.as_str());
            budget_line::Entity::delete_many().filter(before).exec(tx).await?;
        }
        let rows: Vec<_> = row::lines(&budget.budget_id, lines).map(IntoActiveModel::into_active_model).collect();
        for some in rows.chunks(LINES_AT_ONCE) {
            budget_line::Entity::insert_many::<budget_line::ActiveModel, _>(some.iter().cloned())
                .exec_without_returning(tx)
                .await?;
        }
        Ok(())
    }

    fn stated(&self, change: &BudgetChange) -> Result<Vec<Stated>, StoreError> {
        Ok(vec![check::BUDGETS.of(&row::row(&change.budget))])
    }

    async fn every(&self, db: &DatabaseTransaction, unreadable: &mut Vec<String>) -> Result<Vec<Stated>, StoreError> {
        check::every(db, unreadable).await
    }
}
