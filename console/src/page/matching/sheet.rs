//! The page of one account: on the left the lines that wait with what may belong to them, on the right what is open in the books.

use std::collections::BTreeSet;
use std::sync::Arc;

use askama::Template;
use poem::Response;
use poem::http::StatusCode;
use serde_json::Value;

use super::books::{OpenTransactions, Transaction};
use super::line::Line;
use super::offer::Offers;
use super::{operation, page_of};
use crate::fields::Fields;
use crate::filters;
use crate::frame::{Frame, decimals};
use crate::interface::query::GetAccountUnmatchedLines;
use crate::interface::schema::{self, BankStatementLine, MatchProposal, MatchProposals, Page};
use crate::json::{Json, Members};
use crate::operations::segment;
use crate::problem::Problem;
use crate::text::filled;
use crate::visit::{Visit, page_with};

/// The lines of one page.
const LINES: &str = "50";
/// How many transactions of the books a page shows.
const MOST_OPEN: usize = 200;
/// The longest answer with proposals that is read for a page.
const MOST_BYTES: usize = 16 * 1024 * 1024;

/// The page.
#[derive(Template)]
#[template(path = "matching/sheet.html")]
struct SheetPage<'a> {
    frame: Frame,
    account_id: String,
    account_link: String,
    account_name: String,
    currency: String,
    link: String,
    address: String,
    statements: String,
    /// The page of the reconciliation in progress.
    session: Option<(String, String)>,
    lines: Vec<Line>,
    /// How many lines wait in all.
    total: String,
    next: Option<String>,
    first: Option<String>,
    sure: String,
    has_sure: bool,
    /// The proposals were too many to be read.
    is_without_proposals: bool,
    open: Vec<Open>,
    open_left_out: usize,
    may_match: bool,
    /// The page of the rules, for who reads them.
    rules: Option<String>,
    /// How the reader writes numbers, for the sums that the script shows, and with how many decimals.
    sample: String,
    decimals: usize,
    reason: String,
    problem: Option<&'a Problem>,
}

/// A transaction that may be ticked.
struct Open {
    is_ticked: bool,
    of: Transaction,
}

/// The page.
pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    shown(&visit, StatusCode::OK, None).await
}

/// What is known of the account.
pub struct Account {
    pub name: String,
    pub currency: String,
}

impl Account {
    pub async fn read(visit: &Visit, account_id: &str) -> Self {
        let path = format!("/accounts/{}", segment(account_id));
        let account = visit.operations.aside(&path, &Fields::default()).await.unwrap_or_default();
        Self {
            name: account.text(schema::Account::ACCOUNT_NAME),
            currency: account.given(schema::Account::CURRENCY).unwrap_or_else(|| visit.me.base_currency()),
        }
    }
}

