//! A document's exchange rate, checked against the table of rates.
//!
//! The rate decides the amount in base currency, and so which signatures are needed. Therefore the author does not choose it
//! freely:
//!
//! | the table has for the document's day | no rate given | a rate given |
//! |---|---|---|
//! | a rate | the table's | may differ by the tolerance, else `rate_out_of_tolerance` |
//! | none that is 31 days old or younger | a payment's: its document's; else `no_exchange_rate` | a draft may be written; submit is `no_exchange_rate` |
//!
//! The check runs when a draft is written and when it is submitted. It does not run on documents submitted already, nor on
//! reversals, which keep the rate of the entry that they reverse. A caller who has the permission `exchange_rate.override` and
//! gives a reason passes; the routing then asks for more signatures ([`crate::approval::routing`]).

use rust_decimal::Decimal;

use crate::approval::plan::RateOverride;
use crate::books::action::settlement::settled_by;
use crate::books::command::wants::RateOf;
use crate::books::command::{Settings, Snapshot};
use crate::books::document::Draft;
use crate::books::document::draft::Body;
use crate::books::document::lifecycle::Status;
use crate::books::document::model::Document;
use crate::books::exchange_rate::{ExchangeRate, MAX_DECIMALS, RESOURCE};
use crate::values::clock::Date;
use crate::values::error::{Faults, Refusal, RefusalName};
use crate::values::money::{Currency, number};

/// Up to how many days after its own a rate still speaks of.
pub const DAYS: i64 = 31;
/// What bodies and the trail call the reason for a rate that differs from the table's.
pub const REASON: &str = "exchange_rate_reason";
/// Where the rate stands in a body.
pub const POINTER: &str = "/exchange_rate";

/// What a draft asks the table for.
pub fn wanted(draft: &Draft) -> Option<RateOf> {
    let on = draft.tran_date?;
    match &draft.body {
        Body::Payment(payment) => payment.first_paid(draft.kind).map(|document| RateOf::Paid { document, on }),
        Body::JournalEntry(_) | Body::Items(_) => draft.currency.clone().map(|code| RateOf::Currency { code, on }),
    }
}

/// The table's rate of a currency for a day, when there is one that is young enough.
pub fn of_table(currency: Currency, day: Date, snapshot: &Snapshot) -> Option<&ExchangeRate> {
    let found = snapshot.table_rate.as_ref().filter(|found| found.currency == currency)?;
    (0..=DAYS).contains(&day.days_since(found.date)).then_some(found)
}

/// Whether `given` differs from the table's rate by at most `tolerance` times the table's rate. Exact: of any two rates and any
/// tolerance that can be given, no product is rounded.
pub fn is_within(given: Decimal, table: Decimal, tolerance: Decimal) -> bool {
    // All three as whole numbers of the same small unit: 25 digits of a rate, 7 of a tolerance, are less than 38.
    let unit = given.scale().max(table.scale());
    let whole = |value: Decimal| {
        let power = 10_i128.checked_pow(unit.checked_sub(value.scale())?)?;
        value.mantissa().checked_mul(power)
    };
    let compared = || {
        let (given, table) = (whole(given)?, whole(table)?);
        let difference = given.checked_sub(table)?.checked_abs()?;
        let scaled = difference.checked_mul(10_i128.checked_pow(tolerance.scale())?)?;
        Some(scaled <= table.checked_mul(tolerance.mantissa())?)
    };
    compared().unwrap_or(false)
}

/// The currency that amounts are read in. Of one that is not known nothing follows: neither how many decimals an amount may have, nor
/// which accounts take it. See docs/rules/errors.md#all-faults-at-once.
#[derive(Clone, Copy, Debug)]
pub struct ReadIn {
    pub currency: Currency,
    pub is_known: bool,
}

impl From<Currency> for ReadIn {
    fn from(currency: Currency) -> Self {
        Self { currency, is_known: true }
    }
}

/// A draft's currency and rate. What the table does not allow is kept apart from the faults, for it has a name of its own.
#[derive(Debug)]
pub struct Quote {
    pub currency: Currency,
    /// Whether the draft's currency is known; else `currency` only stands in for it.
    is_known: bool,
    pub rate: Decimal,
    pub reason: Option<String>,
    refused: Option<Refusal>,
}

