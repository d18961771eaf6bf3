//! What `gl check` compares of dimensions and their values: each with the trail.

use sea_orm::{ConnectionTrait, EntityTrait};

use super::model::{DIMENSION, VALUE};
use crate::kernel::entity::{dimension, dimension_value};
use crate::kernel::store::StoreError;
use crate::kernel::store::read::at_once::each_read;
use crate::kernel::store::row::dimension as row;
use crate::kernel::store::stated::{List, Stated, Table};

/// What a dimension's row decides.
pub const DIMENSIONS: List<dimension::Model> = List {
    table: "dimension",
    resource: DIMENSION,
    id: |row| &row.dimension_id,
    fields: &[
        ("dimension_name", |row| row.dimension_name.clone().into()),
        ("takes", |row| row.takes.clone().into()),
        ("is_active", |row| row.is_active.into()),
        ("version", |row| row.version.into()),
        ("created_at", |row| row.created_at.into()),
        ("created_by", |row| row.created_by.clone().into()),
        ("updated_at", |row| row.updated_at.into()),
        ("updated_by", |row| row.updated_by.clone().into()),
    ],
};

/// What a value's row decides.
pub const VALUES: List<dimension_value::Model> = List {
    table: "dimension_value",
    resource: VALUE,
    id: |row| &row.dimension_value_id,
    fields: &[
        ("value_name", |row| row.value_name.clone().into()),
        ("parent_id", |row| row.parent_id.clone().into()),
        ("valid_from", |row| row.valid_from.clone().into()),
        ("valid_to", |row| row.valid_to.clone().into()),
        ("is_active", |row| row.is_active.into()),
        ("version", |row| row.version.into()),
        ("created_at", |row| row.created_at.into()),
        ("created_by", |row| row.created_by.clone().into()),
        ("updated_at", |row| row.updated_at.into()),
        ("updated_by", |row| row.updated_by.clone().into()),
    ],
};

/// Both, and how each column is compared.
pub fn tables() -> Vec<Table> {
    vec![
        DIMENSIONS.and_checked(&[("the id that the trail names", &["dimension_id"])]),
        VALUES.and_checked(&[("the id that the trail names", &["dimension_value_id"])]),
    ]
}

/// All of them, as the trail states them. What cannot be read is named.
pub async fn every(db: &impl ConnectionTrait, unreadable: &mut Vec<String>) -> Result<Vec<Stated>, StoreError> {
    let dimensions = each_read(db, dimension::Entity::find(), row::read_dimension, unreadable).await?;
    let values = each_read(db, dimension_value::Entity::find(), row::read_value, unreadable).await?;
    let dimensions = dimensions.iter().map(|row| DIMENSIONS.of(row));
    Ok(dimensions.chain(values.iter().map(|row| VALUES.of(row))).collect())
}
