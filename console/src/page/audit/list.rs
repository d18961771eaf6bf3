//! The whole trail, newest first, by the filters of the interface.

use std::sync::Arc;

use askama::Template;
use poem::Response;
use poem::http::StatusCode;

use super::row::{Row, did, rows};
use super::{Head, head};
use crate::fields::Fields;
use crate::filters;
use crate::frame::Frame;
use crate::interface::Member;
use crate::interface::query::ListAudit;
use crate::interface::schema::Page;
use crate::json::{Json, Members};
use crate::problem::Problem;
use crate::text::text;
use crate::visit::{Visit, page_with};
use crate::vocabulary::{DOCUMENT_TYPES, DocumentType, word};

/// The filters of `GET /audit`, as they stand in the query of the page.
pub const FILTERS: [Member; 6] = [
    ListAudit::RESOURCE,
    ListAudit::RESOURCE_ID,
    ListAudit::PERFORMED_BY,
    ListAudit::ACTION,
    ListAudit::FROM,
    ListAudit::TO,
];

/// What the trail is about besides documents.
const OTHERS: [&str; 35] = [
    "account",
    "accounting_period",
    "fiscal_year",
    "approval_rule",
    "approval_rule_draft",
    "change_request",
    "customer",
    "vendor",
    "delegation",
    "exchange_rate",
    "reconciliation",
    "bank_statement",
    "bank_match",
    "csv_mapping",
    "matching_rule",
    "recurring_document",
    "deferral",
    "close_task",
    "tax_code",
    "period_exception",
    "payment_terms",
    "write_off_rules",
    "close_sign_off",
    "dimension",
    "dimension_value",
    "budget",
    "report_layout",
    "report_layout_version",
    "role",
    "session",
    "user",
    "books",
    "employee",
    "job",
    "approval_rule_replay",
];

/// The words of the trail, see docs/rules/audit.md.
const ACTIONS: [&str; 51] = [
    "Created",
    "Updated",
    "Deleted",
    "Submit for Approval",
    "Approve",
    "Reject",
    "Request Change",
    "Hold",
    "Unhold",
    "Post to GL",
    "Reverse",
    "Void",
    "Deposit",
    "Clear",
    "Undeposit",
    "Unclear",
    "Unapply",
    "Return",
    "Unreturn",
    "Reassign",
    "Receive Payment",
    "Apply",
    "Pay",
    "Paid",
    "Payment Voided",
    "Payment Returned",
    "Payment Stands Again",
    "Payment Reassigned",
    "Bank Details Changed",
    "Close",
    "Reopen",
    "Hard Close",
    "Fiscal Year Closed",
    "Fiscal Year Reopened",
    "Adjustment Period",
    "Exception Created",
    "Exception Updated",
    "Exception Revoked",
    "Signed Off",
    "Sign-off Withdrawn",
    "Task Signed Off",
    "Task Sign-off Withdrawn",
    "Made",
    "Not Made",
    "Skipped",
    "Paused",
    "Resumed",
    "Ended",
    "Sign In",
    "Sign Out",
    "Baseline",
];

/// One of the values of a filter.
struct Choice {
    value: &'static str,
    label: String,
    is_chosen: bool,
}

/// A filter that is set, or one that a click sets.
struct Chip {
    label: String,
    to: String,
    is_on: bool,
}

/// The trail.
#[derive(Template)]
#[template(path = "audit/list.html")]
struct ListPage {
    frame: Frame,
    problem: Option<Problem>,
    query: Fields,
    resources: Vec<Choice>,
    actions: Vec<Choice>,
    chips: Vec<Chip>,
    rows: Vec<Row>,
    head: Option<Head>,
    csv: String,
    next: Option<String>,
    first: Option<String>,
}

impl ListPage {
    fn typed(&self, name: &str) -> &str {
        self.query.given(name).unwrap_or_default()
    }

    /// What is wrong with a filter.
    fn fault(&self, name: &str) -> Option<&str> {
        self.problem.as_ref()?.at(name)
    }
}

/// The filters of the query, for the operation.
pub fn asked(visit: &Visit) -> Fields {
    FILTERS.iter().fold(Fields::default(), |fields, name| fields.with(name, visit.query.given(name)))
}

/// Shows the trail.
pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    let asked = asked(&visit);
    let page_asked =
        asked.with(ListAudit::LIMIT, Some("50")).with(ListAudit::CURSOR, visit.query.given(ListAudit::CURSOR));
    let (answer, problem) = match visit.operations.get("/audit", &page_asked).await {
        Ok(answer) => (answer, None),
        // A wrong filter is told beside the filters.
        Err(problem) if problem.status == 422 => (Json::default(), Some(problem.in_page(&FILTERS.map(Member::name)))),
        Err(problem) => return Err(problem),
    };
    let sealed = visit.operations.aside("/audit/head", &Fields::default()).await.unwrap_or_default();
    let status = if problem.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    let given = |name: Member| visit.query.given(name).unwrap_or_default();
    let next = answer.given(Page::NEXT_CURSOR).filter(|_| answer.flag(Page::HAS_MORE));
    let here = visit.query.with("open", None);
    page_with(
        status,
        &ListPage {
            resources: choices(
                DOCUMENT_TYPES.map(DocumentType::name).into_iter().chain(OTHERS),
                given(ListAudit::RESOURCE),
                word,
            ),
            actions: choices(ACTIONS.into_iter(), given(ListAudit::ACTION), did),
            chips: chips(&visit, &asked),
            rows: rows(&visit, answer.list(Page::DATA)),
            head: head(&sealed, visit.reader),
            csv: asked.address("/audit/csv"),
            next: next.map(|cursor| here.with(ListAudit::CURSOR, Some(&cursor)).address("/audit")),
            first: visit.query.given(ListAudit::CURSOR).map(|_| here.with(ListAudit::CURSOR, None).address("/audit")),
            problem,
            query: visit.query.clone(),
            frame: visit.frame("audit", text("audit.title")),
        },
    )
}

fn choices(all: impl Iterator<Item = &'static str>, chosen: &str, label: fn(&str) -> String) -> Vec<Choice> {
    all.map(|value| Choice { value, label: label(value), is_chosen: value == chosen }).collect()
}

/// What is set, each with a way to unset it, and what one often asks.
fn chips(visit: &Visit, asked: &Fields) -> Vec<Chip> {
    let mut chips = Vec::new();
    for name in FILTERS {
        let Some(value) = asked.get(name) else { continue };
        let value = match name {
            ListAudit::RESOURCE => word(value),
            ListAudit::ACTION => did(value),
            ListAudit::FROM | ListAudit::TO => visit.reader.date(value),
            _ => value.to_owned(),
        };
        // An id says nothing without its resource.
        let rest = if name == ListAudit::RESOURCE { asked.with(ListAudit::RESOURCE_ID, None) } else { asked.clone() };
        let label = format!("{} {value}", text(&format!("audit.filter.{name}")));
        chips.push(Chip { label, to: rest.with(name, None).address("/audit"), is_on: true });
    }
    let (me, today) = (visit.me.user_id(), visit.me.today());
    let often = [
        (ListAudit::PERFORMED_BY, me.as_str(), "audit.chip.me"),
        (ListAudit::PERFORMED_BY, "system", "audit.chip.system"),
        (ListAudit::FROM, today.as_str(), "audit.chip.today"),
    ];
    for (name, value, key) in often {
        if asked.get(name) != Some(value) {
            chips.push(Chip {
                label: text(key).into(),
                to: asked.with(name, Some(value)).address("/audit"),
                is_on: false,
            });
        }
    }
    chips
}
