//! Signing in: by a one-time link, as somebody of the demo, and out again. See docs/rules/console.md#signing-in.

use std::collections::BTreeSet;
use std::sync::Arc;

use askama::Template;
use poem::endpoint::make;
use poem::http::{StatusCode, header};
use poem::{Endpoint, Request, Response, get};

use super::door::{Door, comes_from_here, finished, plain};
use super::routes::Routes;
use crate::cookie;
use crate::fields::Fields;
use crate::filters;
use crate::host::{AskedBy, DemoPerson, Person, SignedInBy, Unavailable};
use crate::problem::Problem;
use crate::text::text;
use crate::visit::{Visit, is_local, page, page_with, redirect};

/// The ways to sign in.
#[derive(Template)]
#[template(path = "sign_in/page.html")]
struct SignInPage<'a> {
    people: &'a [DemoPerson],
    to: &'a str,
    /// The way to the provider, if there is one.
    provider: Option<String>,
    /// Nobody can sign in.
    is_off: bool,
    /// Nobody is recorded yet.
    is_new: bool,
    /// Why the last try signed nobody in.
    complaint: Option<&'a str>,
}

/// What a one-time link shows before it is used up.
#[derive(Template)]
#[template(path = "sign_in/link.html")]
struct LinkPage<'a> {
    user_id: &'a str,
    secret: &'a str,
}

/// The paths of this area.
pub fn add(route: Routes, door: &Door) -> Routes {
    route
        .at("/sign-in", get(open(door, |door, request| Box::pin(show(door, request)))))
        .at("/sign-in/demo", poem::post(open(door, |door, request| Box::pin(be(door, request)))))
        .at(
            "/sign-in/link/:secret",
            get(open(door, |door, request| Box::pin(show_link(door, request))))
                .post(open(door, |door, request| Box::pin(use_link(door, request)))),
        )
        .at("/sign-out", poem::post(door.page(sign_out)))
        .at("/", get(door.page(start)))
}

/// The answer to somebody who is not signed in.
pub type Opening = std::pin::Pin<Box<dyn Future<Output = Result<Response, Problem>> + Send>>;

/// An endpoint for people who are not signed in. Nothing secret stands on these pages.
pub fn open(
    door: &Door,
    answer: impl Fn(Door, Request) -> Opening + Send + Sync + 'static,
) -> impl Endpoint<Output = Response> + 'static {
    let door = door.clone();
    make(move |request| {
        let answering = answer(door.clone(), request);
        async move { Ok::<_, poem::Error>(finished(answering.await.unwrap_or_else(|problem| plain(&problem)))) }
    })
}

async fn start(_: Arc<Visit>) -> Result<Response, Problem> {
    Ok(redirect("/inbox", None))
}

/// The demo's people, under the names of this machine only: whoever opens the page can be each of them.
fn people(door: &Door, request: &Request) -> Vec<DemoPerson> {
    let is_ours = request.header("host").is_some_and(|host| door.host.is_ours(host));
    if is_ours { door.host.demo_people().to_vec() } else { Vec::new() }
}

async fn show(door: Door, request: Request) -> Result<Response, Problem> {
    let query = Fields::read(request.uri().query().unwrap_or_default().as_bytes());
    let to = query.get("to").filter(|to| is_local(to)).unwrap_or("/inbox");
    shown(&door, &request, to, StatusCode::OK, None).await
}

/// The ways to sign in, and why the last try signed nobody in.
pub async fn shown(
    door: &Door,
    request: &Request,
    to: &str,
    status: StatusCode,
    complaint: Option<&str>,
) -> Result<Response, Problem> {
    if !door.host.signs_in() {
        let page = SignInPage {
            people: &[],
            to,
            provider: None,
            is_off: true,
            is_new: false,
            complaint: Some(text("sign_in.off")),
        };
        return page_with(StatusCode::SERVICE_UNAVAILABLE, &page);
    }
    let provider = door.host.provider().map(|_| Fields::from([("to", to)]).address("/sign-in/provider"));
    let is_new = door.host.is_without_people().await;
    page_with(status, &SignInPage { people: &people(door, request), to, provider, is_off: false, is_new, complaint })
}

async fn be(door: Door, mut request: Request) -> Result<Response, Problem> {
    let people = people(&door, &request);
    if !comes_from_here(request.headers()) {
        return Err(Problem::forged());
    }
    let form = door.read_form(&mut request).await?;
    let person =
        people.iter().find(|person| form.get("user") == Some(&person.user_id)).ok_or_else(Problem::not_found)?;
    let who = Person {
        user_id: person.user_id.clone(),
        roles: Some(BTreeSet::from([person.role.clone()])),
        permissions: BTreeSet::new(),
        session_id: None,
    };
    sign_in(&door, &request, who, SignedInBy::Demo, form.get("to").unwrap_or("/inbox")).await
}

fn secret_of(request: &Request) -> String {
    request.raw_path_param("secret").unwrap_or_default().to_owned()
}

async fn linked(door: &Door, secret: &str, use_up: bool) -> Result<String, Problem> {
    let found = door.host.link(secret, use_up).await.map_err(|Unavailable| Problem::unavailable())?;
    found.ok_or_else(|| Problem::of(410, "link_used", text("sign_in.link_over")))
}

/// Looking at a link does not use it up: programs look at addresses in messages before their readers do.
async fn show_link(door: Door, request: Request) -> Result<Response, Problem> {
    let secret = secret_of(&request);
    let user_id = linked(&door, &secret, false).await?;
    page(&LinkPage { user_id: &user_id, secret: &secret })
}

async fn use_link(door: Door, request: Request) -> Result<Response, Problem> {
    if !comes_from_here(request.headers()) {
        return Err(Problem::forged());
    }
    let user_id = linked(&door, &secret_of(&request), true).await?;
    let who = Person { user_id, roles: None, permissions: BTreeSet::new(), session_id: None };
    sign_in(&door, &request, who, SignedInBy::Link, "/inbox").await
}

/// Opens a session with a secret of its own, and ends the one before: a secret that somebody planted is worth nothing.
pub async fn sign_in(
    door: &Door,
    request: &Request,
    who: Person,
    by: SignedInBy,
    to: &str,
) -> Result<Response, Problem> {
    if let Some(former) = cookie::read(request.headers(), cookie::SESSION)
        && let Ok(Some(seen)) = door.host.session(former, AskedBy::Person).await
    {
        let _ = door.host.end(&seen.session.session_id).await;
    }
    let (_, secret) = door.host.begin(who, by).await.map_err(|Unavailable| Problem::unavailable())?;
    let mut response = redirect(to, None);
    cookie::set(response.headers_mut(), cookie::SESSION, &secret, None, door.is_secure());
    Ok(response)
}

async fn sign_out(visit: Arc<Visit>) -> Result<Response, Problem> {
    visit.host.end(&visit.session.session_id).await.map_err(|Unavailable| Problem::unavailable())?;
    let mut response = redirect("/sign-in", None);
    cookie::set(response.headers_mut(), cookie::SESSION, "", Some(0), visit.is_secure());
    // What the browser kept of the pages is gone with the session.
    if let Ok(value) = "\"cache\", \"storage\"".parse() {
        response.headers_mut().insert("clear-site-data", value);
    }
    response.set_status(StatusCode::SEE_OTHER);
    response.headers_mut().remove(header::CONTENT_TYPE);
    Ok(response)
}
