//! Customers and vendors, newest first.

use crate::access::Actor;
use crate::command::Wants;
use crate::engine::Engine;
use crate::error::Error;
use crate::master::party::{Party, PartyKind};
use crate::page::{Page, PageRequest};
use crate::store::read::parties::list;

pub use crate::store::read::parties::cursor;

impl Engine {
    /// One page of customers, or of vendors.
    pub async fn list_parties(&self, actor: &Actor, kind: PartyKind, page: &PageRequest) -> Result<Page<Party>, Error> {
        self.look_up(actor, "party", &Wants::default()).await?;
        Ok(list(&self.store.reader, kind, page).await?)
    }
}
