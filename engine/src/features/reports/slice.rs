//! Which lines a report is of: those that name a value in a dimension, or none. See docs/rules/dimensions.md#reports-of-a-value.

use std::collections::BTreeSet;

use crate::approval::catalog::Catalog;
use crate::kernel::store::read::naming::Naming;
use crate::values::error::{Error, Faults};

/// Asks for lines that name nothing.
pub const NOTHING: &str = "none";

/// A value of a dimension with its parts, or [`NOTHING`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Slice {
    pub dimension_id: String,
    pub value_id: String,
}

impl Slice {
    /// The values whose lines it has. A value that is called as nothing is, is none: so all slices together are the whole.
    pub(super) fn naming(&self, catalog: &Catalog) -> Result<Naming, Error> {
        if !catalog.dimensions.all.contains_key(&self.dimension_id) {
            return Err(Faults::one("dimension_id", "there is no such dimension").into());
        }
        let values = match self.value_id.as_str() {
            NOTHING => BTreeSet::from([String::new(), NOTHING.to_owned()]),
            value_id => catalog.dimensions.downward(&self.dimension_id, value_id),
        };
        Ok(Naming { dimension_id: self.dimension_id.clone(), values })
    }
}
