//! Change requests: one, and pages of them.

use crate::approval::access::Actor;
use crate::books::change_request::{ChangeRequest, RESOURCE};
use crate::books::command::Wants;
use crate::kernel::engine::Engine;
use crate::kernel::store::read::change_requests;
use crate::kernel::store::read::change_requests::list;
use crate::values::error::Error;
use crate::values::page::{Page, PageRequest};

pub use crate::kernel::store::read::change_requests::{Filter, cursor};

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
