//! Bank reconciliations, newest first: each may have hundreds of adjustments.

use std::vec::IntoIter;

use super::listing::{Listing, Rows};
use crate::access::Actor;
use crate::command::Wants;
use crate::engine::Engine;
use crate::error::Error;
use crate::page::{Cursor, PageRequest};
use crate::reconciliation::{RESOURCE, Reconciliation};
use crate::store::read::reconciliations::{Unread, cursor, in_runs, list, sessions};

pub use crate::store::read::reconciliations::Filter;

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
