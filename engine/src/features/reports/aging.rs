//! Aging of receivables and payables: the open amounts at the end of a day, by party and days overdue.
//! See docs/rules/reports.md#aging.
//!
//! The report does not read the present state of documents. It computes the open amounts from the postings on the
//! control accounts and the applications of credits, by their dates. So the total equals the balance of those
//! accounts in the trial balance of that day, to the minor unit. Journal entries on those accounts have a row of their
//! own, without a party.

use std::sync::Arc;

use sea_orm::DatabaseTransaction;

use crate::approval::catalog::Catalog;
use crate::features::reports::open_items;
use crate::features::reports::open_items::{OpenDocument, OpenItem, Walk};
use crate::features::reports::party::{Names, Party, PartyType};
use crate::features::reports::too_large;
use crate::kernel::engine::Engine;
use crate::kernel::query::Reading;
use crate::kernel::store::read::revalued::revalued;
use crate::values::account::Subtype;
use crate::values::clock::Date;
use crate::values::error::Error;
use crate::values::kind::PartyKind;
use crate::values::money::{Minor, MoneyError};

/// Receivables or payables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AgingKind {
    /// Receivables: invoices, less payments and credits; a debit balance is positive.
    Ar,
    /// Payables: bills and expenses, less payments and credits; a credit balance is positive.
    Ap,
}

impl AgingKind {
    /// That of a customer's or a vendor's documents.
    pub(super) const fn of(kind: PartyKind) -> Self {
        match kind {
            PartyKind::Customer => Self::Ar,
            PartyKind::Vendor => Self::Ap,
        }
    }

    pub(super) const fn control(self) -> Subtype {
        match self {
            Self::Ar => Subtype::Ar,
            Self::Ap => Subtype::Ap,
        }
    }

    /// The amount with its normal sign: a debt is positive.
    pub(super) fn natural(self, amount: Minor) -> Result<Minor, MoneyError> {
        match self {
            Self::Ar => Ok(amount),
            Self::Ap => amount.negated(),
        }
    }
}

/// A range of days after the due date.
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

    /// The bucket of so many days after the due date; the due day itself is not overdue.
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
    pub fn add(&mut self, bucket: Bucket, amount: Minor) -> Result<(), MoneyError> {
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
    /// 0 while it is not overdue. A document without a due date is due on its own date.
    pub days_overdue: i64,
    pub bucket: Bucket,
    /// In the document's currency; negative for the unapplied part of a credit.
    pub open_amount: Minor,
    /// In base currency, at the document's rate.
    pub base_open_amount: Minor,
}

impl OpenRow {
    /// Of these amounts, which have their normal sign, at the end of the day.
    fn of(document: OpenDocument, as_of: Date, (open_amount, base_open_amount): (Minor, Minor)) -> Self {
        let days = as_of.days_since(document.due_date.unwrap_or(document.tran_date));
        Self { document, days_overdue: days.max(0), bucket: Bucket::of(days), open_amount, base_open_amount }
    }
}

/// What was open with one customer or vendor at the end of the day, oldest due first, and what it comes to.
pub(super) async fn of_party(
    tx: &DatabaseTransaction,
    kind: AgingKind,
    party_id: &str,
    as_of: Date,
) -> Result<(Vec<OpenRow>, Buckets), Error> {
    let mut walk = open_items::begin_of_party(tx, kind.control(), as_of, party_id).await?;
    let (mut rows, mut sums) = (Vec::new(), Buckets::default());
    loop {
        let items = walk.next(tx).await?;
        if items.is_empty() {
            break;
        }
        for OpenItem { document, amount, base_amount } in items {
            let Some(document) = document else { continue };
            let amounts = (kind.natural(amount).map_err(too_large)?, kind.natural(base_amount).map_err(too_large)?);
            let row = OpenRow::of(document, as_of, amounts);
            sums.add(row.bucket, row.base_open_amount).map_err(too_large)?;
            rows.push(row);
        }
    }
    open_items::end(tx).await?;
    Ok((rows, sums))
}

