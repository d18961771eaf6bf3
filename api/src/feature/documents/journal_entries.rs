//! Journal entries: what they have beyond every document.

use engine::books::action::reverse::Reverse;
use engine::books::document::Document;
use engine::features::documents::query::documents::cursor as cursor_of;
use engine::values::kind::{DocumentKey, DocumentKind};
use poem::Request;
use poem_openapi::{OpenApi, param::Path, param::Query};

use super::document::would_post;
use crate::app::App;
use crate::auth::Auth;
use crate::body::Body;
use crate::call::{Call, Tried, with_members};
use crate::headers::{IdempotencyKey, IfMatch};
use crate::problem::anyone::ForAnyone;
use crate::problem::refused::Refused;
use crate::reply::{Created201, Ok200, Reply};
use crate::schema::Id;
use crate::schema::document::collection::Seen;
use crate::schema::document::journal_entry::{JournalEntry, PendingEntry, ReverseInput};
use crate::schema::page::{PageOf, filled, request};
use crate::spec::PREFIX;

/// Reversal, and the approver's list.
pub struct JournalEntryApi(pub App);

#[OpenApi(prefix_path = "/journal-entries")]
impl JournalEntryApi {
    /// Entries that wait for the caller's signature
    ///
    /// Those whose current level the caller may sign, by permission, role, person, manager or delegation, and did not make.
    #[oai(path = "/pending-approvals", method = "get")]
    async fn pending_approvals(
        &self,
        auth: Auth,
        /// 1 to 200; 50 when left out. A page of large rows ends before, at about 2 MiB, and `has_more` says so.
        limit: Query<Option<u64>>,
        /// The `next_cursor` of the page before.
        cursor: Query<Option<String>>,
    ) -> Result<Reply<Ok200, PageOf<PendingEntry>>, ForAnyone> {
        let page = request(limit.0, cursor.0, Some(true))?;
        let found = self.0.engine.pending_approvals(&auth.0, Some(DocumentKind::JournalEntry), &page).await?;
        Ok(filled(found, cursor_of, PendingEntry::from))
    }

    /// Reverse a posted entry
    ///
    /// Makes a new entry in Draft, of type `Reversing`, with every debit and credit swapped, in the open period that holds
    /// `reversal_date`. The original stays as it is. An entry has one live reversal at a time.
    #[oai(path = "/:id/reverse", method = "post")]
    #[allow(clippy::too_many_arguments, reason = "each is a part of the request")]
    async fn reverse(
        &self,
        auth: Auth,
        raw: &Request,
        id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        /// Decide and answer, and change nothing.
        dry_run: Query<Option<bool>>,
        body: Body<ReverseInput>,
    ) -> Result<Reply<Created201, JournalEntry>, Refused<Reverse>> {
        let call = Call::new(auth, raw, key, if_match, &body.raw).dry(dry_run.0);
        let (input, faults) = body.into_parts();
        let command = Reverse {
            key: DocumentKey::new(DocumentKind::JournalEntry, id.0),
            new_id: engine::values::id::fresh(DocumentKind::JournalEntry.id_prefix()),
            reversal_date: input.reversal_date.0.map(|date| date.0),
            memo: input.memo.map(Into::into),
            faults,
        };
        if call.is_dry() {
            let document = match self.0.tried(call, command).await? {
                Tried::Done(document) => document,
                Tried::AskedFor(answer) => return Ok(answer.into()),
            };
            return Ok(with_members(rendered(&document), would_post(&self.0, &document).await?));
        }
        self.0.run(call, command, rendered).await
    }
}

fn rendered(document: &Document) -> Reply<Created201, JournalEntry> {
    Reply::new(&JournalEntry::of(document, &Seen::default()))
        .location(format!("{PREFIX}/journal-entries/{}", document.key.id))
        .version(document.version)
}
