//! `/docs`: Swagger UI with every asset from this binary, so that it works offline.
//! See docs/rules/interface.md#open-paths.
//!
//! poem-openapi embeds the assets but offers them only inside one finished page; they are cut out of that page once, and
//! ours is put around them: it sends `jwt <TOKEN>` when only the token was pasted and, in the demo, offers the people to be.

mod host;

use std::sync::LazyLock;

use poem::endpoint::{BoxEndpoint, make_sync};
use poem::http::header;
use poem::{Endpoint, EndpointExt, Response, Route};
use poem_openapi::{OpenApiService, Webhook};
use serde_json::json;

use self::host::OnlyUnder;
pub use self::host::is_ours;
use crate::asset::Asset;
use crate::security;

/// Someone to be in the demo.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Person {
    pub user_id: String,
    pub name: String,
    pub role: String,
    pub token: String,
}

impl Person {
    /// What the picker shows, such as `Ann (clerk)`.
    pub fn label(&self) -> String {
        format!("{} ({})", self.name, self.role)
    }
}

/// What a demo adds to the page, and to the description that it shows.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Demo {
    pub people: Vec<Person>,
    /// The names, besides those of this machine, under which the page answers.
    pub hosts: Vec<String>,
    /// How many months later than the story of the examples the company is.
    pub months_later: i32,
}

const PAGE: &str = include_str!("docs/page.html");
const SCRIPT: &str = include_str!("docs/page.js");
const STYLE: &str = include_str!("docs/page.css");

struct Nothing;

#[poem_openapi::OpenApi]
impl Nothing {}

/// What stands between the two marks.
fn between<'a>(text: &'a str, from: &str, to: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(from)?;
    rest.split_once(to).map(|(inside, _)| inside)
}

fn assets() -> (String, String) {
    fn page<W: Webhook>(service: &OpenApiService<Nothing, W>) -> String {
        service.swagger_ui_html()
    }
    let html = page(&OpenApiService::new(Nothing, "", ""));
    let css = between(&html, "<style charset=\"UTF-8\">", "</style>").unwrap_or_default();
    let js = between(&html, "<script charset=\"UTF-8\">", "</script>\n</head>").unwrap_or_default();
    (css.to_owned(), js.to_owned())
}

fn page(people: &[Person]) -> String {
    let people: Vec<_> =
        people.iter().map(|person| json!({ "label": person.label(), "token": person.token })).collect();
    let people = serde_json::Value::Array(people).to_string().replace('<', "\\u003c");
    PAGE.replace("{people}", &people)
}

/// The style sheet and the script, shared by all services of a process.
fn shared() -> &'static (Asset, Asset) {
    static SHARED: LazyLock<(Asset, Asset)> = LazyLock::new(|| {
        let cache = "public, max-age=86400";
        (
            Asset::new("text/css; charset=utf-8", cache, || assets().0.into()),
            Asset::new("text/javascript; charset=utf-8", cache, || assets().1.into()),
        )
    });
    &SHARED
}

fn serve(content_type: &'static str, text: String, keep: bool) -> impl Endpoint<Output = Response> {
    make_sync(move |_| {
        let cache = if keep { "public, max-age=86400" } else { "no-store" };
        Response::builder()
            .content_type(content_type)
            .header(header::CACHE_CONTROL, cache)
            .header(header::CONTENT_SECURITY_POLICY, security::DOCS)
            .body(text.clone())
    })
}

/// The page and its assets, for mounting at `/docs`. With tokens in it, only under the names of [`host`].
pub fn endpoint(demo: Option<&Demo>) -> BoxEndpoint<'static, Response> {
    let (css, js) = shared();
    let script = SCRIPT.replace("{prefix}", crate::spec::PREFIX);
    let route = Route::new()
        .at("/", serve("text/html; charset=utf-8", page(demo.map_or(&[], |demo| &demo.people)), false))
        .at("/page.css", serve("text/css; charset=utf-8", STYLE.to_owned(), true))
        .at("/page.js", serve("text/javascript; charset=utf-8", script, true))
        .at("/swagger-ui.css", css.clone())
        .at("/swagger-ui.js", js.clone());
    match demo {
        Some(demo) => OnlyUnder { inner: route, hosts: demo.hosts.clone() }.map_to_response().boxed(),
        None => route.boxed(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_assets_are_whole_and_the_page_asks_nobody_else() {
        let (css, js) = assets();
        assert!(css.len() > 100_000 && js.len() > 1_000_000 && js.contains("SwaggerUIBundle"));
        let page = page(&[Person {
            user_id: "ann".into(),
            name: "</script><b>".into(),
            role: "clerk".into(),
            token: "t".into(),
        }]);
        assert!(!page.contains("://") && !page.contains("</script><b>"));
        assert!(!STYLE.contains("://") && !SCRIPT.contains("://"));
    }

    /// The policy of the page lets no script in it run; only data may stand there.
    #[test]
    fn no_script_stands_in_the_page() {
        for script in PAGE.split("<script").skip(1) {
            assert!(
                script.starts_with(" src=\"/docs/") || script.starts_with(" type=\"application/json\""),
                "{script}"
            );
        }
        assert!(!PAGE.contains("<style") && !PAGE.contains(" on") && !SCRIPT.contains("token:"));
    }
}
