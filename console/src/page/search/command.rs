//! Pages and actions by their names.

use super::{Hit, matches};
use crate::frame::Frame;
use crate::text::text;
use crate::vocabulary::DOCUMENT_TYPES;

/// What can be opened or done.
pub struct Commands {
    pub pages: Vec<Hit>,
    pub actions: Vec<Hit>,
}

/// How many of each are shown.
const MOST: usize = 12;

/// Pages that the navigation does not name, with what one must be able to read.
const PAGES: &[(&str, &str, &str)] = &[
    ("search.page.trial_balance", "/reports/trial-balance", "report"),
    ("search.page.balance_sheet", "/reports/balance-sheet", "report"),
    ("search.page.income_statement", "/reports/income-statement", "report"),
    ("search.page.cash_flow", "/reports/cash-flow", "report"),
    ("search.page.by_dimension", "/reports/by-dimension", "report"),
    ("search.page.budget", "/reports/budget-vs-actual", "budget"),
    ("search.page.vat", "/reports/vat", "report"),
    ("search.page.general_ledger", "/reports/general-ledger", "report"),
    ("reports.name.journal", "/reports/journal", "report"),
    ("reports.name.statement-of-account", "/reports/statement-of-account", "report"),
    ("search.page.receivables", "/reports/aging?kind=ar", "report"),
    ("search.page.payables", "/reports/aging?kind=ap", "report"),
    ("search.page.export", "/reports/export", "report"),
    ("search.page.simulate", "/rules/simulate", "approval_rule"),
    ("search.page.verify", "/audit/verify", "audit"),
    ("settings.title", "/settings", ""),
    ("frame.me", "/me", ""),
];

/// What can be made or done besides documents, with the permission for it.
const ACTIONS: &[(&str, &str, &str, &str)] = &[
    ("register.new.accounts", "/accounts?new=true", "account", "write"),
    ("register.new.customers", "/customers?new=true", "party", "write"),
    ("register.new.vendors", "/vendors?new=true", "party", "write"),
    ("register.new.dimensions", "/dimensions?new=true", "dimension", "write"),
    ("register.new.tax-codes", "/tax-codes?new=true", "tax_code", "write"),
    ("register.new.payment-terms", "/payment-terms?new=true", "payment_terms", "write"),
    ("register.new.close-tasks", "/close-tasks?new=true", "close_task", "write"),
    ("register.new.exchange-rates", "/exchange-rates?new=true", "exchange_rate", "write"),
    ("search.action.close", "/close", "accounting_period", "read"),
    ("search.action.reconcile", "/reconciliations", "reconciliation", "write"),
    ("search.action.trial_balance", "/reports/trial-balance", "report", "read"),
    ("search.action.approve", "/inbox", "journal_entry", "approve"),
    ("search.action.delegate", "/delegations", "delegation", "write"),
];

/// Those that match; everything when nothing is looked for.
pub fn matching(frame: &Frame, q: &str) -> Commands {
    let hit = |label: String, note: &str, href: &str| Hit {
        text: label,
        note: text(note).to_owned(),
        href: href.to_owned(),
        status: String::new(),
    };
    let places = frame.places().into_iter().flat_map(|(_, places)| places);
    let places = places.map(|place| {
        hit(text(&format!("frame.place.{}", place.area)).into(), "search.page", &format!("/{}", place.area))
    });
    let others = PAGES.iter().filter(|(_, _, resource)| resource.is_empty() || frame.me.may(resource, "read"));
    let others = others.map(|(key, href, _)| hit(text(key).into(), "search.page", href));
    let documents = DOCUMENT_TYPES.iter().filter(|kind| frame.me.may(kind.name(), "write"));
    let documents = documents.map(|kind| {
        let label = text(&format!("register.new.{}", kind.collection()));
        hit(label.into(), "search.action", &format!("/new/{}", kind.collection()))
    });
    let deeds = ACTIONS.iter().filter(|(_, _, resource, action)| frame.me.may(resource, action));
    let deeds = deeds.map(|(key, href, _, _)| hit(text(key).into(), "search.action", href));
    let fits = |hit: &Hit| matches(&hit.text, q);
    Commands {
        pages: places.chain(others).filter(fits).take(MOST).collect(),
        actions: documents.chain(deeds).filter(fits).take(MOST).collect(),
    }
}
