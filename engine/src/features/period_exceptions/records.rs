//! Exceptions as the kernel reads, writes and states them.

use sea_orm::{EntityTrait, Select};

use super::check;
use crate::books::change_request::Pin;
use crate::kernel::entity::period_exception;
use crate::kernel::records::one_row::{OneRow, RowRecords};
use crate::kernel::store::StoreError;
use crate::kernel::store::row::period_exception as row;
use crate::kernel::store::stated::{Checked, List};
use crate::values::period_exception::PeriodException;

/// All of them, as the kernel knows them.
pub const RECORDS: RowRecords<PeriodException> = RowRecords::new();

impl OneRow for PeriodException {
    type Entity = period_exception::Entity;
    type Row = period_exception::Model;
    type Active = period_exception::ActiveModel;

    const FEATURE: &'static str = "period_exceptions";
    const LIST: List<period_exception::Model> = check::PERIOD_EXCEPTIONS;
    const CHECKED: &'static [Checked] = &[("the id that the trail names", &["period_exception_id"])];

    fn by_id(id: &str) -> Select<period_exception::Entity> {
        period_exception::Entity::find_by_id(id)
    }

    fn row(&self) -> Result<period_exception::Model, StoreError> {
        Ok(row::row(self))
    }

    fn read(row: period_exception::Model) -> Result<Self, StoreError> {
        row::read(row)
    }

    fn pin(&self) -> Pin {
        Pin { version: self.version, made_at: self.created_at, figures: None }
    }
}
