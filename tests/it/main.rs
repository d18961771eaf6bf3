//! All integration tests, in one binary: one PostgreSQL server and one link for all of them.
#![allow(clippy::doc_markdown, reason = "PostgreSQL and SQLite are names")]

mod architecture;
mod crash;
mod harness;
mod jobs;
mod laws;
mod openapi;
mod outage;
mod reconciliation;
mod reports;
mod routes;
mod workflow;
