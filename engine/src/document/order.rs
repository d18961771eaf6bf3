//! The orders in which documents are listed, and where a document stands in each. See docs/rules/interface.md#lists.

use super::model::Document;
use crate::clock::Date;
use crate::error::{Faults, Refusal};
use crate::page::{Cursor, PageRequest};

/// What a list of documents is sorted by.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum DocumentOrder {
    /// What was created last first.
    #[default]
    Newest,
    /// What was created first first.
    Oldest,
    /// By `tran_date`, the first day first; of one day, what was created first.
    Earliest,
    /// By `tran_date`, the last day first; of one day, what was created last.
    Latest,
}

/// Where a page begins: after the document with this place in the order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// In the orders by date only.
    pub tran_date: Option<Date>,
    /// Microseconds.
    pub created_at: i64,
    pub id: String,
}

impl DocumentOrder {
    pub const ALL: [Self; 4] = [Self::Newest, Self::Oldest, Self::Earliest, Self::Latest];

    pub const fn is_by_date(self) -> bool {
        matches!(self, Self::Earliest | Self::Latest)
    }

    pub const fn is_ascending(self) -> bool {
        matches!(self, Self::Oldest | Self::Earliest)
    }

    /// What the id in a cursor begins with. No id of a document has a `~`, so each order knows its own cursors; those of the
    /// newest first are as they were when there was no other order.
    const fn mark(self) -> &'static str {
        match self {
            Self::Newest => "",
            Self::Oldest => "created_at~",
            Self::Earliest => "tran_date~",
            Self::Latest => "-tran_date~",
        }
    }

    /// The cursor of a page that begins after this document.
    pub fn cursor(self, document: &Document) -> Cursor {
        let (mark, own) = (self.mark(), &document.key.id);
        let id = if self.is_by_date() {
            format!("{mark}{}~{own}", document.content.tran_date)
        } else {
            format!("{mark}{own}")
        };
        Cursor { at: document.created_at.micros(), id }
    }

    /// Reads what [`Self::cursor`] wrote; `None` for a cursor of another order.
    fn place(self, cursor: &Cursor) -> Option<Place> {
        let is_of_another = |other: &Self| !other.mark().is_empty() && cursor.id.starts_with(other.mark());
        if self == Self::Newest && Self::ALL.iter().any(is_of_another) {
            return None;
        }
        let rest = cursor.id.strip_prefix(self.mark())?;
        let (tran_date, id) = if self.is_by_date() {
            let (date, id) = rest.split_once('~')?;
            (Some(Date::parse(date)?), id)
        } else {
            (None, rest)
        };
        Some(Place { tran_date, created_at: cursor.at, id: id.to_owned() })
    }

    /// The part of the list that is asked for; a cursor of another order is refused.
    pub fn page(self, asked: &PageRequest) -> Result<PageRequest<Place>, Refusal> {
        let place = |cursor: &Cursor| {
            self.place(cursor).ok_or_else(|| Faults::one("cursor", "is not a next_cursor of this list"))
        };
        let after = asked.after.as_ref().map(place).transpose()?;
        Ok(PageRequest { limit: asked.limit, after, count: asked.count })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_order_reads_its_own_cursors_only() {
        use DocumentOrder::{Earliest, Latest, Newest, Oldest};
        for (text, of, date, id) in [
            ("5~B-1", Some(Newest), None, "B-1"),
            ("-5~", Some(Newest), None, ""),
            ("5~created_at", Some(Newest), None, "created_at"),
            ("5~created_at~B-1", Some(Oldest), None, "B-1"),
            ("5~tran_date~2024-01-15~B-1", Some(Earliest), Some("2024-01-15"), "B-1"),
            ("5~-tran_date~2024-01-15~B-1", Some(Latest), Some("2024-01-15"), "B-1"),
            ("5~tran_date~2024-02-30~B-1", None, None, ""),
            ("5~-tran_date~B-1", None, None, ""),
        ] {
            let cursor = Cursor::parse(text).expect(text);
            for order in DocumentOrder::ALL {
                let wanted = (of == Some(order)).then(|| Place {
                    tran_date: date.and_then(Date::parse),
                    created_at: cursor.at,
                    id: id.to_owned(),
                });
                assert_eq!(order.place(&cursor), wanted, "{text} as {order:?}");
            }
        }
    }
}
