//! What lines of bank statements are proposed to be matched with.

mod cases;
mod laws;
mod learning;
mod year;