impl Quote {
    /// What the draft's amounts are read in.
    pub fn read_in(&self) -> ReadIn {
        ReadIn { currency: self.currency, is_known: self.is_known }
    }

    /// The quote of a payment of which nobody knows what it pays, and so neither which rate it may take nor, unless it is given, its
    /// currency.
    #[must_use]
    pub fn of_unknown(self, is_given: bool) -> Self {
        Self { is_known: self.is_known && is_given, refused: None, ..self }
    }

    /// Refuses what the table does not allow.
    pub fn permitted(&self) -> Result<(), Refusal> {
        self.refused.clone().map_or(Ok(()), Err)
    }

    /// The same refusal with this rate among what is wrong, where fields are named.
    pub fn also(&self, refusal: Refusal) -> Refusal {
        match (refusal, &self.refused) {
            (Refusal::Invalid(mut faults), Some(refused)) => {
                faults.add(POINTER, refused.detail());
                Refusal::Invalid(faults)
            }
            (refusal, _) => refusal,
        }
    }
}

/// The rate of a draft. `settled` is the document that a payment pays; `before` is the stored document when a draft is edited.
pub fn quote(
    draft: &Draft,
    settled: Option<&Document>,
    before: Option<&Document>,
    snapshot: &Snapshot,
    faults: &mut Faults,
) -> Quote {
    let base = snapshot.settings.base_currency;
    let currency = currency(draft, base, faults);
    let given = given(draft, currency, base, faults);
    let reason = draft.exchange_rate_reason.clone();
    let is_known = settled.is_some() || !faults.has("/currency");
    let plain = |rate| Quote { currency, is_known, rate, reason: reason.clone(), refused: None };
    if currency == base || faults.has("/currency") || faults.has(POINTER) {
        if reason.is_some() && currency == base && !faults.has("/currency") {
            faults.add("/exchange_rate_reason", format!("is only for another currency than the base currency {base}"));
        }
        return plain(given.unwrap_or(Decimal::ONE));
    }
    if let Some(original) = before.filter(|before| is_exempt(before)) {
        let reason = reason.clone().or_else(|| original.content.exchange_rate_reason.clone());
        return Quote { reason, ..plain(given.unwrap_or(original.content.exchange_rate)) };
    }
    let Some(day) = draft.tran_date else { return plain(given.unwrap_or(Decimal::ONE)) };
    let table = of_table(currency, day, snapshot);
    let fallback =
        || settled.filter(|settled| settled.content.currency == currency).map(|settled| settled.content.exchange_rate);
    let Some(rate) = given.or_else(|| table.map(|table| table.rate)).or_else(fallback) else {
        return Quote { refused: Some(none_in_table(currency, day)), ..plain(Decimal::ONE) };
    };
    let refused = table.and_then(|table| {
        let exceeded = exceeded(rate, table, &snapshot.settings)?;
        (!may_override(reason.as_deref(), snapshot)).then(|| out_of_tolerance(rate, table, exceeded))
    });
    Quote { refused, ..plain(rate) }
}

fn currency(draft: &Draft, base: Currency, faults: &mut Faults) -> Currency {
    match draft.currency.as_deref().map(Currency::parse) {
        None => base,
        Some(Some(currency)) => currency,
        Some(None) => {
            faults.add("/currency", "is not an ISO 4217 currency");
            base
        }
    }
}

/// The rate in the body, when it is one.
fn given(draft: &Draft, currency: Currency, base: Currency, faults: &mut Faults) -> Option<Decimal> {
    let rate = draft.exchange_rate?.normalize();
    if rate <= Decimal::ZERO {
        faults.add(POINTER, "must be more than 0");
    } else if rate.scale() > MAX_DECIMALS {
        faults.add(POINTER, format!("has more than {MAX_DECIMALS} decimals"));
    } else if faults.has("/currency") {
        // A wrong currency has no rate.
        return None;
    } else if currency == base && rate != Decimal::ONE {
        faults.add(POINTER, format!("must be 1: {currency} is the base currency"));
    } else {
        return Some(rate);
    }
    None
}

/// Checks a document that is submitted now. `Some` means that its rate was overridden, and says how that is routed.
pub fn at_submit(document: &Document, snapshot: &Snapshot) -> Result<Option<RateOverride>, Refusal> {
    asked(document, snapshot, |reason| may_override(reason, snapshot))
}

