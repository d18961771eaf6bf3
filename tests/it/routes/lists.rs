//! Lists: a walk of the pages under writes neither repeats nor skips what was there all along.
//! See docs/rules/interface.md#lists.

use std::collections::BTreeSet;

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
