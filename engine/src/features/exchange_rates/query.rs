//! The table of exchange rates, the latest day first.

use crate::approval::access::Actor;
use crate::books::command::Wants;
use crate::books::exchange_rate::{ExchangeRate, RESOURCE};
use crate::features::exchange_rates::reads::list;
use crate::kernel::engine::Engine;
use crate::values::error::Error;
use crate::values::page::{Page, PageRequest};

pub use crate::features::exchange_rates::reads::{Filter, cursor};

impl Engine {
    /// One page of exchange rates.
    pub async fn list_exchange_rates(
        &self,
        actor: &Actor,
        filter: &Filter,
        page: &PageRequest,
    ) -> Result<Page<ExchangeRate>, Error> {
        self.look_up(actor, RESOURCE, &Wants::default()).await?;
        Ok(list(&self.store.reader, filter, page).await?)
    }
}
