//! The structure, asserted: who may know of whom, and how large a file may be. The reasons stand in ARCHITECTURE.md.

mod arrows;
mod rules;
mod texts;
mod walls;

use std::path::{Path, PathBuf};

/// The longest source file, in lines.
const LONGEST: usize = 400;

/// Decide without a database, so that nearly all tests can.
const PURE: [&str; 6] = [
    "engine/src/values",
    "engine/src/approval",
    "engine/src/books",
    "engine/src/kernel/chain",
    "engine/src/kernel/outcome.rs",
    "engine/src/kernel/session.rs",
];

/// And in each feature.
const PURE_IN_FEATURES: [&str; 3] = ["commands", "model", "stored"];

/// `money.rs` may say how an amount stands in a column, and nothing else.
const MAY_NAME_SEA_ORM: [(&str, &str); 1] = [("engine/src/values/money.rs", "use sea_orm::DeriveValueType;")];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace").to_path_buf()
}

struct Source {
    /// From the root of the workspace.
    path: String,
    text: String,
}

impl Source {
    /// The lines of code, numbered from 1; comment lines are left out.
    fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        let lines = self.text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
        lines.filter(|(_, line)| !line.starts_with("//"))
    }

    /// `path:line` of every line of code that names one of the crates.
    fn naming(&self, crates: &[&str]) -> Vec<String> {
        // As a path, `name::` or `use name`; in a quoted text it would be SQL, and apalis' tables are part of the schema.
        let names = |line: &str| {
            let line = line.trim_start_matches("pub ").trim_start_matches("use ");
            crates.iter().any(|name| {
                line.match_indices(&format!("{name}::")).any(|(at, _)| {
                    let before = line[..at].chars().next_back();
                    before.is_none_or(|c| !c.is_alphanumeric() && c != '_')
                })
            })
        };
        let allowed = |line: &str| MAY_NAME_SEA_ORM.contains(&(self.path.as_str(), line));
        let found = self.code().filter(|(_, line)| names(line) && !allowed(line));
        found.map(|(number, line)| format!("{}:{number}: {line}", self.path)).collect()
    }
}

