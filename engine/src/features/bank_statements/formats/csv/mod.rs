//! Statements as CSV files, read by a [`CsvMapping`].
//!
//! A file is one statement of one account in one currency. A column of balances gives it the opening and the closing
//! balance, from its first and its last row; without one there are none. Nothing in a CSV file tells that it was cut off
//! between two rows.

mod mapping;
mod record;
mod row;

use std::collections::VecDeque;
use std::io::BufRead;

pub use mapping::{AmountColumns, Column, CsvMapping, CurrencySource, DATE_PARTS, RowOrder};

use super::event::{Balance, Event, Heading, Sink};
use super::fault::{Fault, Place, Reason};
use super::output::Output;
use super::value;
use crate::values::money::Currency;
use record::{Marks, Records};
use row::{Layout, Row};

pub(crate) fn read(mapping: &CsvMapping, input: impl BufRead, sink: &mut Sink<'_>) -> Result<(), Fault> {
    let start = Place { line: 1, byte: 0 };
    mapping.check().map_err(|reason| start.fault(reason))?;
    let ascii = |mark: char| u8::try_from(mark).unwrap_or(b',');
    let marks = Marks { delimiter: ascii(mapping.delimiter), quote: mapping.quote.map(ascii) };
    let mut records = Records::new(input, marks, mapping.encoding);
    let mut names = Vec::new();
    for _ in 0..mapping.header_rows {
        let row = records.record()?;
        names = row.ok_or_else(|| records.place().fault(Reason::Truncated("the header rows")))?;
    }
    let layout = Layout::new(mapping, &names).map_err(|reason| records.place().fault(reason))?;
    let mut output = Output::new(sink);
    let mut statement = None;
    // The last rows that are not blank are the footer, which shows only at the end of the file.
    let mut waiting = VecDeque::new();
    while let Some(fields) = records.record()? {
        if fields.iter().all(|field| field.trim().is_empty()) {
            continue;
        }
        waiting.push_back((records.place(), fields));
        if waiting.len() > usize::try_from(mapping.footer_rows).unwrap_or_default()
            && let Some((place, fields)) = waiting.pop_front()
        {
            take(&layout, &fields, &mut statement, &mut output).map_err(|reason| place.fault(reason))?;
        }
    }
    let mut end = |statement: Option<Statement>| {
        output.finish()?;
        statement.map_or(Ok(()), |statement| output.give(statement.end(mapping.order)))
    };
    end(statement).map_err(|reason| records.place().fault(reason))
}

/// What later rows are compared with.
struct Statement {
    account: Option<String>,
    currency: Currency,
    first: Option<Balance>,
    /// The balances before and after the row that was read last.
    last: Edges,
}

/// The balances around one row.
#[derive(Clone, Copy)]
struct Edges {
    before: Option<Balance>,
    after: Option<Balance>,
}

fn take(
    layout: &Layout<'_>,
    fields: &[String],
    statement: &mut Option<Statement>,
    output: &mut Output<'_, '_>,
) -> Result<(), Reason> {
    let row = layout.row(fields)?;
    let edges = edges(&row)?;
    match statement {
        Some(statement) => {
            value::same_currency(statement.currency, row.line.currency)?;
            if statement.account != row.account {
                return Err(Reason::Contradiction("the account"));
            }
            statement.last = edges;
        }
        None => *statement = Some(begin(layout.mapping.order, &row, edges, output)?),
    }
    output.line(row.line)
}

fn edges(row: &Row) -> Result<Edges, Reason> {
    let Some(balance) = row.balance else { return Ok(Edges { before: None, after: None }) };
    let date = row.line.date;
    let too_large = |error| Reason::AmountLimit { text: balance.0.to_string(), error };
    let before = balance.checked_sub(row.line.amount).map_err(too_large)?;
    Ok(Edges { before: Some(Balance { date, amount: before }), after: Some(Balance { date, amount: balance }) })
}

fn begin(order: RowOrder, row: &Row, edges: Edges, output: &mut Output<'_, '_>) -> Result<Statement, Reason> {
    let (from, to, opening, closing) = match order {
        RowOrder::OldestFirst => (Some(row.line.date), None, edges.before, None),
        RowOrder::NewestFirst => (None, Some(row.line.date), None, edges.after),
    };
    let (account, currency) = (row.account.clone(), row.line.currency);
    output.give(Event::Begins(Heading {
        account: account.clone(),
        bank: None,
        currency,
        statement_id: None,
        sequence: None,
        from,
        to,
        opening,
        closing,
    }))?;
    Ok(Statement { account, currency, first: opening.or(closing), last: edges })
}

impl Statement {
    fn end(self, order: RowOrder) -> Event {
        let (opening, closing) = match order {
            RowOrder::OldestFirst => (self.first, self.last.after),
            RowOrder::NewestFirst => (self.last.before, self.first),
        };
        Event::Ends { opening, closing, not_booked: 0 }
    }
}
