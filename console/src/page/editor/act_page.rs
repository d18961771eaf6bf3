//! The page of an action that asks for more than a comment: what the document is, the fields, and what it would come to.

use std::sync::Arc;

use askama::Template;
use poem::Response;
use poem::http::StatusCode;
use serde_json::Value;

use super::choices::Suggestions;
use super::preview::{self, Preview};
use super::sheet::{self, Field};
use super::subject::Subject;
use crate::filters;
use crate::frame::Frame;
use crate::interface::Member;
use crate::interface::schema::{ChangeRequested, Document};
use crate::json::Members;
use crate::problem::Problem;
use crate::visit::{Visit, fresh_key, page_with};
use crate::vocabulary::word;

/// The page of an action.
#[derive(Template)]
#[template(path = "editor/act.html")]
pub struct ActPage {
    frame: Frame,
    action: &'static str,
    id: String,
    back: String,
    heading: String,
    status: String,
    facts: Vec<(String, String)>,
    version: String,
    key: String,
    pub has_dry_run: bool,
    pub is_grave: bool,
    problem: Option<Problem>,
    fields: Vec<Field>,
    suggestions: Suggestions,
    preview: Option<Preview>,
    /// The rule that guards the action asks for signatures: what the interface says about it.
    guarded: String,
}

impl ActPage {
    /// What it shows of the document, and of the answer of a dry run. `action` is the last part of its path.
    pub fn of(
        visit: &Visit,
        subject: &Subject,
        (action, heading): (&'static str, String),
        answer: Option<&Value>,
        suggestions: Suggestions,
    ) -> Self {
        let document = &subject.document;
        let guarded = answer
            .filter(|answer| answer.at(ChangeRequested::CHANGE_REQUEST_ID).is_null())
            .map(|answer| answer.text(ChangeRequested::MESSAGE));
        Self {
            action,
            id: subject.id.clone(),
            back: subject.page(),
            heading,
            status: document.text(Document::STATUS),
            facts: facts(visit, subject),
            version: subject.version(),
            key: fresh_key(),
            has_dry_run: true,
            is_grave: false,
            problem: None,
            fields: Vec::new(),
            preview: answer.map(|answer| preview::read(visit, answer, document, &suggestions)),
            suggestions,
            guarded: guarded.unwrap_or_default(),
            frame: visit.frame(subject.kind.collection(), String::new()),
        }
    }

    /// The page with its fields, or with what was refused.
    pub fn answered(
        mut self,
        visit: &Arc<Visit>,
        subject: &Subject,
        mut fields: Vec<Field>,
        problem: Option<Problem>,
    ) -> Result<Response, Problem> {
        if let Some(first) = fields.iter_mut().find(|field| field.value.is_empty()).filter(|_| visit.form.0.is_empty())
        {
            first.is_first = true;
        }
        // Only what was sent is refused; a look at it is not.
        let refusal = problem.as_ref().filter(|_| visit.form.has("intent")).map(|problem| problem.status);
        let status = refusal.and_then(|status| StatusCode::from_u16(status).ok()).unwrap_or(StatusCode::OK);
        self.frame = visit.frame(subject.kind.collection(), self.heading.clone());
        page_with(status, &Self { problem, fields, ..self })
    }
}

/// What the document is about, in short.
fn facts(visit: &Visit, subject: &Subject) -> Vec<(String, String)> {
    let document = &subject.document;
    let currency = document.text(Document::CURRENCY);
    let amount = |name: Member| {
        let text = document.given(name)?;
        Some((sheet::label("", name), format!("{} {currency}", visit.amount(&text, &currency))))
    };
    let date = |name: Member| document.given(name).map(|text| (word(name.name()), visit.reader.date(&text)));
    let plain = |name: Member| document.given(name).map(|text| (word(name.name()), text));
    let party = subject.kind.party().and_then(|(id, name)| {
        let named = document.given(name).or_else(|| document.given(id));
        named.map(|named| (word(id.name()), named))
    });
    let facts = [
        party,
        date(Document::TRAN_DATE),
        date(Document::DUE_DATE),
        plain(Document::POSTING_PERIOD_ID),
        amount(Document::TOTAL),
        amount(Document::PAYMENT),
        amount(Document::TOTAL_DEBIT),
        amount(Document::AMOUNT_PAID),
        amount(Document::AMOUNT_DUE),
        amount(Document::AMOUNT_PENDING),
        plain(Document::MEMO),
    ];
    facts.into_iter().flatten().collect()
}
