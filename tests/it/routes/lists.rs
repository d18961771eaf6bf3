//! Lists: a walk of the pages under writes neither repeats nor skips what was there all along.
//! See docs/rules/interface.md#lists.

use std::collections::BTreeSet;
use std::sync::Arc;

use tests::prelude::*;

tests::on_both! {
    async fn a_walk_under_writes_sees_every_old_row_once(app: TestApp) {
        app.open_books().await;
        let clerk = app.clerk();
        for number in 0..23 {
            app.post("journal-entries", &clerk, entry_named(&format!("JE-{number:02}"), "1.00")).await.expect(201);
        }
        let mut seen = Vec::new();
        let mut path = "journal-entries?limit=5".to_owned();
        loop {
            let page = app.get(&path, &clerk).await.expect(200);
            seen.extend(page.data().iter().map(|row| row["journal_entry_id"].as_str().unwrap_or_default().to_owned()));
            app.post("journal-entries", &clerk, entry("2.00")).await.expect(201);
            if page["has_more"] == false {
                break;
            }
            path = format!("journal-entries?limit=5&cursor={}", page.string("next_cursor"));
        }
        let unique: BTreeSet<_> = seen.iter().collect();
        assert_eq!((seen.len(), unique.len()), (23, 23), "{seen:?}");
        assert_eq!((seen[0].as_str(), seen[22].as_str()), ("JE-22", "JE-00"));
    }

    /// What goes from one of the wanted statuses to another meanwhile is in one of them.
    async fn what_changes_its_status_stays_in_a_list_of_both(app: TestApp) {
        const ENTRIES: usize = 40;
        app.open_books().await;
        for number in 0..ENTRIES {
            app.pending(JOURNAL_ENTRY, entry_named(&format!("JE-{number}"), "1.00")).await;
        }
        let app = Arc::new(app);
        let signs = tokio::spawn({
            let app = Arc::clone(&app);
            async move {
                for number in 0..ENTRIES {
                    app.act(&format!("journal-entries/JE-{number}/approve"), &app.manager()).await.expect(200);
                }
            }
        });
        let path = "journal-entries?limit=200&status=Posted,Approved,Pending%20Approval,Posted";
        while !signs.is_finished() {
            let list = app.get(path, &app.clerk()).await.expect(200);
            let ids: BTreeSet<_> = list.data().iter().filter_map(|row| row["journal_entry_id"].as_str()).collect();
            assert_eq!((list.data().len(), ids.len()), (ENTRIES, ENTRIES), "{}", list.text);
        }
        signs.await.expect("all signed");
    }

    /// A cursor that no list gave is refused, whatever stands in it.
    async fn a_cursor_has_no_control_characters(app: TestApp) {
        app.open_books().await;
        for path in ["journal-entries", "customers", "jobs", "change-requests", "accounts", "audit"] {
            for cursor in ["5~%00", "5~a%0Ab", "~", "x"] {
                let answer = app.get(&format!("{path}?cursor={cursor}"), &app.admin()).await;
                answer.expect(422).names("cursor");
            }
        }
    }

    async fn filters_narrow_and_counts_count(app: TestApp) {
        app.open_books().await;
        let clerk = app.clerk();
        app.post("journal-entries", &clerk, entry_named("JE-1", "1.00")).await.expect(201);
        let february = with(entry_named("JE-2", "1.00"), json!({ "tran_date": "2024-02-03", "posting_period_id": null }));
        app.post("journal-entries", &clerk, february).await.expect(201);
        app.act("journal-entries/JE-1/submit-for-approval", &clerk).await.expect(200);
        for (query, total) in [
            ("count=true", "2"),
            ("count=true&status=Draft", "1"),
            ("count=true&status=Draft,Pending%20Approval", "2"),
            ("count=true&period=2024-02", "1"),
            ("count=true&from=2024-02-01", "1"),
            ("count=true&to=2024-01-31&status=Draft", "0"),
        ] {
            let page = app.get(&format!("journal-entries?{query}"), &clerk).await.expect(200);
            assert_eq!(page.number("total"), total, "{query}");
        }
    }
}
