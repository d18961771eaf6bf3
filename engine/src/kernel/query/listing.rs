//! Pages whose rows may be large: the page is known first, and its rows are read run by run, so that few are in memory at a time.

use std::future::Future;

use crate::values::error::Error;
use crate::values::page::{Cursor, Page};

/// The rows of a page, a run at a time.
pub trait Rows: Send {
    type Row: Send;

    /// The next rows, in the order of the list; none when there are no more.
    fn next(&mut self) -> impl Future<Output = Result<Option<Vec<Self::Row>>, Error>> + Send;

    /// Where a row stands in the list.
    fn place(&self, row: &Self::Row) -> Cursor;
}

/// A page whose rows are still to be read.
pub struct Listing<R> {
    pub rows: R,
    /// Where the next page begins, when rows follow.
    pub next: Option<Cursor>,
    /// How many rows there are in all, when that was asked.
    pub total: Option<u64>,
}

impl<R> Listing<R> {
    /// A page whose data is read by `rows`.
    pub(crate) fn of<T>(page: Page<T>, rows: impl FnOnce(Vec<T>) -> R) -> Self {
        Self { rows: rows(page.data), next: page.next, total: page.total }
    }
}
