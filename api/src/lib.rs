//! The HTTP interface of the general ledger: what every resource handler stands on, and the handlers.
//!
//! Reading order: what goes over the wire ([`schema`], [`body`], [`headers`], [`reply`], [`problem`]), who calls ([`auth`]),
//! the description ([`spec`], [`docs`]), and what holds it together ([`config`], [`metrics`], [`server`]).
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

pub mod auth;
pub mod body;
pub mod headers;
pub mod problem;
pub mod reply;
pub mod request_id;
pub mod schema;
