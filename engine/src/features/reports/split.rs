//! A statement in columns: one for each value of a dimension, or for each party. Together they are the statement.
//! See docs/rules/dimensions.md#columns-by-value-or-party.

use std::collections::{BTreeMap, BTreeSet};

use sea_orm::DatabaseTransaction;

use crate::approval::access::UserId;
use crate::approval::catalog::Catalog;
use crate::features::reports::comparatives::Comparison;
use crate::features::reports::named::NamedSums;
use crate::features::reports::party::{Names, PartyType};
use crate::features::reports::slice::Slice;
use crate::kernel::store::StoreError;
use crate::kernel::store::read::carried::ByAccount;
use crate::values::dimension::Dimensions;
use crate::values::error::{Error, Faults};
use crate::values::kind::spelled::spelled;

/// What stands beside a statement.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum Beside {
    #[default]
    Nothing,
    /// The same of other days.
    Days(Comparison),
    /// The parts of it, in so many columns at most.
    Parts(SplitBy, usize),
}

impl Beside {
    pub(super) const fn split(&self) -> Option<&SplitBy> {
        match self {
            Self::Parts(by, _) => Some(by),
            Self::Nothing | Self::Days(_) => None,
        }
    }
}

/// By what it is split.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SplitBy {
    /// By the values of this dimension.
    Dimension(String),
    /// By the parties of documents.
    Party(PartyType),
}

/// The same, where a dimension is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Split {
    /// Its values that are no part of another, or the parts of this one.
    Dimension {
        id: String,
        below: Option<String>,
    },
    Party(PartyType),
}

spelled! {
    /// What a column is of.
    PartKind { Named = "named", Others = "others", None = "none" }
}

/// One column: of a value with its parts or a party, of all that have no column of their own, or of what names none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    pub kind: PartKind,
    pub id: Option<String>,
    pub name: Option<String>,
}

/// A column with the ids of what it is of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Column {
    pub kind: PartKind,
    pub ids: BTreeSet<Option<String>>,
}

impl SplitBy {
    /// `customer`, `vendor`, `employee`, or `dimension:<id>`.
    pub fn parse(text: &str) -> Option<Self> {
        Some(match text {
            "customer" => Self::Party(PartyType::Customer),
            "vendor" => Self::Party(PartyType::Vendor),
            "employee" => Self::Party(PartyType::Employee),
            other => Self::Dimension(other.strip_prefix("dimension:")?.to_owned()),
        })
    }

    /// Of lines that name one value of the same dimension, the columns are its parts.
    pub(super) fn of(&self, slice: Option<&Slice>, catalog: &Catalog) -> Result<Split, Error> {
        match self {
            Self::Party(party_type) => Ok(Split::Party(*party_type)),
            Self::Dimension(id) if catalog.dimensions.all.contains_key(id) => {
                let below = slice.filter(|slice| slice.dimension_id == *id).map(|slice| slice.value_id.clone());
                Ok(Split::Dimension { id: id.clone(), below })
            }
            Self::Dimension(_) => Err(Faults::one("split_by", "there is no such dimension").into()),
        }
    }
}

impl Split {
    pub const fn is_of_parties(&self) -> bool {
        matches!(self, Self::Party(_))
    }

    /// The value or party whose column has it; `None` for what names none.
    pub fn part_of(&self, row: &NamedSums, known: &Dimensions) -> Option<String> {
        match self {
            Self::Party(wanted) => {
                let (of, id) = row.party.as_ref().filter(|(of, _)| of == wanted)?;
                // Documents may spell one person in several ways.
                let is_employee = *of == PartyType::Employee;
                Some(if is_employee { UserId::from(id.as_str()).folded().to_owned() } else { id.clone() })
            }
            Self::Dimension { id, below } => {
                row.named.value_in(id).map(|value_id| above(known, id, value_id, below.as_deref()))
            }
        }
    }

    /// What each column is called.
    pub async fn named(
        &self,
        tx: &DatabaseTransaction,
        catalog: &Catalog,
        columns: &[Column],
    ) -> Result<Vec<Part>, StoreError> {
        let ids = |column: &Column| match column.kind {
            PartKind::Named => column.ids.iter().next().cloned().flatten(),
            PartKind::Others | PartKind::None => None,
        };
        let names = match self {
            Self::Party(of) => Names::of(tx, catalog, columns.iter().filter_map(ids).map(|id| (*of, id))).await?,
            Self::Dimension { .. } => Names::default(),
        };
        let part = |column: &Column| {
            let id = ids(column);
            let (id, name) = match (self, id) {
                (_, None) => (None, None),
                (Self::Party(of), Some(id)) => {
                    let party = names.party(*of, &id);
                    (Some(party.party_id), Some(party.party_name).filter(|name| !name.is_empty()))
                }
                (Self::Dimension { id: of, .. }, Some(id)) => {
                    let name = catalog.dimensions.value(of, &id).map(|value| value.value_name.clone());
                    (Some(id), name)
                }
            };
            Part { kind: column.kind, id, name }
        };
        Ok(columns.iter().map(part).collect())
    }
}

/// The value that this one is a part of and that is itself no part of another, or of none but `below`.
fn above(known: &Dimensions, dimension_id: &str, value_id: &str, below: Option<&str>) -> String {
    let mut found = value_id;
    for value in known.upward(dimension_id, value_id) {
        if below == Some(value.value_id.as_str()) {
            break;
        }
        found = &value.value_id;
    }
    found.to_owned()
}

/// The columns of parts that weigh something: those that are named in the order of their ids, then what has no column of its own, then what
/// names none. Where there are more than `most`, the heaviest have columns.
pub(super) fn columns(weights: &BTreeMap<Option<String>, u128>, most: usize) -> Vec<Column> {
    let weight_of = |id: &Option<String>| weights.get(id).copied().unwrap_or_default();
    let mut named: Vec<&Option<String>> = weights.keys().filter(|id| id.is_some() && weight_of(id) > 0).collect();
    let has_rest = weight_of(&None) > 0;
    let most = most.saturating_sub(usize::from(has_rest));
    let mut others = BTreeSet::new();
    if named.len() > most {
        named.sort_by_key(|id| std::cmp::Reverse(weight_of(id)));
        others.extend(named.split_off(most.saturating_sub(1)).into_iter().cloned());
        named.sort();
    }
    let of = |kind, ids| Column { kind, ids };
    let mut found: Vec<Column> =
        named.into_iter().map(|id| of(PartKind::Named, BTreeSet::from([id.clone()]))).collect();
    if !others.is_empty() {
        found.push(of(PartKind::Others, others));
    }
    if has_rest {
        found.push(of(PartKind::None, BTreeSet::from([None])));
    }
    found
}

impl Column {
    /// What its parts moved together.
    pub fn sums(&self, parts: &BTreeMap<Option<String>, ByAccount>) -> Result<ByAccount, Error> {
        let mut sums = ByAccount::new();
        for (account_id, more) in self.ids.iter().filter_map(|id| parts.get(id)).flatten() {
            let sum = sums.entry(account_id.clone()).or_default();
            *sum = sum.plus(*more).map_err(super::too_large)?;
        }
        Ok(sums)
    }
}

#[cfg(test)]
mod tests;
