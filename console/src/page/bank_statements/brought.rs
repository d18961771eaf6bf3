//! What a file brings in, as the dry run says.

use serde_json::Value;

use super::{Break, breaks};
use crate::json::{Json, Members};
use crate::visit::Visit;

/// How many statements of a file a page shows.
const MOST: usize = 50;

/// What would be brought in.
pub struct Preview {
    pub file_name: String,
    pub statements: Vec<Statement>,
    /// How many statements are not shown.
    pub left_out: usize,
    pub new_lines: String,
    pub known_lines: String,
    /// Statements of other bank accounts.
    pub of_others: i64,
    pub brings_nothing: bool,
}

/// One statement of the file.
pub struct Statement {
    pub number: String,
    pub bank_account: String,
    pub format: String,
    pub from: String,
    pub to: String,
    pub opening: String,
    pub closing: String,
    pub currency: String,
    pub lines: String,
    pub new_lines: String,
    pub not_booked: i64,
    pub is_known: bool,
    pub breaks: Vec<Break>,
}

impl Preview {
    pub fn has_breaks(&self) -> bool {
        self.statements.iter().any(|statement| !statement.breaks.is_empty())
    }

    pub fn of(visit: &Visit, answer: &Json) -> Self {
        let all = answer.list("statements");
        Self {
            file_name: visit.form.get("file_name").unwrap_or_default().to_owned(),
            statements: all.iter().take(MOST).map(|one| statement(visit, one)).collect(),
            left_out: all.len().saturating_sub(MOST),
            new_lines: visit.reader.number(&answer.text("new_lines")),
            known_lines: visit.reader.number(&answer.text("known_lines")),
            of_others: answer.whole("of_others"),
            brings_nothing: all.iter().all(|one| one.flag("is_known")),
        }
    }
}

fn statement(visit: &Visit, one: &Value) -> Statement {
    let currency = one.text("currency");
    let is_known = one.flag("is_known");
    Statement {
        number: one.text("number"),
        bank_account: one.text("bank_account"),
        format: one.text("format"),
        from: visit.reader.date(&one.text("from")),
        to: visit.reader.date(&one.text("to")),
        opening: visit.amount(&one.text("opening_balance"), &currency),
        closing: visit.amount(&one.text("closing_balance"), &currency),
        lines: visit.reader.number(&one.text("lines")),
        new_lines: if is_known { "0".into() } else { visit.reader.number(&one.text("new_lines")) },
        not_booked: one.whole("not_booked"),
        breaks: breaks(visit, one),
        is_known,
        currency,
    }
}
