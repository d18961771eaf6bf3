//! The statement of account of a customer or a vendor: every line that their documents have on the control accounts, with the running
//! balance, and what is open at its end. See docs/rules/reports.md#statement-of-account.
//!
//! It reads what the aging reads: its closing balance is the party's total in the aging of its last day, to the minor unit.

mod moved;

use sea_orm::DatabaseTransaction;

use self::moved::{Moved, Row};
use crate::books::ledger::PostingKind;
use crate::books::party::PartyKind;
use crate::features::reports::aging::{AgingKind, Buckets, OpenRow, of_party};
use crate::features::reports::postings::Place;
use crate::features::reports::{in_order, too_large};
use crate::kernel::engine::Engine;
use crate::kernel::query::Reading;
use crate::kernel::store::read::balances::Sums;
use crate::values::clock::Date;
use crate::values::error::{Error, Faults};
use crate::values::kind::DocumentKey;
use crate::values::money::{Currency, Minor, MoneyError};
use crate::values::page::Cursor;

/// Whose statement, from one day to another, both included.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Asked {
    pub kind: PartyKind,
    pub party_id: String,
    pub from: Date,
    pub to: Date,
}

/// The figures above and below the lines, whichever page is read. In base currency; balances have their normal sign: what is owed, by a
/// customer or to a vendor, is positive.
#[derive(Clone, PartialEq, Debug)]
pub struct Frame {
    pub party_name: String,
    pub opening_balance: Minor,
    pub total_debit: Minor,
    pub total_credit: Minor,
    pub closing_balance: Minor,
    /// At the end of the last day, oldest due first.
    pub open: Vec<OpenRow>,
    pub aging: Buckets,
}

/// One line.
#[derive(Clone, PartialEq, Debug)]
pub struct StatementLine {
    pub posting_date: Date,
    pub source: DocumentKey,
    pub posting: PostingKind,
    pub reference: Option<String>,
    pub memo: Option<String>,
    /// In base currency; one of the two is zero.
    pub debit: Minor,
    pub credit: Minor,
    /// In the document's currency, debit positive.
    pub currency: Currency,
    pub amount: Minor,
    /// After this line.
    pub balance: Minor,
}

/// The lines of a statement, and the position of the read.
pub struct Statement {
    asked: Asked,
    aging: AgingKind,
    moved: Moved,
    place: Option<Place>,
    /// Up to and with the line at the place, debit positive.
    sum: Minor,
    has_more: bool,
    pub frame: Frame,
}

impl Engine {
    /// Begins to read a statement, from its first line or after the cursor of the page before.
    pub async fn read_statement_of_account(
        &self,
        asked: Asked,
        after: Option<&Cursor>,
    ) -> Result<Reading<Statement>, Error> {
        in_order(asked.from, asked.to)?;
        let place = match after {
            Some(cursor) => {
                let place = Place::parse(&cursor.id).filter(|_| cursor.at == 0);
                let place = place.filter(|place| (asked.from..=asked.to).contains(&place.date));
                Some(place.ok_or_else(|| Faults::one("cursor", "is not a next_cursor of this list"))?)
            }
            None => None,
        };
        let tx = self.store.begin_read().await?;
        let begun = begin(&tx, asked, place).await;
        Reading::begun(tx, begun).await
    }
}

async fn begin(tx: &DatabaseTransaction, asked: Asked, place: Option<Place>) -> Result<Statement, Error> {
    let (kind, party_id) = (asked.kind, &asked.party_id);
    let names = crate::features::parties::names(tx, kind, std::slice::from_ref(party_id)).await?;
    let Some(party_name) = names.get(party_id).cloned() else {
        return Err(Faults::one("party_id", format!("there is no {} {party_id:?}", kind.name())).into());
    };
    let aging = AgingKind::of(kind);
    let moved = Moved::of(kind, aging.control(), party_id);
    let sums = moved.sums(tx, (asked.from, asked.to), place.as_ref()).await?;
    let (open, buckets) = of_party(tx, aging, party_id, asked.to).await?;
    let closing = || sums.opening.checked_add(sums.debit)?.checked_sub(sums.credit);
    let frame = Frame {
        party_name,
        opening_balance: aging.natural(sums.opening).map_err(too_large)?,
        total_debit: sums.debit,
        total_credit: sums.credit,
        closing_balance: closing().and_then(|sum| aging.natural(sum)).map_err(too_large)?,
        open,
        aging: buckets,
    };
    Ok(Statement { asked, aging, moved, place, sum: sums.until, has_more: true, frame })
}

impl Reading<Statement> {
    /// The next lines; none when there are no more.
    pub async fn next(&mut self, limit: u64) -> Result<Vec<StatementLine>, Error> {
        let days = (self.asked.from, self.asked.to);
        // One more than is shown says whether more follow.
        let mut found = self.of.moved.page(&self.tx, days, self.of.place.as_ref(), limit.saturating_add(1)).await?;
        let shown = usize::try_from(limit).unwrap_or(usize::MAX);
        self.of.has_more = found.len() > shown;
        found.truncate(shown);
        if let Some(last) = found.last() {
            self.of.place = Some(last.place.clone());
        }
        found.into_iter().map(|row| self.of.line(row)).collect::<Result<_, _>>().map_err(too_large)
    }

    /// The cursor of the next page; none when nothing follows.
    pub fn cursor(&self) -> Option<Cursor> {
        let place = self.place.as_ref().filter(|_| self.has_more)?;
        Some(Cursor { at: 0, id: place.text() })
    }
}

impl Statement {
    fn line(&mut self, row: Row) -> Result<StatementLine, MoneyError> {
        self.sum = self.sum.checked_add(row.base_amount)?;
        let sides = Sums::of(row.base_amount)?;
        Ok(StatementLine {
            posting_date: row.place.date,
            source: row.place.source,
            posting: row.place.posting,
            reference: row.reference,
            memo: row.memo,
            debit: sides.debit,
            credit: sides.credit,
            currency: row.currency,
            amount: row.amount,
            balance: self.aging.natural(self.sum)?,
        })
    }
}
