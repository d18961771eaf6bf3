//! Pages of a list: newest first, by a cursor that names the last row seen. A row that was there
//! all along is neither repeated nor skipped, whatever is written meanwhile.
//! See docs/rules/interface.md#lists.

use std::collections::BTreeMap;

/// The default and the largest number of rows of a page.
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
        let (at, id) = text.split_once('~').filter(|(_, id)| !id.contains(char::is_control))?;
        Some(Self { at: at.parse().ok()?, id: id.to_owned() })
    }
}

impl std::fmt::Display for Cursor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}~{}", self.at, self.id)
    }
}

/// The part of a list that a client asks for. A list whose cursors say more reads them as places of its own.
#[derive(Clone, Debug)]
pub struct PageRequest<P = Cursor> {
    pub limit: u64,
    pub after: Option<P>,
    pub count: bool,
}

/// One page.
#[derive(Clone, Debug)]
pub struct Page<T> {
    pub data: Vec<T>,
    pub next: Option<Cursor>,
    /// The number of rows of the whole list, when asked for.
    pub total: Option<u64>,
}

impl<T> Page<T> {
    /// Makes a page of `limit + 1` rows read: the extra row shows that there is more.
    pub fn of(mut rows: Vec<T>, limit: u64, total: Option<u64>, cursor: impl Fn(&T) -> Cursor) -> Self {
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let more = rows.len() > limit;
        rows.truncate(limit);
        let next = rows.last().filter(|_| more).map(cursor);
        Self { data: rows, next, total }
    }

    pub fn map<U>(self, to: impl FnMut(T) -> U) -> Page<U> {
        Page { data: self.data.into_iter().map(to).collect(), next: self.next, total: self.total }
    }
}

/// One page of a list whose rows come in no order. No more of them are kept than the page has.
#[derive(Debug)]
pub struct Gathered<T> {
    request: PageRequest,
    /// Rows by position; the last is the first of the page.
    kept: BTreeMap<(i64, String), T>,
    total: u64,
}

impl<T> Gathered<T> {
    pub const fn new(request: PageRequest) -> Self {
        Self { request, kept: BTreeMap::new(), total: 0 }
    }

    /// Keeps the row when it can be on the page.
    pub fn add(&mut self, at: Cursor, row: T) {
        self.total = self.total.saturating_add(1);
        if self.request.after.as_ref().is_some_and(|from| (at.at, &at.id) >= (from.at, &from.id)) {
            return;
        }
        self.kept.insert((at.at, at.id), row);
        // One row more than the page holds shows that there is more.
        if u64::try_from(self.kept.len()).unwrap_or(u64::MAX) > self.request.limit.saturating_add(1) {
            self.kept.pop_first();
        }
    }

    pub fn page(self) -> Page<T> {
        let total = self.request.count.then_some(self.total);
        let rows: Vec<_> = self.kept.into_iter().rev().collect();
        let page = Page::of(rows, self.request.limit, total, |((at, id), _)| Cursor { at: *at, id: id.clone() });
        page.map(|(_, row)| row)
    }
}

/// One page of a list in memory; `key` gives the position of each row.
pub fn slice<T>(rows: impl Iterator<Item = T>, request: &PageRequest, key: impl Fn(&T) -> Cursor) -> Page<T> {
    let mut page = Gathered::new(request.clone());
    for row in rows {
        page.add(key(&row), row);
    }
    page.page()
}

/// The number of bytes of rows that are read at a time; a larger row is read alone.
pub const BYTES_AT_ONCE: u64 = 256 * 1024;

/// Splits rows, each with its size, into runs that are read at a time: a run has at most the size `at_once`, or one
/// row.
pub fn runs<T>(sized: impl IntoIterator<Item = (T, u64)>, at_once: u64) -> Vec<Vec<T>> {
    let (mut runs, mut in_run) = (Vec::<Vec<T>>::new(), 0_u64);
    for (row, size) in sized {
        match runs.last_mut() {
            Some(run) if in_run.saturating_add(size) <= at_once => {
                in_run = in_run.saturating_add(size);
                run.push(row);
            }
            Some(_) | None => {
                in_run = size;
                runs.push(vec![row]);
            }
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(limit: u64, after: Option<(i64, &str)>) -> PageRequest {
        PageRequest { limit, after: after.map(|(at, id)| Cursor { at, id: id.into() }), count: true }
    }

    #[test]
    fn a_page_of_what_comes_in_no_order_is_newest_first() {
        let rows = [(3, "c"), (1, "a"), (2, "b"), (2, "a"), (9, "z")];
        let page = |asked: &PageRequest| {
            let page = slice(rows.into_iter(), asked, |(at, id)| Cursor { at: *at, id: (*id).into() });
            (page.data, page.next.map(|next| next.to_string()), page.total)
        };
        assert_eq!(page(&asked(2, None)), (vec![(9, "z"), (3, "c")], Some("3~c".into()), Some(5)));
        assert_eq!(page(&asked(2, Some((3, "c")))), (vec![(2, "b"), (2, "a")], Some("2~a".into()), Some(5)));
        assert_eq!(page(&asked(2, Some((2, "a")))), (vec![(1, "a")], None, Some(5)));
        assert_eq!(page(&asked(5, None)).1, None);
    }

    #[test]
    fn no_more_is_kept_than_the_page_has() {
        let mut page = Gathered::new(asked(2, None));
        for at in 0..1_000 {
            page.add(Cursor { at, id: String::new() }, at);
            assert!(page.kept.len() <= 3);
        }
        assert_eq!(page.page().data, [999, 998]);
    }

    #[test]
    fn runs_are_small_and_lose_nothing() {
        assert_eq!(
            runs([('a', 4), ('b', 6), ('c', 1), ('d', 50), ('e', 0)], 10),
            [vec!['a', 'b'], vec!['c'], vec!['d'], vec!['e']]
        );
        assert_eq!(runs(Vec::<((), u64)>::new(), 10), Vec::<Vec<()>>::new());
    }
}
