//! The amounts of item lines: exact, rounded half away from zero, given ones taken within one minor unit.
//! See docs/rules/amounts.md#line-amounts.

use super::every_type::{pointers, set};
use reqwest::Method;
use tests::prelude::*;

/// An invoice of one line written as JSON text, in this currency.
fn one_line(currency: &str, line: &str) -> Value {
    let mut body = invoice("I-1", "1");
    body["lines"] = serde_json::from_str(&format!(r#"[{{"account_id":"{REVENUE}",{line}}}]"#)).expect(line);
    if currency == "USD" { body } else { in_currency(body, currency, "0.5") }
}

/// Currency, line, and what is kept: amount, tax amount, total.
const TAKEN: [(&str, &str, &str, &str, &str); 25] = [
    ("USD", r#""quantity":1,"rate":0.005"#, "0.01", "0.00", "0.01"),
    ("USD", r#""quantity":1,"rate":1.004999"#, "1.00", "0.00", "1.00"),
    ("USD", r#""quantity":1,"rate":1.015"#, "1.02", "0.00", "1.02"),
    ("USD", r#""quantity":0.333333,"rate":3"#, "1.00", "0.00", "1.00"),
    ("USD", r#""quantity":1e1,"rate":1.5e0"#, "15.00", "0.00", "15.00"),
    ("USD", r#""quantity":3,"rate":0.333333,"amount":1.00"#, "1.00", "0.00", "1.00"),
    ("USD", r#""quantity":3,"rate":10,"amount":30.01"#, "30.01", "0.00", "30.01"),
    ("USD", r#""quantity":3,"rate":10,"amount":29.99"#, "29.99", "0.00", "29.99"),
    ("USD", r#""quantity":1,"rate":10,"tax_rate":0.0725"#, "10.00", "0.73", "10.73"),
    ("USD", r#""quantity":1,"rate":10,"tax_rate":0.0725,"tax_amount":0.72"#, "10.00", "0.72", "10.72"),
    ("USD", r#""quantity":1,"rate":10,"tax_rate":0.0725,"tax_amount":0.74"#, "10.00", "0.74", "10.74"),
    ("USD", r#""quantity":1,"rate":10,"tax_rate":0"#, "10.00", "0.00", "10.00"),
    ("USD", r#""quantity":1,"rate":10,"tax_rate":1"#, "10.00", "10.00", "20.00"),
    ("USD", r#""quantity":1,"rate":10.01,"amount":10.02,"tax_rate":0.5"#, "10.02", "5.01", "15.03"),
    ("USD", r#""quantity":1,"rate":999999999999999.99"#, "999999999999999.99", "0.00", "999999999999999.99"),
    ("USD", r#""quantity":1,"rate":90071992547409.93"#, "90071992547409.93", "0.00", "90071992547409.93"),
    ("USD", r#""quantity":0.000001,"rate":999999999999999"#, "1000000000.00", "0.00", "1000000000.00"),
    ("JPY", r#""quantity":1,"rate":0.5"#, "1", "0", "1"),
    ("JPY", r#""quantity":3,"rate":33.3,"tax_rate":0.1"#, "100", "10", "110"),
    ("JPY", r#""quantity":1,"rate":105,"tax_rate":0.1"#, "105", "11", "116"),
    ("JPY", r#""quantity":1,"rate":100,"amount":101"#, "101", "0", "101"),
    ("JPY", r#""quantity":1,"rate":100.00,"amount":100.0"#, "100", "0", "100"),
    ("KWD", r#""quantity":1,"rate":1.0005"#, "1.001", "0.000", "1.001"),
    ("KWD", r#""quantity":3,"rate":0.333,"tax_rate":0.05"#, "0.999", "0.050", "1.049"),
    ("KWD", r#""quantity":1,"rate":1,"amount":1.001"#, "1.001", "0.000", "1.001"),
];

/// Currency, line, and the only place that the problem points to.
const REFUSED: [(&str, &str, &str); 21] = [
    ("USD", r#""quantity":3,"rate":10,"amount":30.02"#, "/lines/0/amount"),
    ("USD", r#""quantity":3,"rate":10,"amount":29.98"#, "/lines/0/amount"),
    ("USD", r#""quantity":3,"rate":10,"amount":30.001"#, "/lines/0/amount"),
    ("USD", r#""quantity":3,"rate":10,"amount":"30""#, "/lines/0/amount"),
    ("USD", r#""quantity":1,"rate":10,"tax_rate":0.1,"tax_amount":1.02"#, "/lines/0/tax_amount"),
    ("USD", r#""quantity":1,"rate":10,"tax_amount":0.02"#, "/lines/0/tax_amount"),
    ("USD", r#""quantity":1,"rate":10,"tax_rate":-0.1"#, "/lines/0/tax_rate"),
    ("USD", r#""quantity":1,"rate":10,"tax_rate":1.000001"#, "/lines/0/tax_rate"),
    ("USD", r#""quantity":1,"rate":10,"tax_rate":0.1234567"#, "/lines/0/tax_rate"),
    ("USD", r#""quantity":0,"rate":10"#, "/lines/0/quantity"),
    ("USD", r#""quantity":-1,"rate":-10"#, "/lines/0/quantity"),
    ("USD", r#""quantity":0.1234567,"rate":10"#, "/lines/0/quantity"),
    ("USD", r#""quantity":1,"rate":0.1234567"#, "/lines/0/rate"),
    ("USD", r#""quantity":1,"rate":1000000000000000"#, "/lines/0/rate"),
    ("USD", r#""quantity":1000,"rate":999999999999999"#, "/lines/0/amount"),
    ("USD", r#""quantity":1,"rate":999999999999999.99,"tax_rate":0.1"#, "/lines"),
    ("USD", r#""quantity":1,"rate":0"#, "/lines"),
    ("USD", r#""quantity":1,"rate":-10"#, "/lines"),
    ("JPY", r#""quantity":1,"rate":100,"amount":100.5"#, "/lines/0/amount"),
    ("JPY", r#""quantity":1,"rate":100,"amount":102"#, "/lines/0/amount"),
    ("KWD", r#""quantity":1,"rate":1,"amount":1.002"#, "/lines/0/amount"),
];

tests::on_both! {
    async fn amounts_are_worked_out_exactly(app: TestApp) {
        app.open_books().await;
        for (at, (currency, line, amount, tax, total)) in TAKEN.into_iter().enumerate() {
            let body = with(one_line(currency, line), json!({ "invoice_id": format!("I-{at}") }));
            let made = app.post("invoices", &app.clerk(), body).await.expect(201);
            let read = app.get(&format!("invoices/I-{at}"), &app.clerk()).await.expect(200);
            for answer in [made, read] {
                let kept = (answer["lines"][0]["amount"].to_string(), answer["lines"][0]["tax_amount"].to_string(), answer.number("total"));
                assert_eq!(kept, (amount.into(), tax.into(), total.into()), "{currency} {line}");
            }
        }
    }

    async fn amounts_that_do_not_fit_are_refused(app: TestApp) {
        app.open_books().await;
        for (currency, line, pointer) in REFUSED {
            let refused = app.post("invoices", &app.clerk(), one_line(currency, line)).await.expect(422).problem("invalid");
            assert_eq!(pointers(&refused), set(pointer), "{currency} {line}: {}", refused.text);
        }
        let text = one_line("USD", r#""quantity":1,"rate":1"#).to_string().replace("\"rate\":1", "\"rate\":1e400");
        let refused = app.send_text(Method::POST, "invoices", &app.clerk(), &[], Some(&text)).await.expect(422).problem("invalid");
        assert_eq!(pointers(&refused), set("/lines/0/rate"));
        let dear = in_currency(invoice("I-1", "999999999999999"), "EUR", "9999");
        app.post("invoices", &app.clerk(), dear).await.expect(422).problem("invalid").names("/lines/0/amount");
        assert!(app.get("invoices", &app.clerk()).await.expect(200).data().is_empty());
    }

    async fn many_lines_and_all_their_faults(app: TestApp) {
        app.open_books().await;
        let many = |count: usize| with(invoice("I-1", "1"), json!({ "lines": vec![item(REVENUE, "1", "0.01"); count] }));
        app.post("invoices", &app.clerk(), many(1001)).await.expect(422).problem("invalid").names("/lines");
        assert_eq!(app.post("invoices", &app.clerk(), many(1000)).await.expect(201).number("total"), "10.00");
        let wrong = json!([
            { "quantity": 1 }, { "account_id": "none", "quantity": 0, "rate": number("0.1234567") },
            with(item(REVENUE, "1", "1"), json!({ "line_number": 4 })), with(item(REVENUE, "1", "1"), json!({ "line_number": 4 })),
        ]);
        let refused = app.post("invoices", &app.clerk(), with(invoice("I-2", "1"), json!({ "lines": wrong, "due_date": null, "customer_id": "C-9" }))).await;
        let wanted = "/lines/0/account_id /lines/0/rate /lines/1/account_id /lines/1/quantity /lines/1/rate /lines/3/line_number /due_date /customer_id";
        assert_eq!(pointers(&refused.expect(422).problem("invalid")), set(wanted));
    }

    async fn tax_needs_one_account(app: TestApp) {
        app.open_books().await;
        let body = |id: &str| with(invoice(id, "1"), json!({ "lines": [taxed(REVENUE, "1", "10", "0.1")] }));
        app.draft(INVOICE, body("I-1")).await;
        let second = with(account("2201", "City tax", "liability"), json!({ "subtype": "tax" }));
        app.post("accounts", &app.admin(), second).await.expect(201);
        let refused = app.post("invoices", &app.clerk(), body("I-2")).await.expect(422).problem("invalid");
        assert_eq!(pointers(&refused), set("/lines/0/tax_account_id"));
        let named = with(taxed(REVENUE, "1", "10", "0.1"), json!({ "tax_account_id": "2201" }));
        let made = app.post("invoices", &app.clerk(), with(body("I-3"), json!({ "lines": [named] }))).await.expect(201);
        assert_eq!(made["lines"][0]["tax_account_id"], "2201");
        app.draft(INVOICE, invoice("I-4", "10")).await;
        app.put("accounts/2201", &app.admin(), json!({ "is_active": false })).await.expect(200);
        app.draft(INVOICE, body("I-5")).await;
        app.put(&format!("accounts/{TAX}"), &app.admin(), json!({ "is_active": false })).await.expect(200);
        app.post("invoices", &app.clerk(), body("I-6")).await.expect(422).problem("invalid").names("/lines/0/tax_account_id");
        let gone = with(item(REVENUE, "1", "10"), json!({ "tax_account_id": TAX }));
        app.post("invoices", &app.clerk(), with(body("I-7"), json!({ "lines": [gone] }))).await.expect(422).names("/lines/0/tax_account_id");
    }
}
