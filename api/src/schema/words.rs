//! The bodies of workflow operations.

use poem_openapi::Object;

use super::{Memo, Reason, Required};

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
