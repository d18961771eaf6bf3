//! The feature's records as the kernel reads, writes and states them.

use sea_orm::DatabaseTransaction;

use super::model::{FEATURE, SessionChange, SessionState, WantedSession};
use super::{check, rows};
use crate::books::command::Effects;
use crate::kernel::records::{Asking, FeatureRecords};
use crate::kernel::store::StoreError;
use crate::kernel::store::stated::{Stated, Table};

/// The records of reconciliations.
#[derive(Debug)]
pub struct SessionRecords;

impl FeatureRecords for SessionRecords {
    type Wanted = WantedSession;
    type Changed = SessionChange;
    type Found = SessionState;

    const FEATURE: &'static str = FEATURE;

    fn tables(&self) -> Vec<Table> {
        check::stated::tables()
    }

    async fn see(
        &self,
        tx: &DatabaseTransaction,
        wanted: &WantedSession,
        asking: &Asking<'_>,
    ) -> Result<SessionState, StoreError> {
        rows::see(tx, wanted, asking.settings.base_currency, asking.lock).await
    }

    async fn write(&self, tx: &DatabaseTransaction, change: &SessionChange, _: &Effects) -> Result<(), StoreError> {
        rows::write(tx, change).await
    }

    fn stated(&self, change: &SessionChange) -> Result<Vec<Stated>, StoreError> {
        check::stated::stated(change)
    }

    async fn every(&self, db: &DatabaseTransaction, unreadable: &mut Vec<String>) -> Result<Vec<Stated>, StoreError> {
        check::stated::every(db, unreadable).await
    }
}