/// The page, after a refusal with what was ticked.
pub async fn shown(visit: &Visit, status: StatusCode, problem: Option<&Problem>) -> Result<Response, Problem> {
    let account_id = visit.param("account");
    let link = page_of(account_id);
    let cursor = visit.query.given(GetAccountUnmatchedLines::CURSOR).filter(|_| visit.path == link);
    let asked = Fields::from([(GetAccountUnmatchedLines::LIMIT, LINES), (GetAccountUnmatchedLines::COUNT, "true")])
        .with(GetAccountUnmatchedLines::CURSOR, cursor);
    let none = Fields::default();
    let (waiting, proposals) = (operation(account_id, "unmatched-lines"), operation(account_id, "proposals"));
    let (waiting, proposals, account) = tokio::join!(
        visit.operations.get(&waiting, &asked),
        visit.operations.bounded(&proposals, &none, MOST_BYTES),
        Account::read(visit, account_id),
    );
    let (waiting, proposals) = (waiting?, proposals?);
    let is_without_proposals = proposals.is_none();
    let proposals = proposals.unwrap_or_default();
    let offers = Offers::of(&proposals);
    let rows = waiting.list(Page::DATA);
    let ids: BTreeSet<String> = rows.iter().map(|line| line.text(BankStatementLine::LINE_ID)).collect();
    let proposed = offers.transactions(&ids);
    let mut books = OpenTransactions::of_session(visit, account_id, &account.currency).await;
    if let Some(days) = days(rows) {
        books.look_up(visit, account_id, &proposed, (&days.0, &days.1)).await;
        if books.session.is_none() {
            books.open_in_ledger(visit, account_id, (&days.0, &days.1)).await;
        }
    }
    let ticked: BTreeSet<&str> = visit.form.all("line").chain(visit.form.all("transaction")).collect();
    let lines = lines(visit, rows, &proposals, &offers, &books, &ticked);
    let (open, open_left_out) = open(&books, &proposed, &ticked);
    let next = waiting.given(Page::NEXT_CURSOR).filter(|_| waiting.flag(Page::HAS_MORE));
    let sure = proposals
        .list(MatchProposals::PROPOSALS)
        .iter()
        .filter(|proposal| proposal.flag(MatchProposal::IS_SURE))
        .count();
    page_with(
        status,
        &SheetPage {
            account_link: format!("/accounts/{}", segment(account_id)),
            account_name: account.name,
            decimals: decimals(&account.currency),
            currency: account.currency,
            address: none.with(GetAccountUnmatchedLines::CURSOR, cursor).address(&link),
            statements: none.with("account_id", Some(account_id)).address("/bank-statements"),
            session: books.session.map(|id| (format!("/reconciliations/{}", segment(&id)), id)),
            lines,
            total: visit.reader.number(&waiting.text(Page::TOTAL)),
            next: next.map(|next| none.with(GetAccountUnmatchedLines::CURSOR, Some(&next)).address(&link)),
            first: cursor.map(|_| link.clone()),
            sure: visit.reader.number(&sure.to_string()),
            has_sure: sure > 0,
            is_without_proposals,
            open,
            open_left_out,
            may_match: visit.me.may("bank_statement", "match"),
            rules: visit.me.may("matching_rule", "read").then(|| super::rules::page_of(account_id)),
            sample: visit.amount("1234567.89", "USD"),
            reason: visit.form.given("reason").unwrap_or_default().to_owned(),
            problem,
            frame: visit.frame("bank-statements", filled("matching.title", &[account_id])),
            account_id: account_id.to_owned(),
            link,
        },
    )
}

/// The first and the last day of the lines.
fn days(rows: &[Value]) -> Option<(String, String)> {
    let days = || rows.iter().map(|line| line.text(BankStatementLine::DATE));
    Some((days().min()?, days().max()?))
}

fn lines(
    visit: &Visit,
    rows: &[Value],
    proposals: &Json,
    offers: &Offers<'_>,
    books: &OpenTransactions,
    ticked: &BTreeSet<&str>,
) -> Vec<Line> {
    let line = |(place, row): (usize, &Value)| {
        let line = Line::of(visit, row, place, ticked, proposals.list(MatchProposals::BOUNCES));
        Line { offers: offers.shown(visit, &line.id, place, books), ..line }
    };
    rows.iter().enumerate().map(line).collect()
}

/// What the worksheet has open and what is proposed besides, the earliest day first.
fn open(books: &OpenTransactions, proposed: &BTreeSet<String>, ticked: &BTreeSet<&str>) -> (Vec<Open>, usize) {
    let of_sheet: BTreeSet<&str> = books.open.iter().map(|one| one.id.as_str()).collect();
    let besides = proposed.iter().filter(|id| !of_sheet.contains(id.as_str())).map(|id| books.find(id));
    let mut all: Vec<Transaction> = books.open.iter().cloned().chain(besides).collect();
    all.sort_by(|one, other| (&one.day, &one.id).cmp(&(&other.day, &other.id)));
    let left_out = all.len().saturating_sub(MOST_OPEN);
    let shown = all.into_iter().take(MOST_OPEN);
    (shown.map(|of| Open { is_ticked: ticked.contains(of.id.as_str()), of }).collect(), left_out)
}
