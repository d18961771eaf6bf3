//! Tax codes, the lines that bear them, and the VAT report. See docs/rules/tax.md.

use std::collections::BTreeMap;

use tests::prelude::*;

/// The account of input tax.
const INPUT: &str = "1400";
const DAYS: [&str; 5] = ["2024-01-03", "2024-01-31", "2024-02-14", "2024-02-29", "2024-03-20"];
const CODES: [&str; 5] = ["V19", "H", "RC", "Z", ""];

fn code(id: &str, more: Value) -> Value {
    let body = json!({
        "tax_code_id": id, "tax_code_name": id, "account_id": TAX,
        "rates": [{ "valid_from": "2020-01-01", "rate": number("0.19") }, { "valid_from": "2024-02-01", "rate": number("0.16") }],
    });
    with(body, more)
}

/// Codes of sales and purchases, of which half is deducted, of a reverse charge, and of what is exempt.
async fn codes(app: &TestApp) {
    let input = with(account(INPUT, "Input tax", "asset"), json!({ "subtype": "tax" }));
    app.post("accounts", &app.admin(), input).await.expect(201);
    let half = json!({ "used_for": "purchases", "account_id": INPUT, "recoverable": number("0.5") });
    let reversed = json!({ "used_for": "purchases", "reverse_charge_account_id": INPUT });
    let exempt = json!({ "rates": [{ "valid_from": "2020-01-01", "rate": 0 }] });
    for body in [code("V19", json!({})), code("H", half), code("RC", reversed), code("Z", exempt)] {
        app.post("tax-codes", &app.controller(), body).await.expect(201);
    }
    app.post("tax-codes", &app.controller(), code("V19", json!({}))).await.expect(409).problem("already_exists");
}

/// A line of this amount with the code; without one it has a tax of 7 %.
fn line(account: &str, amount: &str, code: &str) -> Value {
    match code {
        "" => with(taxed(account, "1", amount, "0.07"), json!({ "tax_account_id": TAX })),
        code => with(item(account, "1", amount), json!({ "tax_code_id": code })),
    }
}

fn lines(body: Value, lines: &[Value]) -> Value {
    with(body, json!({ "lines": lines }))
}

/// `code rate side: base tax not recoverable, output/input of the reverse charge`, and the totals.
fn rows(report: &Answer) -> Vec<String> {
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let row = |row: &Value| {
        let [id, rate, side, base, tax, kept, output, input] = [
            "tax_code_id",
            "tax_rate",
            "side",
            "base",
            "tax",
            "not_recoverable",
            "reverse_charge_output",
            "reverse_charge_input",
        ]
        .map(|name| text(&row[name]));
        format!("{id} {rate} {side}: {base} {tax} {kept}, {output}/{input}")
    };
    let mut all: Vec<String> = report["rows"].as_array().expect("rows").iter().map(row).collect();
    all.push(format!("{} - {} = {}", report["output_tax"], report["input_tax"], report["payable"]));
    let account = |account: &Value| {
        let [id, with_code, without, movement] =
            ["account_id", "with_code", "without_code", "movement"].map(|name| text(&account[name]));
        format!("{id}: {with_code} + {without} = {movement}")
    };
    all.extend(report["accounts"].as_array().expect("accounts").iter().map(account));
    all
}

fn cents(value: &Value) -> i128 {
    value.to_string().replace('.', "").parse().unwrap_or_else(|error| panic!("{value}: {error}"))
}

const AMOUNTS: [&str; 5] = ["base", "tax", "not_recoverable", "reverse_charge_output", "reverse_charge_input"];

/// By code, rate and side, in the order of [`AMOUNTS`].
type Sums = BTreeMap<(String, String, String), [i128; 5]>;

fn sums<'a>(rows: impl IntoIterator<Item = &'a Value>) -> Sums {
    let mut sums = Sums::new();
    for row in rows {
        let key = ["tax_code_id", "tax_rate", "side"].map(|name| row[name].to_string());
        let own = sums.entry(key.into()).or_default();
        for (sum, name) in own.iter_mut().zip(AMOUNTS) {
            *sum += cents(&row[name]);
        }
    }
    sums
}

