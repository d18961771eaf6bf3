//! A table for each action on documents. See docs/rules/documents.md#lifecycle.

mod apply;
mod approve;
mod approvers;
mod correct;
mod create;
mod dates;
mod edit;
mod ending;
mod escalate;
mod payroll;
mod post;
mod rates;
mod reassign;
mod receive_payment;
mod reverse;
mod review;
mod settling;
mod several;
mod several_types;
mod signers;
mod splitting;
mod submit;
mod void;
