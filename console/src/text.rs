//! The texts of the console, all in `texts/<language>/`, one file for each area: a line is `key = text`.
//! Templates name keys (`{{ "inbox.title"|t }}`); a test finds keys without a text, texts without a use, and words in templates.

use std::collections::HashMap;
use std::sync::LazyLock;

/// The English texts, one file for each area.
const ENGLISH: &[&str] = &[
    include_str!("../texts/en/frame.txt"),
    include_str!("../texts/en/words.txt"),
    include_str!("../texts/en/audit.txt"),
    include_str!("../texts/en/bank_statements.txt"),
    include_str!("../texts/en/budgets.txt"),
    include_str!("../texts/en/change_requests.txt"),
    include_str!("../texts/en/close.txt"),
    include_str!("../texts/en/document.txt"),
    include_str!("../texts/en/editor.txt"),
    include_str!("../texts/en/fiscal_years.txt"),
    include_str!("../texts/en/inbox.txt"),
    include_str!("../texts/en/jobs.txt"),
    include_str!("../texts/en/matching.txt"),
    include_str!("../texts/en/people.txt"),
    include_str!("../texts/en/provider.txt"),
    include_str!("../texts/en/reconciliation.txt"),
    include_str!("../texts/en/recurring.txt"),
    include_str!("../texts/en/deferrals.txt"),
    include_str!("../texts/en/register.txt"),
    include_str!("../texts/en/report_layouts.txt"),
    include_str!("../texts/en/reports.txt"),
    include_str!("../texts/en/revaluations.txt"),
    include_str!("../texts/en/rules.txt"),
    include_str!("../texts/en/search.txt"),
    include_str!("../texts/en/tour.txt"),
];

static TEXTS: LazyLock<HashMap<&'static str, &'static str>> =
    LazyLock::new(|| ENGLISH.iter().flat_map(|file| lines(file)).collect());

/// The lines `key = text` of a file; empty lines and lines that begin with `#` are left out.
fn lines(file: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = file.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_once(" = ")).map(|(key, text)| (key.trim(), text.trim()))
}

/// The text of a key.
pub fn text(key: &str) -> &'static str {
    TEXTS.get(key).copied().unwrap_or("(missing text)")
}

/// The text of a key, if it has one.
pub fn known(key: &str) -> Option<&'static str> {
    TEXTS.get(key).copied()
}

/// The text of a key with `{}` filled in, one after the other.
pub fn filled(key: &str, values: &[&str]) -> String {
    let mut parts = text(key).split("{}");
    let mut out = parts.next().unwrap_or_default().to_owned();
    let mut values = values.iter();
    for part in parts {
        out.push_str(values.next().copied().unwrap_or_default());
        out.push_str(part);
    }
    out
}
