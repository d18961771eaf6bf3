//! Bad input gets one clear problem that names every wrong field, and changes nothing.
//! See docs/rules/errors.md#all-faults-at-once.

use reqwest::Method;
use tests::prelude::*;

tests::on_both! {
    async fn every_wrong_field_is_named_at_once(app: TestApp) {
        app.open_books().await;
        let clerk = app.clerk();
        let body = json!({
            "journal_entry_id": "a/b",
            "tran_date": "2031-02-30",
            "memo": "nul \u{0}",
            "currency": "XYZ",
            "surprise": true,
            "lines": [
                { "account_id": "nowhere", "debit": number("0.001") },
                { "account_id": CASH, "credit": "5" },
                { "account_id": CASH, "debit": number("1"), "credit": number("1") },
            ],
        });
        let mut answer = app.post("journal-entries", &clerk, body).await.expect(422).problem("invalid");
        for pointer in
            ["/journal_entry_id", "/tran_date", "/memo", "/currency", "/surprise", "/lines/0/account_id", "/lines/1/credit", "/lines/2"]
        {
            answer = answer.names(pointer);
        }
        // How many decimals an amount may have follows from the currency, which is told already.
        assert!(!answer.text.contains("/lines/0/debit"), "{}", answer.text);
        assert!(app.get("journal-entries", &clerk).await.expect(200).data().is_empty());
    }

    async fn what_is_not_json_is_told_apart(app: TestApp) {
        app.open_books().await;
        let clerk = app.clerk();
        let large = format!("{{\"memo\":\"{}\"}}", "x".repeat(3_000_000));
        let nested = "[".repeat(5_000);
        let twice = r#"{"tran_date":"2024-01-01","tran_date":"2024-01-02"}"#;
        for (body, status, code) in [
            ("{", 400, "broken_json"),
            (twice, 400, "broken_json"),
            (nested.as_str(), 400, "broken_json"),
            (large.as_str(), 413, "too_large"),
            ("[]", 422, "invalid"),
            ("null", 422, "invalid"),
        ] {
            let answer = app.send_text(Method::POST, "journal-entries", &clerk, &[], Some(body)).await;
            answer.expect(status).problem(code);
        }
        let text = [("Content-Type", "text/plain")];
        let answer = app.send_text(Method::POST, "journal-entries", &clerk, &text, Some("{}")).await;
        answer.expect(415).problem("unsupported_media_type");
    }

    async fn a_head_is_answered_as_a_get(app: TestApp) {
        app.open_books().await;
        let nobody = app.token("nils", &[], &[]);
        for (who, path, status) in [
            (&app.clerk(), "journal-entries", 200),
            (&app.clerk(), "journal-entries?limit=1&limit=2", 422),
            (&app.clerk(), "journal-entries?foo=1", 422),
            (&nobody, "export/journal", 403),
            (&nobody, "journal-entries/JE-none", 403),
        ] {
            app.get(path, who).await.expect(status);
            app.send(Method::HEAD, path, who, &[], None).await.expect(status);
        }
    }

    async fn of_two_tokens_none_counts(app: TestApp) {
        let clerk = app.clerk();
        let second = format!("jwt {}", app.admin().0);
        let both = [("Authorization", second.as_str())];
        app.send(Method::GET, "journal-entries", &clerk, &both, None).await.expect(401).problem("unauthorized");
    }

    async fn paths_methods_and_queries_are_checked(app: TestApp) {
        app.open_books().await;
        let clerk = app.clerk();
        app.get("nope", &clerk).await.expect(404).problem("not_found");
        app.get("journal-entries/JE-none", &clerk).await.expect(404).problem("not_found");
        for (path, allowed) in [
            ("journal-entries", "GET, HEAD, POST"),
            ("journal-entries/JE-1", "DELETE, GET, HEAD, PUT"),
            ("reports/trial-balance", "GET, HEAD"),
            ("journal-entries/JE-1/approve", "POST"),
        ] {
            for method in [Method::PATCH, Method::OPTIONS] {
                let told = app.send(method, path, &clerk, &[], None).await.expect(405).problem("method_not_allowed");
                assert_eq!(told.header("allow"), allowed, "{path}");
            }
        }
        app.get("journal-entries?limt=5", &clerk).await.expect(422).names("limt");
        app.get("journal-entries?limit=201", &clerk).await.expect(422).names("limit");
        app.get("journal-entries?cursor=x", &clerk).await.expect(422).names("cursor");
        app.get("journal-entries?status=Nope", &clerk).await.expect(422).names("status");
    }

    async fn all_that_is_wrong_with_a_query_is_named_at_once(app: TestApp) {
        app.open_books().await;
        let query = "journal-entries?limt=5&limit=abc&count=maybe&from=2024-02-30&to=tomorrow&status=Nope&cursor=x&party=a%2Fb";
        let mut answer = app.get(query, &app.clerk()).await.expect(422).problem("invalid");
        for name in ["limt", "limit", "count", "from", "to", "status", "cursor", "party"] {
            answer = answer.names(name);
        }
        app.get("reports/aging?as_of=never", &app.controller()).await.expect(422).names("as_of").names("kind");
        app.get("journal-entries?status=Pending%20Approval,Draft&limit=200", &app.clerk()).await.expect(200);
    }

    async fn periods_and_currencies_are_held(app: TestApp) {
        app.open_books().await;
        let clerk = app.clerk();
        let after_its_end = with(entry("1.00"), json!({ "tran_date": "2024-02-01" }));
        app.post("journal-entries", &clerk, after_its_end).await.expect(422).names("/tran_date");
        let before = with(entry("1.00"), json!({ "tran_date": "2023-12-30" }));
        app.post("journal-entries", &clerk, before).await.expect(201);
        let nowhere = with(entry("1.00"), json!({ "tran_date": "2030-01-01", "posting_period_id": null }));
        app.post("journal-entries", &clerk, nowhere).await.expect(422).problem("no_open_period");
        let yen = |amount: &str, rate: &str| {
            with(entry(amount), json!({ "currency": "JPY", "exchange_rate": number(rate) }))
        };
        app.post("journal-entries", &clerk, yen("1.5", "0.007")).await.expect(422).names("/lines/0/debit");
        app.post("journal-entries", &clerk, yen("150", "0.007")).await.expect(201);
        let no_rate = with(entry("150"), json!({ "currency": "JPY" }));
        app.post("journal-entries", &clerk, no_rate).await.expect(422).problem("no_exchange_rate").names("/exchange_rate");
        app.post("accounting-periods/2024-01/close", &app.controller(), json!({ "force": true })).await.expect(200);
        app.post("journal-entries", &clerk, entry("1.00")).await.expect(409).problem("period_closed");
    }

    async fn versions_guard_against_lost_updates(app: TestApp) {
        app.open_books().await;
        let clerk = app.clerk();
        let made = app.post("journal-entries", &clerk, entry_named("JE-1", "1.00")).await.expect(201);
        let seen = made.header("ETag").to_owned();
        app.put("journal-entries/JE-1", &clerk, entry("2.00")).await.expect(200);
        let stale = [("If-Match", seen.as_str())];
        let answer = app.send(Method::PUT, "journal-entries/JE-1", &clerk, &stale, Some(entry("3.00"))).await;
        answer.expect(412).problem("stale_version");
        let read = app.get("journal-entries/JE-1", &clerk).await.expect(200);
        // What was read can be put back, read-only fields and all.
        app.put("journal-entries/JE-1", &clerk, read.json.clone()).await.expect(200);
        let forged = with(read.json.clone(), json!({ "created_by": "someone" }));
        app.put("journal-entries/JE-1", &clerk, forged).await.expect(422).names("/created_by");
    }

    async fn a_dry_run_answers_and_changes_nothing(app: TestApp) {
        app.open_books().await;
        let clerk = app.clerk();
        let dry = app.post("journal-entries?dry_run=true", &clerk, entry_named("JE-1", "9.00")).await.expect(201);
        assert_eq!(dry["would_post"].as_array().map(Vec::len), Some(2));
        app.get("journal-entries/JE-1", &clerk).await.expect(404);
        app.post("journal-entries", &clerk, entry_named("JE-1", "9.00")).await.expect(201);
        let plan = app.act("journal-entries/JE-1/submit-for-approval?dry_run=true", &clerk).await.expect(200);
        assert_eq!(plan["approval_plan"]["steps"][0]["approvers"][0]["approver_role"], "manager");
        assert_eq!(app.get("journal-entries/JE-1", &clerk).await.expect(200)["status"], "Draft");
    }
}
