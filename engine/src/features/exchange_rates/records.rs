//! The feature's records as the kernel reads, writes and states them. The rate that a document takes is read beside its document
//! (`kernel/store/read/exchange_rates.rs`).

use sea_orm::{DatabaseTransaction, IntoActiveModel};

use super::model::{FEATURE, RateState, SavedRate, WantedRate};
use super::{check, reads};
use crate::books::command::Effects;
use crate::kernel::records::{Asking, FeatureRecords};
use crate::kernel::store::StoreError;
use crate::kernel::store::commit::save;
use crate::kernel::store::row::catalog::exchange_rate;
use crate::kernel::store::stated::{Stated, Table};

/// The records of exchange rates.
#[derive(Debug)]
pub struct RateRecords;

impl FeatureRecords for RateRecords {
    type Wanted = WantedRate;
    type Changed = SavedRate;
    type Found = RateState;

    const FEATURE: &'static str = FEATURE;

    fn tables(&self) -> Vec<Table> {
        vec![check::RATES.and_checked(&[("the id that the trail names", &["exchange_rate_id"])])]
    }

    async fn see(
        &self,
        tx: &DatabaseTransaction,
        wanted: &WantedRate,
        _: &Asking<'_>,
    ) -> Result<RateState, StoreError> {
        reads::see(tx, wanted).await
    }

    async fn write(&self, tx: &DatabaseTransaction, saved: &SavedRate, _: &Effects) -> Result<(), StoreError> {
        save(tx, exchange_rate(&saved.0).into_active_model(), saved.0.version).await
    }

    fn stated(&self, saved: &SavedRate) -> Result<Vec<Stated>, StoreError> {
        Ok(vec![check::RATES.of(&exchange_rate(&saved.0))])
    }

    async fn every(&self, db: &DatabaseTransaction, unreadable: &mut Vec<String>) -> Result<Vec<Stated>, StoreError> {
        check::every(db, unreadable).await
    }
}
