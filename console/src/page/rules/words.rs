//! Rules in words: who signs what, as a sentence.

use std::collections::HashMap;

use serde_json::Value;

use crate::fields::Fields;
use crate::interface::enumeration::{ConditionField, ConditionOperator, EscalationType, PlanApproverApproverType};
use crate::interface::schema::{ApprovalRule, Condition, Escalation, Page, PlanApprover, PlanStep, User, WeakStep};
use crate::json::{Json, Members, plain};
use crate::reader::Reader;
use crate::text::{filled, known, text};
use crate::visit::Visit;
use crate::vocabulary::{DOCUMENT_TYPES, DocumentType, word};

/// The people that the reader may know, by their ids.
#[derive(Clone, Debug, Default)]
pub struct Names {
    pub people: Vec<(String, String)>,
    by_id: HashMap<String, String>,
}

impl Names {
    /// Nothing, for those who may not read people: then ids stand for the names.
    pub async fn load(visit: &Visit) -> Self {
        if !visit.me.may("user", "read") {
            return Self::default();
        }
        let users = visit.operations.aside("/users", &Fields::from([("limit", "200")])).await.unwrap_or_default();
        Self::read(&users)
    }

    fn read(users: &Json) -> Self {
        let name = |user: &Value| {
            (user.text(User::USER_ID), user.given(User::NAME).unwrap_or_else(|| user.text(User::USER_ID)))
        };
        let people: Vec<_> = users.list(Page::DATA).iter().map(name).collect();
        Self { by_id: people.iter().cloned().collect(), people }
    }

    pub fn of(&self, user_id: &str) -> String {
        self.by_id.get(user_id).cloned().unwrap_or_else(|| user_id.to_owned())
    }
}

/// Says rules for one reader.
#[derive(Clone, Debug)]
pub struct Words {
    reader: Reader,
    currency: String,
    pub names: Names,
}

impl Words {
    pub async fn load(visit: &Visit) -> Self {
        Self { reader: visit.reader, currency: visit.me.base_currency(), names: Names::load(visit).await }
    }

    fn amount(&self, amount: &str) -> String {
        self.reader.amount(amount, crate::frame::decimals(&self.currency))
    }

    /// "from 10,000.00 to 50,000.00"; nothing for every amount.
    pub fn band(&self, min: &str, max: &str) -> String {
        let is_open = min.chars().all(|letter| matches!(letter, '0' | '.'));
        match (is_open, max.is_empty()) {
            (true, true) => String::new(),
            (true, false) => filled("rules.say.up_to", &[&self.amount(max)]),
            (false, true) => filled("rules.say.from", &[&self.amount(min)]),
            (false, false) if min == max => self.amount(min),
            (false, false) => filled("rules.say.from_to", &[&self.amount(min), &self.amount(max)]),
        }
    }

    /// The same, with a word for every amount.
    pub fn band_or_all(&self, min: &str, max: &str) -> String {
        let band = self.band(min, max);
        if band.is_empty() { text("rules.say.any_amount").into() } else { band }
    }

    /// A rule as a sentence.
    pub fn rule(&self, rule: &Value) -> String {
        let mut out = spoken(&many_of(rule), &rule.text(ApprovalRule::ACTION));
        let mut add = |piece: String| {
            if !piece.is_empty() {
                out.push(' ');
                out.push_str(&piece);
            }
        };
        add(self.band(&rule.text(ApprovalRule::MIN_AMOUNT), &rule.text(ApprovalRule::MAX_AMOUNT)));
        for (member, key) in [
            (ApprovalRule::DEPARTMENT_IDS, "rules.say.departments"),
            (ApprovalRule::COST_CENTER_IDS, "rules.say.cost_centers"),
        ] {
            let ids = rule.texts(member);
            add(if ids.is_empty() { String::new() } else { filled(key, &[&either(&ids)]) });
        }
        let conditions: Vec<String> =
            rule.list(ApprovalRule::CONDITIONS).iter().map(|one| self.condition(one)).collect();
        add(if conditions.is_empty() { String::new() } else { filled("rules.say.where", &[&all(&conditions)]) });
        if let Some(days) = rule.given(ApprovalRule::AGGREGATE_DAYS) {
            let by = text(&format!("rules.aggregate.{}", rule.text(ApprovalRule::AGGREGATE_BY)));
            add(filled("rules.say.aggregate", &[&days, by]));
        }
        out.push_str(&filled("rules.say.signs", &[&self.signers(rule), &rule.text(ApprovalRule::APPROVAL_LEVEL)]));
        out.push_str(&self.deadline(rule));
        out.push('.');
        out
    }

