//! Where money came from and went to: the movement of the accounts that hold it, told by what stands against it, in base currency.
//! See docs/rules/reports.md#cash-flow.

use std::collections::BTreeMap;

use sea_orm::DatabaseTransaction;

pub use self::activity::{Activities, Activity};
use crate::approval::catalog::Catalog;
use crate::features::fiscal_years;
use crate::features::reports::comparatives::{Calendar, Comparison};
use crate::features::reports::moved::Lines;
use crate::features::reports::section::{AccountBalance, Section};
use crate::features::reports::span::{Span, Window, days_of};
use crate::features::reports::too_large;
use crate::kernel::engine::Engine;
use crate::kernel::store::StoreError;
use crate::kernel::store::read::carried::ByAccount;
use crate::kernel::store::read::money_moved::{Postings, against_money, money_revalued};
use crate::values::account::{Account, AccountType, Subtype};
use crate::values::clock::Date;
use crate::values::error::Error;
use crate::values::kind::spelled::spelled;
use crate::values::money::{Minor, MoneyError};
pub use crate::values::named_accounts::Named;

mod activity;

spelled! {
    /// How the flows are told.
    Method { Indirect = "indirect", Direct = "direct" }
}

/// What money there was, what moved it, and what there is. Money that came in is positive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CashFlow {
    /// Where it is of a period.
    pub period_id: Option<String>,
    pub from: Date,
    pub to: Date,
    pub opening_cash: Minor,
    /// By the indirect method alone; operating activities begin with it.
    pub net_income: Option<Minor>,
    pub operating: Section,
    /// The section, and by the indirect method the net income less `exchange_effect`.
    pub cash_from_operating: Minor,
    pub investing: Section,
    pub financing: Section,
    /// What revaluations did to money in other currencies: nothing came in or went out.
    pub exchange_effect: Minor,
    pub net_change: Minor,
    pub closing_cash: Minor,
}

/// What is asked for.
#[derive(Clone, Debug)]
pub struct Asked {
    pub method: Method,
    pub activities: Activities,
}

/// Whether the account holds money: those that are banks, tills and prepaid cards. A credit card is a debt.
fn is_money(account: &Account) -> bool {
    account.account_type == AccountType::Asset && account.subtype.is_some_and(Subtype::holds_money)
}

impl Engine {
    /// Draws up the cash flow statement, and the same of what it is held beside.
    pub async fn cash_flow(
        &self,
        span: &Span,
        asked: &Asked,
        comparison: Option<Comparison>,
    ) -> Result<(CashFlow, Vec<CashFlow>), Error> {
        let tx = self.store.begin_read().await?;
        let drawn = self.flows(&tx, span, asked, comparison).await;
        tx.rollback().await.map_err(StoreError::from)?;
        drawn
    }

    async fn flows(
        &self,
        tx: &DatabaseTransaction,
        span: &Span,
        asked: &Asked,
        comparison: Option<Comparison>,
    ) -> Result<(CashFlow, Vec<CashFlow>), Error> {
        let catalog = self.catalog(tx).await?;
        asked.activities.are_of(&catalog)?;
        let years = fiscal_years::every(tx).await.map_err(Error::from)?;
        let calendar = Calendar { catalog: &catalog, years: &years };
        let days = days_of(span, &catalog)?;
        let own = self.flow(tx, span, asked, &calendar).await?;
        let mut beside = Vec::new();
        for other in comparison.map(|comparison| comparison.spans(span, days, &calendar)).unwrap_or_default() {
            beside.push(self.flow(tx, &other, asked, &calendar).await?);
        }
        Ok((own, beside))
    }

