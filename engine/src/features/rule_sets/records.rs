//! The feature's records as the kernel reads, writes and states them. The version of a rule says from which set on it stands, and until
//! which: so a set costs no more than what it changed.

use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, DatabaseTransaction, EntityTrait, IntoActiveModel, QueryFilter};

use super::check;
use super::model::{FEATURE, RuleSetChange, RulesState, WantedRules};
use crate::approval::Rule;
use crate::approval::rule_set::{DraftStage, RuleSet, RuleSetDraft};
use crate::books::command::{Change, Effects};
use crate::kernel::entity::{rule_set, rule_set_draft, rule_version};
use crate::kernel::records::{Asking, FeatureRecords};
use crate::kernel::store::StoreError;
use crate::kernel::store::commit::{begin_to_add_up, save};
use crate::kernel::store::read::rule_sets;
use crate::kernel::store::row::{rule_set as row, to_json};
use crate::kernel::store::stated::{Stated, Table};
use crate::kernel::store::statement::gone;

/// The records of sets of rules, and of drafts.
#[derive(Debug)]
pub struct RuleSetRecords;

impl FeatureRecords for RuleSetRecords {
    type Wanted = WantedRules;
    type Changed = RuleSetChange;
    type Found = RulesState;

    const FEATURE: &'static str = FEATURE;

    fn tables(&self) -> Vec<Table> {
        check::stated::tables()
    }

    async fn see(
        &self,
        tx: &DatabaseTransaction,
        wanted: &WantedRules,
        asking: &Asking<'_>,
    ) -> Result<RulesState, StoreError> {
        let mut found = RulesState::default();
        if let Some(draft_id) = &wanted.draft_id {
            found.draft = rule_sets::draft(tx, draft_id, asking.lock).await?;
        }
        if let Some(number) = wanted.rules_of_set {
            found.rules_of_set = rule_sets::rules(tx, number).await?;
        }
        Ok(found)
    }

    async fn write(
        &self,
        tx: &DatabaseTransaction,
        change: &RuleSetChange,
        decided: &Effects,
    ) -> Result<(), StoreError> {
        match change {
            RuleSetChange::Begin(set) => begin(tx, set, &decided.changes).await,
            RuleSetChange::SaveDraft(draft) => save_draft(tx, draft, decided).await,
            RuleSetChange::DeleteDraft(id) => {
                gone(rule_set_draft::Entity::delete_by_id(id.as_str()).exec(tx).await?.rows_affected)
            }
        }
    }

    fn stated(&self, change: &RuleSetChange) -> Result<Vec<Stated>, StoreError> {
        Ok(match change {
            RuleSetChange::SaveDraft(draft) => vec![check::stated::DRAFTS.of(&row::draft(draft)?)],
            RuleSetChange::Begin(_) | RuleSetChange::DeleteDraft(_) => Vec::new(),
        })
    }

    async fn every(&self, db: &DatabaseTransaction, unreadable: &mut Vec<String>) -> Result<Vec<Stated>, StoreError> {
        check::stated::every(db, unreadable).await
    }
}

async fn save_draft(tx: &DatabaseTransaction, draft: &RuleSetDraft, decided: &Effects) -> Result<(), StoreError> {
    save(tx, row::draft(draft)?.into_active_model(), draft.version).await?;
    if let DraftStage::Scheduled { .. } = &draft.stage {
        // They decide from their instant on, whenever a job writes them down.
        begin_to_add_up(tx, &draft.rules, decided.at).await?;
    }
    Ok(())
}

/// Begins a set with the rules that are saved beside it; all others go on.
async fn begin(tx: &DatabaseTransaction, set: &RuleSet, changes: &[Change]) -> Result<(), StoreError> {
    rule_set::Entity::insert(row::row(set).into_active_model()).exec_without_returning(tx).await?;
    for change in changes {
        if let Change::SaveRule(saved) = change {
            end_version(tx, saved, set.number).await?;
            let version = rule_version::Model {
                rule_id: saved.rule_id.clone(),
                from_set: set.number,
                until_set: None,
                rule: to_json(&**saved)?,
            };
            rule_version::Entity::insert(version.into_active_model()).exec_without_returning(tx).await?;
        }
    }
    Ok(())
}

async fn end_version(tx: &DatabaseTransaction, rule: &Rule, number: i64) -> Result<(), StoreError> {
    rule_version::Entity::update_many()
        .col_expr(rule_version::Column::UntilSet, Expr::value(number))
        .filter(rule_version::Column::RuleId.eq(rule.rule_id.as_str()))
        .filter(rule_version::Column::UntilSet.is_null())
        .exec(tx)
        .await?;
    Ok(())
}
