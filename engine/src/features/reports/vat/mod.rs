//! The tax of a period by code and rate, and what the accounts of taxes moved: the sum of both is one, by the same ledger lines. A void is
//! of the period in which it was posted. See docs/rules/tax.md#the-report.

use std::collections::{BTreeMap, BTreeSet};

use rust_decimal::Decimal;
use sea_orm::DatabaseTransaction;

pub use self::amounts::{TaxSide, VatAmounts};
use self::coded::Coded;
pub use self::lines::{VatLine, VatLines};
use crate::approval::catalog::Catalog;
use crate::features::reports::span::{Span, days_of};
use crate::features::reports::too_large;
use crate::kernel::engine::Engine;
use crate::kernel::store::StoreError;
use crate::kernel::store::read::balances::of_period;
use crate::values::account::Subtype;
use crate::values::clock::Date;
use crate::values::error::Error;
use crate::values::money::{Minor, MoneyError};

mod amounts;
mod coded;
mod lines;

/// The report, in base currency.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Vat {
    pub from: Date,
    pub to: Date,
    /// By code, rate and side.
    pub rows: Vec<VatRow>,
    /// What is owed, credit positive: of sales and of reverse charges.
    pub output_tax: Minor,
    /// What is deducted, debit positive.
    pub input_tax: Minor,
    /// `output_tax` less `input_tax`.
    pub payable: Minor,
    /// The accounts of taxes that moved, by their ids.
    pub accounts: Vec<VatAccount>,
}

/// What was taxed by a code at a rate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VatRow {
    pub tax_code_id: String,
    pub tax_code_name: Option<String>,
    pub tax_rate: Decimal,
    pub side: TaxSide,
    pub amounts: VatAmounts,
}

/// What an account of taxes moved; debit positive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VatAccount {
    pub account_id: String,
    pub account_name: Option<String>,
    /// By lines with a tax code.
    pub with_code: Minor,
    /// By all others.
    pub without_code: Minor,
    pub movement: Minor,
}

impl Engine {
    /// Draws up the report.
    pub async fn vat(&self, span: &Span) -> Result<Vat, Error> {
        let tx = self.store.begin_read().await?;
        let drawn = self.drawn_vat(&tx, span).await;
        tx.rollback().await.map_err(StoreError::from)?;
        drawn
    }

    async fn drawn_vat(&self, tx: &DatabaseTransaction, span: &Span) -> Result<Vat, Error> {
        let catalog = self.catalog(tx).await?;
        let (from, to) = days_of(span, &catalog)?;
        let coded = coded::sums(tx, (from, to), span.period()).await?;
        let moved = match span {
            Span::Days(from, to) => self.carried.sums(tx, &catalog, (Some(*from), *to)).await?,
            Span::Period(id) => of_period(tx, id).await?,
        };
        let moved: Result<BTreeMap<_, _>, MoneyError> =
            moved.into_iter().map(|(account_id, sums)| Ok((account_id, sums.balance()?))).collect();
        told((from, to), &coded, &moved.map_err(too_large)?, &catalog).map_err(too_large)
    }
}

fn told(
    (from, to): (Date, Date),
    coded: &[Coded],
    moved: &BTreeMap<String, Minor>,
    catalog: &Catalog,
) -> Result<Vat, MoneyError> {
    let mut rows: BTreeMap<(&str, Decimal, TaxSide), VatAmounts> = BTreeMap::new();
    let mut on_accounts: BTreeMap<&str, Minor> = BTreeMap::new();
    for one in coded {
        rows.entry((&one.tax_code_id, one.tax_rate, one.side)).or_default().add(one.side, one.part, one.amount)?;
        if amounts::is_on_tax_account(one.part) {
            let sum = on_accounts.entry(&one.account_id).or_default();
            *sum = sum.checked_add(one.amount)?;
        }
    }
    let (mut output_tax, mut input_tax) = (Minor::ZERO, Minor::ZERO);
    for ((_, _, side), amounts) in &rows {
        output_tax = output_tax.checked_add(amounts.owed(*side)?)?;
        input_tax = input_tax.checked_add(amounts.deducted(*side)?)?;
    }
    let row = |((id, tax_rate, side), amounts): ((&str, Decimal, TaxSide), VatAmounts)| VatRow {
        tax_code_id: id.to_owned(),
        tax_code_name: catalog.tax_codes.get(id).map(|code| code.tax_code_name.clone()),
        tax_rate,
        side,
        amounts,
    };
    Ok(Vat {
        from,
        to,
        output_tax,
        input_tax,
        payable: output_tax.checked_sub(input_tax)?,
        accounts: accounts(&on_accounts, moved, catalog)?,
        rows: rows.into_iter().map(row).collect(),
    })
}

/// The accounts that are for taxes, and those that took some with a code; what did not move is left out.
fn accounts(
    coded: &BTreeMap<&str, Minor>,
    moved: &BTreeMap<String, Minor>,
    catalog: &Catalog,
) -> Result<Vec<VatAccount>, MoneyError> {
    let for_taxes = catalog.accounts.values().filter(|account| account.subtype == Some(Subtype::Tax));
    let ids: BTreeSet<&str> =
        for_taxes.map(|account| account.account_id.as_str()).chain(coded.keys().copied()).collect();
    let mut found = Vec::new();
    for id in ids {
        let with_code = coded.get(id).copied().unwrap_or_default();
        let movement = moved.get(id).copied().unwrap_or_default();
        if !(with_code.is_zero() && movement.is_zero()) {
            found.push(VatAccount {
                account_id: id.to_owned(),
                account_name: catalog.accounts.get(id).map(|account| account.account_name.clone()),
                with_code,
                without_code: movement.checked_sub(with_code)?,
                movement,
            });
        }
    }
    Ok(found)
}
