//! The tamper-evident audit trail. [`chain`] and [`verify`] are pure. See docs/rules/audit.md#sealed-rows.
//!
//! A job seals committed rows in batches, at most five seconds behind: each gets the next `position` and
//! `hash = SHA-256(hash before ‖ canonical(row))`; the newest stands in `audit_head` as well.
//!
//! # Why a position of its own
//!
//! On `PostgreSQL` `seq` is taken when a row is inserted and seen when its transaction commits: numbers of
//! rolled back transactions never appear, and a low number may appear after a higher one. A chain in
//! order of `seq` would have to wait for numbers that may never come. So the seals are dense in
//! `position`, the order of sealing; a row that commits late is sealed later, and a gap in `seq` means
//! nothing. Every sealed row is named by exactly one seal (`seq` is unique there).
//!
//! # What is found, and by what
//!
//! | done to the tables | found because |
//! |---|---|
//! | a field of a sealed row changed, rows swapped | the row no longer gives its seal's hash |
//! | a sealed row removed | its seal stands without a row |
//! | row and seal removed, in the middle | positions are dense |
//! | row and seal removed, at the end | the head is further on |
//! | a seal changed | its row does not give it, or the next does not follow from it |
//! | a row inserted | it has no seal and is older than [`verify::GRACE_MICROS`] |
//! | a row inserted and left to the sealer | when dated back: it is far older than rows sealed before it |
//! | a seal added as well | the head is behind |
//! | all of it computed anew, head included | only a head kept elsewhere tells (`gl audit verify --head`) |
//!
//! What cannot be found: changes to rows of the last moments, before their seal; and an invented row dated now and sealed in the
//! ordinary way, since the chain cannot distinguish the service from another user who may insert rows. Triggers, and database users
//! without such rights, stand against those.

pub mod piece;
pub mod reached;
mod trail;
pub mod verify;
