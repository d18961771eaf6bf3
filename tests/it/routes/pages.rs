//! Pages of large documents end early, by bytes, and nothing of a list is lost.

use std::collections::BTreeSet;

use tests::prelude::*;

/// What a page may hold, and a little for what is around its rows.
const MOST: usize = 2 * 1024 * 1024 + 1024;

/// A draft of a thousand lines, some 400 kB of JSON.
async fn large(app: &TestApp, id: &str) {
    let memo = "m".repeat(200);
    let line = |at: usize| {
        let line = if at.is_multiple_of(2) { debit(CASH, "1.00") } else { credit(EXPENSE, "1.00") };
        with(line, json!({ "memo": memo }))
    };
    let lines: Vec<Value> = (0..1_000).map(line).collect();
    let body = json!({ "journal_entry_id": id, "tran_date": DAY, "lines": lines });
    app.post("journal-entries", &app.clerk(), body).await.expect(201);
}

/// All ids along `next_cursor`, and how many pages they took.
async fn walk(app: &TestApp, query: &str) -> (Vec<String>, usize) {
    let (mut ids, mut pages, mut cursor) = (Vec::new(), 0, String::new());
    loop {
        let page = app.get(&format!("journal-entries?{query}{cursor}"), &app.clerk()).await.expect(200);
        assert!(page.text.len() <= MOST, "a page of {} bytes", page.text.len());
        assert!(!page.data().is_empty(), "an empty page");
        pages += 1;
        ids.extend(page.data().iter().map(|row| row["journal_entry_id"].as_str().unwrap_or_default().to_owned()));
        if let Some(next) = page["next_cursor"].as_str() {
            cursor = format!("&cursor={next}");
        } else {
            assert_eq!(page["has_more"], false);
            return (ids, pages);
        }
    }
}

tests::on_both! {
    async fn a_page_ends_before_it_is_too_large(app: TestApp) {
        app.open_books().await;
        for at in 0..8 {
            large(&app, &format!("L-{at}")).await;
            app.draft(JOURNAL_ENTRY, entry_named(&format!("S-{at}"), "1.00")).await;
        }
        let (ids, pages) = walk(&app, "limit=200").await;
        assert_eq!((ids.len(), ids.iter().collect::<BTreeSet<_>>().len()), (16, 16));
        assert!(pages > 1, "all on one page");
        let (short, pages) = walk(&app, "limit=200&lines=false").await;
        assert_eq!((short, pages), (ids, 1));
        let page = app.get("journal-entries?limit=3&lines=false", &app.clerk()).await.expect(200);
        assert!(page.data().iter().all(|row| row.get("lines").is_none() && row["allowed_actions"].is_array()));
        assert!(page["has_more"] == true && page.data().len() == 3);
        let page = app.get("journal-entries?limit=3", &app.clerk()).await.expect(200);
        assert!(page.data().iter().all(|row| row["lines"].as_array().is_some_and(|lines| lines.len() >= 2)));
        let trial = app.get("accounting-periods/2024-01/unposted-entries", &app.controller()).await.expect(200);
        assert_eq!(trial["total_unposted"], 16);
        assert_eq!(trial["by_document_type"]["journal_entries"]["draft"].as_array().map(Vec::len), Some(16));
    }
}
