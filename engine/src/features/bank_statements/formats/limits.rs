//! How much of a file is read before it is refused. Memory never grows beyond a few of these.

/// The largest file.
pub const MAX_FILE_BYTES: u64 = 64 * 1024 * 1024;
/// The most lines of all statements of a file together.
pub const MAX_STATEMENT_LINES: u32 = 100_000;
/// The most statements of a file.
pub const MAX_STATEMENTS: u32 = 10_000;
/// The longest physical line, XML tag or XML text, and the longest CSV record or BAI2 record with its continuations.
pub const MAX_TOKEN_BYTES: usize = 64 * 1024;
/// The longest single value. The text that a statement line collects of several values is cut at this length.
pub const MAX_TEXT_BYTES: usize = 8 * 1024;
/// The most transactions of one batch that are kept, and how much text they may have together. Of a larger batch the
/// line alone is kept.
pub const MAX_DETAILS: usize = 1_000;
pub const MAX_DETAILS_BYTES: usize = 512 * 1024;
/// The names of a batch's counterparties, joined, are cut at this length.
pub const MAX_NAMES_BYTES: usize = 512;
/// The deepest nesting of elements.
pub const MAX_DEPTH: usize = 64;
/// The most columns of a CSV row.
pub const MAX_COLUMNS: usize = 256;
