//! Statements and their lines as rows.

use crate::features::bank_statements::model::{BankStatement, Entry, Line, Mapping, StatementFormat};
use crate::kernel::entity::{bank_csv_mapping, bank_statement, bank_statement_line};
use crate::kernel::store::StoreError;
use crate::kernel::store::row::{RowName, to_json};
use crate::values::clock::Timestamp;
use crate::values::money::Minor;

pub fn statement(of: &BankStatement) -> bank_statement::Model {
    bank_statement::Model {
        statement_id: of.statement_id.clone(),
        account_id: of.account_id.clone(),
        currency: of.currency.code().into(),
        format: of.format.name().into(),
        bank_account: of.bank_account.clone(),
        number: of.number.clone(),
        from_date: of.from.to_string(),
        to_date: of.to.to_string(),
        opening_balance: of.opening_balance.map(|held| held.0),
        closing_balance: of.closing_balance.map(|held| held.0),
        total: of.total.0,
        line_count: i64::from(of.lines),
        new_lines: i64::from(of.new_lines),
        content: of.content.clone(),
        lines_digest: of.lines_digest.clone(),
        created_at: of.created_at.micros(),
        created_by: of.created_by.clone(),
    }
}

pub fn read_statement(row: bank_statement::Model) -> Result<BankStatement, StoreError> {
    let name = RowName { table: "bank_statement", key: &row.statement_id.clone() };
    Ok(BankStatement {
        currency: name.currency("currency", &row.currency)?,
        format: name.some("format", StatementFormat::parse(&row.format))?,
        from: name.date("from_date", &row.from_date)?,
        to: name.date("to_date", &row.to_date)?,
        lines: name.u32("line_count", row.line_count)?,
        new_lines: name.u32("new_lines", row.new_lines)?,
        statement_id: row.statement_id,
        account_id: row.account_id,
        bank_account: row.bank_account,
        number: row.number,
        opening_balance: row.opening_balance.map(Minor),
        closing_balance: row.closing_balance.map(Minor),
        total: Minor(row.total),
        content: row.content,
        lines_digest: row.lines_digest,
        created_at: Timestamp::from_micros(row.created_at),
        created_by: row.created_by,
    })
}

pub fn line(of: Line) -> bank_statement_line::Model {
    let entry = of.entry;
    bank_statement_line::Model {
        line_id: of.line_id,
        statement_id: of.statement_id,
        account_id: of.account_id,
        position: i64::from(of.position),
        booking_date: entry.date.to_string(),
        value_date: entry.value_date.map(|date| date.to_string()),
        amount: entry.amount.0,
        currency: entry.currency.code().into(),
        counterparty_name: entry.counterparty_name,
        counterparty_account: entry.counterparty_account,
        bank_reference: entry.bank_reference,
        end_to_end_id: entry.end_to_end_id,
        remittance: entry.text,
        code: entry.code,
        is_reversal: entry.is_reversal,
        transactions: i64::from(entry.transactions),
        identity: of.identity,
    }
}

pub fn read_line(row: bank_statement_line::Model) -> Result<Line, StoreError> {
    let name = RowName { table: "bank_statement_line", key: &row.line_id.clone() };
    let entry = Entry {
        date: name.date("booking_date", &row.booking_date)?,
        value_date: row.value_date.map(|date| name.date("value_date", &date)).transpose()?,
        amount: Minor(row.amount),
        currency: name.currency("currency", &row.currency)?,
        counterparty_name: row.counterparty_name,
        counterparty_account: row.counterparty_account,
        bank_reference: row.bank_reference,
        end_to_end_id: row.end_to_end_id,
        text: row.remittance,
        code: row.code,
        is_reversal: row.is_reversal,
        transactions: name.u32("transactions", row.transactions)?,
    };
    Ok(Line {
        position: name.u32("position", row.position)?,
        line_id: row.line_id,
        statement_id: row.statement_id,
        account_id: row.account_id,
        identity: row.identity,
        entry,
    })
}

pub fn mapping(of: &Mapping) -> Result<bank_csv_mapping::Model, StoreError> {
    Ok(bank_csv_mapping::Model {
        account_id: of.account_id.clone(),
        mapping: to_json(&of.mapping)?,
        version: of.version,
        updated_at: of.updated_at.micros(),
        updated_by: of.updated_by.clone(),
    })
}

pub fn read_mapping(row: bank_csv_mapping::Model) -> Result<Mapping, StoreError> {
    let name = RowName { table: "bank_csv_mapping", key: &row.account_id.clone() };
    Ok(Mapping {
        mapping: name.json("mapping", &row.mapping)?,
        account_id: row.account_id,
        version: row.version,
        updated_at: Timestamp::from_micros(row.updated_at),
        updated_by: row.updated_by,
    })
}
