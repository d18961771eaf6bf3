//! Tasks of the close as they are listed.

use super::model::{CloseTask, RESOURCE, TaskKind};
use super::reads;
use crate::approval::access::Actor;
use crate::books::command::Wants;
use crate::kernel::engine::Engine;
use crate::values::error::Error;
use crate::values::page::{Page, PageRequest};

impl Engine {
    /// One page of the tasks, newest first: all, or those that are active or are not, or are of this kind.
    pub async fn list_close_tasks(
        &self,
        actor: &Actor,
        wanted: (Option<bool>, Option<TaskKind>),
        page: &PageRequest,
    ) -> Result<Page<CloseTask>, Error> {
        self.look_up(actor, RESOURCE, &Wants::default()).await?;
        Ok(reads::list(&self.store.reader, wanted, page).await?)
    }
}
