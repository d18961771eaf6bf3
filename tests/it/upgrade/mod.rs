//! Books of earlier releases (`tests/fixtures`), opened by this program: nothing that was signed, sealed or kept is lost, and what was
//! begun is ended. Every migration runs through these tests.

mod back;
mod forward;
mod signed;
mod unreadable;

use std::process::Output;

use tests::database::Database;
use tests::prelude::*;

/// The releases of which there are books.
const RELEASES: [&str; 1] = ["1268427"];

/// `gl` on these books: its exit code and what it says.
fn gl(arguments: &[&str], database: &Database) -> (Option<i32>, String) {
    let told: Output = tests::process::run(arguments, &settings(&[("GL_DATABASE_URL", database.url())]));
    let said = [told.stdout, told.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    (told.status.code(), said)
}

/// The same, and it must end well.
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
