//! Bank statements: what the bank says, brought in as files, and each statement with its lines.

mod bring_in;
mod brought;
mod list;
mod one;

use poem::{get, post};
use serde_json::Value;

use super::door::Door;
use super::routes::Routes;
use crate::interface::schema::{BankStatement, StatementBreak};
use crate::json::Members;
use crate::operations::segment;
use crate::visit::Visit;

/// The paths of this area.
pub fn add(route: Routes, door: &Door) -> Routes {
    route
        .at("/bank-statements", get(door.page(list::show)).post(door.page_for_file(bring_in::bring_in)))
        .at("/bank-statements/:id", get(door.page(one::show)))
        .at("/bank-statements/:id/delete", post(door.page(one::delete)))
}

/// The page of a statement.
fn page_of(id: &str) -> String {
    format!("/bank-statements/{}", segment(id))
}

/// Where a balance does not fit.
pub struct Break {
    /// `gap` or `lines`.
    pub kind: String,
    pub date: String,
    pub difference: String,
}

fn breaks(visit: &Visit, statement: &Value) -> Vec<Break> {
    let currency = statement.text(BankStatement::CURRENCY);
    let one = |found: &Value| Break {
        kind: found.text(StatementBreak::KIND),
        date: visit.reader.date(&found.text(StatementBreak::DATE)),
        difference: visit.amount(&found.text(StatementBreak::DIFFERENCE), &currency),
    };
    statement.list(BankStatement::BREAKS).iter().map(one).collect()
}
