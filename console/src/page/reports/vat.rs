//! The VAT report: what was taxed by code and rate, and what the accounts of taxes moved. A code leads to the lines behind it, an account
//! to its ledger.

use std::sync::Arc;

use askama::Template;
use poem::Response;
use poem::http::StatusCode;
use serde_json::Value;

use super::filter::{Column, Filter, Span, read};
use super::sheet::ledger;
use crate::filters;
use crate::frame::Frame;
use crate::interface::Member;
use crate::interface::query::{GetVat, GetVatLines};
use crate::interface::schema::{self, VatAccount, VatRow};
use crate::json::{Json, Members};
use crate::problem::Problem;
use crate::text::text;
use crate::visit::{Visit, page_with};

const PARTS: [Member; 5] =
    [VatRow::BASE, VatRow::TAX, VatRow::NOT_RECOVERABLE, VatRow::REVERSE_CHARGE_OUTPUT, VatRow::REVERSE_CHARGE_INPUT];
const TOTALS: [Member; 3] = [schema::Vat::OUTPUT_TAX, schema::Vat::INPUT_TAX, schema::Vat::PAYABLE];
const MOVED: [Member; 3] = [VatAccount::WITH_CODE, VatAccount::WITHOUT_CODE, VatAccount::MOVEMENT];

/// A figure with the name of its column.
type Figure = (Member, String);

/// A code at a rate, or an account.
struct Row {
    id: String,
    name: String,
    to: String,
    rate: String,
    side: String,
    figures: Vec<Figure>,
}

/// The report.
struct Vat {
    currency: String,
    rows: Vec<Row>,
    totals: Vec<Figure>,
    accounts: Vec<Row>,
}

/// The page.
#[derive(Template)]
#[template(path = "reports/vat.html")]
struct VatPage {
    frame: Frame,
    filter: Filter,
    column: Option<Column>,
    vat: Option<Vat>,
    csv: Option<String>,
    csv_is_first: bool,
}

pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    let (mut filter, columns) = read(&visit, "/reports/vat", Span::Days).await?;
    let column = columns.into_iter().next();
    let (mut vat, mut csv, mut status) = (None, None, StatusCode::OK);
    if let Some(column) = &column {
        match visit.operations.get("/reports/vat", &column.query).await {
            Ok(answer) => {
                vat = Some(of(&visit, column, &answer));
                csv = Some(column.query.address("/reports/vat.csv"));
            }
            Err(problem) if problem.status == 422 => {
                status = StatusCode::UNPROCESSABLE_ENTITY;
                filter.refused(problem);
            }
            Err(problem) => return Err(problem),
        }
    }
    let frame = visit.frame("reports", text("reports.name.vat"));
    page_with(status, &VatPage { frame, filter, column, vat, csv, csv_is_first: false })
}

fn of(visit: &Visit, column: &Column, answer: &Json) -> Vat {
    let currency = answer.text(schema::Vat::CURRENCY);
    let figures = |of: &Value, names: &[Member]| {
        names.iter().map(|name| (*name, visit.amount(&of.text(*name), &currency))).collect::<Vec<_>>()
    };
    let row = |row: &Value| {
        let id = row.text(VatRow::TAX_CODE_ID);
        Row {
            name: row.text(VatRow::TAX_CODE_NAME),
            to: column.query.with(GetVatLines::TAX_CODE_ID, Some(&id)).address("/reports/vat-lines.csv"),
            rate: visit.reader.percent(&row.text(VatRow::TAX_RATE)),
            side: row.text(VatRow::SIDE),
            figures: figures(row, &PARTS),
            id,
        }
    };
    let account = |account: &Value| {
        let id = account.text(VatAccount::ACCOUNT_ID);
        Row {
            name: account.text(VatAccount::ACCOUNT_NAME),
            to: ledger(&id, column.query.get(GetVat::FROM), column.query.get(GetVat::TO)),
            rate: String::new(),
            side: String::new(),
            figures: figures(account, &MOVED),
            id,
        }
    };
    Vat {
        rows: answer.list(schema::Vat::ROWS).iter().map(row).collect(),
        totals: TOTALS.map(|name| (name, visit.amount(&answer.text(name), &currency))).into(),
        accounts: answer.list(schema::Vat::ACCOUNTS).iter().map(account).collect(),
        currency,
    }
}
