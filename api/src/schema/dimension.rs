//! What lines name in the dimensions, on the wire. See docs/rules/dimensions.md#what-lines-name.

use engine::books::document::draft::NamedDraft;
use engine::values::dimension::{Named, text_of};
use poem_openapi::Object;

use super::{Id, List, Required};

/// What a line names in one dimension.
#[derive(Object, Debug)]
pub struct LineDimensionInput {
    /// Not `department` or `cost_center`, which have fields of their own.
    pub dimension_id: Required<Id>,
    pub value_id: Required<Id>,
}

/// Each dimension once.
pub type LineDimensions = List<LineDimensionInput, 0, 8>;

/// What a line names in one dimension.
#[derive(Object, Debug)]
pub struct LineDimension {
    pub dimension_id: String,
    pub value_id: String,
}

/// As they were sent; what cannot be read has left its fault behind.
pub fn sent(given: Option<LineDimensions>) -> Vec<NamedDraft> {
    let read = |one: LineDimensionInput| NamedDraft {
        dimension_id: one.dimension_id.0.map(Into::into),
        value_id: one.value_id.0.map(Into::into),
    };
    given.into_iter().flat_map(|given| given.0).map(read).collect()
}

impl LineDimension {
    pub fn all(named: &Named) -> Vec<Self> {
        let view = |(dimension_id, value_id): (&String, &String)| Self {
            dimension_id: dimension_id.clone(),
            value_id: value_id.clone(),
        };
        named.iter().map(view).collect()
    }

    /// What a line names; `None` for nothing, so that a line without dimensions is shown as it always was.
    pub fn some(named: &Named) -> Option<Vec<Self>> {
        (!named.is_empty()).then(|| Self::all(named))
    }

    /// As a cell has them: `project=P-100 region=EU`.
    pub fn text(all: &[Self]) -> Option<String> {
        text_of(&all.iter().map(|one| (one.dimension_id.clone(), one.value_id.clone())).collect())
    }
}
