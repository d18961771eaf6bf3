//! What documents of a type may have on each axis. See docs/proof.md#what-a-document-is.

use std::collections::BTreeSet;

use super::axis::Axis;
use super::values::{Example, Test, another};
use crate::approval::access::UserId;
use crate::approval::catalog::Catalog;
use crate::approval::field::{ENTRY_TYPES, Field};
use crate::values::account::{Account, AccountType, Subtype};
use crate::values::kind::{DocumentKind, Family, Party, PartyKind};
use crate::values::money::Currency;

/// What candidates are made of.
pub struct Candidates<'a> {
    pub kind: DocumentKind,
    pub catalog: &'a Catalog,
    pub base: Currency,
    /// People who are told apart as authors and beneficiaries.
    pub people: &'a BTreeSet<UserId>,
}

/// A value, and what it is kept apart by besides the tests.
type Candidate = (Example, Option<String>);

impl Candidates<'_> {
    /// All that a document may have on an axis of texts, up to what the tests can tell apart. The plainest come first.
    pub fn on(&self, axis: Axis, tests: &[Test<'_>]) -> Vec<Candidate> {
        match axis {
            // Not an axis of texts.
            Axis::Amount => Vec::new(),
            Axis::Currency => self.currencies(tests),
            Axis::CreatedBy => self.named_or_another(Field::CreatedBy, "somebody", tests),
            Axis::Party => self.parties(tests),
            Axis::EntryType if self.is_journal() => {
                ENTRY_TYPES.into_iter().map(|name| (Example::of(Field::EntryType, name), None)).collect()
            }
            Axis::EntryType => absent(),
            Axis::PaymentMethod if self.is_payment() => self.free(Field::PaymentMethod, "another-method", tests),
            Axis::PaymentMethod => absent(),
            Axis::Account => self.accounts(tests),
            // A payment's line is the account that its money moves on.
            Axis::Department | Axis::CostCenter if self.is_payment() => absent(),
            Axis::Department => self.free(Field::DepartmentId, "another-department", tests),
            Axis::CostCenter => self.free(Field::CostCenterId, "another-cost-center", tests),
        }
    }

    fn is_journal(&self) -> bool {
        matches!(self.kind.facts().family, Family::Journal)
    }

    /// Whether the document has one line only, that of the account which its money moves on.
    pub fn is_payment(&self) -> bool {
        matches!(self.kind.facts().family, Family::Payment(_))
    }

    /// Absent, or any text.
    fn free(&self, field: Field, plain: &str, tests: &[Test<'_>]) -> Vec<Candidate> {
        absent().into_iter().chain(self.named_or_another(field, plain, tests)).collect()
    }

    /// A value that no rule names, and all that rules name.
    fn named_or_another(&self, field: Field, plain: &str, tests: &[Test<'_>]) -> Vec<Candidate> {
        let of_people = matches!(field, Field::CreatedBy | Field::EmployeeId);
        let people = self.people.iter().filter(|_| of_people).map(UserId::as_str);
        let all = named(field, tests).chain(people);
        let other = another(plain, all.clone());
        let candidate = |value: &str| (Example::of(field, value), self.mark(field, value));
        std::iter::once(candidate(&other)).chain(all.map(candidate)).collect()
    }

    /// What keeps a value apart from others: the person whom the proof looks for in it.
    fn mark(&self, field: Field, value: &str) -> Option<String> {
        let person = match field {
            Field::CreatedBy | Field::EmployeeId => Some(UserId::from(value)),
            _ => party_kind(field).and_then(|kind| self.catalog.linked_user(kind, value)).cloned(),
        };
        person.filter(|person| self.people.contains(person)).map(|person| person.folded().to_owned())
    }

    fn currencies(&self, tests: &[Test<'_>]) -> Vec<Candidate> {
        let all: BTreeSet<&str> = named(Field::Currency, tests).collect();
        let other = std::iter::once(self.base).chain(every_currency()).find(|other| !all.contains(other.code()));
        let other = other.map(Currency::code);
        other.into_iter().chain(all).map(|code| (Example::of(Field::Currency, code), None)).collect()
    }

    fn parties(&self, tests: &[Test<'_>]) -> Vec<Candidate> {
        let of = |kind: DocumentKind| kind.items().map(|items| items.party);
        let parties: Vec<Party> = match &self.kind.facts().family {
            Family::Journal => return absent(),
            Family::Items(items) => vec![items.party],
            Family::Payment(payment) => payment.pays.iter().filter_map(|(kind, _)| of(*kind)).collect(),
        };
        parties.into_iter().flat_map(|party| self.parties_of(party, tests)).collect()
    }

    fn parties_of(&self, party: Party, tests: &[Test<'_>]) -> Vec<Candidate> {
        let (field, plain) = match party {
            Party::Recorded(PartyKind::Vendor) => (Field::VendorId, "another-vendor"),
            Party::Recorded(PartyKind::Customer) => (Field::CustomerId, "another-customer"),
            Party::Employee => (Field::EmployeeId, "another-employee"),
        };
        let mut found = self.named_or_another(field, plain, tests);
        let linked = self
            .catalog
            .linked
            .iter()
            .filter(|((kind, _), person)| party.recorded() == Some(*kind) && self.people.contains(person));
        found.extend(linked.map(|((_, id), person)| (Example::of(field, id), Some(person.folded().to_owned()))));
        found
    }

    /// The accounts of the books, and others that there may be one day: of each type one that is not there yet, and those that rules
    /// name and the books do not know, of any type.
    fn accounts(&self, tests: &[Test<'_>]) -> Vec<Candidate> {
        let is_for = |subtype: Option<Subtype>| !self.is_payment() || subtype.is_some_and(Subtype::holds_money);
        let mut all: Vec<&Account> = self.catalog.accounts.values().filter(|one| is_for(one.subtype)).collect();
        all.sort_by_key(|account| (!account.is_active, &account.account_id));
        let of = |id: &str, of: AccountType, subtype: Option<Subtype>| {
            let fields = [(Field::AccountId, id.to_owned()), (Field::AccountType, of.name().to_owned())];
            let subtype = subtype.map(|subtype| (Field::AccountSubtype, subtype.name().to_owned()));
            (Example(fields.into_iter().chain(subtype).collect()), None)
        };
        let mut found: Vec<Candidate> =
            all.iter().map(|one| of(&one.account_id, one.account_type, one.subtype)).collect();
        let taken = named(Field::AccountId, tests).chain(self.catalog.accounts.keys().map(String::as_str));
        let other = another("another-account", taken);
        let unknown = named(Field::AccountId, tests).filter(|id| !self.catalog.accounts.contains_key(*id));
        for id in std::iter::once(other.as_str()).chain(unknown) {
            let types = kinds_of_account().filter(|(_, subtype)| is_for(*subtype));
            found.extend(types.map(|(account_type, subtype)| of(id, account_type, subtype)));
        }
        found
    }
}

/// Every type with each subtype that an account of it may have, the plain ones first.
fn kinds_of_account() -> impl Iterator<Item = (AccountType, Option<Subtype>)> {
    let plain = AccountType::ALL.iter().map(|of| (*of, None));
    let with_subtype =
        Subtype::ALL.iter().flat_map(|subtype| subtype.account_types().iter().map(|of| (*of, Some(*subtype))));
    plain.chain(with_subtype)
}

/// All values of a field that rules name.
fn named<'r>(field: Field, tests: &[Test<'r>]) -> impl Iterator<Item = &'r str> + Clone {
    let values: Vec<&'r [String]> = tests.iter().filter(|test| test.field == field).map(|test| test.values).collect();
    values.into_iter().flatten().map(String::as_str)
}

const fn party_kind(field: Field) -> Option<PartyKind> {
    match field {
        Field::VendorId => Some(PartyKind::Vendor),
        Field::CustomerId => Some(PartyKind::Customer),
        _ => None,
    }
}

fn absent() -> Vec<Candidate> {
    vec![(Example::default(), None)]
}

/// Every currency that money can be kept in, by its code.
fn every_currency() -> impl Iterator<Item = Currency> {
    let letters = || 'A'..='Z';
    let codes =
        letters().flat_map(move |one| letters().flat_map(move |two| letters().map(move |three| [one, two, three])));
    codes.filter_map(|code| Currency::parse(&code.iter().collect::<String>()))
}
