//! The payments that settle a document and were not written for it alone: those of several, and those that were reassigned.
//! See docs/rules/payments.md#several-documents and docs/rules/payments.md#reassigned.

use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QuerySelect};

use super::applied::reassigned_to;
use crate::kernel::entity::credit_application;
use crate::kernel::entity::document_line::{Column, Entity};
use crate::kernel::store::StoreError;
use crate::values::kind::DocumentKind;

/// The ids of payments of a type that were reassigned.
#[derive(Default, Debug)]
pub struct Moved {
    /// To this document.
    pub to: Vec<String>,
    /// From it to another one.
    pub away: Vec<String>,
}

/// Those of this type that a document of this id has to do with.
pub async fn moved(db: &impl ConnectionTrait, of: DocumentKind, id: &str) -> Result<Moved, StoreError> {
    use credit_application::Column::{CreditId, CreditKind, SettledId, SettledKind};
    let Some(payment) = of.payment() else { return Ok(Moved::default()) };
    let found = credit_application::Entity::find()
        .select_only()
        .column(CreditId)
        .distinct()
        .filter(SettledKind.is_in(payment.pays.iter().map(|(kind, _)| kind.name())))
        .filter(SettledId.eq(id))
        .filter(CreditKind.eq(of.name()));
    let ids: Vec<String> = found.into_tuple().all(db).await?;
    let now = reassigned_to(db, of, &ids.iter().map(String::as_str).collect::<Vec<_>>()).await?;
    let (to, away): (Vec<_>, Vec<_>) = now.into_iter().partition(|(_, settled)| settled.id == id);
    let ids = |all: Vec<_>| all.into_iter().map(|(id, _)| id).collect();
    Ok(Moved { to: ids(to), away: ids(away) })
}

/// The ids of those of this type that pay a document of this id, whatever became of them.
pub async fn paid_by_parts(db: &impl ConnectionTrait, of: DocumentKind, id: &str) -> Result<Vec<String>, StoreError> {
    if of.payment().is_none() {
        return Ok(Vec::new());
    }
    let found = Entity::find()
        .select_only()
        .column(Column::DocumentId)
        .filter(Column::SettledId.eq(id))
        .filter(Column::SettledId.is_not_null())
        .filter(Column::Kind.eq(of.name()));
    Ok(found.into_tuple().all(db).await?)
}
