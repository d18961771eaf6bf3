//! Many decisions in one call, with one result for each.

use std::sync::Arc;

use askama::Template;
use poem::Response;
use serde_json::{Value, json};

use crate::filters;
use crate::frame::Frame;
use crate::json::Members;
use crate::operations::Change;
use crate::problem::Problem;
use crate::text::text;
use crate::visit::{Visit, page, redirect};
use crate::vocabulary::page_of;

/// What became of each.
#[derive(Template)]
#[template(path = "inbox/bulk.html")]
struct BulkPage {
    frame: Frame,
    succeeded: String,
    failed: String,
    results: Vec<Outcome>,
}

/// What became of one.
struct Outcome {
    id: String,
    link: String,
    /// Its status now; empty when it was refused.
    status: String,
    problem: String,
}

/// Decides what was selected. One result for each is shown where one was refused.
pub async fn decide(visit: Arc<Visit>) -> Result<Response, Problem> {
    let (action, words) =
        (visit.form.given("action").unwrap_or_default(), visit.form.given("words").unwrap_or_default());
    let chosen: Vec<(&str, &str)> = visit.form.all("item").filter_map(|key| key.split_once(':')).collect();
    let back = visit.form.given("back").unwrap_or("/inbox");
    if chosen.is_empty() {
        return Ok(redirect(back, Some(text("inbox.none_selected"))));
    }
    let item = |(kind, id): &(&str, &str)| {
        let mut item = json!({ "action": action, "document_type": kind, "id": id });
        if let (Some(item), false) = (item.as_object_mut(), words.is_empty()) {
            let member = if action == "approve" { "comments" } else { "reason" };
            item.insert(member.into(), json!(words));
        }
        item
    };
    let items: Vec<Value> = chosen.iter().map(item).collect();
    let change = Change::post("/approvals/bulk", json!({ "items": items })).from_form(&visit.form);
    let answer = visit.operations.change(change).await?;
    let (succeeded, failed) = (answer.body.text("succeeded"), answer.body.text("failed"));
    if failed == "0" {
        return Ok(redirect(back, Some(&crate::text::filled("inbox.decided", &[&succeeded]))));
    }
    let outcome = |(result, (kind, id)): (&Value, &(&str, &str))| Outcome {
        id: (*id).to_owned(),
        link: page_of(kind, id).unwrap_or_default(),
        status: result.text("status"),
        problem: result.at("problem").text("detail"),
    };
    let results = answer.body.list("data").iter().zip(&chosen).map(outcome).collect();
    page(&BulkPage { frame: visit.frame("inbox", text("inbox.bulk")), succeeded, failed, results })
}