    fn condition(&self, condition: &Value) -> String {
        let (field, operator) = (condition.text(Condition::FIELD), condition.text(Condition::OPERATOR));
        let value = condition.at(Condition::VALUE);
        let items = value.as_array().map_or_else(|| vec![plain(value)], |items| items.iter().map(plain).collect());
        let said: Vec<String> = items.iter().map(|item| self.value(&field, item)).collect();
        let operator = ConditionOperator::of(&operator);
        let key = match operator {
            Some(ConditionOperator::NotEqual | ConditionOperator::NotIn) => "rules.say.is_not",
            Some(ConditionOperator::AtMost) => "rules.say.at_most",
            Some(ConditionOperator::AtLeast) => "rules.say.at_least",
            Some(ConditionOperator::Between) => "rules.say.between",
            Some(ConditionOperator::Equal | ConditionOperator::In) | None => "rules.say.is",
        };
        let said = if operator == Some(ConditionOperator::Between) { all(&said) } else { either(&said) };
        filled(key, &[text(&format!("rules.field.{field}")), &said])
    }

    fn value(&self, field: &str, value: &str) -> String {
        match ConditionField::of(field) {
            Some(ConditionField::Amount) => self.amount(value),
            Some(ConditionField::CreatedBy | ConditionField::EmployeeId) => self.names.of(value),
            _ => value.to_owned(),
        }
    }

    /// "2 of Max, Conny and Felix sign".
    fn signers(&self, rule: &Value) -> String {
        let count = rule.given(ApprovalRule::APPROVALS_REQUIRED).unwrap_or_else(|| "1".into());
        let number = known(&format!("rules.number.{count}")).unwrap_or(&count);
        let people: Vec<String> = self.people(rule);
        match PlanApproverApproverType::of(&rule.text(ApprovalRule::APPROVER_TYPE)) {
            Some(PlanApproverApproverType::Manager) => text("rules.say.manager").into(),
            Some(PlanApproverApproverType::ManagerChain) => text("rules.say.manager_chain").into(),
            Some(PlanApproverApproverType::Anyone) => text("rules.say.anyone").into(),
            Some(PlanApproverApproverType::User) => match (people.as_slice(), count.as_str()) {
                (_, "1") => filled("rules.say.one", &[&either(&people)]),
                _ => filled("rules.say.some", &[number, &all(&people)]),
            },
            _ if people.is_empty() && count == "1" => {
                filled("rules.say.role", &[&rule.text(ApprovalRule::APPROVER_ROLE)])
            }
            _ if people.is_empty() => filled("rules.say.roles", &[number, &rule.text(ApprovalRule::APPROVER_ROLE)]),
            _ if count == "1" => {
                filled("rules.say.role_or", &[&rule.text(ApprovalRule::APPROVER_ROLE), &either(&people)])
            }
            _ => filled("rules.say.roles_and", &[number, &rule.text(ApprovalRule::APPROVER_ROLE), &all(&people)]),
        }
    }

    fn people(&self, rule: &Value) -> Vec<String> {
        let mut ids = rule.texts(ApprovalRule::APPROVER_USER_IDS);
        ids.extend(rule.given(ApprovalRule::APPROVER_USER_ID).filter(|_| ids.is_empty()));
        ids.iter().map(|id| self.names.of(id)).collect()
    }

    fn deadline(&self, rule: &Value) -> String {
        let mut out = String::new();
        if let Some(hours) = rule.given(ApprovalRule::DUE_IN_HOURS) {
            out.push_str(&filled("rules.say.due", &[&hours]));
        }
        let escalation = rule.at(ApprovalRule::ESCALATE_TO);
        match EscalationType::of(&escalation.text(Escalation::APPROVER_TYPE)) {
            None => {}
            Some(EscalationType::Manager) => out.push_str(text("rules.say.then_manager")),
            Some(EscalationType::Role) => {
                out.push_str(&filled("rules.say.then_role", &[&escalation.text(Escalation::APPROVER_ROLE)]));
            }
            Some(EscalationType::User) => {
                let person = self.names.of(&escalation.text(Escalation::APPROVER_USER_ID));
                out.push_str(&filled("rules.say.then", &[&person]));
            }
        }
        if let Some(hours) = rule.given(ApprovalRule::REMIND_EVERY_HOURS) {
            out.push_str(&filled("rules.say.remind", &[&hours]));
        }
        out
    }

