//! `TxDtls`: one transaction of an entry.

use super::super::fault::Reason;
use super::super::value;
use super::balance::{amount, is_in};
use crate::values::money::{Currency, Minor};

/// A transaction while it is read.
#[derive(Default)]
pub(super) struct Transaction {
    debtor: Party,
    creditor: Party,
    /// Its own amount, since version 4, and the one of the older `AmtDtls`.
    own: Option<(Minor, Currency)>,
    older: Option<(Minor, Currency)>,
    is_in: Option<bool>,
    pub reference: Option<String>,
    pub end_to_end_id: Option<String>,
    pub text: Option<String>,
    pub information: Option<String>,
    pub code: Code,
}

#[derive(Default)]
pub(super) struct Party {
    pub name: Option<String>,
    pub account: Option<String>,
}

/// `BkTxCd`: the domain code of ISO 20022, or the bank's own.
#[derive(Default)]
pub(super) struct Code {
    domain: Option<String>,
    own: Option<String>,
}

impl Transaction {
    /// `path` is below `TxDtls/`.
    pub fn closed(&mut self, path: &str, text: &str, attribute: Option<&str>) -> Result<(), Reason> {
        match path {
            "Amt" => self.own = Some(amount(text, attribute)?),
            "AmtDtls/TxAmt/Amt" => self.older = Some(amount(text, attribute)?),
            "CdtDbtInd" => self.is_in = Some(is_in(text)?),
            "Refs/AcctSvcrRef" => self.reference = value::some(text),
            "Refs/EndToEndId" if text != "NOTPROVIDED" => self.end_to_end_id = value::some(text),
            // The name stands below `Pty` since version 8.
            "RltdPties/Dbtr/Nm" | "RltdPties/Dbtr/Pty/Nm" => self.debtor.name = value::some(text),
            "RltdPties/Cdtr/Nm" | "RltdPties/Cdtr/Pty/Nm" => self.creditor.name = value::some(text),
            "RltdPties/DbtrAcct/Id/IBAN" | "RltdPties/DbtrAcct/Id/Othr/Id" => {
                self.debtor.account = value::account(text);
            }
            "RltdPties/CdtrAcct/Id/IBAN" | "RltdPties/CdtrAcct/Id/Othr/Id" => {
                self.creditor.account = value::account(text);
            }
            "RmtInf/Ustrd" | "RmtInf/Strd/CdtrRefInf/Ref" | "RmtInf/Strd/RfrdDocInf/Nb" | "RmtInf/Strd/AddtlRmtInf" => {
                value::join(&mut self.text, " ", text);
            }
            "AddtlTxInf" => self.information = value::some(text),
            _ => {
                if let Some(path) = path.strip_prefix("BkTxCd/") {
                    self.code.closed(path, text);
                }
            }
        }
        Ok(())
    }

    /// Whoever is on the other side. A reversal keeps the parties of what it takes back, in which the money went the
    /// other way.
    pub fn counterparty(&mut self, entry_is_in: bool, is_reversal: bool) -> Party {
        let is_in = self.is_in.unwrap_or(entry_is_in);
        std::mem::take(if is_in == is_reversal { &mut self.creditor } else { &mut self.debtor })
    }

    /// Its amount in the currency of its entry, with its sign.
    pub fn amount(&self, entry_is_in: bool, currency: Currency) -> Result<Option<Minor>, Reason> {
        let Some((size, _)) = self.own.or(self.older).filter(|(_, found)| *found == currency) else { return Ok(None) };
        value::directed(size, self.is_in.unwrap_or(entry_is_in)).map(Some)
    }

    /// How much text it keeps in memory.
    pub fn bytes(&self) -> usize {
        let texts = [
            &self.debtor.name,
            &self.debtor.account,
            &self.creditor.name,
            &self.creditor.account,
            &self.reference,
            &self.end_to_end_id,
            &self.text,
            &self.information,
            &self.code.domain,
            &self.code.own,
        ];
        texts.into_iter().flatten().fold(0, |sum, text| sum.saturating_add(text.len()))
    }
}

impl Code {
    /// The parts stand in this order in the file: domain, family, sub-family.
    pub fn closed(&mut self, path: &str, text: &str) {
        match path {
            "Domn/Cd" | "Domn/Fmly/Cd" | "Domn/Fmly/SubFmlyCd" => value::join(&mut self.domain, "-", text),
            "Prtry/Cd" => self.own = value::some(text),
            _ => {}
        }
    }

    pub fn take(self) -> Option<String> {
        self.domain.or(self.own)
    }
}
