//! The HTTP interface of the general ledger: what every resource handler stands on, and the handlers.
//!
//! Reading order: what goes over the wire ([`schema`], [`body`], [`headers`], [`reply`], [`problem`]), who calls ([`auth`]),
//! the description ([`spec`], [`routes`], [`docs`]), and what holds it together ([`config`], [`metrics`], [`middleware`], [`server`]).
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

pub mod accept;
pub mod admission;
pub mod app;
pub mod asset;
pub mod auth;
pub mod body;
pub mod body_limit;
pub mod boot;
pub mod call;
pub mod cli;
pub mod config;
pub mod console;
pub mod cors;
pub mod demo;
pub mod description;
pub mod docs;
pub mod download;
pub mod feature;
mod first_person;
pub mod headers;
pub mod interface;
mod large_bodies;
pub mod listener;
pub mod logging;
pub mod metrics;
pub mod middleware;
pub mod order;
pub mod outgoing;
pub mod problem;
pub mod query;
pub mod replica;
pub mod reply;
pub mod request_id;
pub mod routes;
pub mod schema;
pub mod security;
pub mod server;
pub mod service;
pub mod sheet;
pub mod spec;
mod spec_examples;
mod stated;
pub mod table;
mod template;
pub mod traces;
mod unreadable;
