//! Lists of statements and lines, page by page.

use std::collections::BTreeSet;

use tests::prelude::*;

use super::*;

/// Reads a list to its end; each page has at most `limit` rows, and the total stays.
async fn paged(app: &TestApp, path: &str, limit: usize, id: &str) -> Vec<String> {
    let (mut found, mut cursor) = (Vec::new(), String::new());
    loop {
        let sign = if path.contains('?') { '&' } else { '?' };
        let page = format!("{path}{sign}limit={limit}&count=true{cursor}");
        let page = app.get(&page, &accountant(app)).await.expect(200);
        assert!(page.data().len() <= limit && !page.data().is_empty(), "{}", page.text);
        found.extend(page.data().iter().map(|row| row[id].as_str().expect("an id").to_owned()));
        if page["has_more"] != true {
            assert_eq!(page["total"].to_string(), found.len().to_string(), "{path}");
            return found;
        }
        cursor = format!("&cursor={}", page.string("next_cursor"));
    }
}

fn ten_a_day(days: &[&str], letter: &str) -> Vec<String> {
    let of_day = |day: &&str| (0..10).map(|at| format!("{day} 1.00 {letter}{at} | Cobalt | {day}")).collect::<Vec<_>>();
    days.iter().flat_map(of_day).collect()
}

tests::on_both! {
    async fn lists_are_read_page_by_page(app: TestApp) {
        app.open_books().await;
        // Ten lines on each of three days, and a second statement whose days stand before those of the first.
        let february = ten_a_day(&["2024-02-10", "2024-02-09", "2024-02-28"], "F");
        let january = ten_a_day(&["2024-01-31"], "J");
        let first = brought_in(&app, &[sheet("2", "2024-02-01 2024-02-29", "10.00", &texts(&february))]).await;
        let second = brought_in(&app, &[sheet("1", "2024-01-01 2024-01-31", "0.00", &texts(&january))]).await;
        for limit in [1, 7, 10, 200] {
            assert_eq!(paged(&app, "bank-statements", limit, "statement_id").await, [second.clone(), first.clone()]);
            assert_eq!(paged(&app, &format!("bank-statements?account_id={CASH}"), limit, "statement_id").await.len(), 2);
            let own = paged(&app, &format!("bank-statements/{first}/lines"), limit, "line_id").await;
            let in_order: Vec<String> = (1..=30).map(|at| format!("{first}-{at}")).collect();
            assert_eq!(own, in_order, "the order of the file");
            let open = paged(&app, &format!("accounts/{CASH}/unmatched-lines"), limit, "line_id").await;
            assert_eq!(open.len(), 40);
            assert_eq!(open.iter().collect::<BTreeSet<_>>().len(), 40, "each once");
        }
        let days: Vec<String> = waiting(&app).await.iter().map(|line| line[..10].to_owned()).collect();
        assert!(days.is_sorted(), "{days:?}");
        // Matched lines wait no more, and their statement's lines name the match.
        let done = match_with(&app, &["J0", "J1"], &[], Some("interest")).await.expect(200);
        assert_eq!(paged(&app, &format!("accounts/{CASH}/unmatched-lines"), 7, "line_id").await.len(), 38);
        let lines = app.get(&format!("bank-statements/{second}/lines"), &accountant(&app)).await.expect(200);
        let named = lines.data().iter().filter(|line| line["match_id"] == match_id(&done)).count();
        assert_eq!((named, lines.data().iter().filter(|line| line["match_id"].is_null()).count()), (2, 8));
        for at in 2..9 {
            match_with(&app, &[&format!("J{at}")], &[], Some("interest")).await.expect(200);
        }
        for limit in [1, 3, 200] {
            let own = paged(&app, &format!("accounts/{CASH}/matches"), limit, "match_id").await;
            assert_eq!((own.len(), own.last()), (8, Some(&match_id(&done))), "newest first");
        }
    }

    async fn cursors_that_nobody_gave_are_refused(app: TestApp) {
        app.open_books().await;
        let id = brought_in(&app, &[sheet("1", "2024-01-01 2024-01-31", "0.00", &["2024-01-10 5.00 A1 | Cobalt | x"])]).await;
        let lists = ["bank-statements".to_owned(), format!("bank-statements/{id}/lines"), format!("accounts/{CASH}/unmatched-lines"),
            format!("accounts/{CASH}/matches")];
        for path in lists {
            for query in ["cursor=mallory", "limit=0", "limit=201", "limit=x", "colour=red"] {
                app.get(&format!("{path}?{query}"), &accountant(&app)).await.expect(422).problem("invalid");
            }
            // Days of any age are answered, far beyond those that there are.
            for at in [i64::MIN, -1_000_000, 0, 9_000_000, i64::MAX] {
                app.get(&format!("{path}?cursor={at}~x"), &accountant(&app)).await.expect(200);
            }
        }
        for path in ["bank-statements/none", "bank-statements/none/lines", "bank-statements/none/audit-trail"] {
            app.get(path, &accountant(&app)).await.expect(404).problem("not_found");
        }
    }
}
