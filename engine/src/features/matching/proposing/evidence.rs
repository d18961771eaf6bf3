//! What speaks for a pair of a line and a transaction, or for a group of them, and how many points it is worth.

use super::book::{Line, Transaction};
use super::names::{Bearers, Likeness};
use super::proposal::ReasonKind;

/// What amount and date give together at most: never enough to be sure.
pub const AMOUNT_AND_DATE: i32 = 60;

const EQUAL_AMOUNT: i32 = 40;
const NEAR_AMOUNT: i32 = 10;
const SAME_DAY: i32 = 20;
const PER_DAY: i32 = 3;
const END_TO_END: i32 = 50;
const REFERENCE: i32 = 45;
const DOCUMENT: i32 = 45;
const MADE_FROM: i32 = 60;
const NUMBER: i32 = 20;
const ACCOUNT: i32 = 25;
const LEARNED: i32 = 25;
const NAMES_ANOTHER: i32 = -30;
const ANOTHER_PARTY: i32 = -40;
const PER_MEMBER: i32 = -2;
const NOT_NAMED: i32 = -15;
const TAKEN: i32 = -20;

/// The evidence of a pair. Of a group: the weakest of each kind among its pairs.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is one piece of evidence, and any of them may hold beside any other"
)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Evidence {
    pub is_equal: bool,
    /// Days apart, by the nearer of booking and value date.
    pub days: u32,
    pub end_to_end: bool,
    pub reference: bool,
    pub document: bool,
    /// The entry was made from the line.
    pub made_from: bool,
    pub number: bool,
    pub account: bool,
    pub name: Likeness,
    pub learned: bool,
    pub names_another: bool,
    pub another_party: bool,
    /// Members beyond a pair's two.
    pub extra_members: u8,
    /// Of a group that no text names: its sum may come out by chance.
    pub may_be_chance: bool,
    /// A sure proposal takes some of it.
    pub is_taken: bool,
}

impl Evidence {
    pub fn of_pair(line: &Line, transaction: &Transaction, bearers: &Bearers) -> Self {
        let source = line.source;
        let apart =
            |date: chrono::NaiveDate| date.signed_duration_since(transaction.source.date).num_days().unsigned_abs();
        let days = apart(source.date).min(apart(source.value_date));
        let reference = transaction.reference.as_deref();
        let end_to_end = reference.is_some() && line.end_to_end == reference;
        let document = transaction.documents.iter().any(|document| line.references.contains(document.0.as_str()));
        let reference = reference.is_some_and(|key| line.references.contains(key));
        let made_from = transaction.source.made_from.as_ref() == Some(&source.id);
        let of_another_line = transaction.source.made_from.is_some() && !made_from;
        let is_named = document || reference || end_to_end || made_from;
        let number = !is_named && transaction.numbers.iter().any(|number| line.numbers.contains(number.as_str()));
        let of_its_form = || transaction.forms.iter().any(|form| line.forms.contains(form.as_str()));
        let alike = |name| transaction.names.iter().map(|known| bearers.compare(name, known)).max().unwrap_or_default();
        Self {
            is_equal: source.amount == transaction.source.amount,
            days: u32::try_from(days).unwrap_or(u32::MAX),
            end_to_end,
            reference: reference && !end_to_end,
            document,
            made_from,
            number,
            account: line.account.as_ref().is_some_and(|account| transaction.accounts.contains(account)),
            name: line.name.as_ref().map(alike).unwrap_or_default(),
            learned: line.learned_party.is_some() && line.learned_party == transaction.source.party_id.as_deref(),
            names_another: of_another_line || (!is_named && (!line.references.is_empty() || of_its_form())),
            another_party: !line.known_parties.is_empty()
                && transaction.party.as_ref().is_some_and(|party| !line.known_parties.contains(party.as_str())),
            extra_members: 0,
            may_be_chance: false,
            is_taken: false,
        }
    }

