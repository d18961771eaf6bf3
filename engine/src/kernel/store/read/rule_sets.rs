//! Rule sets and their drafts: one, and pages of them, newest first.

use sea_orm::sea_query::Expr;
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, DbBackend, EntityTrait, Iterable, PaginatorTrait, QueryFilter, QueryOrder,
    QuerySelect, QueryTrait,
};

use super::after;
use crate::approval::Rule;
use crate::approval::rule_set::{DraftStatus, RuleSet, RuleSetDraft};
use crate::kernel::entity::{rule_set, rule_set_draft, rule_version};
use crate::kernel::store::StoreError;
use crate::kernel::store::row::{RowName, rule_set as row};
use crate::values::page::{Cursor, Page, PageRequest};

/// The number of the set that is written down as the last.
pub async fn latest(db: &impl ConnectionTrait) -> Result<i64, StoreError> {
    let found = rule_set::Entity::find().order_by_desc(rule_set::Column::Number).one(db).await?;
    Ok(found.map_or(0, |found| found.number))
}

/// One set.
pub async fn one(db: &impl ConnectionTrait, number: i64) -> Result<Option<RuleSet>, StoreError> {
    Ok(rule_set::Entity::find_by_id(number).one(db).await?.map(row::read))
}

/// The rules of a set, by their ids; `None` when there is no such set.
pub async fn rules(db: &impl ConnectionTrait, number: i64) -> Result<Option<Vec<Rule>>, StoreError> {
    if one(db, number).await?.is_none() {
        return Ok(None);
    }
    let until = rule_version::Column::UntilSet;
    let found = rule_version::Entity::find()
        .filter(rule_version::Column::FromSet.lte(number))
        .filter(Condition::any().add(until.is_null()).add(until.gt(number)))
        .order_by_asc(rule_version::Column::RuleId)
        .all(db)
        .await?;
    let read =
        |found: &rule_version::Model| RowName { table: "rule_version", key: &found.rule_id }.json("rule", &found.rule);
    found.iter().map(read).collect::<Result<_, _>>().map(Some)
}

/// Where a set stands in the list.
pub fn cursor(set: &RuleSet) -> Cursor {
    Cursor { at: set.number, id: String::new() }
}

/// One page of sets.
pub async fn list(db: &impl ConnectionTrait, page: &PageRequest) -> Result<Page<RuleSet>, StoreError> {
    let total = if page.count { Some(rule_set::Entity::find().count(db).await?) } else { None };
    let before = page.after.as_ref().map(|after| rule_set::Column::Number.lt(after.at));
    let rows = rule_set::Entity::find()
        .filter(Condition::all().add_option(before))
        .order_by_desc(rule_set::Column::Number)
        .limit(page.limit.saturating_add(1))
        .all(db)
        .await?;
    Ok(Page::of(rows.into_iter().map(row::read).collect(), page.limit, total, cursor))
}

/// One draft; locked when it is about to change.
pub async fn draft(db: &impl ConnectionTrait, draft_id: &str, lock: bool) -> Result<Option<RuleSetDraft>, StoreError> {
    let postgres = db.get_database_backend() == DbBackend::Postgres;
    let found = rule_set_draft::Entity::find_by_id(draft_id)
        .apply_if((lock && postgres).then_some(()), |query, ()| query.lock_exclusive())
        .one(db)
        .await?;
    found.map(row::read_draft).transpose()
}

/// The draft that comes into force next. There is one at most.
pub async fn scheduled(db: &impl ConnectionTrait) -> Result<Option<RuleSetDraft>, StoreError> {
    let found =
        rule_set_draft::Entity::find().filter(Expr::cust("rule_set_draft.status = 'Scheduled'")).one(db).await?;
    found.map(row::read_draft).transpose()
}

/// Where a draft stands in the list.
pub fn draft_cursor(draft: &RuleSetDraft) -> Cursor {
    Cursor { at: draft.created_at.micros(), id: draft.draft_id.clone() }
}

/// One page of drafts, without their rules: each may have a thousand.
pub async fn drafts(
    db: &impl ConnectionTrait,
    status: Option<DraftStatus>,
    page: &PageRequest,
) -> Result<Page<RuleSetDraft>, StoreError> {
    use rule_set_draft::{Column, Entity, Model};
    let of_status = || Condition::all().add_option(status.map(|status| Column::Status.eq(status.name())));
    let total = if page.count { Some(Entity::find().filter(of_status()).count(db).await?) } else { None };
    let rows = Entity::find()
        .select_only()
        .columns(Column::iter().filter(|column| !matches!(column, Column::Rules)))
        .expr_as(Expr::val("[]"), "rules")
        .filter(of_status())
        .filter(after(Column::CreatedAt, Column::DraftId, page.after.as_ref()))
        .order_by_desc(Column::CreatedAt)
        .order_by_desc(Column::DraftId)
        .limit(page.limit.saturating_add(1))
        .into_model::<Model>()
        .all(db)
        .await?;
    let read = rows.into_iter().map(row::read_draft).collect::<Result<_, _>>()?;
    Ok(Page::of(read, page.limit, total, draft_cursor))
}
