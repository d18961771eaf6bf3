//! What waits for the caller's signature (C9): the documents whose current step they may sign.

use crate::access::Actor;
use crate::command::Wants;
use crate::document::{Document, DocumentKind, Status, guard};
use crate::engine::Engine;
use crate::error::Error;
use crate::page::{Cursor, Page, PageRequest, slice};
use crate::store::StoreError;
use crate::store::read::documents::{Filter, list};

impl Engine {
    /// The documents of one type, or of all, that the caller may sign now; newest first, always with the total.
    pub async fn pending_approvals(
        &self,
        actor: &Actor,
        kind: Option<DocumentKind>,
        page: &PageRequest,
    ) -> Result<Page<Document>, Error> {
        let seen = self.look(actor, &Wants::default()).await?;
        let filter = Filter { kind, statuses: vec![Status::PendingApproval], ..Filter::default() };
        let mut signable = Vec::new();
        let mut all = PageRequest { limit: 500, after: None, count: false };
        loop {
            let found = list(&self.store.reader, &filter, &all).await.map_err(StoreError::into_error)?;
            signable.extend(
                found.data.into_iter().filter(|document| guard::may_sign_current_step(document, &seen).is_ok()),
            );
            match found.next {
                Some(next) => all.after = Some(next),
                None => break,
            }
        }
        let page = PageRequest { count: true, ..page.clone() };
        Ok(slice(signable.into_iter(), &page, |document| Cursor {
            at: document.created_at.micros(),
            id: document.key.id.clone(),
        }))
    }
}
