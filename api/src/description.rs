//! The description as it is served: `openapi/gl.json`, which `just openapi` writes and `gl openapi` prints anew from the code.
//! A test holds the file against the code (tests/it/openapi.rs).
//!
//! It stands in the program as a text: made from the handlers at each start it was half of what a start cost, and most of its
//! memory. See docs/adr/0041-the-description-stands-in-the-program.md.

use serde_json::Value;

use crate::asset::Asset;
use crate::demo::shift;
use crate::spec;

/// The description.
pub const TEXT: &str = include_str!("../../openapi/gl.json");

/// As it is served. In a demo its examples have dates of the demo's own months.
pub fn asset(months_later: i32) -> Asset {
    let text = move || {
        if months_later == 0 {
            return TEXT.as_bytes().into();
        }
        let mut description: Value = serde_json::from_str(TEXT).unwrap_or_default();
        shift::examples(&mut description, months_later);
        spec::text(&description).into()
    };
    Asset::new("application/json", "no-cache", text)
}
