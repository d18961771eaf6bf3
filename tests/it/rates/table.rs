//! The table of exchange rates as master data.

use super::*;

fn row(currency: &str, day: &str, rate: &str) -> Value {
    json!({ "currency": currency, "date": day, "rate": number(rate), "source": "ECB" })
}

fn days(answer: &Answer) -> Vec<String> {
    let told = |row: &Value| format!("{} {} {}", text(&row["currency"]), text(&row["date"]), row["rate"]);
    answer.data().iter().map(told).collect()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

tests::on_both! {
    async fn one_rate_for_each_currency_and_day(app: TestApp) {
        let controller = app.controller();
        let made = app.post("exchange-rates", &controller, row("EUR", "2024-01-15", "1.10")).await.expect(201);
        let id = made.string("exchange_rate_id").to_owned();
        assert!(id.starts_with("RATE-"), "{id}");
        assert_eq!(made.header("Location"), format!("{}exchange-rates/{id}", tests::app::PREFIX));
        assert_eq!((made.number("rate"), made.string("source"), made.header("ETag")), ("1.1".into(), "ECB", "\"1\""));
        let again = app.post("exchange-rates", &controller, row("EUR", "2024-01-15", "1.2")).await;
        assert_eq!(again.expect(409).problem("already_exists")["exchange_rate_id"], id.as_str());
        let named = with(row("EUR", "2024-01-16", "1.2"), json!({ "exchange_rate_id": id }));
        app.post("exchange-rates", &controller, named).await.expect(409).problem("already_exists").names("/exchange_rate_id");
        app.post("exchange-rates", &controller, row("EUR", "2024-01-16", "1.2")).await.expect(201);
        app.post("exchange-rates", &controller, row("GBP", "2024-01-15", "0.0000000001")).await.expect(201);
        app.get("exchange-rates/none", &controller).await.expect(404);
        app.put("exchange-rates/none", &controller, json!({ "rate": 1 })).await.expect(404);
    }

    async fn what_is_wrong_with_a_rate_is_told_at_once(app: TestApp) {
        let controller = app.controller();
        for (field, wrong, pointer) in [
            ("currency", r#""USD""#, "/currency"),
            ("currency", r#""euro""#, "/currency"),
            ("currency", "null", "/currency"),
            ("date", r#""2024-02-30""#, "/date"),
            ("date", "null", "/date"),
            ("rate", "0", "/rate"),
            ("rate", "-1.1", "/rate"),
            ("rate", "1.00000000001", "/rate"),
            ("rate", "1e15", "/rate"),
            ("rate", r#""1.1""#, "/rate"),
            ("source", r#"" ""#, "/source"),
            ("surprise", "1", "/surprise"),
        ] {
            let mut body = row("EUR", "2024-01-15", "1.1");
            body[field] = serde_json::from_str(wrong).expect(wrong);
            let refused = app.post("exchange-rates", &controller, body).await.expect(422).problem("invalid");
            refused.names(pointer);
        }
        let all = app.post("exchange-rates", &controller, json!({ "currency": "USD", "rate": 0 })).await.expect(422);
        all.problem("invalid").names("/currency").names("/date").names("/rate");
        assert!(app.get("exchange-rates", &controller).await.expect(200).data().is_empty());
    }

    async fn a_rate_is_corrected_under_its_version_and_the_trail_tells(app: TestApp) {
        let controller = app.controller();
        app.rate("EUR", "2024-01-15", "1.10").await;
        let path = "exchange-rates/EUR-2024-01-15";
        let read = app.get(path, &controller).await.expect(200);
        let changed = with(read.json.clone(), json!({ "rate": number("1.125"), "source": "Bundesbank" }));
        let put = app.put(path, &controller, changed).await.expect(200);
        assert_eq!((put.number("rate"), put.number("version"), put.string("updated_by")), ("1.125".into(), "2".into(), "conrad"));
        for (field, other) in [("currency", "GBP"), ("date", "2024-01-16")] {
            app.put(path, &controller, json!({ field: other })).await.expect(422).names(&format!("/{field}"));
        }
        app.put(path, &controller, json!({ "rate": 0 })).await.expect(422).names("/rate");
        let stale = app.send("PUT".parse().expect("PUT"), path, &controller, &[("If-Match", "\"1\"")], Some(json!({ "rate": 2 })));
        stale.await.expect(412).problem("stale_version");
        let trail = app.get(&format!("{path}/audit-trail"), &controller).await.expect(200);
        let told: Vec<_> = trail["audit_trail"].as_array().into_iter().flatten().map(|row| {
            let details = &row["details"];
            format!("{} {} {} {} {}", text(&row["action"]), text(&details["currency"]), text(&details["date"]), details["rate"], details["source"])
        }).collect();
        assert_eq!(told, ["Created EUR 2024-01-15 1.1 null", "Updated EUR 2024-01-15 1.125 \"Bundesbank\""]);
    }

    async fn the_list_is_narrowed_and_paged_the_latest_day_first(app: TestApp) {
        for (currency, day) in [("EUR", "2024-01-02"), ("GBP", "2024-01-02"), ("EUR", "2024-01-01"), ("EUR", "2024-03-01")] {
            app.rate(currency, day, "1.5").await;
        }
        let viewer = app.token("vera", &["viewer"], &[]);
        let all = ["EUR 2024-03-01 1.5", "GBP 2024-01-02 1.5", "EUR 2024-01-02 1.5", "EUR 2024-01-01 1.5"];
        let mut found = Vec::new();
        let mut path = "exchange-rates?limit=1&count=true".to_owned();
        loop {
            let page = app.get(&path, &viewer).await.expect(200);
            assert_eq!(page.number("total"), "4");
            found.extend(days(&page));
            let Some(cursor) = page["next_cursor"].as_str() else { break };
            path = format!("exchange-rates?limit=1&count=true&cursor={cursor}");
        }
        assert_eq!(found, all);
        for (query, wanted) in [
            ("currency=EUR&from=2024-01-02", vec![all[0], all[2]]),
            ("from=2024-01-02&to=2024-01-31", vec![all[1], all[2]]),
            ("to=2024-01-01", vec![all[3]]),
            ("currency=JPY", vec![]),
        ] {
            assert_eq!(days(&app.get(&format!("exchange-rates?{query}"), &viewer).await.expect(200)), wanted, "{query}");
        }
    }

    async fn all_built_in_roles_read_and_two_write(app: TestApp) {
        app.rate("EUR", "2024-01-01", "1.10").await;
        for (role, writes) in [
            ("viewer", false), ("clerk", false), ("accountant", false), ("manager", false), ("controller", true), ("cfo", true), ("admin", true),
        ] {
            let who = app.token("someone", &[role], &[]);
            app.get("exchange-rates", &who).await.expect(200);
            let (made, put) = if writes { (201, 200) } else { (403, 403) };
            app.post("exchange-rates", &who, with(row("CHF", "2024-01-01", "1.1"), json!({ "currency": "CHF", "date": format!("2024-01-{:02}", role.len()) }))).await.expect(made);
            app.put("exchange-rates/EUR-2024-01-01", &who, json!({ "rate": number("1.11") })).await.expect(put);
            let may = app.get(&format!("roles/{role}"), &app.admin()).await.expect(200)["permissions"].to_string();
            assert_eq!(may.contains("exchange_rate.override"), role == "cfo", "{role}: {may}");
        }
        app.get("exchange-rates", &app.token("nobody", &[], &[])).await.expect(403);
    }
}
