//! Bills, invoices, credit memos, expenses and their payments, in base currency and in others.
//! See docs/rules/postings.md#what-each-type-posts.

use engine::values::kind::Side;
use tests::prelude::*;

/// Two items at two tax rates, and a discount without tax.
fn three_lines(account: &str) -> Value {
    json!([taxed(account, "3", "19.99", "0.07"), taxed(account, "1.5", "10", "0.2"), item(account, "1", "-5")])
}

tests::on_both! {
    async fn every_type_in_base_currency(app: TestApp) {
        app.open_books().await;
        for kind in item_kinds() {
            let body = with(kind.body("X-1"), json!({ "lines": three_lines(kind.line_account()), "memo": "Paper" }));
            app.posted(kind, body).await;
            let (control, lines) = (control_account(kind.control().expect("a control account")), kind.line_account());
            let wanted = match kind.items().map(|items| items.side) {
                Some(Side::Debit) => "
                    2024-01-15  control      -  77.17  USD  -77.17
                    2024-01-15  lines    59.97      -  USD   59.97
                    2024-01-15  lines    15.00      -  USD   15.00
                    2024-01-15  lines        -   5.00  USD   -5.00
                    2024-01-15  2200      7.20      -  USD    7.20",
                Some(Side::Credit) | None => "
                    2024-01-15  control  77.17      -  USD   77.17
                    2024-01-15  lines        -  59.97  USD  -59.97
                    2024-01-15  lines        -  15.00  USD  -15.00
                    2024-01-15  lines     5.00      -  USD    5.00
                    2024-01-15  2200         -   7.20  USD   -7.20",
            };
            let wanted = wanted.replace("control", control).replace("lines", lines);
            assert_table(&app.ledger(kind, "X-1", "document").await, &wanted);
        }
        for kind in paid_kinds() {
            let (payer, body) = kind.paid_by("X-1", kind.name, "50.00");
            app.posted(payer, body).await;
            let wanted = match payer.payment().map(|payment| payment.cash) {
                Some(Side::Debit) => "
                    2024-01-20  1000     50.00      -  USD   50.00
                    2024-01-20  control      -  50.00  USD  -50.00",
                Some(Side::Credit) | None => "
                    2024-01-20  1000         -  50.00  USD  -50.00
                    2024-01-20  control  50.00      -  USD   50.00",
            };
            let wanted = wanted.replace("control", control_account(kind.control().expect("a control account")));
            assert_table(&app.ledger(payer, kind.name, "document").await, &wanted);
        }
    }

    async fn every_type_in_a_foreign_currency(app: TestApp) {
        app.open_books().await;
        let euros = |body| in_currency(body, "EUR", "1.0842");
        app.posted(BILL, euros(with(bill("B-1", "1"), json!({ "lines": [taxed(EXPENSE, "1", "100.00", "0.19")] })))).await;
        app.posted(INVOICE, euros(with(invoice("I-1", "1"), json!({ "lines": [taxed(REVENUE, "1", "100.00", "0.19")] })))).await;
        app.posted(INVOICE_PAYMENT, invoice_payment("IP-1", "I-1", "119.00")).await;
        app.posted(BILL_PAYMENT, bill_payment("BP-1", "B-1", "119.00")).await;
        app.posted(EXPENSE_REPORT, in_currency(expense("E-1", "1500"), "JPY", "0.0067")).await;
        app.posted(CREDIT_MEMO, in_currency(credit_memo("C-1", "2.505"), "KWD", "3.25")).await;
        let tables = [
            (BILL, "B-1", "
                2024-01-15  2000       -  119.00  EUR  -129.02
                2024-01-15  6000  100.00       -  EUR   108.42
                2024-01-15  2200   19.00       -  EUR    20.60"),
            (INVOICE, "I-1", "
                2024-01-15  1100  119.00       -  EUR   129.02
                2024-01-15  4000       -  100.00  EUR  -108.42
                2024-01-15  2200       -   19.00  EUR   -20.60"),
            (INVOICE_PAYMENT, "IP-1", "
                2024-01-20  1000  119.00       -  EUR   129.02
                2024-01-20  1100       -  119.00  EUR  -129.02"),
            (BILL_PAYMENT, "BP-1", "
                2024-01-20  1000       -  119.00  EUR  -129.02
                2024-01-20  2000  119.00       -  EUR   129.02"),
            (EXPENSE_REPORT, "E-1", "
                2024-01-15  2000       -    1500  JPY   -10.05
                2024-01-15  6000    1500       -  JPY    10.05"),
            (CREDIT_MEMO, "C-1", "
                2024-01-15  1100       -   2.505  KWD    -8.14
                2024-01-15  4000   2.505       -  KWD     8.14"),
        ];
        for (kind, id, wanted) in tables {
            assert_table(&app.ledger(kind, id, "document").await, wanted);
        }
    }
}
