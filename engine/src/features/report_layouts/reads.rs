//! Reads of layouts.

use sea_orm::sea_query::Expr;
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait,
};

use super::model::{ReportLayout, Statement, version_id};
use super::row;
use crate::kernel::entity::report_layout;
use crate::kernel::entity::report_layout::Column::{self, CreatedAt, LayoutId, Version};
use crate::kernel::store::StoreError;
use crate::kernel::store::read::after;
use crate::values::page::{Cursor, Page, PageRequest};

/// The newest version of the layout.
pub async fn newest(db: &impl ConnectionTrait, layout_id: &str) -> Result<Option<ReportLayout>, StoreError> {
    let versions = report_layout::Entity::find().filter(LayoutId.eq(layout_id)).order_by_desc(Version);
    versions.one(db).await?.map(row::read).transpose()
}

/// That version of it.
pub async fn version(
    db: &impl ConnectionTrait,
    layout_id: &str,
    version: i64,
) -> Result<Option<ReportLayout>, StoreError> {
    let found = report_layout::Entity::find_by_id(version_id(layout_id, version));
    found.one(db).await?.map(row::read).transpose()
}

const IS_NEWEST: &str = "NOT EXISTS (SELECT 1 FROM report_layout newer WHERE newer.layout_id = report_layout.layout_id
    AND newer.version > report_layout.version)";

/// One page of the layouts in their newest versions, newest first: all, or those of the statement.
pub async fn list(
    db: &impl ConnectionTrait,
    statement: Option<Statement>,
    page: &PageRequest,
) -> Result<Page<ReportLayout>, StoreError> {
    let wanted = || {
        let all = report_layout::Entity::find().filter(Expr::cust(IS_NEWEST));
        all.apply_if(statement, |all, statement| all.filter(Column::Statement.eq(statement.name())))
    };
    let total = if page.count { Some(wanted().count(db).await?) } else { None };
    let rows = wanted()
        .filter(after(CreatedAt, LayoutId, page.after.as_ref()))
        .order_by_desc(CreatedAt)
        .order_by_desc(LayoutId)
        .limit(page.limit.saturating_add(1))
        .all(db)
        .await?;
    let found = rows.into_iter().map(row::read).collect::<Result<Vec<_>, _>>()?;
    Ok(Page::of(found, page.limit, total, cursor))
}

/// Where one stands in the list.
pub fn cursor(layout: &ReportLayout) -> Cursor {
    Cursor { at: layout.created_at.micros(), id: layout.layout_id.clone() }
}
