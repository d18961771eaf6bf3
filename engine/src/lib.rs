//! The general ledger engine. Modules in reading order:
//!
//! value types, then who may do what, then the pure rules (approval, documents, ledger, periods),
//! then the store, and [`engine::Engine::perform`], the one unit of work that everything goes through.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing,
        clippy::arithmetic_side_effects,
        clippy::float_arithmetic,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss
    )
)]

pub mod canonical;
pub mod clock;
pub mod error;
pub mod id;
pub mod money;
pub mod page;

pub mod access;
pub mod action;
pub mod command;
pub mod kind;
pub mod master;
pub mod queue;
pub mod request;
pub mod stored;

pub mod entity;
mod store;

pub mod approval;
pub mod audit;
pub mod books;
pub mod catalog;
pub mod chain;
pub mod change_request;
pub mod check;
pub mod crash;
pub mod document;
pub mod engine;
pub mod export;
pub mod interface;
pub mod jobs;
pub mod ledger;
pub mod perform;
pub mod period;
pub mod proof;
pub mod query;
pub mod reconciliation;
pub mod relay;
pub mod replica;
pub mod report;
pub mod session;
mod sets;
mod sign_in;
pub mod signal;
