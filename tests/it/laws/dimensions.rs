//! After any history: what accounts moved by the values of a dimension adds up to what they moved, and to the income statement, and is
//! what the lines of the general ledger name. See docs/rules/dimensions.md#in-reports.

use std::collections::BTreeMap;

use tests::prelude::*;

use super::reports::cents;

/// Two projects, of which one is a part of the other.
pub async fn recorded(app: &TestApp) {
    app.dimension("project").await;
    for (id, parent) in [("P-1", Value::Null), ("P-2", json!("P-1")), ("P-3", Value::Null)] {
        let body = json!({ "dimension_id": "project", "value_id": id, "value_name": id, "parent_id": parent });
        app.post("dimension-values", &app.controller(), body).await.expect(201);
    }
}

/// The body with departments and projects on some of its lines.
pub fn named(dice: &mut Dice, mut body: Value) -> Value {
    for line in body["lines"].as_array_mut().into_iter().flatten() {
        if dice.roll(2) == 0 {
            line["department_id"] = json!(dice.pick(&["D-1", "D-2"]));
        }
        if dice.roll(3) > 0 {
            line["dimensions"] = json!([{ "dimension_id": "project", "value_id": dice.pick(&["P-1", "P-2", "P-3"]) }]);
        }
    }
    body
}

/// Debits and credits by account and value; an empty text is what names none.
type ByValue = BTreeMap<(String, String), (i128, i128)>;

/// What the lines of the general ledger name, summed here.
async fn of_ledgers(app: &TestApp, accounts: &[String], dimension: &str, span: &str) -> ByValue {
    let mut found = ByValue::new();
    for account in accounts {
        let lines = app.csv(&format!("general-ledger?account_id={account}&{span}")).await;
        for line in lines.iter().filter(|line| line["row"] == "posting") {
            let of_project = line["dimensions"].strip_prefix("project=").unwrap_or_default();
            let value = if dimension == "department" { line["department_id"].as_str() } else { of_project };
            let minor = |column: &str| line[column].replace('.', "").parse::<i128>().expect("an amount");
            let sums = found.entry((account.clone(), value.to_owned())).or_default();
            *sums = (sums.0 + minor("debit"), sums.1 + minor("credit"));
        }
    }
    found.retain(|_, sums| *sums != (0, 0));
    found
}

/// Asserts it for some spans of days.
pub async fn agree(app: &TestApp, accounts: &[String]) {
    let mut seen = 0;
    for span in ["from=2024-01-01&to=2024-12-31", "from=2024-02-01&to=2024-02-29", "from=2024-01-31&to=2024-02-14"] {
        let statement = app.report(&format!("income-statement?{span}")).await;
        for dimension in ["department", "project"] {
            let report = app.report(&format!("by-dimension?dimension_id={dimension}&{span}")).await;
            let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
            let key = |row: &Value| (text(&row["account_id"]), text(&row["value_id"]));
            let rows: ByValue =
                report.data().iter().map(|row| (key(row), (cents(&row["debit"]), cents(&row["credit"])))).collect();
            assert_eq!(rows, of_ledgers(app, accounts, dimension, span).await, "{dimension} {span}");
            seen += rows.keys().filter(|(_, value)| !value.is_empty()).count();
            assert_eq!(report["income"], statement["income"]["total"], "{}", report.text);
            assert_eq!(report["expenses"], statement["expenses"]["total"], "{}", report.text);
            assert_eq!(report["net_income"], statement["net_income"], "{}", report.text);
            let values = report["values"].as_array().expect("values");
            let sum = |column: &str| values.iter().map(|value| cents(&value[column])).sum::<i128>();
            assert_eq!(sum("own_income"), cents(&report["income"]), "{}", report.text);
            assert_eq!(sum("own_expenses"), cents(&report["expenses"]), "{}", report.text);
        }
        let report = app.report(&format!("by-dimension?dimension_id=project&{span}")).await;
        let values = report["values"].as_array().expect("values");
        let of = |id: &str, column: &str| {
            values.iter().find(|value| value["value_id"] == id).map_or(0, |value| cents(&value[column]))
        };
        assert_eq!(of("P-1", "expenses"), of("P-1", "own_expenses") + of("P-2", "own_expenses"), "{}", report.text);
        // One value with its parts is the same rows.
        let whole = app.report(&format!("by-dimension?dimension_id=project&value_id=P-1&{span}")).await;
        let parts = |row: &&Value| row["value_id"] == "P-1" || row["value_id"] == "P-2";
        let expected: Vec<_> = report.data().iter().filter(parts).cloned().collect();
        assert_eq!(*whole.data(), expected, "{}", whole.text);
    }
    assert!(seen > 50, "a history in which {seen} sums have a value says too little");
}
