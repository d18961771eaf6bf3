//! Exchange rates: how many units of the base currency one unit of another is worth on a day.
//!
//! A rate's currency and day are what it is about and never change; its rate and source can be corrected.

use crate::approval::field::Field;
use crate::books::command::{
    AuditEntry, Command, Decision, Effects, Guarded, Needed, Permitted, Refuses, Snapshot, Takes, Wants,
};
use crate::books::exchange_rate::{ExchangeRate, MAX_DECIMALS, RESOURCE};
use crate::features::exchange_rates::model::{SavedRate, WantedRate, seen, target};
use crate::values::clock::Date;
use crate::values::error::{Faults, Refusal, RefusalName};
use crate::values::kind::Thing;
use crate::values::money::{Currency, MAX_INTEGER_DIGITS, number};
use rust_decimal::Decimal;

/// Creates a rate, or changes the one that is there.
pub struct SaveExchangeRate {
    pub exchange_rate_id: String,
    /// Only when it is created.
    pub currency: Option<Currency>,
    pub date: Option<Date>,
    pub rate: Option<Decimal>,
    /// `None` leaves it as it is.
    pub source: Option<Option<String>>,
    /// Whether it must be new, or must exist.
    pub create: bool,
    pub faults: Faults,
}

impl Refuses for SaveExchangeRate {
    const IS_GUARDED: bool = true;
    const REFUSALS: &'static [RefusalName] = &[];
}

impl Permitted for SaveExchangeRate {
    const TAKES: Takes = Takes::These(&[("exchange_rate", "write")]);
}

impl Command for SaveExchangeRate {
    type Answer = ExchangeRate;

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(None)
    }

    fn guarded<'a>(&'a self, _: &'a Snapshot, effects: &Effects) -> Option<Guarded<'a>> {
        let mut guarded = Guarded::saved(Thing::ExchangeRate, self.create, &self.exchange_rate_id);
        let saved = effects.changes.iter().find_map(|change| change.of_feature());
        let currency = saved.map(|SavedRate(saved)| saved.currency.code());
        guarded.subject = guarded.subject.with(Field::Currency, currency);
        Some(guarded)
    }

    fn wants(&self) -> Wants {
        let day = self.currency.zip(self.date).filter(|_| self.create);
        Wants {
            target: Some(target(&self.exchange_rate_id)),
            // A submit that was held against the old rate ends before the new one is there.
            exclusive: true,
            ..Wants::of_feature(WantedRate { exchange_rate_id: self.exchange_rate_id.clone(), day })
        }
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<ExchangeRate>, Refusal> {
        let before = seen(snapshot).rate.as_ref();
        let saved = match before {
            Some(_) if self.create => {
                return Err(RefusalName::AlreadyExists
                    .because(format!("exchange rate {:?} exists already", self.exchange_rate_id))
                    .at("/exchange_rate_id"));
            }
            None if !self.create => return Err(Refusal::not_found("exchange rate", &self.exchange_rate_id)),
            Some(before) => self.changed(before, snapshot)?,
            None => self.created(snapshot)?,
        };
        if let Some(before) = before.filter(|before| (before.rate, &before.source) == (saved.rate, &saved.source)) {
            return Ok(Decision::unchanged(before.clone(), snapshot));
        }
        let word = if before.is_some() { "Updated" } else { "Created" };
        let audit = AuditEntry::about(RESOURCE, &self.exchange_rate_id, word, &snapshot.actor.user_id)
            .with("currency", saved.currency.code())
            .with("date", saved.date.to_string())
            .with("rate", number(saved.rate))
            .with("source", saved.source.clone());
        Ok(Decision::new(Effects::one(snapshot.now, SavedRate(saved.clone()).into(), audit), saved))
    }

    fn faults(&self) -> Option<&Faults> {
        Some(&self.faults)
    }
}

impl SaveExchangeRate {
    fn changed(&self, before: &ExchangeRate, snapshot: &Snapshot) -> Result<ExchangeRate, Refusal> {
        let mut faults = self.faults.clone();
        let rate = self.rate.map(|rate| checked(rate, &mut faults));
        faults.or(ExchangeRate {
            rate: rate.unwrap_or(before.rate),
            source: self.source.clone().unwrap_or_else(|| before.source.clone()),
            version: before.version.saturating_add(1),
            updated_at: snapshot.now,
            updated_by: snapshot.actor.user_id.to_string(),
            ..before.clone()
        })
    }

    fn created(&self, snapshot: &Snapshot) -> Result<ExchangeRate, Refusal> {
        let mut faults = self.faults.clone();
        let base = snapshot.settings.base_currency;
        if self.currency == Some(base) {
            faults.add("/currency", format!("{base} is the base currency: its rate is always 1"));
        }
        for (pointer, is_missing) in
            [("/currency", self.currency.is_none()), ("/date", self.date.is_none()), ("/rate", self.rate.is_none())]
        {
            if is_missing && !faults.has(pointer) {
                faults.add(pointer, "is required");
            }
        }
        let rate = self.rate.map(|rate| checked(rate, &mut faults));
        let (Some(currency), Some(date), Some(rate), true) = (self.currency, self.date, rate, faults.is_empty()) else {
            return Err(Refusal::Invalid(faults));
        };
        if let Some(other) = &seen(snapshot).of_day {
            return Err(RefusalName::AlreadyExists
                .because(format!("{currency} has a rate of {date} already: {:?}", other.exchange_rate_id))
                .at("/date")
                .with("exchange_rate_id", other.exchange_rate_id.clone()));
        }
        Ok(ExchangeRate {
            exchange_rate_id: self.exchange_rate_id.clone(),
            currency,
            date,
            rate,
            source: self.source.clone().flatten(),
            version: 1,
            created_at: snapshot.now,
            created_by: snapshot.actor.user_id.to_string(),
            updated_at: snapshot.now,
            updated_by: snapshot.actor.user_id.to_string(),
        })
    }
}

/// The rate without trailing zeros; what is wrong with it goes into the faults.
fn checked(rate: Decimal, faults: &mut Faults) -> Decimal {
    let rate = rate.normalize();
    let limit =
        10_i128.checked_pow(MAX_INTEGER_DIGITS).map_or(Decimal::MAX, |limit| Decimal::from_i128_with_scale(limit, 0));
    if rate <= Decimal::ZERO {
        faults.add("/rate", "must be more than 0");
    } else if rate.scale() > MAX_DECIMALS {
        faults.add("/rate", format!("has more than {MAX_DECIMALS} decimals"));
    } else if rate >= limit {
        faults.add("/rate", format!("has more than {MAX_INTEGER_DIGITS} digits before the decimal point"));
    }
    rate
}
