//! The worksheet: movements sorted into cleared and uncleared, and their arithmetic.
//! See docs/rules/reconciliation.md#difference.
//!
//! ```text
//! adjusted bank = statement_ending_balance + uncleared_deposits + uncleared_withdrawals + bank_adjustments
//! adjusted book = gl_ending_balance + book_adjustments
//! difference    = adjusted bank − adjusted book
//! ```

use std::collections::{BTreeMap, BTreeSet};

use super::{LedgerLine, Mark, MovementKey, Reconciliation};
use crate::clock::{Date, Timestamp};
use crate::money::{Minor, MoneyError};

/// The figures, in the session's currency; withdrawals are negative.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Summary {
    pub statement_ending_balance: Minor,
    pub gl_ending_balance: Minor,
    pub cleared_deposits: Minor,
    pub cleared_withdrawals: Minor,
    pub cleared_balance: Minor,
    pub uncleared_deposits: Minor,
    pub uncleared_withdrawals: Minor,
    pub uncleared_balance: Minor,
    pub bank_adjustments: Minor,
    pub book_adjustments: Minor,
    pub difference: Minor,
}

/// One movement of the account.
#[derive(Clone, PartialEq, Debug)]
pub struct Movement {
    pub key: MovementKey,
    /// The day it stands at in the ledger.
    pub date: Date,
    /// Its document's own date: it cannot clear before.
    pub tran_date: Date,
    pub amount: Minor,
    pub description: String,
    pub reference: String,
    /// When it was cleared, be it after the statement.
    pub cleared: Option<Cleared>,
}

/// What cleared a movement, and as of which day.
#[derive(Clone, PartialEq, Debug)]
pub enum Cleared {
    Marked(Mark),
    /// By the `clear` action of the bill payment.
    ByPayment(Date),
}

impl Cleared {
    pub const fn date(&self) -> Date {
        match self {
            Self::Marked(mark) => mark.cleared_date,
            Self::ByPayment(date) => *date,
        }
    }
}

/// A movement with the name that clients call it by.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    pub transaction_id: String,
    pub movement: Movement,
}

/// A session's worksheet, its rows by date.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Worksheet {
    pub summary: Summary,
    pub cleared: Vec<Row>,
    pub uncleared: Vec<Row>,
}

/// What the session sees of the account: its movements up to the statement date, without those that net to nothing.
/// For a completed session it is what stood there when it was completed.
pub fn movements<'a>(
    session: &Reconciliation,
    lines: impl IntoIterator<Item = &'a LedgerLine>,
    marks: &BTreeMap<MovementKey, Mark>,
) -> Result<BTreeMap<MovementKey, Movement>, MoneyError> {
    let mut found: BTreeMap<MovementKey, Movement> = BTreeMap::new();
    let cut = cut(session);
    for line in counted(session, lines) {
        if let Some(movement) = found.get_mut(&line.key) {
            movement.amount = movement.amount.checked_add(line.amount)?;
            movement.date = movement.date.min(line.posting_date);
        } else {
            let cleared = cleared(line, marks.get(&line.key), cut);
            found.insert(
                line.key.clone(),
                Movement {
                    key: line.key.clone(),
                    date: line.posting_date,
                    tran_date: line.tran_date,
                    amount: line.amount,
                    description: line.description.clone(),
                    reference: line.reference.clone(),
                    cleared,
                },
            );
        }
    }
    found.retain(|_, movement| !movement.amount.is_zero());
    Ok(found)
}

/// When the session's view of the ledger ends.
fn cut(session: &Reconciliation) -> Option<Timestamp> {
    session.completion.as_ref().map(|completion| completion.at)
}

/// The ledger lines that the session counts.
fn counted<'a>(
    session: &Reconciliation,
    lines: impl IntoIterator<Item = &'a LedgerLine>,
) -> impl Iterator<Item = &'a LedgerLine> {
    let (up_to, cut) = (session.statement_date, cut(session));
    lines.into_iter().filter(move |line| line.posting_date <= up_to && cut.is_none_or(|cut| line.posted_at <= cut))
}

