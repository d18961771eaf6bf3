//! What a file brings in, as the dry run says.

use serde_json::Value;

use super::{Break, breaks};
use crate::interface::schema::{BankStatement, StatementImport};
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
        let all = answer.list(StatementImport::STATEMENTS);
        Self {
            file_name: visit.form.get("file_name").unwrap_or_default().to_owned(),
            statements: all.iter().take(MOST).map(|one| statement(visit, one)).collect(),
            left_out: all.len().saturating_sub(MOST),
            new_lines: visit.reader.number(&answer.text(StatementImport::NEW_LINES)),
            known_lines: visit.reader.number(&answer.text(StatementImport::KNOWN_LINES)),
            of_others: answer.whole(StatementImport::OF_OTHERS),
            brings_nothing: all.iter().all(|one| one.flag(BankStatement::IS_KNOWN)),
        }
    }
}

fn statement(visit: &Visit, one: &Value) -> Statement {
    let currency = one.text(BankStatement::CURRENCY);
    let is_known = one.flag(BankStatement::IS_KNOWN);
    Statement {
        number: one.text(BankStatement::NUMBER),
        bank_account: one.text(BankStatement::BANK_ACCOUNT),
        format: one.text(BankStatement::FORMAT),
        from: visit.reader.date(&one.text(BankStatement::FROM)),
        to: visit.reader.date(&one.text(BankStatement::TO)),
        opening: visit.amount(&one.text(BankStatement::OPENING_BALANCE), &currency),
        closing: visit.amount(&one.text(BankStatement::CLOSING_BALANCE), &currency),
        lines: visit.reader.number(&one.text(BankStatement::LINES)),
        new_lines: if is_known { "0".into() } else { visit.reader.number(&one.text(BankStatement::NEW_LINES)) },
        not_booked: one.whole(BankStatement::NOT_BOOKED),
        breaks: breaks(visit, one),
        is_known,
        currency,
    }
}
