//! Change requests: one, and pages of them.

use crate::access::Actor;
use crate::change_request::{ChangeRequest, RESOURCE};
use crate::command::Wants;
use crate::engine::Engine;
use crate::error::Error;
use crate::page::{Page, PageRequest};
use crate::store::read::change_requests::{self, list};

pub use crate::store::read::change_requests::{Filter, cursor};

impl Engine {
    /// One page, newest first, without the bodies of the calls.
    pub async fn list_change_requests(
        &self,
        actor: &Actor,
        filter: &Filter,
        page: &PageRequest,
    ) -> Result<Page<ChangeRequest>, Error> {
        self.look_up(actor, RESOURCE, &Wants::default()).await?;
        Ok(list(&self.store.reader, filter, page).await?)
    }

    /// One, as it stands now.
    pub async fn present_change_request(&self, id: &str) -> Result<Option<ChangeRequest>, Error> {
        Ok(change_requests::one(&self.store.reader, id, false).await?)
    }
}
