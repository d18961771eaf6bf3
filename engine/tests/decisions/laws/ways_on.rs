//! No document is without a way on: from every state that is no end somebody has an action that succeeds.
//! See docs/rules/documents.md#no-dead-end.

use engine::books::document::{Document, Status};

use crate::books::Books;

/// Who wrote, submitted or held it may do so themselves; `alma` may do everything, `fay` and `gus` sign.
const OTHERS: [&str; 3] = ["alma", "fay (manager controller cfo)", "gus (manager controller cfo)"];

const WAYS: [&str; 6] = ["delete", "request-change", "unhold", "hold", "reject", "void"];

pub fn nobody_is_stuck(books: &Books) -> Result<(), String> {
    let stuck = books.documents.values().find(|document| {
        Status::UNPOSTED.contains(&document.status()) && !is_on_its_way(document, books) && !has_a_way(document, books)
    });
    stuck.map_or(Ok(()), |document| Err(format!("nobody can do anything with {:?}", document.key)))
}

/// Its job posts it, now or when its period is opened again.
fn is_on_its_way(document: &Document, books: &Books) -> bool {
    if document.status() != Status::Approved {
        return false;
    }
    let mut later = books.clone();
    later.try_command("alma", &format!("reopen {}", document.content.posting_period_id));
    later.try_command("system", "work");
    later.documents.get(&document.key).is_some_and(|then| then.status().is_in_ledger())
}

fn has_a_way(document: &Document, books: &Books) -> bool {
    let concerned = document.authors().into_iter().chain(document.stage.held_by());
    let concerned = concerned.map(|user| format!("{user} (clerk manager controller cfo)"));
    let people: Vec<String> = OTHERS.map(str::to_owned).into_iter().chain(concerned).collect();
    WAYS.iter().any(|way| {
        let words = format!("{way} {}", document.key.id);
        people.iter().any(|who| !books.clone().try_command(who, &words).starts_with("refused"))
    })
}
