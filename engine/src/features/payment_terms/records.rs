//! Payment terms as the kernel reads, writes and states them.

use std::sync::Arc;

use sea_orm::{DatabaseTransaction, EntityTrait, IntoActiveModel};

use super::check;
use crate::books::change_request::Pin;
use crate::books::command::{Change, Changed, Effects, Found, Snapshot, Target, Wanted};
use crate::kernel::entity::payment_terms;
use crate::kernel::records::{Asking, FeatureRecords};
use crate::kernel::store::StoreError;
use crate::kernel::store::commit::save;
use crate::kernel::store::row::payment_terms as row;
use crate::kernel::store::stated::{Stated, Table};
use crate::values::payment_terms::PaymentTerms;

/// The records, as the kernel knows them.
pub const FEATURE: &str = "payment_terms";

/// Payment terms by their id.
#[derive(Clone, Debug)]
pub struct WantedTerms(pub String);

/// The answer to [`WantedTerms`].
#[derive(Default, Debug)]
pub struct TermsState(pub Option<PaymentTerms>);

/// Payment terms in their new version; version 1 is new.
#[derive(Clone, Debug)]
pub struct SavedTerms(pub PaymentTerms);

/// As `If-Match` speaks of payment terms.
pub fn target(payment_terms_id: &str) -> Target {
    Target::OfFeature(FEATURE, payment_terms_id.to_owned())
}

/// What was asked for.
pub fn seen(snapshot: &Snapshot) -> Option<&PaymentTerms> {
    snapshot.of_features.get::<TermsState>(FEATURE)?.0.as_ref()
}

impl Wanted for WantedTerms {
    fn feature(&self) -> &'static str {
        FEATURE
    }
}

impl Changed for SavedTerms {
    fn feature(&self) -> &'static str {
        FEATURE
    }

    fn is_catalog(&self) -> bool {
        true
    }
}

impl From<SavedTerms> for Change {
    fn from(change: SavedTerms) -> Self {
        Self::OfFeature(Arc::new(change))
    }
}

impl Found for TermsState {
    fn pin(&self) -> Option<Pin> {
        let terms = self.0.as_ref()?;
        Some(Pin { version: terms.version, made_at: terms.created_at, figures: None })
    }
}

/// The records of payment terms.
#[derive(Debug)]
pub struct TermsRecords;

impl FeatureRecords for TermsRecords {
    type Wanted = WantedTerms;
    type Changed = SavedTerms;
    type Found = TermsState;

    const FEATURE: &'static str = FEATURE;

    fn tables(&self) -> Vec<Table> {
        vec![check::PAYMENT_TERMS.and_checked(&[("the id that the trail names", &["payment_terms_id"])])]
    }

    async fn see(
        &self,
        tx: &DatabaseTransaction,
        wanted: &WantedTerms,
        _: &Asking<'_>,
    ) -> Result<TermsState, StoreError> {
        let found = payment_terms::Entity::find_by_id(wanted.0.as_str()).one(tx).await?;
        Ok(TermsState(found.map(row::read).transpose()?))
    }

    async fn write(&self, tx: &DatabaseTransaction, saved: &SavedTerms, _: &Effects) -> Result<(), StoreError> {
        save(tx, row::row(&saved.0).into_active_model(), saved.0.version).await
    }

    fn stated(&self, saved: &SavedTerms) -> Result<Vec<Stated>, StoreError> {
        Ok(vec![check::PAYMENT_TERMS.of(&row::row(&saved.0))])
    }

    async fn every(&self, db: &DatabaseTransaction, unreadable: &mut Vec<String>) -> Result<Vec<Stated>, StoreError> {
        check::every(db, unreadable).await
    }
}
