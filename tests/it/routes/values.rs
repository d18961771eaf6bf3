//! One value at a time: the pointer to a wrong value, and the stored form of a good one.
//! See docs/rules/errors.md#all-faults-at-once.

use reqwest::Method;
use tests::prelude::*;

/// A wrong value in an otherwise good entry, as JSON text, and the only place that the problem may point to.
const WRONG: [(&str, &str, &str); 32] = [
    ("tran_date", r#""2031-02-30""#, "/tran_date"),
    ("tran_date", r#""2024-1-5""#, "/tran_date"),
    ("tran_date", r#""+10000-01-01""#, "/tran_date"),
    ("tran_date", "20240115", "/tran_date"),
    ("tran_date", r#""2024-01-15T00:00:00Z""#, "/tran_date"),
    ("journal_entry_id", r#""a/b""#, "/journal_entry_id"),
    ("journal_entry_id", r#""""#, "/journal_entry_id"),
    ("journal_entry_id", r#""ümlaut""#, "/journal_entry_id"),
    ("journal_entry_id", "5", "/journal_entry_id"),
    ("memo", r#""a\u0000b""#, "/memo"),
    ("memo", r#""a\u001bb""#, "/memo"),
    ("memo", "7", "/memo"),
    ("posting_period_id", r#""2031-01""#, "/posting_period_id"),
    ("currency", r#""usd""#, "/currency"),
    ("currency", r#""XXZ""#, "/currency"),
    ("exchange_rate", "2", "/exchange_rate"),
    ("exchange_rate", "0", "/exchange_rate"),
    ("exchange_rate", "-1", "/exchange_rate"),
    ("entry_type", r#""Reversing""#, "/entry_type"),
    ("entry_type", r#""Odd""#, "/entry_type"),
    ("status", r#""Posted""#, "/status"),
    ("status", r#""draft""#, "/status"),
    ("surprise", "1", "/surprise"),
    ("total_debit", "1.00", "/total_debit"),
    ("lines", "null", "/lines"),
    ("lines", "{}", "/lines"),
    ("lines", "[]", "/lines"),
    ("lines", r#"[{"account_id":"6000","debit":1}]"#, "/lines"),
    ("lines", r#"[{"account_id":"6000","debit":1},5]"#, "/lines/1"),
    ("lines", r#"[{"account_id":"6000","debit":1,"credit":1},{"account_id":"1000","credit":1}]"#, "/lines/0"),
    ("lines", r#"[{"account_id":"6000"},{"account_id":"1000","credit":1}]"#, "/lines/0"),
    (
        "lines",
        r#"[{"account_id":"6000","debit":1,"line_number":1},{"account_id":"1000","credit":1,"line_number":1}]"#,
        "/lines/1/line_number",
    ),
];

/// Amounts as JSON text that no dollar line may have.
const NO_AMOUNTS: [&str; 16] = [
    "0.001",
    "1e400",
    "-0",
    "0",
    "-5",
    "\"5\"",
    "true",
    "null",
    "1000000000000000",
    "1e15",
    "0.1e-2",
    "[1]",
    "{}",
    "1e-400",
    "5.005",
    "-0.0",
];

fn pointers(answer: &Answer) -> Vec<String> {
    let errors = answer["errors"].as_array().cloned().unwrap_or_default();
    errors.iter().filter_map(|error| error["pointer"].as_str().map(str::to_owned)).collect()
}

async fn assert_nothing_was_made(app: &TestApp) {
    assert_eq!(app.get("journal-entries?count=true", &app.clerk()).await.expect(200).number("total"), "0");
}

/// A zero-width space, a soft hyphen, a variation selector, a turn of direction, a line break.
const UNSEEN: [char; 5] = ['\u{200b}', '\u{ad}', '\u{fe0f}', '\u{202e}', '\n'];

tests::on_both! {
    async fn names_have_nothing_that_nobody_sees(app: TestApp) {
        app.open_books().await;
        let admin = app.admin();
        for unseen in UNSEEN {
            let name = format!("Ver{unseen}dant");
            for (path, body, field) in [
                ("vendors", vendor("V-9", &name), "/vendor_name"),
                ("customers", customer("C-9", &name), "/customer_name"),
                ("accounts", account("9000", &name, "asset"), "/account_name"),
                ("users", json!({ "user_id": "nina", "name": name }), "/name"),
                ("accounting-periods", period("P", &name, "2025-01-01", "2025-01-31"), "/period_name"),
                ("approval-rules", with(rule("R-9", "bill", 1, "0", None, "manager"), json!({ "rule_name": name })), "/rule_name"),
            ] {
                app.post(path, &admin, body).await.expect(422).names(field);
            }
            app.put("vendors/V-1", &admin, json!({ "vendor_name": name })).await.expect(422).names("/vendor_name");
        }
        let nothing_seen = json!({ "reason": "\u{200b}" });
        app.draft(BILL, bill("B-1", "5.00")).await;
        app.post("bills/B-1/void", &app.controller(), nothing_seen).await.expect(422).names("/reason");
    }

    async fn one_wrong_value_is_one_pointer(app: TestApp) {
        app.open_books().await;
        let clerk = app.clerk();
        let long = json!("x".repeat(1001)).to_string();
        let long_id = json!("x".repeat(65)).to_string();
        let many = json!(vec![debit(EXPENSE, "1.00"); 1001]).to_string();
        let too_much = [("memo", long.as_str(), "/memo"), ("journal_entry_id", &long_id, "/journal_entry_id"), ("lines", &many, "/lines")];
        for (field, text, pointer) in WRONG.into_iter().chain(too_much) {
            let mut body = entry_named("JE-1", "5.00");
            body[field] = serde_json::from_str(text).expect(text);
            let answer = app.post("journal-entries", &clerk, body).await.expect(422).problem("invalid");
            assert_eq!(pointers(&answer), [pointer], "{field}: {}", answer.text);
        }
        assert_nothing_was_made(&app).await;
    }

    async fn no_amount_is_bent_to_fit(app: TestApp) {
        app.open_books().await;
        let clerk = app.clerk();
        for wrong in NO_AMOUNTS {
            let text = format!(r#"{{"tran_date":"{DAY}","lines":[{{"account_id":"{EXPENSE}","debit":{wrong}}},{{"account_id":"{CASH}","credit":1}}]}}"#);
            let answer = app.send_text(Method::POST, "journal-entries", &clerk, &[], Some(&text)).await;
            let answer = answer.expect(422).problem("invalid");
            let found = pointers(&answer);
            assert!(!found.is_empty() && found.iter().all(|at| at.starts_with("/lines/0")), "{wrong}: {}", answer.text);
        }
        assert_nothing_was_made(&app).await;
    }

    async fn amounts_are_kept_to_the_last_digit(app: TestApp) {
        app.open_books().await;
        let clerk = app.clerk();
        for (sent, currency, rate, kept) in [
            ("999999999999999.99", "USD", "1", "999999999999999.99"),
            ("90071992547409.93", "USD", "1", "90071992547409.93"),
            ("0.01", "USD", "1", "0.01"),
            ("1e2", "USD", "1", "100.00"),
            ("1.1", "USD", "1", "1.10"),
            ("1.100", "USD", "1", "1.10"),
            ("150", "JPY", "0.0067", "150"),
            ("1.234", "KWD", "3.25", "1.234"),
        ] {
            let body = with(entry(sent), json!({ "currency": currency, "exchange_rate": number(rate) }));
            let made = app.post("journal-entries", &clerk, body).await.expect(201);
            assert_eq!(made.number("total_debit"), kept, "{sent} {currency}");
            let read = app.get(&format!("journal-entries/{}", made.string("journal_entry_id")), &clerk).await.expect(200);
            assert_eq!((read.number("total_credit"), read["lines"][0]["debit"].to_string()), (kept.into(), kept.into()));
        }
    }

    async fn an_unbalanced_entry_names_both_totals(app: TestApp) {
        app.open_books().await;
        let body = entry_of(vec![debit(EXPENSE, "10.00"), credit(CASH, "9.99")]);
        let refused = app.post("journal-entries", &app.clerk(), body).await.expect(422).problem("unbalanced");
        assert_eq!((refused.number("total_debit"), refused.number("total_credit")), ("10.00".into(), "9.99".into()));
    }

    async fn texts_and_ids_are_kept_as_written(app: TestApp) {
        app.open_books().await;
        let clerk = app.clerk();
        for (id, sent, kept) in [
            ("a.b:c_d-E", "Größe 東京 🙂", "Größe 東京 🙂"),
            ("x", "a\nb\tc", "a\nb\tc"),
            ("browser", "two\r\nlines\rand", "two\r\nlines\rand"),
            ("T-3", "cafe\u{301}", "café"),
            (&"y".repeat(64), "'; DROP TABLE document; --", "'; DROP TABLE document; --"),
        ] {
            app.post("journal-entries", &clerk, with(entry_named(id, "1.00"), json!({ "memo": sent }))).await.expect(201);
            assert_eq!(app.get(&format!("journal-entries/{id}"), &clerk).await.expect(200).string("memo"), kept);
        }
    }

    async fn what_is_not_utf_8_or_not_json_is_refused(app: TestApp) {
        app.open_books().await;
        let clerk = app.clerk();
        let deep = format!("{{\"memo\":{}1{}}}", "[".repeat(5000), "]".repeat(5000));
        for text in ["nonsense", "[1,", "{\"a\":01}", "{} {}", "{'a':1}", "{\"a\":1,}", "NaN", deep.as_str()] {
            let answer = app.send_text(Method::POST, "journal-entries", &clerk, &[], Some(text)).await;
            answer.expect(400).problem("broken_json");
        }
        for content_type in ["application/xml", "application/x-www-form-urlencoded", "text/json"] {
            let headers = [("Content-Type", content_type)];
            let answer = app.send_text(Method::POST, "journal-entries", &clerk, &headers, Some("{}")).await;
            answer.expect(415).problem("unsupported_media_type");
        }
        for (name, value) in [
            ("Content-Type", "application/json; charset=utf-16"),
            ("Content-Type", "application/json;Charset=\"latin1\""),
            ("Content-Encoding", "gzip"),
        ] {
            let answer = app.send_text(Method::POST, "journal-entries", &clerk, &[(name, value)], Some("{}")).await;
            answer.expect(415).problem("unsupported_media_type");
        }
        let two = [("Content-Type", "application/json"), ("Content-Type", "text/plain")];
        app.send_text(Method::POST, "journal-entries", &clerk, &two, Some("{}")).await.expect(415);
        for (name, value) in [("Content-Type", "Application/JSON ; charset=\"UTF-8\""), ("Content-Encoding", "identity")] {
            let answer = app.send_text(Method::POST, "journal-entries", &clerk, &[(name, value)], Some("{}")).await;
            answer.expect(422);
        }
        app.get("journal-entries/a%2Fb", &clerk).await.expect(404).problem("not_found");
        app.get("journal-entries?limit=5&limit=6", &clerk).await.expect(422).names("limit");
        assert_nothing_was_made(&app).await;
    }
}
