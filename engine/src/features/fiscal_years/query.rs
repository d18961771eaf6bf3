//! Fiscal years as they are listed and read.

use super::model::FiscalYear;
use super::records::{WantedYears, seen};
use crate::approval::access::Actor;
use crate::books::command::Wants;
use crate::kernel::engine::Engine;
use crate::values::clock::Date;
use crate::values::error::Error;
use crate::values::page::{Cursor, Page, PageRequest, slice};

/// Whose permissions its reads ask for.
pub const READ_AS: &str = "accounting_period";

impl Engine {
    /// One page of the years, the latest first.
    pub async fn list_fiscal_years(&self, actor: &Actor, page: &PageRequest) -> Result<Page<FiscalYear>, Error> {
        let seen_by = self.look_up(actor, READ_AS, &Wants::of_feature(WantedYears::default())).await?;
        Ok(slice(seen(&seen_by).years.iter().cloned(), page, cursor))
    }

    /// One year.
    pub async fn fiscal_year(&self, actor: &Actor, id: &str) -> Result<FiscalYear, Error> {
        let wanted = WantedYears::one(id);
        let seen_by = self.look_up(actor, READ_AS, &Wants::of_feature(wanted)).await?;
        Ok(seen(&seen_by).named(id)?.clone())
    }

    /// One year, for a command that asks for its caller's permission itself.
    pub async fn present_fiscal_year(&self, id: &str) -> Result<FiscalYear, Error> {
        self.fiscal_year(&Actor::system(), id).await
    }
}

/// Where a year stands in the list.
pub fn cursor(year: &FiscalYear) -> Cursor {
    Cursor { at: year.start_date.days_since(Date::FIRST), id: year.fiscal_year_id.clone() }
}