/// For `simulate`. A draft is checked as if its submitter may override; of a submitted document this is what was found at submit.
pub fn if_submitted(document: &Document, snapshot: &Snapshot) -> Result<Option<RateOverride>, Refusal> {
    if document.status() != Status::Draft {
        return Ok(document.stage.submission().and_then(|submission| submission.plan.rate_override.clone()));
    }
    asked(document, snapshot, |reason| reason.is_some())
}

fn asked(
    document: &Document,
    snapshot: &Snapshot,
    overrides: impl Fn(Option<&str>) -> bool,
) -> Result<Option<RateOverride>, Refusal> {
    let (content, settings) = (&document.content, &snapshot.settings);
    if content.currency == settings.base_currency || is_exempt(document) || settings.rate_tolerance.is_none() {
        return Ok(None);
    }
    let reason = content.exchange_rate_reason.as_deref();
    match of_table(content.currency, content.tran_date, snapshot) {
        Some(table) => match exceeded(content.exchange_rate, table, settings) {
            None => Ok(None),
            Some(_) if overrides(reason) => {
                // An amount that is too large to convert is larger than any bound of a rule.
                let by_table = content.currency.convert(content.total, table.rate, settings.base_currency);
                Ok(Some(RateOverride::Differs {
                    table_rate: table.rate,
                    by_table: by_table.unwrap_or(crate::values::money::Minor(i64::MAX)),
                }))
            }
            Some(tolerance) => Err(out_of_tolerance(content.exchange_rate, table, tolerance)),
        },
        None => match vouched(document, snapshot) {
            Some(settled) => Ok(settled.content.exchange_rate_reason.as_ref().map(|_| RateOverride::Unknown)),
            None if overrides(reason) => Ok(Some(RateOverride::Unknown)),
            None => Err(none_in_table(content.currency, content.tran_date)),
        },
    }
}

/// What a payment pays, or the first of it, when the own rate of all of it was asked about and is the payment's too: it stands in the ledger, or is about to.
fn vouched<'a>(payment: &Document, snapshot: &'a Snapshot) -> Option<&'a Document> {
    let vouches = |settled: &&Document| {
        let was_submitted = match settled.status() {
            Status::Approved | Status::Posted | Status::Paid | Status::Cleared | Status::Deposited => true,
            Status::Draft
            | Status::PendingApproval
            | Status::OnHold
            | Status::Rejected
            | Status::Voided
            | Status::Returned => false,
        };
        was_submitted && settled.content.exchange_rate == payment.content.exchange_rate
    };
    let settled = settled_by(payment, snapshot);
    settled.first().copied().filter(|_| settled.iter().all(vouches))
}

/// A reversal keeps the rate of what it undoes.
fn is_exempt(document: &Document) -> bool {
    document.content.original_entry().is_some()
}

/// The tolerance, where there is one and the rate differs from the table's by more.
fn exceeded(rate: Decimal, table: &ExchangeRate, settings: &Settings) -> Option<Decimal> {
    settings.rate_tolerance.filter(|tolerance| !is_within(rate, table.rate, *tolerance))
}

fn may_override(reason: Option<&str>, snapshot: &Snapshot) -> bool {
    reason.is_some() && snapshot.allows(RESOURCE, "override")
}

/// How a caller with the permission overrides the table.
const HINT: &str = "who has the permission exchange_rate.override passes with an exchange_rate_reason";

fn out_of_tolerance(rate: Decimal, table: &ExchangeRate, tolerance: Decimal) -> Refusal {
    let (currency, of_table, day) = (table.currency, table.rate, table.date);
    RefusalName::RateOutOfTolerance
        .because(format!(
            "{rate} differs by more than {tolerance} times the table's rate from it, which for {currency} is {of_table} of {day}; {HINT}"
        ))
        .at(POINTER)
        .with("table_rate", number(of_table))
        .with("table_rate_date", day.to_string())
        .with("tolerance", number(tolerance))
}

fn none_in_table(currency: Currency, day: Date) -> Refusal {
    RefusalName::NoExchangeRate
        .because(format!("the table has no rate for {currency} of {day} or the {DAYS} days before; {HINT}"))
        .at(POINTER)
}

#[cfg(test)]
mod tests;
