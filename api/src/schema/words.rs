//! The bodies of workflow operations.

use poem_openapi::Object;

use super::{Memo, Reason, Required, WireDate};

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
