//! How jobs run: begun, ended, tried again, swept, and the batcher that posts. `queue` says what a job carries and its policy;
//! [`crate::features::jobs::runner`] which work a job is.

pub(crate) mod attempt;
pub(crate) mod escalate;
pub(crate) mod post_document;
pub(crate) mod posting;
pub mod posting_batcher;
pub(crate) mod seal;
pub(crate) mod sweep;
pub(crate) mod tick;
pub(crate) mod waiting;
