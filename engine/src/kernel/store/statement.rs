//! What statements of several tables share.

use std::collections::{BTreeMap, BTreeSet};

use sea_orm::{ColumnTrait, Condition};

use super::StoreError;
use crate::values::kind::{DocumentKey, DocumentKind};

/// Rows of one statement: far below the bind parameters that SQLite and PostgreSQL allow.
pub const ROWS_PER_STATEMENT: usize = 500;

pub(crate) fn gone(rows_affected: u64) -> Result<(), StoreError> {
    if rows_affected == 1 { Ok(()) } else { Err(StoreError::Contended("the row changed meanwhile".into())) }
}

/// A condition for any of the keys, whatever the table calls the columns.
pub fn any_of<C: ColumnTrait>(kind: C, id: C, keys: &BTreeSet<DocumentKey>) -> Condition {
    let mut by_kind: BTreeMap<DocumentKind, Vec<&str>> = BTreeMap::new();
    for key in keys {
        by_kind.entry(key.kind).or_default().push(&key.id);
    }
    by_kind.into_iter().fold(Condition::any(), |any, (of, ids)| {
        let these = match ids.as_slice() {
            [only] => id.eq(*only),
            several => id.is_in(several.iter().copied()),
        };
        any.add(Condition::all().add(kind.eq(of.name())).add(these))
    })
}
