//! The journal as plain-text accounting, read by the programs that it is for.
//! See docs/rules/reports.md#export-of-the-journal.

use tests::plain_text::{beancount, equals_trial_balance, export, hledger};
use tests::prelude::*;

/// Memos with text that either format would read as syntax.
const MEMOS: [&str; 13] = [
    "say \"yes\" and 'no'",
    "back\\slash \\n \\\" end\\",
    "semi; colon: tag:value",
    "date:2031-02-30, date2:x",
    "[2099-01-01] bracketed",
    "two\nlines\tand a tab\n\n",
    "as a\r\nbrowser\r\nsends them\rand old ones",
    "    leading and   inner   spaces  ",
    "🎉 שלום עולם \u{202e}rtl\u{202c} é",
    "payee | note",
    "* ! (code) = @@ 5 USD",
    "; 2024-01-01 open Assets:Fraud",
    "{{cost}} #tag ^link",
];

async fn account(app: &TestApp, id: &str, name: &str, currency: Option<&str>) {
    app.post("accounts", &app.admin(), with(account_body(id, name), json!({ "currency": currency }))).await.expect(201);
}

fn account_body(id: &str, name: &str) -> Value {
    tests::builders::account(id, name, "asset")
}

tests::on_both! {
    async fn odd_texts_stay_texts(app: TestApp) {
        app.open_books().await;
        app.post("customers", &app.admin(), customer("C-2", "\"O'Neill\" | Söhne; GmbH\\")).await.expect(201);
        for (at, memo) in MEMOS.iter().enumerate() {
            let mut lines = vec![debit(EXPENSE, "1.00"), credit(CASH, "1.00")];
            lines[0]["memo"] = json!(memo);
            let entry = with(entry_of(lines), json!({ "journal_entry_id": format!("JE-{at}"), "memo": memo }));
            app.posted(JOURNAL_ENTRY, entry).await;
        }
        let sale = with(due(invoice("INV-1", "2.00"), "2024-02-01"), json!({ "customer_id": "C-2", "memo": MEMOS[0] }));
        app.posted(INVOICE, sale).await;
        equals_trial_balance(&app).await;
        // beancount reads the very same texts.
        let read = beancount(&export(&app, "beancount").await);
        let texts = read["texts"].as_array().expect("texts");
        for memo in MEMOS {
            let stored: Vec<_> = texts.iter().filter(|text| text.as_str() == Some(memo)).collect();
            assert!(stored.len() >= 2, "{memo:?} as narration and as memo: {texts:?}");
        }
        // hledger reads each entry as one transaction of its own day.
        let journal = export(&app, "hledger").await;
        let transactions = journal.lines().filter(|line| line.starts_with("2024-")).count();
        assert_eq!(transactions, MEMOS.len() + 1);
        assert!(journal.lines().filter(|line| line.starts_with("2024-")).all(|line| line.starts_with("2024-01-15 * (")));
    }

    async fn odd_accounts_stay_apart(app: TestApp) {
        app.open_books().await;
        let odd = [
            ("a:b", "Cash:  \"petty\"; | 現金  🎉", None),
            ("a_b", "Cash:  \"petty\"; | 現金  🎉", None),
            ("cash", "(virtual) [account]", None),
            ("Cash", "(virtual) [account]", None),
            ("10", "Cash", None),
            ("10-Cash", "  * ! ", None),
            ("EUR.1", "Euros only", Some("EUR")),
        ];
        for (at, (id, name, currency)) in odd.iter().enumerate() {
            account(&app, id, name, *currency).await;
            let amount = format!("{}.01", at + 1);
            let entry = entry_of(vec![debit(id, &amount), credit(CASH, &amount)]);
            let entry = currency.map_or_else(|| entry.clone(), |currency| in_currency(entry.clone(), currency, "1.0777"));
            app.posted(JOURNAL_ENTRY, entry).await;
        }
        equals_trial_balance(&app).await;
    }

    async fn foreign_postings_keep_their_base_to_the_cent(app: TestApp) {
        app.open_books().await;
        // Three thirds of 0.10 EUR at 1.0777 leave a rounding difference; 1 JPY is less than half a cent.
        let thirds = vec![debit(EXPENSE, "0.03"), debit("3000", "0.03"), debit(TAX, "0.04"), credit(CASH, "0.10")];
        app.posted(JOURNAL_ENTRY, in_currency(entry_of(thirds), "EUR", "1.0777")).await;
        let yen = vec![debit(EXPENSE, "1"), credit(CASH, "1")];
        app.posted(JOURNAL_ENTRY, in_currency(entry_of(yen), "JPY", "0.0040")).await;
        app.posted(INVOICE, in_currency(due(invoice("INV-1", "12.345"), "2024-02-01"), "KWD", "3.2511")).await;
        let paid = with(invoice_payment("PAY-1", "INV-1", "5.005"), json!({ "exchange_rate": number("3.3") }));
        app.posted(INVOICE_PAYMENT, on(paid, "2024-02-02")).await;
        // Each of these payments takes a cent more than its share, so that the last one gives one back: its amount and
        // its base amount have different signs.
        app.posted(INVOICE, in_currency(due(invoice("INV-2", "5"), "2024-02-01"), "JPY", "0.0050")).await;
        for at in 1..=5 {
            app.posted(INVOICE_PAYMENT, on(invoice_payment(&format!("PAY-2{at}"), "INV-2", "1"), DAY)).await;
        }
        for (credit, credited) in credits() {
            let debt = due(credited.of_amount("D-1", "12.345"), "2024-02-01");
            app.posted(credited, in_currency(debt, "KWD", "3.2511")).await;
            app.posted(credit, in_currency(credit.of_amount("C-1", "2.000"), "KWD", "3.1")).await;
            app.apply(credit, "C-1", "D-1", "2").await.expect(200);
        }
        app.posted(BILL, with(in_currency(bill("BILL-1", "9.99"), "EUR", "1.1"), json!({ "memo": "About BILL-1" }))).await;
        app.post("bills/BILL-1/void", &app.admin(), json!({ "reason": "Twice" })).await.expect(200);
        equals_trial_balance(&app).await;
        let journal = export(&app, "hledger").await;
        for line in ["    expense:6000 Office expense  0.03 EUR @@ 0.03 USD", "    expense:6000 Office expense  1 JPY @@ 0.00 USD",
            "2024-01-15 * (BILL-1) Verdant Supplies | About BILL-1", "    ; document:bill, posting:void"] {
            assert!(journal.contains(line), "{line} in {journal}");
        }
        for (credit, _) in credits() {
            let line = format!("    ; document:{}, posting:application-1", credit.name);
            assert!(journal.contains(&line), "{line} in {journal}");
        }
        let all = ["from=2024-01-01&to=2024-12-31", "to=2024-01-15", "from=2024-02-02"];
        let counts = transactions(&app, &all).await;
        assert_eq!(counts[0], counts[1] + counts[2]);
        assert_eq!(counts[2], 1);
    }

    async fn what_is_wrong_is_told(app: TestApp) {
        app.open_books().await;
        let reader = app.controller();
        for (query, field) in [("", "format"), ("?format=ledger", "format"), ("?format=hledger&from=2024-02-01&to=2024-01-01", "to")] {
            app.get(&format!("export/journal{query}"), &reader).await.expect(422).problem("invalid").names(field);
        }
        app.get("export/journal?format=hledger", &app.clerk()).await.expect(403);
        let json = [("Accept", "application/json")];
        let refused = app.send(reqwest::Method::GET, "export/journal?format=hledger", &reader, &json, None).await;
        refused.expect(406).problem("not_acceptable");
        // The journal of empty books is valid, too.
        assert!(hledger(&export(&app, "hledger").await).is_empty());
        assert_eq!(beancount(&export(&app, "beancount").await)["balances"], json!({}));
    }

    async fn more_than_a_page_is_exported_once(app: TestApp) {
        app.open_books().await;
        let clerk = app.clerk();
        for at in 0..230 {
            let id = format!("JE-{at:03}");
            app.post("journal-entries", &clerk, entry_named(&id, "0.01")).await.expect(201);
            app.act(&format!("journal-entries/{id}/submit-for-approval"), &clerk).await.expect(200);
            app.act(&format!("journal-entries/{id}/approve"), &app.manager()).await.expect(200);
        }
        app.eventually("journal-entries?status=Approved", &clerk, |list| list.data().is_empty()).await;
        let journal = export(&app, "hledger").await;
        for at in 0..230 {
            assert_eq!(journal.matches(&format!("(JE-{at:03})")).count(), 1, "JE-{at:03}");
        }
        assert_eq!(hledger(&journal)[EXPENSE], "2.30 USD");
    }
}

/// The number of transactions in each range.
async fn transactions(app: &TestApp, ranges: &[&str]) -> Vec<usize> {
    let mut counts = Vec::new();
    for range in ranges {
        let path = format!("export/journal?format=hledger&{range}");
        let journal = app.get(&path, &app.controller()).await.expect(200).text;
        counts.push(journal.lines().filter(|line| line.starts_with("2024-")).count());
    }
    counts
}
