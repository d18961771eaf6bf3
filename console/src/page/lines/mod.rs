//! Lines of a form that come and go: rows of cells, as the editor's script knows them (`assets/editor.js`), and as buttons of the form ask
//! for them without it.

mod form;
mod grid;

pub use form::{FormPage, Meanwhile, Write};
pub use grid::{Column, Entry, Grid, settled};

use crate::fields::Fields;

/// Whether a button of the lines was pressed, and not the one that saves.
pub fn asks_for_rows(form: &Fields) -> bool {
    ["more_lines", "remove_line", "raise_line"].iter().any(|name| form.has(name))
}
