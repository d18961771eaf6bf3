//! The worksheet: what the statement shows beside what the books have, and what lies between them.

use std::sync::Arc;

use askama::Template;
use poem::Response;
use poem::http::StatusCode;

use super::sheet::{self, Side, Wanted};
use super::trail::{self, Entry};
use super::{account_name, is_zero, page_of, read};
use crate::fields::Fields;
use crate::filters;
use crate::frame::Frame;
use crate::interface::Member;
use crate::interface::enumeration::ReconciliationStatus;
use crate::interface::schema::{AdjustmentItem, Reconciliation, ReconciliationSummary, ReconciliationWorksheet, Trail};
use crate::json::{Json, Members};
use crate::operations::segment;
use crate::problem::Problem;
use crate::visit::{Visit, fresh_key, page_with};

/// The longest worksheet that is read for a page: some hundred thousand transactions.
const MOST_BYTES: usize = 24 * 1024 * 1024;
const MOST_TRAIL: usize = 8 * 1024 * 1024;

/// The figures in the order of the statement, from the bank's side to the books'.
const BANK: [Member; 4] = [
    ReconciliationSummary::STATEMENT_ENDING_BALANCE,
    ReconciliationSummary::UNCLEARED_DEPOSITS,
    ReconciliationSummary::UNCLEARED_WITHDRAWALS,
    ReconciliationSummary::BANK_ADJUSTMENTS,
];
const BOOKS: [Member; 2] = [ReconciliationSummary::GL_ENDING_BALANCE, ReconciliationSummary::BOOK_ADJUSTMENTS];

/// A reconciliation.
#[derive(Template)]
#[template(path = "reconciliation/worksheet.html")]
#[allow(clippy::struct_excessive_bools, reason = "each is a part of the page that is there or not")]
struct WorksheetPage<'a> {
    frame: Frame,
    id: String,
    link: String,
    address: String,
    facts: Figures,
    sheet: Option<Sheet>,
    /// The filter as it was given.
    q: String,
    from: String,
    to: String,
    amount: String,
    amount_fault: Option<String>,
    age: String,
    is_on_paper: bool,
    paper: String,
    unfiltered: String,
    may_clear: bool,
    may_write: bool,
    may_reopen: bool,
    cleared_date: String,
    reason: String,
    trail: Vec<Entry>,
    trail_total: usize,
    is_trail_long: bool,
    key: String,
    refused: Option<(&'static str, &'a Problem)>,
}

impl WorksheetPage<'_> {
    fn refusal(&self, action: &str) -> Option<&Problem> {
        self.refused.filter(|(refused, _)| *refused == action).map(|(_, problem)| problem)
    }

    /// What was refused of the marks.
    fn unmarked(&self) -> Option<&Problem> {
        self.refusal("clear").or_else(|| self.refusal("unclear"))
    }

    fn is_open(&self) -> bool {
        self.facts.status != ReconciliationStatus::Completed.name()
    }
}

/// The reconciliation itself.
struct Figures {
    account_id: String,
    account_link: String,
    account_name: String,
    currency: String,
    statement_date: String,
    status: String,
    memo: String,
    completed_by: String,
    completed_at: String,
    created_by: String,
    version: String,
}

/// Its figures and movements.
struct Sheet {
    bank: Vec<(Member, String)>,
    books: Vec<(Member, String)>,
    cleared_balance: String,
    cleared_deposits: String,
    cleared_withdrawals: String,
    uncleared_balance: String,
    difference: String,
    is_even: bool,
    bank_items: Vec<Item>,
    book_items: Vec<Item>,
    cleared: Side,
    uncleared: Side,
    ages: Vec<Age>,
}

/// A part of an adjustment.
struct Item {
    figure: String,
    reason: String,
    by: String,
    at: String,
}

/// How many are outstanding of one age.
struct Age {
    name: &'static str,
    count: usize,
    link: String,
    is_chosen: bool,
}

/// The page.
pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    shown(&visit, StatusCode::OK, None).await
}

