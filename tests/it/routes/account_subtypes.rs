//! What older books hold of accounts. What a subtype fits, and what an account may be used for, stands in `engine/tests/decisions`.

use sea_orm::ConnectionTrait;
use tests::prelude::*;

/// As older books have it.
async fn sql(app: &TestApp, statement: &str) {
    app.engine().store.writer.execute_unprepared(statement).await.expect(statement);
}

tests::on_both! {
    async fn what_takes_differences_in_base_is_kept_in_no_other_currency(app: TestApp) {
        let admin = app.admin();
        for subtype in ["rounding", "exchange_gain_loss"] {
            let of = |id: &str, currency: Value| {
                with(account(id, "Differences", "expense"), json!({ "subtype": subtype, "currency": currency }))
            };
            app.post("accounts", &admin, of("D-1", json!("EUR"))).await.expect(422).names("/currency");
            app.post("accounts", &admin, of(&format!("usd-{subtype}"), json!("USD"))).await.expect(201);
            let none = format!("any-{subtype}");
            app.post("accounts", &admin, of(&none, Value::Null)).await.expect(201);
            app.put(&format!("accounts/{none}"), &admin, json!({ "currency": "EUR" })).await.expect(422).names("/currency");
        }
    }

    async fn what_older_books_hold_stays(app: TestApp) {
        let admin = app.admin();
        app.post("accounts", &admin, account("odd", "Odd", "expense")).await.expect(201);
        app.post("accounts", &admin, account("other", "Other", "asset")).await.expect(201);
        sql(&app, "UPDATE account SET subtype = 'ar' WHERE account_id = 'odd'").await;
        sql(&app, "UPDATE catalog_revision SET revision = revision + 1").await;
        let renamed = app.put("accounts/odd", &admin, json!({ "account_name": "Odder" })).await.expect(200);
        assert_eq!((renamed.string("account_name"), renamed.string("subtype")), ("Odder", "ar"));
        app.put("accounts/odd", &admin, json!({ "subtype": "ap" })).await.expect(422).names("/subtype");
        app.put("accounts/odd", &admin, json!({ "subtype": null })).await.expect(200);
    }
}
