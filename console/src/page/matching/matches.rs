//! The matches of an account, those that were made last first, and taking them back.

use std::collections::BTreeSet;
use std::sync::Arc;

use askama::Template;
use poem::Response;
use poem::http::StatusCode;
use serde_json::{Value, json};

use super::books::{OpenTransactions, Transaction};
use super::sheet::Account;
use super::{back, operation, page_of};
use crate::fields::Fields;
use crate::filters;
use crate::frame::Frame;
use crate::interface::query::GetAccountMatches;
use crate::interface::schema::{BankMatch, Matches, Page, UnmatchInput};
use crate::json::Members;
use crate::operations::{Change, segment};
use crate::problem::Problem;
use crate::text::{filled, text};
use crate::visit::{Visit, page_with, redirect};

#[derive(Template)]
#[template(path = "matching/matches.html")]
struct MatchesPage<'a> {
    frame: Frame,
    account_id: String,
    account_link: String,
    account_name: String,
    link: String,
    address: String,
    rows: Vec<Row>,
    first: Option<String>,
    next: Option<String>,
    may_match: bool,
    problem: Option<&'a Problem>,
}

/// One match.
struct Row {
    id: String,
    date: String,
    lines: usize,
    transactions: Vec<Transaction>,
    reason: String,
    points: String,
    by: String,
    by_link: String,
    at: String,
    instant: String,
    /// The completed reconciliation that counts it: it stays.
    completed_in: Option<(String, String)>,
}

/// The page.
pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    shown(&visit, StatusCode::OK, None).await
}

async fn shown(visit: &Visit, status: StatusCode, problem: Option<&Problem>) -> Result<Response, Problem> {
    let account_id = visit.param("account");
    let link = format!("{}/matches", page_of(account_id));
    let cursor = visit.query.given(GetAccountMatches::CURSOR).filter(|_| visit.path == link);
    let asked = Fields::from([(GetAccountMatches::LIMIT, "50")]).with(GetAccountMatches::CURSOR, cursor);
    let path = operation(account_id, "matches");
    let (found, account) = tokio::join!(visit.operations.get(&path, &asked), Account::read(visit, account_id));
    let found = found?;
    let rows = found.list(Page::DATA);
    let ids: BTreeSet<String> = rows.iter().flat_map(|row| row.texts(BankMatch::TRANSACTION_IDS)).collect();
    let days = || rows.iter().map(|row| row.text(BankMatch::DATE));
    let mut books = OpenTransactions::default();
    if let (Some(from), Some(to)) = (days().min(), days().max()) {
        books.look_up(visit, account_id, &ids, (&from, &to)).await;
    }
    let none = Fields::default();
    let next = found.given(Page::NEXT_CURSOR).filter(|_| found.flag(Page::HAS_MORE));
    page_with(
        status,
        &MatchesPage {
            account_link: format!("/accounts/{}", segment(account_id)),
            account_name: account.name,
            rows: rows.iter().map(|each| row(visit, each, &books)).collect(),
            first: cursor.map(|_| link.clone()),
            next: next.map(|next| none.with(GetAccountMatches::CURSOR, Some(&next)).address(&link)),
            address: none.with(GetAccountMatches::CURSOR, cursor).address(&link),
            link: page_of(account_id),
            may_match: visit.me.may("bank_statement", "match"),
            frame: visit.frame("bank-statements", text("matching.matches")),
            account_id: account_id.to_owned(),
            problem,
        },
    )
}

fn row(visit: &Visit, each: &Value, books: &OpenTransactions) -> Row {
    let (by, instant) = (each.text(BankMatch::MATCHED_BY), each.text(BankMatch::MATCHED_AT));
    Row {
        id: each.text(BankMatch::MATCH_ID),
        date: visit.reader.date(&each.text(BankMatch::DATE)),
        lines: each.list(BankMatch::LINE_IDS).len(),
        transactions: each.texts(BankMatch::TRANSACTION_IDS).iter().map(|id| books.find(id)).collect(),
        reason: each.text(BankMatch::REASON),
        points: each.text(BankMatch::POINTS),
        by_link: format!("/people/{}", segment(&by)),
        at: visit.reader.instant(&instant),
        completed_in: each.given(BankMatch::COMPLETED_IN).map(|id| (format!("/reconciliations/{}", segment(&id)), id)),
        by,
        instant,
    }
}

/// Takes matches back: by their ids, or by a line that is in one.
pub async fn unmatch(visit: Arc<Visit>) -> Result<Response, Problem> {
    let account_id = visit.param("account");
    // The button of one match takes that back alone, whatever else is ticked.
    let one: Vec<&str> = visit.form.all("one").collect();
    let chosen: Vec<&str> = if one.is_empty() { visit.form.all("match").collect() } else { one };
    let lines: Vec<&str> = visit.form.all("line").collect();
    let body = match (chosen.is_empty(), lines.is_empty()) {
        (false, _) => json!({ UnmatchInput::MATCH_IDS: chosen }),
        (true, false) => json!({ UnmatchInput::LINE_IDS: lines }),
        (true, true) => return Ok(redirect(&back(&visit), Some(text("matching.nothing_ticked")))),
    };
    match visit.operations.change(Change::post(operation(account_id, "unmatch"), body)).await {
        Ok(answer) => {
            let count = answer.body.list(Matches::MATCHES).len().to_string();
            Ok(redirect(&back(&visit), Some(&filled("matching.taken_back", &[&count]))))
        }
        Err(problem) => shown(&visit, problem.status_code(), Some(&problem)).await,
    }
}
