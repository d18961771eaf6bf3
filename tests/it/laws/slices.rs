//! After any history: the reports of the lines of each value, and of those that name none, add up to the whole report; so do the columns
//! of a statement that is split. See docs/rules/dimensions.md#reports-of-a-value.

use std::collections::BTreeMap;

use tests::prelude::*;

use super::reports::cents;

/// Slices that have every line once.
const SLICES: [(&str, [&str; 3]); 2] = [("project", ["P-1", "P-3", "none"]), ("department", ["D-1", "D-2", "none"])];

/// Every figure of a report by where it stands: accounts by their id, whatever their place.
fn figures(of: &Value, at: &str, found: &mut BTreeMap<String, i128>) {
    match of {
        Value::Number(_) => *found.entry(at.to_owned()).or_default() += cents(of),
        Value::Array(rows) => {
            for (place, row) in rows.iter().enumerate() {
                let id = row["account_id"].as_str().map_or_else(|| place.to_string(), str::to_owned);
                figures(row, &format!("{at}/{id}"), found);
            }
        }
        Value::Object(members) => {
            for (name, member) in members.iter().filter(|(name, _)| *name != "balancing_item") {
                figures(member, &format!("{at}/{name}"), found);
            }
        }
        _ => {}
    }
}

fn sum<'a>(reports: impl IntoIterator<Item = &'a Value>) -> BTreeMap<String, i128> {
    let mut found = BTreeMap::new();
    for report in reports {
        figures(report, "", &mut found);
    }
    // What is zero may be left out.
    found.retain(|_, sum| *sum != 0);
    found
}

fn asked(dimension: &str, value: &str) -> String {
    format!("dimension_id={dimension}&value_id={value}")
}

async fn statements_add_up(app: &TestApp) {
    for query in [
        "trial-balance?period_id=2024-02",
        "trial-balance?as_of=2024-02-20",
        "income-statement?period_id=2024-02",
        "income-statement?from=2024-01-31&to=2024-03-31",
        "income-statement?period_id=2024-03&compare=previous_period&columns=3",
        "balance-sheet?as_of=2024-03-31",
        "balance-sheet?as_of=2024-02-20",
    ] {
        let whole = app.report(query).await;
        for (dimension, values) in SLICES {
            let mut parts = Vec::new();
            for value in values {
                let part = app.report(&format!("{query}&{}", asked(dimension, value))).await;
                if query.starts_with("balance-sheet") {
                    assert_eq!(part["assets"]["total"], part["total_liabilities_and_equity"], "{}", part.text);
                }
                parts.push(part.json);
            }
            if query.starts_with("balance-sheet") {
                let items = parts.iter().map(|part| cents(&part["equity"]["balancing_item"]));
                assert_eq!(items.sum::<i128>(), 0, "{query}");
            }
            assert_eq!(sum(&parts), sum([&whole.json]), "{query} by {dimension}");
        }
    }
}

/// The lines without their balance, which is of the slice.
fn told(lines: Vec<BTreeMap<String, String>>) -> Vec<BTreeMap<String, String>> {
    let mut told: Vec<_> =
        lines.into_iter().filter(|line| line.get("row").is_none_or(|row| row == "posting")).collect();
    for line in &mut told {
        line.remove("balance");
    }
    told.sort();
    told
}

async fn lines_add_up(app: &TestApp, accounts: &[String]) {
    let days = "from=2024-01-31&to=2024-03-31";
    for (dimension, values) in SLICES {
        for account in accounts {
            let query = format!("general-ledger?account_id={account}&{days}");
            let frame = ["opening_balance", "total_debit", "total_credit", "closing_balance"];
            let (mut sums, mut lines) = (vec![0; frame.len()], Vec::new());
            for value in values {
                let query = format!("{query}&{}", asked(dimension, value));
                let first = app.report(&format!("{query}&limit=3&count=true")).await;
                for (sum, name) in sums.iter_mut().zip(frame) {
                    *sum += cents(&first[name]);
                }
                let whole = app.csv(&query).await;
                let shown = whole.iter().filter(|line| line["row"] == "posting").count();
                assert_eq!(first["total"], shown, "{query}");
                assert_eq!(pages(app, &query, &first).await, balances(&whole), "{query}");
                lines.extend(told(whole));
            }
            let whole = app.report(&query).await;
            assert_eq!(sums, frame.map(|name| cents(&whole[name])), "{query}");
            assert_eq!(told(lines), told(app.csv(&query).await), "{query}");
        }
        let query = format!("journal?{days}");
        let mut lines = Vec::new();
        let mut sides = (0, 0);
        for value in values {
            let query = format!("{query}&{}", asked(dimension, value));
            let report = app.report(&query).await;
            sides = (sides.0 + cents(&report["total_debit"]), sides.1 + cents(&report["total_credit"]));
            lines.extend(app.csv(&query).await);
        }
        let whole = app.report(&query).await;
        assert_eq!(sides, (cents(&whole["total_debit"]), cents(&whole["total_credit"])), "{query} by {dimension}");
        assert_eq!(told(lines), told(app.csv(&query).await), "{query} by {dimension}");
    }
}

