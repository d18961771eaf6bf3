//! Rule sets as they are written. The version of a rule says from which set on it stands, and until which: so a set costs no more than
//! what it changed.

use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, IntoActiveModel, QueryFilter};

use super::StoreError;
use super::row::{rule_set as row, to_json};
use crate::approval::Rule;
use crate::approval::rule_set::RuleSet;
use crate::books::command::Change;
use crate::kernel::entity::{rule_set, rule_version};

/// Begins a set with the rules that are saved beside it; all others go on.
pub async fn begin(tx: &impl ConnectionTrait, set: &RuleSet, changes: &[Change]) -> Result<(), StoreError> {
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

async fn end_version(tx: &impl ConnectionTrait, rule: &Rule, number: i64) -> Result<(), StoreError> {
    rule_version::Entity::update_many()
        .col_expr(rule_version::Column::UntilSet, Expr::value(number))
        .filter(rule_version::Column::RuleId.eq(rule.rule_id.as_str()))
        .filter(rule_version::Column::UntilSet.is_null())
        .exec(tx)
        .await?;
    Ok(())
}
