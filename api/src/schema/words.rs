//! The bodies of workflow operations.

use poem_openapi::Object;

use super::{Id, Memo, PaidAmount, Reason, Required, WireDate};

/// What `approve` may carry.
#[derive(Object, Debug)]
pub struct ApproveInput {
    pub comments: Option<Memo>,
}

/// What `reject` and `hold` need.
#[derive(Object, Debug)]
pub struct ReasonInput {
    pub reason: Required<Reason>,
}

/// What `void` needs.
#[derive(Object, Debug)]
pub struct VoidInput {
    pub reason: Required<Reason>,
    /// The day of the reversing posting, in an open period; only of what is posted, and not before that.
    pub void_date: Option<WireDate>,
}

/// What `correct` needs.
#[derive(Object, Debug)]
pub struct CorrectInput {
    pub reason: Required<Reason>,
    /// From when on the original stands no more.
    pub correction_date: Option<WireDate>,
}

/// What `return` needs.
#[derive(Object, Debug)]
pub struct ReturnInput {
    /// In an open period; not before the payment was posted, deposited or cleared.
    pub return_date: Required<WireDate>,
    pub reason: Required<Reason>,
    /// What the bank charges, in the payment's currency, with its account.
    pub fee: Option<PaidAmount>,
    pub fee_account_id: Option<Id>,
}

/// What `reassign` of a bill payment needs.
#[derive(Object, Debug)]
pub struct BillPaymentReassignInput {
    pub bill_id: Option<Id>,
    pub expense_id: Option<Id>,
    /// The first possible open day when left out.
    pub reassign_date: Option<WireDate>,
    pub reason: Option<Reason>,
}

/// What `reassign` of an invoice payment needs.
#[derive(Object, Debug)]
pub struct InvoicePaymentReassignInput {
    pub invoice_id: Required<Id>,
    /// The first possible open day when left out.
    pub reassign_date: Option<WireDate>,
    pub reason: Option<Reason>,
}

/// What `request-change` needs.
#[derive(Object, Debug)]
pub struct CommentsInput {
    pub comments: Required<Reason>,
}

/// What may be said with what takes something back.
#[derive(Object, Debug)]
pub struct TakenBackInput {
    pub reason: Option<Reason>,
}

/// No body.
#[derive(Object, Debug)]
pub struct NoInput {}

/// What `clear` needs.
#[derive(Object, Debug)]
pub struct ClearInput {
    /// The day on the bank statement; not before the payment's `tran_date`.
    pub cleared_date: Required<WireDate>,
}

/// What `deposit` needs.
#[derive(Object, Debug)]
pub struct DepositInput {
    /// The day it was taken to the bank; not before the payment's `tran_date`.
    pub deposit_date: Required<WireDate>,
}
