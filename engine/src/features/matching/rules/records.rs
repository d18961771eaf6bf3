//! Matching rules as the kernel reads, writes and states them.

use std::sync::Arc;

use sea_orm::{ColumnTrait, DatabaseTransaction, EntityTrait, IntoActiveModel, PaginatorTrait, QueryFilter};

use super::model::MatchingRule;
use super::{check, reads, row};
use crate::books::change_request::Pin;
use crate::books::command::{Change, Changed, Effects, Found, Snapshot, Wanted};
use crate::kernel::entity::matching_rule;
use crate::kernel::records::{Asking, FeatureRecords};
use crate::kernel::store::StoreError;
use crate::kernel::store::commit::save;
use crate::kernel::store::stated::{Stated, Table};

/// The records, as the kernel knows them.
pub const FEATURE: &str = "matching_rules";

/// What a command about a rule must know: the rule, and how many others are active.
#[derive(Clone, Debug)]
pub struct WantedRules {
    pub matching_rule_id: String,
}

/// The answer to [`WantedRules`].
#[derive(Default, Debug)]
pub struct RuleState {
    pub rule: Option<MatchingRule>,
    pub others_active: u64,
}

/// The rule in its new version; version 1 is new.
#[derive(Clone, Debug)]
pub struct RuleChange(pub Box<MatchingRule>);

impl Wanted for WantedRules {
    fn feature(&self) -> &'static str {
        FEATURE
    }
}

impl Changed for RuleChange {
    fn feature(&self) -> &'static str {
        FEATURE
    }
}

impl From<RuleChange> for Change {
    fn from(change: RuleChange) -> Self {
        Self::OfFeature(Arc::new(change))
    }
}

/// What was asked for; nothing when it was not.
pub fn seen(snapshot: &Snapshot) -> Option<&RuleState> {
    snapshot.of_features.get::<RuleState>(FEATURE)
}

/// The records of matching rules.
#[derive(Debug)]
pub struct RuleRecords;

impl Found for RuleState {
    fn pin(&self) -> Option<Pin> {
        let rule = self.rule.as_ref()?;
        Some(Pin { version: rule.version, made_at: rule.created_at, figures: None })
    }
}

impl FeatureRecords for RuleRecords {
    type Wanted = WantedRules;
    type Changed = RuleChange;
    type Found = RuleState;

    const FEATURE: &'static str = FEATURE;

    fn tables(&self) -> Vec<Table> {
        vec![check::RULES.and_checked(&[("the id that the trail names", &["matching_rule_id"])])]
    }

    async fn see(
        &self,
        tx: &DatabaseTransaction,
        wanted: &WantedRules,
        _: &Asking<'_>,
    ) -> Result<RuleState, StoreError> {
        use matching_rule::Column::{IsActive, MatchingRuleId};
        let others = matching_rule::Entity::find()
            .filter(IsActive.eq(true))
            .filter(MatchingRuleId.ne(wanted.matching_rule_id.as_str()));
        Ok(RuleState { rule: reads::one(tx, &wanted.matching_rule_id).await?, others_active: others.count(tx).await? })
    }

    async fn write(
        &self,
        tx: &DatabaseTransaction,
        RuleChange(rule): &RuleChange,
        _: &Effects,
    ) -> Result<(), StoreError> {
        save(tx, row::row(rule).into_active_model(), rule.version).await
    }

    fn stated(&self, RuleChange(rule): &RuleChange) -> Result<Vec<Stated>, StoreError> {
        Ok(vec![check::RULES.of(&row::row(rule))])
    }

    async fn every(&self, db: &DatabaseTransaction, unreadable: &mut Vec<String>) -> Result<Vec<Stated>, StoreError> {
        check::every(db, unreadable).await
    }
}
