//! What was applied of a credit to a document, and taken back.

use std::collections::BTreeMap;

use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QueryTrait};

use crate::books::action::reassigned;
use crate::books::command::Application;
use crate::kernel::entity::credit_application::{Column, Entity, Model};
use crate::kernel::store::StoreError;
use crate::kernel::store::reads::Reads;
use crate::kernel::store::row::RowName;
use crate::values::clock::Timestamp;
use crate::values::kind::{DocumentKey, DocumentKind};

/// In the order of their positions.
pub async fn between(
    db: &impl Reads,
    credit: &DocumentKey,
    settled: &DocumentKey,
) -> Result<Vec<Application>, StoreError> {
    let found = Entity::find()
        .filter(Column::CreditKind.eq(credit.kind.name()))
        .filter(Column::CreditId.eq(credit.id.as_str()))
        .filter(Column::SettledKind.eq(settled.kind.name()))
        .filter(Column::SettledId.eq(settled.id.as_str()))
        .order_by_asc(Column::Position);
    let rows: Vec<Model> = db.records(found.build(db.backend())).await?;
    rows.into_iter().map(read).collect()
}

/// By which a payment was reassigned, in the order of their positions.
pub async fn of_payment(db: &impl Reads, payment: &DocumentKey) -> Result<Vec<Application>, StoreError> {
    let found = Entity::find()
        .filter(Column::CreditKind.eq(payment.kind.name()))
        .filter(Column::CreditId.eq(payment.id.as_str()))
        .order_by_asc(Column::Position);
    let rows: Vec<Model> = db.records(found.build(db.backend())).await?;
    rows.into_iter().map(read).collect()
}

/// What those of these payments of one type settle that were reassigned, by their ids.
pub async fn reassigned_to(
    db: &impl Reads,
    kind: DocumentKind,
    ids: &[&str],
) -> Result<BTreeMap<String, DocumentKey>, StoreError> {
    if ids.is_empty() || kind.payment().is_none() {
        return Ok(BTreeMap::new());
    }
    let found = Entity::find()
        .filter(Column::CreditKind.eq(kind.name()))
        .filter(Column::CreditId.is_in(ids.iter().copied()))
        .order_by_asc(Column::CreditId)
        .order_by_asc(Column::Position);
    let rows: Vec<Model> = db.records(found.build(db.backend())).await?;
    let mut all: BTreeMap<String, Vec<Application>> = BTreeMap::new();
    for row in rows {
        all.entry(row.credit_id.clone()).or_default().push(read(row)?);
    }
    let now = |(id, all): (String, Vec<Application>)| Some((id, reassigned::current(&all)?.settled.clone()));
    Ok(all.into_iter().filter_map(now).collect())
}

pub fn read(row: Model) -> Result<Application, StoreError> {
    let name = RowName { table: "credit_application", key: &row.credit_id };
    Ok(Application {
        position: name.u32("position", row.position)?,
        undoes: row.undoes.map(|undoes| name.u32("undoes", undoes)).transpose()?,
        applied_on: name.date("applied_on", &row.applied_on)?,
        applied_at: Timestamp::from_micros(row.applied_at),
        amount: row.amount,
        base_amount: row.base_amount,
        credit_base_amount: row.credit_base_amount,
        settled: DocumentKey::new(name.some("settled_kind", DocumentKind::parse(&row.settled_kind))?, row.settled_id),
        applied_by: row.applied_by,
        credit: DocumentKey::new(
            name.some("credit_kind", DocumentKind::parse(&row.credit_kind))?,
            row.credit_id.clone(),
        ),
    })
}
