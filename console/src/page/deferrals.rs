//! Deferrals: what lines of bills and invoices wait for, part by part.

use std::sync::Arc;

use askama::Template;
use poem::{Response, get};
use serde_json::Value;

use super::door::Door;
use super::routes::Routes;
use crate::fields::Fields;
use crate::filters;
use crate::frame::Frame;
use crate::interface::enumeration::DeferralStatus;
use crate::interface::query::ListDeferrals;
use crate::interface::schema::{Deferral, DeferralPart, Page, RecurringProblemOrNull as Problems};
use crate::json::Members;
use crate::problem::Problem;
use crate::text::text;
use crate::visit::{Visit, page};
use crate::vocabulary::{page_of, word};

/// A list that one often asks for.
struct Chip {
    label: String,
    to: String,
    is_on: bool,
}

/// One of them.
struct Row {
    id: String,
    proof: String,
    document: String,
    document_link: String,
    accounts: String,
    amount: String,
    recognized: String,
    status: String,
    problem: String,
    parts: Vec<Part>,
}

/// An entry that was made, or is to be.
struct Part {
    date: String,
    amount: String,
    entry: String,
    /// Empty until it is made.
    link: String,
}

/// The page.
#[derive(Template)]
#[template(path = "deferrals.html")]
struct ListPage {
    frame: Frame,
    chips: Vec<Chip>,
    rows: Vec<Row>,
    first: Option<String>,
    next: Option<String>,
}

const PAGE: &str = "/deferrals";

/// The paths of this area.
pub fn add(route: Routes, door: &Door) -> Routes {
    route.at(PAGE, get(door.page(show)))
}

/// The page.
async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    let status = visit.query.given(ListDeferrals::STATUS);
    let cursor = visit.query.given(ListDeferrals::CURSOR);
    let asked = Fields::from([(ListDeferrals::LIMIT, "50")])
        .with(ListDeferrals::STATUS, status)
        .with(ListDeferrals::CURSOR, cursor);
    let answer = visit.operations.get(PAGE, &asked).await?;
    let of_status = |status: Option<&str>| Fields::default().with(ListDeferrals::STATUS, status);
    let chip = |name: Option<&'static str>| Chip {
        label: name.map_or_else(|| text("deferrals.all").to_owned(), word),
        to: of_status(name).address(PAGE),
        is_on: status == name,
    };
    let after = answer.given(Page::NEXT_CURSOR).filter(|_| answer.flag(Page::HAS_MORE));
    page(&ListPage {
        chips: std::iter::once(None).chain(DeferralStatus::NAMES.map(Some)).map(chip).collect(),
        rows: answer.list(Page::DATA).iter().map(|one| row(&visit, one)).collect(),
        first: cursor.map(|_| of_status(status).address(PAGE)),
        next: after.map(|cursor| of_status(status).with(ListDeferrals::CURSOR, Some(&cursor)).address(PAGE)),
        frame: visit.frame("deferrals", text("deferrals.title")),
    })
}

fn row(visit: &Visit, one: &Value) -> Row {
    let (id, document) = (one.text(Deferral::DEFERRAL_ID), one.text(Deferral::DOCUMENT_ID));
    let currency = one.text(Deferral::CURRENCY);
    let part = |part: &Value| {
        let entry = part.text(DeferralPart::JOURNAL_ENTRY_ID);
        Part {
            date: visit.reader.date(&part.text(DeferralPart::DATE)),
            amount: visit.amount(&part.text(DeferralPart::AMOUNT), &currency),
            link: page_of("journal_entry", &entry)
                .filter(|_| part.flag(DeferralPart::IS_RECOGNIZED))
                .unwrap_or_default(),
            entry,
        }
    };
    Row {
        proof: format!("/audit/deferral/{}", crate::operations::segment(&id)),
        document_link: page_of(&one.text(Deferral::DOCUMENT_TYPE), &document).unwrap_or_default(),
        accounts: format!("{} → {}", one.text(Deferral::FROM_ACCOUNT_ID), one.text(Deferral::ACCOUNT_ID)),
        amount: visit.amount(&one.text(Deferral::AMOUNT), &currency),
        recognized: visit.amount(&one.text(Deferral::RECOGNIZED_AMOUNT), &currency),
        status: one.text(Deferral::STATUS),
        problem: one.at(Deferral::LAST_PROBLEM).given(Problems::DETAIL).unwrap_or_default(),
        parts: one.list(Deferral::PARTS).iter().map(part).collect(),
        document,
        id,
    }
}
