//! Lists on the wire (C31).

use engine::page::{Cursor, DEFAULT_LIMIT, MAX_LIMIT, Page, PageRequest};
use poem_openapi::Object;
use poem_openapi::types::{ParseFromJSON, ToJSON};

use crate::problem::Problem;

/// A page of a list: newest first.
#[derive(Object, Debug)]
pub struct PageOf<T: ParseFromJSON + ToJSON + Send + Sync> {
    pub data: Vec<T>,
    /// Whether rows follow; then `next_cursor` leads on.
    pub has_more: bool,
    /// The `cursor` of the next page.
    pub next_cursor: Option<String>,
    /// How many rows there are in all; with `count=true`.
    #[oai(skip_serializing_if_is_none)]
    pub total: Option<u64>,
}

impl<T: ParseFromJSON + ToJSON + Send + Sync> From<Page<T>> for PageOf<T> {
    fn from(page: Page<T>) -> Self {
        Self {
            has_more: page.next.is_some(),
            next_cursor: page.next.as_ref().map(ToString::to_string),
            total: page.total,
            data: page.data,
        }
    }
}

/// What part of a list the query asks for.
pub fn request(limit: Option<u64>, cursor: Option<String>, count: Option<bool>) -> Result<PageRequest, Problem> {
    let mut faults = engine::error::Faults::default();
    let limit = limit.unwrap_or(DEFAULT_LIMIT);
    if !(1..=MAX_LIMIT).contains(&limit) {
        faults.add("limit", format!("must be between 1 and {MAX_LIMIT}"));
    }
    let after = cursor.and_then(|text| {
        let parsed = Cursor::parse(&text);
        if parsed.is_none() {
            faults.add("cursor", "is not a next_cursor of this list");
        }
        parsed
    });
    faults.or(PageRequest { limit, after, count: count.unwrap_or(false) }).map_err(Problem::from)
}
