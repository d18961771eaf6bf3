//! The sets of rules as they were in force.

use std::sync::Arc;

use askama::Template;
use poem::Response;
use serde_json::Value;

use super::words::{Words, group};
use crate::fields::Fields;
use crate::filters;
use crate::frame::Frame;
use crate::interface::query::ListApprovalRuleSets;
use crate::interface::schema::{ApprovalRule, ApprovalRuleSet, ApprovalRuleSetRead, Page};
use crate::json::Members;
use crate::operations::segment;
use crate::problem::Problem;
use crate::text::{filled, text};
use crate::visit::{Visit, fresh_key, page};

#[derive(Template)]
#[template(path = "rules/sets.html")]
struct SetsPage {
    frame: Frame,
    sets: Vec<Value>,
    next: Option<String>,
    words: Words,
}

#[derive(Template)]
#[template(path = "rules/set.html")]
struct SetPage {
    frame: Frame,
    set: Value,
    title: String,
    rules: Vec<(Value, String)>,
    /// A set can have 1,000 rules: one type at a time is shown then.
    kinds: Vec<(String, usize)>,
    chosen: String,
    words: Words,
    key: String,
}

pub async fn list(visit: Arc<Visit>) -> Result<Response, Problem> {
    let query = Fields::from([(ListApprovalRuleSets::LIMIT, "50")])
        .with(ListApprovalRuleSets::CURSOR, visit.query.given(ListApprovalRuleSets::CURSOR));
    let sets = visit.operations.get("/approval-rule-sets", &query).await?;
    let next = sets.given(Page::NEXT_CURSOR).filter(|_| sets.flag(Page::HAS_MORE));
    page(&SetsPage {
        sets: sets.list(Page::DATA).to_vec(),
        next: next
            .map(|cursor| Fields::default().with(ListApprovalRuleSets::CURSOR, Some(&cursor)).address("/rules/sets")),
        words: Words::load(&visit).await,
        frame: visit.frame("rules", text("rules.sets.title")),
    })
}

pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    let path = format!("/approval-rule-sets/{}", segment(visit.param("rule_set")));
    let set = visit.operations.get(&path, &Fields::default()).await?.0;
    let words = Words::load(&visit).await;
    let mut kinds: Vec<(String, usize)> = Vec::new();
    for rule in set.list(ApprovalRuleSetRead::RULES) {
        let kind = group(rule);
        match kinds.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, count)) => *count = count.saturating_add(1),
            None => kinds.push((kind, 1)),
        }
    }
    let is_long = set.list(ApprovalRuleSetRead::RULES).len() > 100;
    let first = kinds.first().filter(|_| is_long).map(|(kind, _)| kind.clone()).unwrap_or_default();
    let chosen = visit.query.given("document_type").map_or(first, str::to_owned);
    let of_kind = |rule: &&Value| chosen.is_empty() || group(rule) == chosen;
    let title = filled("rules.sets.one", &[&set.text(ApprovalRuleSetRead::RULE_SET)]);
    page(&SetPage {
        rules: set
            .list(ApprovalRuleSetRead::RULES)
            .iter()
            .filter(of_kind)
            .take(200)
            .map(|rule| (rule.clone(), words.rule(rule)))
            .collect(),
        kinds,
        chosen,
        words,
        key: fresh_key(),
        frame: visit.frame("rules", title.clone()),
        title,
        set,
    })
}
