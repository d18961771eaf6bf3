//! Saves payment terms: made, changed, switched off. See docs/rules/payment-terms.md#terms-of-payment.

use rust_decimal::Decimal;

use crate::books::command::{
    AuditEntry, Command, Decision, Effects, Guarded, Needed, Permitted, Refuses, Snapshot, Takes, Wants, as_expected,
};
use crate::kernel::records::one_row::{saved, seen, wants_to_save};
use crate::values::account::Subtype;
use crate::values::error::{Faults, Refusal, RefusalName};
use crate::values::kind::Thing;
use crate::values::payment_terms::{EarlyPayment, MOST_DAYS, PaymentTerms, RESOURCE, TITLE};

/// What may be set of payment terms: `None` leaves it as it is, `Some(None)` takes it away.
#[derive(Clone, Default, Debug)]
pub struct TermsFields {
    pub payment_terms_name: Option<String>,
    pub net_days: Option<i64>,
    /// Of 100.
    pub discount_percent: Option<Option<Decimal>>,
    pub discount_days: Option<Option<i64>>,
    pub sales_discount_account_id: Option<Option<String>>,
    pub purchase_discount_account_id: Option<Option<String>>,
    pub is_active: Option<bool>,
}

/// Makes payment terms, or changes those that are there. What was written with them stays as it is.
#[derive(Debug)]
pub struct SaveTerms {
    pub payment_terms_id: String,
    pub fields: TermsFields,
    /// Whether they must be new, or must exist.
    pub create: bool,
    pub faults: Faults,
}

impl Refuses for SaveTerms {
    const IS_GUARDED: bool = true;
    const REFUSALS: &'static [RefusalName] = &[];
}

impl Permitted for SaveTerms {
    const TAKES: Takes = Takes::These(&[(RESOURCE, "write")]);
}