/// The page, after a refusal with what was typed.
pub async fn shown(
    visit: &Visit,
    status: StatusCode,
    refused: Option<(&'static str, &Problem)>,
) -> Result<Response, Problem> {
    let id = visit.param("id");
    let link = page_of(id);
    let none = Fields::default();
    let (worksheet_path, trail_path) = (format!("{link}/worksheet"), format!("{link}/audit-trail"));
    let reconciliation = read(visit, id).await?;
    let account_id = reconciliation.text(Reconciliation::ACCOUNT_ID);
    let (answer, trail, account_name) = tokio::join!(
        visit.operations.bounded(&worksheet_path, &none, MOST_BYTES),
        visit.operations.bounded(&trail_path, &none, MOST_TRAIL),
        account_name(visit, &account_id),
    );
    let trail = trail?;
    let currency = reconciliation.text(Reconciliation::CURRENCY);
    let statement_day = reconciliation.text(Reconciliation::STATEMENT_DATE);
    let rows = trail.as_ref().map(|trail| trail.list(Trail::AUDIT_TRAIL)).unwrap_or_default();
    let query = |name| visit.query.given(name).unwrap_or_default().to_owned();
    let form = |name| visit.form.get(name).map(str::to_owned);
    let asked = if visit.path == link { visit.query.clone() } else { Fields::default() };
    page_with(
        status,
        &WorksheetPage {
            sheet: answer?.map(|answer| sheet(visit, &answer, &currency, &statement_day)),
            q: query("q"),
            from: query("from"),
            to: query("to"),
            amount: query("amount"),
            amount_fault: Wanted::of(visit).amount_fault,
            age: query("age"),
            is_on_paper: visit.query.has("paper"),
            paper: asked.with("paper", Some("1")).address(&link),
            address: asked.address(&link),
            unfiltered: link.clone(),
            may_clear: visit.me.may("reconciliation", "clear"),
            may_write: visit.me.may("reconciliation", "write"),
            may_reopen: visit.me.may("reconciliation", "reopen"),
            cleared_date: form("cleared_date").unwrap_or_else(|| statement_day.clone()),
            reason: form("reason").unwrap_or_default(),
            trail: trail::rows(visit, rows, &currency),
            trail_total: rows.len(),
            is_trail_long: trail.is_none(),
            key: fresh_key(),
            refused,
            facts: Figures {
                account_link: format!("/accounts/{}", segment(&account_id)),
                account_id,
                account_name,
                currency,
                statement_date: visit.reader.date(&statement_day),
                status: reconciliation.text(Reconciliation::STATUS),
                memo: reconciliation.text(Reconciliation::MEMO),
                completed_by: reconciliation.text(Reconciliation::COMPLETED_BY),
                completed_at: visit.reader.instant(&reconciliation.text(Reconciliation::COMPLETED_AT)),
                created_by: reconciliation.text(Reconciliation::CREATED_BY),
                version: reconciliation.text(Reconciliation::VERSION),
            },
            id: id.to_owned(),
            link,
            frame: visit.frame("reconciliations", id),
        },
    )
}

fn sheet(visit: &Visit, answer: &Json, currency: &str, statement_day: &str) -> Sheet {
    let summary = answer.at(ReconciliationWorksheet::SUMMARY);
    let figure = |name: Member| visit.amount(&summary.text(name), currency);
    let items = |name: Member| -> Vec<Item> {
        let item = |item: &serde_json::Value| Item {
            figure: visit.amount(&item.text(AdjustmentItem::AMOUNT), currency),
            reason: item.text(AdjustmentItem::REASON),
            by: item.text(AdjustmentItem::WRITTEN_BY),
            at: visit.reader.instant(&item.text(AdjustmentItem::WRITTEN_AT)),
        };
        answer.list(name).iter().map(item).collect()
    };
    let wanted = Wanted::of(visit);
    let (cleared, uncleared) = (
        answer.list(ReconciliationWorksheet::CLEARED_TRANSACTIONS),
        answer.list(ReconciliationWorksheet::UNCLEARED_TRANSACTIONS),
    );
    let age = |(name, count): (&'static str, usize)| {
        let is_chosen = wanted.age == name;
        let query = visit.query.with("age", (!is_chosen).then_some(name)).with("books", None);
        Age { name, count, link: query.address(&page_of(visit.param("id"))), is_chosen }
    };
    Sheet {
        bank: BANK.map(|name| (name, figure(name))).into(),
        books: BOOKS.map(|name| (name, figure(name))).into(),
        cleared_balance: figure(ReconciliationSummary::CLEARED_BALANCE),
        cleared_deposits: figure(ReconciliationSummary::CLEARED_DEPOSITS),
        cleared_withdrawals: figure(ReconciliationSummary::CLEARED_WITHDRAWALS),
        uncleared_balance: figure(ReconciliationSummary::UNCLEARED_BALANCE),
        is_even: is_zero(&summary.text(ReconciliationSummary::DIFFERENCE)),
        difference: figure(ReconciliationSummary::DIFFERENCE),
        bank_items: items(ReconciliationWorksheet::BANK_ADJUSTMENT_ITEMS),
        book_items: items(ReconciliationWorksheet::BOOK_ADJUSTMENT_ITEMS),
        cleared: sheet::cleared(visit, cleared, &wanted, currency),
        uncleared: sheet::uncleared(visit, uncleared, &wanted, currency, statement_day),
        ages: sheet::ages(uncleared, statement_day).into_iter().map(age).collect(),
    }
}
