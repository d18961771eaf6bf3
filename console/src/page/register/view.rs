//! Views: filters and order of a register under a name of the reader's own, kept in their browser.

use std::sync::Arc;

use poem::Response;

use crate::cookie;
use crate::fields::Fields;
use crate::problem::Problem;
use crate::text::{filled, text};
use crate::visit::{Visit, redirect};

/// How many a browser keeps.
const MOST: usize = 12;
/// How many bytes they take at most: a browser keeps 4 kB of one cookie.
const LONGEST: usize = 3000;
/// How long a name is at most, in letters.
const LONGEST_NAME: usize = 40;
/// How long they are kept, in seconds: a year.
const KEPT: u32 = 31_536_000;

/// One view.
pub struct View {
    pub name: String,
    pub href: String,
    pub is_here: bool,
}

/// The views of one register; `here` are the filters and the order of the page.
pub fn views(visit: &Visit, collection: &str, here: &str) -> Vec<View> {
    let all = read(visit);
    let of_register = all.iter().filter(|kept| kept.collection == collection);
    of_register
        .map(|kept| View {
            name: kept.name.clone(),
            href: format!("/{collection}?{}", kept.query),
            is_here: kept.query == here,
        })
        .collect()
}

struct Kept {
    collection: String,
    name: String,
    query: String,
}

/// `bills=Late%0Astatus%3DPosted&…`: a view for each field.
fn read(visit: &Visit) -> Vec<Kept> {
    let fields = Fields::read(visit.views.as_bytes()).0.into_iter();
    let kept = |(collection, view): (String, String)| {
        let (name, query) = view.split_once('\n')?;
        Some(Kept { collection, name: name.to_owned(), query: query.to_owned() })
    };
    fields.filter_map(kept).take(MOST).collect()
}

fn written(all: &[Kept]) -> String {
    Fields(all.iter().map(|kept| (kept.collection.clone(), format!("{}\n{}", kept.name, kept.query))).collect()).query()
}

fn answered(visit: &Visit, all: &[Kept], to: &str, said: &str) -> Response {
    let mut response = redirect(to, Some(said));
    let line = written(all);
    let seconds = if line.is_empty() { 0 } else { KEPT };
    cookie::set(response.headers_mut(), cookie::VIEWS, &line, Some(seconds), visit.is_secure());
    response
}

/// Names the filters of a register; a view of the same name is replaced.
pub async fn save(visit: Arc<Visit>) -> Result<Response, Problem> {
    let given = |name: &str| visit.form.given(name).unwrap_or_default().to_owned();
    let (collection, query) = (given("collection"), Fields::read(given("query").as_bytes()).query());
    let name: String = given("name").chars().filter(|letter| !letter.is_control()).take(LONGEST_NAME).collect();
    if super::master_data::of_collection(&collection).is_none() {
        return Err(Problem::not_found());
    }
    let to = format!("/{collection}{}{query}", if query.is_empty() { "" } else { "?" });
    if name.is_empty() || query.is_empty() {
        return Err(Problem::of(422, "invalid", text("register.view_needs")));
    }
    let mut all = read(&visit);
    all.retain(|kept| kept.collection != collection || kept.name != name);
    all.push(Kept { collection, name: name.clone(), query });
    if all.len() > MOST || written(&all).len() > LONGEST {
        return Err(Problem::of(422, "invalid", text("register.too_many_views")));
    }
    Ok(answered(&visit, &all, &to, &filled("register.view_kept", &[&name])))
}

/// Takes a view away.
pub async fn forget(visit: Arc<Visit>) -> Result<Response, Problem> {
    let given = |name: &str| visit.form.given(name).unwrap_or_default().to_owned();
    let (collection, name) = (given("collection"), given("name"));
    let mut all = read(&visit);
    all.retain(|kept| kept.collection != collection || kept.name != name);
    let to = format!("/{collection}");
    Ok(answered(&visit, &all, &to, &filled("register.view_forgotten", &[&name])))
}
