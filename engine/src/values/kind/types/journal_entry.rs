//! Journal entries. See docs/rules/documents.md#journal-entry.

use crate::values::kind::action::Action;
use crate::values::kind::facts::{DocumentType, Unposted};
use crate::values::kind::family::Family;

pub(super) const FACTS: DocumentType = DocumentType {
    name: "journal_entry",
    title: "journal entry",
    collection: "journal-entries",
    id_field: "journal_entry_id",
    id_prefix: "JE-",
    family: Family::Journal,
    own_actions: &[Action::Reverse],
    unposted: Unposted::Memo,
};
