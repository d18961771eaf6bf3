//! A table for each action on documents. See docs/rules/documents.md#lifecycle.

mod apply;
mod approve;
mod create;
mod edit;
mod ending;
mod lifecycle;
mod post;
mod receive_payment;
mod reverse;
mod review;
mod signers;
mod submit;
mod void;
