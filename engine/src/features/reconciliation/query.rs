//! Bank reconciliations, newest first: each may have hundreds of adjustments.

pub mod worksheet;

use std::vec::IntoIter;

use crate::approval::access::Actor;
use crate::books::command::Wants;
use crate::features::reconciliation::model::{RESOURCE, Reconciliation};
use crate::features::reconciliation::reads::{Unread, cursor, in_runs, list, sessions};
use crate::kernel::engine::Engine;
use crate::kernel::query::listing::{Listing, Rows};
use crate::values::error::Error;
use crate::values::page::{Cursor, PageRequest};

pub use crate::features::reconciliation::reads::Filter;

/// The sessions of a page.
pub struct SessionRows<'a> {
    engine: &'a Engine,
    runs: IntoIter<Vec<Unread>>,
}

impl Rows for SessionRows<'_> {
    type Row = Reconciliation;

    async fn next(&mut self) -> Result<Option<Vec<Reconciliation>>, Error> {
        match self.runs.next() {
            Some(run) => Ok(Some(sessions(&self.engine.store.reader, &run).await?)),
            None => Ok(None),
        }
    }

    fn place(&self, row: &Reconciliation) -> Cursor {
        cursor(row)
    }
}

impl Engine {
    /// One page of sessions, in progress and completed.
    pub async fn list_reconciliations(
        &self,
        actor: &Actor,
        filter: &Filter,
        page: &PageRequest,
    ) -> Result<Listing<SessionRows<'_>>, Error> {
        self.look_up(actor, RESOURCE, &Wants::default()).await?;
        let found = list(&self.store.reader, filter, page).await?;
        Ok(Listing::of(found, |rows| SessionRows { engine: self, runs: in_runs(rows).into_iter() }))
    }
}
