//! Change requests: one, and pages of them, newest first.

use sea_orm::sea_query::Expr;
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, DbBackend, EntityTrait, Iterable, PaginatorTrait, QueryFilter, QueryOrder,
    QuerySelect, QueryTrait,
};

use super::after;
use crate::approval::access::UserId;
use crate::books::change_request::{ChangeRequest, ChangeStatus};
use crate::kernel::entity::change_request::{Column, Entity, Model};
use crate::kernel::store::StoreError;
use crate::kernel::store::row::change_request as row;
use crate::values::kind::{GovernedAction, GovernedType};
use crate::values::page::{Cursor, Page, PageRequest};

/// What a list is narrowed to.
#[derive(Clone, Default, Debug)]
pub struct Filter {
    pub status: Option<ChangeStatus>,
    pub document_type: Option<GovernedType>,
    pub action: Option<GovernedAction>,
    pub requested_by: Option<UserId>,
}

impl Filter {
    fn condition(&self) -> Condition {
        // A person's id may be spelt in several ways, and rows keep the one that came.
        let by = self.requested_by.as_ref().map(|by| Column::RequesterKey.eq(by.folded()));
        Condition::all()
            .add_option(self.status.map(|status| Column::Status.eq(status.name())))
            .add_option(self.document_type.map(|of| Column::DocumentType.eq(of.name())))
            .add_option(self.action.map(|action| Column::Action.eq(action.name())))
            .add_option(by)
    }
}

/// One change request; locked when it is about to change.
pub async fn one(db: &impl ConnectionTrait, id: &str, lock: bool) -> Result<Option<ChangeRequest>, StoreError> {
    let postgres = db.get_database_backend() == DbBackend::Postgres;
    let found = Entity::find_by_id(id)
        .apply_if((lock && postgres).then_some(()), |query, ()| query.lock_exclusive())
        .one(db)
        .await?;
    found.map(row::read).transpose()
}

/// Where one stands in the list.
pub fn cursor(request: &ChangeRequest) -> Cursor {
    Cursor { at: request.requested_at().micros(), id: request.change_request_id.clone() }
}

/// One page, newest first, without the bodies of the calls: each may be as long as a body may be.
pub async fn list(
    db: &impl ConnectionTrait,
    filter: &Filter,
    page: &PageRequest,
) -> Result<Page<ChangeRequest>, StoreError> {
    let wanted = || Entity::find().filter(filter.condition());
    let total = if page.count { Some(wanted().count(db).await?) } else { None };
    let rows = wanted()
        .select_only()
        .columns(Column::iter().filter(|column| !matches!(column, Column::Body)))
        .expr_as(Expr::val(""), "body")
        .filter(after(Column::RequestedAt, Column::ChangeRequestId, page.after.as_ref()))
        .order_by_desc(Column::RequestedAt)
        .order_by_desc(Column::ChangeRequestId)
        .limit(page.limit.saturating_add(1))
        .into_model::<Model>()
        .all(db)
        .await?;
    let read = rows.into_iter().map(row::read).collect::<Result<_, _>>()?;
    Ok(Page::of(read, page.limit, total, cursor))
}
