//! The orders in which documents are listed, and where a document stands in each. See docs/rules/interface.md#lists.

use super::model::Document;
use crate::values::clock::Date;
use crate::values::error::{Faults, Refusal};
use crate::values::money::Minor;
use crate::values::page::{Cursor, PageRequest};

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
    /// By `due_date`, the first day first; what is never due last.
    DueFirst,
    /// By `due_date`, the last day first; what is never due last.
    DueLast,
    /// By the total in base currency, the least first.
    Smallest,
    /// By the total in base currency, the greatest first.
    Largest,
}

/// What an order goes by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum By {
    Entry,
    TranDate,
    DueDate,
    /// The total in base currency.
    Amount,
}

/// Where a document stands by what its order goes by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SortValue {
    TranDate(Date),
    DueDate(Option<Date>),
    Amount(Minor),
}

/// Where a page begins: after the document with this place in the order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// `None` in the orders of entry.
    pub value: Option<SortValue>,
    /// Microseconds.
    pub created_at: i64,
    pub id: String,
}

impl SortValue {
    fn read(by: By, text: &str) -> Option<Self> {
        match by {
            By::Entry => None,
            By::TranDate => Some(Self::TranDate(Date::parse(text)?)),
            By::DueDate if text.is_empty() => Some(Self::DueDate(None)),
            By::DueDate => Some(Self::DueDate(Some(Date::parse(text)?))),
            By::Amount => Some(Self::Amount(Minor(text.parse().ok()?))),
        }
    }
}

impl std::fmt::Display for SortValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::TranDate(day) | Self::DueDate(Some(day)) => write!(f, "{day}"),
            Self::DueDate(None) => Ok(()),
            Self::Amount(amount) => write!(f, "{}", amount.0),
        }
    }
}

impl DocumentOrder {
    pub const ALL: [Self; 8] = [
        Self::Newest,
        Self::Oldest,
        Self::Earliest,
        Self::Latest,
        Self::DueFirst,
        Self::DueLast,
        Self::Smallest,
        Self::Largest,
    ];

    /// How many documents are sorted at most in an order that no index has.
    pub const MOST_SORTED: u64 = 20_000;

    pub const fn by(self) -> By {
        match self {
            Self::Newest | Self::Oldest => By::Entry,
            Self::Earliest | Self::Latest => By::TranDate,
            Self::DueFirst | Self::DueLast => By::DueDate,
            Self::Smallest | Self::Largest => By::Amount,
        }
    }

    /// Whether an index has the order: one that every write would pay for is not kept for those that are asked for rarely.
    pub const fn is_indexed(self) -> bool {
        matches!(self.by(), By::Entry | By::TranDate)
    }

    pub const fn is_ascending(self) -> bool {
        matches!(self, Self::Oldest | Self::Earliest | Self::DueFirst | Self::Smallest)
    }

    /// What the id in a cursor begins with. No id of a document has a `~`, so each order knows its own cursors; those of the
    /// newest first are as they were when there was no other order.
    const fn mark(self) -> &'static str {
        match self {
            Self::Newest => "",
            Self::Oldest => "created_at~",
            Self::Earliest => "tran_date~",
            Self::Latest => "-tran_date~",
            Self::DueFirst => "due_date~",
            Self::DueLast => "-due_date~",
            Self::Smallest => "amount~",
            Self::Largest => "-amount~",
        }
    }

    fn value(self, document: &Document) -> Option<SortValue> {
        let content = &document.content;
        match self.by() {
            By::Entry => None,
            By::TranDate => Some(SortValue::TranDate(content.tran_date)),
            By::DueDate => Some(SortValue::DueDate(content.due_date())),
            By::Amount => Some(SortValue::Amount(content.base_total)),
        }
    }

    /// The cursor of a page that begins after this document.
    pub fn cursor(self, document: &Document) -> Cursor {
        let (mark, own) = (self.mark(), &document.key.id);
        let id = match self.value(document) {
            Some(value) => format!("{mark}{value}~{own}"),
            None => format!("{mark}{own}"),
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
        let (value, id) = if self.by() == By::Entry {
            (None, rest)
        } else {
            let (value, id) = rest.split_once('~')?;
            (Some(SortValue::read(self.by(), value)?), id)
        };
        Some(Place { value, created_at: cursor.at, id: id.to_owned() })
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
        use DocumentOrder::{DueFirst, DueLast, Earliest, Largest, Latest, Newest, Oldest, Smallest};
        let day = |text: &str| Date::parse(text).expect("a day");
        let of_day = |text: &str| Some(SortValue::TranDate(day(text)));
        for (text, of, value, id) in [
            ("5~B-1", Some(Newest), None, "B-1"),
            ("-5~", Some(Newest), None, ""),
            ("5~created_at", Some(Newest), None, "created_at"),
            ("5~created_at~B-1", Some(Oldest), None, "B-1"),
            ("5~tran_date~2024-01-15~B-1", Some(Earliest), of_day("2024-01-15"), "B-1"),
            ("5~-tran_date~2024-01-15~B-1", Some(Latest), of_day("2024-01-15"), "B-1"),
            ("5~tran_date~2024-02-30~B-1", None, None, ""),
            ("5~-tran_date~B-1", None, None, ""),
            ("5~due_date~2024-01-15~B-1", Some(DueFirst), Some(SortValue::DueDate(Some(day("2024-01-15")))), "B-1"),
            ("5~-due_date~~B-1", Some(DueLast), Some(SortValue::DueDate(None)), "B-1"),
            ("5~amount~-7~B-1", Some(Smallest), Some(SortValue::Amount(Minor(-7))), "B-1"),
            ("5~-amount~9223372036854775807~B-1", Some(Largest), Some(SortValue::Amount(Minor(i64::MAX))), "B-1"),
            ("5~-amount~9223372036854775808~B-1", None, None, ""),
            ("5~amount~1.5~B-1", None, None, ""),
        ] {
            let cursor = Cursor::parse(text).expect(text);
            for order in DocumentOrder::ALL {
                let wanted = (of == Some(order)).then(|| Place { value, created_at: cursor.at, id: id.to_owned() });
                assert_eq!(order.place(&cursor), wanted, "{text} as {order:?}");
            }
        }
    }
}
