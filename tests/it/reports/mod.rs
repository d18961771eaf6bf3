//! Reports against books whose figures are known. See docs/rules/reports.md#figures-of-reports.
mod aging;
mod budget_vs_actual;
mod by_value;
mod carried;
mod cash_flow;
mod comparatives;
mod csv;
mod export;
mod full_days;
mod general_ledger;
mod journal;
mod limits;
mod statement_of_account;
mod statements;
mod trial_balance;
mod xlsx;

use serde_json::Value;

/// The texts of these columns, in order: numbers as they were written.
fn cells(row: &Value, columns: &[&str]) -> Vec<String> {
    columns.iter().map(|column| row[*column].as_str().map_or_else(|| row[*column].to_string(), str::to_owned)).collect()
}

/// Each row as one line of text, its cells separated by a space.
fn lines(rows: &[Value], columns: &[&str]) -> Vec<String> {
    rows.iter().map(|row| cells(row, columns).join(" ")).collect()
}
