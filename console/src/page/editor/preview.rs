//! What an action would come to, as a dry run of the interface answers it.

use serde_json::Value;

use super::choices::Suggestions;
use super::period;
use crate::interface::Member;
use crate::interface::schema::{Document, PlanApprover, PlanStep, RoutingPlan, Submitted, WouldPostLine};
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
    pub totals: Vec<(Member, String)>,
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
    let postings = answer.list(Document::WOULD_POST);
    let currency = [answer.text(Document::CURRENCY), document.text(Document::CURRENCY)];
    let of_postings = postings.iter().map(|posting| posting.text(WouldPostLine::CURRENCY));
    let currency = of_postings.chain(currency).find(|text| !text.is_empty()).unwrap_or_else(|| base_currency.clone());
    let total = |name: Member| answer.given(name).map(|amount| (name, visit.amount(&amount, &currency)));
    let plan = Some(answer.at(Document::APPROVAL_PLAN)).filter(|plan| !plan.is_null()).map(|plan| Plan {
        steps: plan.list(RoutingPlan::STEPS).iter().map(step).collect(),
        beneficiaries: answer.texts(Submitted::BENEFICIARIES),
    });
    Preview {
        status: answer.text(Document::STATUS),
        is_foreign: currency != base_currency,
        exchange_rate: answer.given(Document::EXCHANGE_RATE).map(|rate| visit.reader.number(&rate)).unwrap_or_default(),
        period: answer.text(Document::POSTING_PERIOD_ID),
        period_note: period::note(
            &answer.text(Document::TRAN_DATE),
            &answer.text(Document::POSTING_PERIOD_ID),
            suggestions,
            visit.reader,
        ),
        postings: postings.iter().map(|one| posting(visit, one, &base_currency, suggestions)).collect(),
        totals: [
            Document::PAYMENT,
            Document::SUBTOTAL,
            Document::TAX_TOTAL,
            Document::TOTAL,
            Document::TOTAL_DEBIT,
            Document::TOTAL_CREDIT,
        ]
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
    let currency = posting.text(WouldPostLine::CURRENCY);
    let (debit, credit) = sides(&posting.text(WouldPostLine::AMOUNT), |amount| visit.amount(amount, &currency));
    let (base_debit, base_credit) =
        sides(&posting.text(WouldPostLine::BASE_AMOUNT), |amount| visit.amount(amount, base_currency));
    let account_id = posting.text(WouldPostLine::ACCOUNT_ID);
    Posting {
        account_name: suggestions.account(&account_id).to_owned(),
        account_id,
        memo: posting.text(WouldPostLine::MEMO),
        debit,
        credit,
        base_debit,
        base_credit,
    }
}

fn step(step: &Value) -> Step {
    let signer = |approver: &Value| {
        let mut people = approver.texts(PlanApprover::APPROVER_USER_IDS);
        people.extend(approver.given(PlanApprover::APPROVER_USER_ID));
        Signer {
            role: approver.text(PlanApprover::APPROVER_ROLE),
            people,
            required: approver.text(PlanApprover::APPROVALS_REQUIRED),
            rule_id: approver.text(PlanApprover::RULE_ID),
        }
    };
    Step { level: step.text(PlanStep::LEVEL), signers: step.list(PlanStep::APPROVERS).iter().map(signer).collect() }
}