/// A mark goes before the payment's own clearing. A completed session knows only what it, or one before it, locked.
fn cleared(line: &LedgerLine, mark: Option<&Mark>, cut: Option<Timestamp>) -> Option<Cleared> {
    let mark = mark.filter(|mark| {
        cut.is_none_or(|cut| mark.completed_in.as_ref().is_some_and(|(_, completed_at)| *completed_at <= cut))
    });
    let own = line.cleared.filter(|(_, cleared_at)| cut.is_none_or(|cut| *cleared_at <= cut));
    mark.cloned().map(Cleared::Marked).or_else(|| own.map(|(date, _)| Cleared::ByPayment(date)))
}

/// Draws the worksheet of a session from the ledger lines and the marks of its account.
pub fn draw(
    session: &Reconciliation,
    lines: &[LedgerLine],
    marks: &BTreeMap<MovementKey, Mark>,
) -> Result<Worksheet, MoneyError> {
    let movements = movements(session, lines, marks)?;
    let doubled = doubled_names(movements.keys());
    let mut worksheet = Worksheet::default();
    for movement in movements.into_values() {
        let plain = movement.key.plain();
        let transaction_id = if doubled.contains(&plain) { movement.key.qualified() } else { plain };
        let is_cleared = movement.cleared.as_ref().is_some_and(|cleared| cleared.date() <= session.statement_date);
        let rows = if is_cleared { &mut worksheet.cleared } else { &mut worksheet.uncleared };
        rows.push(Row { transaction_id, movement });
    }
    // The sort is stable: rows of one day stay in the order of their keys.
    worksheet.cleared.sort_by_key(|row| row.movement.date);
    worksheet.uncleared.sort_by_key(|row| row.movement.date);
    let gl_ending_balance = Minor::sum(counted(session, lines).map(|line| line.amount))?;
    worksheet.summary = sum_up(session, gl_ending_balance, &worksheet.cleared, &worksheet.uncleared)?;
    Ok(worksheet)
}

/// The plain names that more than one movement has.
fn doubled_names<'a>(keys: impl Iterator<Item = &'a MovementKey>) -> BTreeSet<String> {
    let mut once = BTreeSet::new();
    keys.map(MovementKey::plain).filter(|name| !once.insert(name.clone())).collect()
}

fn sum_up(
    session: &Reconciliation,
    gl_ending_balance: Minor,
    cleared: &[Row],
    uncleared: &[Row],
) -> Result<Summary, MoneyError> {
    let (cleared_deposits, cleared_withdrawals) = sides(cleared)?;
    let (uncleared_deposits, uncleared_withdrawals) = sides(uncleared)?;
    let uncleared_balance = uncleared_deposits.checked_add(uncleared_withdrawals)?;
    let adjusted_bank =
        session.statement_ending_balance.checked_add(uncleared_balance)?.checked_add(session.bank_adjustments.total)?;
    let adjusted_book = gl_ending_balance.checked_add(session.book_adjustments.total)?;
    Ok(Summary {
        statement_ending_balance: session.statement_ending_balance,
        gl_ending_balance,
        cleared_deposits,
        cleared_withdrawals,
        cleared_balance: cleared_deposits.checked_add(cleared_withdrawals)?,
        uncleared_deposits,
        uncleared_withdrawals,
        uncleared_balance,
        bank_adjustments: session.bank_adjustments.total,
        book_adjustments: session.book_adjustments.total,
        difference: adjusted_bank.checked_sub(adjusted_book)?,
    })
}

/// Deposits and withdrawals.
fn sides(rows: &[Row]) -> Result<(Minor, Minor), MoneyError> {
    let amounts = || rows.iter().map(|row| row.movement.amount);
    let deposits = Minor::sum(amounts().filter(|amount| amount.is_positive()))?;
    Ok((deposits, Minor::sum(amounts().filter(|amount| !amount.is_positive()))?))
}

#[cfg(test)]
mod tests;
