//! Aging of receivables and payables: what is open at the end of a day, by party, by how long it is overdue.
//! See docs/rules/reports.md#aging.
//!
//! Nothing is read from what a document says of itself today: the postings on the control accounts, and the applications of
//! credit memos, each with its day, tell what was open then. So the total is the balance of those accounts in the trial balance
//! of that day, to the minor unit; what journal entries put there stands in a row of its own, without a party.

use std::collections::BTreeMap;

use crate::clock::Date;
use crate::engine::Engine;
use crate::error::Error;
use crate::ledger::Subtype;
use crate::money::{Minor, MoneyError};
use crate::report::party::{Names, Party, PartyType};
use crate::report::too_large;
use crate::store::StoreError;
use crate::store::read::open_items::{self, OpenDocument, OpenItem};

/// Whose debts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AgingKind {
    /// Receivables: invoices, less payments and credit memos; a debit balance is positive.
    Ar,
    /// Payables: bills and expenses, less payments; a credit balance is positive.
    Ap,
}

impl AgingKind {
    const fn control(self) -> Subtype {
        match self {
            Self::Ar => Subtype::Ar,
            Self::Ap => Subtype::Ap,
        }
    }

    /// In the sign that is natural: what is owed is positive.
    fn natural(self, amount: Minor) -> Result<Minor, MoneyError> {
        match self {
            Self::Ar => Ok(amount),
            Self::Ap => amount.negated(),
        }
    }
}

/// How long after its due date.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Bucket {
    /// Not overdue.
    Current,
    Days1To30,
    Days31To60,
    Days61To90,
    Over90,
}

impl Bucket {
    pub const ALL: [Self; 5] = [Self::Current, Self::Days1To30, Self::Days31To60, Self::Days61To90, Self::Over90];

    /// By the days since the due date; the due day itself is not overdue.
    pub const fn of(days: i64) -> Self {
        match days {
            ..=0 => Self::Current,
            1..=30 => Self::Days1To30,
            31..=60 => Self::Days31To60,
            61..=90 => Self::Days61To90,
            91.. => Self::Over90,
        }
    }
}

/// Sums by bucket, in base currency.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Buckets {
    pub current: Minor,
    pub days_1_30: Minor,
    pub days_31_60: Minor,
    pub days_61_90: Minor,
    pub over_90: Minor,
    pub total: Minor,
}

impl Buckets {
    fn add(&mut self, bucket: Bucket, amount: Minor) -> Result<(), MoneyError> {
        let own = match bucket {
            Bucket::Current => &mut self.current,
            Bucket::Days1To30 => &mut self.days_1_30,
            Bucket::Days31To60 => &mut self.days_31_60,
            Bucket::Days61To90 => &mut self.days_61_90,
            Bucket::Over90 => &mut self.over_90,
        };
        *own = own.checked_add(amount)?;
        self.total = self.total.checked_add(amount)?;
        Ok(())
    }
}

/// One open document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenRow {
    pub document: OpenDocument,
    /// 0 while it is not overdue. What has no due date is due on its own.
    pub days_overdue: i64,
    pub bucket: Bucket,
    /// In the document's currency; negative for what a credit memo has left.
    pub open_amount: Minor,
    /// In base currency, at the document's rate.
    pub base_open_amount: Minor,
}

/// One party with its open documents, oldest due first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PartyAging {
    pub party: Party,
    pub buckets: Buckets,
    pub documents: Vec<OpenRow>,
}

/// The whole report; by type and id of the party.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Aging {
    pub parties: Vec<PartyAging>,
    /// What journal entries put into the control accounts; it has no due date and counts as current.
    pub journal: Minor,
    pub totals: Buckets,
}

impl Engine {
    /// Ages what was open at the end of the day.
    pub async fn aging(&self, kind: AgingKind, as_of: Date) -> Result<Aging, Error> {
        let tx = self.store.begin_read().await?;
        let read = async {
            let items = open_items::on(&tx, kind.control(), as_of).await?;
            let catalog = self.catalog(&tx).await?;
            let asked = items.iter().filter_map(|item| item.document.as_ref()).filter_map(party_of);
            let names = Names::of(&tx, &catalog, asked).await?;
            Ok::<_, StoreError>((items, names))
        }
        .await;
        tx.rollback().await.map_err(StoreError::from)?;
        let (items, names) = read?;
        age(kind, as_of, items, &names).map_err(too_large)
    }
}

fn party_of(document: &OpenDocument) -> Option<(PartyType, String)> {
    Some((PartyType::of(document.kind, None)?, document.party_id.clone()?))
}

fn age(kind: AgingKind, as_of: Date, items: Vec<OpenItem>, names: &Names) -> Result<Aging, MoneyError> {
    let mut aging = Aging::default();
    let mut parties: BTreeMap<Party, PartyAging> = BTreeMap::new();
    for item in items {
        let (open_amount, base_open_amount) = (kind.natural(item.amount)?, kind.natural(item.base_amount)?);
        let Some((document, (party_type, id))) = item.document.and_then(|it| party_of(&it).map(|party| (it, party)))
        else {
            aging.journal = aging.journal.checked_add(base_open_amount)?;
            aging.totals.add(Bucket::Current, base_open_amount)?;
            continue;
        };
        let days = as_of.days_since(document.due_date.unwrap_or(document.tran_date));
        let bucket = Bucket::of(days);
        aging.totals.add(bucket, base_open_amount)?;
        let party = names.party(party_type, &id);
        let own = parties.entry(party.clone()).or_insert_with(|| PartyAging {
            party,
            buckets: Buckets::default(),
            documents: Vec::new(),
        });
        own.buckets.add(bucket, base_open_amount)?;
        own.documents.push(OpenRow { document, days_overdue: days.max(0), bucket, open_amount, base_open_amount });
    }
    aging.parties = parties.into_values().collect();
    for party in &mut aging.parties {
        party.documents.sort_by(|a, b| {
            let key =
                |row: &OpenRow| (row.document.due_date.unwrap_or(row.document.tran_date), row.document.id.clone());
            key(a).cmp(&key(b))
        });
    }
    Ok(aging)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_due_day_is_not_overdue_and_the_thirtieth_after_it_is_of_the_first_month() {
        for (days, bucket) in [
            (-400, Bucket::Current),
            (0, Bucket::Current),
            (1, Bucket::Days1To30),
            (30, Bucket::Days1To30),
            (31, Bucket::Days31To60),
            (60, Bucket::Days31To60),
            (61, Bucket::Days61To90),
            (90, Bucket::Days61To90),
            (91, Bucket::Over90),
            (4_000, Bucket::Over90),
        ] {
            assert_eq!(Bucket::of(days), bucket, "{days}");
        }
    }
}
