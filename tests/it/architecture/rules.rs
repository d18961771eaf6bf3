//! The rules of the books: every citation leads to a heading below `docs/rules`, and none to a paper that the reader has not got.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::{Source, documents, none, root};

/// Where the rules stand.
const RULES: &str = "docs/rules/";
/// What is made, or comes from elsewhere.
const NOT_OURS: [&str; 5] = ["target", ".git", "node_modules", "fixtures", "__pycache__"];
/// Files in which a rule may be cited.
const WRITTEN: [&str; 9] = ["rs", "md", "toml", "py", "sh", "ts", "yml", "yaml", ""];

/// Every text that people write.
fn texts() -> Vec<Source> {
    let mut found = Vec::new();
    let mut open = vec![root()];
    while let Some(folder) = open.pop() {
        for path in std::fs::read_dir(&folder).expect("a folder").flatten().map(|entry| entry.path()) {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if path.is_symlink() || NOT_OURS.contains(&name.as_str()) {
                continue;
            }
            if path.is_dir() {
                open.push(path);
            } else if is_written(&path)
                && let Ok(text) = std::fs::read_to_string(&path)
            {
                found.push(Source { path: path.strip_prefix(root()).expect("below").display().to_string(), text });
            }
        }
    }
    found
}

fn is_written(path: &Path) -> bool {
    WRITTEN.contains(&path.extension().unwrap_or_default().to_str().unwrap_or_default())
}

/// The anchors that GitHub gives to the headings of a document.
fn anchors(text: &str) -> Vec<String> {
    let mut is_code = false;
    let headings = text.lines().filter_map(|line| {
        is_code ^= line.starts_with("```");
        line.strip_prefix('#').filter(|_| !is_code).map(|heading| heading.trim_start_matches('#').trim())
    });
    headings.map(anchor).collect()
}

fn anchor(heading: &str) -> String {
    let kept = heading.to_lowercase().replace(' ', "-");
    kept.chars().filter(|letter| letter.is_alphanumeric() || matches!(letter, '-' | '_')).collect()
}

/// Each document with its anchors.
fn headings() -> BTreeMap<String, BTreeSet<String>> {
    documents().into_iter().map(|source| (source.path, anchors(&source.text).into_iter().collect())).collect()
}

/// What a text cites, as `docs/rules/payments.md` and perhaps `#no-overpayment`.
fn cited(text: &str) -> impl Iterator<Item = (String, Option<String>)> {
    text.split(RULES).skip(1).filter_map(|rest| {
        let (page, after) = rest.split_once(".md")?;
        let is_page = !page.is_empty() && page.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '-');
        let word = |text: &str| text.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '-').collect();
        is_page.then(|| (format!("{RULES}{page}.md"), after.strip_prefix('#').map(word)))
    })
}

/// The words of a line that cite a rule by a number: a C and one or two digits, and perhaps a small letter.
fn numbers(line: &str) -> impl Iterator<Item = &str> {
    // A hexadecimal escape in a path looks like one.
    let words = line.split(|letter: char| !letter.is_alphanumeric() && !matches!(letter, '_' | '%'));
    words.filter(|word| {
        let digits = word.strip_prefix('C').map(|rest| rest.trim_end_matches(|end: char| end.is_ascii_lowercase()));
        let is_short = word.len() <= 4;
        is_short && digits.is_some_and(|digits| (1..=2).contains(&digits.len()) && digits.parse::<u8>().is_ok())
    })
}

#[test]
fn every_rule_that_is_cited_is_there() {
    let headings = headings();
    let mut seen = 0;
    let mut found = Vec::new();
    for source in texts() {
        for (page, anchor) in cited(&source.text) {
            seen += 1;
            let is_there = headings
                .get(&page)
                .is_some_and(|anchors| anchor.as_ref().is_none_or(|anchor| anchors.contains(anchor)));
            if !is_there {
                found.push(format!("{}: {page} {}", source.path, anchor.unwrap_or_default()));
            }
        }
    }
    assert!(seen > 200, "{seen} citations were found: are the comments still read?");
    none(&found, "a rule that is cited is a heading below docs/rules");
}