/// All lines behind the report, page by page.
async fn behind(app: &TestApp, query: &str) -> Vec<Value> {
    let (mut all, mut cursor) = (Vec::new(), String::new());
    loop {
        let page = app.report(&format!("vat-lines?{query}&limit=7{cursor}")).await;
        all.extend(page.data().iter().cloned());
        match page["next_cursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => return all,
        }
    }
}

/// The report's tax is the movement of the accounts of taxes; its rows are the sums of the lines behind.
async fn agrees(app: &TestApp, query: &str) {
    let report = app.report(&format!("vat?{query}")).await;
    let trial = app.report(&format!("trial-balance?{query}")).await;
    let moved = |row: &Value| cents(&row["closing_balance"]) - cents(&row["opening_balance"]);
    let of_trial: BTreeMap<String, i128> = trial
        .data()
        .iter()
        .filter(|row| [TAX, INPUT].contains(&row["account_id"].as_str().unwrap_or_default()))
        .map(|row| (row["account_id"].to_string(), moved(row)))
        .filter(|(_, moved)| *moved != 0)
        .collect();
    let accounts = report["accounts"].as_array().expect("accounts");
    let mut of_report: BTreeMap<String, i128> = BTreeMap::new();
    let mut coded = 0;
    for account in accounts {
        let [with_code, without, movement] =
            ["with_code", "without_code", "movement"].map(|name| cents(&account[name]));
        assert_eq!(with_code + without, movement, "{query}: {account}");
        of_report.insert(account["account_id"].to_string(), movement);
        coded += with_code;
    }
    of_report.retain(|_, movement| *movement != 0);
    assert_eq!(of_report, of_trial, "{query}: {}", report.text);
    assert_eq!(cents(&report["payable"]), -coded, "{query}: {}", report.text);
    assert_eq!(sums(report["rows"].as_array().expect("rows")), sums(&behind(app, query).await), "{query}");
    let written = app.csv(&format!("vat-lines?{query}")).await;
    assert_eq!(written.len(), behind(app, query).await.len(), "{query}");
}

