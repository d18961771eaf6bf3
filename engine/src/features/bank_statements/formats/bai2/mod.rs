//! BAI2, the American cash management format: records 01 (file), 02 (group), 03 (account), 16 (transaction), 88 (more of
//! the record before), and the trailers 49, 98 and 99, whose totals and counts are all checked.
//!
//! Amounts are whole numbers of minor units. A group's day is the day of everything in it.

mod account;
mod record;
mod trailer;

use std::io::BufRead;

use super::event::Sink;
use super::fault::{Fault, Reason};
use super::lines::Lines;
use super::output::Output;
use account::{Account, Group};
use record::Record;
use trailer::Tally;

pub(crate) fn read(input: impl BufRead, sink: &mut Sink<'_>) -> Result<(), Fault> {
    let mut lines = Lines::new(input);
    let mut file = File { output: Output::new(sink), stage: Stage::Before, tally: Tally::default() };
    let mut pending: Option<Record> = None;
    while let Some(line) = lines.line()? {
        if line.is_empty() {
            continue;
        }
        let more = line.strip_prefix("88,").or((line == "88").then_some(""));
        if let (Some(record), Some(more)) = (&mut pending, more) {
            record.append(more).map_err(|reason| lines.fault(reason))?;
            continue;
        }
        let next = Record::new(&line, lines.place()).map_err(|reason| lines.fault(reason))?;
        pending.replace(next).map_or(Ok(()), |record| file.take(&record))?;
    }
    // Of any other record more may be missing.
    let is_whole = |record: &Record| ["49", "98", "99"].contains(&record.code());
    let is_first = matches!(file.stage, Stage::Before);
    let last = pending.filter(|record| is_first || is_whole(record));
    last.map_or(Ok(()), |record| file.take(&record))?;
    let ended = match file.stage {
        Stage::After => file.output.finish(),
        Stage::Before => Err(Reason::NoStatement),
        Stage::File => Err(Reason::Truncated("the file: it has no record 99")),
        Stage::Group(_) => Err(Reason::Truncated("a group: it has no record 98")),
        Stage::Account(..) => Err(Reason::Truncated("an account: it has no record 49")),
    };
    ended.map_err(|reason| lines.fault(reason))
}

struct File<'a, 's> {
    output: Output<'a, 's>,
    stage: Stage,
    tally: Tally,
}

/// What is open. Whatever is outside of it is kept with it.
enum Stage {
    Before,
    File,
    Group(Group),
    Account(Group, Account),
    After,
}

impl File<'_, '_> {
    fn take(&mut self, record: &Record) -> Result<(), Fault> {
        self.record(record).map_err(|reason| record.place.fault(reason))
    }

    fn record(&mut self, record: &Record) -> Result<(), Reason> {
        let stage = std::mem::replace(&mut self.stage, Stage::After);
        self.stage = match (record.code(), stage) {
            ("01", Stage::Before) => {
                record.terminated()?;
                self.tally.count(record);
                Stage::File
            }
            ("02", Stage::File) => Stage::Group(Group::new(record)?),
            ("03", Stage::Group(group)) => {
                let account = Account::new(record, &group, &mut self.output)?;
                Stage::Account(group, account)
            }
            ("16", Stage::Account(group, mut account)) => {
                account.transaction(record, &group, &mut self.output)?;
                Stage::Account(group, account)
            }
            ("49", Stage::Account(mut group, account)) => {
                group.tally.include(&account.end(record, &mut self.output)?);
                Stage::Group(group)
            }
            ("98", Stage::Group(mut group)) => {
                group.tally.count(record);
                group.tally.check(record, Some("the number of accounts in record 98"))?;
                self.tally.include(&group.tally);
                Stage::File
            }
            ("99", Stage::File) => {
                self.tally.count(record);
                self.tally.check(record, Some("the number of groups in record 99"))?;
                Stage::After
            }
            (code, Stage::Before) if code != "01" => return Err(Reason::WrongFormat("the first record is not 01")),
            (code, _) => return Err(Reason::Syntax(format!("a record {} is not allowed here", Reason::excerpt(code)))),
        };
        Ok(())
    }
}
