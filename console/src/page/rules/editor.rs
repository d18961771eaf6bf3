//! A rule is written as a sentence with controls in it, for the rules in force or for a draft of them; beside it stands what a
//! document would need by it.

use std::sync::Arc;

use askama::Template;
use poem::Response;
use poem::http::StatusCode;
use serde_json::{Map, Value, json};

use super::form::{self, Form, proposed};
use super::one::same;
use super::simulate::{Simulated, ask, read};
use super::words::{Words, first_type, is_for};
use crate::fields::Fields;
use crate::filters;
use crate::frame::Frame;
use crate::interface::Member;
use crate::interface::enumeration::{
    AccountSubtype, AccountType, ApproverType, ConditionField, ConditionOperator, EscalationType, RuleAction, RuleType,
};
use crate::interface::query::{ListApprovalRules, ListRoles};
use crate::interface::schema::{
    ApprovalRule, ApprovalRuleDraftRead, Condition, Escalation, Page, Role, RuleDraftUpdate, RuleInput, SimulateInput,
};
use crate::json::{Json, Members};
use crate::operations::{Answer, Change, segment};
use crate::problem::Problem;
use crate::text::{filled, text};
use crate::visit::{Visit, asked_for, fresh_key, page_with, redirect};
use crate::vocabulary::{DOCUMENT_TYPES, DocumentType, rule_types};

/// Nothing was changed in the form, and so nothing is asked for.
const UNCHANGED: u16 = 304;
/// What the simulation beside the sentence is asked.
const TRIED: [Member; 7] = [
    SimulateInput::DEPARTMENT_ID,
    SimulateInput::COST_CENTER_ID,
    SimulateInput::ACCOUNT_ID,
    SimulateInput::CURRENCY,
    SimulateInput::VENDOR_ID,
    SimulateInput::CREATED_BY,
    SimulateInput::SUBMITTED_BY,
];

/// What the sentence is for.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Place {
    New,
    Saved(String),
    /// A rule of a draft, or a new one in it.
    Draft(String, Option<String>),
}

impl Place {
    fn of(visit: &Visit) -> Self {
        let rule = visit.params.given("rule_id").map(str::to_owned);
        match (visit.params.given("draft_id"), rule) {
            (Some(draft), rule) => Self::Draft(draft.to_owned(), rule),
            (None, Some(rule)) => Self::Saved(rule),
            (None, None) => Self::New,
        }
    }

    /// The page above.
    fn back(&self) -> String {
        match self {
            Self::New => "/rules".into(),
            Self::Saved(rule) => format!("/rules/{}", segment(rule)),
            Self::Draft(draft, _) => format!("/rules/drafts/{}", segment(draft)),
        }
    }
}

#[derive(Template)]
#[template(path = "rules/editor.html")]
struct EditorPage {
    frame: Frame,
    title: String,
    form: Form,
    back: String,
    is_new: bool,
    sentence: Option<String>,
    simulated: Option<Simulated>,
    words: Words,
    roles: Vec<String>,
    types: Vec<&'static str>,
    key: String,
    currency: String,
}

impl EditorPage {
    fn may_write(&self) -> bool {
        self.frame.me.may("approval_rule", "write")
    }

    #[allow(clippy::unused_self, clippy::trivially_copy_pass_by_ref, reason = "a template calls it so")]
    fn at(&self, index: &usize, member: Member) -> String {
        form::at(*index, member)
    }

    #[allow(clippy::unused_self, reason = "a template calls it so")]
    fn escalation(&self, member: Member) -> String {
        form::in_escalation(member)
    }

    /// The list of choices for the values of a condition, where its field has one.
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "a template calls it so")]
    fn choices(&self, index: &usize) -> &'static str {
        match ConditionField::of(&self.form.value(self.at(index, Condition::FIELD))) {
            Some(ConditionField::AccountType) => "account_types",
            Some(ConditionField::AccountSubtype) => "account_subtypes",
            _ => "",
        }
    }

    fn is_known(&self, user_id: &str) -> bool {
        self.words.names.people.iter().any(|(known, _)| known == user_id)
    }

    /// Ids of people that no box stands for.
    fn others(&self) -> String {
        let all = self.form.joined(RuleInput::APPROVER_USER_IDS);
        let others: Vec<&str> = all.split(", ").filter(|id| !self.is_known(id)).collect();
        others.join(", ")
    }
}

