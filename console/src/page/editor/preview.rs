//! What an action would come to, as a dry run of the interface answers it.

use serde_json::Value;

use super::choices::Suggestions;
use super::period;
use crate::json::Members;
use crate::visit::Visit;

/// The answer of a dry run.
pub struct Preview {
    pub status: String,
    pub currency: String,
    pub base_currency: String,
    /// Whether the postings are in another currency than that of the books.
    pub is_foreign: bool,
    pub exchange_rate: String,
    pub period: String,
    /// Whether it is another one than that of the date, in words.
    pub period_note: String,
    pub postings: Vec<Posting>,
    /// Names of the interface with amounts.
    pub totals: Vec<(&'static str, String)>,
    pub plan: Option<Plan>,
}

/// One posting: on which side, and how much.
pub struct Posting {
    pub account_id: String,
    pub account_name: String,
    pub memo: String,
    pub debit: String,
    pub credit: String,
    pub base_debit: String,
    pub base_credit: String,
}

/// Who would have to sign.
pub struct Plan {
    pub steps: Vec<Step>,
    pub beneficiaries: Vec<String>,
}

/// One level of the plan.
pub struct Step {
    pub level: String,
    pub signers: Vec<Signer>,
}

/// Who may sign at a level.
pub struct Signer {
    pub role: String,
    pub people: Vec<String>,
    pub required: String,
    pub rule_id: String,
}

/// Reads the answer. `document` has the currency where the answer has none.
pub fn read(visit: &Visit, answer: &Value, document: &Value, suggestions: &Suggestions) -> Preview {
    let base_currency = visit.me.base_currency();
    let postings = answer.list("would_post");
    let currency = [answer.text("currency"), document.text("currency")];
    let of_postings = postings.iter().map(|posting| posting.text("currency"));
    let currency = of_postings.chain(currency).find(|text| !text.is_empty()).unwrap_or_else(|| base_currency.clone());
    let total = |name: &'static str| answer.given(name).map(|amount| (name, visit.amount(&amount, &currency)));
    let plan = Some(answer.at("approval_plan")).filter(|plan| !plan.is_null()).map(|plan| Plan {
        steps: plan.list("steps").iter().map(step).collect(),
        beneficiaries: answer.texts("beneficiaries"),
    });
    Preview {
        status: answer.text("status"),
        is_foreign: currency != base_currency,
        exchange_rate: answer.given("exchange_rate").map(|rate| visit.reader.number(&rate)).unwrap_or_default(),
        period: answer.text("posting_period_id"),
        period_note: period::note(
            &answer.text("tran_date"),
            &answer.text("posting_period_id"),
            suggestions,
            visit.reader,
        ),
        postings: postings.iter().map(|one| posting(visit, one, &base_currency, suggestions)).collect(),
        totals: ["subtotal", "tax_total", "total", "total_debit", "total_credit"]
            .into_iter()
            .filter_map(total)
            .collect(),
        plan,
        currency,
        base_currency,
    }
}

/// An amount stands on the side that its sign names.
fn sides(amount: &str, shown: impl Fn(&str) -> String) -> (String, String) {
    match amount.strip_prefix('-') {
        Some(credit) => (String::new(), shown(credit)),
        None => (shown(amount), String::new()),
    }
}

fn posting(visit: &Visit, posting: &Value, base_currency: &str, suggestions: &Suggestions) -> Posting {
    let currency = posting.text("currency");
    let (debit, credit) = sides(&posting.text("amount"), |amount| visit.amount(amount, &currency));
    let (base_debit, base_credit) = sides(&posting.text("base_amount"), |amount| visit.amount(amount, base_currency));
    let account_id = posting.text("account_id");
    Posting {
        account_name: suggestions.account(&account_id).to_owned(),
        account_id,
        memo: posting.text("memo"),
        debit,
        credit,
        base_debit,
        base_credit,
    }
}

fn step(step: &Value) -> Step {
    let signer = |approver: &Value| {
        let mut people = approver.texts("approver_user_ids");
        people.extend(approver.given("approver_user_id"));
        Signer {
            role: approver.text("approver_role"),
            people,
            required: approver.text("approvals_required"),
            rule_id: approver.text("rule_id"),
        }
    };
    Step { level: step.text("level"), signers: step.list("approvers").iter().map(signer).collect() }
}
