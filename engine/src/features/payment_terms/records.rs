//! Payment terms as the kernel reads, writes and states them.

use sea_orm::{EntityTrait, Select};

use super::check;
use crate::books::change_request::Pin;
use crate::kernel::entity::payment_terms;
use crate::kernel::records::one_row::{OneRow, RowRecords, SavedWhole};
use crate::kernel::store::StoreError;
use crate::kernel::store::row::payment_terms as row;
use crate::kernel::store::stated::{Checked, List};
use crate::values::payment_terms::PaymentTerms;

/// All of them, as the kernel knows them.
pub const RECORDS: RowRecords<PaymentTerms> = RowRecords::new();

impl OneRow for PaymentTerms {
    type Entity = payment_terms::Entity;
    type Row = payment_terms::Model;
    type Active = payment_terms::ActiveModel;

    const FEATURE: &'static str = "payment_terms";
    const LIST: List<payment_terms::Model> = check::PAYMENT_TERMS;
    const CHECKED: &'static [Checked] = &[("the id that the trail names", &["payment_terms_id"])];

    fn by_id(id: &str) -> Select<payment_terms::Entity> {
        payment_terms::Entity::find_by_id(id)
    }

    fn row(&self) -> Result<payment_terms::Model, StoreError> {
        Ok(row::row(self))
    }

    fn read(row: payment_terms::Model) -> Result<Self, StoreError> {
        row::read(row)
    }

    fn pin(&self) -> Pin {
        Pin { version: self.version, made_at: self.created_at, figures: None }
    }
}

impl SavedWhole for PaymentTerms {
    fn stamped_as(self, last: &Self) -> Self {
        Self { version: last.version, updated_at: last.updated_at, updated_by: last.updated_by.clone(), ..self }
    }
}
