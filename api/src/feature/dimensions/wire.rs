//! Dimensions and their values on the wire. See docs/rules/dimensions.md.

use engine::features::dimensions::commands::save::DimensionFields;
use engine::features::dimensions::commands::save_value::ValueFields;
use engine::values::dimension::{Dimension, DimensionValue, Takes};
use poem_openapi::Object;

use crate::schema::leaf::wire_word;
use crate::schema::{Id, Name, Nullable, Required, WireDate, WireTimestamp};

wire_word! {
    /// Which values lines may name.
    DimensionTakes(Takes) as "DimensionTakes"
}

/// A new dimension.
#[derive(Object, Debug)]
pub struct DimensionInput {
    /// 1 to 32 of `a-z`, `0-9` and `_`, beginning with a letter.
    pub dimension_id: Required<Id>,
    pub dimension_name: Required<Name>,
    /// `any` id, or those of its values that are `listed`, as when left out.
    pub takes: Option<DimensionTakes>,
    /// True when left out.
    pub is_active: Option<bool>,
}

/// What is to change on a dimension; what is left out stays.
#[derive(Object, Debug)]
pub struct DimensionUpdate {
    pub dimension_name: Option<Name>,
    pub takes: Option<DimensionTakes>,
    pub is_active: Option<bool>,
}

/// What lines are told apart by besides their accounts.
#[derive(Object, Debug)]
#[oai(rename = "Dimension")]
pub struct DimensionView {
    pub dimension_id: String,
    pub dimension_name: String,
    pub takes: DimensionTakes,
    pub is_active: bool,
    pub version: i64,
    pub created_at: WireTimestamp,
    pub created_by: String,
    pub updated_at: WireTimestamp,
    pub updated_by: String,
}

/// A new value of a dimension.
#[derive(Object, Debug)]
pub struct DimensionValueInput {
    pub dimension_id: Required<Id>,
    /// With the dimension's at most 63 characters.
    pub value_id: Required<Id>,
    pub value_name: Required<Name>,
    /// The value of the dimension that it is a part of; reports count it there, too.
    pub parent_id: Option<Id>,
    /// The first day of documents that may name it.
    pub valid_from: Option<WireDate>,
    /// The last.
    pub valid_to: Option<WireDate>,
    /// True when left out.
    pub is_active: Option<bool>,
}

/// What is to change on a value; what is left out stays, null takes it away.
#[derive(Object, Debug)]
pub struct DimensionValueUpdate {
    pub value_name: Option<Name>,
    pub parent_id: Nullable<Id>,
    pub valid_from: Nullable<WireDate>,
    pub valid_to: Nullable<WireDate>,
    pub is_active: Option<bool>,
}

/// A value that lines may name in a dimension.
#[derive(Object, Debug)]
#[oai(rename = "DimensionValue")]
pub struct DimensionValueView {
    /// The dimension, a colon, the value.
    pub dimension_value_id: String,
    pub dimension_id: String,
    pub value_id: String,
    pub value_name: String,
    pub parent_id: Nullable<String>,
    pub valid_from: Nullable<WireDate>,
    pub valid_to: Nullable<WireDate>,
    pub is_active: bool,
    pub version: i64,
    pub created_at: WireTimestamp,
    pub created_by: String,
    pub updated_at: WireTimestamp,
    pub updated_by: String,
}

impl From<DimensionUpdate> for DimensionFields {
    fn from(input: DimensionUpdate) -> Self {
        Self {
            dimension_name: input.dimension_name.map(Into::into),
            takes: input.takes.map(Into::into),
            is_active: input.is_active,
        }
    }
}

impl From<DimensionValueUpdate> for ValueFields {
    fn from(input: DimensionValueUpdate) -> Self {
        Self {
            value_name: input.value_name.map(Into::into),
            parent_id: input.parent_id.0.map(|id| id.map(Into::into)),
            valid_from: input.valid_from.0.map(|day| day.map(|day| day.0)),
            valid_to: input.valid_to.0.map(|day| day.map(|day| day.0)),
            is_active: input.is_active,
        }
    }
}

impl From<&Dimension> for DimensionView {
    fn from(dimension: &Dimension) -> Self {
        Self {
            dimension_id: dimension.dimension_id.clone(),
            dimension_name: dimension.dimension_name.clone(),
            takes: dimension.takes.into(),
            is_active: dimension.is_active,
            version: dimension.version,
            created_at: dimension.created_at.into(),
            created_by: dimension.created_by.clone(),
            updated_at: dimension.updated_at.into(),
            updated_by: dimension.updated_by.clone(),
        }
    }
}

impl From<&DimensionValue> for DimensionValueView {
    fn from(value: &DimensionValue) -> Self {
        Self {
            dimension_value_id: value.id(),
            dimension_id: value.dimension_id.clone(),
            value_id: value.value_id.clone(),
            value_name: value.value_name.clone(),
            parent_id: Nullable(Some(value.parent_id.clone())),
            valid_from: Nullable(Some(value.valid_from.map(WireDate))),
            valid_to: Nullable(Some(value.valid_to.map(WireDate))),
            is_active: value.is_active,
            version: value.version,
            created_at: value.created_at.into(),
            created_by: value.created_by.clone(),
            updated_at: value.updated_at.into(),
            updated_by: value.updated_by.clone(),
        }
    }
}
