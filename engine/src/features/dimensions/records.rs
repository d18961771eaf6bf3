//! Dimensions and their values as the kernel reads, writes and states them. The catalog has what they are: a command reads the one that
//! `If-Match` names.

use std::sync::Arc;

use sea_orm::{DatabaseTransaction, EntityTrait, IntoActiveModel};

use super::check;
use crate::books::change_request::Pin;
use crate::books::command::{Change, Changed, Effects, Found, Snapshot, Target, Wanted};
use crate::kernel::entity::{dimension, dimension_value};
use crate::kernel::records::{Asking, FeatureRecords};
use crate::kernel::store::StoreError;
use crate::kernel::store::commit::save;
use crate::kernel::store::row::dimension as row;
use crate::kernel::store::stated::{Stated, Table};
use crate::values::dimension::{Dimension, DimensionValue};

/// The records, as the kernel knows them.
pub const FEATURE: &str = "dimensions";

/// What a command is about, by the id of its record.
#[derive(Clone, Debug)]
pub enum WantedDimension {
    Dimension(String),
    Value(String),
}

/// The answer to [`WantedDimension`].
#[derive(Clone, Default, Debug)]
pub struct DimensionState {
    pub dimension: Option<Dimension>,
    pub value: Option<DimensionValue>,
}

/// Each in its new version; version 1 is new.
#[derive(Clone, Debug)]
pub enum DimensionChange {
    Dimension(Box<Dimension>),
    Value(Box<DimensionValue>),
}

/// As `If-Match` speaks of a dimension or of a value.
pub fn target(id: &str) -> Target {
    Target::OfFeature(FEATURE, id.to_owned())
}

/// What was asked for; nothing when it was not.
pub fn seen(snapshot: &Snapshot) -> Option<&DimensionState> {
    snapshot.of_features.get::<DimensionState>(FEATURE)
}

impl Wanted for WantedDimension {
    fn feature(&self) -> &'static str {
        FEATURE
    }
}

impl Changed for DimensionChange {
    fn feature(&self) -> &'static str {
        FEATURE
    }

    /// Every decision about a document reads them.
    fn is_catalog(&self) -> bool {
        true
    }
}

impl From<DimensionChange> for Change {
    fn from(change: DimensionChange) -> Self {
        Self::OfFeature(Arc::new(change))
    }
}

impl Found for DimensionState {
    fn pin(&self) -> Option<Pin> {
        let dimension = self.dimension.as_ref().map(|one| (one.version, one.created_at));
        let (version, made_at) = dimension.or_else(|| self.value.as_ref().map(|one| (one.version, one.created_at)))?;
        Some(Pin { version, made_at, figures: None })
    }
}

/// The records of dimensions and their values.
#[derive(Debug)]
pub struct DimensionRecords;

impl FeatureRecords for DimensionRecords {
    type Wanted = WantedDimension;
    type Changed = DimensionChange;
    type Found = DimensionState;

    const FEATURE: &'static str = FEATURE;

    fn tables(&self) -> Vec<Table> {
        check::tables()
    }

    async fn see(
        &self,
        tx: &DatabaseTransaction,
        wanted: &WantedDimension,
        _: &Asking<'_>,
    ) -> Result<DimensionState, StoreError> {
        Ok(match wanted {
            WantedDimension::Dimension(id) => {
                let found = dimension::Entity::find_by_id(id).one(tx).await?;
                DimensionState { dimension: found.map(row::read_dimension).transpose()?, value: None }
            }
            WantedDimension::Value(id) => {
                let found = dimension_value::Entity::find_by_id(id).one(tx).await?;
                DimensionState { dimension: None, value: found.map(row::read_value).transpose()? }
            }
        })
    }

    async fn write(&self, tx: &DatabaseTransaction, change: &DimensionChange, _: &Effects) -> Result<(), StoreError> {
        match change {
            DimensionChange::Dimension(of) => save(tx, row::dimension(of).into_active_model(), of.version).await,
            DimensionChange::Value(of) => save(tx, row::value(of).into_active_model(), of.version).await,
        }
    }

    fn stated(&self, change: &DimensionChange) -> Result<Vec<Stated>, StoreError> {
        Ok(vec![match change {
            DimensionChange::Dimension(of) => check::DIMENSIONS.of(&row::dimension(of)),
            DimensionChange::Value(of) => check::VALUES.of(&row::value(of)),
        }])
    }

    async fn every(&self, db: &DatabaseTransaction, unreadable: &mut Vec<String>) -> Result<Vec<Stated>, StoreError> {
        check::every(db, unreadable).await
    }
}
