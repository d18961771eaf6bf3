//! SQLite: one template file for the process, one copy of it for each test.

use std::path::PathBuf;
use std::sync::OnceLock;

use crate::{builders, scratch};

/// The URL of a fresh database that holds the tests' company.
pub fn database() -> String {
    static TEMPLATE: OnceLock<PathBuf> = OnceLock::new();
    let template = TEMPLATE.get_or_init(|| {
        let path = scratch::folder().join("template.db");
        let url = url(&path);
        scratch::apart(async move {
            builders::found_company(&url).await;
        });
        path
    });
    let copy = scratch::folder().join(format!("{}.db", scratch::number()));
    std::fs::copy(template, &copy).expect("a copy of the template");
    url(&copy)
}

/// Deletes the file behind a URL of [`database`].
pub fn remove(url: &str) {
    let path = url.trim_start_matches("sqlite://");
    for end in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{path}{end}"));
    }
}

fn url(path: &std::path::Path) -> String {
    format!("sqlite://{}", path.display())
}
