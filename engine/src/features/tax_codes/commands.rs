//! Saves a tax code: made, changed, switched off. See docs/rules/tax.md#tax-codes.

use rust_decimal::Decimal;

use crate::books::command::{
    AuditEntry, Command, Decision, Effects, Guarded, Needed, Permitted, Refuses, Snapshot, Takes, Wants, as_expected,
};
use crate::kernel::records::one_row::{saved, seen, wants_to_save};
use crate::values::account::Subtype;
use crate::values::clock::Date;
use crate::values::error::{Faults, Refusal, RefusalName};
use crate::values::kind::Thing;
use crate::values::tax_code::{RESOURCE, TITLE, TaxCode, TaxRates, TaxUse};

/// So many rates one code may have.
pub const MOST_RATES: usize = 100;

/// What may be set of a tax code: `None` leaves it as it is.
#[derive(Clone, Default, Debug)]
pub struct TaxCodeFields {
    pub tax_code_name: Option<String>,
    pub used_for: Option<TaxUse>,
    /// Fractions, each with the day from which it is valid.
    pub rates: Option<Vec<(Date, Decimal)>>,
    pub account_id: Option<String>,
    /// A fraction.
    pub recoverable: Option<Decimal>,
    /// `Some(None)` makes it no reverse charge.
    pub reverse_charge_account_id: Option<Option<String>>,
    pub is_active: Option<bool>,
}

/// Makes a tax code, or changes the one that is there. What was written with it stays as it is.
#[derive(Debug)]
pub struct SaveTaxCode {
    pub tax_code_id: String,
    pub fields: TaxCodeFields,
    /// Whether it must be new, or must exist.
    pub create: bool,
    pub faults: Faults,
}

impl Refuses for SaveTaxCode {
    const IS_GUARDED: bool = true;
    const REFUSALS: &'static [RefusalName] = &[];
}

impl Permitted for SaveTaxCode {
    const TAKES: Takes = Takes::These(&[(RESOURCE, "write")]);
}

impl Command for SaveTaxCode {
    type Answer = TaxCode;

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(None)
    }

    fn guarded<'a>(&'a self, _: &'a Snapshot, _: &Effects) -> Option<Guarded<'a>> {
        Some(Guarded::saved(Thing::TaxCode, self.create, &self.tax_code_id))
    }

    fn wants(&self) -> Wants {
        wants_to_save::<TaxCode>(&self.tax_code_id)
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<TaxCode>, Refusal> {
        let before = seen(snapshot);
        as_expected(before, self.create, TITLE, ("tax_code_id", &self.tax_code_id))?;
        let mut faults = self.faults.clone();
        let merged = self.merged(before, snapshot, &mut faults);
        check(&merged, before, snapshot, &mut faults);
        faults.or(())?;
        Ok(saved(merged, before, entry, snapshot))
    }

    fn faults(&self) -> Option<&Faults> {
        Some(&self.faults)
    }
}

impl SaveTaxCode {
    fn merged(&self, before: Option<&TaxCode>, snapshot: &Snapshot, faults: &mut Faults) -> TaxCode {
        let fields = &self.fields;
        let by = snapshot.actor.user_id.to_string();
        let text = |given: &Option<String>, kept: fn(&TaxCode) -> &String| {
            given.clone().or_else(|| before.map(|before| kept(before).clone())).unwrap_or_default()
        };
        let rates = fields.rates.as_deref().map(|rates| by_day(rates, faults));
        TaxCode {
            tax_code_id: self.tax_code_id.clone(),
            tax_code_name: text(&fields.tax_code_name, |code| &code.tax_code_name),
            used_for: fields.used_for.unwrap_or_else(|| before.map_or(TaxUse::Both, |before| before.used_for)),
            rates: rates.or_else(|| before.map(|before| before.rates.clone())).unwrap_or_default(),
            account_id: text(&fields.account_id, |code| &code.account_id),
            recoverable: fields
                .recoverable
                .map_or_else(|| before.map_or(Decimal::ONE, |before| before.recoverable), |given| given.normalize()),
            reverse_charge_account_id: fields
                .reverse_charge_account_id
                .clone()
                .unwrap_or_else(|| before.and_then(|before| before.reverse_charge_account_id.clone())),
            is_active: fields.is_active.unwrap_or_else(|| before.is_none_or(|before| before.is_active)),
            version: before.map_or(1, |before| before.version.saturating_add(1)),
            created_at: before.map_or(snapshot.now, |before| before.created_at),
            created_by: before.map_or_else(|| by.clone(), |before| before.created_by.clone()),
            updated_at: snapshot.now,
            updated_by: by,
        }
    }
}