tests::on_both! {
    /// A month as its books have it, and a void in the next one.
    async fn a_month_and_a_void_after_it(app: TestApp) {
        app.open_books().await;
        codes(&app).await;
        let sold = lines(invoice("INV-1", "1"), &[line(REVENUE, "100.00", "V19"), line(REVENUE, "20.00", "Z"), line(REVENUE, "10.00", "")]);
        app.posted(INVOICE, sold).await;
        app.posted(INVOICE, lines(invoice("INV-2", "1"), &[line(REVENUE, "50.00", "V19")])).await;
        app.posted(CREDIT_MEMO, lines(credit_memo("CM-1", "1"), &[line(REVENUE, "10.00", "V19")])).await;
        let bought = lines(bill("BILL-1", "1"), &[line(EXPENSE, "100.00", "H"), line(EXPENSE, "200.00", "RC")]);
        let path = app.posted(BILL, bought).await;
        let paid_over = entry_of(vec![debit(TAX, "3.00"), credit(CASH, "3.00")]);
        app.posted(JOURNAL_ENTRY, with(paid_over, json!({ "journal_entry_id": "JE-1" }))).await;
        let shown = app.get(&path, &app.clerk()).await.expect(200);
        assert_eq!((&shown["total"], &shown["tax_total"]), (&number("319.00"), &number("19.00")), "{}", shown.text);
        let [half, reversed] = [&shown["lines"][0], &shown["lines"][1]];
        assert_eq!((&half["tax_code_id"], &half["tax_amount"], &half["not_recoverable_tax"]), (&json!("H"), &number("19.00"), &number("9.50")), "{}", shown.text);
        assert_eq!((&reversed["tax_rate"], &reversed["tax_amount"], &reversed["reverse_charge_tax"]), (&number("0.19"), &number("0.00"), &number("38.00")), "{}", shown.text);
        assert_eq!((&reversed["tax_account_id"], &reversed["reverse_charge_account_id"]), (&json!(TAX), &json!(INPUT)), "{}", shown.text);

        let january = app.report("vat?period_id=2024-01").await;
        assert_eq!(rows(&january), [
            "H 0.19 purchases: 100.00 9.50 9.50, 0.00/0.00",
            "RC 0.19 purchases: 200.00 0.00 0.00, 38.00/38.00",
            "V19 0.19 sales: 140.00 26.60 0.00, 0.00/0.00",
            "Z 0 sales: 20.00 0.00 0.00, 0.00/0.00",
            "64.60 - 47.50 = 17.10",
            "1400: 47.50 + 0.00 = 47.50",
            "2200: -64.60 + 2.30 = -62.30",
        ], "{}", january.text);
        let void = json!({ "reason": "returned", "void_date": "2024-02-05" });
        app.post("invoices/INV-2/void", &app.controller(), void).await.expect(200);
        app.put("tax-codes/V19", &app.controller(), json!({ "is_active": false })).await.expect(200);
        assert_eq!(app.report("vat?period_id=2024-01").await.text, january.text);
        assert_eq!(rows(&app.report("vat?from=2024-02-01&to=2024-02-29").await), [
            "V19 0.19 sales: -50.00 -9.50 0.00, 0.00/0.00",
            "-9.50 - 0.00 = -9.50",
            "2200: 9.50 + 0.00 = 9.50",
        ]);
        let lines = behind(&app, "from=2024-01-01&to=2024-02-29&tax_code_id=V19").await;
        let shown: Vec<String> = lines.iter().map(|line| format!("{} {} {} {} {}", line["posting_date"], line["document_id"], line["posting"], line["line_number"], line["tax"])).collect();
        assert_eq!(shown, [
            r#""2024-01-15" "CM-1" "document" 1 -1.90"#,
            r#""2024-01-15" "INV-1" "document" 1 19.00"#,
            r#""2024-01-15" "INV-2" "document" 1 9.50"#,
            r#""2024-02-05" "INV-2" "void" 1 -9.50"#,
        ]);
        for query in ["period_id=2024-01", "period_id=2024-02"] {
            agrees(&app, query).await;
        }
        let table = app.csv("vat?period_id=2024-01").await;
        let of = |row: &str, column: &str| table.iter().find(|line| line["row"] == row).map(|line| line[column].clone());
        assert_eq!((of("payable", "amount"), of("account", "movement")), (Some("17.10".into()), Some("47.50".into())));
        assert_eq!((of("code", "base"), of("code", "currency")), (Some("100.00".into()), Some("USD".into())));
        for path in ["vat", "vat-lines"] {
            let book = app.get(&format!("reports/{path}?format=xlsx"), &app.accountant()).await.expect(200);
            assert!(book.bytes.starts_with(b"PK"), "{path}");
        }
        for (query, field) in [("vat-lines?tax_code_id=NO", "tax_code_id"), ("vat-lines?cursor=MH54", "cursor"), ("vat?period_id=1999-01", "period_id"), ("vat?from=2024-02-01&to=2024-01-01", "to")] {
            let answer = app.get(&format!("reports/{query}"), &app.accountant()).await.expect(422);
            assert!(answer.text.contains(field), "{query}: {}", answer.text);
        }
    }

    /// What is written anew, copied and repeated bears the code as well.
    async fn drafts_copies_and_templates(app: TestApp) {
        app.open_books().await;
        codes(&app).await;
        let body = lines(bill("BILL-1", "1"), &[line(EXPENSE, "100.00", "RC")]);
        let path = app.posted(BILL, body).await;
        let copy = app.post(&format!("{path}/correct"), &app.controller(), json!({ "reason": "wrong" })).await.expect(200);
        let copy = format!("bills/{}", copy.string("correction_id"));
        let shown = app.get(&copy, &app.clerk()).await.expect(200);
        assert_eq!((&shown["lines"][0]["tax_code_id"], &shown["lines"][0]["reverse_charge_tax"]), (&json!("RC"), &number("19.00")), "{}", shown.text);
        app.put("tax-codes/RC", &app.controller(), json!({ "rates": [{ "valid_from": "2020-01-01", "rate": number("0.07") }] })).await.expect(200);
        let old = app.act(&format!("{copy}/submit-for-approval"), &app.clerk()).await.expect(422);
        old.names("/lines/0/tax_code_id");
        let recurring = json!({
            "recurring_document_id": "RD-1", "name": "Rent", "document_type": "bill", "makes": "draft", "due_days": 14,
            "document": { "vendor_id": "V-1", "ap_account_id": PAYABLE, "lines": [line(EXPENSE, "100.00", "H")] },
            "schedule": { "every": "month", "day": 31, "start_date": "2999-01-01" },
        });
        let kept = app.post("recurring-documents", &app.admin(), recurring).await.expect(201);
        assert_eq!(kept["document"]["lines"][0]["tax_code_id"], "H", "{}", kept.text);
    }

    /// The law of the report, after any history.
    async fn after_any_history_the_tax_is_the_movement_of_its_accounts(app: TestApp) {
        app.open_books().await;
        codes(&app).await;
        for (currency, rate) in [("EUR", "1.12"), ("JPY", "0.0071")] {
            for day in ["2024-01-01", "2024-02-01", "2024-03-01"] {
                app.rate(currency, day, rate).await;
            }
        }
        let mut dice = Dice::new(41);
        let kinds = item_kinds();
        let mut made = Vec::new();
        for at in 0..24 {
            let kind = *dice.pick(&kinds);
            let is_sale = kind.control() == Some(engine::values::kind::Control::Receivable);
            let (currency, rate) = *dice.pick(&[("USD", "1"), ("EUR", "1.0777"), ("JPY", "0.0071")]);
            let own: Vec<Value> = (0..=dice.roll(3)).map(|_| {
                let code = *dice.pick(&CODES);
                let code = if is_sale && ["H", "RC"].contains(&code) { "V19" } else { code };
                let amount = (1 + dice.roll(90_000)).to_string();
                line(if is_sale { REVENUE } else { EXPENSE }, &amount, code)
            }).collect();
            let body = on(lines(kind.of_amount(&format!("T-{at}"), "1"), &own), dice.pick::<&str>(&DAYS));
            made.push(app.posted(kind, in_currency(body, currency, rate)).await);
            if dice.roll(3) == 0 {
                let path = dice.pick(&made);
                app.post(&format!("{path}/void"), &app.admin(), json!({ "reason": "r", "void_date": "2024-03-25" })).await;
            }
            if dice.roll(4) == 0 {
                let moved = entry_of(vec![debit(TAX, "3.00"), credit(INPUT, "3.00")]);
                let moved = with(moved, json!({ "journal_entry_id": format!("JE-{at}") }));
                app.posted(JOURNAL_ENTRY, on(moved, dice.pick::<&str>(&DAYS))).await;
            }
        }
        for period in ["2024-01", "2024-02", "2024-03"] {
            agrees(&app, &format!("period_id={period}")).await;
        }
        let report = app.report("vat?from=2024-01-01&to=2024-12-31").await;
        let of_periods: Sums = {
            let mut all = Vec::new();
            for period in ["2024-01", "2024-02", "2024-03"] {
                all.extend(app.report(&format!("vat?period_id={period}")).await["rows"].as_array().expect("rows").clone());
            }
            sums(&all)
        };
        assert_eq!(sums(report["rows"].as_array().expect("rows")), of_periods, "{}", report.text);
        assert!(report["rows"].as_array().expect("rows").len() >= 6, "{}", report.text);
    }
}
