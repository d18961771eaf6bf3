//! Recurring documents as the kernel reads, writes and states them.

use std::sync::Arc;

use sea_orm::{DatabaseTransaction, IntoActiveModel};

use super::model::RecurringDocument;
use super::{check, reads, row};
use crate::books::change_request::Pin;
use crate::books::command::{Change, Changed, Effects, Found, Snapshot, Target, Wanted};
use crate::kernel::records::{Asking, FeatureRecords};
use crate::kernel::store::StoreError;
use crate::kernel::store::commit::save;
use crate::kernel::store::stated::{Stated, Table};
use crate::values::error::Refusal;

/// The records, as the kernel knows them.
pub const FEATURE: &str = "recurring_documents";

/// One of them, by its id.
#[derive(Clone, Debug)]
pub struct WantedRecurring {
    pub recurring_document_id: String,
}

/// The answer to [`WantedRecurring`].
#[derive(Default, Debug)]
pub struct RecurringState {
    pub recurring: Option<RecurringDocument>,
}

/// It in its new version; version 1 is new.
#[derive(Clone, Debug)]
pub struct RecurringChange(pub Box<RecurringDocument>);

/// As `If-Match` speaks of it.
pub fn target(recurring_document_id: &str) -> Target {
    Target::OfFeature(FEATURE, recurring_document_id.to_owned())
}

impl Wanted for WantedRecurring {
    fn feature(&self) -> &'static str {
        FEATURE
    }
}

impl Changed for RecurringChange {
    fn feature(&self) -> &'static str {
        FEATURE
    }
}

impl From<RecurringDocument> for Change {
    fn from(recurring: RecurringDocument) -> Self {
        Self::OfFeature(Arc::new(RecurringChange(Box::new(recurring))))
    }
}

/// What was asked for, if it is there.
pub fn seen(snapshot: &Snapshot) -> Option<&RecurringDocument> {
    snapshot.of_features.get::<RecurringState>(FEATURE)?.recurring.as_ref()
}

/// The same, for a caller who may read it. See docs/rules/access.md#payroll.
pub fn readable(snapshot: &Snapshot) -> Option<&RecurringDocument> {
    seen(snapshot).filter(|recurring| !recurring.draft.is_payroll() || snapshot.reads_payroll())
}

/// What was asked for, or 404.
pub fn found<'a>(id: &str, snapshot: &'a Snapshot) -> Result<&'a RecurringDocument, Refusal> {
    seen(snapshot).ok_or_else(|| Refusal::not_found(super::model::TITLE, id))
}

/// The records of recurring documents.
#[derive(Debug)]
pub struct RecurringRecords;

impl Found for RecurringState {
    fn pin(&self) -> Option<Pin> {
        let recurring = self.recurring.as_ref()?;
        Some(Pin { version: recurring.version, made_at: recurring.created_at, figures: None })
    }
}

impl FeatureRecords for RecurringRecords {
    type Wanted = WantedRecurring;
    type Changed = RecurringChange;
    type Found = RecurringState;

    const FEATURE: &'static str = FEATURE;

    fn tables(&self) -> Vec<Table> {
        vec![check::RECURRING.and_checked(&[("the id that the trail names", &["recurring_document_id"])])]
    }

    async fn see(
        &self,
        tx: &DatabaseTransaction,
        wanted: &WantedRecurring,
        asking: &Asking<'_>,
    ) -> Result<RecurringState, StoreError> {
        Ok(RecurringState { recurring: reads::one(tx, &wanted.recurring_document_id, asking.lock).await? })
    }

    async fn write(
        &self,
        tx: &DatabaseTransaction,
        RecurringChange(recurring): &RecurringChange,
        _: &Effects,
    ) -> Result<(), StoreError> {
        save(tx, row::row(recurring)?.into_active_model(), recurring.version).await
    }

    fn stated(&self, RecurringChange(recurring): &RecurringChange) -> Result<Vec<Stated>, StoreError> {
        Ok(vec![check::RECURRING.of(&row::row(recurring)?)])
    }

    async fn every(&self, db: &DatabaseTransaction, unreadable: &mut Vec<String>) -> Result<Vec<Stated>, StoreError> {
        check::every(db, unreadable).await
    }
}
