//! What may differ from what the trail says, each with its reason. All else is compared.

/// Whole tables.
const TABLES: &[(&str, &str)] = &[
    ("seaql_migrations", "the steps of the schema"),
    (
        "document_type",
        "a type that the books do not know is given to the built-in roles at the next start, and the trail says so",
    ),
    ("schedule", "when scheduled jobs run next"),
    ("job", "how work went; what it did stands in the trail"),
    ("idempotency", "answers kept for retries"),
    ("replay", "a trial of rules; no part of the books"),
    ("replay_document", "a trial of rules; no part of the books"),
    ("console_session", "who is signed in; each row is under a MAC"),
    ("sign_in_link", "who may sign in; each row is under a MAC"),
    ("sign_in_state", "sign-ins under way"),
];

/// Single columns.
const COLUMNS: &[(&str, &str, &str)] = &[
    ("catalog_revision", "revision", "the age of copies in memory"),
    ("document", "version", "counts writes, for If-Match"),
    ("document", "reference_twin", "sets older bills apart that share a reference; the service looks at the key"),
    ("audit_head", "sealed_at", "when the head was moved; what it says is compared"),
];

/// Tables in which a copy of a row may stand.
const COPIES: &[(&str, &str)] = &[
    ("audit_entry", "a row of the last moments looks like the service's own, before it is sealed"),
    ("audit_head", "only row 1 is read"),
];

/// Why the table may differ.
pub fn table(name: &str) -> Option<&'static str> {
    // Delivery of jobs: a message that is lost is delivered again, and one too many finds nothing to do.
    let is_of_apalis = name.starts_with("apalis.") || ["Jobs", "Workers", "_sqlx_migrations"].contains(&name);
    let listed = TABLES.iter().find(|(table, _)| *table == name).map(|(_, reason)| *reason);
    listed.or(is_of_apalis.then_some("apalis' own"))
}

/// Why the column may differ.
pub fn column(table: &str, name: &str) -> Option<&'static str> {
    COLUMNS.iter().find(|(of, column, _)| (*of, *column) == (table, name)).map(|(_, _, reason)| *reason)
}

/// Why a copy may stand there.
pub fn copy(name: &str) -> Option<&'static str> {
    COPIES.iter().find(|(table, _)| *table == name).map(|(_, reason)| *reason)
}

/// All that is listed: a table, or a column of one.
pub fn names() -> impl Iterator<Item = (&'static str, Option<&'static str>)> {
    let tables = TABLES.iter().chain(COPIES).map(|(table, _)| (*table, None));
    tables.chain(COLUMNS.iter().map(|(table, column, _)| (*table, Some(*column))))
}
