//! Accounts, customers, vendors, people. See docs/rules/master-data.md.

use tests::prelude::*;

tests::on_both! {
    async fn an_account_in_use_keeps_its_meaning(app: TestApp) {
        app.open_books().await;
        let (admin, clerk) = (app.admin(), app.clerk());
        app.post("journal-entries", &clerk, entry_named("JE-1", "5.00")).await.expect(201);
        app.act("journal-entries/JE-1/submit-for-approval", &clerk).await.expect(200);
        let off = json!({ "is_active": false });
        app.put(&format!("accounts/{EXPENSE}"), &admin, off.clone()).await.expect(409).problem("in_use");
        app.act("journal-entries/JE-1/approve", &app.manager()).await.expect(200);
        app.eventually("journal-entries/JE-1", &clerk, |entry| entry["status"] == "Posted").await;
        let income = json!({ "account_type": "income" });
        app.put(&format!("accounts/{EXPENSE}"), &admin, income).await.expect(409).problem("in_use");
        app.delete(&format!("accounts/{EXPENSE}"), &admin).await.expect(409).problem("in_use");
        app.put(&format!("accounts/{EXPENSE}"), &admin, off).await.expect(200);
        app.post("journal-entries", &clerk, entry("1.00")).await.expect(422).names("/lines/0/account_id");
    }

    async fn parties_are_created_changed_and_listed(app: TestApp) {
        let admin = app.admin();
        for (path, id, name) in [("customers", "customer_id", "customer_name"), ("vendors", "vendor_id", "vendor_name")] {
            let body = json!({ id: "P-1", name: "Müller & Söhne" });
            app.post(path, &admin, body.clone()).await.expect(201);
            app.post(path, &admin, body).await.expect(409).problem("already_exists");
            app.post(path, &admin, json!({})).await.expect(422).names(&format!("/{name}"));
            let changed = app.put(&format!("{path}/P-1"), &admin, json!({ "is_active": false })).await.expect(200);
            assert_eq!((changed.string(name), &changed["is_active"]), ("Müller & Söhne", &json!(false)));
            assert_eq!(app.get(path, &admin).await.expect(200).data().len(), 1);
            app.get(&format!("{path}/P-2"), &admin).await.expect(404);
        }
    }

    async fn nobody_manages_or_stands_in_for_themselves(app: TestApp) {
        let admin = app.admin();
        let body = json!({
            "user_id": "u", "name": "U", "manager_user_id": "u",
            "delegations": [{ "delegate_user_id": "u", "from": "2024-02-01", "to": "2024-01-01" }],
        });
        let answer = app.post("users", &admin, body).await.expect(422).names("/manager_user_id");
        answer.names("/delegations/0/delegate_user_id").names("/delegations/0/to");
    }
}
