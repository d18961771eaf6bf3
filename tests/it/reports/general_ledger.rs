//! The general ledger of an account. See docs/rules/reports.md#general-ledger.

use tests::prelude::*;

use super::lines;

const COLUMNS: [&str; 8] =
    ["posting_date", "document_id", "posting", "debit", "credit", "balance", "amount", "currency"];

/// January: 100.00 paid out. February: an invoice of 200.00 EUR at 1.10 of which 50.00 are paid at 1.12, and a void.
async fn books(app: &TestApp) {
    app.open_books().await;
    app.posted(JOURNAL_ENTRY, entry_named("JE-1", "100.00")).await;
    let euros = |body| in_currency(body, "EUR", "1.10");
    app.posted(INVOICE, on(euros(due(invoice("INV-1", "200.00"), "2024-03-01")), "2024-02-05")).await;
    let payment = with(invoice_payment("PAY-1", "INV-1", "50.00"), json!({ "exchange_rate": number("1.12") }));
    app.posted(INVOICE_PAYMENT, on(payment, "2024-02-10")).await;
    app.posted(INVOICE, on(euros(due(invoice("INV-2", "10.00"), "2024-03-01")), "2024-02-20")).await;
    app.post("invoices/INV-2/void", &app.admin(), json!({ "reason": "Written twice" })).await.expect(200);
}

/// Thirty entries in three months, of which twelve are on one day, each of another amount.
async fn a_full_day(app: &TestApp) {
    app.open_books().await;
    for number in 0..30 {
        let day = match number {
            0..6 => format!("2024-01-{:02}", 10 + number),
            6..10 => format!("2024-02-{number:02}"),
            10..22 => "2024-02-15".to_owned(),
            22..26 => format!("2024-02-{number}"),
            _ => format!("2024-03-{:02}", number - 20),
        };
        let amount = format!("{}.{number:02}", number + 1);
        app.posted(JOURNAL_ENTRY, on(entry_named(&format!("JE-{number}"), &amount), &day)).await;
    }
}

fn cents(number: &Value) -> i64 {
    number.to_string().replace('.', "").parse().expect("an amount of two decimals")
}

/// The lines of the account by pages of so many, the balances added up by themselves; every page has the same frame.
async fn walked(app: &TestApp, query: &str, limit: u64) -> Vec<Value> {
    let (mut lines, mut cursor) = (Vec::<Value>::new(), String::new());
    let mut balance = None;
    loop {
        let page = app.report(&format!("general-ledger?account_id=1000{query}&limit={limit}{cursor}")).await;
        let mut sum = balance.unwrap_or_else(|| cents(&page["opening_balance"]));
        for line in page.data() {
            sum += cents(&line["debit"]) - cents(&line["credit"]);
            assert_eq!(cents(&line["balance"]), sum, "{query} by {limit}: {line}");
        }
        lines.extend(page.data().to_vec());
        balance = Some(sum);
        if page["has_more"] == false {
            assert_eq!(cents(&page["closing_balance"]), sum, "{query} by {limit}");
            let of = |column: &str| lines.iter().map(|line| cents(&line[column])).sum::<i64>();
            let totals = (cents(&page["total_debit"]), cents(&page["total_credit"]));
            assert_eq!(totals, (of("debit"), of("credit")), "{query}");
            return lines;
        }
        cursor = format!("&cursor={}", page.string("next_cursor"));
    }
}

