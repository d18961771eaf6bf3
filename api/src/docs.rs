//! `/docs`: Swagger UI with every asset from this binary, so that it works offline (C5).
//!
//! poem-openapi embeds the assets but offers them only inside one finished page; they are cut out of that page once, and
//! ours is put around them: it sends `jwt <TOKEN>` when only the token was pasted and, in the demo, offers the people to be.

use std::sync::OnceLock;

use poem::http::header;
use poem::{Response, Route, endpoint::make_sync};
use poem_openapi::{OpenApiService, Webhook};
use serde_json::json;

use crate::asset::Asset;

/// Someone to be in the demo.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Person {
    /// What the picker shows, such as `ann (clerk)`.
    pub label: String,
    pub token: String,
}

const PAGE: &str = r#"<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>General Ledger API</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/swagger-ui.css">
<style>body{margin:0}#who{padding:12px 20px;background:#1b1b1b;color:#fff;font:14px sans-serif}#who select{font:inherit;padding:4px}</style>
</head><body><div id="who" hidden><label>Act as <select></select></label></div><div id="ui"></div>
<script src="/docs/swagger-ui.js"></script>
<script>
const people = {people};
let token = people.length ? people[0].token : "";
const bar = document.getElementById("who"), select = bar.querySelector("select");
for (const person of people) select.add(new Option(person.label, person.token));
bar.hidden = !people.length;
select.onchange = () => { token = select.value; };
SwaggerUIBundle({
  dom_id: '#ui', url: "/openapi.json", deepLinking: true, persistAuthorization: true, tryItOutEnabled: true,
  requestInterceptor: (request) => {
    const given = request.headers.Authorization || token;
    if (given && request.url.includes("{prefix}"))
      request.headers.Authorization = /^jwt\s/i.test(given) ? given : "jwt " + given.replace(/^bearer\s+/i, "");
    return request;
  },
});
</script></body></html>
"#;

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
    let people: Vec<_> = people.iter().map(|person| json!({ "label": person.label, "token": person.token })).collect();
    let people = serde_json::Value::Array(people).to_string().replace('<', "\\u003c");
    PAGE.replace("{people}", &people).replace("{prefix}", crate::spec::PREFIX)
}

/// Worked out once in a process.
fn shared() -> &'static (Asset, Asset) {
    static SHARED: OnceLock<(Asset, Asset)> = OnceLock::new();
    SHARED.get_or_init(|| {
        let (css, js) = assets();
        let cache = "public, max-age=86400";
        (Asset::new("text/css; charset=utf-8", cache, css), Asset::new("text/javascript; charset=utf-8", cache, js))
    })
}

/// The page and its assets, for mounting at `/docs`.
pub fn endpoint(people: &[Person]) -> Route {
    let (css, js) = shared();
    let page = page(people);
    let page = make_sync(move |_| {
        Response::builder()
            .content_type("text/html; charset=utf-8")
            .header(header::CACHE_CONTROL, "no-store")
            .body(page.clone())
    });
    Route::new().at("/", page).at("/swagger-ui.css", css.clone()).at("/swagger-ui.js", js.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_assets_are_whole_and_the_page_asks_nobody_else() {
        let (css, js) = assets();
        assert!(css.len() > 100_000 && js.len() > 1_000_000 && js.contains("SwaggerUIBundle"));
        let page = page(&[Person { label: "</script><b>".into(), token: "t".into() }]);
        assert!(!page.contains("://") && !page.contains("</script><b>"));
    }
}
