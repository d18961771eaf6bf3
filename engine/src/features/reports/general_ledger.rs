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
use crate::features::reports::slice::Slice;
use crate::features::reports::{in_order, postings, too_large};
use crate::kernel::engine::Engine;
use crate::kernel::query::Reading;
use crate::kernel::store::read::account_lines::named::NamedLines;
use crate::kernel::store::read::account_lines::{AccountLine, Place, Until, count, page};
use crate::kernel::store::read::account_periods::{ByPeriod, by_period};
use crate::kernel::store::read::account_sums::AccountSums;
use crate::kernel::store::read::balances::Sums;
use crate::kernel::store::read::naming::Naming;
use crate::values::account::Account;
use crate::values::clock::Date;
use crate::values::error::{Error, Faults};
use crate::values::kind::DocumentKey;
use crate::values::money::{Currency, Minor, MoneyError};
use crate::values::page::Cursor;

/// The account, the range of days, both included, and which of its lines; all without a slice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Asked {
    pub account_id: String,
    pub from: Date,
    pub to: Date,
    pub slice: Option<Slice>,
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
    /// The values that its lines name, where they are told apart.
    naming: Option<Naming>,
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
        if let Some(slice) = &asked.slice {
            let naming = slice.naming(&catalog)?;
            return self.begun_named(tx, account, naming, &asked, after).await;
        }
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
        Ok(LedgerLines { engine: self, asked, naming: None, by_period, place, sums, has_more: true, frame })
    }

    /// Of the lines that name some values: no balance knows what they come to.
    async fn begun_named(
        &self,
        tx: &DatabaseTransaction,
        account: &Account,
        naming: Naming,
        asked: &Asked,
        after: Option<Place>,
    ) -> Result<LedgerLines<'_>, Error> {
        let lines = NamedLines { account_id: &asked.account_id, naming: &naming };
        let place = after.unwrap_or_else(|| Place::start_of(asked.from));
        let found = lines.balances(tx, (asked.from, asked.to), &place).await?;
        let frame = frame(account, found.before, found.closing).map_err(too_large)?;
        let (engine, asked, by_period, sums) = (self, asked.clone(), ByPeriod::default(), found.at_place);
        Ok(LedgerLines { engine, asked, naming: Some(naming), by_period, place, sums, has_more: true, frame })
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
        let (id, place, to, most) = (&self.asked.account_id, &self.place, self.asked.to, limit.saturating_add(1));
        let mut found = match &self.naming {
            Some(naming) => NamedLines { account_id: id, naming }.page(&self.tx, place, to, most).await?,
            None => page(&self.tx, id, place, to, most).await?,
        };
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
        let (account_id, from, to) = (&self.asked.account_id, self.asked.from, self.asked.to);
        match &self.naming {
            Some(naming) => Ok(NamedLines { account_id, naming }.count(&self.tx, (from, to)).await?),
            None => Ok(count(&self.tx, account_id, from, to).await?),
        }
    }

    /// Whether lines follow those that were read last.
    pub const fn has_more(&self) -> bool {
        self.of.has_more
    }

    /// The cursor of the next page, which goes on with the sums of this one.
    pub async fn cursor(&self) -> Result<Cursor, Error> {
        let LedgerLines { engine, asked, naming, by_period, place, sums, .. } = &self.of;
        let known = AccountSums { account_id: &asked.account_id, by_period, remembered: &engine.remembered_sums };
        // What is remembered is of all lines.
        if naming.is_none() {
            known.remember(&self.tx, Until::Line(place.clone()), *sums).await?;
        }
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
