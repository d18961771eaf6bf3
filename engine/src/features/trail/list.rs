//! The trail of everything, newest first, each row with its seal; and the newest seal.

use std::vec::IntoIter;

use crate::approval::access::Actor;
use crate::books::command::Wants;
use crate::features::trail::of_one::shown;
use crate::kernel::chain::line::Head;
use crate::kernel::engine::Engine;
use crate::kernel::query::listing::{Listing, Rows};
use crate::kernel::store::read::audit as read;
use crate::kernel::store::read::audit::Unread;
use crate::kernel::store::seal;
use crate::values::error::Error;
use crate::values::page::{Cursor, PageRequest};

pub use crate::kernel::store::read::audit::{Filter, Recorded, Seal};

/// The permission that it takes, whatever the rows are about.
const RESOURCE: &str = "audit";

/// The rows of a page.
pub struct AuditRows<'a> {
    engine: &'a Engine,
    runs: IntoIter<Vec<Unread>>,
}

impl Rows for AuditRows<'_> {
    type Row = Recorded;

    async fn next(&mut self) -> Result<Option<Vec<Recorded>>, Error> {
        let Some(run) = self.runs.next() else { return Ok(None) };
        let found = read::recorded(&self.engine.store.reader, &run).await?;
        Ok(Some(found.into_iter().map(|found| Recorded { row: shown(found.row), ..found }).collect()))
    }

    fn place(&self, row: &Recorded) -> Cursor {
        read::cursor(row)
    }
}

impl Engine {
    /// One page of the trail.
    pub async fn list_audit(
        &self,
        actor: &Actor,
        filter: &Filter,
        page: &PageRequest,
    ) -> Result<Listing<AuditRows<'_>>, Error> {
        self.look_up(actor, RESOURCE, &Wants::default()).await?;
        let found = read::list(&self.store.reader, filter, page).await?;
        Ok(Listing::of(found, |rows| AuditRows { engine: self, runs: read::in_runs(rows).into_iter() }))
    }

    /// The newest seal.
    pub async fn read_audit_head(&self, actor: &Actor) -> Result<Head, Error> {
        self.look_up(actor, RESOURCE, &Wants::default()).await?;
        let found = seal::head(&self.store.reader, self.clock.now()).await?;
        found.ok_or_else(|| Error::Internal("the audit trail has no head".into()))
    }

    /// Whether anything was ever done to it, though it may be gone.
    pub async fn is_in_the_trail(&self, resource: &str, id: &str) -> Result<bool, Error> {
        Ok(read::is_known(&self.store.reader, resource, id).await?)
    }
}
