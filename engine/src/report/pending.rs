//! What waits for the caller's signature: the documents whose current step they may sign.

use std::collections::BTreeSet;

use crate::access::Actor;
use crate::approval::waiting;
use crate::command::{Snapshot, Wants};
use crate::document::{Document, DocumentKey, DocumentKind, guard};
use crate::engine::Engine;
use crate::error::Error;
use crate::page::{Page, PageRequest, slice};
use crate::store::StoreError;
use crate::store::read::documents::{cursor, waiting_for, without_lines};

/// How many documents are looked at in one statement.
const PAGE: u64 = 500;

impl Engine {
    /// The documents of one type, or of all, that the caller may sign now, without their lines; newest first, always with the
    /// total. What waits for others is not read.
    pub async fn pending_approvals(
        &self,
        actor: &Actor,
        kind: Option<DocumentKind>,
        page: &PageRequest,
    ) -> Result<Page<Document>, Error> {
        let seen = self.look(actor, &Wants::default()).await?;
        let kinds: BTreeSet<DocumentKind> = DocumentKind::ALL
            .into_iter()
            .filter(|of| kind.is_none_or(|only| only == *of) && seen.may(*of, "approve"))
            .collect();
        let signable = if kinds.is_empty() { Vec::new() } else { self.signable(&kinds, &seen).await? };
        let page = PageRequest { count: true, ..page.clone() };
        let shown = slice(signable.into_iter(), &page, |(_, cursor)| cursor.clone());
        let keys = shown.data.into_iter().map(|(key, _)| key).collect();
        let data = without_lines(&self.store.reader, &keys).await.map_err(StoreError::into_error)?;
        Ok(Page { data, next: shown.next, total: shown.total })
    }

    /// Which documents of these types the caller may sign, each with its place in the list.
    async fn signable(
        &self,
        kinds: &BTreeSet<DocumentKind>,
        seen: &Snapshot,
    ) -> Result<Vec<(DocumentKey, crate::page::Cursor)>, Error> {
        let (actor, today) = (&seen.actor, seen.today);
        let stands_in_for = seen.catalog.delegators_of(&actor.user_id, today).map(|user| user.user_id.as_str());
        let mut signable = Vec::new();
        for word in waiting::words(&actor.user_id, &actor.roles, stands_in_for) {
            let mut last = None;
            loop {
                let reader = &self.store.reader;
                let found = waiting_for(reader, &word, last.as_ref(), PAGE).await.map_err(StoreError::into_error)?;
                last = found.last().map(cursor);
                let is_last = u64::try_from(found.len()).unwrap_or(u64::MAX) < PAGE;
                let may_sign = |document: &Document| {
                    kinds.contains(&document.key.kind) && guard::may_sign_current_step(document, seen).is_ok()
                };
                signable.extend(found.iter().filter(|one| may_sign(one)).map(|one| (one.key.clone(), cursor(one))));
                if is_last {
                    break;
                }
            }
        }
        Ok(signable)
    }
}
