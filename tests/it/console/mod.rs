//! The console: its sessions, and how people sign in.

mod links;
mod sessions;
