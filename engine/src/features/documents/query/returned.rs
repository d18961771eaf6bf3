//! What came back to the caller: what they wrote or submitted and another sent back or rejected.
//! See docs/rules/documents.md#returned.

use crate::approval::access::Actor;
use crate::books::command::Wants;
use crate::books::document::Document;
use crate::features::documents::reads::returned;
use crate::kernel::engine::Engine;
use crate::kernel::store::read::overdue::is_place;
use crate::kernel::store::read::readable::Readable;
use crate::values::error::{Error, Faults};
use crate::values::kind::DocumentKind;
use crate::values::page::{Page, PageRequest};

pub use crate::features::documents::reads::returned::place;

/// A document that came back.
#[derive(Clone, Debug)]
pub struct SentBack {
    pub document: Document,
    /// Of its customer, vendor or employee.
    pub party_name: Option<String>,
}

impl Engine {
    /// The drafts that came back to the caller, and what was rejected of theirs, of the types that they may read: the last one first.
    pub async fn returned(
        &self,
        actor: &Actor,
        kind: Option<DocumentKind>,
        page: &PageRequest,
    ) -> Result<Page<SentBack>, Error> {
        if !page.after.as_ref().is_none_or(is_place) {
            return Err(Faults::one("cursor", "is not a next_cursor of this list").into());
        }
        let seen = self.look(actor, &Wants::default()).await?;
        let readable = Readable::by(&seen, kind);
        let found = returned::page(&self.store.reader, &seen.actor.user_id, &readable, page).await?;
        let mut names = self.party_names(&found.data).await?;
        let sent_back = |document: Document| SentBack { party_name: names.remove(&document.key), document };
        Ok(Page { data: found.data.into_iter().map(sent_back).collect(), next: found.next, total: found.total })
    }
}
