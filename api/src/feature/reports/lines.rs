//! Of which lines a report is, and what its columns are of. See docs/rules/dimensions.md#reports-of-a-value.

use engine::features::reports::comparatives::MOST_COLUMNS;
use engine::features::reports::slice::Slice;
use engine::features::reports::split::{self, Beside, Part, SplitBy};
use engine::values::error::Faults;
use poem_openapi::{Enum, Object};

use super::compared::{Compare, compared};
use crate::problem::Problem;
use crate::schema::Id;

/// The fewest columns of a statement that is split: its own, and two beside it.
const FEWEST: u64 = 3;

/// What a column is of.
#[derive(Enum, Clone, Copy, PartialEq, Eq, Debug)]
#[oai(rename_all = "snake_case")]
pub enum PartKind {
    Named,
    Others,
    None,
}

/// A value with its parts or a party, all that have no column of their own, or what names none.
#[derive(Object, Clone, Debug)]
#[oai(rename = "StatementPart")]
pub struct PartView {
    pub kind: PartKind,
    pub id: Option<String>,
    pub name: Option<String>,
}

impl From<&Part> for PartView {
    fn from(part: &Part) -> Self {
        let kind = match part.kind {
            split::PartKind::Named => PartKind::Named,
            split::PartKind::Others => PartKind::Others,
            split::PartKind::None => PartKind::None,
        };
        Self { kind, id: part.id.clone(), name: part.name.clone() }
    }
}

impl PartView {
    /// What the column is called in tables. Ids have no brackets.
    pub fn column(&self) -> &str {
        match self.kind {
            PartKind::Named => self.id.as_deref().unwrap_or_default(),
            PartKind::Others => "(others)",
            PartKind::None => "(none)",
        }
    }
}

/// The lines that are asked for, if not all.
pub fn slice(dimension_id: Option<Id>, value_id: Option<Id>) -> Result<Option<Slice>, Problem> {
    let mut faults = Faults::default();
    let slice = sliced(dimension_id, value_id, &mut faults);
    faults.or(slice).map_err(Problem::from)
}

fn sliced(dimension_id: Option<Id>, value_id: Option<Id>, faults: &mut Faults) -> Option<Slice> {
    match (&dimension_id, &value_id) {
        (None, Some(_)) => faults.add("dimension_id", "is required with value_id"),
        (Some(_), None) => faults.add("value_id", "is required with dimension_id: a value, or none"),
        _ => {}
    }
    let (dimension_id, value_id) = dimension_id.zip(value_id)?;
    Some(Slice { dimension_id: dimension_id.into(), value_id: value_id.into() })
}

/// What a statement is asked for, as its query names it.
pub struct Asked {
    pub dimension_id: Option<Id>,
    pub value_id: Option<Id>,
    pub compare: Option<Compare>,
    pub split_by: Option<String>,
    pub columns: Option<u64>,
}

impl Asked {
    /// The lines, and what stands beside the statement.
    pub fn read(self) -> Result<(Option<Slice>, Beside), Problem> {
        let mut faults = Faults::default();
        let slice = sliced(self.dimension_id, self.value_id, &mut faults);
        let beside = match self.split_by {
            Some(by) => {
                if self.compare.is_some() {
                    faults.add("compare", "cannot be combined with split_by");
                }
                parts(&by, self.columns, &mut faults).unwrap_or_default()
            }
            None => compared(self.compare, self.columns, &mut faults).map_or(Beside::Nothing, Beside::Days),
        };
        faults.or((slice, beside)).map_err(Problem::from)
    }
}

fn parts(by: &str, columns: Option<u64>, faults: &mut Faults) -> Option<Beside> {
    let by = SplitBy::parse(by);
    if by.is_none() {
        faults.add("split_by", "must be dimension:<id>, customer, vendor or employee");
    }
    let columns = columns.unwrap_or(u64::from(MOST_COLUMNS));
    if !(FEWEST..=u64::from(MOST_COLUMNS)).contains(&columns) {
        faults.add("columns", format!("must be from {FEWEST} to {MOST_COLUMNS} with split_by"));
    }
    let beside = usize::try_from(columns.saturating_sub(1)).ok()?;
    by.map(|by| Beside::Parts(by, beside))
}
