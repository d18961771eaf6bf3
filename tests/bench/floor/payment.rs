//! What a bill or an invoice adds to the floor: what is paid of it, and the life of its payment.

use super::Transaction;
use crate::Scenario;

pub(super) const fn tables(scenario: Scenario) -> &'static [&'static str] {
    match scenario {
        Scenario::Invoice | Scenario::Bill => &[
            "ALTER TABLE doc ADD COLUMN pays bigint",
            "ALTER TABLE doc ADD COLUMN paid bigint NOT NULL DEFAULT 0",
            "CREATE INDEX doc_pays ON doc (pays)",
        ],
        Scenario::Entry | Scenario::Bulk | Scenario::Reads | Scenario::Several => &[],
    }
}

/// Of a payment `{pay}` of the document `{id}`; it credits and debits the same two accounts the other way round.
pub(super) const fn transactions(scenario: Scenario) -> &'static [Transaction] {
    match scenario {
        Scenario::Bill => &[DRAFT, SUBMIT, SIGN, POST],
        Scenario::Invoice => &[RECEIVE, POST],
        Scenario::Entry | Scenario::Bulk | Scenario::Reads | Scenario::Several => &[],
    }
}

const DRAFT: Transaction = &[
    "INSERT INTO doc ({given}period, status, tran_date, currency, memo, created_by, pays) \
     VALUES ({paying}203101, 0, '2031-01-20', 'USD', 'load', 'maker', {id}){new_payment}",
    "INSERT INTO line VALUES ({pay}, 1, {b}, {amount}, 0), ({pay}, 2, {a}, 0, {amount})",
    "INSERT INTO audit (doc, actor, action, details) VALUES ({pay}, 'maker', 'Created', '{\"status\":\"Draft\"}')",
];

const SUBMIT: Transaction = &[
    "UPDATE doc SET status = 1, version = version + 1 WHERE id = {pay} AND status = 0",
    "INSERT INTO audit (doc, actor, action, details) \
     VALUES ({pay}, 'maker', 'Submit for Approval', '{\"status\":\"Pending Approval\"}')",
];

const SIGN: Transaction = &[
    "UPDATE doc SET status = 2, version = version + 1 WHERE id = {pay} AND status = 1",
    "INSERT INTO signature (doc, signer) VALUES ({pay}, 'signer')",
    "INSERT INTO audit (doc, actor, action, details) VALUES ({pay}, 'signer', 'Approve', '{\"status\":\"Approved\"}')",
    "INSERT INTO job (doc, kind) VALUES ({pay}, 1)",
];

/// Approved as it is made, since no rule asks for a signature.
const RECEIVE: Transaction = &[
    "INSERT INTO doc ({given}period, status, tran_date, currency, memo, created_by, pays) \
     VALUES ({paying}203101, 2, '2031-01-20', 'USD', 'load', 'maker', {id}){new_payment}",
    "INSERT INTO line VALUES ({pay}, 1, {b}, {amount}, 0), ({pay}, 2, {a}, 0, {amount})",
    "INSERT INTO audit (doc, actor, action, details) VALUES ({pay}, 'maker', 'Created', '{\"status\":\"Approved\"}')",
    "INSERT INTO job (doc, kind) VALUES ({pay}, 1)",
];

const POST: Transaction = &[
    "INSERT INTO gl (doc, line_no, account, period, debit, credit) \
     VALUES ({pay}, 1, {b}, 203101, {amount}, 0), ({pay}, 2, {a}, 203101, 0, {amount})",
    "INSERT INTO bal VALUES ({a}, 203101, 0, {amount}), ({b}, 203101, {amount}, 0) \
     ON CONFLICT (account, period) DO UPDATE SET debit = bal.debit + excluded.debit, credit = bal.credit + excluded.credit",
    "UPDATE doc SET status = 3, version = version + 1 WHERE id = {pay} AND status = 2",
    "UPDATE doc SET paid = paid + {amount}, version = version + 1 WHERE id = {id}",
    "INSERT INTO audit (doc, actor, action, details) VALUES ({pay}, 'system', 'Post to GL', '{\"status\":\"Posted\"}')",
    "DELETE FROM job WHERE doc = {pay}",
];
