//! Accounts, customers, vendors, people. See docs/rules/master-data.md.

use tests::prelude::*;

tests::on_both! {
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
}
