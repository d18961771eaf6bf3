//! The texts of the console: every key has a text, every text a use, and no word stands in a template itself.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::{none, root, sources};

/// `path` and text of every file with this ending below a folder of the console.
fn files(below: &str, ending: &str) -> Vec<(String, String)> {
    let (mut found, mut open) = (Vec::new(), vec![root().join("console").join(below)]);
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(std::fs::read_dir(&path).expect("a folder").flatten().map(|entry| entry.path()));
        } else if path.extension().is_some_and(|extension| extension == ending) {
            found.push((named(&path), std::fs::read_to_string(&path).expect("a text")));
        }
    }
    assert!(!found.is_empty(), "no {ending} in console/{below}: has it moved?");
    found
}

fn named(path: &Path) -> String {
    path.strip_prefix(root()).expect("below the root").display().to_string()
}

/// Key → text.
fn texts() -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    for (path, text) in files("texts/en", "txt") {
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let (key, text) = line.split_once(" = ").unwrap_or_else(|| panic!("{path}: no `key = text`: {line}"));
            assert!(all.insert(key.to_owned(), text.to_owned()).is_none(), "{path}: {key} is there twice");
        }
    }
    all
}

/// Every quoted text of a source.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('"').skip(1).step_by(2)
}

/// A key as it is written: whole, or up to what is filled in, as in `format!("inbox.sort.{name}")`.
fn written(text: &str) -> BTreeSet<String> {
    // Between the quotes, and outside: an escaped quote shifts them.
    let all = quoted(text).chain(text.split('"').step_by(2));
    let like_keys = all.filter(|part| {
        part.contains('.')
            && part.starts_with(|c: char| c.is_ascii_lowercase())
            && !part.contains([' ', '/', '\n', '<'])
    });
    like_keys.map(|key| key.split('{').next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn every_key_of_a_template_has_a_text() {
    let texts = texts();
    let mut missing = Vec::new();
    for (path, template) in files("templates", "html") {
        for (at, _) in template.match_indices("\"|t") {
            let key = template[..at].rsplit('"').next().unwrap_or_default();
            let is_known = match key.split_once('{') {
                Some((begin, _)) => texts.keys().any(|known| known.starts_with(begin)),
                None => texts.contains_key(key),
            };
            if !is_known {
                missing.push(format!("{path}: {key}"));
            }
        }
    }
    none(&missing, "these keys have no text in console/texts/en");
}

#[test]
fn every_text_is_used() {
    let templates = files("templates", "html").into_iter().map(|(_, text)| text);
    let code = sources("console/src").into_iter().map(|source| source.text);
    let used: BTreeSet<String> = templates.chain(code).flat_map(|text| written(&text)).collect();
    let is_used = |key: &str| {
        used.contains(key) || used.iter().any(|begin| begin.ends_with('.') && key.starts_with(begin.as_str()))
    };
    // Any name of the interface may need a word.
    let unused: Vec<String> = texts().into_keys().filter(|key| !key.starts_with("word.") && !is_used(key)).collect();
    none(&unused, "nothing shows these texts");
}

/// What is left of a template without its tags, expressions, comments and marks.
fn words(template: &str) -> Vec<String> {
    let mut plain = template.to_owned();
    for (from, to) in [("{#", "#}"), ("{%", "%}"), ("{{", "}}"), ("<!--", "-->"), ("<", ">")] {
        while let Some(start) = plain.find(from) {
            let Some(length) = plain[start..].find(to) else { break };
            plain.replace_range(start..start + length + to.len(), " ");
        }
    }
    let plain = plain.replace("&amp;", " ").replace("&nbsp;", " ");
    let words = plain.split_whitespace().filter(|word| word.chars().filter(|c| c.is_alphabetic()).count() > 1);
    words.map(str::to_owned).collect()
}

#[test]
fn no_word_stands_in_a_template() {
    // Keys of the keyboard and formats are the same in every language.
    const SAME: [&str; 8] = ["Enter", "Esc", "Escape", "Ctrl", "CSV", "hledger", "beancount", "Space"];
    let templates = files("templates", "html").into_iter();
    let found: Vec<String> = templates
        .flat_map(|(path, text)| words(&text).into_iter().map(move |word| format!("{path}: {word}")))
        .filter(|found| !SAME.iter().any(|same| found.ends_with(&format!(": {same}"))))
        .collect();
    none(&found, "words belong into console/texts");
}

#[test]
fn no_script_and_no_style_stands_in_a_page() {
    let mut found = Vec::new();
    for (path, template) in files("templates", "html") {
        for bad in [" style=", "<style", " onclick=", " onload=", " onsubmit=", " onchange=", "javascript:", "|safe"] {
            if template.contains(bad) {
                found.push(format!("{path}: {bad}"));
            }
        }
        for script in template.split("<script").skip(1) {
            if !script.starts_with(" type=\"module\" src=\"{{") {
                found.push(format!("{path}: a script of its own"));
            }
        }
    }
    none(&found, "the policy of the pages forbids it");
}
