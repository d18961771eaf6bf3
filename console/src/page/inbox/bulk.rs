//! Many decisions in one call, with one result for each.

use std::sync::Arc;

use poem::Response;
use serde_json::{Value, json};

use super::became::{Became, Outcome};
use super::page::shown;
use crate::fields::Fields;
use crate::interface::enumeration::ApprovalAction;
use crate::interface::schema::{ApprovalBulkInput, ApprovalInput, BulkResult, BulkResults};
use crate::json::{Json, Members};
use crate::operations::Change;
use crate::problem::Problem;
use crate::text::{filled, text};
use crate::visit::{Visit, redirect};
use crate::vocabulary::page_of;

/// A document that was selected, as the list showed it.
struct Chosen<'f> {
    kind: &'f str,
    id: &'f str,
    version: i64,
}

impl<'f> Chosen<'f> {
    /// Reads `type:version:id`.
    fn read(item: &'f str) -> Option<Self> {
        let (kind, rest) = item.split_once(':')?;
        let (version, id) = rest.split_once(':')?;
        Some(Self { kind, id, version: version.parse().ok()? })
    }
}

/// A refusal in one line; nothing where there is none.
fn refused(problem: &Value) -> String {
    let is_refused = problem.is_object();
    if is_refused { Problem::read(0, String::new(), Json(problem.clone())).line() } else { String::new() }
}

/// Decides what was selected, and shows the inbox as it is then, with one result for each.
pub async fn decide(visit: Arc<Visit>) -> Result<Response, Problem> {
    let (action, words) =
        (visit.form.given("action").unwrap_or_default(), visit.form.given("words").unwrap_or_default());
    let chosen: Vec<Chosen> = visit.form.all("item").filter_map(Chosen::read).collect();
    let back = visit.form.given("back").unwrap_or("/inbox");
    if chosen.is_empty() {
        return Ok(redirect(back, Some(text("inbox.none_selected"))));
    }
    let item = |chosen: &Chosen| {
        let mut item = json!({
            ApprovalInput::ACTION: action,
            ApprovalInput::DOCUMENT_TYPE: chosen.kind,
            ApprovalInput::ID: chosen.id,
            ApprovalInput::VERSION: chosen.version,
        });
        if let (Some(item), false) = (item.as_object_mut(), words.is_empty()) {
            let is_approval = ApprovalAction::of(action) == Some(ApprovalAction::Approve);
            let member = if is_approval { ApprovalInput::COMMENTS } else { ApprovalInput::REASON };
            item.insert(member.into(), json!(words));
        }
        item
    };
    let items: Vec<Value> = chosen.iter().map(item).collect();
    let change = Change::post("/approvals/bulk", json!({ ApprovalBulkInput::ITEMS: items })).from_form(&visit.form);
    let answer = visit.operations.change(change).await?;
    let (succeeded, failed) = (answer.body.text(BulkResults::SUCCEEDED), answer.body.text(BulkResults::FAILED));
    let outcome = |(result, Chosen { kind, id, .. }): (&Value, &Chosen)| Outcome {
        id: (*id).to_owned(),
        link: page_of(kind, id).unwrap_or_default(),
        status: result.text(BulkResult::STATUS),
        problem: refused(result.at(BulkResult::PROBLEM)),
    };
    let are_some_refused = failed != "0";
    let words = if are_some_refused {
        filled("inbox.bulk_counts", &[&succeeded, &failed])
    } else {
        filled("inbox.decided", &[&succeeded])
    };
    let results = answer.body.list(BulkResults::DATA).iter().zip(&chosen).map(outcome).collect();
    // The list with the filters that it had; what was open in it may be gone.
    let query = Fields::read(back.split_once('?').map_or("", |(_, query)| query).as_bytes()).with("open", None);
    shown(&visit, &query, Some(Became { words, are_some_refused, results })).await
}
