//! The company that the tables are about.

use std::collections::BTreeMap;
use std::sync::Arc;

use engine::approval::catalog::Catalog;
use engine::approval::signing::SelfApproval;
use engine::books::command::Settings;
use engine::values::kind::DocumentKind;
use engine::values::money::{Currency, decimal_from_text};

use super::Books;
use crate::words::date;

impl Books {
    /// Books in US dollars with the built-in roles and nothing else. Rates may differ from the table's by a twentieth.
    pub fn empty() -> Self {
        let settings = Settings {
            base_currency: Currency::parse("USD").expect("a currency"),
            self_approval: SelfApproval::Deny,
            rate_tolerance: decimal_from_text("0.05"),
        };
        let books = Self {
            settings,
            today: date("2024-01-15"),
            now: 1_705_312_800_000_000,
            catalog: Arc::new(Catalog {
                rule_set: 1,
                dimensions: crate::features::dimensions::first(),
                ..Catalog::default()
            }),
            known_types: DocumentKind::ALL.into(),
            documents: BTreeMap::new(),
            parties: BTreeMap::new(),
            rates: Vec::new(),
            matching_rules: BTreeMap::new(),
            years: BTreeMap::new(),
            recurring: BTreeMap::new(),
            deferrals: BTreeMap::new(),
            close_tasks: BTreeMap::new(),
            budgets: BTreeMap::new(),
            layouts: BTreeMap::new(),
            sign_offs: BTreeMap::new(),
            postings: Vec::new(),
            applications: Vec::new(),
            signatures: Vec::new(),
            sessions: BTreeMap::new(),
            marks: Vec::new(),
            jobs: Vec::new(),
            trail: Vec::new(),
            requests: Vec::new(),
            drafts: BTreeMap::new(),
            sets: [(1, Vec::new())].into(),
        };
        books.given("system | seed roles all")
    }

    /// One account of each kind, three months, a customer, a vendor, and up to three signatures on a journal entry. No rule speaks of
    /// other documents: one signature of anyone who may approve is enough for them.
    pub fn demo() -> Self {
        Self::empty().given(
            "
            alma | create account 1000, name Cash at bank, asset, of bank
            alma | create account 1100, name Receivables, asset, of ar
            alma | create account 2000, name Payables, liability, of ap
            alma | create account 2200, name Sales tax, liability, of tax
            alma | create account 4000, name Revenue, income
            alma | create account 6000, name Office, expense
            alma | create account 7900, name Exchange, expense, of exchange_gain_loss
            alma | create account 7990, name Rounding, expense, of rounding
            alma | create period 2024-01, from 2024-01-01, to 2024-01-31
            alma | create period 2024-02, from 2024-02-01, to 2024-02-29
            alma | create period 2024-03, from 2024-03-01, to 2024-03-31
            alma | create customer C-1, name Cobalt
            alma | create vendor V-1, name Verdant
            alma | create rule JE-small, of journal_entry, level 1, to 1000.00, role manager
            alma | create rule JE-large, of journal_entry, level 2, from 1000.01, to 10000.00, role controller
            alma | create rule JE-huge, of journal_entry, level 3, from 10000.01, role cfo
            ",
        )
    }
}
