//! The floor: the least that a database can be asked to do with the durable effect of one life of an entry, in four transactions:
//! create, submit, approve, post; and of a bill or an invoice with its payment, in eight or six ([`payment`]).
//!
//! Its tables are its own: the narrowest rows, numbers for keys, and the fewest indexes that still answer what the interface asks.
//! No question is put and no rule is looked at. So it is harder to come near than a floor of the service's own, wider rows.

mod payment;
mod postgres;
mod sqlite;

use std::time::Duration;

use tests::database::Backend;

use crate::{Cell, Scenario};

/// How many documents each transaction writes, beside bulk calls.
const TOGETHER: usize = 50;

/// How many lives there are in a second, by the cell's clients. SQLite has one writer, and so one client.
pub async fn run(cell: Cell, span: Duration) -> f64 {
    let database = cell.backend.empty().await;
    match cell.backend {
        Backend::Sqlite => sqlite::run(database.url(), cell, span).await,
        Backend::Postgres => postgres::run(database.url(), cell, span).await,
    }
}

/// The tables that a life needs.
fn tables(cell: Cell) -> impl Iterator<Item = &'static str> {
    TABLES.into_iter().chain(payment::tables(cell.scenario).iter().copied())
}

/// The tables of entries. `{key}` is a number that the database gives, `{instant}` a point in time, `{json}` a JSON text.
const TABLES: [&str; 10] = [
    "CREATE TABLE doc (id {key}, period int NOT NULL, status smallint NOT NULL, tran_date date NOT NULL, currency char(3) NOT NULL, \
     memo text, version int NOT NULL DEFAULT 1, created_by text NOT NULL, created_at {instant})",
    "CREATE TABLE line (doc bigint NOT NULL, line_no smallint NOT NULL, account int NOT NULL, debit bigint NOT NULL, \
     credit bigint NOT NULL, PRIMARY KEY (doc, line_no))",
    "CREATE TABLE audit (id {key}, doc bigint NOT NULL, actor text NOT NULL, action text NOT NULL, at {instant}, details {json})",
    "CREATE INDEX audit_doc ON audit (doc)",
    "CREATE TABLE signature (doc bigint PRIMARY KEY, signer text NOT NULL, at {instant})",
    "CREATE TABLE job (doc bigint PRIMARY KEY, kind smallint NOT NULL, run_at {instant})",
    "CREATE TABLE gl (id {key}, doc bigint NOT NULL, line_no smallint NOT NULL, account int NOT NULL, period int NOT NULL, \
     debit bigint NOT NULL, credit bigint NOT NULL, posted_at {instant})",
    "CREATE INDEX gl_account ON gl (account, period)",
    "CREATE UNIQUE INDEX gl_doc ON gl (doc, line_no)",
    "CREATE TABLE bal (account int NOT NULL, period int NOT NULL, debit bigint NOT NULL, credit bigint NOT NULL, \
     PRIMARY KEY (account, period))",
];

/// The statements of one transaction.
type Transaction = &'static [&'static str];

/// The transactions of a life.
fn transactions(cell: Cell) -> Vec<Transaction> {
    TRANSACTIONS.into_iter().chain(payment::transactions(cell.scenario).iter().copied()).collect()
}

/// The four transactions. `{a}` is debited and `{b}` credited by `{amount}`; `{id}` is the document's number, `{new}` how the first
/// statement leaves it behind.
const TRANSACTIONS: [Transaction; 4] = [
    &[
        "INSERT INTO doc ({given}period, status, tran_date, currency, memo, created_by) \
         VALUES ({value}203101, 0, '2031-01-15', 'USD', 'load', 'maker'){new}",
        "INSERT INTO line VALUES ({id}, 1, {a}, {amount}, 0), ({id}, 2, {b}, 0, {amount})",
        "INSERT INTO audit (doc, actor, action, details) VALUES ({id}, 'maker', 'Created', '{\"status\":\"Draft\"}')",
    ],
    &[
        "UPDATE doc SET status = 1, version = version + 1 WHERE id = {id} AND status = 0",
        "INSERT INTO audit (doc, actor, action, details) \
         VALUES ({id}, 'maker', 'Submit for Approval', '{\"status\":\"Pending Approval\"}')",
    ],
    &[
        "UPDATE doc SET status = 2, version = version + 1 WHERE id = {id} AND status = 1",
        "INSERT INTO signature (doc, signer) VALUES ({id}, 'signer')",
        "INSERT INTO audit (doc, actor, action, details) VALUES ({id}, 'signer', 'Approve', '{\"status\":\"Approved\"}')",
        "INSERT INTO job (doc, kind) VALUES ({id}, 1)",
    ],
    &[
        "INSERT INTO gl (doc, line_no, account, period, debit, credit) \
         VALUES ({id}, 1, {a}, 203101, {amount}, 0), ({id}, 2, {b}, 203101, 0, {amount})",
        "INSERT INTO bal VALUES ({a}, 203101, {amount}, 0), ({b}, 203101, 0, {amount}) \
         ON CONFLICT (account, period) DO UPDATE SET debit = bal.debit + excluded.debit, credit = bal.credit + excluded.credit",
        "UPDATE doc SET status = 3, version = version + 1 WHERE id = {id} AND status = 2",
        "INSERT INTO audit (doc, actor, action, details) VALUES ({id}, 'system', 'Post to GL', '{\"status\":\"Posted\"}')",
        "DELETE FROM job WHERE doc = {id}",
    ],
];

/// How many documents go through their lives together.
fn together(cell: Cell) -> usize {
    if cell.scenario == Scenario::Bulk { TOGETHER } else { 1 }
}

/// The text with its places filled.
fn filled(text: &str, places: &[(&str, &str)]) -> String {
    places.iter().fold(text.to_owned(), |text, (place, value)| text.replace(place, value))
}
