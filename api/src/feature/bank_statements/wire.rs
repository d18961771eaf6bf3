//! Bank statements on the wire. See docs/rules/bank-statements.md.

use engine::features::bank_statements::commands::import::{Imported, ImportedStatement};
use engine::features::bank_statements::model::{BankStatement, Break, BreakKind, Line, StatementFormat};
use engine::values::money::Currency;
use poem_openapi::{Enum, Object};

use crate::schema::document::shared::{amount, sum};
use crate::schema::{Amount, Sum, WireDate, WireTimestamp};

/// How a bank's file is written.
#[derive(Enum, Clone, Copy, PartialEq, Eq, Debug)]
#[oai(rename = "StatementFormat", rename_all = "lowercase")]
pub enum WireFormat {
    /// ISO 20022, `camt.053`, of any version.
    Camt053,
    /// By the mapping of the account.
    Csv,
    /// SWIFT MT940.
    Mt940,
    /// OFX 1 (SGML) and 2 (XML).
    Ofx,
    /// BAI2.
    Bai2,
}

impl From<StatementFormat> for WireFormat {
    fn from(format: StatementFormat) -> Self {
        match format {
            StatementFormat::Camt053 => Self::Camt053,
            StatementFormat::Csv => Self::Csv,
            StatementFormat::Mt940 => Self::Mt940,
            StatementFormat::Ofx => Self::Ofx,
            StatementFormat::Bai2 => Self::Bai2,
        }
    }
}

/// Why a statement does not chain.
#[derive(Enum, Clone, Copy, PartialEq, Eq, Debug)]
#[oai(rename_all = "snake_case")]
pub enum WireBreakKind {
    /// It opens with something else than the statement before it closed with.
    Gap,
    /// Its lines do not lead from its opening to its closing balance.
    Lines,
}

/// Where money is missing from a statement, or too much.
#[derive(Object, Debug)]
#[oai(rename = "StatementBreak")]
pub struct BreakView {
    pub kind: WireBreakKind,
    /// The day of the balance that does not fit.
    pub date: WireDate,
    /// What the balance says less what was expected.
    pub difference: Sum,
}

fn breaks(found: &[Break], currency: Currency) -> Vec<BreakView> {
    let view = |found: &Break| BreakView {
        kind: match found.kind {
            BreakKind::Gap => WireBreakKind::Gap,
            BreakKind::Lines => WireBreakKind::Lines,
        },
        date: found.date.into(),
        difference: sum(found.difference, currency),
    };
    found.iter().map(view).collect()
}

/// A bank statement as it was brought in. It never changes.
#[derive(Object, Debug)]
#[oai(rename = "BankStatement")]
pub struct BankStatementView {
    pub statement_id: String,
    pub account_id: String,
    pub currency: String,
    pub format: WireFormat,
    /// The bank's own number of the account, such as its IBAN.
    pub bank_account: Option<String>,
    pub number: Option<String>,
    pub from: WireDate,
    pub to: WireDate,
    /// What the account held before the first line; positive is the company's money.
    pub opening_balance: Option<Sum>,
    pub closing_balance: Option<Sum>,
    /// The sum of its lines, those that were known already with them.
    pub total: Sum,
    pub lines: u32,
    /// How many of them no statement before had brought in.
    pub new_lines: u32,
    pub created_at: WireTimestamp,
    pub created_by: String,
    /// Where it does not chain. While there is one, no reconciliation of these days can be completed.
    pub breaks: Vec<BreakView>,
    /// Of an import: the account had it already, and nothing was brought in.
    #[oai(skip_serializing_if_is_none)]
    pub is_known: Option<bool>,
    /// Of an import: entries that the bank had not booked yet, which are no lines.
    #[oai(skip_serializing_if_is_none)]
    pub not_booked: Option<u32>,
}

