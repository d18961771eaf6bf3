//! The suite: one binary, every test on both back ends.

mod routes;
mod workflow;
