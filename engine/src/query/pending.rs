//! What waits for the caller's signature: the documents whose current step they may sign.

use std::collections::BTreeSet;

use crate::access::Actor;
use crate::action::document::guard;
use crate::approval::waiting;
use crate::command::{Snapshot, Wants};
use crate::document::Document;
use crate::engine::Engine;
use crate::error::Error;
use crate::kind::{DocumentKey, DocumentKind};
use crate::page::{Gathered, Page, PageRequest};
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
        let mut signable = Gathered::new(PageRequest { count: true, ..page.clone() });
        if !kinds.is_empty() {
            self.gather(&kinds, &seen, &mut signable).await?;
        }
        let shown = signable.page();
        let keys = shown.data.into_iter().collect();
        let data = without_lines(&self.store.reader, &keys).await?;
        Ok(Page { data, next: shown.next, total: shown.total })
    }

    /// Which documents of these types the caller may sign.
    async fn gather(
        &self,
        kinds: &BTreeSet<DocumentKind>,
        seen: &Snapshot,
        signable: &mut Gathered<DocumentKey>,
    ) -> Result<(), Error> {
        let (actor, today) = (&seen.actor, seen.today);
        let others: Vec<_> = seen.catalog.delegators_of(&actor.user_id, today).collect();
        let roles = actor.roles.iter().chain(others.iter().flat_map(|(_, roles)| roles.iter().copied().flatten()));
        let stands_in_for = others.iter().map(|(user_id, _)| *user_id);
        for word in waiting::words(&actor.user_id, roles, stands_in_for) {
            let mut last = None;
            loop {
                let reader = &self.store.reader;
                let found = waiting_for(reader, &word, last.as_ref(), PAGE).await?;
                last = found.last().map(cursor);
                let is_last = u64::try_from(found.len()).unwrap_or(u64::MAX) < PAGE;
                let may_sign = |document: &Document| {
                    kinds.contains(&document.key.kind) && guard::may_sign_current_step(document, seen).is_ok()
                };
                for document in found.iter().filter(|one| may_sign(one)) {
                    signable.add(cursor(document), document.key.clone());
                }
                if is_last {
                    break;
                }
            }
        }
        Ok(())
    }
}
