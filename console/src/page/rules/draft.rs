//! One draft of a rule set: what it would change, what the proof says of it, what it would have done, and putting it in force.

use std::sync::Arc;

use askama::Template;
use futures_util::future::join_all;
use poem::Response;
use poem::http::StatusCode;
use serde_json::{Value, json};

use super::findings::{self, KINDS, Proof};
use super::form::{number, proposed};
use super::one::differences;
use super::words::{Words, is_for};
use crate::fields::Fields;
use crate::filters;
use crate::frame::Frame;
use crate::interface::schema::{
    ApprovalRule, ApprovalRuleDraftRead, ApprovalRuleSetRead, CoverageInput, Page, PutInForceInput, RuleDraftUpdate,
    Trail, TrailEntry,
};
use crate::json::Members;
use crate::operations::{Answer, Change, Named, segment};
use crate::problem::Problem;
use crate::text::text;
use crate::visit::{Visit, asked_for, fresh_key, page_with, redirect};
use crate::vocabulary::{DOCUMENT_TYPES, rule_types};

/// A rule that the draft changes.
pub struct Changed {
    /// added, changed or removed
    pub how: &'static str,
    pub rule_id: String,
    rule: Value,
    pub before: String,
    pub after: String,
    pub fields: Vec<(String, String, String)>,
}

/// What a draft changes, for those who sign that it comes into force; nothing where it cannot be read.
pub async fn changes_of(visit: &Visit, words: &Words, draft_id: &str) -> Vec<Changed> {
    let none = Fields::default();
    let draft = visit.operations.aside(&format!("/approval-rule-drafts/{}", segment(draft_id)), &none).await;
    let Ok(draft) = draft else { return Vec::new() };
    let set = format!("/approval-rule-sets/{}", segment(&draft.text(ApprovalRuleDraftRead::BASED_ON)));
    let set = visit.operations.aside(&set, &none).await.unwrap_or_default();
    changes(visit, words, set.list(ApprovalRuleSetRead::RULES), draft.list(ApprovalRuleDraftRead::RULES))
}

#[derive(Template)]
#[template(path = "rules/draft.html")]
struct DraftPage {
    frame: Frame,
    draft: Value,
    path: String,
    changed: Vec<Changed>,
    rules: Vec<(Value, String)>,
    count: usize,
    kinds: Vec<&'static str>,
    chosen: String,
    proofs: Vec<Proof>,
    finding_kinds: [&'static str; 9],
    trail: Vec<Value>,
    words: Words,
    /// The set in force, where it is another than the one that the draft is based on.
    newer_set: Option<String>,
    from: String,
    to: String,
    problem: Option<Problem>,
    form: Fields,
    key: String,
}

impl DraftPage {
    fn is_open(&self) -> bool {
        self.draft.text(ApprovalRuleDraftRead::STATUS) == "Draft" && self.may_write()
    }

    fn may_write(&self) -> bool {
        self.frame.me.may("approval_rule", "write")
    }

    fn may_replay(&self) -> bool {
        self.frame.me.may("report", "read")
    }
}

pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    render(&visit, None).await
}

pub async fn render(visit: &Visit, problem: Option<Problem>) -> Result<Response, Problem> {
    let path = format!("/approval-rule-drafts/{}", segment(visit.param("draft_id")));
    let none = Fields::default();
    let draft = visit.operations.get(&path, &none).await?.0;
    let set = format!("/approval-rule-sets/{}", segment(&draft.text(ApprovalRuleDraftRead::BASED_ON)));
    let trail = format!("{path}/audit-trail");
    let latest = Fields::from([("limit", "1")]);
    let (words, set, trail, latest) = tokio::join!(
        Words::load(visit),
        visit.operations.aside(&set, &none),
        visit.operations.aside(&trail, &none),
        visit.operations.aside("/approval-rule-sets", &latest)
    );
    let set = set.unwrap_or_default();
    let latest = latest
        .unwrap_or_default()
        .list(Page::DATA)
        .first()
        .map_or(String::new(), |set| set.text(ApprovalRuleSetRead::RULE_SET));
    let changed =
        changes(visit, &words, set.list(ApprovalRuleSetRead::RULES), draft.list(ApprovalRuleDraftRead::RULES));
    let chosen = visit.query.given("document_type").unwrap_or_default().to_owned();
    let proofs = proofs(visit, &words, &draft.text(ApprovalRuleDraftRead::DRAFT_ID), &changed, &chosen).await;
    let rules = draft.list(ApprovalRuleDraftRead::RULES).iter().filter(|rule| is_for(rule, &chosen)).take(200);
    let today = visit.me.today();
    let code = problem.as_ref().map_or(200, |problem| problem.status);
    page_with(
        StatusCode::from_u16(code).unwrap_or(StatusCode::CONFLICT),
        &DraftPage {
            path: format!("/rules/drafts/{}", segment(&draft.text(ApprovalRuleDraftRead::DRAFT_ID))),
            changed,
            rules: rules.map(|rule| (rule.clone(), words.rule(rule))).collect(),
            count: draft.list(ApprovalRuleDraftRead::RULES).len(),
            kinds: rule_types(),
            chosen,
            proofs,
            finding_kinds: KINDS,
            trail: trail.unwrap_or_default().list(Trail::AUDIT_TRAIL).iter().rev().take(50).cloned().collect(),
            newer_set: Some(latest).filter(|latest| {
                !latest.is_empty()
                    && *latest != draft.text(ApprovalRuleDraftRead::BASED_ON)
                    && draft.text(ApprovalRuleDraftRead::STATUS) == "Draft"
            }),
            from: year_before(&today),
            to: today,
            problem,
            form: visit.form.clone(),
            key: fresh_key(),
            words,
            frame: visit.frame("rules", draft.text(ApprovalRuleDraftRead::DRAFT_ID)),
            draft,
        },
    )
}

