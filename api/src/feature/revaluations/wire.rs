//! Revaluations on the wire. All amounts are debit positive. See docs/rules/revaluation.md#what-is-revalued.

use engine::approval::catalog::Catalog;
use engine::books::exchange_rate::ExchangeRate;
use engine::features::revaluations::commands::Revaluation;
use engine::features::revaluations::entries::Made;
use engine::features::revaluations::proposal::{AccountRow, CurrencyRow, Holds, Item, Proposal};
use engine::values::money::Currency;
use poem_openapi::Object;

use crate::schema::document::shared::sum;
use crate::schema::document_type::DocumentType;
use crate::schema::{Id, Required, Sum, WireDate, WireStatus};

/// Which day to revalue.
#[derive(Object, Debug)]
pub struct RevaluationInput {
    /// Its last day is revalued.
    pub period_id: Required<Id>,
    /// Open items are always reversed: false is refused where there are any.
    pub reverse: Option<bool>,
    /// The first active account of subtype `exchange_gain_loss` when left out.
    pub exchange_gain_loss_account_id: Option<Id>,
}

/// An open document in another currency.
#[derive(Object, Debug)]
pub struct RevaluedItem {
    pub document_type: DocumentType,
    pub document_id: String,
    pub party_id: Option<String>,
    pub account_id: String,
    pub currency: String,
    /// What is open of it, debit positive, as all amounts here.
    pub amount: Sum,
    /// The same in base currency as it was posted, without revaluations.
    pub base_amount: Sum,
    /// That the document was written at.
    pub document_exchange_rate: crate::schema::ExchangeRate,
    /// Of the period's last day.
    pub exchange_rate: crate::schema::ExchangeRate,
    pub exchange_rate_date: WireDate,
    pub revalued_amount: Sum,
    pub difference: Sum,
}

/// A control account of open items, or an account that is kept in another currency.
#[derive(Object, Debug)]
pub struct RevaluedAccount {
    pub account_id: String,
    pub account_name: String,
    /// How many; null of a balance.
    pub open_items: Option<u64>,
    /// The account's own; null of open items.
    pub currency: Option<String>,
    pub amount: Option<Sum>,
    pub exchange_rate: Option<crate::schema::ExchangeRate>,
    pub exchange_rate_date: Option<WireDate>,
    /// In the books, with what revaluations posted.
    pub base_amount: Sum,
    pub revalued_amount: Sum,
    pub difference: Sum,
    /// Of entries that are not posted yet.
    pub pending: Sum,
    /// `difference` less `pending`.
    pub missing: Sum,
}

/// Everything in one currency.
#[derive(Object, Debug)]
pub struct RevaluedCurrency {
    pub currency: String,
    pub amount: Sum,
    pub exchange_rate: Option<crate::schema::ExchangeRate>,
    pub exchange_rate_date: Option<WireDate>,
    pub base_amount: Sum,
    pub revalued_amount: Sum,
    pub difference: Sum,
}

/// An entry that was made, Pending Approval.
#[derive(Object, Debug)]
pub struct RevaluationEntry {
    pub account_id: String,
    pub journal_entry_id: String,
    pub status: WireStatus,
    /// On that account: a gain is positive.
    pub amount: Sum,
    /// Null of a balance, which stays revalued.
    pub reversing_entry_id: Option<String>,
    pub reversal_date: Option<WireDate>,
}

/// What stands in other currencies at the end of a day, and its worth.
#[derive(Object, Debug)]
#[oai(rename = "Revaluation")]
pub struct RevaluationView {
    pub period_id: String,
    pub revaluation_date: WireDate,
    pub currency: String,
    pub items: Vec<RevaluedItem>,
    pub accounts: Vec<RevaluedAccount>,
    pub currencies: Vec<RevaluedCurrency>,
    /// Of all accounts: a gain is positive.
    pub missing: Sum,
    /// Made by this call.
    pub entries: Vec<RevaluationEntry>,
}

