//! Books of earlier releases (`tests/fixtures`), opened by this program: nothing signed, sealed or kept is lost, and
//! pending work is finished. Every migration runs through these tests.

mod back;
mod editors;
mod forward;
mod new_type;
mod references;
mod signed;
mod unreadable;

use std::process::Output;

use tests::database::Database;
use tests::prelude::*;

/// The releases with books in the fixtures.
const RELEASES: [&str; 1] = ["1268427"];

/// Runs `gl` on these books: its exit code and its output.
fn gl(arguments: &[&str], database: &Database) -> (Option<i32>, String) {
    let told: Output = tests::process::run(arguments, &settings(&[("GL_DATABASE_URL", database.url())]));
    let said = [told.stdout, told.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    (told.status.code(), said)
}

/// Runs `gl` on these books, which must succeed.
fn fine(arguments: &[&str], database: &Database) -> String {
    let (code, said) = gl(arguments, database);
    assert_eq!(code, Some(0), "gl {arguments:?}: {said}");
    said
}

/// Asserts that the books agree with themselves and that the trail was not changed.
fn agree(database: &Database) {
    assert!(fine(&["check"], database).contains(" 0 differences"));
    fine(&["audit", "verify"], database);
}