/// The editor, empty or with the rule that is there.
pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    let place = Place::of(&visit);
    let fields = match &place {
        Place::New | Place::Draft(_, None) => begun(&visit),
        Place::Saved(rule) => {
            let rule = visit.operations.get(&format!("/approval-rules/{}", segment(rule)), &Fields::default()).await?;
            form::of_rule(&rule.0, visit.reader).with("version", Some(&rule.text(ApprovalRule::VERSION)))
        }
        Place::Draft(draft, Some(rule)) => {
            let draft =
                visit.operations.get(&format!("/approval-rule-drafts/{}", segment(draft)), &Fields::default()).await?;
            let found = draft
                .list(ApprovalRuleDraftRead::RULES)
                .iter()
                .find(|one| &one.text(ApprovalRule::RULE_ID) == rule)
                .ok_or_else(Problem::not_found)?;
            form::of_rule(found, visit.reader).with("version", Some(&draft.text(ApprovalRuleDraftRead::VERSION)))
        }
    };
    let fields = match &place {
        Place::Draft(draft, None) => {
            let draft =
                visit.operations.get(&format!("/approval-rule-drafts/{}", segment(draft)), &Fields::default()).await?;
            fields.with("version", Some(&draft.text(ApprovalRuleDraftRead::VERSION)))
        }
        _ => fields,
    };
    let words = Words::load(&visit).await;
    render(&visit, &place, Form { fields, ..Form::default() }, None, None, words).await
}

/// The amounts between which a rule is for documents.
const BOUNDS: [Member; 2] = [RuleInput::MIN_AMOUNT, RuleInput::MAX_AMOUNT];

/// What a new rule begins with: a copy of another (`?like=`), or the usual.
fn begun(visit: &Visit) -> Fields {
    let usual = Fields::from([
        (RuleInput::DOCUMENT_TYPE, DocumentType::Bill.name()),
        (RuleInput::ACTION, RuleAction::Submit.name()),
        (RuleInput::RULE_TYPE, RuleType::AmountThreshold.name()),
        (RuleInput::APPROVER_TYPE, ApproverType::Role.name()),
        (RuleInput::APPROVALS_REQUIRED, "1"),
        (RuleInput::APPROVAL_LEVEL, "1"),
        (RuleInput::PRIORITY, "10"),
        (RuleInput::IS_ACTIVE, "true"),
    ]);
    let query = visit.query.0.iter().filter(|(name, _)| usual.has(name) || Member::of(name, &BOUNDS).is_some());
    // The address has amounts as JSON has them.
    let shown = |name: &str, value: &str| {
        if Member::of(name, &BOUNDS).is_some() { visit.reader.input(value) } else { value.to_owned() }
    };
    query.fold(usual.clone(), |fields, (name, value)| fields.with(name, Some(&shown(name, value))))
}

pub async fn change(visit: Arc<Visit>) -> Result<Response, Problem> {
    let place = Place::of(&visit);
    let mut fields = visit.form.clone();
    if let Place::Saved(rule) | Place::Draft(_, Some(rule)) = &place {
        fields = fields.with(RuleInput::RULE_ID, Some(rule));
    }
    let rule = form::rule(&fields, visit.reader);
    let words = Words::load(&visit).await;
    match fields.given("do") {
        Some("save") => {}
        Some("more") => return render(&visit, &place, Form { fields, ..Form::default() }, None, None, words).await,
        _ => {
            let found = check(&visit, &place, &fields, &rule).await;
            let sentence = found.is_ok().then(|| words.rule(&rule));
            return match found {
                Ok(answer) => {
                    let simulated =
                        read(&answer, &words, |id| id != rule.text(ApprovalRule::RULE_ID), |amount| visit.base(amount));
                    let sentence = sentence.map(|sentence| (sentence, Some(simulated)));
                    render(&visit, &place, Form { fields, ..Form::default() }, sentence, None, words).await
                }
                Err(problem) => {
                    let form = Form { fields, problem: Some(problem), prefix: "/rules/0".into() };
                    render(&visit, &place, form, None, None, words).await
                }
            };
        }
    }
    match save(&visit, &place, &rule).await {
        Ok(answer) if answer.status == UNCHANGED => Ok(redirect(&place.back(), Some(text("rules.unchanged")))),
        Ok(answer) => {
            let to = match &place {
                Place::New => format!("/rules/{}", segment(&rule.text(ApprovalRule::RULE_ID))),
                place => place.back(),
            };
            let said = || redirect(&to, Some(&filled("rules.saved", &[&words.rule(&rule)])));
            Ok(asked_for(&answer).unwrap_or_else(said))
        }
        Err((problem, prefix)) => {
            let form = Form { fields, problem: Some(problem), prefix };
            render(&visit, &place, form, None, None, words).await
        }
    }
}

