//! Write-off rules as the kernel reads, writes and states them.

use sea_orm::{EntityTrait, Select};

use super::check;
use crate::books::change_request::Pin;
use crate::kernel::entity::write_off_rule;
use crate::kernel::records::one_row::{OneRow, RowRecords, SavedWhole};
use crate::kernel::store::StoreError;
use crate::kernel::store::row::write_off_rule as row;
use crate::kernel::store::stated::{Checked, List};
use crate::values::write_off_rule::{RESOURCE, WriteOffRule};

/// All of them, as the kernel knows them.
pub const RECORDS: RowRecords<WriteOffRule> = RowRecords::new();

impl OneRow for WriteOffRule {
    type Entity = write_off_rule::Entity;
    type Row = write_off_rule::Model;
    type Active = write_off_rule::ActiveModel;

    const FEATURE: &'static str = RESOURCE;
    const LIST: List<write_off_rule::Model> = check::WRITE_OFF_RULES;
    const CHECKED: &'static [Checked] = &[("the id that the trail names", &["write_off_rule_id"])];

    fn by_id(id: &str) -> Select<write_off_rule::Entity> {
        write_off_rule::Entity::find_by_id(id)
    }

    fn row(&self) -> Result<write_off_rule::Model, StoreError> {
        Ok(row::row(self))
    }

    fn read(row: write_off_rule::Model) -> Result<Self, StoreError> {
        row::read(row)
    }

    fn pin(&self) -> Pin {
        Pin { version: self.version, made_at: self.created_at, figures: None }
    }
}

impl SavedWhole for WriteOffRule {
    fn stamped_as(self, last: &Self) -> Self {
        Self { version: last.version, updated_at: last.updated_at, updated_by: last.updated_by.clone(), ..self }
    }
}
