//! Matching: what a proposal says, what was ticked by hand, and lines that nothing in the books belongs to.

use std::sync::Arc;

use poem::Response;
use serde_json::{Value, json};

use super::{back, operation, sheet};
use crate::interface::schema::MatchInput;
use crate::operations::Change;
use crate::problem::{Place, Problem};
use crate::text::{filled, text};
use crate::visit::{Visit, redirect};
use crate::vocabulary::word;

/// Accepts one proposal: the very lines and transactions that the page showed, whatever would be proposed by now.
pub async fn accept(visit: Arc<Visit>) -> Result<Response, Problem> {
    make(&visit, "matching.accepted").await
}

/// Matches what is ticked.
pub async fn by_hand(visit: Arc<Visit>) -> Result<Response, Problem> {
    if !visit.form.has("line") {
        return Ok(redirect(&back(&visit), Some(text("matching.nothing_ticked"))));
    }
    make(&visit, "matching.made").await
}

/// Says what a line is that nothing in the books belongs to.
pub async fn explain(visit: Arc<Visit>) -> Result<Response, Problem> {
    make(&visit, "matching.explained").await
}

async fn make(visit: &Visit, done: &str) -> Result<Response, Problem> {
    let form = &visit.form;
    let mut body = json!({ MatchInput::LINE_IDS: form.all("line").collect::<Vec<_>>() });
    let transactions: Vec<&str> = form.all("transaction").collect();
    if let Some(body) = body.as_object_mut() {
        if !transactions.is_empty() {
            body.insert(MatchInput::TRANSACTION_IDS.into(), json!(transactions));
        }
        if let Some(reason) = form.given("reason") {
            body.insert(MatchInput::REASON.into(), Value::from(reason));
        }
    }
    match visit.operations.change(Change::post(operation(visit.param("account"), "match"), body)).await {
        Ok(_) => {
            let lines = form.all("line").count().to_string();
            Ok(redirect(&back(visit), Some(&filled(done, &[&lines, &transactions.len().to_string()]))))
        }
        Err(problem) => {
            let is_by_hand = visit.path.ends_with("/match");
            let problem = problem.placed(|pointer| place(pointer, is_by_hand));
            sheet::shown(visit, problem.status_code(), Some(&problem)).await
        }
    }
}

/// What a fault is about: a line or a transaction by its number among those that were sent.
fn place(pointer: &str, is_by_hand: bool) -> Option<Place> {
    let name = pointer.strip_prefix('/')?;
    let (list, index) = name.split_once('/').unwrap_or((name, ""));
    let number = index.parse::<usize>().ok().map(|index| index.saturating_add(1).to_string()).unwrap_or_default();
    match list {
        "reason" => Some(Place::new(word("reason"), if is_by_hand { "reason" } else { "" })),
        "line_ids" => Some(Place::new(filled("matching.line_number", &[&number]), "")),
        "transaction_ids" => Some(Place::new(filled("matching.transaction_number", &[&number]), "")),
        _ => None,
    }
}
