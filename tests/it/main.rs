//! All integration tests, in one binary: one PostgreSQL server and one link for all of them.

mod architecture;
mod harness;
mod jobs;
mod laws;
mod openapi;
mod reports;
mod routes;
mod workflow;
