//! Saves write-off rules: made, changed, switched off. See docs/rules/write-offs.md#write-off-rules.

use rust_decimal::Decimal;

use crate::books::action::kind::checks;
use crate::books::action::rate::ReadIn;
use crate::books::command::{
    AuditEntry, Command, Decision, Effects, Guarded, Needed, Permitted, Refuses, Snapshot, Takes, Wants, as_expected,
};
use crate::kernel::records::one_row::{saved, seen, wants_to_save};
use crate::values::error::{Faults, Refusal, RefusalName};
use crate::values::kind::Thing;
use crate::values::money::{Currency, Minor, number};
use crate::values::write_off_rule::{RESOURCE, TITLE, WriteOffRule};

/// What may be set of a write-off rule: `None` leaves it as it is.
#[derive(Clone, Default, Debug)]
pub struct RuleFields {
    pub write_off_rule_name: Option<String>,
    /// Given once: the tolerance is in it.
    pub currency: Option<Currency>,
    pub tolerance: Option<Decimal>,
    pub account_id: Option<String>,
    pub is_active: Option<bool>,
}

/// Makes a write-off rule, or changes one that is there. What was written by it stays as it is.
#[derive(Debug)]
pub struct SaveWriteOffRule {
    pub write_off_rule_id: String,
    pub fields: RuleFields,
    /// Whether it must be new, or must exist.
    pub create: bool,
    pub faults: Faults,
}

impl Refuses for SaveWriteOffRule {
    const IS_GUARDED: bool = true;
    const REFUSALS: &'static [RefusalName] = &[];
}

impl Permitted for SaveWriteOffRule {
    const TAKES: Takes = Takes::These(&[(RESOURCE, "write")]);
}

impl Command for SaveWriteOffRule {
    type Answer = WriteOffRule;

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(None)
    }

    fn guarded<'a>(&'a self, _: &'a Snapshot, _: &Effects) -> Option<Guarded<'a>> {
        Some(Guarded::saved(Thing::WriteOffRules, self.create, &self.write_off_rule_id))
    }

    fn wants(&self) -> Wants {
        wants_to_save::<WriteOffRule>(&self.write_off_rule_id)
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<WriteOffRule>, Refusal> {
        let before = seen(snapshot);
        as_expected(before, self.create, TITLE, ("write_off_rule_id", &self.write_off_rule_id))?;
        let mut faults = self.faults.clone();
        let merged = self.merged(before, snapshot, &mut faults);
        check_account(&merged, before, snapshot, &mut faults);
        faults.or(())?;
        Ok(saved(merged, before, entry, snapshot))
    }

    fn faults(&self) -> Option<&Faults> {
        Some(&self.faults)
    }
}

impl SaveWriteOffRule {
    fn merged(&self, before: Option<&WriteOffRule>, snapshot: &Snapshot, faults: &mut Faults) -> WriteOffRule {
        let fields = &self.fields;
        let by = snapshot.actor.user_id.to_string();
        let currency = before.map(|before| before.currency).or(fields.currency);
        let read_in =
            ReadIn { currency: currency.unwrap_or(snapshot.settings.base_currency), is_known: currency.is_some() };
        let text = |given: &Option<String>, kept: fn(&WriteOffRule) -> &String| {
            given.clone().or_else(|| before.map(kept).cloned()).unwrap_or_default()
        };
        WriteOffRule {
            write_off_rule_id: self.write_off_rule_id.clone(),
            write_off_rule_name: text(&fields.write_off_rule_name, |rule| &rule.write_off_rule_name),
            currency: read_in.currency,
            tolerance: self.tolerance(before, read_in, faults),
            account_id: text(&fields.account_id, |rule| &rule.account_id),
            is_active: fields.is_active.unwrap_or_else(|| before.is_none_or(|before| before.is_active)),
            version: before.map_or(1, |before| before.version.saturating_add(1)),
            created_at: before.map_or(snapshot.now, |before| before.created_at),
            created_by: before.map_or_else(|| by.clone(), |before| before.created_by.clone()),
            updated_at: snapshot.now,
            updated_by: by,
        }
    }

    fn tolerance(&self, before: Option<&WriteOffRule>, read_in: ReadIn, faults: &mut Faults) -> Minor {
        match (self.fields.tolerance, before) {
            (None, Some(before)) => before.tolerance,
            (given, _) => checks::positive_amount(given, "/tolerance", read_in, faults).unwrap_or_default(),
        }
    }
}

/// A difference is posted beside the money and the control account, in the payment's currency. The account is asked about where it is new.
fn check_account(rule: &WriteOffRule, before: Option<&WriteOffRule>, snapshot: &Snapshot, faults: &mut Faults) {
    const POINTER: &str = "/account_id";
    let is_kept = before.is_some_and(|before| before.account_id == rule.account_id);
    if !is_kept && !faults.has(POINTER) {
        let is_known = !faults.has("/currency");
        let read_in = ReadIn { currency: rule.currency, is_known };
        checks::deduction_account(Some(&rule.account_id), POINTER, read_in, snapshot, faults);
    }
}

fn entry(saved: &WriteOffRule, word: &str, snapshot: &Snapshot) -> AuditEntry {
    AuditEntry::about(RESOURCE, &saved.write_off_rule_id, word, &snapshot.actor.user_id)
        .with("write_off_rule_name", saved.write_off_rule_name.clone())
        .with("currency", saved.currency.code())
        .with("tolerance", number(saved.currency.to_decimal(saved.tolerance)))
        .with("account_id", saved.account_id.clone())
        .with("is_active", saved.is_active)
}