impl Command for SaveTerms {
    type Answer = PaymentTerms;

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(None)
    }

    fn guarded<'a>(&'a self, _: &'a Snapshot, _: &Effects) -> Option<Guarded<'a>> {
        Some(Guarded::saved(Thing::PaymentTerms, self.create, &self.payment_terms_id))
    }

    fn wants(&self) -> Wants {
        wants_to_save::<PaymentTerms>(&self.payment_terms_id)
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<PaymentTerms>, Refusal> {
        let before = seen(snapshot);
        as_expected(before, self.create, TITLE, ("payment_terms_id", &self.payment_terms_id))?;
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

impl SaveTerms {
    fn merged(&self, before: Option<&PaymentTerms>, snapshot: &Snapshot, faults: &mut Faults) -> PaymentTerms {
        let fields = &self.fields;
        let by = snapshot.actor.user_id.to_string();
        let account = |given: &Option<Option<String>>, kept: fn(&PaymentTerms) -> &Option<String>| {
            given.clone().unwrap_or_else(|| before.and_then(|before| kept(before).clone()))
        };
        let name = fields.payment_terms_name.clone();
        PaymentTerms {
            payment_terms_id: self.payment_terms_id.clone(),
            payment_terms_name: name
                .or_else(|| before.map(|before| before.payment_terms_name.clone()))
                .unwrap_or_default(),
            net_days: fields.net_days.unwrap_or_else(|| before.map_or(0, |before| before.net_days)),
            discount: self.discount(before, faults),
            sales_discount_account_id: account(&fields.sales_discount_account_id, |terms| {
                &terms.sales_discount_account_id
            }),
            purchase_discount_account_id: account(&fields.purchase_discount_account_id, |terms| {
                &terms.purchase_discount_account_id
            }),
            is_active: fields.is_active.unwrap_or_else(|| before.is_none_or(|before| before.is_active)),
            version: before.map_or(1, |before| before.version.saturating_add(1)),
            created_at: before.map_or(snapshot.now, |before| before.created_at),
            created_by: before.map_or_else(|| by.clone(), |before| before.created_by.clone()),
            updated_at: snapshot.now,
            updated_by: by,
        }
    }

    /// A discount has both a percentage and days.
    fn discount(&self, before: Option<&PaymentTerms>, faults: &mut Faults) -> Option<EarlyPayment> {
        let kept = before.and_then(|before| before.discount.as_ref());
        let percent = self.fields.discount_percent.unwrap_or_else(|| kept.map(|kept| kept.percent));
        let days = self.fields.discount_days.unwrap_or_else(|| kept.map(|kept| kept.days));
        match (percent, days) {
            (Some(percent), Some(days)) => Some(EarlyPayment { percent: percent.normalize(), days }),
            (None, None) => None,
            (Some(_), None) => {
                missing("/discount_days", "discount_percent", faults);
                None
            }
            (None, Some(_)) => {
                missing("/discount_percent", "discount_days", faults);
                None
            }
        }
    }
}

fn missing(pointer: &str, with: &str, faults: &mut Faults) {
    if !faults.has(pointer) {
        faults.add(pointer, format!("is required with {with}"));
    }
}

/// What is wrong with the terms as they would be. The accounts are asked about where they are new.
fn check(saved: &PaymentTerms, before: Option<&PaymentTerms>, snapshot: &Snapshot, faults: &mut Faults) {
    if !(0..=MOST_DAYS).contains(&saved.net_days) && !faults.has("/net_days") {
        faults.add("/net_days", format!("must be between 0 and {MOST_DAYS}"));
    }
    if let Some(EarlyPayment { percent, days }) = &saved.discount {
        if (*percent <= Decimal::ZERO || *percent >= Decimal::ONE_HUNDRED || percent.scale() > 6)
            && !faults.has("/discount_percent")
        {
            faults.add("/discount_percent", "must be more than 0 and less than 100, with at most 6 decimals");
        }
        if !(0..=saved.net_days).contains(days) && !faults.has("/discount_days") {
            faults.add("/discount_days", "must be between 0 and net_days");
        }
        let has_account = saved.sales_discount_account_id.is_some() || saved.purchase_discount_account_id.is_some();
        if !has_account && !ACCOUNTS.iter().any(|(pointer, _)| faults.has(pointer)) {
            for (pointer, _) in ACCOUNTS {
                faults.add(pointer, "one of both accounts is required with a discount");
            }
        }
    }
    for (pointer, of) in ACCOUNTS {
        if let Some(account_id) = of(saved).filter(|now| before.and_then(of) != Some(*now)) {
            check_account(account_id, pointer, snapshot, faults);
        }
    }
}

type AccountOf = fn(&PaymentTerms) -> Option<&String>;

const ACCOUNTS: [(&str, AccountOf); 2] = [
    ("/sales_discount_account_id", |terms| terms.sales_discount_account_id.as_ref()),
    ("/purchase_discount_account_id", |terms| terms.purchase_discount_account_id.as_ref()),
];

/// A discount is posted beside the money and the control account, in the document's currency.
fn check_account(id: &str, pointer: &str, snapshot: &Snapshot, faults: &mut Faults) {
    if faults.has(pointer) {
        return;
    }
    let is_other = |subtype: Subtype| subtype.holds_money() || matches!(subtype, Subtype::Ar | Subtype::Ap);
    match snapshot.catalog.accounts.get(id) {
        None => faults.add(pointer, format!("there is no account {id:?}")),
        Some(account) if account.subtype.is_some_and(is_other) => {
            faults.add(pointer, "must be no control account, and none that holds money");
        }
        Some(account) if !account.is_active => faults.add(pointer, format!("account {id:?} is inactive")),
        Some(_) => {}
    }
}

fn entry(saved: &PaymentTerms, word: &str, snapshot: &Snapshot) -> AuditEntry {
    let discount = saved.discount.as_ref();
    AuditEntry::about(RESOURCE, &saved.payment_terms_id, word, &snapshot.actor.user_id)
        .with("payment_terms_name", saved.payment_terms_name.clone())
        .with("net_days", saved.net_days)
        .with("discount_percent", discount.map(|discount| discount.percent.to_string()))
        .with("discount_days", discount.map(|discount| discount.days))
        .with("sales_discount_account_id", saved.sales_discount_account_id.clone())
        .with("purchase_discount_account_id", saved.purchase_discount_account_id.clone())
        .with("is_active", saved.is_active)
}
