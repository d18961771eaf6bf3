//! The unposted documents of a period, which bar its close (C26).

use crate::document::{Document, Status};
use crate::engine::Engine;
use crate::error::{Error, Refusal};
use crate::page::PageRequest;
use crate::period::Period;
use crate::store::StoreError;
use crate::store::read::documents::{Filter, list};

impl Engine {
    /// The period and all its unposted documents, newest first.
    pub async fn unposted_documents(&self, period_id: &str) -> Result<(Period, Vec<Document>), Error> {
        let catalog = self.present_catalog().await?;
        let period = catalog.periods.get(period_id).ok_or_else(|| Refusal::not_found("accounting period", period_id))?;
        let filter = Filter { period_id: Some(period_id.to_owned()), statuses: Status::UNPOSTED.to_vec(), ..Filter::default() };
        let mut documents = Vec::new();
        let mut page = PageRequest { limit: 500, after: None, count: false };
        loop {
            let found = list(&self.store.reader, &filter, &page).await.map_err(StoreError::into_error)?;
            documents.extend(found.data);
            match found.next {
                Some(next) => page.after = Some(next),
                None => return Ok((period.clone(), documents)),
            }
        }
    }
}
