//! Everything that the page of a document shows, from its operations.

use serde_json::Value;

use super::accounts::{Account, accounts};
use super::after_reconciliation::{AfterReconciliation, after_reconciliations};
use super::facts::{Fact, Line, facts, lines, totals};
use super::plan::{Step, steps};
use super::related::{Related, related};
use super::returned::{Returned, is_same, returned};
use super::trail::{Entry, timeline};
use super::under_way::{UnderWay, under_way};
use crate::interface::enumeration::{DocumentAction, DocumentStatus};
use crate::interface::query::GetDocument;
use crate::interface::schema::Document;
use crate::json::Members;
use crate::operations::segment;
use crate::page::editor::correct;
use crate::problem::Problem;
use crate::visit::{Visit, fresh_key};
use crate::vocabulary::DocumentType;

/// One document as it is shown.
pub struct DocumentView {
    pub kind: DocumentType,
    pub id: String,
    pub status: String,
    pub version: String,
    /// The idempotency key of the form.
    pub key: String,
    pub memo: String,
    /// Why it came back.
    pub returned: Option<Returned>,
    /// The reader submitted it: to send it back is to recall it.
    pub is_own: bool,
    /// What else is under way for what it settles.
    pub under_way: Option<UnderWay>,
    /// The completed reconciliations that it comes after.
    pub after_reconciliations: Vec<AfterReconciliation>,
    pub facts: Vec<Fact>,
    pub lines: Vec<Line>,
    pub totals: Vec<Fact>,
    pub steps: Vec<Step>,
    /// What may be decided on this page, such as `approve`.
    pub decisions: Vec<String>,
    /// What has a page of its own, such as `void`.
    pub actions: Vec<String>,
    /// Whether it can be taken back and written anew in one step.
    pub is_correctable: bool,
    pub missing: Vec<Missing>,
    pub accounts: Vec<Account>,
    pub is_posted: bool,
    pub related: Vec<Related>,
    pub timeline: Vec<Entry>,
    /// The comment or the reason that is being written.
    pub words: String,
    /// Where a decision leads; empty: back to the document.
    pub to: String,
}

/// Actions that this person cannot take now, and why.
pub struct Missing {
    pub actions: Vec<String>,
    pub why: String,
}

/// What is decided on the page itself, with or without words.
pub const DECISIONS: [DocumentAction; 6] = [
    DocumentAction::SubmitForApproval,
    DocumentAction::Approve,
    DocumentAction::Reject,
    DocumentAction::RequestChange,
    DocumentAction::Hold,
    DocumentAction::Unhold,
];

impl DocumentView {
    pub fn path(&self) -> String {
        format!("/{}/{}", self.kind.collection(), segment(&self.id))
    }

    /// The element of its heading: beside a list it is not the heading of the page.
    pub fn heading(&self) -> &'static str {
        if self.to.is_empty() { "h1" } else { "h2" }
    }

    pub fn may(&self, action: &str) -> bool {
        self.decisions.iter().any(|known| known == action)
    }

    /// Whether the decisions that it waits for take words.
    pub fn takes_words(&self) -> bool {
        let with_words =
            [DocumentAction::Approve, DocumentAction::Reject, DocumentAction::RequestChange, DocumentAction::Hold];
        with_words.iter().any(|action| self.may(action.name()))
    }

    /// Whether it may be made again and again by a schedule.
    pub fn repeats(&self) -> bool {
        crate::page::recurring::repeats(self.kind)
    }

    /// Whether a line of it may be recognised over time.
    pub fn defers(&self) -> bool {
        let is_posted = DocumentStatus::of(&self.status)
            .is_some_and(|status| matches!(status, DocumentStatus::Posted | DocumentStatus::Paid));
        is_posted && crate::page::defer::has_lines_to_defer(self.kind)
    }

    /// Whether it is a credit that may be applied now.
    pub fn applies(&self) -> bool {
        self.actions.iter().any(|action| action == DocumentAction::Apply.name())
    }

    pub fn is_journal(&self) -> bool {
        self.lines.iter().any(|line| line.is_journal)
    }
}

/// Reads the document and all that belongs to it.
pub async fn of(visit: &Visit, kind: DocumentType, id: &str) -> Result<DocumentView, Problem> {
    let path = format!("/{}/{}", kind.collection(), segment(id));
    let document = visit.operations.get(&path, &[(GetDocument::EXPLAIN, "true")].into()).await?;
    let document = &document.0;
    let allowed = document.texts(Document::ALLOWED_ACTIONS);
    let (decisions, actions) = allowed.into_iter().partition(|action| is_decision(action));
    let (accounts, related, timeline, under_way) = tokio::join!(
        accounts(visit, kind, id),
        related(visit, kind, id, document),
        timeline(visit, kind, id),
        under_way(visit, kind, id, document)
    );
    let (accounts, is_posted) = accounts;
    let mut lines = lines(visit, kind, document);
    for line in lines.iter_mut().filter(|line| line.account_name.is_empty()) {
        let account = accounts.iter().find(|account| account.account_id == line.account_id);
        line.account_name = account.map(|account| account.account_name.clone()).unwrap_or_default();
    }
    Ok(DocumentView {
        kind,
        id: id.into(),
        status: document.text(Document::STATUS),
        version: document.text(Document::VERSION),
        key: fresh_key(),
        memo: document.text(Document::MEMO),
        returned: returned(visit, document),
        is_own: is_same(&document.text(Document::SUBMITTED_BY), &visit.me.user_id()),
        under_way,
        after_reconciliations: after_reconciliations(visit, document),
        facts: facts(visit, kind, document),
        lines,
        totals: totals(visit, document),
        steps: steps(visit, document),
        decisions,
        actions,
        is_correctable: correct::is_offered(visit, kind, document),
        missing: missing(document.at(Document::WHY_NOT)),
        accounts,
        is_posted,
        related,
        timeline: timeline?,
        words: String::new(),
        to: String::new(),
    })
}

fn is_decision(action: &str) -> bool {
    DocumentAction::of(action).is_some_and(|action| DECISIONS.contains(&action))
}

/// By their reasons: a status bars many actions for one.
fn missing(why_not: &Value) -> Vec<Missing> {
    let mut all: Vec<Missing> = Vec::new();
    for (action, why) in why_not.as_object().into_iter().flatten() {
        let why = why.as_str().unwrap_or_default();
        match all.iter_mut().find(|missing| missing.why == why) {
            Some(missing) => missing.actions.push(action.clone()),
            None => all.push(Missing { actions: vec![action.clone()], why: why.into() }),
        }
    }
    all.sort_by_key(|missing| missing.actions.len());
    all
}
