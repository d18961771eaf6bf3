//! The headings of `gl --help`.

pub const BOOKS: &str = "Books";
pub const CURRENCY: &str = "Currency";
pub const SERVICE: &str = "Service";
pub const CONSOLE: &str = "Console";
pub const TOKENS: &str = "Tokens";
pub const LOG: &str = "Log";
pub const TRACES: &str = "Traces";
pub const LIMITS: &str = "Limits";
