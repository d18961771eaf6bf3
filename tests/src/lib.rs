//! The harness of the integration tests: databases that last one test, the service on them, and request bodies for it.
//!
//! ```text
//! tests::on_both! {
//!     async fn a_balanced_entry_is_created(app: TestApp) {
//!         app.open_books().await;
//!         app.post("journal-entries", &app.clerk(), entry("100.00")).await.expect(201);
//!     }
//! }
//! ```
//! makes `a_balanced_entry_is_created::sqlite` and `::postgres`, each on a fresh database. After the body, the
//! remaining jobs must end and `gl check` must find nothing.
#![allow(clippy::doc_markdown, reason = "PostgreSQL and SQLite are names")]
#![allow(clippy::return_self_not_must_use, reason = "an assertion is enough by itself")]

pub mod answer;
pub mod app;
pub mod balancer;
pub mod bodies;
pub mod builders;
pub mod database;
pub mod dice;
pub mod fixture;
pub mod growth;
pub mod handlers_alone;
pub mod kind;
pub mod lifecycle;
pub mod plain_text;
pub mod plug;
pub mod postgres;
pub mod process;
pub mod proxy;
pub mod reports;
pub mod scratch;
pub mod seen;
pub mod sqlite;
pub mod step;
pub mod token;
pub mod trade;

/// The names that nearly every test uses.
pub mod prelude {
    pub use serde_json::{Value, json};

    pub use crate::answer::Answer;
    pub use crate::app::TestApp;
    pub use crate::app::settings;
    pub use crate::bodies::*;
    pub use crate::builders::*;
    pub use crate::database::{Backend, Database};
    pub use crate::dice::Dice;
    pub use crate::kind::*;
    pub use crate::on_both;
    pub use crate::process::Process;
    pub use crate::token::Token;
    pub use crate::trade::*;
}

/// Makes two tests of each `async fn name(app: TestApp) { … }` in it, `name::sqlite` and `name::postgres`.
#[macro_export]
macro_rules! on_both {
    ($($(#[$attribute:meta])* async fn $name:ident($app:ident: TestApp) $body:block)+) => {$(
        mod $name {
            #[allow(unused_imports, reason = "whether the body needs them differs from test to test")]
            use super::*;

            async fn body($app: $crate::app::TestApp) $body

            $(#[$attribute])*
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn sqlite() {
                let app = $crate::app::TestApp::start($crate::database::Backend::Sqlite).await;
                let end = app.end();
                body(app).await;
                end.check().await;
            }

            $(#[$attribute])*
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn postgres() {
                let app = $crate::app::TestApp::start($crate::database::Backend::Postgres).await;
                let end = app.end();
                body(app).await;
                end.check().await;
            }
        }
    )+};
}
