//! `NtryDtls`: the transactions that the bank booked together as one entry.
//!
//! The balances are made of entries, so an entry stays one line. Its transactions are kept beside it when their amounts
//! add up to it: then they can be matched one by one. Batches without limit are possible; their transactions are
//! counted, and only a bounded part is kept.

use super::super::event::{Detail, StatementLine};
use super::super::fault::Reason;
use super::super::limits::{MAX_DETAILS, MAX_DETAILS_BYTES, MAX_NAMES_BYTES};
use super::super::value;
use super::transaction::{Party, Transaction};
use crate::values::money::Minor;

#[derive(Default)]
pub(super) struct Batch {
    kept: Vec<Transaction>,
    kept_bytes: usize,
    count: u32,
    is_too_large: bool,
    /// What `Btch` says: how many there are, and the number of the payment run.
    stated: Option<u32>,
    run: Option<String>,
}

impl Batch {
    /// A `TxDtls` begins: the one before it is complete.
    pub fn opened(&mut self) {
        self.count = self.count.saturating_add(1);
        let before = self.kept.last().map_or(0, Transaction::bytes);
        self.kept_bytes = self.kept_bytes.saturating_add(before);
        if self.kept.len() >= MAX_DETAILS || self.kept_bytes > MAX_DETAILS_BYTES {
            self.is_too_large = true;
            // The first shows what the batch is like; what the others say is passed over.
            self.kept.truncate(1);
        }
        if !self.is_too_large {
            self.kept.push(Transaction::default());
        }
    }

    /// `path` is below `NtryDtls/`.
    pub fn closed(&mut self, path: &str, text: &str, attribute: Option<&str>) -> Result<(), Reason> {
        match path {
            "Btch/NbOfTxs" => self.stated = text.parse().ok(),
            "Btch/PmtInfId" => self.run = value::some(text),
            _ => {
                let within = path.strip_prefix("TxDtls/").filter(|_| !self.is_too_large);
                if let (Some(path), Some(transaction)) = (within, self.kept.last_mut()) {
                    return transaction.closed(path, text, attribute);
                }
            }
        }
        Ok(())
    }

    /// Adds to `line` what its transactions say.
    pub fn complete(mut self, line: &mut StatementLine, is_in: bool) -> Result<(), Reason> {
        line.transactions = self.count.max(self.stated.unwrap_or(1)).max(1);
        if self.count == 1
            && let Some(only) = self.kept.pop()
        {
            one(only, line, is_in);
        } else {
            many(self.kept, line, is_in, self.is_too_large)?;
        }
        line.end_to_end_id = line.end_to_end_id.take().or(self.run);
        Ok(())
    }
}

fn one(mut only: Transaction, line: &mut StatementLine, is_in: bool) {
    let Party { name, account } = only.counterparty(is_in, line.is_reversal);
    line.counterparty_name = name;
    line.counterparty_account = account;
    line.bank_reference = line.bank_reference.take().or(only.reference);
    line.end_to_end_id = only.end_to_end_id;
    line.text = only.text.or(only.information);
    line.code = line.code.take().or(only.code.take());
}

fn many(kept: Vec<Transaction>, line: &mut StatementLine, is_in: bool, is_too_large: bool) -> Result<(), Reason> {
    let mut names: Vec<String> = Vec::new();
    let mut details = Vec::new();
    let mut sum = Some(Minor::ZERO);
    for mut transaction in kept {
        let Party { name, account } = transaction.counterparty(is_in, line.is_reversal);
        if let Some(name) = name.as_ref().filter(|name| names.len() < 32 && !names.contains(name)) {
            names.push(name.clone());
        }
        let amount = transaction.amount(is_in, line.currency)?;
        sum = sum.zip(amount).and_then(|(sum, amount)| sum.checked_add(amount).ok());
        details.push(Detail {
            amount: amount.unwrap_or(Minor::ZERO),
            counterparty_name: name,
            counterparty_account: account,
            bank_reference: transaction.reference,
            end_to_end_id: transaction.end_to_end_id,
            text: transaction.text.or(transaction.information),
        });
    }
    if !is_too_large {
        for name in &names {
            value::join_within(&mut line.counterparty_name, "; ", name, MAX_NAMES_BYTES);
        }
    }
    if !is_too_large && !details.is_empty() && sum == Some(line.amount) {
        line.details = details;
    }
    Ok(())
}
