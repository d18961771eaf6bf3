//! Changes to the chart of accounts. See docs/rules/master-data.md#an-account-in-use.

use std::collections::BTreeSet;

use crate::approval::line_ids::LineIds;
use rust_decimal::Decimal;

use crate::books::command::snapshot::OpenIn;
use crate::books::command::{
    AuditEntry, Change, Command, Decision, Effects, Guarded, Needed, Permitted, Refuses, Snapshot, Takes, Target, Wants,
};
use crate::values::account::{Account, AccountType, Subtype};
use crate::values::error::{Faults, Refusal, RefusalName};
use crate::values::kind::Thing;
use crate::values::money::{Currency, number};

/// What may be set on an account; `None` leaves it as it is.
#[derive(Clone, Default, Debug)]
pub struct AccountDraft {
    pub account_name: Option<String>,
    pub account_type: Option<AccountType>,
    pub subtype: Option<Option<Subtype>>,
    pub currency: Option<Option<Currency>>,
    pub is_active: Option<bool>,
    pub required_dimensions: Option<Vec<String>>,
}

/// Creates an account, or changes the one that is there.
pub struct SaveAccount {
    pub account_id: String,
    pub draft: AccountDraft,
    /// Whether it must be new, or must exist.
    pub create: bool,
    pub faults: Faults,
}

impl Refuses for SaveAccount {
    const IS_GUARDED: bool = true;
    const REFUSALS: &'static [RefusalName] = &[RefusalName::InUse];
}

impl Permitted for SaveAccount {
    const TAKES: Takes = Takes::These(&[("account", "write")]);
}

impl Command for SaveAccount {
    type Answer = Account;

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(None)
    }

    fn guarded<'a>(&'a self, _: &'a Snapshot, effects: &Effects) -> Option<Guarded<'a>> {
        let saved = effects.changes.iter().find_map(|change| match change {
            Change::SaveAccount(saved) => Some((saved.account_type, saved.subtype)),
            _ => None,
        });
        Some(guarded(self.create, &self.account_id, saved))
    }

    fn wants(&self) -> Wants {
        Wants {
            use_of_account: Some(self.account_id.clone()),
            ..Wants::catalog(Target::Account(self.account_id.clone()))
        }
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<Account>, Refusal> {
        let before = snapshot.catalog.accounts.get(&self.account_id);
        let account = match before {
            Some(_) if self.create => {
                return Err(RefusalName::AlreadyExists.because(format!("account {:?} exists already", self.account_id)));
            }
            None if !self.create => return Err(Refusal::not_found("account", &self.account_id)),
            Some(account) => self.changed(account),
            None => self.created(snapshot)?,
        };
        let mut faults = self.faults.clone();
        if before.is_none() && account.account_name.is_empty() {
            faults.add("/account_name", "is required");
        }
        self.subtype_fits(before, &account, &mut faults);
        self.dimensions_are_known(snapshot, &mut faults);
        takes_differences_in_base(&account, snapshot, &mut faults);
        faults.or(())?;
        if let Some(before) = before {
            if (Account { version: before.version, ..account.clone() }) == *before {
                return Ok(Decision::unchanged(before.clone(), snapshot));
            }
            refuse_what_use_forbids(before, &account, snapshot)?;
        }
        let word = if before.is_some() { "Updated" } else { "Created" };
        let audit = AuditEntry::about("account", &self.account_id, word, &snapshot.actor.user_id)
            .with_stored("account", &account);
        Ok(Decision::new(Effects::one(snapshot.now, Change::SaveAccount(account.clone()), audit), account))
    }

    fn faults(&self) -> Option<&Faults> {
        Some(&self.faults)
    }
}

/// What conversion to base leaves over is of no other currency.
fn takes_differences_in_base(account: &Account, snapshot: &Snapshot, faults: &mut Faults) {
    let base = snapshot.settings.base_currency;
    let takes = matches!(account.subtype, Some(Subtype::Rounding | Subtype::ExchangeGainLoss));
    if takes && account.currency.is_some_and(|currency| currency != base) {
        faults.add("/currency", format!("an account of this subtype takes differences in {base}, the base currency"));
    }
}

impl SaveAccount {
    fn changed(&self, account: &Account) -> Account {
        let draft = &self.draft;
        Account {
            account_name: draft.account_name.clone().unwrap_or_else(|| account.account_name.clone()),
            account_type: draft.account_type.unwrap_or(account.account_type),
            subtype: draft.subtype.unwrap_or(account.subtype),
            currency: draft.currency.unwrap_or(account.currency),
            is_active: draft.is_active.unwrap_or(account.is_active),
            required_dimensions: self.required().unwrap_or_else(|| account.required_dimensions.clone()),
            version: account.version.saturating_add(1),
            ..account.clone()
        }
    }

