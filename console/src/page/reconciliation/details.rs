//! The statement's balance, the adjustments with their items, and the memo, to change.

use std::sync::Arc;

use askama::Template;
use poem::Response;
use poem::http::StatusCode;
use serde_json::{Map, Value, json};

use super::{is_zero, page_of, read};
use crate::fields::Fields;
use crate::filters;
use crate::frame::Frame;
use crate::json::{Json, Members};
use crate::operations::Change;
use crate::problem::{Place, Problem};
use crate::text::text;
use crate::visit::{Visit, fresh_key, page_with, redirect};
use crate::vocabulary::word;

/// Empty rows for more items.
const SPARE: usize = 3;

/// The form.
#[derive(Template)]
#[template(path = "reconciliation/details.html")]
struct DetailsPage<'a> {
    frame: Frame,
    id: String,
    link: String,
    currency: String,
    version: String,
    balance: String,
    balance_fault: Option<&'a str>,
    memo: String,
    memo_fault: Option<&'a str>,
    sides: Vec<Side<'a>>,
    key: String,
    problem: Option<&'a Problem>,
}

/// The adjustments of one side.
struct Side<'a> {
    name: &'static str,
    /// A total that nobody took apart.
    total: String,
    total_fault: Option<&'a str>,
    items: Vec<Item<'a>>,
}

/// One row.
struct Item<'a> {
    amount: String,
    reason: String,
    amount_fault: Option<&'a str>,
    reason_fault: Option<&'a str>,
}

/// The form as it stands.
pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    let now = read(&visit, visit.param("id")).await?;
    shown(&visit, StatusCode::OK, &now, &as_fields(&visit, &now), None)
}

/// What stands there, as the form would send it.
fn as_fields(visit: &Visit, now: &Json) -> Fields {
    let mut fields = vec![
        ("version".to_owned(), now.text("version")),
        ("balance".to_owned(), visit.reader.input(&now.text("statement_ending_balance"))),
        ("memo".to_owned(), now.text("memo")),
    ];
    for side in ["bank", "book"] {
        let items = now.list(&format!("{side}_adjustment_items"));
        for item in items {
            fields.push((format!("{side}_amount"), visit.reader.input(&item.text("amount"))));
            fields.push((format!("{side}_reason"), item.text("reason")));
        }
        let total = now.text(&format!("{side}_adjustments"));
        if items.is_empty() && !is_zero(&total) {
            fields.push((format!("{side}_total"), visit.reader.input(&total)));
        }
    }
    Fields(fields)
}

/// The rows of a side that say something.
fn rows(form: &Fields, side: &str) -> Vec<(String, String)> {
    let (amounts, reasons) = (format!("{side}_amount"), format!("{side}_reason"));
    let pairs = form.all(&amounts).zip(form.all(&reasons)).map(|(amount, reason)| (amount.trim(), reason.trim()));
    pairs
        .filter(|(amount, reason)| !(amount.is_empty() && reason.is_empty()))
        .map(|(a, r)| (a.into(), r.into()))
        .collect()
}

fn shown(
    visit: &Visit,
    status: StatusCode,
    now: &Json,
    form: &Fields,
    problem: Option<&Problem>,
) -> Result<Response, Problem> {
    let id = visit.param("id");
    let fault = |pointer: &str| problem.and_then(|problem| problem.at(pointer));
    let side = |name: &'static str| {
        let item = |(index, (amount, reason)): (usize, (String, String))| Item {
            amount,
            reason,
            amount_fault: fault(&format!("/{name}AdjustmentItems/{index}/amount")),
            reason_fault: fault(&format!("/{name}AdjustmentItems/{index}/reason")),
        };
        let spare = (0..SPARE).map(|_| (String::new(), String::new()));
        Side {
            name,
            total: form.get(&format!("{name}_total")).unwrap_or_default().to_owned(),
            total_fault: fault(&format!("/{name}Adjustments")).or_else(|| fault(&format!("/{name}AdjustmentItems"))),
            items: rows(form, name).into_iter().chain(spare).enumerate().map(item).collect(),
        }
    };
    let given = |name| form.get(name).unwrap_or_default().to_owned();
    page_with(
        status,
        &DetailsPage {
            link: page_of(id),
            currency: now.text("currency"),
            version: given("version"),
            balance: given("balance"),
            balance_fault: fault("/statementEndingBalance"),
            memo: given("memo"),
            memo_fault: fault("/memo"),
            sides: vec![side("bank"), side("book")],
            key: fresh_key(),
            problem,
            frame: visit.frame("reconciliations", id),
            id: id.to_owned(),
        },
    )
}

/// Where the form has what a fault is about.
fn place(pointer: &str) -> Option<Place> {
    let name = pointer.strip_prefix('/')?;
    match name {
        "statementEndingBalance" => return Some(Place::new(word("statement_ending_balance"), "balance")),
        "memo" => return Some(Place::new(word("memo"), "memo")),
        _ => {}
    }
    let (side, rest) = name.split_once("Adjustment").filter(|(side, _)| matches!(*side, "bank" | "book"))?;
    let legend = text(&format!("reconciliation.adjust.{side}"));
    let Some(item) = rest.strip_prefix("Items/") else {
        return Some(Place::new(legend, format!("{side}-total")));
    };
    let (index, member) = item.split_once('/').unwrap_or((item, "amount"));
    let row = index.parse::<usize>().ok()?.saturating_add(1);
    Some(Place::new(format!("{legend}, {} {row}", word(member)), format!("{side}-{member}-{row}")))
}

/// Keeps it.
pub async fn keep(visit: Arc<Visit>) -> Result<Response, Problem> {
    let (id, form) = (visit.param("id"), &visit.form);
    // More empty rows: what was typed so far is shown again with them.
    if form.has("more") {
        let now = read(&visit, id).await?;
        return shown(&visit, StatusCode::OK, &now, form, None);
    }
    let mut body = Map::new();
    body.insert("statementEndingBalance".into(), visit.reader.figure(form.given("balance").unwrap_or_default()));
    body.insert("memo".into(), form.given("memo").map_or(Value::Null, |memo| json!(memo)));
    for side in ["bank", "book"] {
        let items = rows(form, side);
        let total = form.given(&format!("{side}_total"));
        if let Some(total) = total {
            body.insert(format!("{side}Adjustments"), visit.reader.figure(total));
        }
        // A total that nobody took apart stays without items.
        if total.is_none() || !items.is_empty() {
            let item = |(amount, reason): &(String, String)| json!({ "amount": visit.reader.figure(amount), "reason": reason });
            body.insert(format!("{side}AdjustmentItems"), items.iter().map(item).collect());
        }
    }
    match visit.operations.change(Change::put(page_of(id), Value::Object(body)).from_form(form)).await {
        Ok(_) => Ok(redirect(&page_of(id), Some(text("reconciliation.kept")))),
        Err(problem) => {
            let now = read(&visit, id).await?;
            let problem = problem.placed(place);
            shown(&visit, problem.status_code(), &now, form, Some(&problem))
        }
    }
}
