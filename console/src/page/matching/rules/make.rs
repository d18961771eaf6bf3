//! Has rules make the entries of the lines that were ticked.

use std::sync::Arc;

use poem::Response;
use serde_json::json;

use super::super::operation;
use super::{list, page_of};
use crate::interface::schema::{ApplyRulesInput, BulkResult, BulkResults, Problem as Refused};
use crate::json::Members;
use crate::operations::Change;
use crate::problem::Problem;
use crate::text::{filled, text};
use crate::visit::{Visit, redirect};

/// Makes them, and says how many were made and why the first of the others was not.
pub async fn make(visit: Arc<Visit>) -> Result<Response, Problem> {
    let account_id = visit.param("account");
    let lines: Vec<&str> = visit.form.all("line").collect();
    if lines.is_empty() {
        return Ok(redirect(&page_of(account_id), Some(text("matching.nothing_ticked"))));
    }
    let body = json!({ ApplyRulesInput::LINE_IDS: lines });
    let change = Change::post(operation(account_id, "apply-matching-rules"), body).from_form(&visit.form);
    match visit.operations.change(change).await {
        Ok(answer) => {
            let made = answer.body.text(BulkResults::SUCCEEDED);
            let results = answer.body.list(BulkResults::DATA).iter();
            let why = results.map(|result| result.at(BulkResult::PROBLEM)).find(|problem| problem.is_object());
            let said = match why {
                None => filled("matching.rule.made", &[&made]),
                Some(problem) => filled("matching.rule.made_some", &[&made, &problem.text(Refused::DETAIL)]),
            };
            Ok(redirect(&page_of(account_id), Some(&said)))
        }
        Err(problem) => Box::pin(list::shown(&visit, problem.status_code(), Some(problem))).await,
    }
}
