//! The floor: what the database does in a second when nothing but the rows of a life is asked of it. No question is put, no
//! rule is looked at; the statements are prepared and written out by hand, in the service's own tables.

mod postgres;
mod sqlite;

use std::time::Duration;

use tests::database::Backend;

use crate::Accounts;
use crate::figures::Figures;

/// As many lives as fit into the span, by this many clients. SQLite has one writer, and so one client.
pub async fn run(backend: Backend, accounts: Accounts, clients: u32, span: Duration) -> Figures {
    let database = backend.database().await;
    match backend {
        Backend::Sqlite => sqlite::run(database.url(), accounts, clients, span).await,
        Backend::Postgres => postgres::run(database.url(), accounts, clients, span),
    }
}

/// A routing plan of one level, as the service keeps it. No colon stands before a word: pgbench would take that for a variable.
const PLAN: &str = include_str!("plan.json");

/// The statements of the four transactions. `{id}`, `{debit}` and `{credit}` stand for what differs from life to life,
/// `{plan}` for the routing plan.
pub const CREATE: &[&str] = &[
    "INSERT INTO document (kind, document_id, version, status, sub_ledger, tran_date, period_id, currency, exchange_rate, memo, \
     total, subtotal, tax_total, base_total, amount_paid, round, current_level, signed_by, created_at, created_by, edited_by) \
     VALUES ('journal_entry', {id}, 1, 'Draft', 'gl', '2024-01-15', '2024-01', 'USD', '1', 'Office chairs', \
     12550, 12550, 0, 12550, 0, 0, 0, '[]', 1700000000000000, 'carl', 'carl')",
    "INSERT INTO document_line (kind, document_id, line_number, account_id, amount) \
     VALUES ('journal_entry', {id}, 1, {debit}, 12550), ('journal_entry', {id}, 2, {credit}, -12550)",
    "INSERT INTO audit_entry (at, performed_by, resource, resource_id, action, after_status, details) \
     VALUES (1700000000000000, 'carl', 'journal_entry', {id}, 'Created', 'Draft', '{\"status\": \"Draft\"}')",
];

pub const SUBMIT: &[&str] = &[
    "UPDATE document SET version = 2, status = 'Pending Approval', round = 1, submitted_at = 1700000000000001, \
     submitted_by = 'carl', plan = {plan}, digest = '0f5eb2c3a4b5968778695a4b3c2d1e0f0f5eb2c3a4b5968778695a4b3c2d1e0f' \
     WHERE kind = 'journal_entry' AND document_id = {id} AND version = 1",
    "INSERT INTO audit_entry (at, performed_by, resource, resource_id, action, before_status, after_status, details) \
     VALUES (1700000000000001, 'carl', 'journal_entry', {id}, 'Submit for Approval', 'Draft', 'Pending Approval', {plan})",
];

pub const APPROVE: &[&str] = &[
    "UPDATE document SET version = 3, status = 'Approved', current_level = 1, signed_by = '[\"mona\"]' \
     WHERE kind = 'journal_entry' AND document_id = {id} AND version = 2",
    "INSERT INTO signature (kind, document_id, round, level, user_id, signed_at, digest) \
     VALUES ('journal_entry', {id}, 1, 1, 'mona', 1700000000000002, '0f5eb2c3a4b5968778695a4b3c2d1e0f0f5eb2c3a4b5968778695a4b3c2d1e0f')",
    "INSERT INTO job (job_id, job_type, resource_id, payload, state, starts, created_at, created_by) \
     VALUES ({id}, 'post_document', {id}, '{\"task\": \"post_document\"}', 'queued', 0, 1700000000000002, 'mona')",
    "INSERT INTO audit_entry (at, performed_by, resource, resource_id, action, before_status, after_status, details) \
     VALUES (1700000000000002, 'mona', 'journal_entry', {id}, 'Approve', 'Pending Approval', 'Approved', '{\"level\": 1,\"status\": \"Approved\"}')",
];

pub const POST: &[&str] = &[
    "UPDATE document SET version = 4, status = 'Posted', posted_at = 1700000000000003 \
     WHERE kind = 'journal_entry' AND document_id = {id} AND version = 3",
    "INSERT INTO posting (source_kind, source_id, kind, period_id, sub_ledger, posting_date, currency, posted_at) \
     VALUES ('journal_entry', {id}, 'document', '2024-01', 'gl', '2024-01-15', 'USD', 1700000000000003)",
    "INSERT INTO posting_line (source_kind, source_id, kind, position, line_number, account_id, posting_date, currency, amount, base_amount) \
     VALUES ('journal_entry', {id}, 'document', 1, 1, {debit}, '2024-01-15', 'USD', 12550, 12550), \
     ('journal_entry', {id}, 'document', 2, 2, {credit}, '2024-01-15', 'USD', -12550, -12550)",
    "INSERT INTO balance (account_id, period_id, currency, debit, credit, base_debit, base_credit) \
     VALUES ({debit}, '2024-01', 'USD', 12550, 0, 12550, 0), ({credit}, '2024-01', 'USD', 0, 12550, 0, 12550) \
     ON CONFLICT (account_id, period_id, currency) DO UPDATE SET debit = balance.debit + excluded.debit, \
     credit = balance.credit + excluded.credit, base_debit = balance.base_debit + excluded.base_debit, \
     base_credit = balance.base_credit + excluded.base_credit",
    "UPDATE job SET state = 'done', result = '{\"posted\": true}', finished_at = 1700000000000003 WHERE job_id = {id}",
    "INSERT INTO audit_entry (at, performed_by, resource, resource_id, action, before_status, after_status, details) \
     VALUES (1700000000000003, 'system', 'journal_entry', {id}, 'Post to GL', 'Approved', 'Posted', '{\"period_id\": \"2024-01\",\"status\": \"Posted\"}')",
];

pub const TRANSACTIONS: [&[&str]; 4] = [CREATE, SUBMIT, APPROVE, POST];

/// The statement with its places filled.
pub fn fill(statement: &str, id: &str, debit: &str, credit: &str) -> String {
    let plan = format!("'{}'", PLAN.trim());
    statement.replace("{id}", id).replace("{debit}", debit).replace("{credit}", credit).replace("{plan}", &plan)
}
