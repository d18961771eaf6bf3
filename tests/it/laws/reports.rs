//! After any history the reports agree with each other: debits equal credits, in base and in every currency; the
//! balance sheet balances; opening balances and the income statement make the closing ones; the aging equals the
//! control accounts; and hledger and beancount find the same balances in the exported journal.
//! See docs/rules/reports.md#figures-of-reports.

use std::collections::BTreeMap;

use engine::values::kind::{Action, Control, Family};
use tests::prelude::*;

use super::{dimensions, slices};

const STEPS: usize = 50;
const DAYS: [&str; 5] = ["2024-01-03", "2024-01-31", "2024-02-14", "2024-02-29", "2024-03-20"];
/// Currencies and rates, with the smallest amount of a roll: most roundings leave a difference.
const CURRENCIES: [(&str, &str, &str); 4] =
    [("USD", "1", "0.01"), ("EUR", "1.0777", "0.01"), ("JPY", "0.0071", "1"), ("KWD", "3.2513", "0.001")];

/// An amount in whole minor units, because the law is about exact numbers. All reports are in USD here.
#[track_caller]
pub fn cents(value: &Value) -> i128 {
    let text = value.to_string();
    let (whole, tail) = text.split_once('.').unwrap_or_else(|| panic!("{text} has cents"));
    assert_eq!(tail.len(), 2, "{text}");
    format!("{whole}{tail}").parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn amount(dice: &mut Dice, unit: &str) -> String {
    let minor = 1 + dice.roll(90_000);
    match unit.split_once('.') {
        Some((_, tail)) => {
            let size = 10_usize.pow(u32::try_from(tail.len()).unwrap_or_default());
            format!("{}.{:0width$}", minor / size, minor % size, width = tail.len())
        }
        None => minor.to_string(),
    }
}

/// The n-th document of the type.
fn nth(kind: Kind, at: usize) -> String {
    format!("{}{at}", kind.of.id_prefix())
}

/// The n-th document of its type: of this amount, or a payment of one of those before it.
fn body(dice: &mut Dice, kind: Kind, at: usize, value: &str) -> Value {
    let id = nth(kind, at);
    match kind.of.facts().family {
        Family::Journal => {
            let (debits, credits) = ([EXPENSE, RECEIVABLE], [CASH, PAYABLE]);
            let lines = debits.map(|account| debit(account, value)).into_iter();
            let lines: Vec<_> = lines.chain(credits.map(|account| credit(account, value))).collect();
            with(kind.of_amount(&id, value), json!({ "lines": lines }))
        }
        Family::Items(of) if of.needs_due_date => {
            let day = if of.control == Control::Receivable { "2024-02-01" } else { "2024-02-20" };
            due(kind.of_amount(&id, value), day)
        }
        Family::Items(_) => kind.of_amount(&id, value),
        Family::Payment(_) => {
            let (paid, _) = *dice.pick(&kind.pays());
            let rate = dice.pick(&["null", "1.09", "1.16"]).parse::<Value>().expect("a rate or none");
            with(paid.paid_by(&nth(paid, dice.roll(at + 1)), &id, "0.07").1, json!({ "exchange_rate": rate }))
        }
    }
}

/// Random commands. Refusals do not matter: only the ledger counts.
async fn history(app: &TestApp, seed: u64, from: usize) {
    let mut dice = Dice::new(seed);
    let (admin, second) = (app.admin(), app.token("berta", &[], &["*.*"]));
    // What is paid and credited comes twice as often as the rest.
    let kinds: Vec<_> = all_kinds().into_iter().chain(debt_kinds()).collect();
    for at in from..from + STEPS {
        let day = *dice.pick(&DAYS);
        let (currency, rate, unit) = *dice.pick(&CURRENCIES);
        let value = amount(&mut dice, unit);
        let kind = *dice.pick(&kinds);
        let body = on(body(&mut dice, kind, at, &value), day);
        let body = dimensions::named(&mut dice, body);
        // A credit at another rate than what it is applied to leaves an exchange difference.
        let rate = if kind.credits().is_some() && currency == "EUR" { "1.1642" } else { rate };
        let body = if kind.payment().is_some() { body } else { in_currency(body, currency, rate) };
        let created = app.post(kind.path, &admin, body).await;
        if created.status == 201 {
            let path = created.header("location").strip_prefix(tests::app::PREFIX).unwrap_or_default().to_owned();
            app.act(&format!("{path}/submit-for-approval"), &admin).await.expect(200);
            for signer in [&second, &app.manager(), &app.controller(), &app.cfo()] {
                app.act(&format!("{path}/approve"), signer).await;
            }
        }
        let (credit, credited) = *dice.pick(&credits());
        let apply = credit.application(&nth(credited, dice.roll(at + 1)), "0.05");
        app.post(&format!("{}/apply", credit.at(&nth(credit, dice.roll(at + 1)))), &admin, apply).await;
        if dice.roll(2) == 0 {
            let kind = *dice.pick(&kinds_with(Action::Void));
            let path = format!("{}/void", kind.at(&nth(kind, dice.roll(at + 1))));
            app.post(&path, &admin, json!({ "reason": "r" })).await;
        }
    }
}

/// The closing balances by account, after a check that debits equal credits.
async fn trial(app: &TestApp, query: &str) -> BTreeMap<String, Value> {
    let report = app.report(&format!("trial-balance?{query}")).await;
    let sum = |column: &str| report.data().iter().map(|row| cents(&row[column])).sum::<i128>();
    assert_eq!(sum("debit"), sum("credit"), "{query}");
    assert_eq!((sum("opening_balance"), sum("closing_balance")), (0, 0), "{query}");
    assert_eq!(sum("debit"), cents(&report["total_debit"]), "{query}");
    let by_id =
        report.data().iter().map(|row| (row["account_id"].as_str().unwrap_or_default().to_owned(), row.clone()));
    by_id.collect()
}

/// Asserts that the signed sum of a statement's accounts, with debits positive, equals the trial balance's column.
fn section_agrees(
    section: &Value,
    account_type: &str,
    sign: i128,
    trial: &BTreeMap<String, Value>,
    column: impl Fn(&Value) -> i128,
) -> i128 {
    let accounts = section["accounts"].as_array().expect("accounts");
    let stated: BTreeMap<_, _> = accounts
        .iter()
        .map(|row| (row["account_id"].as_str().unwrap_or_default().to_owned(), sign * cents(&row["balance"])))
        .collect();
    let of_type = trial.iter().filter(|(_, row)| row["account_type"] == account_type);
    let wanted: BTreeMap<_, _> =
        of_type.map(|(id, row)| (id.clone(), column(row))).filter(|(_, sum)| *sum != 0).collect();
    assert_eq!(stated, wanted, "{account_type}");
    wanted.values().sum()
}

/// What a budget is held against is the trial balance of the period.
async fn budget_agrees(app: &TestApp, period: &str, of_period: &BTreeMap<String, Value>) {
    let (id, admin) = (format!("BY-{period}"), app.admin());
    let days = app.get(&format!("accounting-periods/{period}"), &admin).await.expect(200);
    let year = json!({
        "fiscal_year_id": id, "fiscal_year_name": id, "start_date": days["start_date"], "end_date": days["end_date"],
    });
    app.post("fiscal-years", &admin, year).await.expect(201);
    let line = json!({ "account_id": CASH, "period_id": period, "amount": 1 });
    let budget = json!({ "budget_id": id, "budget_name": id, "fiscal_year_id": id, "lines": [line] });
    app.post("budgets", &admin, budget).await.expect(201);
    let report = app.report(&format!("budget-vs-actual?budget_id={id}")).await;
    let shown: BTreeMap<&str, i128> = report
        .data()
        .iter()
        .map(|row| (row["account_id"].as_str().unwrap_or_default(), cents(&row["actual"])))
        .collect();
    for (account, row) in of_period {
        let moved = cents(&row["debit"]) - cents(&row["credit"]);
        let moved = match row["account_type"].as_str() {
            Some("income") => -moved,
            Some("expense") => moved,
            _ if account == CASH => moved,
            _ => continue,
        };
        assert_eq!(shown.get(account.as_str()).copied().unwrap_or_default(), moved, "{account} in {period}");
    }
}

/// Groups and what no group names come to the net income of an income statement, to the net change of a cash flow, and to nothing on a
/// balance sheet; so do its parts.
async fn layouts_agree(app: &TestApp) {
    for (statement, query, own) in [
        ("income_statement", "income-statement?period_id=2024-02", "net_income"),
        ("balance_sheet", "balance-sheet?as_of=2024-02-20", "nothing"),
        ("balance_sheet", "balance-sheet?as_of=2024-02-20&split_by=customer", "nothing"),
        ("cash_flow", "cash-flow?from=2024-01-31&to=2024-02-20", "net_change"),
        ("cash_flow", "cash-flow?period_id=2024-02&method=direct&compare=previous_period", "net_change"),
    ] {
        let line = |id: &str, side: &str, named: &[&str]| json!({ "line_id": id, "title": id, "positive": side, "accounts": named });
        let lines = [
            line("a", "debit", &["1000", "4000..4999"]),
            line("b", "credit", &["6000", "2..21", "current_earnings", "net_income"]),
        ];
        let layout = json!({ "layout_id": statement, "layout_name": "Some", "statement": statement, "lines": lines });
        // Two queries are drawn by one layout.
        let made = app.post("report-layouts", &app.admin(), layout).await.status;
        assert!([201, 409].contains(&made), "{made}");
        let report = app.report(&format!("{query}&layout_id={statement}")).await;
        let laid = report["layout"]["lines"].as_array().expect("lines");
        let sum = |line: &Value| {
            let parts = line["accounts"].as_array().expect("accounts").iter().map(|account| cents(&account["balance"]));
            assert_eq!(parts.sum::<i128>(), cents(&line["total"]), "{line}");
            let is_debit = ["a", "other_debit"].contains(&line["line_id"].as_str().unwrap_or_default());
            if is_debit { -cents(&line["total"]) } else { cents(&line["total"]) }
        };
        let all = laid.iter().map(sum).sum::<i128>();
        assert_eq!(all, report.json.get(own).map_or(0, cents), "{}", report.text);
    }
}

async fn statements_agree(app: &TestApp) {
    for day in ["2023-12-31", "2024-01-03", "2024-01-31", "2024-02-20", "2024-03-31"] {
        let closing = trial(app, &format!("as_of={day}")).await;
        let column = |row: &Value| cents(&row["closing_balance"]);
        let sheet = app.report(&format!("balance-sheet?as_of={day}")).await;
        let assets = section_agrees(&sheet["assets"], "asset", 1, &closing, column);
        section_agrees(&sheet["liabilities"], "liability", -1, &closing, column);
        section_agrees(&sheet["equity"], "equity", -1, &closing, column);
        assert_eq!(assets, cents(&sheet["assets"]["total"]), "{day}");
        assert_eq!(assets, cents(&sheet["total_liabilities_and_equity"]), "{day}");
        for method in ["indirect", "direct"] {
            let flow = app.report(&format!("cash-flow?to={day}&method={method}")).await;
            let cash = closing.get(CASH).map_or(0, column);
            let parts = ["cash_from_operating", "exchange_effect"].map(|part| cents(&flow[part])).iter().sum::<i128>()
                + ["investing", "financing"].map(|part| cents(&flow[part]["total"])).iter().sum::<i128>();
            assert_eq!(
                (parts, cents(&flow["net_change"]), cents(&flow["closing_cash"])),
                (cash, cash, cash),
                "{method} {day}"
            );
            assert_eq!(cents(&flow["opening_cash"]), 0, "{method} {day}");
        }
        for (kind, account, sign) in [("ar", RECEIVABLE, 1), ("ap", PAYABLE, -1)] {
            let aging = app.report(&format!("aging?kind={kind}&as_of={day}")).await;
            let balance = closing.get(account).map_or(0, |row| cents(&row["closing_balance"]));
            assert_eq!(cents(&aging["totals"]["total"]), sign * balance, "{kind} on {day}");
            let parts =
                aging.data().iter().map(|party| cents(&party["total"])).sum::<i128>() + cents(&aging["journal"]);
            assert_eq!(parts, cents(&aging["totals"]["total"]), "{kind} on {day}");
            for party in aging.data().iter().filter(|party| party["party_type"] != "employee") {
                statement_agrees(app, party, day).await;
            }
            assert_eq!(cents(&aging["journal"]), sign * of_no_document(app, account, day).await, "{kind} on {day}");
        }
    }
    for period in ["2024-01", "2024-02", "2024-03"] {
        let of_period = trial(app, &format!("period_id={period}")).await;
        let statement = app.report(&format!("income-statement?period_id={period}")).await;
        let moved = |row: &Value| cents(&row["closing_balance"]) - cents(&row["opening_balance"]);
        let income = section_agrees(&statement["income"], "income", -1, &of_period, moved);
        let expenses = section_agrees(&statement["expenses"], "expense", 1, &of_period, moved);
        assert_eq!(cents(&statement["net_income"]), -income - expenses, "{period}");
        budget_agrees(app, period, &of_period).await;
    }
}

/// Asserts that a party's statement of account leads to its aging of the day, and that two statements of the days before and after any
/// other come to one.
async fn statement_agrees(app: &TestApp, party: &Value, day: &str) {
    let id = |name: &str| party[name].as_str().unwrap_or_default();
    let whose = format!("statement-of-account?party_type={}&party_id={}", id("party_type"), id("party_id"));
    let entire = app.report(&format!("{whose}&to={day}&limit=200")).await;
    assert_eq!(cents(&entire["opening_balance"]), 0, "{}", entire.text);
    assert_eq!(entire["closing_balance"], party["total"], "{}", entire.text);
    assert_eq!(entire["aging"]["total"], party["total"], "{}", entire.text);
    assert_eq!(entire["open_items"], party["documents"], "{}", entire.text);
    for (until, from) in [("2023-12-31", "2024-01-01"), ("2024-01-15", "2024-01-16"), ("2024-02-10", "2024-02-11")] {
        if from <= day {
            let before = app.report(&format!("{whose}&to={until}&limit=200")).await;
            let after = app.report(&format!("{whose}&from={from}&to={day}&limit=200")).await;
            assert_eq!(before["closing_balance"], after["opening_balance"], "{} {}", before.text, after.text);
            assert_eq!(after["closing_balance"], entire["closing_balance"], "{} {}", after.text, entire.text);
        }
    }
}

/// What journal entries, and lines that name a control account as any other, put into it: by the general ledger.
async fn of_no_document(app: &TestApp, account: &str, day: &str) -> i128 {
    let lines = app.csv(&format!("general-ledger?account_id={account}&to={day}")).await;
    let minor = |text: &str| text.replace('.', "").parse::<i128>().unwrap_or(0);
    let own = lines.iter().filter(|line| line["row"] == "posting");
    let own = own.filter(|line| line["document_type"] == "journal_entry" || !line["line_number"].is_empty());
    own.map(|line| minor(&line["debit"]) - minor(&line["credit"])).sum()
}

/// Asserts that the lines of every account lead from its opening to its closing balance, and that all lines of a
/// currency sum to 0.
async fn ledgers_agree(app: &TestApp) {
    let closing = trial(app, "as_of=9999-12-31").await;
    let mut by_currency: BTreeMap<String, i128> = BTreeMap::new();
    for (id, row) in closing {
        let lines = app.csv(&format!("general-ledger?account_id={id}&to=9999-12-31")).await;
        let last = lines.last().expect("a closing row");
        assert_eq!(last["balance"], row["closing_balance"].to_string(), "{id}");
        let running = &lines[lines.len() - 2]["balance"];
        assert_eq!(*running, last["balance"], "{id}");
        for line in lines.iter().filter(|line| line["row"] == "posting") {
            let minor: i128 = line["amount"].replace('.', "").parse().expect("an amount");
            *by_currency.entry(line["currency"].clone()).or_default() += minor;
        }
    }
    assert!(by_currency.len() >= 3, "{by_currency:?}");
    assert!(by_currency.values().all(|sum| *sum == 0), "{by_currency:?}");
}

/// Makes one posting of each kind, in case the random history made none.
async fn what_may_be_missing(app: &TestApp) {
    let day = "2024-03-20";
    for kind in item_kinds() {
        let rate = if kind.credits().is_some() { "1.1642" } else { "1.0777" };
        let body = in_currency(on(kind.of_amount("LAST", "100.00"), day), "EUR", rate);
        app.posted(kind, if body["due_date"].is_null() { body } else { due(body, "2024-03-25") }).await;
    }
    for kind in payment_kinds() {
        let (paid, _) = kind.pays()[0];
        for (id, amount) in [("LAST", "40.00"), ("VOID", "10.00")] {
            app.posted(kind, on(paid.paid_by("LAST", id, amount).1, day)).await;
        }
        app.void(&kind.at("VOID")).await.expect(200);
    }
    for (credit, _) in credits() {
        app.apply(credit, "LAST", "LAST", "20.00").await.expect(200);
    }
}

tests::on_both! {
    async fn after_any_history_the_reports_agree(app: TestApp) {
        app.open_books().await;
        for (currency, rate) in [("EUR", "1.12"), ("JPY", "0.0071"), ("KWD", "3.2513")] {
            for day in ["2024-01-01", "2024-02-01", "2024-03-01"] {
                app.rate(currency, day, rate).await;
            }
        }
        dimensions::recorded(&app).await;
        for (round, seed) in [7, 11].into_iter().enumerate() {
            history(&app, seed, round * STEPS).await;
        }
        what_may_be_missing(&app).await;
        let journal = tests::plain_text::export(&app, "hledger").await;
        let of_types = all_kinds().map(|kind| format!("document:{}", kind.name));
        let words = ["posting:void", "posting:application-1", "@@"].map(str::to_owned);
        for happened in of_types.iter().chain(&words) {
            assert!(journal.contains(happened), "a history without {happened} says too little");
        }
        statements_agree(&app).await;
        layouts_agree(&app).await;
        ledgers_agree(&app).await;
        let accounts: Vec<_> = trial(&app, "as_of=9999-12-31").await.into_keys().collect();
        dimensions::agree(&app, &accounts).await;
        slices::agree(&app, &accounts).await;
        tests::plain_text::equals_trial_balance(&app).await;
    }
}