impl RevaluationView {
    /// What would be posted.
    pub fn of(period_id: String, proposal: &Proposal, catalog: &Catalog, base: Currency) -> Self {
        Self {
            period_id,
            revaluation_date: proposal.day.into(),
            currency: base.code().into(),
            items: proposal.items.iter().map(|item| item_view(item, base)).collect(),
            accounts: proposal.accounts.iter().map(|row| account_view(row, catalog, base)).collect(),
            currencies: proposal.currencies.iter().map(|row| currency_view(row, base)).collect(),
            missing: sum(proposal.missing, base),
            entries: Vec::new(),
        }
    }

    /// The entries that were made, with what they were made of.
    pub fn done(done: &Revaluation, catalog: &Catalog, base: Currency) -> Self {
        let entries = done.entries.iter().map(|made| entry_view(made, base)).collect();
        Self { entries, ..Self::of(done.period_id.clone(), &done.proposal, catalog, base) }
    }
}

fn item_view(item: &Item, base: Currency) -> RevaluedItem {
    let document = &item.document;
    RevaluedItem {
        document_type: document.kind.into(),
        document_id: document.id.clone(),
        party_id: document.party_id.clone(),
        account_id: document.control_account_id.clone(),
        currency: document.currency.code().into(),
        amount: sum(item.amount, document.currency),
        base_amount: sum(item.worth.before, base),
        document_exchange_rate: document.exchange_rate.into(),
        exchange_rate: item.rate.rate.into(),
        exchange_rate_date: item.rate.date.into(),
        revalued_amount: sum(item.worth.after, base),
        difference: sum(item.worth.difference, base),
    }
}

fn account_view(row: &AccountRow, catalog: &Catalog, base: Currency) -> RevaluedAccount {
    let name = catalog.accounts.get(&row.account_id).map(|account| account.account_name.clone());
    let (open_items, balance) = match &row.holds {
        Holds::Items(count) => (u64::try_from(*count).ok(), None),
        Holds::Balance { currency, amount, rate } => (None, Some((*currency, *amount, rate.as_ref()))),
    };
    let (exchange_rate, exchange_rate_date) = quoted(balance.and_then(|(_, _, rate)| rate));
    RevaluedAccount {
        account_id: row.account_id.clone(),
        account_name: name.unwrap_or_default(),
        open_items,
        currency: balance.map(|(currency, ..)| currency.code().into()),
        amount: balance.map(|(currency, amount, _)| sum(amount, currency)),
        exchange_rate,
        exchange_rate_date,
        base_amount: sum(row.worth.before, base),
        revalued_amount: sum(row.worth.after, base),
        difference: sum(row.worth.difference, base),
        pending: sum(row.pending, base),
        missing: sum(row.missing, base),
    }
}

fn currency_view(row: &CurrencyRow, base: Currency) -> RevaluedCurrency {
    let (exchange_rate, exchange_rate_date) = quoted(row.rate.as_ref());
    RevaluedCurrency {
        currency: row.currency.code().into(),
        amount: sum(row.amount, row.currency),
        exchange_rate,
        exchange_rate_date,
        base_amount: sum(row.worth.before, base),
        revalued_amount: sum(row.worth.after, base),
        difference: sum(row.worth.difference, base),
    }
}

fn quoted(rate: Option<&ExchangeRate>) -> (Option<crate::schema::ExchangeRate>, Option<WireDate>) {
    (rate.map(|rate| rate.rate.into()), rate.map(|rate| rate.date.into()))
}

fn entry_view(made: &Made, base: Currency) -> RevaluationEntry {
    RevaluationEntry {
        account_id: made.account_id.clone(),
        journal_entry_id: made.entry.key.id.clone(),
        status: made.entry.status().into(),
        amount: sum(made.amount, base),
        reversing_entry_id: made.reversal.as_ref().map(|reversal| reversal.key.id.clone()),
        reversal_date: made.reversal.as_ref().map(|reversal| reversal.content.tran_date.into()),
    }
}
