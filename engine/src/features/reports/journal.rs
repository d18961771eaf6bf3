//! The journal of some days: every posting with its lines, in the order of the journal, and what they come to.
//! See docs/rules/reports.md#journal.

use sea_orm::DatabaseTransaction;

use crate::approval::catalog::Catalog;
use crate::books::ledger::PostingLine;
use crate::features::reports::moved::Lines;
use crate::features::reports::named::{InLine, of_documents};
use crate::features::reports::party::{Names, Party};
use crate::features::reports::postings::{JournalPosting, Place, page};
use crate::features::reports::slice::Slice;
use crate::features::reports::span::Window;
use crate::features::reports::{in_order, too_large};
use crate::kernel::engine::Engine;
use crate::kernel::query::Reading;
use crate::kernel::store::read::balances::Sums;
use crate::kernel::store::read::naming::Naming;
use crate::values::clock::Date;
use crate::values::error::{Error, Faults};
use crate::values::money::{Minor, MoneyError};
use crate::values::page::Cursor;

/// One posting with the party of its document.
#[derive(Clone, PartialEq, Debug)]
pub struct JournalRow {
    pub journal: JournalPosting,
    pub party: Option<Party>,
    pub lines: Vec<JournalLine>,
}

/// One line of it.
#[derive(Clone, PartialEq, Debug)]
pub struct JournalLine {
    pub account_id: String,
    pub account_name: Option<String>,
    /// In base currency; one of the two is zero.
    pub sides: Sums,
    /// In the document's currency, debit positive.
    pub amount: Minor,
    pub memo: Option<String>,
    pub named: InLine,
}

/// The postings of some days, both included, and how far they are read.
pub struct Journal<'a> {
    engine: &'a Engine,
    from: Date,
    to: Date,
    /// The values that its lines name, where they are told apart.
    naming: Option<Naming>,
    place: Option<Place>,
    has_more: bool,
    /// Of all these days, in base currency.
    pub totals: Sums,
}

impl Engine {
    /// Begins to read the journal, from its first posting or after the cursor of the page before; of a slice the postings that have a
    /// line of it, with these lines alone.
    pub async fn read_journal(
        &self,
        from: Date,
        to: Date,
        slice: Option<&Slice>,
        after: Option<&Cursor>,
    ) -> Result<Reading<Journal<'_>>, Error> {
        in_order(from, to)?;
        let place = match after {
            Some(cursor) => {
                let place = Place::parse(&cursor.id).filter(|_| cursor.at == 0);
                let place = place.filter(|place| (from..=to).contains(&place.date));
                Some(place.ok_or_else(|| Faults::one("cursor", "is not a next_cursor of this list"))?)
            }
            None => None,
        };
        let tx = self.store.begin_read().await?;
        let begun = self.begin_journal(&tx, (from, to), slice, place).await;
        Reading::begun(tx, begun).await
    }

    async fn begin_journal(
        &self,
        tx: &DatabaseTransaction,
        (from, to): (Date, Date),
        slice: Option<&Slice>,
        place: Option<Place>,
    ) -> Result<Journal<'_>, Error> {
        let catalog = self.catalog(tx).await?;
        let window = Window { from: Some(from), ..Window::until(to) };
        let sums = self.sums(tx, &window, &catalog, &Lines::of(slice, None, &catalog)?).await?;
        let naming = slice.map(|slice| slice.naming(&catalog)).transpose()?;
        let totals = sums.own.values().try_fold(Sums::default(), |sum, own| sum.plus(*own)).map_err(too_large)?;
        Ok(Journal { engine: self, from, to, naming, place, has_more: true, totals })
    }
}

impl Reading<Journal<'_>> {
    /// The next postings; none when there are no more.
    pub async fn next(&mut self, limit: u64) -> Result<Vec<JournalRow>, Error> {
        // One more than is shown says whether more follow.
        let mut found = {
            let (days, most) = ((self.from, self.to), limit.saturating_add(1));
            page(&self.tx, self.place.as_ref(), days, self.naming.as_ref(), most).await?
        };
        let shown = usize::try_from(limit).unwrap_or(usize::MAX);
        self.of.has_more = found.len() > shown;
        found.truncate(shown);
        if let Some(last) = found.last() {
            self.of.place = Some(Place::from(&last.posting));
        }
        let catalog = self.engine.catalog(&self.tx).await?;
        let names = Names::of(&self.tx, &catalog, found.iter().filter_map(JournalPosting::party)).await?;
        let said = of_documents(&self.tx, found.iter().map(|journal| &journal.posting.source)).await?;
        let naming = &self.naming;
        let row = |journal: JournalPosting| {
            let party = journal.party().map(|(party_type, id)| names.party(party_type, &id));
            let line = |line: &PostingLine| {
                let key = (journal.posting.source.clone(), line.line_number);
                Ok(JournalLine { named: said.get(&key).cloned().unwrap_or_default(), ..read(line, &catalog)? })
            };
            let lines: Vec<JournalLine> = journal.posting.lines.iter().map(line).collect::<Result<_, _>>()?;
            let is_asked =
                |line: &JournalLine| naming.as_ref().is_none_or(|of| of.has(line.named.value_in(&of.dimension_id)));
            let lines = lines.into_iter().filter(is_asked).collect();
            Ok(JournalRow { journal, party, lines })
        };
        found.into_iter().map(row).collect::<Result<_, _>>().map_err(too_large)
    }

    /// The cursor of the next page; none when nothing follows.
    pub fn cursor(&self) -> Option<Cursor> {
        let place = self.place.as_ref().filter(|_| self.has_more)?;
        Some(Cursor { at: 0, id: place.text() })
    }
}

fn read(line: &PostingLine, catalog: &Catalog) -> Result<JournalLine, MoneyError> {
    Ok(JournalLine {
        account_id: line.account_id.clone(),
        account_name: catalog.accounts.get(&line.account_id).map(|account| account.account_name.clone()),
        sides: Sums::of(line.base_amount)?,
        amount: line.amount,
        memo: line.memo.clone(),
        named: InLine::default(),
    })
}
