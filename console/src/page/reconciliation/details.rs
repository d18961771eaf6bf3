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
use crate::interface::Member;
use crate::interface::schema::{AdjustmentItem, AdjustmentItemInput, Reconciliation, ReconciliationUpdate};
use crate::json::{Json, Members};
use crate::operations::Change;
use crate::problem::{Place, Problem};
use crate::text::text;
use crate::visit::{Visit, fresh_key, page_with, redirect};
use crate::vocabulary::word;

/// Empty rows for more items.
const SPARE: usize = 3;

/// The adjustments of one side by their names: as they are read, and as they are sent.
struct Names {
    /// What the form and the texts call the side.
    side: &'static str,
    items: Member,
    total: Member,
    sent_items: Member,
    sent_total: Member,
}

const SIDES: [Names; 2] = [
    Names {
        side: "bank",
        items: Reconciliation::BANK_ADJUSTMENT_ITEMS,
        total: Reconciliation::BANK_ADJUSTMENTS,
        sent_items: ReconciliationUpdate::BANK_ADJUSTMENT_ITEMS,
        sent_total: ReconciliationUpdate::BANK_ADJUSTMENTS,
    },
    Names {
        side: "book",
        items: Reconciliation::BOOK_ADJUSTMENT_ITEMS,
        total: Reconciliation::BOOK_ADJUSTMENTS,
        sent_items: ReconciliationUpdate::BOOK_ADJUSTMENT_ITEMS,
        sent_total: ReconciliationUpdate::BOOK_ADJUSTMENTS,
    },
];

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
        ("version".to_owned(), now.text(Reconciliation::VERSION)),
        ("balance".to_owned(), visit.reader.input(&now.text(Reconciliation::STATEMENT_ENDING_BALANCE))),
        ("memo".to_owned(), now.text(Reconciliation::MEMO)),
    ];
    for Names { side, items, total, .. } in SIDES {
        let (items, total) = (now.list(items), now.text(total));
        for item in items {
            fields.push((format!("{side}_amount"), visit.reader.input(&item.text(AdjustmentItem::AMOUNT))));
            fields.push((format!("{side}_reason"), item.text(AdjustmentItem::REASON)));
        }
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
    let side = |names: Names| {
        let name = names.side;
        let items = names.sent_items.pointer();
        let item = |(index, (amount, reason)): (usize, (String, String))| Item {
            amount,
            reason,
            amount_fault: fault(&format!("{items}/{index}/{}", AdjustmentItemInput::AMOUNT)),
            reason_fault: fault(&format!("{items}/{index}/{}", AdjustmentItemInput::REASON)),
        };
        let spare = (0..SPARE).map(|_| (String::new(), String::new()));
        Side {
            name,
            total: form.get(format!("{name}_total")).unwrap_or_default().to_owned(),
            total_fault: fault(&names.sent_total.pointer()).or_else(|| fault(&items)),
            items: rows(form, name).into_iter().chain(spare).enumerate().map(item).collect(),
        }
    };
    let given = |name| form.get(name).unwrap_or_default().to_owned();
    page_with(
        status,
        &DetailsPage {
            link: page_of(id),
            currency: now.text(Reconciliation::CURRENCY),
            version: given("version"),
            balance: given("balance"),
            balance_fault: fault(&ReconciliationUpdate::STATEMENT_ENDING_BALANCE.pointer()),
            memo: given("memo"),
            memo_fault: fault(&ReconciliationUpdate::MEMO.pointer()),
            sides: SIDES.map(side).into(),
            key: fresh_key(),
            problem,
            frame: visit.frame("reconciliations", id),
            id: id.to_owned(),
        },
    )
}

/// Where the form has what a fault is about.
fn place(pointer: &str) -> Option<Place> {
    if pointer == ReconciliationUpdate::STATEMENT_ENDING_BALANCE.pointer() {
        return Some(Place::new(word(Reconciliation::STATEMENT_ENDING_BALANCE.name()), "balance"));
    }
    if pointer == ReconciliationUpdate::MEMO.pointer() {
        return Some(Place::new(word(Reconciliation::MEMO.name()), "memo"));
    }
    let (name, item) = pointer.strip_prefix('/').map(|path| path.split_once('/').unwrap_or((path, "")))?;
    let is_of = |names: &Names| name == names.sent_total.name() || name == names.sent_items.name();
    let side = SIDES.into_iter().find(is_of)?.side;
    let legend = text(&format!("reconciliation.adjust.{side}"));
    if item.is_empty() {
        return Some(Place::new(legend, format!("{side}-total")));
    }
    let (index, member) = item.split_once('/').unwrap_or((item, AdjustmentItemInput::AMOUNT.name()));
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
    body.insert(
        ReconciliationUpdate::STATEMENT_ENDING_BALANCE.into(),
        visit.reader.figure(form.given("balance").unwrap_or_default()),
    );
    body.insert(ReconciliationUpdate::MEMO.into(), form.given("memo").map_or(Value::Null, |memo| json!(memo)));
    for Names { side, sent_items, sent_total, .. } in SIDES {
        let items = rows(form, side);
        let total = form.given(format!("{side}_total"));
        if let Some(total) = total {
            body.insert(sent_total.into(), visit.reader.figure(total));
        }
        // A total that nobody took apart stays without items.
        if total.is_none() || !items.is_empty() {
            let item = |(amount, reason): &(String, String)| {
                let amount = visit.reader.figure(amount);
                json!({ AdjustmentItemInput::AMOUNT: amount, AdjustmentItemInput::REASON: reason })
            };
            body.insert(sent_items.into(), items.iter().map(item).collect());
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
