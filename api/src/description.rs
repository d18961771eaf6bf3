//! The description as it is served: `openapi/gl.json`, which `just openapi` writes and `gl openapi` prints anew from the code.
//! A test holds the file against the code (tests/it/openapi.rs).
//!
//! It stands in the program as a text: made from the handlers at each start it was half of what a start cost, and most of its
//! memory. See docs/adr/0041-the-description-stands-in-the-program.md.

use std::sync::LazyLock;

use hyper::body::Bytes;
use serde_json::Value;

use crate::asset::Asset;
use crate::demo::shift;
use crate::routes::Routes;
use crate::spec;

/// The description of the interface.
pub const TEXT: &str = include_str!("../../openapi/gl.json");

/// A description, and what the middleware needs of it.
#[derive(Clone)]
pub struct Description {
    text: Bytes,
    pub routes: Routes,
}

impl Description {
    /// That of the interface. Read once in a process, as tests start very many services.
    pub fn of_the_interface() -> Result<Self, String> {
        static READ: LazyLock<Result<Description, String>> = LazyLock::new(|| Description::read(TEXT));
        READ.clone()
    }

    /// `Err`: the text is no description.
    pub fn read(text: impl Into<Bytes>) -> Result<Self, String> {
        let text = text.into();
        Ok(Self { routes: Routes::read(&text)?, text })
    }

    /// As it is served. In a demo its examples have dates of the demo's own months.
    pub fn asset(self, months_later: i32) -> Asset {
        let text = move || match months_later {
            0 => self.text.clone(),
            later => shifted(&self.text, later),
        };
        Asset::new("application/json", "no-cache", text)
    }
}

fn shifted(text: &Bytes, months_later: i32) -> Bytes {
    // It was read before, so it is JSON.
    let Ok(mut description) = serde_json::from_slice::<Value>(text) else { return text.clone() };
    shift::examples(&mut description, months_later);
    spec::text(&description).into()
}
