//! Scripts and styles, from this binary. Their address changes with their content, so that browsers keep them for good.

use std::fmt::Write;
use std::sync::LazyLock;

use poem::http::{HeaderValue, StatusCode, header};
use poem::web::Path;
use poem::{Response, handler};
use sha2::{Digest, Sha256};

/// One file.
struct File {
    name: &'static str,
    content_type: &'static str,
    text: &'static str,
}

const CSS: &str = "text/css; charset=utf-8";
const JS: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";

macro_rules! files {
    ($($name:literal: $kind:expr, [$($piece:literal),*];)*) => {
        const FILES: &[File] = &[$(File {
            name: $name,
            content_type: $kind,
            text: concat!($(include_str!(concat!("../assets/", $piece))),*),
        }),*];
    };
}

// Each area has a style sheet of its own; browsers get one.
files! {
    "console.css": CSS, [
        "console.css", "inbox.css", "document.css", "editor.css", "register.css", "reports.css", "close.css",
        "reconciliation.css", "statements.css", "matching.css", "rules.css", "audit.css", "people.css", "jobs.css", "toast.css", "cards.css", "touch.css"
    ];
    "console.js": JS, ["console.js"];
    "swap.js": JS, ["swap.js"];
    "chosen.js": JS, ["chosen.js"];
    "inbox.js": JS, ["inbox.js"];
    "palette.js": JS, ["palette.js"];
    "editor.js": JS, ["editor.js"];
    "live.js": JS, ["live.js"];
    "toast.js": JS, ["toast.js"];
    "reconciliation.js": JS, ["reconciliation.js"];
    "statements.js": JS, ["statements.js"];
    "matching.js": JS, ["matching.js"];
    "rules.js": JS, ["rules.js"];
    "reports.js": JS, ["reports.js"];
    "audit.js": JS, ["audit.js"];
    "close.js": JS, ["close.js"];
    "register.js": JS, ["register.js"];
    "icon.svg": SVG, ["icon.svg"];
}

/// One stamp for all files: scripts import each other by relative names, below the same address.
static STAMP: LazyLock<String> = LazyLock::new(|| {
    let mut hash = Sha256::new();
    for file in FILES {
        hash.update(file.text.as_bytes());
    }
    hash.finalize().iter().take(8).fold(String::new(), |mut stamp, byte| {
        // Writing to a text does not fail.
        let _ = write!(stamp, "{byte:02x}");
        stamp
    })
});

/// Where a file is.
pub fn address(name: &str) -> String {
    format!("/assets/{}/{name}", *STAMP)
}

/// A file; one with an older stamp is the present one, not to be kept.
#[handler]
pub fn serve(Path((stamp, name)): Path<(String, String)>) -> Response {
    let Some(file) = FILES.iter().find(|file| file.name == name) else {
        return Response::builder().status(StatusCode::NOT_FOUND).finish();
    };
    let cache = if stamp == *STAMP { "public, max-age=31536000, immutable" } else { "no-store" };
    let mut response = Response::builder().content_type(file.content_type).body(file.text);
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    response
}
