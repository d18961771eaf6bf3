//! The table of exchange rates, the latest day first.

use crate::access::Actor;
use crate::command::Wants;
use crate::engine::Engine;
use crate::error::Error;
use crate::master::exchange_rate::{ExchangeRate, RESOURCE};
use crate::page::{Page, PageRequest};
use crate::store::read::exchange_rates::list;

pub use crate::store::read::exchange_rates::{Filter, cursor};

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
