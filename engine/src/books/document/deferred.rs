//! Which journal entry is a part of which deferral, and of which document: known by its id.
//! See docs/rules/deferrals.md#exactly-once.

use crate::books::document::Status;
use crate::values::clock::Date;
use crate::values::kind::{DocumentKey, DocumentKind};

/// The document that an entry defers a line of, and how it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deferred {
    pub source: DocumentKey,
    pub status: Status,
}

/// The entry of this day: its id follows from both, so that none is made twice.
pub fn entry_of(deferral_id: &str, scheduled_on: Date) -> DocumentKey {
    DocumentKey::new(DocumentKind::JournalEntry, format!("{deferral_id}-{scheduled_on}"))
}

/// A day as it stands in an id.
const DAY: usize = "2024-01-31".len();

/// The deferral and the day that the id of an entry names, if it may be one of a deferral's: any other names none.
pub fn named_by(entry: &DocumentKey) -> Option<(&str, Date)> {
    if entry.kind != DocumentKind::JournalEntry {
        return None;
    }
    let (before, day) = entry.id.split_at_checked(entry.id.len().checked_sub(DAY)?)?;
    Some((before.strip_suffix('-')?, Date::parse(day)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_names_a_deferral_and_a_day_or_nothing() {
        let of = |id: &str| {
            let key = DocumentKey::new(DocumentKind::JournalEntry, id);
            named_by(&key).map(|(deferral_id, day)| format!("{deferral_id} {day}"))
        };
        for (id, named) in [
            ("DF-RENT-2026-01-31", Some("DF-RENT 2026-01-31")),
            ("DF-RENT-2026-01-32", None),
            ("DF-RENT2026-01-31", None),
            ("2026-01-31", None),
            ("JE-1", None),
            ("J\u{e9}-2026-01-31", Some("J\u{e9} 2026-01-31")),
            ("\u{20ac}\u{20ac}\u{20ac}\u{20ac}", None),
        ] {
            assert_eq!(of(id).as_deref(), named, "{id}");
        }
        let day = Date::parse("2026-01-31").expect("a day");
        assert_eq!(named_by(&entry_of("DF-1", day)), Some(("DF-1", day)));
        assert_eq!(named_by(&DocumentKey::new(DocumentKind::Bill, "B-2026-01-31")), None);
    }
}
