//! Replays: what a draft would have done to the documents of a span.

use std::sync::Arc;

use askama::Template;
use poem::Response;
use serde_json::{Value, json};

use super::words::Words;
use crate::fields::Fields;
use crate::filters;
use crate::frame::Frame;
use crate::interface::enumeration::{JobState, ReplayOutcome};
use crate::interface::query::{ListApprovalRuleReplayDocuments, ListApprovalRuleReplays};
use crate::interface::schema::{
    Page, PersonLoad, Replay, ReplayAccepted, ReplayDocument, ReplayInput, ReplayProgress, ReplayResult,
    ReplaySummaryOrNull, ReplayTypeCounts, RoutingPlan, SignerLoad,
};
use crate::json::{Json, Members};
use crate::operations::{Change, segment};
use crate::problem::Problem;
use crate::text::text;
use crate::visit::{Visit, page, redirect};
use crate::vocabulary::{DOCUMENT_TYPES, page_of};

/// A document that would have gone another way.
struct Moved {
    id: String,
    document_type: String,
    href: String,
    submitted_at: String,
    submitted_by: String,
    outcome: String,
    before: Vec<String>,
    after: Vec<String>,
    detail: String,
}

#[derive(Template)]
#[template(path = "rules/replays.html")]
struct ReplaysPage {
    frame: Frame,
    replays: Vec<Value>,
    next: Option<String>,
    words: Words,
}

#[derive(Template)]
#[template(path = "rules/replay.html")]
struct ReplayPage {
    frame: Frame,
    replay: Value,
    documents: Vec<Moved>,
    next: Option<String>,
    words: Words,
    path: String,
    outcome: String,
    document_type: String,
    types: Vec<&'static str>,
}

impl ReplayPage {
    fn is_running(&self) -> bool {
        matches!(JobState::of(&self.replay.text(ReplayResult::STATE)), Some(JobState::Queued | JobState::Running))
    }

    fn summary(&self) -> Option<&Value> {
        Some(self.replay.at(ReplayResult::SUMMARY)).filter(|summary| summary.is_object())
    }

    /// How many documents had an outcome, of all or of one type.
    #[allow(clippy::unused_self, reason = "a template calls it so")]
    fn count(&self, of: &Value, outcome: ReplayOutcome) -> String {
        of.text(match outcome {
            ReplayOutcome::Otherwise => ReplayTypeCounts::OTHERWISE,
            ReplayOutcome::NoMatchingRule => ReplayTypeCounts::NO_MATCHING_RULE,
            ReplayOutcome::NoManager => ReplayTypeCounts::NO_MANAGER,
            ReplayOutcome::NoApprover => ReplayTypeCounts::NO_APPROVER,
        })
    }

    fn signer(&self, signer: &Value) -> String {
        let who = self.words.way(signer);
        if who.is_empty() { crate::vocabulary::word(&signer.text(SignerLoad::APPROVER_TYPE)) } else { who }
    }
}

/// Begins a replay of a draft.
pub async fn begin(visit: Arc<Visit>) -> Result<Response, Problem> {
    let given = |name: &str| visit.form.given(name).unwrap_or_default();
    let body = json!({
        ReplayInput::DRAFT_ID: visit.param("draft_id"),
        ReplayInput::FROM: given("from"),
        ReplayInput::TO: given("to"),
    });
    match visit.operations.change(Change::post("/approval-rules/replay", body).from_form(&visit.form)).await {
        Ok(answer) => {
            Ok(redirect(&format!("/rules/replays/{}", segment(&answer.body.text(ReplayAccepted::REPLAY_ID))), None))
        }
        Err(problem) => super::draft::render(&visit, Some(problem)).await,
    }
}

pub async fn list(visit: Arc<Visit>) -> Result<Response, Problem> {
    let query = Fields::from([(ListApprovalRuleReplays::LIMIT, "50")])
        .with(ListApprovalRuleReplays::CURSOR, visit.query.given(ListApprovalRuleReplays::CURSOR));
    let replays = visit.operations.get("/approval-rule-replays", &query).await?;
    let next = replays.given(Page::NEXT_CURSOR).filter(|_| replays.flag(Page::HAS_MORE));
    page(&ReplaysPage {
        replays: replays.list(Page::DATA).to_vec(),
        next: next.map(|cursor| {
            Fields::default().with(ListApprovalRuleReplays::CURSOR, Some(&cursor)).address("/rules/replays")
        }),
        words: Words::load(&visit).await,
        frame: visit.frame("rules", text("rules.replays.title")),
    })
}

pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    let id = segment(visit.param("replay_id"));
    let replay = visit.operations.get(&format!("/approval-rule-replays/{id}"), &Fields::default()).await?.0;
    let mut query = Fields::from([(ListApprovalRuleReplays::LIMIT, "50")]);
    for name in [
        ListApprovalRuleReplayDocuments::OUTCOME,
        ListApprovalRuleReplayDocuments::DOCUMENT_TYPE,
        ListApprovalRuleReplayDocuments::CURSOR,
    ] {
        query = query.with(name, visit.query.given(name));
    }
    let listed: Json = visit.operations.get(&format!("/approval-rule-replays/{id}/documents"), &query).await?;
    let words = Words::load(&visit).await;
    let path = format!("/rules/replays/{id}");
    let next = listed.given(Page::NEXT_CURSOR).filter(|_| listed.flag(Page::HAS_MORE));
    let given = |name: &str| visit.query.given(name).unwrap_or_default().to_owned();
    page(&ReplayPage {
        documents: listed.list(Page::DATA).iter().map(|document| moved(&words, document)).collect(),
        next: next.map(|cursor| visit.query.with(ListApprovalRuleReplays::CURSOR, Some(&cursor)).address(&path)),
        outcome: given("outcome"),
        document_type: given("document_type"),
        types: DOCUMENT_TYPES.iter().map(|kind| kind.name()).collect(),
        words,
        path,
        replay,
        frame: visit.frame("rules", text("rules.replay.title")),
    })
}

fn moved(words: &Words, document: &Value) -> Moved {
    let steps = |plan: &Value| plan.list(RoutingPlan::STEPS).iter().map(|step| words.step(step)).collect();
    let (id, document_type) =
        (document.text(ReplayDocument::DOCUMENT_ID), document.text(ReplayDocument::DOCUMENT_TYPE));
    Moved {
        href: page_of(&document_type, &id).unwrap_or_default(),
        submitted_at: document.text(ReplayDocument::SUBMITTED_AT),
        submitted_by: words.names.of(&document.text(ReplayDocument::SUBMITTED_BY)),
        outcome: document.text(ReplayDocument::OUTCOME),
        before: steps(document.at(ReplayDocument::OLD_PLAN)),
        after: steps(document.at(ReplayDocument::NEW_PLAN)),
        detail: document.text(ReplayDocument::DETAIL),
        id,
        document_type,
    }
}
