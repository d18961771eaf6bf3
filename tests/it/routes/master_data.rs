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

    async fn a_party_is_found_by_address_and_number(app: TestApp) {
        let admin = app.admin();
        let address = json!({ "lines": ["Torstraße 1"], "postal_code": "10119", "city": "Berlin", "region": null, "country": "DE" });
        for (path, id, name) in [("customers", "customer_id", "customer_name"), ("vendors", "vendor_id", "vendor_name")] {
            let found = json!({
                id: "P-1", name: "Müller", "address": address, "vat_id": "DE136695976", "email": "ap@mueller.example", "phone": "+49 30 1",
            });
            let made = app.post(path, &admin, found.clone()).await.expect(201);
            for field in ["address", "vat_id", "email", "phone"] {
                assert_eq!(made[field], found[field], "{field}");
            }
            let one = format!("{path}/P-1");
            let read = app.get(&one, &admin).await.expect(200);
            assert_eq!(app.get(path, &admin).await.expect(200).data()[0], read.json);
            let kept = app.put(&one, &admin, json!({ "phone": "110" })).await.expect(200);
            assert_eq!((kept.string("phone"), &kept["address"]), ("110", &address));
            let changed = app.put(&one, &admin, json!({ "address": { "city": "Köln" }, "vat_id": null })).await.expect(200);
            let city = json!({ "lines": null, "postal_code": null, "city": "Köln", "region": null, "country": null });
            assert_eq!((&changed["address"], &changed["vat_id"]), (&city, &Value::Null));
            let trail = app.get(&format!("{one}/audit-trail"), &admin).await.expect(200);
            assert_eq!(trail["audit_trail"][0]["details"]["vat_id"], "DE136695976");
            // An address without a part is none.
            let none = app.put(&one, &admin, json!({ "address": {} })).await.expect(200);
            assert_eq!(none["address"], Value::Null);
            let wrong = json!({
                "address": { "country": "XX", "lines": ["a", "b", "c", "d", "e", "f"], "city": " ", "street": "x" },
                "vat_id": "de1", "email": "nobody", "phone": "none",
            });
            let mut refused = app.put(&one, &admin, wrong).await.expect(422).problem("invalid");
            for field in ["/address/country", "/address/lines", "/address/city", "/address/street", "/vat_id", "/email", "/phone"] {
                refused = refused.names(field);
            }
            assert_eq!(app.get(&one, &admin).await.expect(200).json, none.json);
        }
    }
}
