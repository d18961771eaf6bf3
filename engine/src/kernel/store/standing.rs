//! What an optimistic write rests on besides the catalog and the documents that it changes: `gl_enter_at` compares it under the books'
//! lock. PostgreSQL only. See docs/write-path.md#guards.

use std::collections::{BTreeMap, BTreeSet};

use sea_orm::Value;

use super::failure::StoreError;
use super::json_rows;
use super::known_parties::PartyKey;
use super::unchanged::{self, Unchanged};
use crate::books::document::Document;
use crate::values::clock::Timestamp;
use crate::values::kind::{DocumentKey, DocumentKind};

/// What must be as it was when the set was decided.
#[derive(Default)]
pub struct Standing {
    /// Documents that were not read.
    pub written: Vec<Unchanged>,
    /// Parties, by the numbers of the transactions that wrote them.
    pub parties: BTreeMap<PartyKey, u32>,
    /// References that no living document of the type and the party has: type, party, and the reference as the books compare it. The unique
    /// index alone does not tell of those of older books that meet.
    pub references: BTreeSet<(DocumentKind, String, String)>,
    /// Documents that were seen, by their instants of making and their versions.
    pub seen: BTreeMap<DocumentKey, (Timestamp, i64)>,
}

impl Standing {
    pub fn add_seen<'d>(&mut self, documents: impl Iterator<Item = &'d Document>) {
        self.seen.extend(documents.map(|found| (found.key.clone(), (found.created_at, found.version))));
    }

    /// As the function reads it; `None` where there is nothing to compare.
    pub(super) fn json(&self) -> Result<Option<String>, StoreError> {
        let is_empty =
            self.written.is_empty() && self.parties.is_empty() && self.references.is_empty() && self.seen.is_empty();
        if is_empty {
            return Ok(None);
        }
        let parties: Vec<Vec<Value>> = self
            .parties
            .iter()
            .map(|((kind, id), by)| vec![kind.name().into(), id.as_str().into(), by.to_string().into()])
            .collect();
        let references = self.references.iter();
        let references: Vec<Vec<Value>> = references
            .map(|(kind, party, reference)| vec![kind.name().into(), party.as_str().into(), reference.as_str().into()])
            .collect();
        let seen: Vec<Vec<Value>> = self
            .seen
            .iter()
            .map(|(key, (made, version))| {
                vec![key.kind.name().into(), key.id.as_str().into(), made.micros().into(), (*version).into()]
            })
            .collect();
        let written = unchanged::rows(&self.written)?;
        let parties = json_rows::array(&["party_kind", "party_id", "written"], &parties)?;
        let references = json_rows::array(&["kind", "party_id", "reference_key"], &references)?;
        let read = json_rows::array(&["kind", "document_id", "created_at", "version"], &seen)?;
        Ok(Some(format!("{{\"written\":{written},\"parties\":{parties},\"references\":{references},\"read\":{read}}}")))
    }
}
