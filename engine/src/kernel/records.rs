//! The records that features bring. The kernel reads, writes and states them with a command's own, in its transaction, and knows of them
//! no more than this ([ADR 0058](../../../docs/adr/0058-features-bring-their-own-records.md)).

pub mod one_row;

use std::fmt;
use std::future::Future;
use std::sync::Arc;

use sea_orm::DatabaseTransaction;

use crate::approval::access::Actor;
use crate::books::command::{Change, Changed, Effects, Found, Settings, Snapshot, Wanted, Wants};
use crate::kernel::boxed::Boxed;
use crate::kernel::store::StoreError;
use crate::kernel::store::stated::{Stated, Table};

/// The records of one feature, by its own types.
pub trait FeatureRecords: Send + Sync {
    type Wanted: Wanted;
    type Changed: Changed;
    /// The answer to what is wanted.
    type Found: Found;

    /// As what is wanted and what is changed name it.
    const FEATURE: &'static str;

    /// Its tables, with how each column is compared.
    fn tables(&self) -> Vec<Table>;

    /// Reads what a command asks for.
    fn see(
        &self,
        tx: &DatabaseTransaction,
        wanted: &Self::Wanted,
        asking: &Asking<'_>,
    ) -> impl Future<Output = Result<Self::Found, StoreError>> + Send;

    /// Writes what was decided, with all else that the command decided. What somebody else wrote first is [`StoreError::Contended`].
    fn write(
        &self,
        tx: &DatabaseTransaction,
        change: &Self::Changed,
        decided: &Effects,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// What the rows decide after this change: an audit row of the command states it, and `gl check` compares.
    fn stated(&self, change: &Self::Changed) -> Result<Vec<Stated>, StoreError>;

    /// What all rows decide now. What cannot be read is named.
    fn every(
        &self,
        db: &DatabaseTransaction,
        unreadable: &mut Vec<String>,
    ) -> impl Future<Output = Result<Vec<Stated>, StoreError>> + Send;
}

/// Who asks, in which books, and whether to write.
#[derive(Clone, Copy, Debug)]
pub struct Asking<'a> {
    pub actor: &'a Actor,
    pub settings: Settings,
    /// The command may write, and nothing of what it rests on may change until it has.
    pub lock: bool,
}

/// The records of a feature whose types are not known here.
pub trait Records: Send + Sync {
    fn feature(&self) -> &'static str;

    fn tables(&self) -> Vec<Table>;

    fn see<'a>(
        &'a self,
        tx: &'a DatabaseTransaction,
        wanted: &'a dyn Wanted,
        asking: &'a Asking<'a>,
    ) -> Boxed<'a, Result<Arc<dyn Found>, StoreError>>;

    fn write<'a>(
        &'a self,
        tx: &'a DatabaseTransaction,
        change: &'a dyn Changed,
        decided: &'a Effects,
    ) -> Boxed<'a, Result<(), StoreError>>;

    fn stated(&self, change: &dyn Changed) -> Result<Vec<Stated>, StoreError>;

    fn every<'a>(
        &'a self,
        db: &'a DatabaseTransaction,
        unreadable: &'a mut Vec<String>,
    ) -> Boxed<'a, Result<Vec<Stated>, StoreError>>;
}

impl<R: FeatureRecords> Records for R {
    fn feature(&self) -> &'static str {
        R::FEATURE
    }

    fn tables(&self) -> Vec<Table> {
        FeatureRecords::tables(self)
    }

    fn see<'a>(
        &'a self,
        tx: &'a DatabaseTransaction,
        wanted: &'a dyn Wanted,
        asking: &'a Asking<'a>,
    ) -> Boxed<'a, Result<Arc<dyn Found>, StoreError>> {
        Box::pin(async move {
            let wanted = wanted.own().ok_or_else(not_its_own::<R>)?;
            let found = FeatureRecords::see(self, tx, wanted, asking).await?;
            Ok(Arc::new(found) as Arc<dyn Found>)
        })
    }

    fn write<'a>(
        &'a self,
        tx: &'a DatabaseTransaction,
        change: &'a dyn Changed,
        decided: &'a Effects,
    ) -> Boxed<'a, Result<(), StoreError>> {
        Box::pin(async move {
            let change = change.own().ok_or_else(not_its_own::<R>)?;
            FeatureRecords::write(self, tx, change, decided).await
        })
    }

    fn stated(&self, change: &dyn Changed) -> Result<Vec<Stated>, StoreError> {
        FeatureRecords::stated(self, change.own().ok_or_else(not_its_own::<R>)?)
    }

    fn every<'a>(
        &'a self,
        db: &'a DatabaseTransaction,
        unreadable: &'a mut Vec<String>,
    ) -> Boxed<'a, Result<Vec<Stated>, StoreError>> {
        Box::pin(FeatureRecords::every(self, db, unreadable))
    }
}

/// What bears the feature's name is of its type.
fn not_its_own<R: FeatureRecords>() -> StoreError {
    StoreError::Broken(format!("{} was handed what is not its own", R::FEATURE))
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

    /// Reads what the command wants of features, in its order.
    pub async fn see(
        self,
        tx: &DatabaseTransaction,
        wants: &Wants,
        lock: bool,
        snapshot: &mut Snapshot,
    ) -> Result<(), StoreError> {
        let actor = Arc::clone(&snapshot.actor);
        let asking = Asking { actor: &actor, settings: snapshot.settings, lock };
        for wanted in &wants.of_features {
            let found = self.of(wanted.feature())?.see(tx, wanted.as_ref(), &asking).await?;
            snapshot.of_features.put(wanted.feature(), found);
        }
        Ok(())
    }

    /// Writes what the command changes of features, and has its audit rows state it.
    pub async fn write(self, tx: &DatabaseTransaction, effects: &mut Effects) -> Result<(), StoreError> {
        let mut audit = std::mem::take(&mut effects.audit);
        for change in &effects.changes {
            if let Change::OfFeature(change) = change {
                let records = self.of(change.feature())?;
                records.write(tx, change.as_ref(), effects).await?;
                for stated in records.stated(change.as_ref())? {
                    stated.put_among(&mut audit)?;
                }
            }
        }
        effects.audit = audit;
        Ok(())
    }

    /// What the rows of all features decide now. What cannot be read is named.
    pub async fn every(
        self,
        db: &DatabaseTransaction,
        unreadable: &mut Vec<String>,
    ) -> Result<Vec<Stated>, StoreError> {
        let mut all = Vec::new();
        for records in self.0 {
            all.extend(records.every(db, unreadable).await?);
        }
        Ok(all)
    }
}
