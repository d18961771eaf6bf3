//! What a register is narrowed by: the query as the operation takes it, chips for what is on, a form for the rest.

use super::kind::Register;
use crate::fields::Fields;
use crate::interface::Member;
use crate::interface::query::{ListAccounts, ListCloseTasks, ListDocuments};
use crate::text::text;
use crate::visit::Visit;
use crate::vocabulary::word;

/// A link that turns something on or off.
pub struct Chip {
    pub label: String,
    pub href: String,
    pub is_on: bool,
}

/// The query for the operation: what it knows, and nothing else.
pub fn asked(query: &Fields, register: &Register) -> Fields {
    let mut asked = Fields::default();
    if !register.statuses.is_empty() {
        asked = asked.with(
            ListDocuments::STATUS,
            Some(&statuses(query).join(",")).filter(|all| !all.is_empty()).map(String::as_str),
        );
    }
    let sort: &[Member] = if register.document.is_some() { &[ListDocuments::SORT] } else { &[] };
    for name in register.filters.iter().chain(sort).chain(&[ListDocuments::CURSOR, ListDocuments::COUNT]) {
        asked = asked.with(name, query.given(name));
    }
    if register.document.is_none() {
        return asked;
    }
    // What is counted is summed up as well.
    asked.with(ListDocuments::TOTALS, query.given(ListDocuments::COUNT)).with(ListDocuments::LINES, Some("false"))
}

/// The statuses that were asked for, however they are written: `status=A,B` or `status=A&status=B`.
fn statuses(query: &Fields) -> Vec<String> {
    let mut all = Vec::new();
    for status in query.all(ListDocuments::STATUS.name()).flat_map(|several| several.split(',')).map(str::trim) {
        if !status.is_empty() && !all.iter().any(|known| known == status) {
            all.push(status.to_owned());
        }
    }
    all
}

/// The filters of the page and its order, without what leads through its pages.
pub fn kept(query: &Fields, register: &Register) -> Fields {
    tidy(&asked(query, register)).with(ListDocuments::CURSOR, None).with(ListDocuments::COUNT, None)
}

/// Without what no page asks for by itself.
fn tidy(asked: &Fields) -> Fields {
    asked.with(ListDocuments::TOTALS, None).with(ListDocuments::LINES, None)
}

/// The address without the fields that a form sends empty: what people share is short.
pub fn tidied(visit: &Visit, register: &Register) -> Option<String> {
    let is_untidy = visit.query.0.iter().any(|(_, value)| value.is_empty());
    is_untidy.then(|| tidy(&asked(&visit.query, register)).address(&visit.path))
}

/// A chip for every status.
pub fn status_chips(visit: &Visit, register: &Register) -> Vec<Chip> {
    if register.statuses.is_empty() {
        return Vec::new();
    }
    let (kept, chosen) = (kept(&visit.query, register), statuses(&visit.query));
    let link = |all: &[String]| kept.with(ListDocuments::STATUS, Some(&all.join(","))).address(&visit.path);
    let mut chips = vec![Chip { label: text("register.any_status").into(), href: link(&[]), is_on: chosen.is_empty() }];
    let usual = || register.statuses.iter().map(|status| status.name());
    let unusual = chosen.iter().map(String::as_str).filter(|status| !usual().any(|known| known == *status));
    for status in usual().chain(unusual) {
        let is_on = chosen.iter().any(|known| known == status);
        let mut all: Vec<String> = chosen.iter().filter(|known| *known != status).cloned().collect();
        if !is_on {
            all.push(status.to_owned());
        }
        chips.push(Chip { label: status.to_owned(), href: link(&all), is_on });
    }
    chips
}

/// A chip that takes away each filter that is on, but for the statuses, which have theirs.
pub fn filter_chips(visit: &Visit, register: &Register) -> Vec<Chip> {
    let kept = kept(&visit.query, register);
    let on = register.filters.iter().filter_map(|name| Some((*name, kept.given(name)?)));
    on.map(|(name, value)| Chip {
        label: format!("{}: {}", text(&format!("register.filter.{name}")), value_shown(visit, name, value)),
        href: kept.with(name, None).address(&visit.path),
        is_on: true,
    })
    .collect()
}

fn value_shown(visit: &Visit, name: Member, value: &str) -> String {
    match (name, value) {
        (ListDocuments::FROM | ListDocuments::TO, date) => visit.reader.date(date),
        (ListAccounts::IS_ACTIVE, "true") => text("register.yes").into(),
        (ListAccounts::IS_ACTIVE, "false") => text("register.no").into(),
        (ListAccounts::ACCOUNT_TYPE | ListCloseTasks::KIND, kind) => word(kind),
        (_, other) => other.to_owned(),
    }
}
