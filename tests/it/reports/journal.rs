//! The journal of some days. See docs/rules/reports.md#journal.

use tests::prelude::*;

use super::{cells, lines};

/// January: 100.00 paid out. February: an invoice of 200.00 EUR at 1.10 of which 50.00 are paid at 1.12, and one that is voided.
async fn books(app: &TestApp) {
    app.open_books().await;
    app.posted(JOURNAL_ENTRY, entry_named("JE-1", "100.00")).await;
    let euros = |body| in_currency(body, "EUR", "1.10");
    app.posted(INVOICE, on(euros(due(invoice("INV-1", "200.00"), "2024-03-01")), "2024-02-05")).await;
    let payment = with(invoice_payment("PAY-1", "INV-1", "50.00"), json!({ "exchange_rate": number("1.12") }));
    app.posted(INVOICE_PAYMENT, on(payment, "2024-02-05")).await;
    app.posted(INVOICE, on(due(invoice("INV-2", "10.00"), "2024-03-01"), "2024-02-20")).await;
    app.post("invoices/INV-2/void", &app.admin(), json!({ "reason": "Written twice" })).await.expect(200);
}

/// Each posting in a line, and each of its lines in one.
fn told(report: &Answer) -> Vec<String> {
    let posting = |row: &Value| {
        let head = cells(row, &["posting_date", "document_id", "posting", "party_name", "currency"]).join(" ");
        let own = lines(row["lines"].as_array().expect("lines"), &["account_id", "debit", "credit", "amount"]);
        [head].into_iter().chain(own.into_iter().map(|line| format!("- {line}"))).collect::<Vec<_>>()
    };
    report.data().iter().flat_map(posting).collect()
}

const FEBRUARY: &str = "journal?from=2024-02-01&to=2024-02-29";

tests::on_both! {
    async fn every_posting_stands_there_with_its_lines(app: TestApp) {
        books(&app).await;
        let whole = app.report(FEBRUARY).await;
        assert_eq!(
            told(&whole),
            [
                "2024-02-05 INV-1 document Cobalt Corp EUR",
                "- 1100 220.00 0.00 200.00",
                "- 4000 0.00 220.00 -200.00",
                "2024-02-05 PAY-1 document Cobalt Corp EUR",
                "- 1000 56.00 0.00 50.00",
                "- 1100 0.00 55.00 -50.00",
                "- 7900 0.00 1.00 0.00",
                "2024-02-20 INV-2 document Cobalt Corp USD",
                "- 1100 10.00 0.00 10.00",
                "- 4000 0.00 10.00 -10.00",
                "2024-02-20 INV-2 void Cobalt Corp USD",
                "- 1100 0.00 10.00 -10.00",
                "- 4000 10.00 0.00 10.00",
            ],
            "{}",
            whole.text
        );
        assert_eq!((whole.number("total_debit"), whole.number("total_credit")), ("296.00".to_owned(), "296.00".to_owned()));
        // Page by page it is the same, and each page has the totals of all.
        let (mut walked, mut cursor) = (Vec::new(), String::new());
        loop {
            let page = app.report(&format!("{FEBRUARY}&limit=1{cursor}")).await;
            assert_eq!((page.data().len(), page.number("total_debit")), (1, "296.00".to_owned()), "{}", page.text);
            walked.extend(page.data().to_vec());
            if page["has_more"] == false {
                break;
            }
            cursor = format!("&cursor={}", page.string("next_cursor"));
        }
        assert_eq!(walked, whole.data());
        // A row of the CSV for each line.
        let csv = app.csv(FEBRUARY).await;
        let json: Vec<String> = whole.data().iter().flat_map(|row| {
            let own = |line: &Value| format!("{} {}", cells(row, &["posting_date", "document_id", "posting", "period_id"]).join(" "), cells(line, &["account_id", "debit", "credit", "amount"]).join(" "));
            row["lines"].as_array().expect("lines").iter().map(own).collect::<Vec<_>>()
        }).collect();
        let columns = ["posting_date", "document_id", "posting", "period_id", "account_id", "debit", "credit", "amount"];
        let rows: Vec<String> = csv.iter().map(|row| columns.map(|column| row[column].clone()).join(" ")).collect();
        assert_eq!(rows, json);
        // One day alone, and one without any.
        assert_eq!(app.report("journal?from=2024-02-20").await.data().len(), 2);
        let none = app.report("journal?from=2024-02-21").await;
        assert_eq!((none.data().len(), none.number("total_debit"), &none["has_more"]), (0, "0.00".to_owned(), &json!(false)), "{}", none.text);
    }

    async fn what_is_wrong_names_the_field(app: TestApp) {
        app.open_books().await;
        for (query, field) in [
            ("?from=2024-02-30", "from"),
            ("?from=2024-02-02&to=2024-02-01", "to"),
            ("?from=2024-02-02&limit=0", "limit"),
            ("?from=2024-02-02&cursor=0~2024-02-02~invoice~INV-1", "cursor"),
            ("?from=2024-02-02&cursor=1~2024-02-02~invoice~INV-1~document", "cursor"),
            ("?from=2024-02-02&cursor=0~2024-02-01~invoice~INV-1~document", "cursor"),
            ("?from=2024-02-02&format=xml", "format"),
        ] {
            app.get(&format!("reports/journal{query}"), &app.controller()).await.expect(422).problem("invalid").names(field);
        }
        app.get("reports/journal", &app.clerk()).await.expect(403);
    }
}