tests::on_both! {
    /// Pages of any size, also of days that cut a period, are the whole: the first time, and when sums are remembered.
    async fn a_page_deep_inside_of_a_day_has_the_balance_of_all_lines_before(app: TestApp) {
        a_full_day(&app).await;
        for query in [
            "&to=2024-12-31", "&to=9999-12-31", "&from=2024-02-15&to=2024-02-15", "&from=2024-01-12&to=2024-02-15",
            "&from=2024-02-09&to=2024-03-08", "&from=2024-02-01&to=2024-02-29", "&to=2024-02-14", "&from=2024-02-16&to=2024-03-31",
        ] {
            let whole = walked(&app, query, 200).await;
            for limit in [1, 5, 7, 5] {
                assert_eq!(walked(&app, query, limit).await, whole, "{query} by {limit}");
            }
        }
    }

    /// What is posted between two pages, before the cursor or after it, is in the next page's balances.
    async fn a_page_after_a_posting_has_the_balances_of_then(app: TestApp) {
        a_full_day(&app).await;
        let ask = "general-ledger?account_id=1000&to=2024-12-31";
        let mut cursor = String::new();
        for (number, day) in ["2024-02-15", "2024-01-02", "2024-02-28", "2024-02-15", "2024-03-30"].into_iter().enumerate() {
            let page = app.report(&format!("{ask}&limit=4{cursor}")).await;
            cursor = format!("&cursor={}", page.string("next_cursor"));
            // From here the sums are remembered as of before the posting.
            app.report(&format!("{ask}&limit=4{cursor}")).await;
            app.posted(JOURNAL_ENTRY, on(entry_named(&format!("A-{number}"), "1000.00"), day)).await;
            let whole = walked(&app, "&to=2024-12-31", 200).await;
            let next = app.report(&format!("{ask}&limit=4{cursor}")).await;
            assert_eq!(next.data().len(), 4, "{}", next.text);
            for line in next.data() {
                assert!(whole.contains(line), "{number}: {line}");
            }
        }
    }

    async fn it_runs_from_the_opening_to_the_closing_balance(app: TestApp) {
        books(&app).await;
        let report = app.report("general-ledger?account_id=1100&from=2024-02-01&to=2024-02-29").await;
        assert_eq!(lines(report.data(), &COLUMNS), [
            "2024-02-05 INV-1 document 220.00 0.00 220.00 200.00 EUR",
            "2024-02-10 PAY-1 document 0.00 55.00 165.00 -50.00 EUR",
            "2024-02-20 INV-2 document 11.00 0.00 176.00 10.00 EUR",
            "2024-02-20 INV-2 void 0.00 11.00 165.00 -10.00 EUR",
        ]);
        let frame = |report: &Answer| ["opening_balance", "total_debit", "total_credit", "closing_balance"].map(|it| report.number(it));
        assert_eq!(frame(&report), ["0.00", "231.00", "66.00", "165.00"]);
        assert_eq!(report.data()[1]["party_id"], "C-1");
        assert_eq!(report.data()[1]["party_name"], "Cobalt Corp");
        let cash = app.report("general-ledger?account_id=1000&from=2024-02-01&to=2024-02-29").await;
        assert_eq!(lines(cash.data(), &COLUMNS), ["2024-02-10 PAY-1 document 56.00 0.00 -44.00 50.00 EUR"]);
        assert_eq!(frame(&cash), ["-100.00", "56.00", "0.00", "-44.00"]);
        // The difference of the two rates changes base currency alone.
        let exchange = app.report("general-ledger?account_id=7900&to=2024-12-31").await;
        assert_eq!(lines(exchange.data(), &COLUMNS), ["2024-02-10 PAY-1 document 0.00 1.00 -1.00 0.00 EUR"]);
        let null = Some(&Value::Null);
        assert_eq!((exchange.data()[0].get("line_number"), exchange.json.get("from")), (null, null));
    }

    async fn its_pages_are_the_whole(app: TestApp) {
        books(&app).await;
        let whole = app.report("general-ledger?account_id=1100&to=2024-12-31&count=true").await;
        assert_eq!((whole.number("total").as_str(), whole.data().len()), ("4", 4));
        let mut walked = Vec::new();
        let mut cursor = String::new();
        loop {
            let page = app.report(&format!("general-ledger?account_id=1100&to=2024-12-31&limit=1{cursor}")).await;
            assert_eq!(page.number("closing_balance"), "165.00");
            walked.extend(page.data().to_vec());
            if page["has_more"] == false {
                break;
            }
            // Lines that are posted behind the cursor do not appear in the walk.
            if walked.len() == 2 {
                app.posted(INVOICE, on(due(invoice("INV-0", "5.00"), "2024-03-01"), "2024-01-02")).await;
                app.post("invoices/INV-0/void", &app.admin(), json!({ "reason": "Behind" })).await.expect(200);
            }
            cursor = format!("&cursor={}", page.string("next_cursor"));
        }
        assert_eq!(walked, whole.data());
    }

    async fn what_is_wrong_names_the_field(app: TestApp) {
        app.open_books().await;
        let reader = app.controller();
        for (query, field) in [
            ("", "account_id"),
            ("?account_id=9999", "account_id"),
            ("?account_id=1000&from=2024-02-30", "from"),
            ("?account_id=1000&from=2024-02-02&to=2024-02-01", "to"),
            ("?account_id=1000&limit=0", "limit"),
            ("?account_id=1000&cursor=1~2024-02-01~invoice", "cursor"),
            ("?account_id=1000&cursor=1~2024-02-01~invoice~INV-1~document&to=2024-01-01", "cursor"),
            ("?account_id=1000&format=xml", "format"),
        ] {
            app.get(&format!("reports/general-ledger{query}"), &reader).await.expect(422).problem("invalid").names(field);
        }
        app.get("reports/general-ledger?account_id=1000", &app.clerk()).await.expect(403);
    }
}