/// The open documents, party by party, and the position of the read.
pub struct Aging {
    catalog: Arc<Catalog>,
    walk: Walk,
    kind: AgingKind,
    as_of: Date,
    /// The amount of journal entries on the control accounts; it has no due date and counts as current. Complete only
    /// after the last row, as the totals are.
    pub journal: Minor,
    /// What revaluations put there, and have not taken back by the day: it counts as current, too.
    pub revaluation: Minor,
    pub totals: Buckets,
}

impl Engine {
    /// Begins the aging of the documents that were open at the end of the day.
    pub async fn read_aging(&self, kind: AgingKind, as_of: Date) -> Result<Reading<Aging>, Error> {
        let tx = self.store.begin_read().await?;
        let of = self.begin_aging(&tx, kind, as_of).await;
        Reading::begun(tx, of).await
    }

    async fn begin_aging(&self, tx: &DatabaseTransaction, kind: AgingKind, as_of: Date) -> Result<Aging, Error> {
        let catalog = self.catalog(tx).await?;
        let sums = self.carried.sums(tx, &catalog, (None, as_of)).await?;
        let is_control = |id: &String| catalog.accounts.get(id).is_some_and(|of| of.subtype == Some(kind.control()));
        let own = sums.iter().filter(|(id, _)| is_control(id)).map(|(_, sums)| sums);
        let balance = own.clone().try_fold(Minor::ZERO, |sum, own| sum.checked_add(own.debit)?.checked_sub(own.credit));
        let revalued = revalued(tx, as_of).await?;
        let own = revalued.iter().filter(|(id, _)| is_control(id)).map(|(_, done)| done.posted);
        let revaluation = kind.natural(Minor::sum(own).map_err(too_large)?).map_err(too_large)?;
        let journal = revaluation.negated().map_err(too_large)?;
        let walk = open_items::begin(tx, kind.control(), as_of, balance.map_err(too_large)?).await?;
        // What is of no document, less this, is what other journal entries put there.
        Ok(Aging { catalog, walk, kind, as_of, journal, revaluation, totals: Buckets::default() })
    }
}

impl Reading<Aging> {
    /// The next open documents with their parties, by type and id of the party, oldest due first; none when there are no more.
    pub async fn next(&mut self) -> Result<Option<Vec<(Party, OpenRow)>>, Error> {
        let items = self.of.walk.next(&self.tx).await?;
        if items.is_empty() {
            return Ok(None);
        }
        let asked = items.iter().filter_map(|item| item.document.as_ref()).filter_map(party_of);
        let names = Names::of(&self.tx, &self.catalog, asked).await?;
        Ok(Some(self.of.age(items, &names).map_err(too_large)?))
    }
}

impl Aging {
    fn age(&mut self, items: Vec<OpenItem>, names: &Names) -> Result<Vec<(Party, OpenRow)>, MoneyError> {
        let mut rows = Vec::with_capacity(items.len());
        for item in items {
            let (open_amount, base_open_amount) =
                (self.kind.natural(item.amount)?, self.kind.natural(item.base_amount)?);
            let Some((document, (party_type, id))) =
                item.document.and_then(|it| party_of(&it).map(|party| (it, party)))
            else {
                self.journal = self.journal.checked_add(base_open_amount)?;
                self.totals.add(Bucket::Current, base_open_amount)?;
                continue;
            };
            let row = OpenRow::of(document, self.as_of, (open_amount, base_open_amount));
            self.totals.add(row.bucket, base_open_amount)?;
            rows.push((names.party(party_type, &id), row));
        }
        Ok(rows)
    }
}

fn party_of(document: &OpenDocument) -> Option<(PartyType, String)> {
    Some((PartyType::of(document.kind, None)?, document.party_id.clone()?))
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
