//! All reconciliations, and beginning one.

use std::sync::Arc;

use askama::Template;
use poem::Response;
use poem::http::StatusCode;
use serde_json::{Value, json};

use super::{page_of, placed};
use crate::fields::Fields;
use crate::filters;
use crate::frame::Frame;
use crate::interface::enumeration::ReconciliationStatus;
use crate::interface::query::ListReconciliations;
use crate::interface::schema::{Account, Page, Reconciliation, ReconciliationInput};
use crate::json::Members;
use crate::operations::{Change, segment};
use crate::problem::Problem;
use crate::text::{filled, text};
use crate::visit::{Visit, fresh_key, page_with, redirect};

/// Where a reconciliation stands.
const STATUSES: [&str; ReconciliationStatus::ALL.len()] = ReconciliationStatus::NAMES;

/// The list.
#[derive(Template)]
#[template(path = "reconciliation/list.html")]
struct ListPage<'a> {
    frame: Frame,
    rows: Vec<Row>,
    more: Option<String>,
    account_id: String,
    statuses: Vec<Chip>,
    accounts: Vec<(String, String)>,
    may_write: bool,
    form: Begun<'a>,
    key: String,
    problem: Option<&'a Problem>,
}

/// One reconciliation.
struct Row {
    id: String,
    link: String,
    account_id: String,
    account_link: String,
    account_name: String,
    statement_date: String,
    figure: String,
    currency: String,
    status: String,
    by: String,
    at: String,
    instant: String,
    memo: String,
}

/// A status to filter by.
struct Chip {
    name: &'static str,
    link: String,
    is_chosen: bool,
}

/// The form of a new one as it was typed.
struct Begun<'a> {
    account_id: String,
    statement_date: String,
    balance: String,
    memo: String,
    problem: Option<&'a Problem>,
}

impl Begun<'_> {
    fn fault(&self, name: &str) -> Option<&str> {
        self.problem.and_then(|problem| problem.at(&format!("/{name}")))
    }
}

/// The page.
pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    shown(&visit, StatusCode::OK, None).await
}

/// The bank and card accounts, for the form to offer; any other can be typed.
pub async fn accounts(visit: &Visit) -> Vec<(String, String)> {
    let of = |kind| Fields::from([("account_type", kind), ("is_active", "true"), ("limit", "200")]);
    let (assets, liabilities) = (of("asset"), of("liability"));
    let (assets, liabilities) =
        tokio::join!(visit.operations.aside("/accounts", &assets), visit.operations.aside("/accounts", &liabilities));
    let all = [assets, liabilities].into_iter().filter_map(Result::ok);
    let names = |account: &Value| (account.text(Account::ACCOUNT_ID), account.text(Account::ACCOUNT_NAME));
    let is_bank = |account: &&Value| matches!(account.text(Account::SUBTYPE).as_str(), "bank" | "card");
    all.flat_map(|page| page.list(Page::DATA).iter().filter(is_bank).map(names).collect::<Vec<_>>()).collect()
}

