//! The general ledger of one account: every posting line with the running balance, in base currency, debit positive.
//! See docs/rules/reports.md#general-ledger.
//!
//! The lines have an order that no later posting changes: by day, then by document. So a walk of pages under writes
//! never repeats or skips a line that was there all along; each page begins with the balance that the ledger has at
//! that moment. What a page costs does not depend on how many lines are before it: `kernel/store/read/account_sums.rs`.

use sea_orm::DatabaseTransaction;

use crate::books::ledger::PostingKind;
use crate::features::reports::named::InLine;
use crate::features::reports::party::{Names, Party, PartyType};
use crate::features::reports::{in_order, postings, too_large};
use crate::kernel::engine::Engine;
use crate::kernel::query::Reading;
use crate::kernel::store::read::account_lines::{AccountLine, Place, Until, count, page};
use crate::kernel::store::read::account_periods::{ByPeriod, by_period};
use crate::kernel::store::read::account_sums::AccountSums;
use crate::kernel::store::read::balances::Sums;
use crate::values::account::Account;
use crate::values::clock::Date;
use crate::values::error::{Error, Faults};
use crate::values::kind::DocumentKey;
use crate::values::money::{Currency, Minor, MoneyError};
use crate::values::page::Cursor;

/// The account and the range of days, both included.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Asked {
    pub account_id: String,
    pub from: Date,
    pub to: Date,
}

/// The figures above and below the lines. They are of the whole range, whichever page is read.
#[derive(Clone, PartialEq, Debug)]
pub struct Frame {
    pub account: Account,
    pub opening_balance: Minor,
    pub total_debit: Minor,
    pub total_credit: Minor,
    pub closing_balance: Minor,
}

/// One posting line.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    pub posting_date: Date,
    pub source: DocumentKey,
    pub posting: PostingKind,
    /// None for lines that the service added: control account, tax, rounding.
    pub line_number: Option<i64>,
    pub memo: Option<String>,
    pub party: Option<Party>,
    /// In base currency; one of the two is zero.
    pub debit: Minor,
    pub credit: Minor,
    /// In the document's currency, debit positive.
    pub currency: Currency,
    pub amount: Minor,
    /// After this line, in base currency.
    pub balance: Minor,
    pub named: InLine,
}

/// The lines of an account, and the position of the read.
pub struct LedgerLines<'a> {
    engine: &'a Engine,
    asked: Asked,
    by_period: ByPeriod,
    place: Place,
    /// Up to and with the line at the place.
    sums: Sums,
    has_more: bool,
    pub frame: Frame,
}

impl Engine {
    /// Begins to read an account, from its first line or after the cursor of the previous page.
    pub async fn read_general_ledger(
        &self,
        asked: Asked,
        after: Option<&Cursor>,
    ) -> Result<Reading<LedgerLines<'_>>, Error> {
        in_order(asked.from, asked.to)?;
        let after = match after {
            Some(cursor) => {
                let place = place(cursor).filter(|place| (asked.from..=asked.to).contains(&place.date));
                Some(place.ok_or_else(|| Faults::one("cursor", "is not a next_cursor of this list"))?)
            }
            None => None,
        };
        let tx = self.store.begin_read().await?;
        let lines = self.begun(&tx, asked, after).await;
        Reading::begun(tx, lines).await
    }

    async fn begun(
        &self,
        tx: &DatabaseTransaction,
        asked: Asked,
        after: Option<Place>,
    ) -> Result<LedgerLines<'_>, Error> {
        let (account_id, from, to) = (&asked.account_id, asked.from, asked.to);
        let catalog = self.catalog(tx).await?;
        let Some(account) = catalog.accounts.get(account_id) else {
            return Err(Faults::one("account_id", format!("there is no account {account_id:?}")).into());
        };
        let by_period = by_period(tx, account_id, to).await?;
        let sums = AccountSums { account_id, by_period: &by_period, remembered: &self.remembered_sums };
        let opening = match from {
            Date::FIRST => Sums::default(),
            day => sums.until(tx, &Until::EndOf(day.plus_days(-1))).await?,
        };
        let closing = sums.until(tx, &Until::EndOf(to)).await?;
        let (place, sums) = match after {
            Some(place) => (place.clone(), sums.until(tx, &Until::Line(place)).await?),
            None => (Place::start_of(from), opening),
        };
        let frame = frame(account, opening, closing).map_err(too_large)?;
        Ok(LedgerLines { engine: self, asked, by_period, place, sums, has_more: true, frame })
    }
}