    fn required(&self) -> Option<BTreeSet<String>> {
        self.draft.required_dimensions.as_ref().map(|all| all.iter().cloned().collect())
    }

    fn dimensions_are_known(&self, snapshot: &Snapshot, faults: &mut Faults) {
        for (at, id) in self.draft.required_dimensions.iter().flatten().enumerate() {
            if !snapshot.catalog.dimensions.all.get(id).is_some_and(|known| known.is_active) {
                faults.add(format!("/required_dimensions/{at}"), format!("there is no active dimension {id:?}"));
            }
        }
    }

    /// A type or subtype that is set now must fit the other. What older books hold otherwise stays until it is touched.
    fn subtype_fits(&self, before: Option<&Account>, after: &Account, faults: &mut Faults) {
        let meaning = |account: &Account| (account.account_type, account.subtype);
        let Some(subtype) = after.subtype.filter(|_| before.is_none_or(|before| meaning(before) != meaning(after)))
        else {
            return;
        };
        if !subtype.account_types().contains(&after.account_type) {
            let fitting: Vec<_> = subtype.account_types().iter().map(|fitting| fitting.name()).collect();
            let (account_type, fitting) = (after.account_type.name(), fitting.join(" or "));
            let detail = format!("{} is for accounts of type {fitting}, not {account_type}", subtype.name());
            let given = matches!(self.draft.subtype, Some(Some(_)));
            faults.add(if given { "/subtype" } else { "/account_type" }, detail);
        }
    }

    fn created(&self, snapshot: &Snapshot) -> Result<Account, Refusal> {
        let draft = &self.draft;
        let Some(account_type) = draft.account_type else {
            let mut faults = self.faults.clone();
            faults.add("/account_type", "is required");
            return Err(Refusal::Invalid(faults));
        };
        Ok(Account {
            account_id: self.account_id.clone(),
            account_name: draft.account_name.clone().unwrap_or_default(),
            account_type,
            subtype: draft.subtype.flatten(),
            currency: draft.currency.flatten(),
            is_active: draft.is_active.unwrap_or(true),
            required_dimensions: self.required().unwrap_or_default(),
            version: 1,
            created_at: snapshot.now,
            created_by: snapshot.actor.user_id.to_string(),
        })
    }
}

/// To conditions an account is its own one line.
fn guarded(is_new: bool, account_id: &str, is_of: Option<(AccountType, Option<Subtype>)>) -> Guarded<'_> {
    let mut guarded = Guarded::saved(Thing::Account, is_new, account_id);
    let line = LineIds {
        account_id: Some(account_id),
        account_type: is_of.map(|(account_type, _)| account_type.name()),
        account_subtype: is_of.and_then(|(_, subtype)| subtype).map(Subtype::name),
        ..LineIds::default()
    };
    guarded.subject = guarded.subject.with_line(line);
    guarded
}

/// What has postings keeps its type, purpose and currency; what unposted documents name stays active, so that
/// what is approved cannot fail in the posting job.
fn refuse_what_use_forbids(before: &Account, after: &Account, snapshot: &Snapshot) -> Result<(), Refusal> {
    let used = snapshot.account_use;
    let meaning_changes =
        (before.account_type, before.subtype, before.currency) != (after.account_type, after.subtype, after.currency);
    // What was posted to a plain account means the same when the account is said to hold money.
    let only_holds_money = before.subtype.is_none()
        && after.subtype.is_some_and(Subtype::holds_money)
        && (before.account_type, before.currency) == (after.account_type, after.currency);
    let used_somewhere = used.has_postings || used.in_unposted_documents || used.in_reconciliations;
    if meaning_changes && !only_holds_money && used_somewhere {
        return Err(RefusalName::InUse.because(
            "an account with postings, submitted documents or reconciliations keeps its type, subtype and currency",
        ));
    }
    // What a budget says of it is positive on the side of its type.
    if used.in_budgets && before.account_type != after.account_type {
        return Err(RefusalName::InUse.because("an account that a budget names keeps its type"));
    }
    if before.subtype != after.subtype || before.currency != after.currency {
        named_by_no_tax_code(before, snapshot)?;
        named_by_no_terms(before, snapshot)?;
        named_by_no_write_off_rule(before, snapshot)?;
    }
    if meaning_changes || !after.is_active {
        needed_by_no_posting(before, snapshot)?;
    }
    if !before.is_active || after.is_active {
        return Ok(());
    }
    // How much is open is told first: it says more than that something is under way.
    nothing_open(snapshot)?;
    if used.in_unposted_documents {
        return Err(RefusalName::InUse.because("submitted documents that are not posted yet use the account"));
    }
    Ok(())
}