    /// Who signs a step of a plan, shortly: "manager", "2 of Max, Conny and Felix", "Max Manager (manager)".
    pub fn step(&self, step: &Value) -> String {
        let ways: Vec<String> = step.list(PlanStep::APPROVERS).iter().map(|way| self.way(way)).collect();
        either(&ways)
    }

    pub fn way(&self, way: &Value) -> String {
        let people = self.people(way);
        let count = way.given(PlanApprover::APPROVALS_REQUIRED).unwrap_or_else(|| "1".into());
        let role = way.text(PlanApprover::APPROVER_ROLE);
        match PlanApproverApproverType::of(&way.text(PlanApprover::APPROVER_TYPE)) {
            Some(PlanApproverApproverType::Anyone) => text("rules.way.anyone").into(),
            Some(PlanApproverApproverType::Manager) => filled("rules.way.manager", &[&all(&people)]),
            Some(PlanApproverApproverType::ManagerChain) => filled("rules.way.manager_chain", &[&all(&people)]),
            Some(PlanApproverApproverType::Role | PlanApproverApproverType::User) | None => {
                let mut named: Vec<String> = Vec::new();
                named.extend(Some(role).filter(|role| !role.is_empty()));
                named.extend(people);
                if count == "1" { either(&named) } else { filled("rules.way.some", &[&count, &all(&named)]) }
            }
        }
    }
}

/// "Bills", or "Void of bills".
pub fn subject(document_type: &str, action: &str) -> String {
    spoken(text(&format!("rules.many.{document_type}")), action)
}

fn spoken(many: &str, action: &str) -> String {
    match action {
        "" | "submit" => many.to_owned(),
        _ => filled("rules.say.action_of", &[&word(action), &many.to_lowercase()]),
    }
}

/// What a rule is for: "Bills", "Bills and expenses", "All documents".
fn many_of(rule: &Value) -> String {
    let many = |kind: &str| text(&format!("rules.many.{kind}")).to_owned();
    match group(rule).as_str() {
        SEVERAL => {
            let named = rule.texts(ApprovalRule::DOCUMENT_TYPES).into_iter().enumerate();
            let said = named.map(|(at, kind)| if at == 0 { many(&kind) } else { many(&kind).to_lowercase() });
            all(&said.collect::<Vec<_>>())
        }
        kind => many(kind),
    }
}

/// What stands in place of a type where a rule is for several of them, or for all.
pub const SEVERAL: &str = "several";
pub const ALL: &str = "all";

/// The type that a rule is for; or that they are several, or all documents.
pub fn group(rule: &Value) -> String {
    match rule.at(ApprovalRule::DOCUMENT_TYPES) {
        Value::Array(_) => SEVERAL.into(),
        Value::Null => rule.text(ApprovalRule::DOCUMENT_TYPE),
        _ => ALL.into(),
    }
}

/// Whether a rule is for documents, or things, of a type.
pub fn is_for(rule: &Value, kind: &str) -> bool {
    match group(rule).as_str() {
        SEVERAL => rule.texts(ApprovalRule::DOCUMENT_TYPES).iter().any(|one| one == kind),
        ALL => DocumentType::of(kind).is_some(),
        only => only == kind,
    }
}

/// A type that a rule is for: where it is for several, the first of them.
pub fn first_type(rule: &Value) -> String {
    let of_several = || rule.texts(ApprovalRule::DOCUMENT_TYPES).first().cloned();
    let first = rule.given(ApprovalRule::DOCUMENT_TYPE).or_else(of_several);
    first.unwrap_or_else(|| DOCUMENT_TYPES.first().map_or(String::new(), |kind| kind.name().into()))
}

/// "a, b and c"
pub fn all(items: &[String]) -> String {
    joined(items, text("rules.and"))
}

/// "a, b or c"
pub fn either(items: &[String]) -> String {
    joined(items, text("rules.or"))
}

fn joined(items: &[String], last_with: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {last_with} {last}", first.join(", ")),
    }
}

/// What is weak about a step, of a rule set or of a plan.
pub fn weakness(weak: &Value, words: &Words) -> String {
    let levels = weak.texts(WeakStep::APPROVAL_LEVELS);
    let key = if levels.len() == 1 { "rules.at.level" } else { "rules.at.levels" };
    let levels = filled(key, &[&all(&levels)]);
    let people: Vec<String> = weak.texts(WeakStep::PEOPLE).iter().map(|id| words.names.of(id)).collect();
    let who = if people.is_empty() { weak.text(WeakStep::ROLE) } else { all(&people) };
    filled(&format!("rules.weak.{}", weak.text(WeakStep::WEAKNESS)), &[&levels, &who])
}
