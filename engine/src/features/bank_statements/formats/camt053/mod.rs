//! camt.053, the bank-to-customer statement of ISO 20022, in all its versions.
//!
//! Elements are known by their local names below `Document/BkToCstmrStmt/Stmt`, so that the namespace with its version
//! does not matter. The standard puts balances before entries: the heading is complete when the first entry ends.
//! One entry is one line, since the balances are made of entries.

mod balance;
mod batch;
mod entry;
mod statement;
mod summary;
mod transaction;

use std::io::BufRead;

use super::event::Sink;
use super::fault::{Fault, Reason};
use super::output::Output;
use super::xml::{Step, Walker};
use statement::Statement;

const MESSAGE: &str = "Document/BkToCstmrStmt";
const STATEMENT: &str = "Document/BkToCstmrStmt/Stmt";
const BELOW: &str = "Document/BkToCstmrStmt/Stmt/";

pub(crate) fn read(input: impl BufRead, sink: &mut Sink<'_>) -> Result<(), Fault> {
    let mut walker = Walker::new(input, "Ccy");
    let mut output = Output::new(sink);
    let mut statement = None;
    loop {
        let step = walker.step()?;
        if step == Step::End {
            return output.finish().map_err(|reason| walker.fault(reason));
        }
        take(step, &walker, &mut statement, &mut output).map_err(|reason| walker.fault(reason))?;
    }
}

fn take<R: BufRead>(
    step: Step,
    walker: &Walker<R>,
    statement: &mut Option<Statement>,
    output: &mut Output<'_, '_>,
) -> Result<(), Reason> {
    let Some(path) = walker.below(BELOW) else {
        return match step {
            Step::Opened if walker.path() == STATEMENT => {
                *statement = Some(Statement::default());
                Ok(())
            }
            Step::Opened => check_message(walker.path()),
            Step::Closed if walker.path() == STATEMENT => {
                statement.take().map_or(Ok(()), |statement| statement.end(output))
            }
            Step::Closed | Step::End => Ok(()),
        };
    };
    let Some(statement) = statement else { return Ok(()) };
    match step {
        Step::Opened => statement.opened(path),
        Step::Closed => statement.closed(path, walker.text(), walker.attribute(), output)?,
        Step::End => {}
    }
    Ok(())
}

/// Refuses other documents and other messages at their first element.
fn check_message(path: &str) -> Result<(), Reason> {
    if path == "Document" || path == MESSAGE || path.starts_with("Document/BkToCstmrStmt/") {
        return Ok(());
    }
    Err(match path {
        "Document/BkToCstmrAcctRpt" => {
            Reason::WrongFormat("it is a camt.052, which is not a statement of booked entries")
        }
        "Document/BkToCstmrDbtCdtNtfctn" => Reason::WrongFormat("it is a camt.054, which has no balances"),
        _ => Reason::WrongFormat("the document is not a BkToCstmrStmt"),
    })
}
