//! Deferrals as the kernel reads, writes and states them.

use std::sync::Arc;

use sea_orm::{DatabaseTransaction, IntoActiveModel};

use super::model::{Deferral, TITLE};
use super::{check, reads, row};
use crate::books::change_request::Pin;
use crate::books::command::{Change, Changed, Effects, Found, Snapshot, Target, Wanted};
use crate::kernel::records::{Asking, FeatureRecords};
use crate::kernel::store::StoreError;
use crate::kernel::store::commit::save;
use crate::kernel::store::stated::{Stated, Table};
use crate::values::error::Refusal;
use crate::values::kind::DocumentKey;

/// The records, as the kernel knows them.
pub const FEATURE: &str = "deferrals";

/// One of them, by its id, and all those of a line.
#[derive(Clone, Debug)]
pub struct WantedDeferral {
    pub deferral_id: String,
    pub of_line: Option<(DocumentKey, i64)>,
}

impl WantedDeferral {
    pub fn one(deferral_id: &str) -> Self {
        Self { deferral_id: deferral_id.to_owned(), of_line: None }
    }
}

/// The answer to [`WantedDeferral`].
#[derive(Default, Debug)]
pub struct DeferralState {
    pub deferral: Option<Deferral>,
    pub of_line: Vec<Deferral>,
}

/// It in its new version; version 1 is new.
#[derive(Clone, Debug)]
pub struct DeferralChange(pub Box<Deferral>);

/// As `If-Match` speaks of it.
pub fn target(deferral_id: &str) -> Target {
    Target::OfFeature(FEATURE, deferral_id.to_owned())
}

impl Wanted for WantedDeferral {
    fn feature(&self) -> &'static str {
        FEATURE
    }
}

impl Changed for DeferralChange {
    fn feature(&self) -> &'static str {
        FEATURE
    }
}

impl From<Deferral> for Change {
    fn from(deferral: Deferral) -> Self {
        Self::OfFeature(Arc::new(DeferralChange(Box::new(deferral))))
    }
}

/// What was asked for, if it is there.
pub fn seen(snapshot: &Snapshot) -> Option<&Deferral> {
    snapshot.of_features.get::<DeferralState>(FEATURE)?.deferral.as_ref()
}

/// The deferrals of the line that was asked about.
pub fn of_line(snapshot: &Snapshot) -> &[Deferral] {
    snapshot.of_features.get::<DeferralState>(FEATURE).map_or(&[], |state| &state.of_line)
}

/// What was asked for, or 404.
pub fn found<'a>(id: &str, snapshot: &'a Snapshot) -> Result<&'a Deferral, Refusal> {
    seen(snapshot).ok_or_else(|| Refusal::not_found(TITLE, id))
}

/// The records of deferrals.
#[derive(Debug)]
pub struct DeferralRecords;

impl Found for DeferralState {
    fn pin(&self) -> Option<Pin> {
        let deferral = self.deferral.as_ref()?;
        Some(Pin { version: deferral.version, made_at: deferral.created_at, figures: None })
    }
}

impl FeatureRecords for DeferralRecords {
    type Wanted = WantedDeferral;
    type Changed = DeferralChange;
    type Found = DeferralState;

    const FEATURE: &'static str = FEATURE;

    fn tables(&self) -> Vec<Table> {
        vec![check::DEFERRAL.and_checked(&[("the id that the trail names", &["deferral_id"])])]
    }

    async fn see(
        &self,
        tx: &DatabaseTransaction,
        wanted: &WantedDeferral,
        asking: &Asking<'_>,
    ) -> Result<DeferralState, StoreError> {
        let deferral = reads::one(tx, &wanted.deferral_id, asking.lock).await?;
        let of_line = match &wanted.of_line {
            Some((source, line_number)) => reads::of_line(tx, source, *line_number).await?,
            None => Vec::new(),
        };
        Ok(DeferralState { deferral, of_line })
    }

    async fn write(
        &self,
        tx: &DatabaseTransaction,
        DeferralChange(deferral): &DeferralChange,
        _: &Effects,
    ) -> Result<(), StoreError> {
        save(tx, row::row(deferral)?.into_active_model(), deferral.version).await
    }

    fn stated(&self, DeferralChange(deferral): &DeferralChange) -> Result<Vec<Stated>, StoreError> {
        Ok(vec![check::DEFERRAL.of(&row::row(deferral)?)])
    }

    async fn every(&self, db: &DatabaseTransaction, unreadable: &mut Vec<String>) -> Result<Vec<Stated>, StoreError> {
        check::every(db, unreadable).await
    }
}
