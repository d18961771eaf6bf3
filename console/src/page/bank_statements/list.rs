//! The statements that were brought in, the form for the next file, and how much waits to be matched.

use std::sync::Arc;

use askama::Template;
use futures_util::future::join_all;
use poem::Response;
use poem::http::StatusCode;
use serde_json::Value;

use super::brought::Preview;
use super::page_of;
use crate::fields::Fields;
use crate::filters;
use crate::frame::Frame;
use crate::interface::query::ListBankStatements;
use crate::interface::schema::{BankStatement, Page};
use crate::json::Members;
use crate::operations::{Named, segment};
use crate::page::matching;
use crate::page::reconciliation::bank_accounts;
use crate::problem::Problem;
use crate::text::text;
use crate::visit::{Visit, fresh_key, page_with};

/// Of how many accounts it is counted what waits.
const MOST_ACCOUNTS: usize = 12;
/// What a file may be written in.
const FORMATS: [&str; 5] = ["camt053", "mt940", "ofx", "bai2", "csv"];

/// The page.
#[derive(Template)]
#[template(path = "bank_statements/list.html")]
struct ListPage<'a> {
    frame: Frame,
    rows: Vec<Row>,
    more: Option<String>,
    /// The account that is looked at.
    account_id: String,
    accounts: Vec<(String, String)>,
    waiting: Vec<Waiting>,
    may_write: bool,
    form: Typed<'a>,
    formats: [&'static str; 5],
    key: String,
    preview: Option<Preview>,
    problem: Option<&'a Problem>,
}

/// One statement.
struct Row {
    id: String,
    link: String,
    number: String,
    account_id: String,
    account_link: String,
    account_name: String,
    from: String,
    to: String,
    opening: String,
    closing: String,
    currency: String,
    lines: String,
    new_lines: String,
    by: String,
    at: String,
    instant: String,
}

/// An account with lines that wait.
struct Waiting {
    account_id: String,
    name: String,
    link: String,
    count: String,
    is_none: bool,
}

/// The form as it was sent.
struct Typed<'a> {
    account_id: String,
    format: String,
    bank_account: String,
    problem: Option<&'a Problem>,
}

impl Typed<'_> {
    fn fault(&self, name: &str) -> Option<&str> {
        let of = |pointer: &str| self.problem.and_then(|problem| problem.at(pointer));
        of(name).or_else(|| of(&format!("/{name}"))).or_else(|| if name == "file" { of("") } else { None })
    }

    /// What is seldom needed is open where it says something.
    fn is_rare_open(&self) -> bool {
        !(self.format.is_empty() && self.bank_account.is_empty())
            || ["format", "bank_account"].into_iter().any(|name| self.fault(name).is_some())
    }
}

/// The page.
pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    shown(&visit, StatusCode::OK, None, None).await
}

/// The page with what a dry run said, or with why a file was refused.
pub async fn shown(
    visit: &Visit,
    status: StatusCode,
    preview: Option<Preview>,
    problem: Option<&Problem>,
) -> Result<Response, Problem> {
    let query = &visit.query;
    let filters = Fields::default().with(ListBankStatements::ACCOUNT_ID, query.given(ListBankStatements::ACCOUNT_ID));
    let asked = filters
        .with(ListBankStatements::LIMIT, Some("50"))
        .with(ListBankStatements::CURSOR, query.given(ListBankStatements::CURSOR));
    let (answer, accounts) = tokio::join!(visit.operations.get("/bank-statements", &asked), bank_accounts(visit));
    let answer = answer?;
    let waiting = join_all(accounts.iter().take(MOST_ACCOUNTS).map(|account| waiting(visit, account))).await;
    let may_write = visit.me.may("bank_statement", "write");
    if may_write {
        let path = "/bank-statements?account_id=ACCOUNT&dry_run=true".into();
        visit.operations.name(Named { method: "POST".into(), path, body: Some("@STATEMENT".into()) });
    }
    let given = |name| visit.form.given(name).unwrap_or_default().to_owned();
    let only = || accounts.first().filter(|_| accounts.len() == 1).map(|(id, _)| id.clone());
    let account_id = query.given(ListBankStatements::ACCOUNT_ID).unwrap_or_default().to_owned();
    let chosen = visit.form.given("account_id").or(query.given(ListBankStatements::ACCOUNT_ID));
    let cursor = answer.given(Page::NEXT_CURSOR).filter(|_| answer.flag(Page::HAS_MORE));
    page_with(
        status,
        &ListPage {
            rows: answer.list(Page::DATA).iter().map(|each| row(visit, each, &accounts)).collect(),
            more: cursor
                .map(|cursor| filters.with(ListBankStatements::CURSOR, Some(&cursor)).address("/bank-statements")),
            account_id,
            waiting: waiting.into_iter().flatten().collect(),
            may_write,
            form: Typed {
                account_id: chosen.map_or_else(|| only().unwrap_or_default(), str::to_owned),
                format: given("format"),
                bank_account: given("bank_account"),
                problem,
            },
            accounts,
            formats: FORMATS,
            key: visit.form.given("key").map_or_else(fresh_key, str::to_owned),
            preview,
            problem,
            frame: visit.frame("bank-statements", text("statements.title")),
        },
    )
}

/// How many lines of an account wait; nothing for who may not see it.
async fn waiting(visit: &Visit, (account_id, name): &(String, String)) -> Option<Waiting> {
    let path = format!("/accounts/{}/unmatched-lines", segment(account_id));
    let answer = visit
        .operations
        .aside(&path, &Fields::from([(ListBankStatements::LIMIT, "1"), (ListBankStatements::COUNT, "true")]))
        .await
        .ok()?;
    Some(Waiting {
        link: matching::page_of(account_id),
        account_id: account_id.clone(),
        name: name.clone(),
        is_none: answer.whole(Page::TOTAL) == 0,
        count: visit.reader.number(&answer.text(Page::TOTAL)),
    })
}

fn row(visit: &Visit, each: &Value, accounts: &[(String, String)]) -> Row {
    let (id, account_id, currency) = (
        each.text(BankStatement::STATEMENT_ID),
        each.text(BankStatement::ACCOUNT_ID),
        each.text(BankStatement::CURRENCY),
    );
    let name = accounts.iter().find(|(id, _)| *id == account_id).map(|(_, name)| name.clone());
    let instant = each.text(BankStatement::CREATED_AT);
    Row {
        link: page_of(&id),
        number: each.text(BankStatement::NUMBER),
        account_link: matching::page_of(&account_id),
        account_name: name.unwrap_or_default(),
        from: visit.reader.date(&each.text(BankStatement::FROM)),
        to: visit.reader.date(&each.text(BankStatement::TO)),
        opening: visit.amount(&each.text(BankStatement::OPENING_BALANCE), &currency),
        closing: visit.amount(&each.text(BankStatement::CLOSING_BALANCE), &currency),
        lines: visit.reader.number(&each.text(BankStatement::LINES)),
        new_lines: visit.reader.number(&each.text(BankStatement::NEW_LINES)),
        by: each.text(BankStatement::CREATED_BY),
        at: visit.reader.instant(&instant),
        id,
        account_id,
        currency,
        instant,
    }
}
