//! Tax codes as the kernel reads, writes and states them.

use sea_orm::{EntityTrait, Select};

use super::check;
use crate::books::change_request::Pin;
use crate::kernel::entity::tax_code;
use crate::kernel::records::one_row::{OneRow, RowRecords, SavedWhole};
use crate::kernel::store::StoreError;
use crate::kernel::store::row::tax_code as row;
use crate::kernel::store::stated::{Checked, List};
use crate::values::tax_code::TaxCode;

/// All of them, as the kernel knows them.
pub const RECORDS: RowRecords<TaxCode> = RowRecords::new();

impl OneRow for TaxCode {
    type Entity = tax_code::Entity;
    type Row = tax_code::Model;
    type Active = tax_code::ActiveModel;

    const FEATURE: &'static str = "tax_codes";
    const LIST: List<tax_code::Model> = check::TAX_CODES;
    const CHECKED: &'static [Checked] = &[("the id that the trail names", &["tax_code_id"])];

    fn by_id(id: &str) -> Select<tax_code::Entity> {
        tax_code::Entity::find_by_id(id)
    }

    fn row(&self) -> Result<tax_code::Model, StoreError> {
        row::row(self)
    }

    fn read(row: tax_code::Model) -> Result<Self, StoreError> {
        row::read(row)
    }

    fn pin(&self) -> Pin {
        Pin { version: self.version, made_at: self.created_at, figures: None }
    }
}

impl SavedWhole for TaxCode {
    fn stamped_as(self, last: &Self) -> Self {
        Self { version: last.version, updated_at: last.updated_at, updated_by: last.updated_by.clone(), ..self }
    }
}
