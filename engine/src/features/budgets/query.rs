//! Budgets and their lines as they are listed.

use super::model::{Budget, BudgetLine, RESOURCE, Standing};
use super::reads;
use super::records::{WantedBudget, found};
use crate::approval::access::Actor;
use crate::books::command::Wants;
use crate::kernel::engine::Engine;
use crate::values::error::Error;
use crate::values::page::{Page, PageRequest};

impl Engine {
    /// One page of the budgets, newest first: all, those of the year, or those that stand so.
    pub async fn list_budgets(
        &self,
        actor: &Actor,
        wanted: (Option<&str>, Option<Standing>),
        page: &PageRequest,
    ) -> Result<Page<Budget>, Error> {
        self.look_up(actor, RESOURCE, &Wants::default()).await?;
        Ok(reads::list(&self.store.reader, wanted, page).await?)
    }

    /// One page of the lines of a budget, in their order, each with its place.
    pub async fn budget_lines(
        &self,
        actor: &Actor,
        budget_id: &str,
        page: &PageRequest,
    ) -> Result<Page<(i64, BudgetLine)>, Error> {
        let seen = self.look_up(actor, RESOURCE, &Wants::of_feature(WantedBudget::one(budget_id))).await?;
        found(budget_id, &seen)?;
        Ok(reads::lines_page(&self.store.reader, budget_id, page).await?)
    }
}
