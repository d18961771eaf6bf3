//! Customers and vendors, newest first.

use crate::approval::access::Actor;
use crate::books::command::Wants;
use crate::books::party::{Party, PartyKind};
use crate::features::parties::reads::list;
use crate::kernel::engine::Engine;
use crate::values::error::Error;
use crate::values::page::{Page, PageRequest};

pub use crate::features::parties::reads::cursor;

impl Engine {
    /// One page of customers, or of vendors.
    pub async fn list_parties(&self, actor: &Actor, kind: PartyKind, page: &PageRequest) -> Result<Page<Party>, Error> {
        self.look_up(actor, "party", &Wants::default()).await?;
        Ok(list(&self.store.reader, kind, page).await?)
    }
}