fn frame(account: &Account, opening: Sums, closing: Sums) -> Result<Frame, MoneyError> {
    let moved = closing.less(opening)?;
    Ok(Frame {
        account: account.clone(),
        opening_balance: opening.balance()?,
        total_debit: moved.debit,
        total_credit: moved.credit,
        closing_balance: closing.balance()?,
    })
}

impl Reading<LedgerLines<'_>> {
    /// The next lines, none when there are no more.
    pub async fn next(&mut self, limit: u64) -> Result<Vec<Line>, Error> {
        // One line more than is shown says whether more follow.
        let mut found =
            page(&self.tx, &self.asked.account_id, &self.place, self.asked.to, limit.saturating_add(1)).await?;
        let shown = usize::try_from(limit).unwrap_or(usize::MAX);
        self.of.has_more = found.len() > shown;
        found.truncate(shown);
        if let Some(last) = found.last() {
            self.of.place = last.place.clone();
        }
        let catalog = self.engine.catalog(&self.tx).await?;
        let names = Names::of(&self.tx, &catalog, found.iter().filter_map(party_of)).await?;
        let mut sums = self.sums;
        let lines = found.iter().map(|line| read(line, &names, &mut sums)).collect::<Result<_, _>>();
        self.of.sums = sums;
        lines.map_err(too_large)
    }

    /// The currency of balances, debits and credits.
    pub fn base_currency(&self) -> Currency {
        self.engine.settings.base_currency
    }

    /// The number of lines in the range.
    pub async fn count(&self) -> Result<u64, Error> {
        Ok(count(&self.tx, &self.asked.account_id, self.asked.from, self.asked.to).await?)
    }

    /// Whether lines follow those that were read last.
    pub const fn has_more(&self) -> bool {
        self.of.has_more
    }

    /// The cursor of the next page, which goes on with the sums of this one.
    pub async fn cursor(&self) -> Result<Cursor, Error> {
        let LedgerLines { engine, asked, by_period, place, sums, .. } = &self.of;
        let known = AccountSums { account_id: &asked.account_id, by_period, remembered: &engine.remembered_sums };
        known.remember(&self.tx, Until::Line(place.clone()), *sums).await?;
        let Place { date, source_kind, source_id, posting, position } = place;
        Ok(Cursor { at: *position, id: format!("{date}~{source_kind}~{source_id}~{posting}") })
    }
}

/// Reads what [`Reading::cursor`] wrote: the posting, and the line in it.
fn place(cursor: &Cursor) -> Option<Place> {
    let postings::Place { date, source, posting } = postings::Place::parse(&cursor.id)?;
    Some(Place {
        date,
        source_kind: source.kind.name().to_owned(),
        source_id: source.id,
        posting: posting.name().into_owned(),
        position: cursor.at,
    })
}

fn party_of(line: &AccountLine) -> Option<(PartyType, String)> {
    Some((PartyType::of(line.source.kind, line.settles_kind)?, line.party_id.clone()?))
}

fn read(line: &AccountLine, names: &Names, sums: &mut Sums) -> Result<Line, MoneyError> {
    let own = Sums::of(line.base_amount)?;
    *sums = sums.plus(own)?;
    Ok(Line {
        posting_date: line.place.date,
        source: line.source.clone(),
        posting: line.posting,
        line_number: (line.line_number != 0).then_some(line.line_number),
        memo: line.memo.clone(),
        party: party_of(line).map(|(party_type, id)| names.party(party_type, &id)),
        debit: own.debit,
        credit: own.credit,
        currency: line.currency,
        amount: line.amount,
        balance: sums.balance()?,
        named: InLine::of(&line.department_id, &line.cost_center_id, line.dimensions.as_deref()),
    })
}
