//! A layout: the lines of a statement, in their order. See docs/rules/report-layouts.md#lines.

use crate::values::clock::Timestamp;
use crate::values::kind::spelled::spelled;
use crate::values::named_accounts::Named;

/// The resource in permissions and in the trail; each version has one of its own in the trail.
pub const RESOURCE: &str = "report_layout";
pub const VERSION_RESOURCE: &str = "report_layout_version";
/// Whose permission its reads ask for.
pub const READ_AS: &str = "report";
/// What is called so in a 404.
pub const TITLE: &str = "report layout";
/// What a made id begins with.
pub const ID_PREFIX: &str = "RL-";
/// The most lines of a layout.
pub const MOST_LINES: usize = 200;
/// The most accounts and ranges, or lines, that one line names.
pub const MOST_NAMED: usize = 200;

spelled! {
    /// Which statement has these lines.
    Statement { IncomeStatement = "income_statement", BalanceSheet = "balance_sheet", CashFlow = "cash_flow" }
}

spelled! {
    /// Which side of the ledger a line shows as positive.
    Side { Debit = "debit", Credit = "credit" }
}

/// One line of a statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LayoutLine {
    pub line_id: String,
    pub title: String,
    pub positive: Side,
    pub of: LineOf,
}

/// What a line adds up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LineOf {
    /// A group: accounts, each of which is in no other group.
    Accounts(Vec<Named>),
    /// A subtotal: lines above it, no group of which is counted twice.
    Lines(Vec<String>),
}

/// A version of a layout.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReportLayout {
    pub layout_id: String,
    pub layout_name: String,
    pub statement: Statement,
    pub lines: Vec<LayoutLine>,
    /// Counted from 1.
    pub version: i64,
    pub created_at: Timestamp,
    pub created_by: String,
    pub updated_at: Timestamp,
    pub updated_by: String,
}

impl ReportLayout {
    /// As the trail calls this version.
    pub fn version_id(&self) -> String {
        version_id(&self.layout_id, self.version)
    }
}

pub fn version_id(layout_id: &str, version: i64) -> String {
    format!("{layout_id}#{version}")
}