/// The rates by their days; a day that occurs twice is named.
fn by_day(rates: &[(Date, Decimal)], faults: &mut Faults) -> TaxRates {
    let mut by_day = TaxRates::default();
    for (at, (valid_from, rate)) in rates.iter().enumerate() {
        if by_day.0.insert(*valid_from, rate.normalize()).is_some() {
            faults.add(format!("/rates/{at}/valid_from"), format!("{valid_from} occurs twice"));
        }
    }
    if (by_day.0.is_empty() || by_day.0.len() > MOST_RATES) && !faults.has("/rates") {
        faults.add("/rates", format!("must be 1 to {MOST_RATES} rates"));
    }
    by_day
}

/// What is wrong with the code as it would be. The accounts are asked about where they are new.
fn check(saved: &TaxCode, before: Option<&TaxCode>, snapshot: &Snapshot, faults: &mut Faults) {
    let is_new = |is: Option<&String>, was: Option<&String>| before.is_none() || is != was;
    if is_new(Some(&saved.account_id), before.map(|before| &before.account_id)) && !saved.account_id.is_empty() {
        check_account(&saved.account_id, "/account_id", snapshot, faults);
    }
    let reverse = saved.reverse_charge_account_id.as_ref();
    if is_new(reverse, before.and_then(|before| before.reverse_charge_account_id.as_ref()))
        && let Some(account_id) = reverse
    {
        check_account(account_id, "/reverse_charge_account_id", snapshot, faults);
    }
    if reverse.is_some() && saved.used_for != TaxUse::Purchases && !faults.has("/used_for") {
        faults.add("/used_for", "must be purchases: a reverse charge is the buyer's");
    }
    let is_fraction = (Decimal::ZERO..=Decimal::ONE).contains(&saved.recoverable);
    if !faults.has("/recoverable")
        && (!is_fraction || saved.used_for == TaxUse::Sales && saved.recoverable != Decimal::ONE)
    {
        faults.add("/recoverable", "must be a fraction between 0 and 1, and 1 for sales");
    }
}

fn check_account(id: &str, pointer: &str, snapshot: &Snapshot, faults: &mut Faults) {
    if faults.has(pointer) {
        return;
    }
    match snapshot.catalog.accounts.get(id) {
        None => faults.add(pointer, format!("there is no account {id:?}")),
        Some(account) if account.subtype != Some(Subtype::Tax) => {
            faults.add(pointer, "must be an account of subtype tax");
        }
        Some(account) if !account.is_active => faults.add(pointer, format!("account {id:?} is inactive")),
        Some(_) => {}
    }
}

fn entry(saved: &TaxCode, word: &str, snapshot: &Snapshot) -> AuditEntry {
    AuditEntry::about(RESOURCE, &saved.tax_code_id, word, &snapshot.actor.user_id)
        .with("tax_code_name", saved.tax_code_name.clone())
        .with("used_for", saved.used_for.name())
        .with_stored("rates", &saved.rates)
        .with("account_id", saved.account_id.clone())
        .with("recoverable", saved.recoverable.to_string())
        .with("reverse_charge_account_id", saved.reverse_charge_account_id.clone())
        .with("is_active", saved.is_active)
}
