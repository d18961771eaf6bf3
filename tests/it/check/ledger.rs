//! What stands in the ledger, past its triggers.

use super::*;

/// The tables of the ledger may be changed.
async fn open_the_ledger(app: &TestApp) {
    let db = &app.engine().store.writer;
    let sql = match app.database.backend {
        Backend::Postgres => {
            "ALTER TABLE posting DISABLE TRIGGER ALL; ALTER TABLE posting_line DISABLE TRIGGER ALL".to_owned()
        }
        Backend::Sqlite => {
            let asked =
                "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name IN ('posting', 'posting_line')";
            let rows = db.query_all_raw(Statement::from_string(DbBackend::Sqlite, asked)).await.expect("an answer");
            let drop =
                |row: &QueryResult| format!("DROP TRIGGER {};", row.try_get::<String>("", "name").expect("a name"));
            rows.iter().map(drop).collect()
        }
    };
    db.execute_unprepared(&sql).await.expect("open");
}

tests::on_both! {
    async fn a_posting_is_what_its_document_says(app: TestApp) {
        app.open_books().await;
        app.posted(JOURNAL_ENTRY, entry_named("JE-1", "5.00")).await;
        app.posted(BILL, bill("B-1", "7.00")).await;
        app.post("bills/B-1/void", &app.controller(), json!({ "reason": "twice" })).await.expect(200);
        open_the_ledger(&app).await;
        assert_eq!(differences(&app).await, Vec::<String>::new());
        for (change, named, undo) in [
            (
                "UPDATE posting SET posting_date = '2024-01-16' WHERE source_id = 'JE-1'",
                "journal_entry JE-1 is of 2024-01-15, and its posting of 2024-01-16",
                "UPDATE posting SET posting_date = '2024-01-15' WHERE source_id = 'JE-1'",
            ),
            (
                "UPDATE posting SET period_id = '2024-02' WHERE source_id = 'JE-1'",
                "journal_entry JE-1: its posting is in period 2024-02, and not in 2024-01",
                "UPDATE posting SET period_id = '2024-01' WHERE source_id = 'JE-1'",
            ),
            (
                "UPDATE posting_line SET base_amount = base_amount * 2 WHERE source_id = 'JE-1'",
                "journal_entry JE-1: a line of its posting has another amount in base currency",
                "UPDATE posting_line SET base_amount = amount WHERE source_id = 'JE-1'",
            ),
            (
                "UPDATE posting_line SET account_id = '1000' WHERE source_id = 'B-1' AND kind = 'void' AND account_id = '6000'",
                "bill B-1 (void): it is not what was posted, the other way round",
                "UPDATE posting_line SET account_id = '6000' WHERE source_id = 'B-1' AND kind = 'void' AND account_id = '1000'",
            ),
        ] {
            tamper(&app, change).await;
            let found = differences(&app).await;
            assert!(found.iter().any(|found| found.contains(named)), "{change}\n{found:#?}");
            tamper(&app, undo).await;
            assert_eq!(differences(&app).await, Vec::<String>::new(), "{undo}");
        }
    }
}
