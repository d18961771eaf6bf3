//! Reading for lists, trails and reports. Nothing here writes.

pub mod account_lines;
pub mod account_periods;
pub mod account_sums;
pub mod added_up;
pub mod applied;
pub mod at_once;
pub mod audit;
pub mod balances;
pub(crate) mod by_key;
pub mod carried;
pub mod change_requests;
pub mod cleared_marks;
pub mod deferred;
pub mod desk_counts;
pub mod document_filter;
pub mod document_totals;
pub mod documents;
pub mod exchange_rates;
pub mod given_back;
pub mod jobs;
pub mod ledger_sums;
pub mod money_moved;
pub mod naming;
pub mod overdue;
pub mod paid_by_parts;
pub mod paid_since;
pub mod payroll;
pub mod readable;
pub mod reconciled;
pub mod remembered_sums;
pub mod revalued;
pub mod rule_sets;
pub mod set_aside;
pub mod submissions;
pub mod under_way;

use sea_orm::sea_query::{Expr, ExprTrait, SimpleExpr};
use sea_orm::{ColumnTrait, Condition, DbBackend};

use crate::values::page::Cursor;

/// The rows after the cursor, in descending order of `at` and `id`: a comparison of pairs, so that an index is entered where
/// the page before ended, and not read up to there again.
pub(crate) fn after(at: impl ColumnTrait, id: impl ColumnTrait, cursor: Option<&Cursor>) -> Condition {
    after_place(at, Expr::col(id.as_column_ref()), cursor)
}

/// As [`after`], where something else than a column is compared.
fn after_place(at: impl ColumnTrait, id: SimpleExpr, cursor: Option<&Cursor>) -> Condition {
    let Some(cursor) = cursor else { return Condition::all() };
    let place: [SimpleExpr; 2] = [Expr::col(at.as_column_ref()), id];
    let last: [SimpleExpr; 2] = [Expr::value(cursor.at), Expr::value(cursor.id.as_str())];
    Condition::all().add(Expr::tuple(place).lt(Expr::tuple(last)))
}

/// A text compared by its bytes, as we compare it ourselves, in whatever collation a PostgreSQL database was made.
pub(crate) fn by_bytes(backend: DbBackend, column: impl ColumnTrait) -> SimpleExpr {
    let column = Expr::col(column.as_column_ref());
    if backend == DbBackend::Postgres { Expr::cust_with_exprs("$1 COLLATE \"C\"", [column]) } else { column }
}