#[test]
fn no_rule_is_cited_by_a_number() {
    let mut found = Vec::new();
    for source in texts() {
        let lines = source.text.lines().enumerate();
        let citing = lines.filter(|(_, line)| numbers(line).next().is_some());
        found.extend(citing.map(|(index, line)| format!("{}:{}: {}", source.path, index + 1, line.trim())));
    }
    none(
        &found,
        "cite a rule by its heading, `docs/rules/payments.md#no-overpayment`; the reader has no list of numbers",
    );
}

#[test]
fn headings_of_rules_are_unique_and_pages_are_listed() {
    let index = std::fs::read_to_string(root().join(RULES).join("README.md")).expect("the index");
    for source in documents().into_iter().filter(|source| source.path.starts_with(RULES)) {
        let all = anchors(&source.text);
        let unique: BTreeSet<&String> = all.iter().collect();
        assert_eq!(all.len(), unique.len(), "{}: two headings have one anchor", source.path);
        let lines = source.text.lines().count();
        assert!(lines <= 150, "{}: {lines} lines; split it by what it is about", source.path);
        let name = source.path.trim_start_matches(RULES);
        assert!(name == "README.md" || index.contains(&format!("({name})")), "{RULES}README.md does not list {name}");
    }
}

#[test]
fn links_to_headings_lead_to_headings() {
    let headings = headings();
    let mut found = Vec::new();
    for source in documents() {
        let folder = Path::new(&source.path).parent().expect("a folder");
        for link in source.text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let Some((page, anchor)) = link.split_once('#').filter(|_| !link.contains("://")) else { continue };
            let page = if page.is_empty() { source.path.clone() } else { plain(&folder.join(page)) };
            if headings.get(&page).is_some_and(|anchors| !anchors.contains(anchor)) {
                found.push(format!("{}: {link}", source.path));
            }
        }
    }
    none(&found, "a link to a heading of a document leads to one that is there");
}

/// The path without `..`.
fn plain(path: &Path) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.iter().filter_map(|part| part.to_str()) {
        if part == ".." {
            parts.pop();
        } else if part != "." {
            parts.push(part);
        }
    }
    parts.join("/")
}

#[test]
fn the_description_cites_nothing() {
    let description = std::fs::read_to_string(root().join("openapi/gl.json")).expect("the description");
    assert!(!description.contains(RULES), "readers of the description have no repository");
    let citing: Vec<_> = description.lines().filter(|line| numbers(line).next().is_some()).map(str::to_owned).collect();
    none(&citing, "the description says what a rule says, and no number");
}

#[test]
fn citations_are_read_as_they_are_written() {
    // Put together here, so that this file cites nothing.
    let number = |digits: &str| format!("C{digits}");
    for (line, is_cited) in [
        (format!("Pinned at submit ({}).", number("24")), true),
        (format!("{}, {}", number("1"), number("36b")), true),
        (format!("{}–{}", number("20"), number("25")), true),
        (format!("users/J%{}%BCrgen", number("3")), false),
        ("CC1 is a cost center".to_owned(), false),
        ("Cash, C, CC, C1000".to_owned(), false),
    ] {
        assert_eq!(numbers(&line).next().is_some(), is_cited, "{line}");
    }
    let path = format!("{RULES}payments.md");
    let text = format!("See {path}#no-overpayment. Or {path}, and {RULES}… or {RULES}a b.md");
    let read: Vec<_> = cited(&text).collect();
    assert_eq!(read, [(path.clone(), Some("no-overpayment".to_owned())), (path, None)]);
    assert_eq!(anchors("# A b\n```\n# no\n```\n## `C` d, e!"), ["a-b", "c-d-e"]);
}
