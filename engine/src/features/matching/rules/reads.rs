//! Reads of matching rules.

use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect,
};

use super::model::{MOST_ACTIVE, MatchingRule};
use super::row;
use crate::kernel::entity::matching_rule;
use crate::kernel::entity::matching_rule::Column::{BankAccountId, CreatedAt, IsActive, MatchingRuleId};
use crate::kernel::store::StoreError;
use crate::kernel::store::read::after;
use crate::values::page::{Cursor, Page, PageRequest};

pub async fn one(db: &impl ConnectionTrait, id: &str) -> Result<Option<MatchingRule>, StoreError> {
    matching_rule::Entity::find_by_id(id).one(db).await?.map(row::read).transpose()
}

/// The rules that speak of lines of this account, by their ids: all, or those that are active.
pub async fn of_account(
    db: &impl ConnectionTrait,
    account_id: &str,
    active_only: bool,
) -> Result<Vec<MatchingRule>, StoreError> {
    let speaks = Condition::any().add(BankAccountId.is_null()).add(BankAccountId.eq(account_id));
    let mut rules = matching_rule::Entity::find().filter(speaks).order_by_asc(MatchingRuleId);
    if active_only {
        rules = rules.filter(IsActive.eq(true)).limit(MOST_ACTIVE);
    }
    rules.all(db).await?.into_iter().map(row::read).collect()
}

/// One page of the rules, newest first.
pub async fn list(
    db: &impl ConnectionTrait,
    is_active: Option<bool>,
    page: &PageRequest,
) -> Result<Page<MatchingRule>, StoreError> {
    let wanted = || {
        let all = matching_rule::Entity::find();
        is_active.map_or_else(|| all.clone(), |is_active| all.clone().filter(IsActive.eq(is_active)))
    };
    let total = if page.count { Some(wanted().count(db).await?) } else { None };
    let rows = wanted()
        .filter(after(CreatedAt, MatchingRuleId, page.after.as_ref()))
        .order_by_desc(CreatedAt)
        .order_by_desc(MatchingRuleId)
        .limit(page.limit.saturating_add(1))
        .all(db)
        .await?;
    let rules = rows.into_iter().map(row::read).collect::<Result<Vec<_>, _>>()?;
    Ok(Page::of(rules, page.limit, total, cursor))
}

/// Where a rule stands in the list.
pub fn cursor(rule: &MatchingRule) -> Cursor {
    Cursor { at: rule.created_at.micros(), id: rule.matching_rule_id.clone() }
}
