//! The worksheet: bank transactions sorted into cleared and uncleared, and their arithmetic.
//! See docs/rules/reconciliation.md#difference.
//!
//! ```text
//! adjusted bank = statement_ending_balance + uncleared_deposits + uncleared_withdrawals + bank_adjustments
//! adjusted book = gl_ending_balance + book_adjustments
//! difference    = adjusted bank − adjusted book
//! ```

use std::collections::{BTreeMap, BTreeSet};

use super::figures::Summary;
use super::session::Reconciliation;
use super::transaction::LedgerLine;
use crate::books::cleared::{Mark, MarkedBy, TransactionKey};
use crate::values::clock::{Date, Timestamp};
use crate::values::kind::DocumentKey;
use crate::values::money::{Currency, Minor, MoneyError};

/// One bank transaction of the account.
#[derive(Clone, PartialEq, Debug)]
pub struct BankTransaction {
    pub key: TransactionKey,
    /// The day it stands at in the ledger.
    pub date: Date,
    /// Its document's own date: it cannot clear before.
    pub tran_date: Date,
    pub amount: Minor,
    /// What it moves in another currency than the account's, which counts for nothing: [`LedgerLine::elsewhere`].
    pub elsewhere: Option<(Minor, Currency)>,
    pub description: String,
    pub reference: String,
    /// When it was cleared, be it after the statement.
    pub cleared: Option<Cleared>,
}

impl BankTransaction {
    /// `5.00 EUR`, when it moves nothing in the account's own currency.
    pub fn stands_elsewhere(&self) -> Option<String> {
        let (amount, currency) = self.elsewhere.filter(|(amount, _)| !amount.is_zero())?;
        Some(format!("{} {currency}", currency.to_decimal(amount)))
    }
}

/// What cleared a bank transaction, and as of which day.
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

/// A bank transaction with the name that clients use for it.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    pub transaction_id: String,
    pub movement: BankTransaction,
}

/// A session's worksheet, its rows by date.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Worksheet {
    pub summary: Summary,
    pub cleared: Vec<Row>,
    pub uncleared: Vec<Row>,
}

/// The bank transactions of the account that the session sees: those up to the statement date, without those that net to nothing. A
/// completed session sees the account as it was when it was completed.
pub fn movements<'a>(
    session: &Reconciliation,
    lines: impl IntoIterator<Item = &'a LedgerLine>,
    marks: &BTreeMap<TransactionKey, Mark>,
) -> Result<BTreeMap<TransactionKey, BankTransaction>, MoneyError> {
    let mut found: BTreeMap<TransactionKey, BankTransaction> = BTreeMap::new();
    let cut = cut(session);
    for line in counted(session, lines) {
        if let Some(movement) = found.get_mut(&line.key) {
            movement.amount = movement.amount.checked_add(line.amount)?;
            movement.date = movement.date.min(line.posting_date);
            if let (Some((sum, _)), Some((more, _))) = (&mut movement.elsewhere, line.elsewhere) {
                *sum = sum.checked_add(more)?;
            }
        } else {
            let cleared = cleared(line, marks.get(&line.key), cut);
            found.insert(
                line.key.clone(),
                BankTransaction {
                    key: line.key.clone(),
                    date: line.posting_date,
                    tran_date: line.tran_date,
                    amount: line.amount,
                    elsewhere: line.elsewhere,
                    description: line.description.clone(),
                    reference: line.reference.clone(),
                    cleared,
                },
            );
        }
    }
    found.retain(|_, movement| !movement.amount.is_zero() || movement.stands_elsewhere().is_some());
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

/// A session's mark goes before the payment's own clearing, and that before the match with a bank statement. A completed session knows only what it, or one before it, locked.
fn cleared(line: &LedgerLine, mark: Option<&Mark>, cut: Option<Timestamp>) -> Option<Cleared> {
    let mark = mark.filter(|mark| {
        cut.is_none_or(|cut| mark.completed_in.as_ref().is_some_and(|(_, completed_at)| *completed_at <= cut))
    });
    let own = line.cleared.filter(|(_, cleared_at)| cut.is_none_or(|cut| *cleared_at <= cut));
    let own = own.map(|(date, _)| Cleared::ByPayment(date));
    match mark.cloned() {
        Some(mark) if matches!(mark.by, MarkedBy::Session(_)) => Some(Cleared::Marked(mark)),
        matched => own.or_else(|| matched.map(Cleared::Marked)),
    }
}

/// Draws the worksheet of a session from all ledger lines and marks of its account.
pub fn draw(
    session: &Reconciliation,
    lines: &[LedgerLine],
    marks: &BTreeMap<TransactionKey, Mark>,
) -> Result<Worksheet, MoneyError> {
    let mut sums = Sums::default();
    let (cleared, uncleared) = sort_out(session, lines, marks, &mut sums, |date, _| Some(date))?;
    Ok(Worksheet { summary: sums.summary(session)?, cleared, uncleared })
}

/// A part of an account's ledger: some documents, each on one day of its postings.
#[derive(Clone, Default, Debug)]
pub struct Part {
    /// Where each stands in the order of the account.
    pub order: BTreeMap<(Date, DocumentKey), usize>,
    /// All lines of these documents, whatever their day, and of those that may have the same names.
    pub lines: Vec<LedgerLine>,
    pub marks: BTreeMap<TransactionKey, Mark>,
}

/// Sorts a part into its cleared and uncleared rows, and adds it to the sums. A bank transaction is in the part of its first day,
/// so a walk through all parts meets it once.
pub fn draw_part(session: &Reconciliation, part: &Part, sums: &mut Sums) -> Result<(Vec<Row>, Vec<Row>), MoneyError> {
    sort_out(session, &part.lines, &part.marks, sums, |date, key| {
        Some((*part.order.get(&(date, key.source.clone()))?, key.line_number))
    })
}

/// The rows in the order of their places; what has none belongs to another part.
fn sort_out<P: Ord + Copy>(
    session: &Reconciliation,
    lines: &[LedgerLine],
    marks: &BTreeMap<TransactionKey, Mark>,
    sums: &mut Sums,
    place: impl Fn(Date, &TransactionKey) -> Option<P>,
) -> Result<(Vec<Row>, Vec<Row>), MoneyError> {
    for line in counted(session, lines).filter(|line| place(line.posting_date, &line.key).is_some()) {
        sums.add_line(line)?;
    }
    let movements = movements(session, lines, marks)?;
    let doubled = doubled_names(movements.keys());
    let (mut cleared, mut uncleared) = (Vec::new(), Vec::new());
    for movement in movements.into_values() {
        let Some(place) = place(movement.date, &movement.key) else { continue };
        let plain = movement.key.plain();
        let transaction_id = if doubled.contains(&plain) { movement.key.qualified() } else { plain };
        let is_cleared = movement.cleared.as_ref().is_some_and(|cleared| cleared.date() <= session.statement_date);
        sums.add_movement(movement.amount, is_cleared)?;
        let rows = if is_cleared { &mut cleared } else { &mut uncleared };
        rows.push((place, Row { transaction_id, movement }));
    }
    let in_order = |mut rows: Vec<(P, Row)>| {
        // The sort is stable: rows of one place stay in the order of their keys.
        rows.sort_by_key(|(place, _)| *place);
        rows.into_iter().map(|(_, row)| row).collect()
    };
    Ok((in_order(cleared), in_order(uncleared)))
}

/// The plain names that more than one bank transaction has.
fn doubled_names<'a>(keys: impl Iterator<Item = &'a TransactionKey>) -> BTreeSet<String> {
    let mut once = BTreeSet::new();
    keys.map(TransactionKey::plain).filter(|name| !once.insert(name.clone())).collect()
}

