//! The handlers that all document types have. What types there are, `schema/document/mod.rs` lists.

use poem_openapi::OpenApi;

use super::bulk::Drafts;
use super::document::Documents;
use crate::app::App;
use crate::schema::document::every_collection;

/// Create, list, read, edit and delete for each type.
pub fn handlers(app: &App) -> impl OpenApi + use<> {
    macro_rules! documents {
        ($($collection:ty),* $(,)?) => { ($(Documents::<$collection>::new(app),)*) };
    }
    every_collection!(documents)
}

/// Create many at once, for each type.
pub fn bulks(app: &App) -> impl OpenApi + use<> {
    macro_rules! drafts {
        ($($collection:ty),* $(,)?) => { ($(Drafts::<$collection>::new(app),)*) };
    }
    every_collection!(drafts)
}
