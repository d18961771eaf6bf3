//! Write-off rules as the kernel reads, writes and states them.

use std::sync::Arc;

use sea_orm::{DatabaseTransaction, EntityTrait, IntoActiveModel};

use super::check;
use crate::books::change_request::Pin;
use crate::books::command::{Change, Changed, Effects, Found, Snapshot, Target, Wanted};
use crate::kernel::entity::write_off_rule;
use crate::kernel::records::{Asking, FeatureRecords};
use crate::kernel::store::StoreError;
use crate::kernel::store::commit::save;
use crate::kernel::store::row::write_off_rule as row;
use crate::kernel::store::stated::{Stated, Table};
use crate::values::write_off_rule::{RESOURCE, WriteOffRule};

/// The records, as the kernel knows them.
pub const FEATURE: &str = RESOURCE;

/// A write-off rule by its id.
#[derive(Clone, Debug)]
pub struct WantedRule(pub String);

/// The answer to [`WantedRule`].
#[derive(Default, Debug)]
pub struct RuleState(pub Option<WriteOffRule>);

/// A write-off rule in its new version; version 1 is new.
#[derive(Clone, Debug)]
pub struct SavedRule(pub WriteOffRule);

/// As `If-Match` speaks of write-off rules.
pub fn target(write_off_rule_id: &str) -> Target {
    Target::OfFeature(FEATURE, write_off_rule_id.to_owned())
}

/// What was asked for.
pub fn seen(snapshot: &Snapshot) -> Option<&WriteOffRule> {
    snapshot.of_features.get::<RuleState>(FEATURE)?.0.as_ref()
}

impl Wanted for WantedRule {
    fn feature(&self) -> &'static str {
        FEATURE
    }
}

impl Changed for SavedRule {
    fn feature(&self) -> &'static str {
        FEATURE
    }

    fn is_catalog(&self) -> bool {
        true
    }
}

impl From<SavedRule> for Change {
    fn from(change: SavedRule) -> Self {
        Self::OfFeature(Arc::new(change))
    }
}

impl Found for RuleState {
    fn pin(&self) -> Option<Pin> {
        let rule = self.0.as_ref()?;
        Some(Pin { version: rule.version, made_at: rule.created_at, figures: None })
    }
}

/// The records of write-off rules.
#[derive(Debug)]
pub struct WriteOffRecords;

impl FeatureRecords for WriteOffRecords {
    type Wanted = WantedRule;
    type Changed = SavedRule;
    type Found = RuleState;

    const FEATURE: &'static str = FEATURE;

    fn tables(&self) -> Vec<Table> {
        vec![check::WRITE_OFF_RULES.and_checked(&[("the id that the trail names", &["write_off_rule_id"])])]
    }

    async fn see(
        &self,
        tx: &DatabaseTransaction,
        wanted: &WantedRule,
        _: &Asking<'_>,
    ) -> Result<RuleState, StoreError> {
        let found = write_off_rule::Entity::find_by_id(wanted.0.as_str()).one(tx).await?;
        Ok(RuleState(found.map(row::read).transpose()?))
    }

    async fn write(&self, tx: &DatabaseTransaction, saved: &SavedRule, _: &Effects) -> Result<(), StoreError> {
        save(tx, row::row(&saved.0).into_active_model(), saved.0.version).await
    }

    fn stated(&self, saved: &SavedRule) -> Result<Vec<Stated>, StoreError> {
        Ok(vec![check::WRITE_OFF_RULES.of(&row::row(&saved.0))])
    }

    async fn every(&self, db: &DatabaseTransaction, unreadable: &mut Vec<String>) -> Result<Vec<Stated>, StoreError> {
        check::every(db, unreadable).await
    }
}
