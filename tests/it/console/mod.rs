//! The console: its sessions, and how people sign in.

mod bank_details;
mod bounds;
mod forged;
mod links;
mod sessions;