fn year_before(today: &str) -> String {
    let day = today.parse::<chrono::NaiveDate>().ok().and_then(|day| day.checked_sub_months(chrono::Months::new(12)));
    day.map_or(String::new(), |day| day.to_string())
}

/// What the draft changes of the set that it is based on.
fn changes(visit: &Visit, words: &Words, before: &[Value], after: &[Value]) -> Vec<Changed> {
    let find = |rules: &[Value], id: &str| rules.iter().find(|rule| rule.text(ApprovalRule::RULE_ID) == id).cloned();
    let mut out = Vec::new();
    for rule in after {
        let id = rule.text(ApprovalRule::RULE_ID);
        let known = find(before, &id);
        let fields =
            known.as_ref().map_or_else(Vec::new, |known| differences(visit, words, &proposed(known), &proposed(rule)));
        if known.is_some() && fields.is_empty() {
            continue;
        }
        out.push(Changed {
            how: if known.is_some() { "changed" } else { "added" },
            rule: rule.clone(),
            before: known.map_or(String::new(), |known| words.rule(&known)),
            after: words.rule(rule),
            rule_id: id,
            fields,
        });
    }
    for rule in before.iter().filter(|rule| rule.flag(ApprovalRule::IS_ACTIVE)) {
        let id = rule.text(ApprovalRule::RULE_ID);
        if find(after, &id).is_none() {
            out.push(Changed {
                how: "removed",
                rule: rule.clone(),
                before: words.rule(rule),
                after: String::new(),
                rule_id: id,
                fields: Vec::new(),
            });
        }
    }
    out
}

/// The proof of the types that the draft touches, and of the one that is looked at.
async fn proofs(visit: &Visit, words: &Words, draft_id: &str, changed: &[Changed], chosen: &str) -> Vec<Proof> {
    let touched = |kind: &&str| *kind == chosen || changed.iter().any(|changed| is_for(&changed.rule, kind));
    let kinds: Vec<&str> = DOCUMENT_TYPES.iter().map(|kind| kind.name()).filter(touched).collect();
    let asked = kinds.iter().map(|kind| async move {
        let body = json!({ CoverageInput::DRAFT_ID: draft_id, CoverageInput::DOCUMENT_TYPE: kind });
        let path = "/approval-rules/coverage";
        visit.operations.name(Named { method: "POST".into(), path: path.into(), body: Some(body.to_string()) });
        match visit.operations.change(Change::post(path, body)).await {
            Ok(answer) => findings::read(&answer.body.0, words, Some(draft_id)),
            Err(problem) => Proof { document_type: (*kind).into(), refusal: Some(problem.line()), ..Proof::default() },
        }
    });
    join_all(asked).await
}

/// What the buttons of the page do.
pub async fn change(visit: Arc<Visit>) -> Result<Response, Problem> {
    let path = format!("/approval-rule-drafts/{}", segment(visit.param("draft_id")));
    let here = format!("/rules/drafts/{}", segment(visit.param("draft_id")));
    let done = visit.form.given("do").unwrap_or_default().to_owned();
    let asked: Result<Answer, Problem> = match done.as_str() {
        "describe" => {
            let body = json!({RuleDraftUpdate::DESCRIPTION: visit.form.get("description").unwrap_or_default()});
            visit.operations.change(Change::put(path, body).from_form(&visit.form)).await
        }
        "rebase" => {
            let body = json!({RuleDraftUpdate::BASED_ON: number(visit.form.given("based_on").unwrap_or_default())});
            visit.operations.change(Change::put(path, body).from_form(&visit.form)).await
        }
        "take-out" => take_out(&visit, path).await,
        "put-in-force" => put_in_force(&visit, path).await,
        "unschedule" => {
            visit.operations.change(Change::post(format!("{path}/unschedule"), json!({})).from_form(&visit.form)).await
        }
        "delete" => visit.operations.change(Change::delete(path).from_form(&visit.form)).await,
        _ => return Err(Problem::not_found()),
    };
    match asked {
        Ok(answer) => {
            let to = if done == "delete" { "/rules/drafts" } else { &here };
            let said = || redirect(to, Some(text(&format!("rules.draft.done.{done}"))));
            Ok(asked_for(&answer).unwrap_or_else(said))
        }
        Err(problem) => render(&visit, Some(problem)).await,
    }
}

async fn take_out(visit: &Visit, path: String) -> Result<Answer, Problem> {
    let draft = visit.operations.aside(&path, &Fields::default()).await?;
    let out = visit.form.given("rule_id").unwrap_or_default();
    let rules: Vec<Value> = draft
        .list(ApprovalRuleDraftRead::RULES)
        .iter()
        .filter(|rule| rule.text(ApprovalRule::RULE_ID) != out)
        .map(proposed)
        .collect();
    visit.operations.change(Change::put(path, json!({ RuleDraftUpdate::RULES: rules })).from_form(&visit.form)).await
}

async fn put_in_force(visit: &Visit, path: String) -> Result<Answer, Problem> {
    let mut body = json!({PutInForceInput::VERSION: number(visit.form.given("version").unwrap_or_default())});
    if let (Some(instant), Some(members)) = (visit.form.given("in_force_from"), body.as_object_mut()) {
        // The browser's control gives `YYYY-MM-DDTHH:MM`; the page says that it is UTC.
        let instant = if instant.len() == 16 { format!("{instant}:00Z") } else { instant.to_owned() };
        members.insert(PutInForceInput::IN_FORCE_FROM.into(), json!(instant));
    }
    visit.operations.change(Change::post(format!("{path}/put-in-force"), body).from_form(&visit.form)).await
}
