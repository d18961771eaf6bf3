//! Dimensions and their values as rows.

use crate::kernel::entity::{dimension, dimension_value};
use crate::kernel::store::StoreError;
use crate::kernel::store::row::RowName;
use crate::values::clock::Timestamp;
use crate::values::dimension::{Dimension, DimensionValue, Takes, parts_of};

pub fn dimension(of: &Dimension) -> dimension::Model {
    dimension::Model {
        dimension_id: of.dimension_id.clone(),
        dimension_name: of.dimension_name.clone(),
        takes: of.takes.name().into(),
        is_active: of.is_active,
        version: of.version,
        created_at: of.created_at.micros(),
        created_by: of.created_by.clone(),
        updated_at: of.updated_at.micros(),
        updated_by: of.updated_by.clone(),
    }
}

pub fn value(of: &DimensionValue) -> dimension_value::Model {
    dimension_value::Model {
        dimension_value_id: of.id(),
        value_name: of.value_name.clone(),
        parent_id: of.parent_id.clone(),
        valid_from: of.valid_from.map(|date| date.to_string()),
        valid_to: of.valid_to.map(|date| date.to_string()),
        is_active: of.is_active,
        version: of.version,
        created_at: of.created_at.micros(),
        created_by: of.created_by.clone(),
        updated_at: of.updated_at.micros(),
        updated_by: of.updated_by.clone(),
    }
}

pub fn read_dimension(row: dimension::Model) -> Result<Dimension, StoreError> {
    let name = RowName { table: "dimension", key: &row.dimension_id.clone() };
    Ok(Dimension {
        takes: name.some("takes", Takes::parse(&row.takes))?,
        dimension_id: row.dimension_id,
        dimension_name: row.dimension_name,
        is_active: row.is_active,
        version: row.version,
        created_at: Timestamp::from_micros(row.created_at),
        created_by: row.created_by,
        updated_at: Timestamp::from_micros(row.updated_at),
        updated_by: row.updated_by,
    })
}

pub fn read_value(row: dimension_value::Model) -> Result<DimensionValue, StoreError> {
    let name = RowName { table: "dimension_value", key: &row.dimension_value_id.clone() };
    let (dimension_id, value_id) = name.some("dimension_value_id", parts_of(&row.dimension_value_id))?;
    Ok(DimensionValue {
        dimension_id: dimension_id.to_owned(),
        value_id: value_id.to_owned(),
        valid_from: row.valid_from.map(|text| name.date("valid_from", &text)).transpose()?,
        valid_to: row.valid_to.map(|text| name.date("valid_to", &text)).transpose()?,
        value_name: row.value_name,
        parent_id: row.parent_id,
        is_active: row.is_active,
        version: row.version,
        created_at: Timestamp::from_micros(row.created_at),
        created_by: row.created_by,
        updated_at: Timestamp::from_micros(row.updated_at),
        updated_by: row.updated_by,
    })
}
