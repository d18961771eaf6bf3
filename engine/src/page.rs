//! Pages of a list: newest first, by a cursor that names the last row seen. A row that was there
//! all along is neither repeated nor skipped, whatever is written meanwhile.
//! See docs/rules/interface.md#lists.

/// How many rows a page holds when nothing is said, and at most.
pub const DEFAULT_LIMIT: u64 = 50;
pub const MAX_LIMIT: u64 = 200;

/// Where a page begins: after the row with this place in the order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cursor {
    /// The row's instant (microseconds) or number.
    pub at: i64,
    pub id: String,
}

impl Cursor {
    /// Reads what [`std::fmt::Display`] wrote.
    pub fn parse(text: &str) -> Option<Self> {
        let (at, id) = text.split_once('~')?;
        Some(Self { at: at.parse().ok()?, id: id.to_owned() })
    }
}

impl std::fmt::Display for Cursor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}~{}", self.at, self.id)
    }
}

/// What part of a list is asked for.
#[derive(Clone, Debug)]
pub struct PageRequest {
    pub limit: u64,
    pub after: Option<Cursor>,
    pub count: bool,
}

/// One page.
#[derive(Clone, Debug)]
pub struct Page<T> {
    pub data: Vec<T>,
    pub next: Option<Cursor>,
    /// How many rows there are in all, when asked.
    pub total: Option<u64>,
}

impl<T> Page<T> {
    /// Makes a page of `limit + 1` rows read: the one too many tells that there is more.
    pub fn of(mut rows: Vec<T>, limit: u64, total: Option<u64>, cursor: impl Fn(&T) -> Cursor) -> Self {
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let more = rows.len() > limit;
        rows.truncate(limit);
        let next = rows.last().filter(|_| more).map(cursor);
        Self { data: rows, next, total }
    }

    pub fn map<U>(self, to: impl Fn(T) -> U) -> Page<U> {
        Page { data: self.data.into_iter().map(to).collect(), next: self.next, total: self.total }
    }
}

/// Pages a list that stands whole in memory, already in its order; `key` places each row.
pub fn slice<T: Clone>(rows: impl Iterator<Item = T>, request: &PageRequest, key: impl Fn(&T) -> Cursor) -> Page<T> {
    let mut rows: Vec<T> = rows.collect();
    rows.sort_by_key(|row| {
        let cursor = key(row);
        std::cmp::Reverse((cursor.at, cursor.id))
    });
    let total = request.count.then(|| u64::try_from(rows.len()).unwrap_or(u64::MAX));
    let after = |row: &T| {
        let cursor = key(row);
        request.after.as_ref().is_none_or(|from| (cursor.at, &cursor.id) < (from.at, &from.id))
    };
    let wanted = usize::try_from(request.limit).unwrap_or(usize::MAX).saturating_add(1);
    Page::of(rows.into_iter().filter(after).take(wanted).collect(), request.limit, total, key)
}
