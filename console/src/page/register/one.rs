//! The page of one account, customer, vendor or the like.

use std::sync::Arc;

use askama::Template;
use futures_util::future::join4;
use poem::Response;
use poem::http::StatusCode;

use super::bank_details;
use super::cell::{Mark, Row, columns, row, shown};
use super::form::{Field, body, of, placed, refilled};
use super::kind::{Register, Show};
use super::master_data::of_collection;
use super::order::Heading;
use super::trail::{Deed, deeds};
use crate::fields::Fields;
use crate::filters;
use crate::frame::Frame;
use crate::interface::Member;
use crate::interface::enumeration::{AgingKind, StatementParty};
use crate::interface::query::{
    GetAging, GetByDimension, GetGeneralLedger, GetIncomeStatement, GetStatementOfAccount, ListDimensionValues,
    ListDocuments,
};
use crate::interface::schema::{Account, AccountUpdate, Customer, Dimension, DimensionValue, Page, Vendor};
use crate::json::Members;
use crate::operations::{Answer, Change, segment};
use crate::problem::Problem;
use crate::text::{filled, text};
use crate::visit::{Visit, asked_for, fresh_key, page_with, redirect};
use crate::vocabulary::{DOCUMENT_TYPES, DocumentType};

/// One of them.
#[derive(Template)]
#[template(path = "register/one.html")]
struct OnePage {
    frame: Frame,
    register: Register,
    /// The register's title, for the way back.
    list: &'static str,
    path: String,
    id: String,
    name: String,
    is_active: bool,
    facts: Vec<(&'static str, String, Option<String>)>,
    /// Pages about it.
    links: Vec<(&'static str, String)>,
    latest: Option<Latest>,
    bank: Option<bank_details::Section>,
    may_write: bool,
    needs: String,
    version: String,
    key: String,
    fields: Vec<Field>,
    deeds: Vec<Deed>,
    problem: Option<Problem>,
}

/// The latest documents of a party.
struct Latest {
    register: Register,
    /// The register of all of them.
    href: String,
    headings: Vec<Heading>,
    rows: Vec<Row>,
}

/// A form of the page that was refused.
pub enum Refused {
    Own(Problem),
    BankDetails(Problem),
}

/// Shows it.
pub async fn show(visit: Arc<Visit>, register: Register) -> Result<Response, Problem> {
    shown_with(&visit, register, None).await
}

/// The page, with the form that was refused.
pub async fn shown_with(visit: &Visit, register: Register, refused: Option<Refused>) -> Result<Response, Problem> {
    let (problem, of_bank) = match refused {
        Some(Refused::Own(problem)) => (Some(placed(&register, problem)), None),
        Some(Refused::BankDetails(problem)) => (None, Some(problem)),
        None => (None, None),
    };
    let status = problem.as_ref().or(of_bank.as_ref()).map_or(200, |problem| problem.status);
    let id = visit.param("id").to_owned();
    let path = format!("/{}/{}", register.collection, segment(&id));
    let trail = format!("{path}/audit-trail");
    let none = Fields::default();
    let item = visit.operations.get(&path, &none);
    let bank = bank_details::section(visit, &register, &id, of_bank);
    let trail = visit.operations.aside(&trail, &none);
    let (item, trail, latest, bank) = join4(item, trail, latest(visit, &register, &id), bank).await;
    let item = item?.0;
    // When a change was refused the form stays as it was sent; what stands now is in the facts above it.
    let fields = match &problem {
        Some(problem) if visit.form.has("is_edit") => refilled(visit, &register, problem),
        _ => of(visit, &register, &item),
    };
    let name = register.name.and_then(|name| item.given(name)).unwrap_or_else(|| id.clone());
    let template = OnePage {
        facts: facts(visit, &register, &item),
        links: links(&register, &id),
        latest,
        bank: bank?,
        list: register.title(),
        frame: visit.frame(register.collection, name.clone()),
        is_active: item.at(Account::IS_ACTIVE).as_bool() != Some(false),
        may_write: visit.me.may(register.resource, "write"),
        needs: filled("register.needs", &[&format!("{}.write", register.resource)]),
        version: item.text(Account::VERSION),
        key: fresh_key(),
        fields,
        deeds: trail.map(|trail| deeds(visit, &register, &trail)).unwrap_or_default(),
        path,
        id,
        name,
        problem,
        register,
    };
    page_with(StatusCode::from_u16(status).unwrap_or_default(), &template)
}

/// Every member that says something, with its label and an instant of the machine when it is one.
fn facts(visit: &Visit, register: &Register, item: &serde_json::Value) -> Vec<(&'static str, String, Option<String>)> {
    // The name stands above, and the version is a part of the form.
    let is_told =
        |name: &&Member| register.name != Some(**name) && **name != Account::VERSION && !item.at(**name).is_null();
    let names = std::iter::once(&register.id).chain(register.csv).filter(is_told);
    names
        .map(|name| {
            let instant = item.given(*name).filter(|_| name.name().ends_with("_at"));
            (register.label(*name), shown(visit, name.name(), item.at(*name)), instant)
        })
        .collect()
}

/// How many documents a party's page shows.
const LATEST: &str = "8";

async fn latest(visit: &Visit, register: &Register, id: &str) -> Option<Latest> {
    let collection = match register.collection {
        "customers" => DocumentType::Invoice.collection(),
        "vendors" => DocumentType::Bill.collection(),
        _ => return None,
    };
    let register = of_collection(collection).filter(|register| visit.me.may(register.resource, "read"))?;
    let path = format!("/{collection}");
    let asked =
        Fields::from([(ListDocuments::PARTY, id), (ListDocuments::LINES, "false"), (ListDocuments::LIMIT, LATEST)]);
    let answer = visit.operations.aside(&path, &asked).await.ok()?;
    let items = answer.list(Page::DATA);
    // Whose they are is known here.
    let mut columns = columns(visit, &register, items);
    columns.retain(|column| !matches!(column.show, Show::Party(..)));
    Some(Latest {
        href: Fields::from([(ListDocuments::PARTY, id)]).address(&path),
        rows: items.iter().map(|item| row(visit, &register, &columns, item)).collect(),
        headings: columns.iter().map(Heading::fixed).collect(),
        register,
    })
}

/// Where its balance and its documents are.
fn links(register: &Register, id: &str) -> Vec<(&'static str, String)> {
    let is_party = |kind: &DocumentType| kind.party().is_some_and(|(party, _)| party == register.id);
    let mut links: Vec<_> = DOCUMENT_TYPES
        .into_iter()
        .filter(is_party)
        .map(|kind| {
            let (label, path) = (format!("frame.place.{}", kind.collection()), format!("/{}", kind.collection()));
            (text(&label), Fields::from([(ListDocuments::PARTY, id)]).address(&path))
        })
        .collect();
    let report = match register.id {
        Account::ACCOUNT_ID => {
            let ledger = Fields::from([(GetGeneralLedger::ACCOUNT_ID, id)]).address("/reports/general-ledger");
            Some((text("register.link.ledger"), ledger))
        }
        Customer::CUSTOMER_ID => Some((text("register.link.receivables"), aging(AgingKind::Ar))),
        Vendor::VENDOR_ID => Some((text("register.link.payables"), aging(AgingKind::Ap))),
        Dimension::DIMENSION_ID => {
            let values = Fields::from([(ListDimensionValues::DIMENSION_ID, id)]).address("/dimension-values");
            links.push((text("frame.place.dimension-values"), values));
            let report = Fields::from([(GetByDimension::DIMENSION_ID, id)]).address("/reports/by-dimension");
            Some((text("reports.name.by-dimension"), report))
        }
        DimensionValue::DIMENSION_VALUE_ID => id.split_once(':').map(|(dimension, value)| {
            let asked = [(GetIncomeStatement::DIMENSION_ID, dimension), (GetIncomeStatement::VALUE_ID, value)];
            (text("reports.name.income-statement"), Fields::from(asked).address("/reports/income-statement"))
        }),
        _ => None,
    };
    links.extend(report);
    let statement = match register.id {
        Customer::CUSTOMER_ID => Some(StatementParty::Customer),
        Vendor::VENDOR_ID => Some(StatementParty::Vendor),
        _ => None,
    };
    links.extend(statement.map(|party| {
        let whose =
            Fields::from([(GetStatementOfAccount::PARTY_TYPE, party.name()), (GetStatementOfAccount::PARTY_ID, id)]);
        (text("register.link.statement"), whose.address("/reports/statement-of-account"))
    }));
    links
}

fn aging(kind: AgingKind) -> String {
    Fields::from([(GetAging::KIND, kind.name())]).address("/reports/aging")
}

/// Changes it as the form says.
pub async fn change(visit: Arc<Visit>, register: Register) -> Result<Response, Problem> {
    let id = visit.param("id").to_owned();
    let path = format!("/{}/{}", register.collection, segment(&id));
    // A button that turns it off or on changes nothing else.
    let sent = match visit.form.given("turn") {
        Some(turn) => serde_json::json!({ AccountUpdate::IS_ACTIVE: turn == "on" }),
        None => body(&visit, &register, false),
    };
    match visit.operations.change(Change::put(path, sent).from_form(&visit.form)).await {
        Ok(answer) => Ok(said_of(&register, &answer, &id, "register.changed")),
        Err(problem) => shown_with(&visit, register, Some(Refused::Own(problem))).await,
    }
}

/// Deletes it, when it was never used.
pub async fn delete(visit: Arc<Visit>, register: Register) -> Result<Response, Problem> {
    let id = visit.param("id").to_owned();
    let path = format!("/{}/{}", register.collection, segment(&id));
    match visit.operations.change(Change::delete(path).from_form(&visit.form)).await {
        Ok(answer) if answer.status == 202 => Ok(said_of(&register, &answer, &id, "register.changed")),
        Ok(_) => Ok(redirect(&format!("/{}", register.collection), Some(&filled("register.deleted", &[&id])))),
        Err(problem) => shown_with(&visit, register, Some(Refused::Own(problem))).await,
    }
}

/// To what was made or changed, or to the change request that waits for signatures.
pub fn said_of(register: &Register, answer: &Answer, id: &str, key: &str) -> Response {
    let own = || redirect(&format!("/{}/{}", register.collection, segment(id)), Some(&filled(key, &[id])));
    asked_for(answer).unwrap_or_else(own)
}
