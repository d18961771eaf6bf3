//! Statements by a layout, on the wire. See docs/rules/report-layouts.md#statements.

use engine::features::report_layouts::model::{ReportLayout, Statement};
use engine::features::reports::laid_out::{LaidAccount, LaidLine, LaidOut, LineKind, lay_out};
use engine::kernel::engine::Engine;
use engine::values::error::{Faults, sum_too_large};
use engine::values::money::{Currency, Minor};
use poem_openapi::{Enum, Object};

use super::section::{StatementAccount, account_rows};
use crate::problem::Problem;
use crate::schema::document::shared::sum;
use crate::schema::{Id, Sum};
use crate::table::Cell;

/// A statement by the lines of a layout.
#[derive(Object, Debug)]
pub struct StatementLayout {
    pub layout_id: String,
    pub layout_name: String,
    /// Asks for the same lines again, as `layout_version`.
    pub layout_version: i64,
    pub lines: Vec<StatementLine>,
}

/// What a line is.
#[derive(Enum, Clone, Copy, PartialEq, Eq, Debug)]
#[oai(rename_all = "snake_case", rename = "StatementLineKind")]
pub enum StatementLineKind {
    Group,
    Subtotal,
    Other,
}

/// A line; `other` has what no group names.
#[derive(Object, Debug)]
pub struct StatementLine {
    pub line_id: String,
    pub title: String,
    pub kind: StatementLineKind,
    /// Positive on the side that the line shows as positive.
    pub accounts: Vec<StatementAccount>,
    pub total: Sum,
    #[oai(skip_serializing_if_is_none)]
    pub comparatives: Option<Vec<Sum>>,
}

/// The layout that was asked for, if any.
pub async fn asked(
    books: &Engine,
    statement: Statement,
    (layout_id, layout_version): (Option<&Id>, Option<i64>),
) -> Result<Option<ReportLayout>, Problem> {
    match (layout_id, layout_version) {
        (Some(id), version) => Ok(Some(books.layout_of(statement, &id.0, version).await?)),
        (None, Some(_)) => Err(Faults::one("layout_version", "is of a layout: send layout_id").into()),
        (None, None) => Ok(None),
    }
}

/// The statement, and what stands beside it, by the layout.
pub fn view<S: LaidOut>(
    layout: &ReportLayout,
    own: &S,
    beside: Option<&[S]>,
    base: Currency,
) -> Result<StatementLayout, Problem> {
    let columns: Vec<&S> = std::iter::once(own).chain(beside.unwrap_or_default()).collect();
    let laid = lay_out(&layout.lines, &columns).map_err(|_| sum_too_large())?;
    Ok(StatementLayout {
        layout_id: layout.layout_id.clone(),
        layout_name: layout.layout_name.clone(),
        layout_version: layout.version,
        lines: laid.iter().map(|line| shown(line, beside.is_some(), base)).collect(),
    })
}

fn shown(line: &LaidLine, compared: bool, base: Currency) -> StatementLine {
    let sums = |balances: &[Minor]| {
        let mut sums = balances.iter().map(|balance| sum(*balance, base));
        let own = sums.next().unwrap_or_else(|| sum(Minor::ZERO, base));
        (own, compared.then(|| sums.collect::<Vec<_>>()))
    };
    let account = |account: &LaidAccount| {
        let (balance, comparatives) = sums(&account.balances);
        let (account_id, account_name) = (account.account_id.clone(), account.account_name.clone());
        StatementAccount { account_id, account_name, balance, comparatives }
    };
    let (total, comparatives) = sums(&line.totals);
    StatementLine {
        line_id: line.line_id.clone(),
        title: line.title.clone(),
        kind: match line.kind {
            LineKind::Group => StatementLineKind::Group,
            LineKind::Subtotal => StatementLineKind::Subtotal,
            LineKind::Other => StatementLineKind::Other,
        },
        accounts: line.accounts.iter().map(account).collect(),
        total,
        comparatives,
    }
}

impl StatementLayout {
    /// A row for each account, and one for each line, whose name is its title.
    pub fn rows(&self, currency: &str) -> Vec<Vec<Cell>> {
        let mut rows = Vec::new();
        for line in &self.lines {
            rows.extend(account_rows(&line.accounts, &line.line_id, currency));
            let kind = match line.kind {
                StatementLineKind::Group | StatementLineKind::Other => "total",
                StatementLineKind::Subtotal => "subtotal",
            };
            let id = Cell::from(&line.line_id);
            let mut row = vec![kind.into(), id, Cell::Empty, (&line.title).into(), currency.into(), line.total.into()];
            row.extend(line.comparatives.iter().flatten().map(|sum| Cell::from(*sum)));
            rows.push(row);
        }
        rows
    }
}
