//! The bodies of workflow operations.

use poem_openapi::Object;

use super::{Memo, Reason, Required, WireDate};

/// What `approve` may carry.
#[derive(Object, Debug)]
pub struct ApproveInput {
    pub comments: Option<Memo>,
}

/// What `reject`, `hold` and `void` need.
#[derive(Object, Debug)]
pub struct ReasonInput {
    pub reason: Required<Reason>,
}

/// What `request-change` needs.
#[derive(Object, Debug)]
pub struct CommentsInput {
    pub comments: Required<Reason>,
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
