//! Exceptions as the kernel reads, writes and states them.

use std::sync::Arc;

use sea_orm::{DatabaseTransaction, EntityTrait, IntoActiveModel};

use super::check;
use crate::books::change_request::Pin;
use crate::books::command::{Change, Changed, Effects, Found, Target, Wanted};
use crate::kernel::entity::period_exception;
use crate::kernel::records::{Asking, FeatureRecords};
use crate::kernel::store::StoreError;
use crate::kernel::store::commit::save;
use crate::kernel::store::row::period_exception as row;
use crate::kernel::store::stated::{Stated, Table};
use crate::values::period_exception::PeriodException;

/// The records, as the kernel knows them.
pub const FEATURE: &str = "period_exceptions";

/// An exception by its id.
#[derive(Clone, Debug)]
pub struct WantedException(pub String);

/// The answer to [`WantedException`].
#[derive(Default, Debug)]
pub struct ExceptionState(pub Option<PeriodException>);

/// An exception in its new version; version 1 is new.
#[derive(Clone, Debug)]
pub struct SavedException(pub PeriodException);

/// As `If-Match` speaks of an exception.
pub fn target(period_exception_id: &str) -> Target {
    Target::OfFeature(FEATURE, period_exception_id.to_owned())
}

impl Wanted for WantedException {
    fn feature(&self) -> &'static str {
        FEATURE
    }
}

impl Changed for SavedException {
    fn feature(&self) -> &'static str {
        FEATURE
    }

    fn is_catalog(&self) -> bool {
        true
    }
}

impl From<SavedException> for Change {
    fn from(change: SavedException) -> Self {
        Self::OfFeature(Arc::new(change))
    }
}

impl Found for ExceptionState {
    fn pin(&self) -> Option<Pin> {
        let exception = self.0.as_ref()?;
        Some(Pin { version: exception.version, made_at: exception.created_at, figures: None })
    }
}

/// The records of exceptions.
#[derive(Debug)]
pub struct ExceptionRecords;

impl FeatureRecords for ExceptionRecords {
    type Wanted = WantedException;
    type Changed = SavedException;
    type Found = ExceptionState;

    const FEATURE: &'static str = FEATURE;

    fn tables(&self) -> Vec<Table> {
        vec![check::PERIOD_EXCEPTIONS.and_checked(&[("the id that the trail names", &["period_exception_id"])])]
    }

    async fn see(
        &self,
        tx: &DatabaseTransaction,
        wanted: &WantedException,
        _: &Asking<'_>,
    ) -> Result<ExceptionState, StoreError> {
        let found = period_exception::Entity::find_by_id(wanted.0.as_str()).one(tx).await?;
        Ok(ExceptionState(found.map(row::read).transpose()?))
    }

    async fn write(&self, tx: &DatabaseTransaction, saved: &SavedException, _: &Effects) -> Result<(), StoreError> {
        save(tx, row::row(&saved.0).into_active_model(), saved.0.version).await
    }

    fn stated(&self, saved: &SavedException) -> Result<Vec<Stated>, StoreError> {
        Ok(vec![check::PERIOD_EXCEPTIONS.of(&row::row(&saved.0))])
    }

    async fn every(&self, db: &DatabaseTransaction, unreadable: &mut Vec<String>) -> Result<Vec<Stated>, StoreError> {
        check::every(db, unreadable).await
    }
}
