//! Rows by the keys of many documents, each looked up for itself.

use std::collections::BTreeSet;

use sea_orm::sea_query::{Alias, Asterisk, Expr, ExprTrait, JoinType, Query};
use sea_orm::{DbBackend, EntityTrait, QueryFilter, QueryTrait, Select};

use crate::kernel::store::statement::any_of;
use crate::values::kind::DocumentKey;

/// Keeps only the rows of these documents. `of` names the columns of type and id; `keys` must not be empty.
///
/// A PostgreSQL that knows little of a table, as before its first `ANALYZE`, takes a type for a few rows: it would go through all of
/// them for `kind = … AND document_id IN (…)`, and through more from minute to minute. So the table is looked into key by key, by its
/// index; `OFFSET` keeps the planner from making one join of that.
pub fn these<E: EntityTrait>(
    mut select: Select<E>,
    backend: DbBackend,
    of: [E::Column; 2],
    keys: &BTreeSet<DocumentKey>,
) -> Select<E> {
    let [kind, id] = of;
    if backend != DbBackend::Postgres || keys.len() < 2 {
        return select.filter(any_of(kind, id, keys));
    }
    let (wanted, row) = (Alias::new("wanted"), Alias::new("row"));
    let wanted_is = |column: E::Column, nth: &'static str| {
        Expr::col((E::default(), column)).equals((wanted.clone(), Alias::new(nth)))
    };
    let mut each = Query::select();
    each.column((E::default(), Asterisk)).from(E::default()).offset(0);
    each.and_where(wanted_is(kind, "column1")).and_where(wanted_is(id, "column2"));
    let mut all = Query::select();
    let keys = keys.iter().map(|key| (key.kind.name(), key.id.as_str()));
    all.column((row.clone(), Asterisk)).from_values(keys, wanted.clone());
    all.join_lateral(JoinType::InnerJoin, each, row, Expr::cust("TRUE"));
    let table = Alias::new(E::default().table_name());
    QueryTrait::query(&mut select).from_clear().from_subquery(all, table);
    select
}
