//! Deferrals as they are listed.

use super::model::{Deferral, RESOURCE, Standing};
use super::reads;
use crate::approval::access::Actor;
use crate::books::command::Wants;
use crate::kernel::engine::Engine;
use crate::values::error::Error;
use crate::values::page::{Page, PageRequest};

impl Engine {
    /// One page of the deferrals, newest first: all, those that stand so, or those of the document with this id.
    pub async fn list_deferrals(
        &self,
        actor: &Actor,
        standing: Option<Standing>,
        document_id: Option<&str>,
        page: &PageRequest,
    ) -> Result<Page<Deferral>, Error> {
        self.look_up(actor, RESOURCE, &Wants::default()).await?;
        Ok(reads::list(&self.store.reader, standing, document_id, page).await?)
    }
}
