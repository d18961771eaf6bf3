//! Finding: documents by their id, accounts and parties by id or name, pages, and what can be done.

mod command;
mod record;

use std::sync::Arc;

use askama::Template;
use futures_util::future::join;
use poem::{Response, get};

use super::door::Door;
use super::routes::Routes;
use crate::filters;
use crate::frame::Frame;
use crate::problem::Problem;
use crate::text::text;
use crate::visit::{Visit, page};

/// Something that was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hit {
    pub text: String,
    /// What it is.
    pub note: String,
    pub href: String,
    /// The status of a document.
    pub status: String,
}

/// Hits of one kind.
pub struct Group {
    pub label: &'static str,
    pub hits: Vec<Numbered>,
}

/// A hit with its place on the page, which a list box needs for its options.
pub struct Numbered {
    pub index: usize,
    pub hit: Hit,
}

/// What was found.
pub struct Found {
    q: String,
    groups: Vec<Group>,
    /// There are more accounts or parties than were looked through.
    is_partial: bool,
}

/// The results inside the frame.
#[derive(Template)]
#[template(path = "search/page.html")]
struct SearchPage {
    frame: Frame,
    found: Found,
}

/// The results alone, for the palette.
#[derive(Template)]
#[template(path = "search/results.html")]
struct ResultsPart {
    found: Found,
}

/// The paths of this area.
pub fn add(route: Routes, door: &Door) -> Routes {
    route.at("/search", get(door.page(show)))
}

/// How long a text that is looked for is at most, in letters.
const LONGEST: usize = 100;

async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    let q: String = visit.query.given("q").unwrap_or_default().chars().take(LONGEST).collect();
    let frame = visit.frame("search", text("search.title"));
    let commands = command::matching(&frame, &q);
    let mut is_partial = false;
    let mut kinds = Vec::new();
    if !q.is_empty() {
        let (documents, records) = join(record::by_id(&visit, &q), record::by_name(&visit, &q)).await;
        is_partial = records.is_partial;
        kinds.push(("search.documents", documents));
        kinds.push(("search.accounts", records.accounts));
        kinds.push(("search.parties", records.parties));
    }
    kinds.push(("search.pages", commands.pages));
    kinds.push(("search.actions", commands.actions));
    let found = Found { q, groups: numbered(kinds), is_partial };
    if visit.wants_part { page(&ResultsPart { found }) } else { page(&SearchPage { frame, found }) }
}

fn numbered(kinds: Vec<(&str, Vec<Hit>)>) -> Vec<Group> {
    let mut indices = 0_usize..;
    let mut number = |hit| Some(Numbered { index: indices.next()?, hit });
    let groups = kinds.into_iter().filter(|(_, hits)| !hits.is_empty());
    groups
        .map(|(key, hits)| Group { label: text(key), hits: hits.into_iter().filter_map(&mut number).collect() })
        .collect()
}

/// Whether every word of what is looked for stands in the text.
fn matches(text: &str, q: &str) -> bool {
    let text = text.to_lowercase();
    q.to_lowercase().split_whitespace().all(|word| text.contains(word))
}
