//! The lifecycle table as docs/rules/documents.md shows it, made from the one in the engine.

use engine::books::document::lifecycle::{Action, Status};
use engine::values::kind::DocumentKind;

/// The table as Markdown: a row for each action, a column for each state that some action starts from.
pub fn table() -> String {
    let starts = |status: &Status| Action::ALL.iter().any(|action| action.from().contains(status));
    let columns: Vec<Status> = Status::ALL.into_iter().filter(starts).collect();
    let mut rows = vec![
        row("action", "documents", columns.iter().map(|status| status.name())),
        format!("|{}", "---|".repeat(columns.len() + 2)),
    ];
    for action in Action::ALL {
        let cells = columns.iter().map(|status| if action.from().contains(status) { leads_to(action) } else { "" });
        rows.push(row(action.name(), &documents(action), cells));
    }
    rows.join("\n")
}

fn row<'a>(action: &str, documents: &str, cells: impl Iterator<Item = &'a str>) -> String {
    let cells: Vec<&str> = cells.collect();
    format!("| {action} | {documents} | {} |", cells.join(" | "))
}

fn leads_to(action: Action) -> &'static str {
    match (action, action.to()) {
        (Action::Delete, _) => "gone",
        (_, Some(status)) => status.name(),
        (_, None) => "unchanged",
    }
}

fn documents(action: Action) -> String {
    let (with, without): (Vec<_>, Vec<_>) = DocumentKind::ALL.into_iter().partition(|kind| kind.has(action));
    let names = |kinds: &[DocumentKind]| kinds.iter().map(|kind| kind.name()).collect::<Vec<_>>().join(", ");
    let give_credit =
        |kinds: &[DocumentKind]| kinds.iter().all(|kind| kind.items().is_some_and(|items| items.credits.is_some()));
    match without.len() {
        0 => "all".to_owned(),
        _ if give_credit(&with) => "those that give credit".to_owned(),
        1 => format!("all but {}", names(&without)),
        _ => names(&with),
    }
}
