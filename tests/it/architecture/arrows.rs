//! Arrows run one way: what a file imports never leads back to it. The storeys of the engine stand in [`super::walls`].

use std::collections::{BTreeMap, BTreeSet};

use super::{Source, none, sources};

/// A module by its path within its crate, such as `["store", "read", "jobs"]`.
pub type Module = Vec<String>;

/// What each module of a crate imports from that crate.
pub struct Arrows(BTreeMap<Module, BTreeSet<Module>>);

impl Arrows {
    pub fn of(folder: &str) -> Self {
        let files: Vec<(Module, Source)> =
            sources(folder).into_iter().map(|source| (module(&source.path, folder), source)).collect();
        let known: BTreeSet<Module> = files.iter().map(|(module, _)| module.clone()).collect();
        let own = files.iter().filter(|(module, _)| !is_test(module) && *module != ["lib"] && *module != ["main"]);
        Self(own.map(|(module, source)| (module.clone(), imports(module, source, &known))).collect())
    }

    /// Whether the arrows from `from` lead to `to`.
    fn lead(&self, from: &Module, to: &Module) -> bool {
        let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
        while let Some(next) = open.pop() {
            for import in self.0.get(next).into_iter().flatten() {
                if import == to {
                    return true;
                }
                if seen.insert(import) {
                    open.push(import);
                }
            }
        }
        false
    }

    /// Each import that lies on a circle.
    pub fn circles(&self) -> Vec<String> {
        let back = self.all().filter(|(from, to)| self.lead(to, from));
        back.map(|(from, to)| format!("{} imports {}, and leads back", from.join("/"), to.join("/"))).collect()
    }

    /// Each import: what imports, and what is imported.
    pub fn all(&self) -> impl Iterator<Item = (&Module, &Module)> {
        self.0.iter().flat_map(|(from, imports)| imports.iter().map(move |to| (from, to)))
    }

    /// The same between what `ends` makes of both ends; without those of which it makes nothing.
    pub fn between(&self, ends: impl Fn(&Module, &Module) -> Option<(Module, Module)>) -> Self {
        let mut found: BTreeMap<Module, BTreeSet<Module>> = BTreeMap::new();
        for (from, to) in self.all().filter_map(|(from, to)| ends(from, to)) {
            found.entry(from).or_default().insert(to);
        }
        Self(found)
    }

    /// The same between folders.
    fn of_folders(&self) -> Self {
        self.between(|from, to| (from[0] != to[0]).then(|| (vec![from[0].clone()], vec![to[0].clone()])))
    }
}

fn module(path: &str, folder: &str) -> Module {
    let path = path.trim_start_matches(folder).trim_start_matches('/').trim_end_matches(".rs");
    path.trim_end_matches("/mod").split('/').map(str::to_owned).collect()
}

fn is_test(module: &Module) -> bool {
    module.iter().any(|part| part == "tests" || part == "testing")
}

fn imports(module: &Module, source: &Source, known: &BTreeSet<Module>) -> BTreeSet<Module> {
    let text: Vec<&str> =
        source.code().map(|(_, line)| line).take_while(|line| !line.starts_with("#[cfg(test)]")).collect();
    let text = text.join(" ");
    let written = paths(&text);
    // A module that is imported by its name is named again where something of it is used; a child needs no import for that.
    let children = known.iter().filter(|other| other.split_last().is_some_and(|(_, above)| above == module.as_slice()));
    let by_name = written.iter().filter_map(|path| as_module(module, path, known));
    let named: BTreeMap<String, Module> =
        children.cloned().chain(by_name).map(|to| (to[to.len() - 1].clone(), to)).collect();
    let through = inline(&text).filter_map(|path| {
        let (first, rest) = path.split_once("::")?;
        let to = named.get(first)?.join("::");
        resolved(module, &format!("crate::{to}::{rest}"), known)
    });
    let direct = written.iter().filter_map(|path| resolved(module, path, known));
    direct.chain(through).filter(|import| import != module).collect()
}

/// Every path of a `use`, and every path that begins with `crate` or `super`.
fn paths(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for statement in text.split(';') {
        if let Some((_, tree)) =
            statement.rsplit_once("use ").filter(|(before, _)| before.is_empty() || before.ends_with([' ', '}', ']']))
        {
            leaves("", tree.trim(), &mut found);
        }
        for start in ["crate::", "super::"] {
            let inline = statement.match_indices(start).filter(|(at, _)| {
                let before = statement[..*at].chars().next_back();
                before.is_none_or(|c| !c.is_alphanumeric() && c != '_' && c != ':')
            });
            let named = |c: &char| c.is_alphanumeric() || *c == '_' || *c == ':';
            let inline = inline.map(|(at, _)| statement[at..].chars().take_while(named).collect::<String>());
            // What ends with colons begins the braces of a `use`.
            found.extend(inline.filter(|path| !path.ends_with(':')));
        }
    }
    found
}

