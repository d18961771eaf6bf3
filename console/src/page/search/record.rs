//! Documents by their id, accounts and parties by id or name. The interface has no search by text: the newest accounts and parties
//! are read and looked through here, as many as are read in a moment, and the page says when there are more.

use futures_util::future::{join_all, join3};
use serde_json::Value;

use super::{Hit, matches};
use crate::fields::Fields;
use crate::interface::Member;
use crate::interface::query::ListAccounts;
use crate::interface::schema::{Account, ApprovalRule, Customer, Document, Page, User, Vendor};
use crate::json::Members;
use crate::operations::segment;
use crate::visit::Visit;
use crate::vocabulary::{DOCUMENT_TYPES, page_of, word};

/// What was found by name.
pub struct Records {
    pub accounts: Vec<Hit>,
    pub parties: Vec<Hit>,
    pub is_partial: bool,
}

/// How many pages of each list are looked through, and how long they are.
const PAGES: usize = 3;
const PAGE: &str = "200";
/// How many of each are shown.
const MOST: usize = 20;
/// How long an id is at most.
const LONGEST_ID: usize = 64;

/// Other things that have an id and a page, with what permissions call them.
const OTHERS: [(&str, &str, &str); 5] = [
    ("change_request", "change-requests", "change_request"),
    ("approval_rule", "approval-rules", "approval_rule"),
    ("reconciliation", "reconciliations", "reconciliation"),
    ("accounting_period", "accounting-periods", "accounting_period"),
    ("user", "users", "user"),
];

/// Whatever has exactly this id. People type ids in small letters that have capitals: those are tried as well.
pub async fn by_id(visit: &Visit, q: &str) -> Vec<Hit> {
    let is_id = q.len() >= 2 && q.len() <= LONGEST_ID && !q.contains(char::is_whitespace);
    if !is_id {
        return Vec::new();
    }
    let mut ids = vec![q.to_owned()];
    let capital = q.to_uppercase();
    if capital != q {
        ids.push(capital);
    }
    let documents = DOCUMENT_TYPES.iter().map(|kind| (kind.name(), kind.collection(), kind.name()));
    let readable: Vec<_> = documents.chain(OTHERS).filter(|(_, _, resource)| visit.me.may(resource, "read")).collect();
    let reads = ids.iter().flat_map(|id| readable.iter().map(move |(name, folder, _)| read(visit, name, folder, id)));
    join_all(reads).await.into_iter().flatten().collect()
}

/// What says most about a thing: each kind has another.
const ABOUT: [Member; 7] = [
    Document::VENDOR_NAME,
    Document::CUSTOMER_NAME,
    Document::EMPLOYEE_NAME,
    Account::ACCOUNT_NAME,
    User::NAME,
    Document::MEMO,
    ApprovalRule::RULE_NAME,
];

async fn read(visit: &Visit, name: &str, folder: &str, id: &str) -> Option<Hit> {
    let path = format!("/{folder}/{}", segment(id));
    let item = visit.operations.aside(&path, &Fields::default()).await.ok()?;
    let about = ABOUT.into_iter().find_map(|member| item.given(member));
    let note = about.map_or_else(|| word(name), |about| format!("{} · {about}", word(name)));
    Some(Hit { text: id.to_owned(), note, href: page_of(name, id)?, status: item.text(Document::STATUS) })
}

/// What is found by its name.
struct Named {
    collection: &'static str,
    /// What permissions call it.
    resource: &'static str,
    /// What it is called where its page is looked up.
    kind: &'static str,
    id: Member,
    name: Member,
}

const ACCOUNTS: Named = Named {
    collection: "accounts",
    resource: "account",
    kind: "account",
    id: Account::ACCOUNT_ID,
    name: Account::ACCOUNT_NAME,
};
const CUSTOMERS: Named = Named {
    collection: "customers",
    resource: "party",
    kind: "customer",
    id: Customer::CUSTOMER_ID,
    name: Customer::CUSTOMER_NAME,
};
const VENDORS: Named = Named {
    collection: "vendors",
    resource: "party",
    kind: "vendor",
    id: Vendor::VENDOR_ID,
    name: Vendor::VENDOR_NAME,
};

/// Accounts, customers and vendors whose id or name has every word.
pub async fn by_name(visit: &Visit, q: &str) -> Records {
    let (accounts, customers, vendors) =
        join3(list(visit, &ACCOUNTS, q), list(visit, &CUSTOMERS, q), list(visit, &VENDORS, q)).await;
    let mut parties = customers.0;
    parties.extend(vendors.0);
    Records { accounts: accounts.0, parties, is_partial: accounts.1 || customers.1 || vendors.1 }
}

async fn list(visit: &Visit, of: &Named, q: &str) -> (Vec<Hit>, bool) {
    let mut hits = Vec::new();
    if !visit.me.may(of.resource, "read") {
        return (hits, false);
    }
    let mut asked = Fields::from([(ListAccounts::LIMIT, PAGE)]);
    for _ in 0..PAGES {
        let answer = visit.operations.aside(&format!("/{}", of.collection), &asked).await.unwrap_or_default();
        hits.extend(answer.list(Page::DATA).iter().filter_map(|item| hit(of, item, q)));
        let Some(cursor) = answer.given(Page::NEXT_CURSOR).filter(|_| answer.flag(Page::HAS_MORE)) else {
            return (cut(hits), false);
        };
        asked = asked.with(ListAccounts::CURSOR, Some(&cursor));
    }
    (cut(hits), true)
}

fn cut(mut hits: Vec<Hit>) -> Vec<Hit> {
    hits.truncate(MOST);
    hits
}

fn hit(of: &Named, item: &Value, q: &str) -> Option<Hit> {
    let (id, label) = (item.text(of.id), item.text(of.name));
    let fits = matches(&format!("{id} {label}"), q);
    let href = page_of(of.kind, &id).filter(|_| fits)?;
    Some(Hit { text: label, note: format!("{} {id}", word(of.kind)), href, status: String::new() })
}
