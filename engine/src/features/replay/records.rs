//! The feature's records as the kernel reads and writes them. A replay is a trial of rules: the trail says nothing of it, and nothing of it
//! is compared.

use sea_orm::{DatabaseTransaction, EntityTrait, IntoActiveModel};

use super::model::{BeginReplay, FEATURE, OwnReplays, WantedReplays};
use super::row;
use crate::books::command::Effects;
use crate::kernel::entity::replay;
use crate::kernel::records::{Asking, FeatureRecords};
use crate::kernel::store::StoreError;
use crate::kernel::store::read::jobs::replays_of;
use crate::kernel::store::stated::{Stated, Table};

/// The records of replays.
#[derive(Debug)]
pub struct ReplayRecords;

impl FeatureRecords for ReplayRecords {
    type Wanted = WantedReplays;
    type Changed = BeginReplay;
    type Found = OwnReplays;

    const FEATURE: &'static str = FEATURE;

    fn tables(&self) -> Vec<Table> {
        Vec::new()
    }

    async fn see(
        &self,
        tx: &DatabaseTransaction,
        _: &WantedReplays,
        asking: &Asking<'_>,
    ) -> Result<OwnReplays, StoreError> {
        replays_of(tx, &asking.actor.user_id, asking.lock).await.map(OwnReplays)
    }

    async fn write(&self, tx: &DatabaseTransaction, begun: &BeginReplay, _: &Effects) -> Result<(), StoreError> {
        let row = row::asked(&begun.0)?.into_active_model();
        replay::Entity::insert(row).exec_without_returning(tx).await?;
        Ok(())
    }

    fn stated(&self, _: &BeginReplay) -> Result<Vec<Stated>, StoreError> {
        Ok(Vec::new())
    }

    async fn every(&self, _: &DatabaseTransaction, _: &mut Vec<String>) -> Result<Vec<Stated>, StoreError> {
        Ok(Vec::new())
    }
}