    async fn flow(
        &self,
        tx: &DatabaseTransaction,
        span: &Span,
        asked: &Asked,
        calendar: &Calendar<'_>,
    ) -> Result<CashFlow, Error> {
        let catalog = calendar.catalog;
        let (from, to) = days_of(span, catalog)?;
        let moved = self.moved(tx, span, calendar, &Lines::default()).await?.own;
        let held = match span.period().and_then(|id| catalog.periods.get(id)) {
            Some(period) => Window::until_end_of(period, catalog),
            None => Window::until(to),
        };
        let held = self.sums(tx, &held, catalog, &Lines::default()).await?.own;
        let moved = balances(&moved).map_err(too_large)?;
        let postings = Postings { from, to, period_id: span.period() };
        let against = match asked.method {
            Method::Indirect => None,
            Method::Direct => Some(against_money(tx, postings).await?),
        };
        let revalued = money_revalued(tx, postings).await?;
        let found = Found {
            closing_cash: of_money(&balances(&held).map_err(too_large)?, catalog).map_err(too_large)?,
            exchange_effect: Minor::sum(revalued.into_values()).map_err(too_large)?,
            moved,
            against,
        };
        let days = Days { period_id: span.period().map(str::to_owned), from, to };
        found.told(days, &asked.activities, catalog).map_err(too_large)
    }
}

/// By account, debit positive.
type Balances = BTreeMap<String, Minor>;

fn balances(sums: &ByAccount) -> Result<Balances, MoneyError> {
    sums.iter().map(|(id, sums)| Ok((id.clone(), sums.balance()?))).collect()
}

fn of_money(balances: &Balances, catalog: &Catalog) -> Result<Minor, MoneyError> {
    let of_money = |id: &String| catalog.accounts.get(id).is_some_and(is_money);
    Minor::sum(balances.iter().filter(|(id, _)| of_money(id)).map(|(_, balance)| *balance))
}

struct Days {
    period_id: Option<String>,
    from: Date,
    to: Date,
}

/// What was read.
struct Found {
    moved: Balances,
    /// By the direct method: the lines that stand against money.
    against: Option<Balances>,
    closing_cash: Minor,
    exchange_effect: Minor,
}

impl Found {
    fn told(self, days: Days, activities: &Activities, catalog: &Catalog) -> Result<CashFlow, MoneyError> {
        let moved_money = of_money(&self.moved, catalog)?;
        let is_direct = self.against.is_some();
        let (mut earned, mut sections) = (Minor::ZERO, [Section::default(), Section::default(), Section::default()]);
        for (account_id, moved) in self.against.as_ref().unwrap_or(&self.moved) {
            let Some(account) = catalog.accounts.get(account_id).filter(|account| !is_money(account)) else { continue };
            let cash = moved.negated()?;
            let is_earned = matches!(account.account_type, AccountType::Income | AccountType::Expense);
            if is_earned && !is_direct {
                earned = earned.checked_add(cash)?;
                continue;
            }
            let [operating, investing, financing] = &mut sections;
            let section = match activities.of(account) {
                Activity::Operating => operating,
                Activity::Investing => investing,
                Activity::Financing => financing,
            };
            put(section, account, cash)?;
        }
        let [operating, investing, financing] = sections;
        // The net income has what revaluations gained, which came in from nobody.
        let cash_from_operating = if is_direct {
            operating.total
        } else {
            operating.total.checked_add(earned)?.checked_sub(self.exchange_effect)?
        };
        let net_change = Minor::sum([cash_from_operating, investing.total, financing.total, self.exchange_effect])?;
        Ok(CashFlow {
            period_id: days.period_id,
            from: days.from,
            to: days.to,
            opening_cash: self.closing_cash.checked_sub(moved_money)?,
            net_income: (!is_direct).then_some(earned),
            operating,
            cash_from_operating,
            investing,
            financing,
            exchange_effect: self.exchange_effect,
            net_change,
            closing_cash: self.closing_cash,
        })
    }
}

fn put(section: &mut Section, account: &Account, balance: Minor) -> Result<(), MoneyError> {
    section.total = section.total.checked_add(balance)?;
    if !balance.is_zero() {
        let (account_id, account_name) = (account.account_id.clone(), account.account_name.clone());
        section.accounts.push(AccountBalance { account_id, account_name, balance });
    }
    Ok(())
}