/// Every path of two names and more, wherever it stands.
fn inline(text: &str) -> impl Iterator<Item = &str> {
    let named = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    text.split(move |c: char| !named(c)).filter(|path| path.contains("::"))
}

/// The module that a path names by itself, and nothing in it.
fn as_module(from: &Module, path: &str, known: &BTreeSet<Module>) -> Option<Module> {
    let path = path.strip_suffix("::self").unwrap_or(path);
    let last = path.rsplit("::").next()?;
    resolved(from, path, known).filter(|module| module.last().is_some_and(|name| name == last))
}

/// The single paths of a `use` with braces.
fn leaves(prefix: &str, tree: &str, found: &mut Vec<String>) {
    let Some((head, inner)) = tree.split_once('{') else {
        let leaf = tree.trim().split(" as ").next().unwrap_or_default();
        found.push(format!("{prefix}{leaf}"));
        return;
    };
    let inner = inner.trim_end().strip_suffix('}').unwrap_or(inner);
    let (mut depth, mut start) = (0_i32, 0);
    for (at, letter) in inner.char_indices().chain([(inner.len(), ',')]) {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                if !inner[start..at].trim().is_empty() {
                    leaves(&format!("{prefix}{}", head.trim()), inner[start..at].trim(), found);
                }
                start = (at + 1).min(inner.len());
            }
            _ => {}
        }
    }
}

/// The module that a path leads into: the longest part of it that is a file.
fn resolved(from: &Module, path: &str, known: &BTreeSet<Module>) -> Option<Module> {
    let parts: Vec<&str> = path.split("::").filter(|part| !part.is_empty() && *part != "self").collect();
    let ups = parts.iter().take_while(|part| **part == "super").count();
    let base: Module = match parts.first() {
        Some(&"crate") => Vec::new(),
        Some(&"super") => from[..from.len().saturating_sub(ups)].to_vec(),
        _ => from.clone(),
    };
    let rest = parts.iter().skip_while(|part| matches!(**part, "crate" | "super")).map(|part| (*part).to_owned());
    let whole: Module = base.into_iter().chain(rest).collect();
    (1..=whole.len()).rev().map(|length| whole[..length].to_vec()).find(|module| known.contains(module))
}

#[test]
fn no_file_imports_what_imports_it() {
    for folder in ["engine/src", "api/src", "worker/src", "migration/src"] {
        let arrows = Arrows::of(folder);
        none(&arrows.circles(), &format!("{folder}: circles of files"));
        if folder != "engine/src" {
            none(&arrows.of_folders().circles(), &format!("{folder}: circles of folders"));
        }
    }
}

#[test]
fn imports_are_read_as_they_are_written() {
    let text = "use crate::store::{StoreError, read::{jobs, self}}; let x = super::kind::of(crate::money::Minor(1));";
    let expected = [
        "crate::store::StoreError",
        "crate::store::read::jobs",
        "crate::store::read::self",
        "crate::money::Minor",
        "super::kind::of",
    ];
    assert_eq!(paths(text), expected);
    let path = |path: &str| -> Module { path.split('/').map(str::to_owned).collect() };
    let known = ["store", "store/read/jobs", "kind"].map(path).into();
    let from = path("command/effects");
    for (written, leads_to) in [
        ("crate::store::read::jobs::made_at", Some("store/read/jobs")),
        ("super::super::kind::of", Some("kind")),
        ("serde::Serialize", None),
    ] {
        assert_eq!(resolved(&from, written, &known), leads_to.map(path), "{written}");
    }
}

#[test]
fn a_child_that_is_used_without_an_import_is_imported() {
    let path = |path: &str| -> Module { path.split('/').map(str::to_owned).collect() };
    let known = ["check", "check/trail", "check/findings"].map(path).into();
    let source = Source {
        path: "check.rs".into(),
        text: "mod trail;\nuse self::findings::Findings;\nfn check() -> Findings { trail::check() }".into(),
    };
    let wanted = ["check/trail", "check/findings"].map(path).into();
    assert_eq!(imports(&path("check"), &source, &known), wanted);
}
