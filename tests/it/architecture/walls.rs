//! The walls of the engine: five storeys, of which none imports from above itself; a kernel that knows no feature; features that meet
//! at their `mod.rs` only. What climbs still stands in [`CLIMBS`], file by file, with the reason. A line that is needed no more fails, so
//! the list only gets shorter.

use std::collections::BTreeSet;

use super::arrows::{Arrows, Module};
use super::{none, root, sources};

/// From the ground up.
const STOREYS: [&str; 5] = ["values", "approval", "books", "kernel", "features"];

/// In approval, which is one subject, these stand apart from the rules.
const APART: [&str; 3] = ["access", "catalog", "proof"];

/// A file, what it imports from above, and why it still does.
const CLIMBS: [(&str, &str, &str); 2] = [
    ("approval/catalog", "books", "the catalog holds the periods, and names the accounts that postings add"),
    (
        "kernel/outcome",
        "features/change_requests",
        "a command that a rule guards comes to a change request in its place",
    ),
];

fn storey(module: &Module) -> Option<usize> {
    STOREYS.iter().position(|name| module[0] == *name)
}

fn is_below(module: &Module, path: &str) -> bool {
    let module = module.join("/");
    module == path || module.starts_with(&format!("{path}/"))
}

/// What the list allows to the import.
fn allowing(from: &Module, to: &Module) -> Option<usize> {
    CLIMBS.iter().position(|(file, above, _)| from.join("/") == *file && is_below(to, above))
}

/// The imports that lead into a storey above that of the file.
fn climbing(arrows: &Arrows) -> Vec<(Module, Module)> {
    arrows.all().filter(|(from, to)| storey(to) > storey(from)).map(|(from, to)| (from.clone(), to.clone())).collect()
}

#[test]
fn the_engine_has_five_storeys() {
    let files = std::fs::read_dir(root().join("engine/src")).expect("the engine");
    let names: BTreeSet<String> = files
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| name != "lib.rs")
        .collect();
    assert_eq!(names, STOREYS.map(str::to_owned).into(), "what stands in engine/src beside lib.rs");
}

#[test]
fn nothing_climbs() {
    let climbing = climbing(&Arrows::of("engine/src"));
    let listed: BTreeSet<usize> = climbing.iter().filter_map(|(from, to)| allowing(from, to)).collect();
    let unlisted = climbing.iter().filter(|(from, to)| allowing(from, to).is_none());
    let wrong: Vec<_> = unlisted.map(|(from, to)| format!("{} imports {}", from.join("/"), to.join("/"))).collect();
    none(&wrong, "a file imports from its own storey and from those below");
    let idle = CLIMBS.iter().enumerate().filter(|(index, _)| !listed.contains(index));
    let idle: Vec<_> = idle.map(|(_, (file, above, _))| format!("{file} imports {above} no more")).collect();
    none(&idle, "take the line out of the list");
}

#[test]
fn the_kernel_imports_no_feature() {
    let all = Arrows::of("engine/src");
    let found =
        all.all().filter(|(from, to)| from[0] == "kernel" && to[0] == "features" && allowing(from, to).is_none());
    let found: Vec<_> = found.map(|(from, to)| format!("{} imports {}", from.join("/"), to.join("/"))).collect();
    none(&found, "a feature calls the kernel, never the other way round");
}

#[test]
fn features_meet_at_their_doors() {
    for (folder, features) in [("engine/src", "features"), ("api/src", "feature")] {
        let all = Arrows::of(folder);
        let between = all.all().filter(|(from, to)| {
            from[0] == features && to[0] == features && from.len() > 1 && to.len() > 1 && from[1] != to[1]
        });
        let found: Vec<_> = between
            .filter(|(_, to)| to.len() > 2)
            .map(|(from, to)| format!("{folder}: {} imports {}", from.join("/"), to.join("/")))
            .collect();
        none(&found, "what a feature shows to another stands in its mod.rs");
    }
}

/// Within a storey, too, arrows run one way: what `kernel/store` imports never leads back to it.
#[test]
fn parts_of_a_storey_never_import_in_a_circle() {
    let part = |module: &Module| -> Module {
        match module.as_slice() {
            [storey, part, ..] if storey == "approval" && !APART.contains(&part.as_str()) => vec![storey.clone()],
            [storey, part, ..] => vec![storey.clone(), part.clone()],
            short => short.to_vec(),
        }
    };
    let inside = Arrows::of("engine/src").between(|from, to| {
        let (from, to) = (part(from), part(to));
        (from[0] == to[0] && from != to).then_some((from, to))
    });
    none(&inside.circles(), "circles within a storey");
}

#[test]
fn every_feature_has_a_door() {
    let doors = sources("engine/src/features");
    let features: BTreeSet<&str> = doors.iter().filter_map(|source| source.path.split('/').nth(3)).collect();
    let has_door =
        |feature: &&str| doors.iter().any(|source| source.path == format!("engine/src/features/{feature}/mod.rs"));
    let found: Vec<_> =
        features.into_iter().filter(|name| *name != "mod.rs" && !has_door(name)).map(str::to_owned).collect();
    none(&found, "a feature is a folder with a mod.rs");
}