/// The sums of a worksheet while its rows go by.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Sums {
    gl_ending_balance: Minor,
    /// Deposits and withdrawals.
    cleared: [Minor; 2],
    uncleared: [Minor; 2],
    /// When the latest of what is counted was posted.
    pub posted_until: Option<Timestamp>,
}

impl Sums {
    fn add_line(&mut self, line: &LedgerLine) -> Result<(), MoneyError> {
        self.gl_ending_balance = self.gl_ending_balance.checked_add(line.amount)?;
        let last = line.cleared.map_or(line.posted_at, |(_, at)| line.posted_at.max(at));
        self.posted_until = self.posted_until.max(Some(last));
        Ok(())
    }

    fn add_movement(&mut self, amount: Minor, is_cleared: bool) -> Result<(), MoneyError> {
        let [deposits, withdrawals] = if is_cleared { &mut self.cleared } else { &mut self.uncleared };
        let side = if amount.is_positive() { deposits } else { withdrawals };
        *side = side.checked_add(amount)?;
        Ok(())
    }

    /// The figures of the session.
    pub fn summary(&self, session: &Reconciliation) -> Result<Summary, MoneyError> {
        let ([cleared_deposits, cleared_withdrawals], [uncleared_deposits, uncleared_withdrawals]) =
            (self.cleared, self.uncleared);
        let uncleared_balance = uncleared_deposits.checked_add(uncleared_withdrawals)?;
        let bank = session.bank_adjustments.total;
        let adjusted_bank = session.statement_ending_balance.checked_add(uncleared_balance)?.checked_add(bank)?;
        let adjusted_book = self.gl_ending_balance.checked_add(session.book_adjustments.total)?;
        Ok(Summary {
            statement_ending_balance: session.statement_ending_balance,
            gl_ending_balance: self.gl_ending_balance,
            cleared_deposits,
            cleared_withdrawals,
            cleared_balance: cleared_deposits.checked_add(cleared_withdrawals)?,
            uncleared_deposits,
            uncleared_withdrawals,
            uncleared_balance,
            bank_adjustments: bank,
            book_adjustments: session.book_adjustments.total,
            difference: adjusted_bank.checked_sub(adjusted_book)?,
        })
    }
}

#[cfg(test)]
mod tests;
