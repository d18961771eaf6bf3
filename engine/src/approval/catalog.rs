//! What every command needs to know and seldom changes: accounts, periods, rules, roles, people.
//!
//! The store keeps one copy in memory with the revision it was read at. Every command reads the
//! present revision under the books' shared lock, and every change to the catalog raises it under
//! the exclusive one, so the copy that a command decides on is never stale.

mod accounts;
mod approvers;
mod coming;
pub mod history;
mod people;
mod signers;

use std::collections::BTreeMap;
use std::sync::Arc;

pub use self::accounts::Accounts;
pub use self::people::{People, Person};

use crate::approval::Rule;
use crate::approval::access::{Actor, Delegation, Directory, Permissions, Role, UserId, allow};
use crate::approval::splitting::Aggregate;
use crate::books::ledger::posting::AddedAccounts;
use crate::books::party::PartyKind;
use crate::books::period::Period;
use crate::values::account::{Account, Subtype};
use crate::values::clock::{Date, Timestamp};
use crate::values::dimension::Dimensions;
use crate::values::kind::DocumentKind;
use crate::values::payment_terms::PaymentTerms;
use crate::values::period_exception::PeriodException;
use crate::values::tax_code::TaxCode;
use crate::values::write_off_rule::WriteOffRule;

/// The whole catalog at one revision.
#[derive(Clone, Default, Debug)]
pub struct Catalog {
    pub revision: i64,
    pub accounts: Accounts,
    pub periods: BTreeMap<String, Period>,
    pub tax_codes: BTreeMap<String, TaxCode>,
    pub exceptions: BTreeMap<String, PeriodException>,
    pub payment_terms: BTreeMap<String, PaymentTerms>,
    pub write_off_rules: BTreeMap<String, WriteOffRule>,
    pub rules: BTreeMap<String, Rule>,
    /// The number of the set that these rules are.
    pub rule_set: i64,
    /// The set that comes next, when it is known; also for the moment between its instant and its being written down.
    pub scheduled: Option<Scheduled>,
    pub roles: BTreeMap<String, Role>,
    pub users: Directory,
    pub delegations: BTreeMap<String, Delegation>,
    /// The users to whom customers and vendors are linked; parties without a user are not in it.
    pub linked: BTreeMap<(PartyKind, String), UserId>,
    pub dimensions: Dimensions,
}

/// A draft whose rules come into force.
#[derive(Clone, Debug)]
pub struct Scheduled {
    pub draft_id: String,
    pub from: Timestamp,
    side: Side,
}

/// On which side of its instant a catalog is.
#[derive(Clone, Debug)]
enum Side {
    /// Before it: the catalog with the rules that come.
    Before(Arc<Catalog>),
    /// After it, and not written down yet: the rules that are.
    After(Arc<BTreeMap<String, Rule>>),
}

impl Catalog {
    /// What the actor may do: the token's permissions and those of its known roles. See docs/rules/access.md#grants.
    pub fn grants(&self, actor: &Actor) -> Permissions {
        let mut all = actor.token_permissions.clone();
        for role in actor.roles.iter().filter_map(|role| self.roles.get(role)) {
            all.0.extend(role.permissions.iter().cloned());
        }
        all
    }

    /// Whether the actor may do this.
    pub fn allows(&self, actor: &Actor, resource: &str, action: &str) -> bool {
        actor.token_permissions.allow(resource, action)
            || actor
                .roles
                .iter()
                .filter_map(|role| self.roles.get(role))
                .any(|role| allow(&role.permissions, resource, action))
    }

    /// Whether what is submitted of the type is to be found by a rule that adds up, now or once a scheduled set is in force.
    pub fn adds_up(&self, kind: DocumentKind) -> bool {
        self.adding(kind).next().is_some() || self.coming().is_some_and(|coming| coming.adding(kind).next().is_some())
    }

    /// What the active rules of the type add up.
    pub fn adding(&self, kind: DocumentKind) -> impl Iterator<Item = &Aggregate> {
        let of_type = move |rule: &&Rule| rule.is_active && rule.guards_submissions_of(kind);
        self.rules.values().filter(of_type).filter_map(|rule| rule.aggregate.as_ref())
    }

    /// The one active account of a subtype; none when there is none or there are several.
    pub fn only_account(&self, subtype: Subtype) -> Option<&Account> {
        let mut found = self.accounts.active(subtype);
        let first = found.next()?;
        found.next().is_none().then_some(first)
    }

    /// Whether the account is a bank, cash or card account.
    pub fn holds_money(&self, account_id: &str) -> bool {
        self.accounts.get(account_id).and_then(|account| account.subtype).is_some_and(Subtype::holds_money)
    }

    /// The accounts that take what rounding and differing rates leave over.
    pub fn added_accounts(&self) -> AddedAccounts<'_> {
        let first = |subtype| self.first_account(subtype).map(|account| account.account_id.as_str());
        AddedAccounts { rounding: first(Subtype::Rounding), exchange_gain_loss: first(Subtype::ExchangeGainLoss) }
    }

    /// The first active account of a subtype, by id: what takes rounding and exchange differences.
    pub fn first_account(&self, subtype: Subtype) -> Option<&Account> {
        self.accounts.active(subtype).next()
    }

    /// The periods that documents come into by their days: those of adjustments have to be named.
    pub fn regular_periods(&self) -> impl Iterator<Item = &Period> {
        self.periods.values().filter(|period| !period.is_adjustment)
    }

    /// The period that holds the date, open or not.
    pub fn period_of(&self, date: Date) -> Option<&Period> {
        self.periods.values().find(|period| period.holds(date))
    }

    /// The period of adjustments on this one's last day, where there is one.
    pub fn adjusting(&self, period: &Period) -> Option<&Period> {
        let on_its_last_day = |other: &&Period| other.is_adjustment && other.end_date == period.end_date;
        self.periods.values().find(on_its_last_day).filter(|other| other.period_id != period.period_id)
    }

    /// The user to whom the customer or vendor is linked.
    pub fn linked_user(&self, kind: PartyKind, party_id: &str) -> Option<&UserId> {
        self.linked.get(&(kind, party_id.to_owned()))
    }

    /// Whether the person is recorded as inactive. See docs/rules/access.md#inactive-users.
    pub fn is_inactive(&self, user_id: &UserId) -> bool {
        self.users.get(user_id).is_some_and(|user| !user.is_active)
    }

    /// Whether the caller's token is refused: they are recorded as inactive. A caller who may do everything is refused only when
    /// another who may do everything, too, made them inactive, so that a lesser right over the directory locks no admin out.
    pub fn bars(&self, actor: &Actor) -> bool {
        let inactive = self.users.get(&actor.user_id).filter(|user| !user.is_active);
        inactive.is_some_and(|user| user.inactive_by_admin || !self.grants(actor).are_all())
    }
}
