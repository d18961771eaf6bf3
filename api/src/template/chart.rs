//! The accounts of a small company.

use engine::values::account::AccountType::{Asset, Equity, Expense, Income, Liability};
use engine::values::account::{AccountType, Subtype};

/// One account.
#[derive(Clone, Copy)]
pub struct Entry {
    pub id: &'static str,
    pub name: &'static str,
    pub account_type: AccountType,
    pub subtype: Option<Subtype>,
}

const fn entry(id: &'static str, name: &'static str, account_type: AccountType, subtype: Option<Subtype>) -> Entry {
    Entry { id, name, account_type, subtype }
}

/// The account of taxes, whose name is that of the country.
pub const TAX: &str = "2100";

pub const SMALL_COMPANY: [Entry; 26] = [
    entry("1000", "Bank account", Asset, Some(Subtype::Bank)),
    entry("1010", "Cash", Asset, Some(Subtype::Cash)),
    entry("1100", "Accounts receivable", Asset, Some(Subtype::Ar)),
    entry("1200", "Prepaid expenses", Asset, None),
    entry("1500", "Equipment", Asset, None),
    entry("1590", "Accumulated depreciation", Asset, None),
    entry("2000", "Accounts payable", Liability, Some(Subtype::Ap)),
    entry(TAX, "Tax", Liability, Some(Subtype::Tax)),
    entry("2200", "Accrued expenses", Liability, None),
    entry("2300", "Payroll liabilities", Liability, None),
    entry("2500", "Loans", Liability, None),
    entry("3000", "Share capital", Equity, None),
    entry("3900", "Retained earnings", Equity, Some(Subtype::RetainedEarnings)),
    entry("4000", "Revenue from services", Income, None),
    entry("4100", "Revenue from goods", Income, None),
    entry("5000", "Cost of goods sold", Expense, None),
    entry("6000", "Salaries", Expense, None),
    entry("6100", "Rent", Expense, None),
    entry("6200", "Office supplies", Expense, None),
    entry("6300", "Bank charges", Expense, None),
    entry("6400", "Travel", Expense, None),
    entry("6500", "Insurance", Expense, None),
    entry("6600", "Software and telephone", Expense, None),
    entry("6700", "Depreciation", Expense, None),
    entry("6900", "Rounding differences", Expense, Some(Subtype::Rounding)),
    entry("6950", "Exchange gains and losses", Expense, Some(Subtype::ExchangeGainLoss)),
];
