//! Layouts of statements on the wire. See docs/rules/report-layouts.md.

use engine::features::report_layouts::commands::given::GivenLine;
use engine::features::report_layouts::commands::save::SaveLayout;
use engine::features::report_layouts::model::{
    ID_PREFIX, LayoutLine, LineOf, MOST_LINES, MOST_NAMED, ReportLayout, Side, Statement,
};
use engine::values::error::Faults;
use poem_openapi::Object;

use crate::schema::leaf::wire_word;
use crate::schema::{Id, List, Name, Required, WireTimestamp};

wire_word! {
    /// Which statement has these lines.
    LaidOutStatement(Statement) as "LaidOutStatement"
}

wire_word! {
    /// Which side a line shows as positive.
    LineSide(Side) as "LineSide"
}

/// A new layout.
#[derive(Object, Debug)]
pub struct ReportLayoutInput {
    /// Made by the service when left out.
    pub layout_id: Option<Id>,
    pub layout_name: Required<Name>,
    pub statement: Required<LaidOutStatement>,
    pub lines: Required<List<LayoutLineInput, 1, MOST_LINES>>,
}

/// What is to change on a layout.
#[derive(Object, Debug)]
pub struct ReportLayoutUpdate {
    pub layout_name: Option<Name>,
    /// In place of all that there are.
    pub lines: Option<List<LayoutLineInput, 1, MOST_LINES>>,
}

/// A line: a group, of `accounts`, or a subtotal, the `sum_of` lines above it.
#[derive(Object, Debug)]
pub struct LayoutLineInput {
    pub line_id: Required<Id>,
    pub title: Required<Name>,
    /// `credit` when left out.
    pub positive: Option<LineSide>,
    /// Ids and ranges such as `4000..4999`; no account is in two groups. `current_earnings` and `earlier_earnings` of a balance sheet,
    /// `net_income` and `exchange_effect` of a cash flow are named like accounts.
    pub accounts: Option<List<Id, 1, MOST_NAMED>>,
    /// No group is counted twice.
    pub sum_of: Option<List<Id, 1, MOST_NAMED>>,
}

/// A line of a layout.
#[derive(Object, Debug)]
#[oai(rename = "LayoutLine")]
pub struct LayoutLineView {
    pub line_id: String,
    pub title: String,
    pub positive: LineSide,
    pub accounts: Option<Vec<String>>,
    pub sum_of: Option<Vec<String>>,
}

/// A layout of a statement.
#[derive(Object, Debug)]
#[oai(rename = "ReportLayout")]
pub struct ReportLayoutView {
    pub layout_id: String,
    pub layout_name: String,
    pub statement: LaidOutStatement,
    pub lines: Vec<LayoutLineView>,
    pub version: i64,
    pub created_at: WireTimestamp,
    pub created_by: String,
    pub updated_at: WireTimestamp,
    pub updated_by: String,
}

impl From<&LayoutLine> for LayoutLineView {
    fn from(of: &LayoutLine) -> Self {
        let (accounts, sum_of) = match &of.of {
            LineOf::Accounts(named) => (Some(named.iter().map(ToString::to_string).collect()), None),
            LineOf::Lines(ids) => (None, Some(ids.clone())),
        };
        let (line_id, title) = (of.line_id.clone(), of.title.clone());
        Self { line_id, title, positive: of.positive.into(), accounts, sum_of }
    }
}

impl From<&ReportLayout> for ReportLayoutView {
    fn from(of: &ReportLayout) -> Self {
        Self {
            layout_id: of.layout_id.clone(),
            layout_name: of.layout_name.clone(),
            statement: of.statement.into(),
            lines: of.lines.iter().map(LayoutLineView::from).collect(),
            version: of.version,
            created_at: of.created_at.into(),
            created_by: of.created_by.clone(),
            updated_at: of.updated_at.into(),
            updated_by: of.updated_by.clone(),
        }
    }
}

impl LayoutLineInput {
    fn into_given(self) -> GivenLine {
        let texts = |ids: List<Id, 1, MOST_NAMED>| ids.0.into_iter().map(String::from).collect();
        GivenLine {
            line_id: self.line_id.0.map(Into::into),
            title: self.title.0.map(Into::into),
            positive: self.positive.map(Into::into),
            accounts: self.accounts.map(texts),
            sum_of: self.sum_of.map(texts),
        }
    }
}

fn given(lines: List<LayoutLineInput, 1, MOST_LINES>) -> Vec<GivenLine> {
    lines.0.into_iter().map(LayoutLineInput::into_given).collect()
}

impl ReportLayoutInput {
    pub fn into_command(self, faults: Faults) -> SaveLayout {
        SaveLayout {
            layout_id: self.layout_id.map_or_else(|| engine::values::id::fresh(ID_PREFIX), Into::into),
            layout_name: self.layout_name.0.map(Into::into),
            statement: self.statement.0.map(Into::into),
            lines: self.lines.0.map(given),
            create: true,
            faults,
        }
    }
}

impl ReportLayoutUpdate {
    pub fn into_command(self, layout_id: String, faults: Faults) -> SaveLayout {
        SaveLayout {
            layout_id,
            layout_name: self.layout_name.map(Into::into),
            statement: None,
            lines: self.lines.map(given),
            create: false,
            faults,
        }
    }
}
