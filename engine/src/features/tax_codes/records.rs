//! Tax codes as the kernel reads, writes and states them.

use std::sync::Arc;

use sea_orm::{DatabaseTransaction, EntityTrait, IntoActiveModel};

use super::check;
use crate::books::change_request::Pin;
use crate::books::command::{Change, Changed, Effects, Found, Snapshot, Target, Wanted};
use crate::kernel::entity::tax_code;
use crate::kernel::records::{Asking, FeatureRecords};
use crate::kernel::store::StoreError;
use crate::kernel::store::commit::save;
use crate::kernel::store::row::tax_code as row;
use crate::kernel::store::stated::{Stated, Table};
use crate::values::tax_code::TaxCode;

/// The records, as the kernel knows them.
pub const FEATURE: &str = "tax_codes";

/// A tax code by its id.
#[derive(Clone, Debug)]
pub struct WantedTaxCode(pub String);

/// The answer to [`WantedTaxCode`].
#[derive(Default, Debug)]
pub struct TaxCodeState(pub Option<TaxCode>);

/// A tax code in its new version; version 1 is new.
#[derive(Clone, Debug)]
pub struct SavedTaxCode(pub TaxCode);

/// As `If-Match` speaks of a tax code.
pub fn target(tax_code_id: &str) -> Target {
    Target::OfFeature(FEATURE, tax_code_id.to_owned())
}

/// What was asked for.
pub fn seen(snapshot: &Snapshot) -> Option<&TaxCode> {
    snapshot.of_features.get::<TaxCodeState>(FEATURE)?.0.as_ref()
}

impl Wanted for WantedTaxCode {
    fn feature(&self) -> &'static str {
        FEATURE
    }
}

impl Changed for SavedTaxCode {
    fn feature(&self) -> &'static str {
        FEATURE
    }

    fn is_catalog(&self) -> bool {
        true
    }
}

impl From<SavedTaxCode> for Change {
    fn from(change: SavedTaxCode) -> Self {
        Self::OfFeature(Arc::new(change))
    }
}

impl Found for TaxCodeState {
    fn pin(&self) -> Option<Pin> {
        let code = self.0.as_ref()?;
        Some(Pin { version: code.version, made_at: code.created_at, figures: None })
    }
}

/// The records of tax codes.
#[derive(Debug)]
pub struct TaxCodeRecords;

impl FeatureRecords for TaxCodeRecords {
    type Wanted = WantedTaxCode;
    type Changed = SavedTaxCode;
    type Found = TaxCodeState;

    const FEATURE: &'static str = FEATURE;

    fn tables(&self) -> Vec<Table> {
        vec![check::TAX_CODES.and_checked(&[("the id that the trail names", &["tax_code_id"])])]
    }

    async fn see(
        &self,
        tx: &DatabaseTransaction,
        wanted: &WantedTaxCode,
        _: &Asking<'_>,
    ) -> Result<TaxCodeState, StoreError> {
        let found = tax_code::Entity::find_by_id(wanted.0.as_str()).one(tx).await?;
        Ok(TaxCodeState(found.map(row::read).transpose()?))
    }

    async fn write(&self, tx: &DatabaseTransaction, saved: &SavedTaxCode, _: &Effects) -> Result<(), StoreError> {
        save(tx, row::row(&saved.0)?.into_active_model(), saved.0.version).await
    }

    fn stated(&self, saved: &SavedTaxCode) -> Result<Vec<Stated>, StoreError> {
        Ok(vec![check::TAX_CODES.of(&row::row(&saved.0)?)])
    }

    async fn every(&self, db: &DatabaseTransaction, unreadable: &mut Vec<String>) -> Result<Vec<Stated>, StoreError> {
        check::every(db, unreadable).await
    }
}