/// What is open in a control account is settled there. See docs/rules/master-data.md#an-account-in-use.
fn nothing_open(snapshot: &Snapshot) -> Result<(), Refusal> {
    let OpenIn { documents, base_amount } = snapshot.account_use.open;
    if documents == 0 {
        return Ok(());
    }
    let base = snapshot.settings.base_currency;
    // More than a decimal holds is no amount of any books.
    let amount = Decimal::try_from_i128_with_scale(base_amount, base.decimals()).unwrap_or_default();
    Err(RefusalName::InUse
        .because(format!("{amount} {base} is open in the account (documents: {documents}): settle or void them first"))
        .with("open_documents", documents)
        .with("open_amount", number(amount)))
}

/// What is approved and not posted yet may have a difference for this account, though it does not name it.
fn needed_by_no_posting(account: &Account, snapshot: &Snapshot) -> Result<(), Refusal> {
    let takes_differences = matches!(account.subtype, Some(Subtype::Rounding | Subtype::ExchangeGainLoss));
    if takes_differences && snapshot.account_use.approved_documents {
        return Err(RefusalName::InUse.because("approved documents that are not posted yet may need the account"));
    }
    Ok(())
}

/// What a tax code posts to stays an account for taxes. See docs/rules/tax.md#tax-codes.
fn named_by_no_tax_code(account: &Account, snapshot: &Snapshot) -> Result<(), Refusal> {
    match snapshot.catalog.tax_codes.values().find(|code| code.names(&account.account_id)) {
        None => Ok(()),
        Some(code) => Err(RefusalName::InUse.because(format!("tax code {:?} names the account", code.tax_code_id))),
    }
}

/// Where discounts are posted stays what it is. See docs/rules/payment-terms.md#terms-of-payment.
fn named_by_no_terms(account: &Account, snapshot: &Snapshot) -> Result<(), Refusal> {
    match snapshot.catalog.payment_terms.values().find(|terms| terms.names(&account.account_id)) {
        None => Ok(()),
        Some(terms) => {
            let id = &terms.payment_terms_id;
            Err(RefusalName::InUse.because(format!("payment terms {id:?} name the account")))
        }
    }
}

/// Where small differences are posted stays what it is. See docs/rules/write-offs.md#write-off-rules.
fn named_by_no_write_off_rule(account: &Account, snapshot: &Snapshot) -> Result<(), Refusal> {
    match snapshot.catalog.write_off_rules.values().find(|rule| rule.account_id == account.account_id) {
        None => Ok(()),
        Some(rule) => {
            let id = &rule.write_off_rule_id;
            Err(RefusalName::InUse.because(format!("write-off rule {id:?} names the account")))
        }
    }
}

/// Deletes an account that was never used.
pub struct DeleteAccount {
    pub account_id: String,
}

impl Refuses for DeleteAccount {
    const IS_GUARDED: bool = true;
    const REFUSALS: &'static [RefusalName] = &[RefusalName::InUse];
}

impl Permitted for DeleteAccount {
    const TAKES: Takes = Takes::These(&[("account", "write")]);
}

impl Command for DeleteAccount {
    type Answer = ();

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(None)
    }

    fn guarded<'a>(&'a self, snapshot: &'a Snapshot, _: &Effects) -> Option<Guarded<'a>> {
        let before = snapshot.catalog.accounts.get(&self.account_id);
        Some(guarded(false, &self.account_id, before.map(|account| (account.account_type, account.subtype))))
    }

    fn wants(&self) -> Wants {
        Wants {
            use_of_account: Some(self.account_id.clone()),
            ..Wants::catalog(Target::Account(self.account_id.clone()))
        }
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<()>, Refusal> {
        let Some(account) = snapshot.catalog.accounts.get(&self.account_id) else {
            return Err(Refusal::not_found("account", &self.account_id));
        };
        needed_by_no_posting(account, snapshot)?;
        named_by_no_tax_code(account, snapshot)?;
        named_by_no_terms(account, snapshot)?;
        named_by_no_write_off_rule(account, snapshot)?;
        let used = snapshot.account_use;
        if used.has_postings || used.in_unposted_documents || used.in_reconciliations || used.in_budgets {
            return Err(RefusalName::InUse.because("the account is used: deactivate it instead"));
        }
        if used.in_offers {
            let why = "an open document offers a discount that is posted to the account: deactivate it instead";
            return Err(RefusalName::InUse.because(why));
        }
        let audit = AuditEntry::about("account", &self.account_id, "Deleted", &snapshot.actor.user_id);
        Ok(Decision::new(Effects::one(snapshot.now, Change::DeleteAccount(self.account_id.clone()), audit), ()))
    }
}
