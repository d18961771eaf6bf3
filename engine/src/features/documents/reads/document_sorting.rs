//! The orders of lists of documents as a database reads them.

use sea_orm::sea_query::{Expr, ExprTrait, Order, SelectStatement, SimpleExpr};
use sea_orm::{ColumnTrait, Condition};

use crate::books::document::DocumentOrder;
use crate::books::document::order::{By, Place, SortValue};
use crate::kernel::entity::document;
use crate::kernel::entity::document::Column;

/// What is never due comes last, whichever way the list runs. Figures alone: no collation sorts them otherwise.
const AFTER_ALL_DAYS: &str = "9999-99-99";
const BEFORE_ALL_DAYS: &str = "0000-00-00";

const fn never(order: DocumentOrder) -> &'static str {
    if order.is_ascending() { AFTER_ALL_DAYS } else { BEFORE_ALL_DAYS }
}

/// An order as a database reads it: what is compared, one after the other, all of it in one direction.
pub(super) struct Sorting {
    place: Vec<SimpleExpr>,
    is_ascending: bool,
}

impl Sorting {
    /// By the columns themselves: an index in this order is read, where there is one.
    pub(super) fn of(order: DocumentOrder) -> Self {
        let column = |column: Column| Expr::col(column.as_column_ref());
        let value = match order.by() {
            By::Entry => None,
            By::TranDate => Some(column(Column::TranDate)),
            By::DueDate => Some(Expr::cust(format!("COALESCE(\"document\".\"due_date\", '{}')", never(order)))),
            By::Amount => Some(column(Column::BaseTotal)),
        };
        let entry = [column(Column::CreatedAt), column(Column::DocumentId)];
        Self { place: value.into_iter().chain(entry).collect(), is_ascending: order.is_ascending() }
    }

    /// In an expression, so that no planner walks all documents in the order of the list instead.
    pub(super) fn unindexed(order: DocumentOrder) -> Self {
        let mut sorting = Self::of(order);
        if let Some(first) = sorting.place.first_mut() {
            match order.by() {
                By::Entry => *first = Expr::col(Column::CreatedAt.as_column_ref()).add(0),
                By::TranDate => *first = Expr::cust("\"document\".\"tran_date\" || ''"),
                By::DueDate | By::Amount => {}
            }
        }
        sorting
    }

    const fn direction(&self) -> Order {
        if self.is_ascending { Order::Asc } else { Order::Desc }
    }

    /// What follows the place: a comparison of tuples, so that an index is entered there.
    pub(super) fn after(&self, place: Option<&Place>) -> Condition {
        let Some(place) = place else { return Condition::all() };
        let value = place.value.map(|value| match value {
            SortValue::TranDate(day) | SortValue::DueDate(Some(day)) => Expr::value(day.to_string()),
            SortValue::DueDate(None) => Expr::value(if self.is_ascending { AFTER_ALL_DAYS } else { BEFORE_ALL_DAYS }),
            SortValue::Amount(amount) => Expr::value(amount.0),
        });
        let last = value.into_iter().chain([Expr::value(place.created_at), Expr::value(place.id.as_str())]);
        let (here, last) = (Expr::tuple(self.place.clone()), Expr::tuple(last));
        Condition::all().add(if self.is_ascending { here.gt(last) } else { here.lt(last) })
    }

    /// Sorts what is asked for, and takes so many of it.
    pub(super) fn first(self, select: &mut SelectStatement, limit: u64) {
        let direction = self.direction();
        for part in self.place {
            select.order_by_expr(part, direction.clone());
        }
        select.limit(limit);
    }
}

/// What orders go by, as it was when the document was found.
#[derive(PartialEq, Eq)]
pub(super) struct Sorted {
    pub tran_date: String,
    pub due_date: Option<String>,
    pub base_total: i64,
}

impl Sorted {
    /// Whether the document has the place in the order that it had.
    pub(super) fn is_still(&self, row: &document::Model, order: DocumentOrder) -> bool {
        match order.by() {
            By::Entry => true,
            By::TranDate => self.tran_date == row.tran_date,
            By::DueDate => self.due_date == row.due_date,
            By::Amount => self.base_total == row.base_total.0,
        }
    }
}