    /// The weakest of both, for members of one group.
    #[must_use]
    pub fn weakest(self, other: Self) -> Self {
        Self {
            is_equal: self.is_equal && other.is_equal,
            days: self.days.max(other.days),
            end_to_end: self.end_to_end && other.end_to_end,
            reference: (self.reference || self.end_to_end)
                && (other.reference || other.end_to_end)
                && !(self.end_to_end && other.end_to_end),
            document: self.document && other.document,
            made_from: self.made_from && other.made_from,
            number: self.number && other.number,
            account: self.account && other.account,
            name: self.name.min(other.name),
            learned: self.learned && other.learned,
            names_another: self.names_another || other.names_another,
            another_party: self.another_party || other.another_party,
            extra_members: self.extra_members.max(other.extra_members),
            may_be_chance: self.may_be_chance || other.may_be_chance,
            is_taken: self.is_taken || other.is_taken,
        }
    }

    /// Whether it leads to these and not elsewhere.
    pub fn is_strong(&self) -> bool {
        self.is_equal && (self.is_named() || self.is_of_party()) && !self.names_another && !self.another_party
    }

    /// Whether the line names these, and nothing speaks against them.
    pub fn is_explained(&self) -> bool {
        self.is_strong() && self.is_named()
    }

    /// Whether a text of the line names the transaction or what it pays.
    pub fn is_named(&self) -> bool {
        self.end_to_end || self.reference || self.document || self.made_from
    }

    /// Whether something leads to the counterparty.
    pub fn is_of_party(&self) -> bool {
        self.account || self.learned || self.name >= Likeness::Close
    }

    /// Each kind that counts, with its points.
    pub fn counted(&self) -> impl Iterator<Item = (ReasonKind, i32)> {
        let when = |holds: bool, kind, points| holds.then_some((kind, points));
        let days = i32::try_from(self.days).unwrap_or(i32::MAX);
        let name = match self.name {
            Likeness::Same => 25,
            Likeness::Close => 20,
            Likeness::Partial => 10,
            Likeness::None => 0,
        };
        [
            when(self.is_equal, ReasonKind::EqualAmount, EQUAL_AMOUNT),
            when(!self.is_equal, ReasonKind::NearAmount, NEAR_AMOUNT),
            Some((ReasonKind::Days, SAME_DAY.saturating_sub(PER_DAY.saturating_mul(days)).max(0))),
            when(self.end_to_end, ReasonKind::EndToEndId, END_TO_END),
            when(self.reference, ReasonKind::Reference, REFERENCE),
            when(self.document, ReasonKind::Document, DOCUMENT),
            when(self.made_from, ReasonKind::MadeFrom, MADE_FROM),
            when(self.number, ReasonKind::Number, NUMBER),
            when(self.account, ReasonKind::CounterpartyAccount, ACCOUNT),
            when(name > 0, ReasonKind::Name, name),
            when(self.learned && !self.account, ReasonKind::Learned, LEARNED),
            when(self.names_another, ReasonKind::NamesAnother, NAMES_ANOTHER),
            when(self.another_party, ReasonKind::AnotherParty, ANOTHER_PARTY),
            when(self.extra_members > 0, ReasonKind::Members, PER_MEMBER.saturating_mul(i32::from(self.extra_members))),
            when(self.extra_members > 0 && !self.is_named(), ReasonKind::NotNamed, NOT_NAMED),
            when(self.is_taken, ReasonKind::Taken, TAKEN),
        ]
        .into_iter()
        .flatten()
    }

    pub fn points(&self) -> i32 {
        self.counted().map(|each| each.1).fold(0, i32::saturating_add)
    }

    /// The points for what leads to these, not for how near they are or how many: what is the same of two payments alike.
    pub fn substance(&self) -> i32 {
        let counts = |kind| match kind {
            ReasonKind::Days | ReasonKind::Members | ReasonKind::NotNamed | ReasonKind::Taken => false,
            ReasonKind::EqualAmount
            | ReasonKind::NearAmount
            | ReasonKind::EndToEndId
            | ReasonKind::Reference
            | ReasonKind::Document
            | ReasonKind::MadeFrom
            | ReasonKind::Number
            | ReasonKind::CounterpartyAccount
            | ReasonKind::Name
            | ReasonKind::Learned
            | ReasonKind::NamesAnother
            | ReasonKind::AnotherParty => true,
        };
        self.counted().filter(|each| counts(each.0)).map(|each| each.1).fold(0, i32::saturating_add)
    }
}
