//! One period: the accounts, the open items, and what is missing.

use std::sync::Arc;

use askama::Template;
use poem::Response;
use poem::http::StatusCode;
use serde_json::{Map, Value};

use super::page_of;
use crate::fields::Fields;
use crate::filters;
use crate::frame::Frame;
use crate::interface::query::GetRevaluationProposal;
use crate::interface::schema::{Revaluation, RevaluationInput, RevaluedAccount, RevaluedItem};
use crate::json::{Json, Members};
use crate::operations::{Change, segment};
use crate::page::form_field::{FormField, placed};
use crate::problem::Problem;
use crate::text::{filled, text};
use crate::visit::{Visit, fresh_key, page_with, redirect};
use crate::vocabulary::page_of as page_of_resource;

/// How many open items the page shows.
const MOST: usize = 200;

/// The proposal.
#[derive(Template)]
#[template(path = "revaluations/one.html")]
struct RevaluationPage {
    frame: Frame,
    id: String,
    link: String,
    period: String,
    day: String,
    /// Why there is no proposal.
    problem: Option<Problem>,
    accounts: Vec<AccountRow>,
    items: Vec<ItemRow>,
    total_items: usize,
    missing: String,
    /// Something is to be posted.
    is_missing: bool,
    may_revalue: bool,
    fields: Vec<FormField>,
    refused: Option<Problem>,
    key: String,
}

/// One account.
struct AccountRow {
    link: String,
    id: String,
    name: String,
    /// `600.00 EUR at 1.2`, or how many open items.
    holds: String,
    before: String,
    after: String,
    pending: String,
    missing: String,
}

/// One open document.
struct ItemRow {
    link: String,
    id: String,
    amount: String,
    rate: String,
    before: String,
    after: String,
    difference: String,
}

/// The page.
pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    shown(&visit, StatusCode::OK, None).await
}

async fn shown(visit: &Visit, status: StatusCode, refused: Option<Problem>) -> Result<Response, Problem> {
    let id = visit.param("id");
    let asked = Fields::from([(GetRevaluationProposal::PERIOD_ID, id)]);
    let (proposal, problem) = match visit.operations.get("/revaluations/proposal", &asked).await {
        Ok(proposal) => (proposal, None),
        // A rate that nobody recorded yet.
        Err(problem) if problem.status == 422 => (Json::default(), Some(problem)),
        Err(problem) => return Err(problem),
    };
    let (accounts, items) = (proposal.list(Revaluation::ACCOUNTS), proposal.list(Revaluation::ITEMS));
    let fields = vec![exchange_account(visit, refused.as_ref())];
    let is_missing = accounts.iter().any(|row| row.text(RevaluedAccount::MISSING).chars().any(is_figure));
    page_with(
        status,
        &RevaluationPage {
            id: id.to_owned(),
            link: page_of(id),
            period: format!("/close/{}", segment(id)),
            day: visit.reader.date(&proposal.text(Revaluation::REVALUATION_DATE)),
            problem,
            accounts: accounts.iter().map(|row| account(visit, row)).collect(),
            items: items.iter().take(MOST).map(|row| item(visit, row)).collect(),
            total_items: items.len(),
            missing: visit.base(&proposal.text(Revaluation::MISSING)),
            is_missing,
            may_revalue: ["write", "submit", "reverse"].iter().all(|action| visit.me.may("journal_entry", action)),
            refused: refused.map(|problem| placed(problem, &fields, |name| format!("/{name}"))),
            fields,
            key: fresh_key(),
            frame: visit.frame("close", filled("revaluation.of", &[id])),
        },
    )
}

fn is_figure(letter: char) -> bool {
    ('1'..='9').contains(&letter)
}

fn account(visit: &Visit, row: &Value) -> AccountRow {
    let id = row.text(RevaluedAccount::ACCOUNT_ID);
    let base = |member| visit.base(&row.text(member));
    let holds = match (row.given(RevaluedAccount::CURRENCY), row.given(RevaluedAccount::EXCHANGE_RATE)) {
        (Some(currency), rate) => {
            let amount = visit.amount(&row.text(RevaluedAccount::AMOUNT), &currency);
            match rate {
                Some(rate) => filled("revaluation.at", &[&amount, &currency, &rate]),
                None => format!("{amount} {currency}"),
            }
        }
        (None, _) => filled("revaluation.open_items", &[&row.text(RevaluedAccount::OPEN_ITEMS)]),
    };
    AccountRow {
        link: format!("/accounts/{}", segment(&id)),
        name: row.text(RevaluedAccount::ACCOUNT_NAME),
        holds,
        before: base(RevaluedAccount::BASE_AMOUNT),
        after: base(RevaluedAccount::REVALUED_AMOUNT),
        pending: base(RevaluedAccount::PENDING),
        missing: base(RevaluedAccount::MISSING),
        id,
    }
}

fn item(visit: &Visit, row: &Value) -> ItemRow {
    let (id, currency) = (row.text(RevaluedItem::DOCUMENT_ID), row.text(RevaluedItem::CURRENCY));
    let base = |member| visit.base(&row.text(member));
    ItemRow {
        link: page_of_resource(&row.text(RevaluedItem::DOCUMENT_TYPE), &id).unwrap_or_default(),
        id,
        amount: format!("{} {currency}", visit.amount(&row.text(RevaluedItem::AMOUNT), &currency)),
        rate: row.text(RevaluedItem::EXCHANGE_RATE),
        before: base(RevaluedItem::BASE_AMOUNT),
        after: base(RevaluedItem::REVALUED_AMOUNT),
        difference: base(RevaluedItem::DIFFERENCE),
    }
}

fn exchange_account(visit: &Visit, refused: Option<&Problem>) -> FormField {
    let member = RevaluationInput::EXCHANGE_GAIN_LOSS_ACCOUNT_ID;
    FormField::new(member, visit.form.get(member).unwrap_or_default().to_owned())
        .hint(text("revaluation.hint.exchange_gain_loss_account_id"))
        .wrong(refused.and_then(|problem| problem.at_member(member)))
}

/// Makes the entries.
pub async fn revalue(visit: Arc<Visit>) -> Result<Response, Problem> {
    let id = visit.param("id");
    let mut body = Map::new();
    body.insert(RevaluationInput::PERIOD_ID.into(), id.into());
    let member = RevaluationInput::EXCHANGE_GAIN_LOSS_ACCOUNT_ID;
    if let Some(account) = visit.form.given(member) {
        body.insert(member.into(), account.into());
    }
    match visit.operations.change(Change::post("/revaluations", Value::Object(body)).from_form(&visit.form)).await {
        Ok(answer) => {
            let made = answer.body.list(Revaluation::ENTRIES).len();
            let said = match made {
                0 => text("revaluation.nothing").to_owned(),
                _ => filled("revaluation.made", &[&made.to_string()]),
            };
            Ok(redirect(&page_of(id), Some(&said)))
        }
        Err(problem) => shown(&visit, problem.status_code(), Some(problem)).await,
    }
}
