//! Layouts as the kernel reads, writes and states them.

use std::sync::Arc;

use sea_orm::{DatabaseTransaction, EntityTrait, IntoActiveModel};

use super::model::ReportLayout;
use super::{check, reads, row};
use crate::books::change_request::Pin;
use crate::books::command::{Change, Changed, Effects, Found, Snapshot, Target, Wanted};
use crate::kernel::entity::report_layout;
use crate::kernel::records::{Asking, FeatureRecords};
use crate::kernel::store::StoreError;
use crate::kernel::store::stated::{Stated, Table};

/// The records, as the kernel knows them.
pub const FEATURE: &str = "report_layouts";

/// One of them, by its id.
#[derive(Clone, Debug)]
pub struct WantedLayout(pub String);

/// The answer to [`WantedLayout`]: its newest version.
#[derive(Default, Debug)]
pub struct LayoutState {
    pub layout: Option<ReportLayout>,
}

/// A new version.
#[derive(Clone, Debug)]
pub struct LayoutChange(pub Box<ReportLayout>);

/// As `If-Match` speaks of it.
pub fn target(layout_id: &str) -> Target {
    Target::OfFeature(FEATURE, layout_id.to_owned())
}

impl Wanted for WantedLayout {
    fn feature(&self) -> &'static str {
        FEATURE
    }
}

impl Changed for LayoutChange {
    fn feature(&self) -> &'static str {
        FEATURE
    }
}

impl From<LayoutChange> for Change {
    fn from(change: LayoutChange) -> Self {
        Self::OfFeature(Arc::new(change))
    }
}

/// What was asked for, if it is there.
pub fn seen(snapshot: &Snapshot) -> Option<&ReportLayout> {
    snapshot.of_features.get::<LayoutState>(FEATURE)?.layout.as_ref()
}

/// The records of layouts.
#[derive(Debug)]
pub struct LayoutRecords;

impl Found for LayoutState {
    fn pin(&self) -> Option<Pin> {
        let layout = self.layout.as_ref()?;
        Some(Pin { version: layout.version, made_at: layout.created_at, figures: None })
    }
}

impl FeatureRecords for LayoutRecords {
    type Wanted = WantedLayout;
    type Changed = LayoutChange;
    type Found = LayoutState;

    const FEATURE: &'static str = FEATURE;

    fn tables(&self) -> Vec<Table> {
        vec![check::LAYOUTS.and_checked(&[("the id that the trail names", &["layout_version_id"])])]
    }

    async fn see(
        &self,
        tx: &DatabaseTransaction,
        WantedLayout(id): &WantedLayout,
        _: &Asking<'_>,
    ) -> Result<LayoutState, StoreError> {
        Ok(LayoutState { layout: reads::newest(tx, id).await? })
    }

    async fn write(
        &self,
        tx: &DatabaseTransaction,
        LayoutChange(layout): &LayoutChange,
        _: &Effects,
    ) -> Result<(), StoreError> {
        let row = row::row(layout)?.into_active_model();
        report_layout::Entity::insert(row).exec_without_returning(tx).await?;
        Ok(())
    }

    fn stated(&self, LayoutChange(layout): &LayoutChange) -> Result<Vec<Stated>, StoreError> {
        Ok(vec![check::LAYOUTS.of(&row::row(layout)?)])
    }

    async fn every(&self, db: &DatabaseTransaction, unreadable: &mut Vec<String>) -> Result<Vec<Stated>, StoreError> {
        check::every(db, unreadable).await
    }
}
