//! The dry run of a close: what it would post, or what bars it. Nothing is changed by it.

use serde_json::{Value, json};

use crate::interface::enumeration::ProblemCode;
use crate::interface::schema::{ChangeRequested, CloseInput, Closed, WouldPostLine};
use crate::interface::undescribed::UnpostedDocuments;
use crate::json::{Json, Members};
use crate::operations::{Change, Named, dry_run, segment};
use crate::page::document::plan::{self, Step};
use crate::problem::Problem;
use crate::visit::Visit;

/// How many lines a page shows.
pub const MOST: usize = 50;

/// What a close would do.
pub struct Preview {
    pub close_type: String,
    pub is_forced: bool,
    pub refused: Option<Problem>,
    /// A rule guards the close: in the words of the answer.
    pub guarded: Option<Guarded>,
    pub lines: Vec<Line>,
    pub total_lines: usize,
    /// How many documents `force` leaves unposted.
    pub stranded: i64,
}

impl Preview {
    /// Whether the close itself can be asked for.
    pub fn is_possible(&self) -> bool {
        self.refused.is_none()
    }

    /// Whether unposted documents alone bar it, which `force` would pass over.
    pub fn is_barred(&self) -> bool {
        self.refused.as_ref().is_some_and(|problem| problem.code == ProblemCode::UnpostedDocuments.name())
    }
}

/// The plan of the change request that the close would be.
pub struct Guarded {
    pub message: String,
    pub steps: Vec<Step>,
}

/// The change request that a dry run speaks of, where a rule guards the change.
pub fn guarded(visit: &Visit, answer: &Json) -> Option<Guarded> {
    (!answer.at(ChangeRequested::APPROVAL_PLAN).is_null())
        .then(|| Guarded { message: answer.text(ChangeRequested::MESSAGE), steps: plan::steps(visit, &answer.0) })
}

/// A line that would reach the ledger.
pub struct Line {
    pub account_id: String,
    pub account_link: String,
    pub memo: String,
    pub figure: String,
    pub currency: String,
    pub base: String,
}

/// Asks for the dry run.
pub async fn of(visit: &Visit, period_id: &str, close_type: &str, is_forced: bool) -> Preview {
    let path = format!("/accounting-periods/{}/close", segment(period_id));
    let body = json!({ CloseInput::CLOSE_TYPE: close_type, CloseInput::FORCE: is_forced });
    visit.operations.name(Named { method: "POST".into(), path: dry_run(&path), body: Some(body.to_string()) });
    let mut preview = Preview {
        close_type: close_type.into(),
        is_forced,
        refused: None,
        guarded: None,
        lines: Vec::new(),
        total_lines: 0,
        stranded: if is_forced { stranded(visit, &path, close_type).await } else { 0 },
    };
    match visit.operations.change(Change::post(dry_run(&path), body)).await {
        Ok(answer) => {
            let lines = answer.body.list(Closed::WOULD_POST);
            preview.total_lines = lines.len();
            preview.lines = lines.iter().take(MOST).map(|each| line(visit, each)).collect();
            preview.guarded = guarded(visit, &answer.body);
        }
        Err(problem) => preview.refused = Some(problem),
    }
    preview
}

/// How many unposted documents the scope has: an unforced close is refused for them.
async fn stranded(visit: &Visit, path: &str, close_type: &str) -> i64 {
    let unforced = json!({ CloseInput::CLOSE_TYPE: close_type });
    let answer = visit.operations.change(Change::post(dry_run(path), unforced)).await;
    answer
        .err()
        .filter(|problem| problem.code == ProblemCode::UnpostedDocuments.name())
        .map_or(0, |problem| problem.body.whole(UnpostedDocuments::TOTAL_UNPOSTED))
}

/// As an answer has it.
pub fn line(visit: &Visit, line: &Value) -> Line {
    let (account_id, currency) = (line.text(WouldPostLine::ACCOUNT_ID), line.text(WouldPostLine::CURRENCY));
    Line {
        account_link: format!("/accounts/{}", segment(&account_id)),
        account_id,
        memo: line.text(WouldPostLine::MEMO),
        figure: visit.amount(&line.text(WouldPostLine::AMOUNT), &currency),
        currency,
        base: visit.base(&line.text(WouldPostLine::BASE_AMOUNT)),
    }
}
