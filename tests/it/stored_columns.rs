//! The inventory of what is kept as JSON (ADR 0015), held against the program.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Where the engine encodes or decodes JSON besides `stored`, and why that is kept nowhere, or has a form of its own.
const ELSEWHERE: [(&str, &str); 12] = [
    ("books/document/digest/v0.rs", "the frozen form of digests of version 0"),
    ("kernel/chain/mod.rs", "exports of the trail, whose lines are shapes of their own"),
    ("kernel/audit/verify/tests.rs", "the same, in tests"),
    ("kernel/chain/line.rs", "the same"),
    ("kernel/relay.rs", "words between processes that run now"),
    ("kernel/signal/notice.rs", "the same, in tests"),
    ("kernel/store/snapshot.rs", "lines that a statement gathers on their way here"),
    (
        "kernel/store/facts/postgres.rs",
        "rows that a function of the database gathers on their way here, and the keys that it is asked for",
    ),
    ("kernel/store/facts/sqlite.rs", "the same, of a statement"),
    ("kernel/store/json_rows.rs", "rows on their way to PostgreSQL"),
    ("kernel/store/read/at_once.rs", "rows that a statement gathers on their way here"),
    ("kernel/store/inline/lent.rs", "rows of SQLite's own connection on their way here"),
];
/// Reads what may be of any version, and keeps it as it is.
const AS_IT_STANDS: [&str; 2] = ["kernel/store/stated/lists.rs", "features/check/recounted.rs"];

fn engine() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace").join("engine/src")
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn sources(below: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(below).unwrap_or_else(|error| panic!("{}: {error}", below.display()));
    let paths = entries.flatten().map(|entry| entry.path());
    paths.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] }).collect()
}

/// `table.column` of every column of the type that holds JSON.
fn columns() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for path in sources(&engine().join("kernel/entity")) {
        let text = text(&path);
        let Some(table) = text.split("table_name = \"").nth(1).and_then(|rest| rest.split('"').next()) else {
            continue;
        };
        for field in text.lines().filter_map(|line| line.trim().strip_prefix("pub ")) {
            if let Some((name, "JsonText," | "Option<JsonText>,")) = field.split_once(": ") {
                found.insert(format!("{table}.{name}"));
            }
        }
    }
    found
}

/// The inventory: what stands in the first cell of each row, and in its last.
fn inventory() -> BTreeMap<String, String> {
    let adr = text(&engine().join("../../docs/adr/0015-what-was-signed-keeps-its-own-encoding.md"));
    let rows = adr.lines().filter_map(|line| line.strip_prefix("| `")?.strip_suffix(" |"));
    let cell = |row: &str| {
        let (name, rest) = row.split_once("` |")?;
        Some((name.to_owned(), rest.rsplit(" | ").next()?.to_owned()))
    };
    rows.filter_map(cell).collect()
}

#[test]
fn every_column_that_holds_json_is_in_the_inventory() {
    let columns = columns();
    assert!(columns.contains("document.plan") && columns.len() >= 14, "{columns:?}");
    let listed: BTreeSet<String> =
        inventory().into_keys().filter(|name| name.contains('.') && !name.contains(' ')).collect();
    assert_eq!(columns, listed, "a column that holds JSON, and its row in ADR 0015");
}

/// A row's last cell names its golden tests, as `file`: `test`, `test`; `file`: `test`.
#[test]
fn every_row_of_the_inventory_has_a_golden_test() {
    for (name, tests) in inventory() {
        let (mut file, mut source, mut tested) = ("", String::new(), 0);
        for quoted in tests.split('`').skip(1).step_by(2) {
            if quoted.contains('/') {
                (file, source) = (quoted, text(&engine().join(quoted)));
                continue;
            }
            tested += 1;
            assert!(
                source.contains(&format!("#[test]\nfn {quoted}()"))
                    || source.contains(&format!("#[test]\n    fn {quoted}()")),
                "{name}: {file} has no {quoted}"
            );
        }
        assert!(tested > 0, "{name}: no test in {tests:?}");
    }
}

/// A file of stored shapes: of the books, or of a feature.
fn is_shape(name: &str) -> bool {
    let of_feature =
        || name.starts_with("features/") && name.split('/').any(|part| matches!(part, "stored" | "stored.rs"));
    name.starts_with("books/stored/") || name == "books/stored.rs" || of_feature()
}

/// So nothing is kept in whatever shape a domain type has at the time.
#[test]
fn nothing_is_encoded_but_by_a_stored_shape() {
    let calls = ["serde_json::to_", "serde_json::from_", "Serialize"];
    let root = engine();
    let mut found = Vec::new();
    for path in sources(&root) {
        let name = path.strip_prefix(&root).expect("below the engine").display().to_string();
        let listed = ELSEWHERE.iter().any(|(file, _)| *file == name) || AS_IT_STANDS.contains(&name.as_str());
        if listed || is_shape(&name) {
            continue;
        }
        let lines = text(&path);
        let code = lines.lines().filter(|line| !line.trim().starts_with("//"));
        found.extend(
            code.filter(|line| calls.iter().any(|call| line.contains(call))).map(|line| format!("{name}: {line}")),
        );
    }
    assert!(found.is_empty(), "what is kept has a shape in engine/src/books/stored:\n{}", found.join("\n"));
}
