//! The company itself: accounts, periods, people, rules.

use std::sync::Arc;

use engine::approval::access::Actor;
use engine::books::request::Asked;
use engine::features::accounts::commands::{AccountDraft, SaveAccount};
use engine::features::exchange_rates::commands::SaveExchangeRate;
use engine::features::people::commands::user::{SaveUser, UserDraft};
use engine::features::periods::commands::create::CreatePeriod;
use engine::kernel::engine::Engine;
use engine::values::account::{AccountType, Subtype};
use engine::values::clock::Date;
use engine::values::error::{Error, Faults};
use engine::values::kind::DocumentKind;
use engine::values::money::{Currency, decimal_from_text};

use super::people::{PEOPLE, done, manager_of};
use crate::template::rules;

const CHART: [(&str, &str, AccountType, Option<Subtype>); 19] = [
    ("1000", "Operating bank account", AccountType::Asset, Some(Subtype::Bank)),
    ("1010", "Petty cash", AccountType::Asset, Some(Subtype::Cash)),
    ("1100", "Accounts receivable", AccountType::Asset, Some(Subtype::Ar)),
    ("1500", "Office equipment", AccountType::Asset, None),
    ("1590", "Accumulated depreciation", AccountType::Asset, None),
    ("2000", "Accounts payable", AccountType::Liability, Some(Subtype::Ap)),
    ("2100", "Sales tax payable", AccountType::Liability, Some(Subtype::Tax)),
    ("2200", "Accrued expenses", AccountType::Liability, None),
    ("2300", "Payroll liabilities", AccountType::Liability, None),
    ("3000", "Share capital", AccountType::Equity, None),
    ("3900", "Retained earnings", AccountType::Equity, Some(Subtype::RetainedEarnings)),
    ("4000", "Consulting revenue", AccountType::Income, None),
    ("4100", "Product revenue", AccountType::Income, None),
    ("6000", "Salaries", AccountType::Expense, None),
    ("6100", "Rent", AccountType::Expense, None),
    ("6200", "Office supplies", AccountType::Expense, None),
    ("6300", "Bank charges", AccountType::Expense, None),
    ("6900", "Rounding differences", AccountType::Expense, Some(Subtype::Rounding)),
    ("6950", "Exchange gains and losses", AccountType::Expense, Some(Subtype::ExchangeGainLoss)),
];

/// What one unit was worth: month of the three, day of the month, currency, rate.
const RATES: [(usize, usize, &str, &str); 9] = [
    (0, 1, "EUR", "1.0765"),
    (0, 16, "EUR", "1.0790"),
    (1, 1, "EUR", "1.0817"),
    (1, 16, "EUR", "1.1042"),
    (2, 1, "EUR", "1.1010"),
    (1, 1, "GBP", "1.2604"),
    (2, 1, "GBP", "1.2671"),
    (1, 1, "JPY", "0.0067"),
    (2, 1, "JPY", "0.0068"),
];

/// What the demo writes before anything else.
pub fn first_account() -> Option<&'static str> {
    CHART.first().map(|(account_id, ..)| *account_id)
}

/// The first days of the demo's three months, the present one last.
pub fn months(engine: &Engine) -> Vec<Date> {
    let today = engine.clock.wall().date().to_string();
    let (year, month) = (
        today.get(..4).and_then(|text| text.parse::<i32>().ok()),
        today.get(5..7).and_then(|text| text.parse::<i32>().ok()),
    );
    let (Some(year), Some(month)) = (year, month) else { return Vec::new() };
    (0..3_i32)
        .rev()
        .filter_map(|back| {
            let index = year.checked_mul(12)?.checked_add(month)?.checked_sub(1)?.checked_sub(back)?;
            Date::parse(&format!("{:04}-{:02}-01", index.div_euclid(12), index.rem_euclid(12).checked_add(1)?))
        })
        .collect()
}

/// The last day of the month that begins on `first`.
pub fn end_of(first: Date) -> Date {
    let mut day = first;
    while day.next().to_string().get(..7) == first.to_string().get(..7) {
        day = day.next();
    }
    day
}

/// Loads what documents stand on.
pub async fn load(engine: &Arc<Engine>) -> Result<(), Error> {
    let system = || Asked::by(Actor::system());
    for (account_id, name, account_type, subtype) in CHART {
        let draft = AccountDraft {
            account_name: Some(name.into()),
            account_type: Some(account_type),
            subtype: Some(subtype),
            ..AccountDraft::default()
        };
        let command = SaveAccount { account_id: account_id.into(), draft, create: true, faults: Faults::default() };
        done(engine.perform(system(), command).await)?;
    }
    for first in months(engine) {
        let month = first.to_string().get(..7).unwrap_or_default().to_owned();
        let command = CreatePeriod {
            period_id: month.clone(),
            period_name: Some(format!("Month {month}")),
            start_date: Some(first),
            end_date: Some(end_of(first)),
            faults: Faults::default(),
        };
        done(engine.perform(system(), command).await)?;
    }
    for (user_id, name, role) in PEOPLE {
        let manager = manager_of(user_id).map(Into::into);
        let limit = if user_id == "max" { decimal_from_text("1000") } else { None };
        let draft = UserDraft {
            name: Some(name.into()),
            manager_user_id: Some(manager),
            roles: Some([role.to_owned()].into()),
            approval_limits: limit.map(|limit| vec![(DocumentKind::Expense, limit)]),
            ..UserDraft::default()
        };
        done(
            engine
                .perform(system(), SaveUser { user_id: user_id.into(), draft, create: true, faults: Faults::default() })
                .await,
        )?;
    }
    super::parties::write(engine).await?;
    rates(engine).await?;
    rules::write(engine, &Asked::by(Actor::system())).await
}

async fn rates(engine: &Arc<Engine>) -> Result<(), Error> {
    let months = months(engine);
    for (month, day, code, rate) in RATES {
        let Some(first) = months.get(month) else { continue };
        let date = (1..day).fold(*first, |date, _| date.next());
        let command = SaveExchangeRate {
            exchange_rate_id: format!("{code}-{date}"),
            currency: Currency::parse(code),
            date: Some(date),
            rate: decimal_from_text(rate),
            source: Some(Some("The bank's monthly list".into())),
            create: true,
            faults: Faults::default(),
        };
        done(engine.perform(Asked::by(Actor::system()), command).await)?;
    }
    Ok(())
}