impl BankStatementView {
    pub fn of(statement: &BankStatement, broken: &[Break]) -> Self {
        let of = |held| sum(held, statement.currency);
        Self {
            statement_id: statement.statement_id.clone(),
            account_id: statement.account_id.clone(),
            currency: statement.currency.code().into(),
            format: statement.format.into(),
            bank_account: statement.bank_account.clone(),
            number: statement.number.clone(),
            from: statement.from.into(),
            to: statement.to.into(),
            opening_balance: statement.opening_balance.map(of),
            closing_balance: statement.closing_balance.map(of),
            total: of(statement.total),
            lines: statement.lines,
            new_lines: statement.new_lines,
            created_at: statement.created_at.into(),
            created_by: statement.created_by.clone(),
            breaks: breaks(broken, statement.currency),
            is_known: None,
            not_booked: None,
        }
    }

    fn imported(one: &ImportedStatement) -> Self {
        let (is_known, not_booked) = (Some(one.is_known), Some(one.not_booked));
        Self { is_known, not_booked, ..Self::of(&one.statement, &one.breaks) }
    }
}

/// What a file brought in.
#[derive(Object, Debug)]
#[oai(rename = "StatementImport")]
pub struct ImportView {
    pub account_id: String,
    pub statements: Vec<BankStatementView>,
    pub new_lines: u64,
    pub known_lines: u64,
    /// Statements of other bank accounts.
    pub of_others: u64,
}

impl From<&Imported> for ImportView {
    fn from(imported: &Imported) -> Self {
        let new = |one: &ImportedStatement| if one.is_known { 0 } else { one.statement.new_lines };
        let all: u64 = imported.statements.iter().map(|one| u64::from(one.statement.lines)).sum();
        let new_lines: u64 = imported.statements.iter().map(|one| u64::from(new(one))).sum();
        Self {
            account_id: imported.account_id.clone(),
            statements: imported.statements.iter().map(BankStatementView::imported).collect(),
            new_lines,
            known_lines: all.saturating_sub(new_lines),
            of_others: u64::try_from(imported.of_others).unwrap_or(u64::MAX),
        }
    }
}

/// A line of a bank statement, as the bank wrote it. It never changes.
#[derive(Object, Debug)]
#[oai(rename = "BankStatementLine")]
pub struct BankLine {
    pub line_id: String,
    pub statement_id: String,
    pub account_id: String,
    /// From 1.
    pub position: u32,
    /// The day on which the bank booked it.
    pub date: WireDate,
    pub value_date: Option<WireDate>,
    /// Negative for money that went out.
    pub amount: Amount,
    pub currency: String,
    pub counterparty_name: Option<String>,
    pub counterparty_account: Option<String>,
    pub bank_reference: Option<String>,
    pub end_to_end_id: Option<String>,
    pub text: Option<String>,
    /// The bank's, for the kind of transaction.
    pub code: Option<String>,
    /// It takes back an earlier line.
    pub is_reversal: bool,
    /// Of how many transactions the bank made it: more than 1 for a batch.
    pub transactions: u32,
    /// The match that it is in; null while it waits.
    pub match_id: Option<String>,
}

impl BankLine {
    pub fn of(line: &Line, match_id: Option<String>) -> Self {
        let entry = &line.entry;
        Self {
            line_id: line.line_id.clone(),
            statement_id: line.statement_id.clone(),
            account_id: line.account_id.clone(),
            position: line.position,
            date: entry.date.into(),
            value_date: entry.value_date.map(Into::into),
            amount: amount(entry.amount, entry.currency),
            currency: entry.currency.code().into(),
            counterparty_name: entry.counterparty_name.clone(),
            counterparty_account: entry.counterparty_account.clone(),
            bank_reference: entry.bank_reference.clone(),
            end_to_end_id: entry.end_to_end_id.clone(),
            text: entry.text.clone(),
            code: entry.code.clone(),
            is_reversal: entry.is_reversal,
            transactions: entry.transactions,
            match_id,
        }
    }
}
