//! Whose file it is: callers, accounts, currencies, and bank accounts of which a file has several.

use tests::prelude::*;

use super::*;

const OTHER: &str = "NL91ABNA0417164300";

fn small(number: &str) -> Sheet {
    sheet(number, "2024-01-01 2024-01-31", "0.00", &["2024-01-10 5.00 A1 | Cobalt | x"])
}

/// The statement's lines have other references for each bank account.
fn of_other(number: &str) -> Sheet {
    sheet(number, "2024-01-01 2024-01-31", "0.00", &["2024-01-11 6.00 B1 | Cobalt | x"]).of(OTHER)
}

tests::on_both! {
    async fn only_who_may_write_statements_brings_them_in(app: TestApp) {
        app.open_books().await;
        let query = format!("account_id={CASH}");
        let reader = app.token("rita", &[], &["bank_statement.read", "bank_statement.match", "account.*"]);
        let stranger = app.token("stan", &[], &["account.*", "reconciliation.*"]);
        let none = told(&app).await;
        for who in [&reader, &stranger] {
            send(&app, who, &query, &[], camt(&[small("1")])).await.expect(403).problem("forbidden");
            app.put(&format!("accounts/{CASH}/csv-mapping"), who, json!({})).await.expect(403).problem("forbidden");
        }
        assert_eq!(told(&app).await, none);
        let id = brought_in(&app, &[small("1")]).await;
        app.delete(&format!("bank-statements/{id}"), &reader).await.expect(403).problem("forbidden");
        let reads = ["bank-statements".into(), format!("bank-statements/{id}"), format!("bank-statements/{id}/lines"),
            format!("accounts/{CASH}/unmatched-lines"), format!("accounts/{CASH}/matches"), format!("accounts/{CASH}/proposals")];
        for path in reads {
            app.get(&path, &reader).await.expect(200);
            app.get(&path, &stranger).await.expect(403).problem("forbidden");
        }
        // Who brings files in does not match by that alone.
        let writer = app.token("wanda", &[], &["bank_statement.read", "bank_statement.write"]);
        let id = line(&app, "A1").await;
        for (path, body) in [
            ("match", json!({ "line_ids": [id], "reason": "a fee" })),
            ("unmatch", json!({ "line_ids": [id] })),
            ("accept-proposals", json!({})),
        ] {
            app.post(&format!("accounts/{CASH}/{path}"), &writer, body).await.expect(403).problem("forbidden");
        }
    }

    async fn only_a_bank_account_has_statements(app: TestApp) {
        app.open_books().await;
        let (bo, file) = (accountant(&app), camt(&[small("1")]));
        send(&app, &bo, "account_id=none", &[], file.clone()).await.expect(422).problem("invalid").names("account_id");
        for wrong in [REVENUE, RECEIVABLE] {
            let query = format!("account_id={wrong}");
            let refused = send(&app, &bo, &query, &[], file.clone()).await.expect(422).problem("invalid");
            refused.names("account_id");
            app.get(&format!("accounts/{wrong}/unmatched-lines"), &bo).await.expect(422).problem("invalid");
        }
        for path in ["unmatched-lines", "matches", "proposals", "csv-mapping"] {
            app.get(&format!("accounts/none/{path}"), &bo).await.expect(404).problem("not_found");
        }
        send(&app, &bo, "", &[], file.clone()).await.expect(422).problem("invalid");
        let card = with(account("1005", "Card", "liability"), json!({ "subtype": "card" }));
        app.post("accounts", &app.admin(), card).await.expect(201);
        assert_eq!(counted(&send(&app, &bo, "account_id=1005", &[], file).await.expect(200)), (1, 0));
    }

    async fn a_file_is_of_the_accounts_currency_and_bank_account(app: TestApp) {
        app.open_books().await;
        let refused = import(&app, camt(&[small("1").in_currency("EUR")])).await.expect(422).problem("invalid");
        assert!(refused.text.contains("the file is in EUR, and the account is kept in USD"), "{}", refused.text);
        let euros = with(account("1010", "Euros", "asset"), json!({ "subtype": "bank", "currency": "EUR" }));
        app.post("accounts", &app.admin(), euros).await.expect(201);
        let bo = accountant(&app);
        send(&app, &bo, "account_id=1010", &[], camt(&[small("1").in_currency("EUR").of(OTHER)])).await.expect(200);
        send(&app, &bo, "account_id=1010", &[], camt(&[small("2").of(OTHER)])).await.expect(422).problem("invalid");
        brought_in(&app, &[small("1")]).await;
        let before = told(&app).await;
        let refused = import(&app, camt(&[of_other("2")])).await.expect(422).problem("invalid");
        assert!(refused.text.contains(OTHER) && refused.text.contains(IBAN), "{}", refused.text);
        assert_eq!(told(&app).await, before);
    }

    async fn an_account_with_statements_is_neither_deleted_nor_another(app: TestApp) {
        app.open_books().await;
        let savings = with(account("1001", "Savings", "asset"), json!({ "subtype": "bank" }));
        app.post("accounts", &app.admin(), savings).await.expect(201);
        send(&app, &accountant(&app), "account_id=1001", &[], camt(&[small("1")])).await.expect(200);
        app.delete("accounts/1001", &app.admin()).await.expect(409).problem("in_use");
        for other in [json!({ "currency": "EUR" }), json!({ "subtype": null })] {
            app.put("accounts/1001", &app.admin(), other).await.expect(409).problem("in_use");
        }
    }

    async fn of_several_bank_accounts_one_is_named(app: TestApp) {
        app.open_books().await;
        let (bo, file) = (accountant(&app), camt(&[small("1"), of_other("1"), of_other("2")]));
        let refused = import(&app, file.clone()).await.expect(422).problem("invalid").names("bank_account");
        assert!(refused.text.contains(OTHER) && refused.text.contains(IBAN), "{}", refused.text);
        let named = |iban: &str| format!("account_id={CASH}&bank_account={iban}");
        send(&app, &bo, &named("XX00"), &[], file.clone()).await.expect(422).problem("invalid").names("bank_account");
        assert_eq!(waiting(&app).await.len(), 0);
        let answer = send(&app, &bo, &named(OTHER), &[], file.clone()).await.expect(200);
        assert_eq!((counted(&answer), &answer["of_others"]), ((1, 1), &json!(1)));
        assert_eq!(waiting(&app).await, ["2024-01-11 6.00 B1"]);
        // The account is that of the other bank account from now on.
        send(&app, &bo, &named(IBAN), &[], file.clone()).await.expect(422).problem("invalid").names("account_id");
        let savings = with(account("1001", "Savings", "asset"), json!({ "subtype": "bank" }));
        app.post("accounts", &app.admin(), savings).await.expect(201);
        let answer = send(&app, &bo, &format!("account_id=1001&bank_account={IBAN}"), &[], file).await.expect(200);
        assert_eq!((counted(&answer), &answer["of_others"]), ((1, 0), &json!(2)));
        let list = app.get("bank-statements?account_id=1001&count=true", &bo).await.expect(200);
        assert_eq!((list.data().len(), &list["total"]), (1, &json!(1)));
    }
}
