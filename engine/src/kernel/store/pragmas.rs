//! How SQLite is set, on the driver's connections and on the thread's own alike.
//! See docs/adr/0047-pages-of-two-kibibytes.md and docs/adr/0007-sqlite-one-writer-full.md.

/// What each connection is told, in this order. `page_size` is that of new books, and of the copies that `gl backup` makes; books have the
/// one they were made with. After `wal_autocheckpoint` pages the log is written back: 16 MB of it.
pub(super) const EACH_CONNECTION: [(&str, &str); 6] = [
    ("page_size", "2048"),
    ("journal_mode", "WAL"),
    // A commit is on the disk before it is answered.
    ("synchronous", "FULL"),
    ("foreign_keys", "OFF"),
    ("temp_store", "MEMORY"),
    ("wal_autocheckpoint", "8000"),
];

/// How many KiB of the database a connection keeps, as SQLite wants it said. Beneath is the system's own cache.
pub(super) const WRITER_CACHE: &str = "-4000";
pub(super) const THREAD_CACHE: &str = "-6000";
pub(super) const READER_CACHE: &str = "-2000";

/// The text that sets a connection.
pub(super) fn text(cache: &str) -> String {
    let each = EACH_CONNECTION.into_iter().chain([("cache_size", cache)]);
    each.map(|(name, value)| ["PRAGMA ", name, " = ", value, ";"].concat()).collect()
}
