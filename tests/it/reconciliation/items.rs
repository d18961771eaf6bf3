//! An adjustment consists of items, each with a reason: a total alone would balance any worksheet.

use super::*;

/// Amount, reason and author of each item.
fn told(items: &Value) -> Vec<String> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let item = |item: &Value| {
        assert!(item["written_at"].is_string(), "{item}");
        format!("{} {} {}", item["amount"], text(&item["reason"]), text(&item["written_by"]))
    };
    items.as_array().into_iter().flatten().map(item).collect()
}

fn parts(items: &[(&str, &str)]) -> Value {
    items.iter().map(|(amount, reason)| json!({ "amount": number(amount), "reason": reason })).collect()
}

tests::on_both! {
    async fn a_plug_does_not_complete_a_session(app: TestApp) {
        app.open_books().await;
        deposit(&app, "JE-1", "2024-01-10", "100.00").await;
        begin(&app, "R-1", "2024-01-31", "-900.00").await;
        clear(&app, "R-1", &["JE-1#1"], "2024-01-11").await.expect(200);
        let (path, complete, bo) = ("reconciliations/R-1", "reconciliations/R-1/complete", accountant(&app));
        app.put(path, &bo, json!({ "bankAdjustments": 1000 })).await.expect(200);
        let plug = app.act(complete, &bo).await.expect(409).problem("adjustments_not_itemized").names("/bankAdjustmentItems");
        assert_eq!(plug.number("bank_adjustments"), "1000.00");
        let wrong = json!({ "bankAdjustments": 1000, "bankAdjustmentItems": parts(&[("999.99", "Taken twice by the bank")]) });
        app.put(path, &bo, wrong).await.expect(422).problem("invalid").names("/bankAdjustmentItems");
        app.act(complete, &bo).await.expect(409).problem("adjustments_not_itemized");
        let items = parts(&[("999.99", "Taken twice by the bank"), ("0.01", "Their rounding")]);
        let put = app.put(path, &bo, json!({ "bankAdjustments": 1000, "bankAdjustmentItems": items })).await.expect(200);
        let wanted = ["999.99 Taken twice by the bank bo", "0.01 Their rounding bo"];
        assert_eq!(told(&put["bank_adjustment_items"]), wanted);
        assert_eq!(told(&worksheet(&app, "R-1").await["bank_adjustment_items"]), wanted);
        app.act(complete, &bo).await.expect(200);
        assert_eq!(told(&worksheet(&app, "R-1").await["bank_adjustment_items"]), wanted);
        app.books_agree();
    }

    async fn items_alone_set_the_total_and_keep_their_authors(app: TestApp) {
        app.open_books().await;
        begin(&app, "R-1", "2024-01-31", "0").await;
        let (path, bo, conrad) = ("reconciliations/R-1", accountant(&app), app.controller());
        let first = app.put(path, &bo, json!({ "bookAdjustmentItems": parts(&[("-5", "Fee"), ("-1.50", "Postage")]) })).await.expect(200);
        assert_eq!(first.number("book_adjustments"), "-6.50");
        // The client puts back what it read, with one more item; bo stays the author of the others.
        let more = with(first.json.clone(), json!({ "bookAdjustmentItems": parts(&[("-5", "Fee"), ("-1.50", "Postage"), ("2", "Interest")]) }));
        let more = with(more, json!({ "version": null, "updated_at": null }));
        let second = app.put(path, &conrad, more).await.expect(200);
        assert_eq!(told(&second["book_adjustment_items"]), ["-5.00 Fee bo", "-1.50 Postage bo", "2.00 Interest conrad"]);
        assert_eq!(second.number("book_adjustments"), "-4.50");
        // Sending the same total keeps the items, another total removes them.
        let same = app.put(path, &bo, json!({ "bookAdjustments": number("-4.5") })).await.expect(200);
        assert_eq!(told(&same["book_adjustment_items"]).len(), 3);
        app.act("reconciliations/R-1/complete", &bo).await.expect(409).problem("not_reconciled");
        let other = app.put(path, &bo, json!({ "bookAdjustments": -4 })).await.expect(200);
        assert_eq!((other.number("book_adjustments"), told(&other["book_adjustment_items"]).len()), ("-4.00".into(), 0));
        let trail = app.get(&format!("{path}/audit-trail"), &bo).await.expect(200);
        let rows: Vec<_> = trail["audit_trail"].as_array().into_iter().flatten()
            .map(|row| row["details"]["book_adjustment_items"].as_array().map_or(0, Vec::len)).collect();
        // What changed nothing has no row.
        assert_eq!(rows, [0, 2, 3, 0]);
        assert_eq!(trail["audit_trail"][1]["details"]["book_adjustment_items"][0], json!({ "amount": number("-5.00"), "reason": "Fee" }));
    }

    async fn every_wrong_item_is_named(app: TestApp) {
        app.open_books().await;
        begin(&app, "R-1", "2024-01-31", "0").await;
        let wrong = json!({ "bankAdjustmentItems": [
            { "amount": 0, "reason": "r" }, { "amount": number("0.001"), "reason": " " }, { "reason": "r", "surprise": 1 },
        ] });
        let refused = app.put("reconciliations/R-1", &accountant(&app), wrong).await.expect(422).problem("invalid");
        let refused = refused.names("/bankAdjustmentItems/0/amount").names("/bankAdjustmentItems/1/amount");
        let refused = refused.names("/bankAdjustmentItems/1/reason").names("/bankAdjustmentItems/2/amount");
        refused.names("/bankAdjustmentItems/2/surprise");
        // Each has 15 digits, and their sum 16.
        let large = parts(&[("999999999999999.99", "a"), ("999999999999999.99", "b")]);
        let refused = app.put("reconciliations/R-1", &accountant(&app), json!({ "bankAdjustmentItems": large })).await;
        refused.expect(422).problem("invalid").names("/bankAdjustmentItems");
        app.expect_fields("reconciliations/R-1", &[("bank_adjustments", "0.00"), ("version", "1")]).await;
    }
}
