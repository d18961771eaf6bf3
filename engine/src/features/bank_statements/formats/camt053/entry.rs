//! `Ntry`: one entry.

use chrono::NaiveDate;

use super::super::event::StatementLine;
use super::super::fault::Reason;
use super::super::value;
use super::balance::{amount, is_in};
use super::batch::Batch;
use super::transaction::Code;
use crate::values::money::{Currency, Minor};

/// An entry while it is read.
#[derive(Default)]
pub(super) struct Entry {
    amount: Option<(Minor, Currency)>,
    is_in: Option<bool>,
    is_reversal: bool,
    status: Option<String>,
    booked: Option<NaiveDate>,
    valued: Option<NaiveDate>,
    reference: Option<String>,
    information: Option<String>,
    code: Code,
    pub batch: Batch,
}

impl Entry {
    /// `path` is below `Ntry/`.
    pub fn closed(&mut self, path: &str, text: &str, attribute: Option<&str>) -> Result<(), Reason> {
        if let Some(path) = path.strip_prefix("NtryDtls/") {
            return self.batch.closed(path, text, attribute);
        }
        match path {
            "Amt" => self.amount = Some(amount(text, attribute)?),
            "CdtDbtInd" => self.is_in = Some(is_in(text)?),
            "RvslInd" => self.is_reversal = flag(text)?,
            // A code of its own since version 8; the element around it then closes without text.
            "Sts" | "Sts/Cd" | "Sts/Prtry" if !text.is_empty() => self.status = value::some(text),
            "BookgDt/Dt" | "BookgDt/DtTm" => self.booked = Some(value::iso_date(text)?),
            "ValDt/Dt" | "ValDt/DtTm" => self.valued = Some(value::iso_date(text)?),
            "AcctSvcrRef" => self.reference = value::some(text),
            "AddtlNtryInf" => self.information = value::some(text),
            _ => {
                if let Some(path) = path.strip_prefix("BkTxCd/") {
                    self.code.closed(path, text);
                }
            }
        }
        Ok(())
    }

    /// Its size, and whether the money comes in.
    pub fn size(&self) -> Option<(Minor, bool)> {
        self.amount.map(|(size, _)| size).zip(self.is_in)
    }

    /// The line, or `None` for an entry that is not booked.
    pub fn line(self) -> Result<Option<StatementLine>, Reason> {
        if self.status.ok_or(Reason::Missing("Ntry/Sts"))? != "BOOK" {
            return Ok(None);
        }
        let (size, currency) = self.amount.ok_or(Reason::Missing("Ntry/Amt"))?;
        let is_in = self.is_in.ok_or(Reason::Missing("Ntry/CdtDbtInd"))?;
        let date = self.booked.or(self.valued).ok_or(Reason::Missing("Ntry/BookgDt"))?;
        let mut line = StatementLine {
            value_date: self.valued,
            bank_reference: self.reference,
            code: self.code.take(),
            is_reversal: self.is_reversal,
            ..StatementLine::of(date, value::directed(size, is_in)?, currency)
        };
        self.batch.complete(&mut line, is_in)?;
        if let Some(information) = &self.information {
            value::join(&mut line.text, " | ", information);
        }
        Ok(Some(line))
    }
}

fn flag(text: &str) -> Result<bool, Reason> {
    match text {
        "true" | "1" => Ok(true),
        "false" | "0" => Ok(false),
        _ => Err(Reason::Value { field: "RvslInd", found: Reason::excerpt(text) }),
    }
}
