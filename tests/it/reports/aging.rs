//! Aging, and its law: the total is the balance of the control accounts in the trial balance of that day.
//! See docs/rules/reports.md#aging.

use tests::prelude::*;

use super::cells;

const BUCKETS: [&str; 6] = ["current", "days_1_30", "days_31_60", "days_61_90", "over_90", "total"];

/// `id bucket open_amount currency base_open_amount` of every document, by party.
fn documents(report: &Answer) -> Vec<String> {
    let of = |party: &Value| party["documents"].as_array().cloned().unwrap_or_default();
    let columns = ["document_id", "bucket", "open_amount", "currency", "base_open_amount"];
    report.data().iter().flat_map(of).map(|row| cells(&row, &columns).join(" ")).collect()
}

/// Asserts that the control accounts' balance on that day, debit positive, equals the report's total.
async fn law_holds(app: &TestApp, kind: &str, day: &str) -> Answer {
    let aging = app.report(&format!("aging?kind={kind}&as_of={day}")).await;
    let trial = app.report(&format!("trial-balance?as_of={day}")).await;
    let control = if kind == "ar" { RECEIVABLE } else { PAYABLE };
    let row = trial.data().iter().find(|row| row["account_id"] == control);
    let balance = row.map_or_else(|| "0.00".into(), |row| row["closing_balance"].to_string());
    let natural = match (kind, balance.strip_prefix('-')) {
        ("ar", _) => balance,
        (_, Some(credit)) => credit.to_owned(),
        (_, None) if balance == "0.00" => balance,
        (_, None) => format!("-{balance}"),
    };
    assert_eq!(aging["totals"]["total"].to_string(), natural, "{kind} on {day}: {}", aging.text);
    aging
}