fn balances(lines: &[BTreeMap<String, String>]) -> Vec<String> {
    lines.iter().filter(|line| line["row"] == "posting").map(|line| line["balance"].clone()).collect()
}

/// The running balances of a walk of pages.
async fn pages(app: &TestApp, query: &str, first: &Answer) -> Vec<String> {
    let of = |page: &Answer| page.data().iter().map(|line| line["balance"].to_string()).collect::<Vec<_>>();
    let (mut found, mut next) = (of(first), first["next_cursor"].as_str().map(str::to_owned));
    while let Some(cursor) = next {
        let page = app.report(&format!("{query}&limit=3&cursor={cursor}")).await;
        found.extend(of(&page));
        next = page["next_cursor"].as_str().map(str::to_owned);
    }
    found
}

/// A statement as its columns tell it: figures by account, and its sums.
fn columns(report: &Answer) -> (BTreeMap<String, i128>, BTreeMap<String, i128>) {
    let mut rows: Vec<&Value> = report.json["data"].as_array().into_iter().flatten().collect();
    for section in ["income", "expenses", "assets", "liabilities", "equity"] {
        rows.extend(report.json[section]["accounts"].as_array().into_iter().flatten());
    }
    let (mut own, mut beside) = (BTreeMap::new(), BTreeMap::new());
    for row in rows {
        let id = row["account_id"].as_str().unwrap_or_default();
        for column in row["comparatives"].as_array().expect("columns") {
            match column {
                Value::Number(_) => *beside.entry(format!("{id}/balance")).or_default() += cents(column),
                figures => {
                    for (name, figure) in figures.as_object().expect("figures") {
                        *beside.entry(format!("{id}/{name}")).or_default() += cents(figure);
                    }
                }
            }
        }
        for (name, figure) in row.as_object().expect("a row").iter().filter(|(_, figure)| figure.is_number()) {
            own.insert(format!("{id}/{name}"), cents(figure));
        }
    }
    if report.json.get("equity").is_some() {
        sheets(report, &mut own, &mut beside);
    }
    (own, beside)
}

/// The sums of a balance sheet, each column of which balances by itself.
fn sheets(report: &Answer, own: &mut BTreeMap<String, i128>, beside: &mut BTreeMap<String, i128>) {
    for section in ["assets", "liabilities", "equity"] {
        own.insert(section.to_owned(), cents(&report[section]["total"]));
    }
    for earned in ["current_earnings", "earlier_earnings", "balancing_item"] {
        own.insert(earned.to_owned(), cents(&report["equity"][earned]));
    }
    for column in report["comparatives"].as_array().expect("columns") {
        assert_eq!(column["assets"], column["total_liabilities_and_equity"], "{}", report.text);
        for name in ["assets", "liabilities", "equity", "current_earnings", "earlier_earnings", "balancing_item"] {
            *beside.entry(name.to_owned()).or_default() += cents(&column[name]);
        }
    }
}

async fn columns_add_up(app: &TestApp) {
    let mut seen = 0;
    for query in [
        "trial-balance?period_id=2024-02",
        "trial-balance?as_of=2024-03-31",
        "income-statement?to=2024-03-31",
        "balance-sheet?as_of=2024-03-31",
        "balance-sheet?as_of=2024-02-20",
    ] {
        for slice in ["", "&dimension_id=project&value_id=P-1", "&dimension_id=department&value_id=none"] {
            for by in ["dimension:project", "dimension:department", "customer", "vendor", "employee"] {
                for most in [3, 13] {
                    let report = app.report(&format!("{query}{slice}&split_by={by}&columns={most}")).await;
                    let (own, beside) = columns(&report);
                    assert_eq!(own, beside, "{query}{slice} by {by}");
                    let told = report["comparatives"].as_array().expect("columns").clone();
                    assert!(told.len() < most, "{}", report.text);
                    let dimension = by.strip_prefix("dimension:").filter(|_| slice.is_empty());
                    let is_named = |column: &&Value| column["part"]["kind"] == "named";
                    for column in told.iter().filter(is_named) {
                        let Some(dimension) = dimension else { continue };
                        let id = column["part"]["id"].as_str().expect("a value");
                        let alone = app.report(&format!("{query}&{}", asked(dimension, id))).await;
                        for name in ["income", "expenses", "assets", "liabilities", "equity"] {
                            assert_eq!(
                                column.get(name),
                                alone.json.get(name).and_then(|of| of.get("total")),
                                "{query} {id}"
                            );
                        }
                        for name in ["current_earnings", "earlier_earnings", "balancing_item"] {
                            assert_eq!(
                                column.get(name),
                                alone.json.get("equity").and_then(|of| of.get(name)),
                                "{query} {id}"
                            );
                        }
                        for name in ["net_income", "total_debit", "total_credit"] {
                            assert_eq!(column.get(name), alone.json.get(name), "{query} {id}");
                        }
                    }
                    seen += told.len();
                }
            }
        }
    }
    assert!(seen > 100, "{seen} columns say too little");
}

/// Asserts it.
pub async fn agree(app: &TestApp, accounts: &[String]) {
    statements_add_up(app).await;
    lines_add_up(app, accounts).await;
    columns_add_up(app).await;
}