async fn shown(visit: &Visit, status: StatusCode, problem: Option<&Problem>) -> Result<Response, Problem> {
    let query = &visit.query;
    let filters = Fields::default()
        .with(ListReconciliations::ACCOUNT_ID, query.given(ListReconciliations::ACCOUNT_ID))
        .with(ListReconciliations::STATUS, query.given(ListReconciliations::STATUS));
    let asked = filters
        .with(ListReconciliations::LIMIT, Some("50"))
        .with(ListReconciliations::CURSOR, query.given(ListReconciliations::CURSOR));
    let (answer, accounts) = tokio::join!(visit.operations.get("/reconciliations", &asked), accounts(visit));
    let answer = answer?;
    let row = |each: &Value| {
        let (id, account_id, currency) = (
            each.text(Reconciliation::RECONCILIATION_ID),
            each.text(Reconciliation::ACCOUNT_ID),
            each.text(Reconciliation::CURRENCY),
        );
        let instant = each.given(Reconciliation::COMPLETED_AT).unwrap_or_else(|| each.text(Reconciliation::UPDATED_AT));
        Row {
            link: page_of(&id),
            account_link: format!("/accounts/{}", segment(&account_id)),
            account_name: accounts
                .iter()
                .find(|(id, _)| *id == account_id)
                .map(|(_, name)| name.clone())
                .unwrap_or_default(),
            statement_date: visit.reader.date(&each.text(Reconciliation::STATEMENT_DATE)),
            figure: visit.amount(&each.text(Reconciliation::STATEMENT_ENDING_BALANCE), &currency),
            status: each.text(Reconciliation::STATUS),
            by: each.given(Reconciliation::COMPLETED_BY).unwrap_or_else(|| each.text(Reconciliation::UPDATED_BY)),
            at: visit.reader.instant(&instant),
            memo: each.text(Reconciliation::MEMO),
            id,
            account_id,
            currency,
            instant,
        }
    };
    let chip = |name: &'static str| {
        let is_chosen = query.given(ListReconciliations::STATUS) == Some(name);
        let link = filters.with(ListReconciliations::STATUS, (!is_chosen).then_some(name)).address("/reconciliations");
        Chip { name, link, is_chosen }
    };
    let cursor = answer.given(Page::NEXT_CURSOR).filter(|_| answer.flag(Page::HAS_MORE));
    let given = |name| visit.form.get(name).unwrap_or_default().to_owned();
    page_with(
        status,
        &ListPage {
            rows: answer.list(Page::DATA).iter().map(row).collect(),
            more: cursor
                .map(|cursor| filters.with(ListReconciliations::CURSOR, Some(&cursor)).address("/reconciliations")),
            account_id: query.given(ListReconciliations::ACCOUNT_ID).unwrap_or_default().to_owned(),
            statuses: STATUSES.map(chip).into(),
            form: Begun {
                account_id: visit.form.get("account_id").map_or_else(
                    || accounts.first().filter(|_| accounts.len() == 1).map(|(id, _)| id.clone()).unwrap_or_default(),
                    str::to_owned,
                ),
                statement_date: given("statement_date"),
                balance: given("statement_ending_balance"),
                memo: given("memo"),
                problem,
            },
            accounts,
            may_write: visit.me.may("reconciliation", "write"),
            key: fresh_key(),
            problem,
            frame: visit.frame("reconciliations", text("reconciliation.title")),
        },
    )
}

/// Begins one.
pub async fn create(visit: Arc<Visit>) -> Result<Response, Problem> {
    let given = |name| visit.form.given(name).unwrap_or_default();
    let mut body = json!({
        ReconciliationInput::ACCOUNT_ID: given("account_id"),
        ReconciliationInput::STATEMENT_DATE: given("statement_date"),
        ReconciliationInput::STATEMENT_ENDING_BALANCE: visit.reader.figure(given("statement_ending_balance")),
    });
    if let (Some(body), Some(memo)) = (body.as_object_mut(), visit.form.given("memo")) {
        body.insert(ReconciliationInput::MEMO.into(), json!(memo));
    }
    match visit.operations.change(Change::post("/reconciliations", body).from_form(&visit.form)).await {
        Ok(answer) => {
            let id = answer.body.text(Reconciliation::RECONCILIATION_ID);
            Ok(redirect(&page_of(&id), Some(&filled("reconciliation.begun", &[&id]))))
        }
        Err(problem) => {
            let fields = [
                ("account_id", "account_id", "account_id"),
                ("statement_date", "statement_date", "statement_date"),
                ("statement_ending_balance", "statement_ending_balance", "balance"),
                ("memo", "memo", "memo"),
            ];
            let problem = placed(problem, &fields);
            shown(&visit, problem.status_code(), Some(&problem)).await
        }
    }
}
