//! What the tests stand on: throw-away databases, an in-process server, people with tokens, and JSON builders.
//!
//! `cargo test -p tests` needs PostgreSQL's server binaries, version 15 or newer (`tests/run` installs them);
//! without them the PostgreSQL half of the suite fails, it is never skipped.

pub mod app;
pub mod builders;
pub mod postgres;
pub mod scratch;
pub mod sqlite;

pub use app::{Answer, TestApp, Who};
pub use scratch::Backend;

/// Runs one test function on both back ends: `both!(name)` makes the tests `name::sqlite` and `name::postgres`.
#[macro_export]
macro_rules! both {
    ($($name:ident),+ $(,)?) => { $(
        mod $name {
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn sqlite() {
                let app = $crate::TestApp::start($crate::Backend::Sqlite).await;
                super::$name(&app).await;
                app.finish().await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn postgres() {
                let app = $crate::TestApp::start($crate::Backend::Postgres).await;
                super::$name(&app).await;
                app.finish().await;
            }
        }
    )+ };
}
