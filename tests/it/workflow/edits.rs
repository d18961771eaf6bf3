//! What the trail says of an edit. See docs/rules/audit.md#what-an-edit-changed.

use tests::prelude::*;

/// The details of each edit, oldest first.
async fn edits(app: &TestApp, kind: Kind, id: &str) -> Vec<Value> {
    let trail = app.get(&format!("{}/audit-trail", kind.at(id)), &app.admin()).await.expect(200);
    let rows = trail["audit_trail"].as_array().cloned().unwrap_or_default();
    rows.into_iter().filter(|row| row["action"] == "Updated").map(|row| row["details"].clone()).collect()
}

fn change(field: &str, before: impl Into<Value>, after: impl Into<Value>) -> Value {
    json!({ "field": field, "before": before.into(), "after": after.into() })
}

/// Writes an entry again and again while lists show it.
async fn edited_while_it_is_listed(app: &TestApp, list: &str) {
    let (clerk, manager) = (app.clerk(), app.manager());
    app.post("journal-entries", &clerk, entry_named("JE-1", "10.00")).await.expect(201);
    let editing = async {
        for amount in ["20.00", "10.00"].repeat(60) {
            app.put("journal-entries/JE-1", &clerk, entry_named("JE-1", amount)).await.expect(200);
        }
    };
    let listing = async {
        loop {
            let found = app.get(list, &manager).await.expect(200);
            for row in found["data"].as_array().into_iter().flatten() {
                let total = row["total_debit"].to_string();
                assert_eq!(
                    (row["lines"][0]["debit"].to_string(), row["lines"][1]["credit"].to_string()),
                    (total.clone(), total),
                    "{row}"
                );
            }
        }
    };
    tokio::select! {
        () = editing => {}
        () = listing => {}
    }
}

tests::on_both! {
    async fn a_row_of_a_list_has_the_lines_of_its_version(app: TestApp) {
        app.open_books().await;
        edited_while_it_is_listed(&app, "journal-entries?status=Draft").await;
    }

    async fn who_signs_the_next_round_sees_what_changed(app: TestApp) {
        app.open_books().await;
        let (clerk, manager) = (app.clerk(), app.manager());
        let before = with(BILL.of_amount("B-1", "10.00"), json!({ "memo": "Chairs" }));
        app.post("bills", &clerk, before.clone()).await.expect(201);
        app.act("bills/B-1/submit-for-approval", &clerk).await.expect(200);
        app.post("bills/B-1/request-change", &manager, json!({ "comments": "two" })).await.expect(200);
        let mut first = item(EXPENSE, "2.50", "4");
        first["description"] = "Chairs".into();
        let after = with(before, json!({ "memo": null, "reference": "R-7", "lines": [first, item(EXPENSE, "1", "0.50")] }));
        app.put("bills/B-1", &clerk, after.clone()).await.expect(200);
        app.put("bills/B-1", &clerk, after).await.expect(200);
        // The second changed nothing.
        let [changed] = &edits(&app, BILL, "B-1").await[..] else { panic!("one edit") };
        assert_eq!(changed["changes"], json!([
            change("memo", "Chairs", Value::Null),
            change("total", "10.00", "10.50"),
            change("reference", Value::Null, "R-7"),
            change("lines/1/description", Value::Null, "Chairs"),
            change("lines/1/quantity", "1", "2.5"),
            change("lines/1/rate", "10", "4"),
            change("lines/2", Value::Null, format!("{EXPENSE} 0.50")),
        ]));
        assert_eq!((&changed["status"], &changed["changes_left_out"]), (&json!("Draft"), &Value::Null));
    }

    async fn the_edit_of_each_type_says_what_changed(app: TestApp) {
        app.open_debts().await;
        for kind in trade_kinds() {
            let body = kind.of_amount("X-1", "10.00");
            app.post(kind.path, &app.admin(), body.clone()).await.expect(201);
            app.put(&kind.at("X-1"), &app.admin(), with(body, json!({ "memo": "Again" }))).await.expect(200);
            let told = edits(&app, kind, "X-1").await;
            assert_eq!(told, [json!({ "status": "Draft", "changes": [change("memo", Value::Null, "Again")] })], "{}", kind.name);
        }
    }

    async fn an_edit_of_many_lines_lists_a_hundred_changes(app: TestApp) {
        app.open_books().await;
        let lines = |memo: &str| {
            let sides = (0..60).flat_map(|_| [debit(EXPENSE, "1.00"), credit(CASH, "1.00")]);
            sides.map(|line| with(line, json!({ "memo": memo }))).collect()
        };
        app.post("journal-entries", &app.clerk(), with(entry_of(lines("Old")), json!({ "journal_entry_id": "JE-1" }))).await.expect(201);
        app.put("journal-entries/JE-1", &app.clerk(), entry_of(lines("New"))).await.expect(200);
        let [told] = &edits(&app, JOURNAL_ENTRY, "JE-1").await[..] else { panic!("one edit") };
        let listed = told["changes"].as_array().expect("a list");
        assert_eq!((listed.len(), &told["changes_left_out"]), (100, &json!(20)));
        assert_eq!(listed[99], change("lines/100/memo", "Old", "New"));
    }
}

tests::on_both! {
    /// What is signed is what stands in the database, whatever order the lines were sent in.
    async fn lines_are_in_the_order_of_their_numbers(app: TestApp) {
        app.open_books().await;
        let mut lines = vec![debit(EXPENSE, "3.00"), debit(REVENUE, "2.00"), credit(CASH, "5.00")];
        for (line, number) in lines.iter_mut().zip([30, 20, 10]) {
            line["line_number"] = json!(number);
        }
        let entry = with(entry_of(lines), json!({ "journal_entry_id": "JE-1" }));
        let made = app.post("journal-entries", &app.clerk(), entry).await.expect(201);
        let read = app.get("journal-entries/JE-1", &app.clerk()).await.expect(200);
        assert_eq!(made["lines"], read["lines"]);
        assert_eq!(read["lines"][0]["account_id"], CASH);
        app.act("journal-entries/JE-1/submit-for-approval", &app.clerk()).await.expect(200);
        app.approve("journal-entries/JE-1").await.expect(200);
        let mut items = vec![item(EXPENSE, "1", "7.00"), item(REVENUE, "1", "8.00")];
        for (line, number) in items.iter_mut().zip([2, 1]) {
            line["line_number"] = json!(number);
        }
        let path = app.posted(BILL, with(bill("B-1", "1"), json!({ "lines": items }))).await;
        app.void(&path).await.expect(200);
        app.books_agree();
    }
}
