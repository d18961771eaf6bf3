//! Matching rules as the kernel reads, writes and states them.

use std::sync::Arc;

use sea_orm::{
    ActiveModelTrait, ColumnTrait, DatabaseTransaction, EntityTrait, IntoActiveModel, PaginatorTrait, QueryFilter,
};

use super::model::MatchingRule;
use super::{check, reads, row};
use crate::books::command::{Change, Changed, Present, Snapshot, Wanted};
use crate::kernel::entity::matching_rule;
use crate::kernel::records::FeatureRecords;
use crate::kernel::store::StoreError;
use crate::kernel::store::stated::Stated;
use crate::kernel::store::statement::gone;

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

impl FeatureRecords for RuleRecords {
    type Wanted = WantedRules;
    type Changed = RuleChange;
    type Seen = RuleState;

    const FEATURE: &'static str = FEATURE;

    async fn see(&self, tx: &DatabaseTransaction, wanted: &WantedRules, _: bool) -> Result<RuleState, StoreError> {
        use matching_rule::Column::{IsActive, MatchingRuleId};
        let others = matching_rule::Entity::find()
            .filter(IsActive.eq(true))
            .filter(MatchingRuleId.ne(wanted.matching_rule_id.as_str()));
        Ok(RuleState { rule: reads::one(tx, &wanted.matching_rule_id).await?, others_active: others.count(tx).await? })
    }

    fn present(&self, seen: &RuleState) -> Vec<Present> {
        let rule = seen.rule.iter();
        let present = |rule: &MatchingRule| Present {
            id: rule.matching_rule_id.clone(),
            version: rule.version,
            made_at: rule.created_at,
        };
        rule.map(present).collect()
    }

    async fn write(&self, tx: &DatabaseTransaction, RuleChange(rule): &RuleChange) -> Result<(), StoreError> {
        let model = row::row(rule).into_active_model();
        if rule.version == 1 {
            model.insert(tx).await?;
            return Ok(());
        }
        let before = rule.version.saturating_sub(1);
        let written = matching_rule::Entity::update_many()
            .set(model.reset_all())
            .filter(matching_rule::Column::MatchingRuleId.eq(rule.matching_rule_id.as_str()))
            .filter(matching_rule::Column::Version.eq(before))
            .exec(tx)
            .await?;
        gone(written.rows_affected)
    }

    fn stated(&self, RuleChange(rule): &RuleChange) -> Result<Vec<Stated>, StoreError> {
        Ok(vec![check::one(row::row(rule))])
    }
}
