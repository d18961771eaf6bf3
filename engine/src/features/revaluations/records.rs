//! What a revaluation reads of the books. It keeps no records of its own: what was revalued is known from its entries.

use std::collections::BTreeMap;

use sea_orm::DatabaseTransaction;

pub use super::model::{Held, RevaluationState, Revalued, WantedRevaluation};
use super::reads;
use crate::books::command::{Changed, Effects, Found, Snapshot, Wanted};
use crate::kernel::records::{Asking, FeatureRecords};
use crate::kernel::store::StoreError;
use crate::kernel::store::stated::{Stated, Table};

/// The records, as the kernel knows them.
pub const FEATURE: &str = "revaluations";

impl Wanted for WantedRevaluation {
    fn feature(&self) -> &'static str {
        FEATURE
    }
}

impl Found for RevaluationState {}

/// Nothing changes but documents.
#[derive(Clone, Copy, Debug)]
pub enum NothingOfItsOwn {}

impl Changed for NothingOfItsOwn {
    fn feature(&self) -> &'static str {
        FEATURE
    }
}

/// Seen by whoever asked for nothing.
static NOTHING: RevaluationState =
    RevaluationState { items: Vec::new(), held: Vec::new(), revalued: BTreeMap::new(), rates: Vec::new() };

/// What was asked for.
pub fn seen(snapshot: &Snapshot) -> &RevaluationState {
    snapshot.of_features.get(FEATURE).unwrap_or(&NOTHING)
}

/// The reads of revaluations.
#[derive(Debug)]
pub struct RevaluationRecords;

impl FeatureRecords for RevaluationRecords {
    type Wanted = WantedRevaluation;
    type Changed = NothingOfItsOwn;
    type Found = RevaluationState;

    const FEATURE: &'static str = FEATURE;

    fn tables(&self) -> Vec<Table> {
        Vec::new()
    }

    async fn see(
        &self,
        tx: &DatabaseTransaction,
        wanted: &WantedRevaluation,
        asking: &Asking<'_>,
    ) -> Result<RevaluationState, StoreError> {
        reads::see(tx, wanted.day, asking.settings.base_currency).await
    }

    async fn write(&self, _: &DatabaseTransaction, change: &NothingOfItsOwn, _: &Effects) -> Result<(), StoreError> {
        match *change {}
    }

    fn stated(&self, change: &NothingOfItsOwn) -> Result<Vec<Stated>, StoreError> {
        match *change {}
    }

    async fn every(&self, _: &DatabaseTransaction, _: &mut Vec<String>) -> Result<Vec<Stated>, StoreError> {
        Ok(Vec::new())
    }
}
