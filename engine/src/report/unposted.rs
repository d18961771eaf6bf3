//! The unposted documents of a period, which bar its close (C26).

use std::collections::BTreeMap;

use crate::document::{Document, DocumentKind, Status};
use crate::engine::Engine;
use crate::error::{Error, Refusal};
use crate::master::party::PartyKind;
use crate::page::PageRequest;
use crate::period::Period;
use crate::store::StoreError;
use crate::store::read::documents::{Filter, list};
use crate::store::read::parties::names;

impl Engine {
    /// The names of the documents' customers, vendors and employees.
    pub async fn party_names(&self, documents: &[Document]) -> Result<BTreeMap<(DocumentKind, String), String>, Error> {
        let catalog = self.present_catalog().await?;
        let mut found = BTreeMap::new();
        for document in documents {
            let Some(id) = &document.content.party_id else { continue };
            let name = match party_kind(document.key.kind) {
                Some(kind) => names(&self.store.reader, kind, std::slice::from_ref(id))
                    .await
                    .map_err(StoreError::into_error)?
                    .remove(id),
                None => catalog.users.get(id).map(|user| user.name.clone()),
            };
            if let Some(name) = name {
                found.insert((document.key.kind, id.clone()), name);
            }
        }
        Ok(found)
    }

    /// The period and all its unposted documents, newest first.
    pub async fn unposted_documents(&self, period_id: &str) -> Result<(Period, Vec<Document>), Error> {
        let catalog = self.present_catalog().await?;
        let period =
            catalog.periods.get(period_id).ok_or_else(|| Refusal::not_found("accounting period", period_id))?;
        let filter =
            Filter { period_id: Some(period_id.to_owned()), statuses: Status::UNPOSTED.to_vec(), ..Filter::default() };
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

/// Whether the type's party is a customer or a vendor; an expense has an employee.
pub const fn party_kind(kind: DocumentKind) -> Option<PartyKind> {
    match kind {
        DocumentKind::Invoice | DocumentKind::InvoicePayment | DocumentKind::CreditMemo => Some(PartyKind::Customer),
        DocumentKind::Bill | DocumentKind::BillPayment => Some(PartyKind::Vendor),
        DocumentKind::JournalEntry | DocumentKind::Expense => None,
    }
}