/// Saves the rule. A refusal says where the pointers of the rule begin.
async fn save(visit: &Visit, place: &Place, rule: &Value) -> Result<Answer, (Problem, String)> {
    let no_prefix = |problem| (problem, String::new());
    match place {
        Place::New => {
            let change = Change::post("/approval-rules", rule.clone()).from_form(&visit.form);
            visit.operations.change(change).await.map_err(no_prefix)
        }
        Place::Saved(rule_id) => {
            let path = format!("/approval-rules/{}", segment(rule_id));
            let before = visit.operations.aside(&path, &Fields::default()).await.map_err(no_prefix)?;
            // What stays is left out: whoever signs the change sees what it changes. The version says that nothing else did.
            let mut body = rule.clone();
            if let Some(members) = body.as_object_mut() {
                members.retain(|name, after| name != RuleInput::RULE_ID.name() && !same(before.named(name), after));
            }
            if body.as_object().is_some_and(serde_json::Map::is_empty) {
                return Ok(Answer { status: UNCHANGED, body: before, location: None });
            }
            let change = Change::put(path, body).from_form(&visit.form);
            visit.operations.change(change).await.map_err(no_prefix)
        }
        Place::Draft(draft_id, _) => {
            let path = format!("/approval-rule-drafts/{}", segment(draft_id));
            let draft = visit.operations.aside(&path, &Fields::default()).await.map_err(no_prefix)?;
            let mut rules: Vec<Value> = draft.list(ApprovalRuleDraftRead::RULES).iter().map(proposed).collect();
            let known =
                rules.iter().position(|one| one.text(ApprovalRule::RULE_ID) == rule.text(ApprovalRule::RULE_ID));
            let index = known.unwrap_or(rules.len());
            match rules.get_mut(index) {
                Some(before) => *before = rule.clone(),
                None => rules.push(rule.clone()),
            }
            let change = Change::put(path, json!({ RuleDraftUpdate::RULES: rules })).from_form(&visit.form);
            visit.operations.change(change).await.map_err(|problem| (problem, format!("/rules/{index}")))
        }
    }
}

/// Asks the simulation with this rule in its place among the others: wrong fields are named, and the plan is shown.
async fn check(visit: &Visit, place: &Place, fields: &Fields, rule: &Value) -> Result<Json, Problem> {
    let (document_type, action) = (first_type(rule), rule.text(ApprovalRule::ACTION));
    let others: Json = match place {
        Place::Draft(draft, _) => {
            visit.operations.aside(&format!("/approval-rule-drafts/{}", segment(draft)), &Fields::default()).await?
        }
        Place::New | Place::Saved(_) => {
            let wanted = Fields::from([
                (ListApprovalRules::IS_ACTIVE, "true"),
                (ListApprovalRules::LIMIT, "200"),
                (ListApprovalRules::DOCUMENT_TYPE, &document_type),
            ]);
            visit.operations.aside("/approval-rules", &wanted).await.unwrap_or_default()
        }
    };
    let list =
        if others.at(ApprovalRuleDraftRead::RULES).is_array() { ApprovalRuleDraftRead::RULES } else { Page::DATA };
    let is_other = |one: &&Value| {
        one.text(ApprovalRule::RULE_ID) != rule.text(ApprovalRule::RULE_ID) && is_for(one, &document_type)
    };
    let mut rules = vec![rule.clone()];
    rules.extend(others.list(list).iter().filter(is_other).map(proposed));
    let mut body = Map::new();
    body.insert(SimulateInput::DOCUMENT_TYPE.into(), json!(document_type));
    body.insert(SimulateInput::ACTION.into(), json!(action));
    body.insert(SimulateInput::RULES.into(), json!(rules));
    if DocumentType::of(&document_type).is_some() {
        body.insert(SimulateInput::AMOUNT.into(), visit.reader.figure(fields.given("try/amount").unwrap_or("1000")));
    }
    for name in TRIED {
        if let Some(value) = fields.given(format!("try/{name}")) {
            body.insert(name.into(), json!(value));
        }
    }
    ask(visit, Value::Object(body)).await
}

async fn render(
    visit: &Visit,
    place: &Place,
    form: Form,
    checked: Option<(String, Option<Simulated>)>,
    title: Option<String>,
    words: Words,
) -> Result<Response, Problem> {
    let form = form.placed();
    let roles = visit.operations.aside("/roles", &Fields::from([(ListRoles::LIMIT, "200")])).await.unwrap_or_default();
    let status = form.problem.as_ref().map_or(200, |problem| problem.status);
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::UNPROCESSABLE_ENTITY);
    let title = title.unwrap_or_else(|| match place {
        Place::New => text("rules.new").into(),
        Place::Saved(rule) => filled("rules.edit_title", &[rule]),
        Place::Draft(draft, None) => filled("rules.draft.new_rule", &[draft]),
        Place::Draft(draft, Some(rule)) => filled("rules.draft.edit_rule", &[rule, draft]),
    });
    let (sentence, simulated) = checked.map_or((None, None), |(sentence, simulated)| (Some(sentence), simulated));
    page_with(
        status,
        &EditorPage {
            form,
            back: place.back(),
            is_new: matches!(place, Place::New | Place::Draft(_, None)),
            sentence,
            simulated,
            words,
            roles: roles.list(Page::DATA).iter().map(|role| role.text(Role::ROLE_ID)).collect(),
            types: rule_types(),
            key: fresh_key(),
            currency: visit.me.base_currency(),
            frame: visit.frame("rules", title.clone()),
            title,
        },
    )
}
