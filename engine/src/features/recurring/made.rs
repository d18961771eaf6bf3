//! The documents that were made of a recurring one, as its trail names them: an id that only looks like one of theirs is none.

use std::collections::{BTreeMap, BTreeSet};

use super::model::{RESOURCE, RecurringDocument, TITLE};
use super::records::{WantedRecurring, readable};
use crate::approval::access::Actor;
use crate::books::command::Wants;
use crate::books::document::Document;
use crate::kernel::engine::Engine;
use crate::kernel::store::read::audit::{Filter, TrailRow, list, recorded};
use crate::kernel::store::read::documents::without_lines;
use crate::values::clock::Date;
use crate::values::error::{Error, Refusal};
use crate::values::kind::DocumentKey;
use crate::values::page::{Cursor, Page, PageRequest};

/// The word of the trail for a day that was made, and the details that name the document and the day.
pub(super) const MADE: &str = "Made";
pub(super) const DOCUMENT_ID: &str = "document_id";
pub(super) const SCHEDULED_DATE: &str = "scheduled_date";

/// A document that was made.
#[derive(Clone, Debug)]
pub struct MadeDocument {
    pub key: DocumentKey,
    pub scheduled_on: Date,
    /// As it stands now, without its lines; none where it was deleted since, or the caller may not read such documents.
    pub document: Option<Document>,
    /// Where it stands in the list.
    pub place: Cursor,
}

impl Engine {
    /// One page of what was made of a recurring document, the last first.
    pub async fn documents_of_recurring(
        &self,
        actor: &Actor,
        id: &str,
        page: &PageRequest,
    ) -> Result<Page<MadeDocument>, Error> {
        let wants = Wants::of_feature(WantedRecurring { recurring_document_id: id.to_owned() });
        let snapshot = self.look_up(actor, RESOURCE, &wants).await?;
        let template = readable(&snapshot).ok_or_else(|| Refusal::not_found(TITLE, id))?;
        let filter = Filter {
            resource: Some(RESOURCE.into()),
            resource_id: Some(template.recurring_document_id.clone()),
            action: Some(MADE.into()),
            ..Filter::default()
        };
        let found = list(&self.store.reader, &filter, page).await?;
        let rows = recorded(&self.store.reader, &found.data).await?;
        let mut made = rows.iter().map(|row| read(template, &row.row)).collect::<Result<Vec<_>, _>>()?;
        if snapshot.may(template.kind(), "read") {
            let keys: BTreeSet<DocumentKey> = made.iter().map(|made| made.key.clone()).collect();
            let present = without_lines(&self.store.reader, &keys).await?;
            let mut present: BTreeMap<_, _> =
                present.into_iter().map(|document| (document.key.clone(), document)).collect();
            for made in &mut made {
                made.document = present.remove(&made.key);
            }
        }
        Ok(Page { data: made, next: found.next, total: found.total })
    }
}

fn read(template: &RecurringDocument, row: &TrailRow) -> Result<MadeDocument, Error> {
    let named = |detail: &str| row.entry.details.get(detail).and_then(|named| named.as_str());
    let (Some(id), Some(scheduled_on)) = (named(DOCUMENT_ID), named(SCHEDULED_DATE).and_then(Date::parse)) else {
        return Err(Error::Internal(format!("audit_entry {} does not say which document was made", row.seq)));
    };
    Ok(MadeDocument {
        key: DocumentKey::new(template.kind(), id),
        scheduled_on,
        document: None,
        place: Cursor { at: row.at.micros(), id: row.seq.to_string() },
    })
}
