//! What belongs together is added up: a rule may be asked about the sum of what somebody submitted in so many days. So an amount that
//! was split does not pass below its bounds. See docs/rules/approval.md#splitting.

use crate::values::clock::Timestamp;
use crate::values::error::Faults;
use crate::values::kind::spelled::spelled;
use crate::values::kind::{DocumentKind, Party, PartyKind};
use crate::values::money::Minor;

/// The most days that a rule adds up.
pub const MOST_DAYS: u32 = 366;
/// So many documents that were added up are named.
const NAMED: usize = 100;

spelled! {
    /// Whose documents are added up.
    AggregateBy {
        /// Those that the same person created.
        Author = "author",
        Vendor = "vendor",
        Customer = "customer",
    }
}

/// What a rule adds up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Aggregate {
    /// 1 or more.
    pub days: u32,
    pub by: AggregateBy,
}

/// A document of the same type that was submitted before, and was neither called off nor sent back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Earlier {
    pub document_id: String,
    /// Its [size](super::subject::Subject::size) in base currency.
    pub amount: Minor,
    pub submitted_at: Timestamp,
}

/// What was submitted before that a document may be added to: the latest first.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct EarlierDocuments {
    pub of_author: Vec<Earlier>,
    /// Of the same vendor or customer.
    pub of_party: Vec<Earlier>,
}

impl EarlierDocuments {
    /// Takes out the document that is added to them.
    #[must_use = "it may have to be put back"]
    pub fn leave_out(&mut self, document_id: &str) -> Self {
        let is_it = |earlier: &mut Earlier| earlier.document_id == document_id;
        Self {
            of_author: self.of_author.extract_if(.., is_it).collect(),
            of_party: self.of_party.extract_if(.., is_it).collect(),
        }
    }

    /// Puts these back where they were.
    pub fn put_back(&mut self, left_out: Self) {
        for (all, back) in [(&mut self.of_author, left_out.of_author), (&mut self.of_party, left_out.of_party)] {
            for earlier in back {
                let place = all.partition_point(|other| other.submitted_at > earlier.submitted_at);
                all.insert(place, earlier);
            }
        }
    }
}

/// The documents that an amount was added up from, beside the document itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AddedUp {
    pub aggregate: Aggregate,
    /// With the document's own, in base currency.
    pub amount: Minor,
    /// The latest of them, at most 100.
    pub documents: Vec<String>,
    /// How many more there are.
    pub left_out: u64,
}

impl Aggregate {
    /// What is wrong with it, for rules of this type.
    pub fn check(&self, kind: DocumentKind) -> Faults {
        let mut faults = Faults::default();
        if !(1..=MOST_DAYS).contains(&self.days) {
            faults.add("/aggregate_days", format!("must be between 1 and {MOST_DAYS}"));
        }
        let party = match self.by {
            AggregateBy::Author => return faults,
            AggregateBy::Vendor => PartyKind::Vendor,
            AggregateBy::Customer => PartyKind::Customer,
        };
        if !kind.parties().contains(&Party::Recorded(party)) {
            faults.add("/aggregate_by", format!("{} has no {}", kind.title(), party.name()));
        }
        faults
    }

    /// The documents that it adds: those that were submitted in so many days before.
    fn within<'e>(&self, earlier: &'e EarlierDocuments, now: Timestamp) -> impl Iterator<Item = &'e Earlier> {
        let all = match self.by {
            AggregateBy::Author => &earlier.of_author,
            AggregateBy::Vendor | AggregateBy::Customer => &earlier.of_party,
        };
        let since = now.minus_days(self.days);
        all.iter().filter(move |document| document.submitted_at >= since)
    }

    /// The document's amount with theirs. A sum without a magnitude is larger than any bound.
    pub fn sum(&self, own: Minor, earlier: &EarlierDocuments, now: Timestamp) -> Minor {
        Minor(self.within(earlier, now).fold(own.0, |sum, document| sum.saturating_add(document.amount.0)))
    }

    /// The same sum with the documents that it was added up from.
    pub fn add_up(&self, own: Minor, earlier: &EarlierDocuments, now: Timestamp) -> AddedUp {
        let named = self.within(earlier, now).take(NAMED);
        AddedUp {
            aggregate: *self,
            amount: self.sum(own, earlier, now),
            documents: named.map(|document| document.document_id.clone()).collect(),
            left_out: u64::try_from(self.within(earlier, now).skip(NAMED).count()).unwrap_or(u64::MAX),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: i64 = 86_400_000_000;

    fn earlier(id: &str, amount: i64, day: i64) -> Earlier {
        Earlier { document_id: id.into(), amount: Minor(amount), submitted_at: Timestamp::from_micros(day * DAY) }
    }

    #[test]
    fn what_was_submitted_in_so_many_days_is_added_up() {
        let before = EarlierDocuments {
            of_author: vec![earlier("a", 300, 9), earlier("b", 20, 7), earlier("c", 1, 2)],
            of_party: vec![earlier("d", 5_000, 8)],
        };
        let now = Timestamp::from_micros(10 * DAY);
        for (days, by, amount, documents) in [
            (1, AggregateBy::Author, 1_300, &["a"][..]),
            (3, AggregateBy::Author, 1_320, &["a", "b"]),
            (30, AggregateBy::Author, 1_321, &["a", "b", "c"]),
            (1, AggregateBy::Vendor, 1_000, &[]),
            (2, AggregateBy::Vendor, 6_000, &["d"]),
        ] {
            let found = Aggregate { days, by }.add_up(Minor(1_000), &before, now);
            assert_eq!((found.amount.0, found.left_out), (amount, 0), "{days} {by:?}");
            assert_eq!(found.documents, documents);
        }
    }

    #[test]
    fn many_are_counted_and_the_latest_named() {
        let of_author = (0..250).map(|at| earlier(&at.to_string(), i64::MAX / 8, 1)).collect();
        let before = EarlierDocuments { of_author, of_party: Vec::new() };
        let aggregate = Aggregate { days: 1, by: AggregateBy::Author };
        let found = aggregate.add_up(Minor(1), &before, Timestamp::from_micros(DAY));
        assert_eq!((found.documents.len(), found.left_out, found.amount), (100, 150, Minor(i64::MAX)));
    }

    #[test]
    fn a_type_adds_up_by_the_parties_that_it_has() {
        for (kind, by, pointers) in [
            (DocumentKind::Bill, AggregateBy::Vendor, &[][..]),
            (DocumentKind::BillPayment, AggregateBy::Vendor, &[]),
            (DocumentKind::Bill, AggregateBy::Customer, &["/aggregate_by"]),
            (DocumentKind::JournalEntry, AggregateBy::Author, &[]),
            (DocumentKind::JournalEntry, AggregateBy::Vendor, &["/aggregate_by"]),
            (DocumentKind::Invoice, AggregateBy::Customer, &[]),
        ] {
            let faults = Aggregate { days: 366, by }.check(kind);
            assert_eq!(faults.0.iter().map(|fault| fault.pointer.as_str()).collect::<Vec<_>>(), pointers, "{kind:?}");
        }
        let faults = Aggregate { days: 367, by: AggregateBy::Author }.check(DocumentKind::Bill);
        assert_eq!(faults.0.len(), 1);
    }
}
