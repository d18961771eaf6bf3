//! Recurring documents as they are listed.

use super::model::{RESOURCE, RecurringDocument, Standing};
use super::reads;
use crate::approval::access::Actor;
use crate::books::command::Wants;
use crate::kernel::engine::Engine;
use crate::values::error::Error;
use crate::values::page::{Page, PageRequest};

impl Engine {
    /// One page of the recurring documents, newest first: all, or those that stand so. Payroll is left out for
    /// who does not read it.
    pub async fn list_recurring_documents(
        &self,
        actor: &Actor,
        standing: Option<Standing>,
        page: &PageRequest,
    ) -> Result<Page<RecurringDocument>, Error> {
        let seen = self.look_up(actor, RESOURCE, &Wants::default()).await?;
        Ok(reads::list(&self.store.reader, standing, seen.reads_payroll(), page).await?)
    }
}