/// All Rust files at or below the path.
fn sources(below: &str) -> Vec<Source> {
    let mut found = Vec::new();
    let mut open = vec![root().join(below)];
    while let Some(path) = open.pop() {
        if path.is_dir() {
            let entries = std::fs::read_dir(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            open.extend(entries.flatten().map(|entry| entry.path()));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            let path = path.strip_prefix(root()).expect("below the root").display().to_string();
            found.push(Source { path, text });
        }
    }
    assert!(!found.is_empty(), "no sources in {below}: has it moved?");
    found
}

fn all_sources() -> Vec<Source> {
    [
        "api/src",
        "console/build",
        "console/src",
        "engine/src",
        "engine/tests",
        "worker/src",
        "migration/src",
        "tests/src",
    ]
    .into_iter()
    .flat_map(sources)
    .collect()
}

/// The names left of `=` or `.workspace` under `[dependencies]`.
fn dependencies(member: &str) -> Vec<String> {
    let manifest = std::fs::read_to_string(root().join(member).join("Cargo.toml")).expect("a manifest");
    let section = manifest.split("[dependencies]").nth(1).unwrap_or_default();
    let section = section.split("\n[").next().unwrap_or_default();
    let names = section.lines().filter_map(|line| line.split(['.', '=', ' ']).next());
    names.filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

#[track_caller]
fn none(found: &[String], why: &str) {
    assert!(found.is_empty(), "{why}:\n{}", found.join("\n"));
}

/// The sources that decide without a database.
fn pure() -> impl Iterator<Item = Source> {
    let of_features = sources("engine/src/features").into_iter().filter(|source| {
        let part = source.path.split('/').nth(4).unwrap_or_default();
        PURE_IN_FEATURES.contains(&part.trim_end_matches(".rs"))
    });
    PURE.into_iter().flat_map(sources).chain(of_features)
}

#[test]
fn pure_modules_do_not_know_the_database() {
    let found: Vec<_> = pure().flat_map(|source| source.naming(&["sea_orm", "sqlx"])).collect();
    none(&found, "pure modules decide on snapshots; only the store knows the database");
}

#[test]
fn tables_of_decisions_do_not_know_the_database() {
    let found: Vec<_> =
        sources("engine/tests").iter().flat_map(|source| source.naming(&["sea_orm", "sqlx", "tokio"])).collect();
    none(&found, "a decision is tested on books in memory");
}

#[test]
fn the_engine_speaks_neither_http_nor_apalis() {
    let found: Vec<_> =
        sources("engine/src").iter().flat_map(|source| source.naming(&["poem", "poem_openapi"])).collect();
    none(&found, "the engine does not speak HTTP");
    let jobs = ["apalis", "apalis_core", "apalis_sqlite", "apalis_postgres"];
    let found: Vec<_> = sources("engine/src").iter().flat_map(|source| source.naming(&jobs)).collect();
    none(&found, "the engine enqueues by its own INSERT and does not know who runs the jobs");
}

#[test]
fn handlers_do_not_know_the_database() {
    let found: Vec<_> = sources("api/src").iter().flat_map(|source| source.naming(&["sea_orm", "sqlx"])).collect();
    none(&found, "handlers call the engine");
}

#[test]
fn handlers_read_through_the_engine() {
    let doors = ["engine.store", "engine::kernel::outsiders", "engine::kernel::entity", ".reader", ".writer"];
    let names = |line: &str| doors.iter().any(|door| line.contains(door));
    let at = |source: Source| {
        let found = source.code().filter(|(_, line)| names(line));
        found.map(|(number, line)| format!("{}:{number}: {line}", source.path)).collect::<Vec<_>>()
    };
    let found: Vec<_> = ["api/src/feature", "api/src/schema"].into_iter().flat_map(sources).flat_map(at).collect();
    none(&found, "a handler calls the query of a feature, or performs a command");
}

#[test]
fn wire_types_do_not_know_the_handlers() {
    let found: Vec<_> = sources("api/src/schema").iter().flat_map(|source| source.naming(&["feature"])).collect();
    none(&found, "api/src/feature imports api/src/schema, never the other way round");
}

#[test]
fn the_binary_only_calls_the_library() {
    let main = std::fs::read_to_string(root().join("api/src/main.rs")).expect("read");
    let code = main.lines().filter(|line| !line.trim_start().starts_with("//"));
    let polling: Vec<_> =
        code.filter(|line| ["async", "await", "block_on"].iter().any(|word| line.contains(word))).collect();
    assert!(polling.is_empty(), "who polls a future compiles all that it calls once more: {polling:#?}");
}

#[test]
fn crates_depend_in_one_direction() {
    let forbidden = [
        ("migration", &["api", "engine", "worker", "poem", "poem-openapi"][..]),
        ("engine", &["api", "worker", "migration", "poem", "poem-openapi", "apalis", "apalis-core", "apalis-sqlite"]),
        ("worker", &["api", "migration", "poem", "poem-openapi"]),
        ("api", &["apalis", "apalis-core", "apalis-sqlite", "apalis-postgres", "sqlx"]),
    ];
    for (member, forbidden) in forbidden {
        let named = dependencies(member);
        assert!(!named.is_empty(), "{member}/Cargo.toml: no dependencies found");
        let found: Vec<_> = named.into_iter().filter(|name| forbidden.contains(&name.as_str())).collect();
        none(&found, &format!("api -> engine <- worker, and migration stands alone; {member} depends on"));
    }
}

#[test]
fn files_fit_a_reader() {
    let lengths = all_sources().into_iter().map(|source| (source.text.lines().count(), source.path));
    let found: Vec<_> =
        lengths.filter(|(lines, _)| *lines > LONGEST).map(|(lines, path)| format!("{path}: {lines}")).collect();
    none(&found, "no source file is longer than 400 lines: split it by what it is about");
}

/// The manifests say `doctest = false`: an example in documentation would never be run.
#[test]
fn no_documentation_has_an_example_that_nobody_runs() {
    let fence = |line: &&str| line.trim_start().strip_prefix("//").is_some_and(|text| text.contains("```"));
    let opens = |source: &Source| source.text.lines().filter(fence).step_by(2).any(|line| !line.ends_with("```text"));
    let found: Vec<_> = all_sources().into_iter().filter(opens).map(|source| source.path).collect();
    none(&found, "examples in documentation are not run: write a test, or mark the fence as text");
}

#[test]
fn modules_are_named_for_what_they_hold() {
    let words = ["utils", "util", "helpers", "helper", "misc"];
    let named = |source: &Source| source.path.trim_end_matches(".rs").split('/').any(|part| words.contains(&part));
    let found: Vec<_> = all_sources().into_iter().filter(named).map(|source| source.path).collect();
    none(&found, "a module is named for what it holds");
}

#[test]
fn the_lifecycle_table_of_the_rules_is_the_engines() {
    let wanted = tests::lifecycle::table();
    let text = std::fs::read_to_string(root().join("docs/rules/documents.md")).unwrap_or_default();
    assert!(text.contains(&wanted), "docs/rules/documents.md must have this table, word for word:\n\n{wanted}\n");
}

/// What people read: the Markdown at the root and below `docs`.
fn documents() -> Vec<Source> {
    let below = |folder: PathBuf| std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let folders = ["", "docs", "docs/adr", "docs/rules"];
    let paths = folders.into_iter().flat_map(|folder| below(root().join(folder)));
    let is_markdown = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "md");
    let read = |path: PathBuf| Source {
        text: std::fs::read_to_string(&path).expect("a text"),
        path: path.strip_prefix(root()).expect("below the root").display().to_string(),
    };
    paths.filter(is_markdown).map(read).collect()
}

#[test]
fn documents_were_merged_to_the_end() {
    let marks = ["<<<<<<< ", ">>>>>>> "];
    let marked = |source: &Source| source.text.lines().any(|line| marks.iter().any(|mark| line.starts_with(mark)));
    let found: Vec<_> = documents().into_iter().chain(all_sources()).filter(marked).map(|source| source.path).collect();
    none(&found, "a merge was committed half done");
}

#[test]
fn links_between_documents_lead_somewhere() {
    let mut found = Vec::new();
    for source in documents() {
        let folder = root().join(&source.path).parent().expect("a folder").to_path_buf();
        for link in source.text.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next()) {
            let elsewhere = link.is_empty() || link.contains("://");
            if !elsewhere && !folder.join(link).exists() {
                found.push(format!("{}: {link}", source.path));
            }
        }
    }
    none(&found, "a link in a document leads to a file that is there");
}