tests::on_both! {
    /// See docs/rules/periods.md#opening-items.
    async fn what_stood_open_before_the_books_bears_its_true_date(app: TestApp) {
        app.open_books().await;
        let opening = |id: &str, day: &str, period: &str| {
            with(on(due(invoice(id, "100.00"), "2021-07-30"), day), json!({ "posting_period_id": period }))
        };
        app.posted(INVOICE, opening("INV-1", "2021-06-30", "2024-01")).await;
        assert_eq!(documents(&law_holds(&app, "ar", "2023-12-31").await), Vec::<String>::new());
        let report = law_holds(&app, "ar", "2024-01-01").await;
        assert_eq!(documents(&report), ["INV-1 over_90 100.00 USD 100.00"]);
        let found = &report.data()[0]["documents"][0];
        assert_eq!((&found["tran_date"], &found["days_overdue"]), (&json!("2021-06-30"), &json!(885)));
        // Any other period takes what is a year late, and a mistyped century is none of any books.
        for (day, period) in [("2021-06-30", "2024-02"), ("1924-01-01", "2024-01")] {
            app.post("invoices", &app.admin(), opening("INV-2", day, period)).await.expect(422).names("/tran_date");
        }
    }

    async fn receivables_age_by_their_due_date(app: TestApp) {
        app.open_books().await;
        for (id, amount, due_day) in [
            ("INV-1", "100.00", "2024-05-31"),
            ("INV-2", "90.00", "2024-05-01"),
            ("INV-3", "80.00", "2024-04-01"),
            ("INV-4", "70.00", "2024-03-02"),
            ("INV-5", "60.00", "2024-03-01"),
        ] {
            app.posted(INVOICE, due(invoice(id, amount), due_day)).await;
        }
        app.posted(INVOICE, in_currency(due(invoice("INV-6", "1000"), "2024-04-30"), "JPY", "0.0070")).await;
        app.posted(JOURNAL_ENTRY, entry_of(vec![debit(RECEIVABLE, "5.00"), credit(REVENUE, "5.00")])).await;
        let report = law_holds(&app, "ar", "2024-05-31").await;
        assert_eq!(documents(&report), [
            "INV-5 over_90 60.00 USD 60.00",
            "INV-4 days_61_90 70.00 USD 70.00",
            "INV-3 days_31_60 80.00 USD 80.00",
            "INV-6 days_31_60 1000 JPY 7.00",
            "INV-2 days_1_30 90.00 USD 90.00",
            "INV-1 current 100.00 USD 100.00",
        ]);
        assert_eq!(report["journal"].to_string(), "5.00");
        assert_eq!(cells(&report["totals"], &BUCKETS), ["105.00", "90.00", "87.00", "70.00", "60.00", "412.00"]);
        let party = &report.data()[0];
        assert_eq!(cells(party, &["party_type", "party_id", "party_name"]), ["customer", "C-1", "Cobalt Corp"]);
        assert_eq!(cells(party, &BUCKETS), ["100.00", "90.00", "87.00", "70.00", "60.00", "407.00"]);
        assert_eq!(documents(&law_holds(&app, "ar", "2024-01-14").await), Vec::<String>::new());
    }

    async fn a_long_report_has_each_party_and_document_once(app: TestApp) {
        app.open_books().await;
        app.post("vendors", &app.admin(), json!({ "vendor_id": "V-0", "vendor_name": "Zero" })).await.expect(201);
        let mut told = [Vec::new(), Vec::new()];
        for number in 0..180 {
            let (id, vendor) = (format!("B-{number:03}"), if number % 50 == 0 { "V-0" } else { "V-1" });
            let named = json!({ "vendor_id": vendor, "reference": format!("{id} {}", "r".repeat(190)) });
            app.posted(BILL, with(due(bill(&id, "1.00"), "2024-03-01"), named)).await;
            told[usize::from(vendor == "V-1")].push(format!("{id} current 1.00 USD 1.00"));
        }
        let report = law_holds(&app, "ap", "2024-02-28").await;
        assert_eq!(documents(&report), told.concat());
        assert!(report.header("content-length").is_empty(), "not streamed");
        let sums = |party: &Value| cells(party, &["party_id", "current", "over_90", "total"]).join(" ");
        let sums: Vec<_> = report.data().iter().map(sums).collect();
        assert_eq!(sums, ["V-0 4.00 0.00 4.00", "V-1 176.00 0.00 176.00"]);
    }

    async fn a_day_in_the_past_is_told_as_it_was(app: TestApp) {
        app.open_books().await;
        app.posted(INVOICE, in_currency(due(invoice("INV-1", "100.00"), "2024-02-15"), "EUR", "1.10")).await;
        app.posted(INVOICE, due(invoice("INV-2", "30.00"), "2024-02-15")).await;
        let at = |body: Value, rate: &str| with(body, json!({ "exchange_rate": number(rate) }));
        app.posted(INVOICE_PAYMENT, on(at(invoice_payment("PAY-1", "INV-1", "40.00"), "1.20"), "2024-02-20")).await;
        app.posted(INVOICE_PAYMENT, on(at(invoice_payment("PAY-2", "INV-1", "60.00"), "1.00"), "2024-03-05")).await;
        app.posted(INVOICE_PAYMENT, on(invoice_payment("PAY-3", "INV-2", "30.00"), "2024-02-20")).await;
        app.post("invoice-payments/PAY-3/void", &app.admin(), json!({ "reason": "Bounced" })).await.expect(200);
        for (day, open) in [
            ("2024-01-31", vec!["INV-1 current 100.00 EUR 110.00", "INV-2 current 30.00 USD 30.00"]),
            ("2024-02-19", vec!["INV-1 days_1_30 100.00 EUR 110.00", "INV-2 days_1_30 30.00 USD 30.00"]),
            ("2024-02-29", vec!["INV-1 days_1_30 60.00 EUR 66.00", "INV-2 days_1_30 30.00 USD 30.00"]),
            ("2024-03-31", vec!["INV-2 days_31_60 30.00 USD 30.00"]),
        ] {
            assert_eq!(documents(&law_holds(&app, "ar", day).await), open, "{day}");
        }
        assert_eq!(app.get("invoices/INV-1", &app.controller()).await["status"], "Paid");
    }

    async fn a_credit_is_negative_until_it_is_applied(app: TestApp) {
        app.open_books().await;
        let euros = |body, rate| in_currency(body, "EUR", rate);
        for (credit, credited) in credits() {
            let report = credit.control().map_or("", |control| control.sub_ledger().name());
            app.posted(credited, euros(due(credited.of_amount("D-1", "100.00"), "2024-02-15"), "1.10")).await;
            app.posted(credit, on(euros(credit.of_amount("C-1", "40.00"), "1.25"), "2024-02-10")).await;
            let before = law_holds(&app, report, "2024-02-29").await;
            assert_eq!(documents(&before), ["C-1 days_1_30 -40.00 EUR -50.00", "D-1 days_1_30 100.00 EUR 110.00"]);
            app.apply(credit, "C-1", "D-1", "30.00").await.expect(200);
            // 30.00 EUR of the credit are 37.50 at 1.25, and 33.00 of the other at 1.10; the exchange difference is 4.50.
            let after = law_holds(&app, report, "2024-02-29").await;
            assert_eq!(documents(&after), ["C-1 days_1_30 -10.00 EUR -12.50", "D-1 days_1_30 70.00 EUR 77.00"]);
            assert_eq!(documents(&law_holds(&app, report, "2024-02-09").await), ["D-1 current 100.00 EUR 110.00"]);
        }
    }

    async fn payables_are_bills_and_expenses(app: TestApp) {
        app.open_books().await;
        app.posted(BILL, due(bill("BILL-1", "200.00"), "2024-02-01")).await;
        app.posted(EXPENSE_REPORT, with(expense("EXP-1", "33.00"), json!({ "employee_id": "emma" }))).await;
        app.posted(BILL_PAYMENT, on(bill_payment("BPAY-1", "BILL-1", "150.00"), "2024-02-10")).await;
        app.posted(JOURNAL_ENTRY, entry_of(vec![debit(PAYABLE, "3.00"), credit(CASH, "3.00")])).await;
        let january = law_holds(&app, "ap", "2024-01-31").await;
        assert_eq!(documents(&january), ["BILL-1 current 200.00 USD 200.00", "EXP-1 days_1_30 33.00 USD 33.00"]);
        let march = law_holds(&app, "ap", "2024-03-15").await;
        assert_eq!(documents(&march), ["BILL-1 days_31_60 50.00 USD 50.00", "EXP-1 days_31_60 33.00 USD 33.00"]);
        assert_eq!(march["journal"].to_string(), "-3.00");
        assert_eq!(cells(&march["totals"], &BUCKETS), ["-3.00", "0.00", "83.00", "0.00", "0.00", "80.00"]);
        assert_eq!(march.data()[1]["party_type"], "employee");
        assert_eq!(march.data()[1]["party_id"], "emma");
    }

    async fn an_employee_is_one_party_however_expenses_spell_them(app: TestApp) {
        app.open_books().await;
        for (id, spelt) in [("EXP-1", "jürgen"), ("EXP-2", "JÜRGEN"), ("EXP-3", "emma")] {
            app.posted(EXPENSE_REPORT, with(expense(id, "10.00"), json!({ "employee_id": spelt }))).await;
        }
        app.posted(BILL_PAYMENT, on(expense_payment("BPAY-1", "EXP-2", "4.00"), "2024-02-10")).await;
        let report = law_holds(&app, "ap", "2024-03-15").await;
        let parties: Vec<_> = report.data().iter().map(|party| format!("{} {}", party["party_id"], party["total"])).collect();
        assert_eq!(parties.len(), 2, "{parties:?}");
        let user = json!({ "user_id": "Jürgen", "name": "Jürgen Jansen", "is_active": true });
        app.post("users", &app.admin(), user).await.expect(201);
        let report = law_holds(&app, "ap", "2024-03-15").await;
        assert_eq!(report.data().iter().filter(|party| party["party_id"] == "Jürgen").count(), 1);
        for (path, found) in [
            ("expenses?party=J%C3%BCrgen", 2),
            ("expenses?party=Emma", 1),
            ("expenses?party=nobody", 0),
            ("bill-payments?party=j%C3%9Crgen", 1),
        ] {
            assert_eq!(app.get(path, &app.admin()).await.expect(200).data().len(), found, "{path}");
        }
        app.get("expenses?party=%20emma", &app.admin()).await.expect(422).problem("invalid").names("party");
    }
}
