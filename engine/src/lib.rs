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

pub mod approval;
pub mod books;
pub mod features;
pub mod kernel;
pub mod values;
