//! Lists on the wire. See docs/rules/interface.md#lists.

use std::borrow::Cow;
use std::marker::PhantomData;

use engine::kernel::query::{Listing, Rows};
use engine::values::error::Faults;
use engine::values::page::{Cursor, DEFAULT_LIMIT, MAX_LIMIT, Page, PageRequest};
use poem_openapi::Object;
use poem_openapi::registry::{MetaSchema, MetaSchemaRef, Registry};
use poem_openapi::types::{ParseFromJSON, ToJSON, Type};
use serde_json::{Value, json};

use crate::problem::Problem;
use crate::reply::{Ok200, Rendered, Reply};
use crate::schema::document::totals::CurrencyTotals;

/// A page of a list: newest first. Its rows are rendered one by one (see [`Filling`]), so that this is only what it looks like.
#[derive(Debug)]
pub struct PageOf<T>(PhantomData<fn() -> T>);

impl<T: Type> Type for PageOf<T> {
    const IS_REQUIRED: bool = true;
    type RawValueType = Self;
    type RawElementValueType = Self;

    fn name() -> Cow<'static, str> {
        format!("PageOf_{}", T::name()).into()
    }

    fn schema_ref() -> MetaSchemaRef {
        MetaSchemaRef::Reference(Self::name().into_owned())
    }

    fn register(registry: &mut Registry) {
        PageEnd::register(registry);
        <Vec<T> as Type>::register(registry);
        let rows = MetaSchema {
            properties: vec![("data", <Vec<T> as Type>::schema_ref())],
            required: vec!["data"],
            ..MetaSchema::new("object")
        };
        let parts = vec![MetaSchemaRef::Inline(Box::new(rows)), PageEnd::schema_ref()];
        registry
            .create_schema::<Self, _>(Self::name().into_owned(), |_| MetaSchema { all_of: parts, ..MetaSchema::ANY });
    }

    fn as_raw_value(&self) -> Option<&Self> {
        Some(self)
    }

    fn raw_element_iter<'a>(&'a self) -> Box<dyn Iterator<Item = &'a Self> + 'a> {
        Box::new(std::iter::once(self))
    }
}

/// What every page says after its rows.
#[derive(Object, Debug)]
#[oai(rename = "Page")]
pub struct PageEnd {
    /// Whether rows follow; then `next_cursor` leads on. A page whose rows are large ends at about 2 MiB, before its `limit`.
    pub has_more: bool,
    /// The `cursor` of the next page.
    pub next_cursor: Option<String>,
    /// How many rows there are in all; with `count=true`.
    #[oai(skip_serializing_if_is_none)]
    pub total: Option<u64>,
    /// Of a list of documents, with `totals=true`: what all of them come to.
    #[oai(skip_serializing_if_is_none)]
    pub totals: Option<Vec<CurrencyTotals>>,
}

/// A page holds so many bytes of rows, and one row at least: one that is fuller ends early, and `has_more` says so.
pub const MAX_PAGE_BYTES: usize = 2 * 1024 * 1024;

/// A page on its way: rows are rendered one by one, until there are enough.
pub struct Filling<T> {
    text: String,
    rows: usize,
    last: Option<Cursor>,
    is_full: bool,
    marker: PhantomData<fn() -> T>,
}

impl<T: ParseFromJSON + ToJSON + Send + Sync> Default for Filling<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: ParseFromJSON + ToJSON + Send + Sync> Filling<T> {
    pub fn new() -> Self {
        Self { text: String::new(), rows: 0, last: None, is_full: false, marker: PhantomData }
    }

    /// Takes the row at that place, unless the page is full; whether it still takes rows.
    pub fn add(&mut self, row: &T, at: Cursor) -> bool {
        let row = row.to_json().unwrap_or_default().to_string();
        self.is_full = self.is_full || (self.rows > 0 && self.text.len().saturating_add(row.len()) > MAX_PAGE_BYTES);
        if !self.is_full {
            if self.rows > 0 {
                self.text.push(',');
            }
            self.text.push_str(&row);
            self.rows = self.rows.saturating_add(1);
            self.last = Some(at);
        }
        !self.is_full
    }

    /// The page with a further member, which `what` names, where there is one.
    pub fn reply_with<E>(
        self,
        next: Option<Cursor>,
        total: Option<u64>,
        what: &str,
        more: Option<&Value>,
    ) -> Reply<Ok200, E> {
        let mut page = self.rendered(next, total);
        if let Some(more) = more {
            // The brace at its end.
            page.body.pop();
            page.body = format!("{},{}:{more}}}", page.body, json!(what));
        }
        page.into()
    }

    /// The page, with where the next one begins: after its last row or, when all rows found their place, where the list says.
    pub fn reply(self, next: Option<Cursor>, total: Option<u64>) -> Reply<Ok200, PageOf<T>> {
        self.rendered(next, total).into()
    }

    fn rendered(self, next: Option<Cursor>, total: Option<u64>) -> Rendered {
        let next = if self.is_full { self.last } else { next };
        let (more, next) = (next.is_some(), json!(next.map(|next| next.to_string())));
        let total = total.map(|total| format!(",\"total\":{total}")).unwrap_or_default();
        let body = format!("{{\"data\":[{}],\"has_more\":{more},\"next_cursor\":{next}{total}}}", self.text);
        Rendered { status: 200, body, headers: Vec::new() }
    }
}

/// A page of rows that are in memory.
pub fn filled<D, T: ParseFromJSON + ToJSON + Send + Sync>(
    found: Page<D>,
    at: impl Fn(&D) -> Cursor,
    view: impl Fn(D) -> T,
) -> Reply<Ok200, PageOf<T>> {
    let mut page = Filling::new();
    for row in found.data {
        let place = at(&row);
        if !page.add(&view(row), place) {
            break;
        }
    }
    page.reply(found.next, found.total)
}

/// A page of rows that are read run by run, as far as it goes.
pub async fn filled_run_by_run<R: Rows, T: ParseFromJSON + ToJSON + Send + Sync>(
    listing: Listing<R>,
    view: impl Fn(R::Row) -> T,
) -> Result<Reply<Ok200, PageOf<T>>, Problem> {
    let Listing { mut rows, next, total } = listing;
    let mut page = Filling::new();
    'page: while let Some(run) = rows.next().await? {
        for row in run {
            let place = rows.place(&row);
            if !page.add(&view(row), place) {
                break 'page;
            }
        }
    }
    Ok(page.reply(next, total))
}

/// How many rows are asked for must be what a page holds.
pub fn check_limit(name: &str, limit: u64, faults: &mut Faults) {
    if !(1..=MAX_LIMIT).contains(&limit) {
        faults.add(name, format!("must be between 1 and {MAX_LIMIT}"));
    }
}

/// What part of a list the query asks for.
pub fn request(limit: Option<u64>, cursor: Option<String>, count: Option<bool>) -> Result<PageRequest, Problem> {
    let mut faults = Faults::default();
    let limit = limit.unwrap_or(DEFAULT_LIMIT);
    check_limit("limit", limit, &mut faults);
    let after = cursor.and_then(|text| {
        let parsed = Cursor::parse(&text);
        if parsed.is_none() {
            faults.add("cursor", "is not a next_cursor of this list");
        }
        parsed
    });
    faults.or(PageRequest { limit, after, count: count.unwrap_or(false) }).map_err(Problem::from)
}
