//! Many movements: the worksheet and the marks take a few statements, not one for each row.

use std::time::{Duration, Instant};

use tests::prelude::*;

use super::*;

const ENTRIES: usize = 10;
const LINES: usize = 999;

/// A generous bound for a debug build on a busy machine; one statement for each row takes several times as long.
const PATIENCE: Duration = Duration::from_secs(10);

tests::on_both! {
    async fn ten_thousand_movements(app: TestApp) {
        app.open_books().await;
        let mut ids = Vec::new();
        for number in 0..ENTRIES {
            let id = format!("JE-{number}");
            let mut lines = vec![debit(CASH, "1.00"); LINES];
            lines.push(credit(REVENUE, "999.00"));
            posted(&app, &id, "2024-01-05", lines).await;
            ids.extend((1..=LINES).map(|line| format!("{id}#{line}")));
        }
        begin(&app, "R-1", "2024-01-31", "9990.00").await;
        let ids: Vec<_> = ids.iter().map(String::as_str).collect();
        let timed = |what: &'static str, start: Instant| {
            println!("{what}: {:?}", start.elapsed());
            assert!(start.elapsed() < PATIENCE, "{what} took {:?}", start.elapsed());
        };
        let start = Instant::now();
        assert_eq!(worksheet(&app, "R-1").await["uncleared_transactions"].as_array().map(Vec::len), Some(ids.len()));
        timed("the worksheet", start);
        let start = Instant::now();
        clear(&app, "R-1", &ids, "2024-01-06").await.expect(200);
        timed("clear", start);
        let start = Instant::now();
        unclear(&app, "R-1", &ids).await.expect(200);
        timed("unclear", start);
        clear(&app, "R-1", &ids, "2024-01-06").await.expect(200);
        assert_summary(&worksheet(&app, "R-1").await, &[("cleared_deposits", "9990.00"), ("difference", "0.00")]);
        let start = Instant::now();
        complete(&app, "R-1").await.expect(200);
        timed("complete", start);
    }
}
