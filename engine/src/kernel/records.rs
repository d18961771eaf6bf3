//! The records that features bring. The kernel reads, writes and states them with a command's own, in its transaction, and knows of them
//! no more than this ([ADR 0058](../../../docs/adr/0058-features-bring-their-own-records.md)).

use std::any::Any;
use std::fmt;
use std::future::Future;
use std::sync::Arc;

use sea_orm::DatabaseTransaction;

use crate::books::command::{Answered, Change, Changed, Effects, Present, Snapshot, Wanted, Wants};
use crate::kernel::boxed::Boxed;
use crate::kernel::store::StoreError;
use crate::kernel::store::stated::Stated;

/// The records of one feature, by its own types.
pub trait FeatureRecords: Send + Sync {
    type Wanted: Wanted;
    type Changed: Changed;
    /// The answer to what is wanted.
    type Seen: Any + Send + Sync;

    /// As what is wanted and what is changed name it.
    const FEATURE: &'static str;

    /// Reads what a command asks for. `lock`: the command may write, and nothing of what it rests on may change until it has.
    fn see(
        &self,
        tx: &DatabaseTransaction,
        wanted: &Self::Wanted,
        lock: bool,
    ) -> impl Future<Output = Result<Self::Seen, StoreError>> + Send;

    /// Those of what was seen that `If-Match` may be about.
    fn present(&self, _: &Self::Seen) -> Vec<Present> {
        Vec::new()
    }

    /// Writes what was decided. What somebody else wrote first is [`StoreError::Contended`].
    fn write(
        &self,
        tx: &DatabaseTransaction,
        change: &Self::Changed,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// What the rows decide after this change: an audit row of the command states it, and `gl check` compares.
    fn stated(&self, change: &Self::Changed) -> Result<Vec<Stated>, StoreError>;
}

/// The records of a feature whose types are not known here.
pub trait Records: Send + Sync {
    fn feature(&self) -> &'static str;

    fn see<'a>(
        &'a self,
        tx: &'a DatabaseTransaction,
        wanted: &'a dyn Wanted,
        lock: bool,
    ) -> Boxed<'a, Result<Answered, StoreError>>;

    fn write<'a>(&'a self, tx: &'a DatabaseTransaction, change: &'a dyn Changed) -> Boxed<'a, Result<(), StoreError>>;

    fn stated(&self, change: &dyn Changed) -> Result<Vec<Stated>, StoreError>;
}

impl<R: FeatureRecords> Records for R {
    fn feature(&self) -> &'static str {
        R::FEATURE
    }

    fn see<'a>(
        &'a self,
        tx: &'a DatabaseTransaction,
        wanted: &'a dyn Wanted,
        lock: bool,
    ) -> Boxed<'a, Result<Answered, StoreError>> {
        Box::pin(async move {
            let seen = FeatureRecords::see(self, tx, own(wanted, R::FEATURE)?, lock).await?;
            let present = self.present(&seen);
            Ok(Answered { seen: Arc::new(seen), present })
        })
    }

    fn write<'a>(&'a self, tx: &'a DatabaseTransaction, change: &'a dyn Changed) -> Boxed<'a, Result<(), StoreError>> {
        Box::pin(async move { FeatureRecords::write(self, tx, own(change, R::FEATURE)?).await })
    }

    fn stated(&self, change: &dyn Changed) -> Result<Vec<Stated>, StoreError> {
        FeatureRecords::stated(self, own(change, R::FEATURE)?)
    }
}

/// What bears the feature's name is of its type.
fn own<'a, T: Any>(of: &'a dyn Any, feature: &str) -> Result<&'a T, StoreError> {
    of.downcast_ref().ok_or_else(|| StoreError::Broken(format!("{feature} was handed what is not its own")))
}

/// The records of all features.
#[derive(Clone, Copy)]
pub struct AllRecords(pub &'static [&'static dyn Records]);

impl fmt::Debug for AllRecords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.iter().map(|records| records.feature())).finish()
    }
}

impl AllRecords {
    fn of(self, feature: &str) -> Result<&'static dyn Records, StoreError> {
        let found = self.0.iter().find(|records| records.feature() == feature);
        found.copied().ok_or_else(|| StoreError::Broken(format!("no feature {feature:?} is registered")))
    }

    /// Reads what the command wants of a feature.
    pub async fn see(
        self,
        tx: &DatabaseTransaction,
        wants: &Wants,
        lock: bool,
        snapshot: &mut Snapshot,
    ) -> Result<(), StoreError> {
        if let Some(wanted) = &wants.of_feature {
            let found = self.of(wanted.feature())?.see(tx, wanted.as_ref(), lock).await?;
            snapshot.of_features.put(wanted.feature(), found);
        }
        Ok(())
    }

    /// Writes what the command changes of features, and has its audit rows state it.
    pub async fn write(self, tx: &DatabaseTransaction, effects: &mut Effects) -> Result<(), StoreError> {
        for change in &effects.changes {
            if let Change::OfFeature(change) = change {
                let records = self.of(change.feature())?;
                records.write(tx, change.as_ref()).await?;
                for stated in records.stated(change.as_ref())? {
                    stated.put_among(&mut effects.audit)?;
                }
            }
        }
        Ok(())
    }
}
