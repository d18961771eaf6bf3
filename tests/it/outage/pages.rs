//! The pages of books on SQLite. See docs/adr/0047-pages-of-two-kibibytes.md.

use std::path::Path;

use sea_orm::ConnectionTrait;
use tests::prelude::*;

use super::restore::gl;

/// The size of a page, as the file says it.
fn page_of(file: &Path) -> u16 {
    let header = std::fs::read(file).expect("the books can be read");
    u16::from_be_bytes([header[16], header[17]])
}

/// A file with pages of another size, as an earlier version made it.
async fn make_with_larger_pages(file: &Path) {
    let earlier =
        sea_orm::Database::connect(format!("sqlite://{}?mode=rwc", file.display())).await.expect("a new file");
    for text in ["PRAGMA page_size = 4096", "CREATE TABLE earlier (id INTEGER)", "DROP TABLE earlier"] {
        earlier.execute_unprepared(text).await.unwrap_or_else(|error| panic!("{text}: {error}"));
    }
    earlier.close().await.expect("closed");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn old_books_keep_their_pages_and_a_copy_of_them_has_new_ones() {
    let folder = tests::scratch::folder("pages");
    let (old, copy, new) = (folder.join("old.db"), folder.join("copy.db"), folder.join("new.db"));
    let url = |file: &Path| format!("sqlite://{}", file.display());
    make_with_larger_pages(&old).await;
    let app = TestApp::start_on(Database::at(url(&old)), &[]).await;
    app.open_books().await;
    app.posted(JOURNAL_ENTRY, entry_named("JE-1", "5.00")).await;
    gl(&["backup", copy.to_str().expect("UTF-8")], &url(&old));
    let end = app.end();
    drop(app);
    end.check().await;

    let app = TestApp::start_on(Database::at(url(&copy)), &[]).await;
    assert_eq!(app.get("journal-entries/JE-1", &app.clerk()).await.expect(200)["status"], "Posted");
    app.posted(JOURNAL_ENTRY, entry_named("JE-2", "5.00")).await;
    let end = app.end();
    drop(app);
    end.check().await;

    drop(TestApp::start_on(Database::at(url(&new)), &[]).await);
    assert_eq!((page_of(&old), page_of(&copy), page_of(&new)), (4096, 2048, 2048));
}
