//! The controls of the filters, with what can be chosen in them: parties and periods are offered by name.

use futures_util::future::join;
use serde_json::Value;

use super::filter::kept;
use super::kind::Register;
use crate::fields::Fields;
use crate::interface::Member;
use crate::interface::enumeration::{AccountType, CloseTaskKind};
use crate::interface::query::{ListAccountingPeriods, ListAccounts, ListCloseTasks, ListDocuments, ListVendors};
use crate::interface::schema::{AccountingPeriod, Customer, Page, User, Vendor};
use crate::json::Members;
use crate::text::text;
use crate::visit::Visit;
use crate::vocabulary::{DocumentType, word};

/// One control.
pub struct FilterField {
    pub name: Member,
    pub label: &'static str,
    pub value: String,
    /// `date`, `select`, or `text`, which may have suggestions.
    pub control: &'static str,
    pub options: Vec<Choice>,
}

/// One thing to choose.
pub struct Choice {
    pub value: String,
    pub label: String,
    pub is_chosen: bool,
}

/// The controls of a register.
pub async fn fields(visit: &Visit, register: &Register) -> Vec<FilterField> {
    let kept = kept(&visit.query, register);
    let (parties, periods) = join(parties(visit, register), periods(visit, register)).await;
    let (mut parties, mut periods) = (Some(parties), Some(periods));
    let field = |name: &Member| {
        let value = kept.get(name).unwrap_or_default().to_owned();
        let (control, pairs) = match *name {
            ListDocuments::FROM | ListDocuments::TO => ("date", Vec::new()),
            ListDocuments::PERIOD => ("select", periods.take().unwrap_or_default()),
            ListDocuments::PARTY => ("text", parties.take().unwrap_or_default()),
            ListAccounts::ACCOUNT_TYPE => ("select", words(&AccountType::NAMES)),
            ListCloseTasks::KIND => ("select", words(&CloseTaskKind::NAMES)),
            ListAccounts::IS_ACTIVE => (
                "select",
                [("true", "register.active"), ("false", "register.inactive")]
                    .map(|(value, key)| (value.to_owned(), text(key).to_owned()))
                    .to_vec(),
            ),
            _ => ("text", Vec::new()),
        };
        let options = choices(pairs, &value, control == "select");
        FilterField { name: *name, label: text(&format!("register.filter.{name}")), value, control, options }
    };
    register.filters.iter().map(field).collect()
}

fn words(names: &[&str]) -> Vec<(String, String)> {
    names.iter().map(|name| ((*name).to_owned(), word(name))).collect()
}

/// With the one that is chosen, though it may be older than those that are offered.
fn choices(mut pairs: Vec<(String, String)>, chosen: &str, is_closed: bool) -> Vec<Choice> {
    if is_closed && !chosen.is_empty() && !pairs.iter().any(|(value, _)| value == chosen) {
        pairs.push((chosen.to_owned(), chosen.to_owned()));
    }
    pairs.into_iter().map(|(value, label)| Choice { is_chosen: value == chosen, value, label }).collect()
}

/// The parties of the newest page: a suggestion, not a list of all.
async fn parties(visit: &Visit, register: &Register) -> Vec<(String, String)> {
    if !register.filters.contains(&ListDocuments::PARTY) {
        return Vec::new();
    }
    let (path, id, name) = match register.document.and_then(DocumentType::party) {
        Some((Vendor::VENDOR_ID, _)) => ("/vendors", Vendor::VENDOR_ID, Vendor::VENDOR_NAME),
        Some((Customer::CUSTOMER_ID, _)) => ("/customers", Customer::CUSTOMER_ID, Customer::CUSTOMER_NAME),
        _ => ("/users", User::USER_ID, User::NAME),
    };
    pairs(visit, path, &Fields::from([(ListVendors::LIMIT, "200")]), id, name).await
}

async fn periods(visit: &Visit, register: &Register) -> Vec<(String, String)> {
    if !register.filters.contains(&ListDocuments::PERIOD) {
        return Vec::new();
    }
    let id = AccountingPeriod::PERIOD_ID;
    pairs(visit, "/accounting-periods", &Fields::from([(ListAccountingPeriods::LIMIT, "48")]), id, id).await
}

/// What may not be read is not offered.
async fn pairs(visit: &Visit, path: &str, query: &Fields, id: Member, name: Member) -> Vec<(String, String)> {
    let answer = visit.operations.aside(path, query).await.unwrap_or_default();
    let pair = |item: &Value| (item.text(id), item.given(name).unwrap_or_else(|| item.text(id)));
    answer.list(Page::DATA).iter().map(pair).collect()
}
