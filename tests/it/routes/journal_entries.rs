//! `/journal-entries`: what is taken and what is refused. See docs/rules/documents.md#journal-entry.

use tests::prelude::*;

tests::on_both! {
    async fn a_balanced_entry_is_created_and_read_back(app: TestApp) {
        app.open_books().await;
        let clerk = app.clerk();
        let made = app.post("journal-entries", &clerk, entry_named("JE-1", "100.00")).await.expect(201);
        assert_eq!(made["status"], "Draft");
        let read = app.get("journal-entries/JE-1", &clerk).await.expect(200);
        assert_eq!(read["lines"].as_array().map(Vec::len), Some(2));
        assert_eq!(read["total_debit"], read["total_credit"]);
        app.post("journal-entries", &clerk, entry_named("JE-1", "5.00")).await.expect(409).problem("already_exists");
    }

    async fn wrong_entries_are_refused_and_nothing_changes(app: TestApp) {
        app.open_books().await;
        let clerk = app.clerk();
        let unbalanced = entry_of(vec![debit(EXPENSE, "100.00"), credit(CASH, "99.99")]);
        app.post("journal-entries", &clerk, unbalanced).await.expect(422).problem("unbalanced");
        for wrong in [
            entry("0.001"),
            entry("-5.00"),
            entry("0"),
            entry("1e400"),
            entry("1000000000000000.00"),
            entry_of(vec![debit(EXPENSE, "1.00")]),
            entry_of(vec![debit(EXPENSE, "1.00"), credit("no-such-account", "1.00")]),
            with(entry("1.00"), json!({ "tran_date": "2024-02-30" })),
            with(entry("1.00"), json!({ "no_such_field": 1 })),
            with(entry("1.00"), json!({ "journal_entry_id": "a/b" })),
            with(entry("1.00"), json!({ "memo": "a\u{0}b" })),
        ] {
            let said = wrong.to_string();
            let answer = app.post("journal-entries", &clerk, wrong).await;
            assert_eq!(answer.status, 422, "{said}: {}", answer.text);
        }
        assert!(app.get("journal-entries", &clerk).await.expect(200).data().is_empty());
    }
}
