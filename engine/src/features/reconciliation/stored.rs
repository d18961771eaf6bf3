//! Reconciliations: the figures of a completed one (`reconciliation.summary`, an object of version 0), and the items of its adjustments
//! (`reconciliation.bank_adjustment_items` and `book_adjustment_items`, arrays; release 1268427 had none). Amounts are in minor units.

use serde::{Deserialize, Serialize};

use crate::books::stored::codec::{Stored, Unreadable, only, write};
use crate::features::reconciliation::model::Summary;
use crate::features::reconciliation::model::adjustment::Item;
use crate::values::clock::Timestamp;
use crate::values::money::Minor;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SummaryV0 {
    statement_ending_balance: i64,
    gl_ending_balance: i64,
    cleared_deposits: i64,
    cleared_withdrawals: i64,
    cleared_balance: i64,
    uncleared_deposits: i64,
    uncleared_withdrawals: i64,
    uncleared_balance: i64,
    bank_adjustments: i64,
    book_adjustments: i64,
    difference: i64,
}

impl Stored for Summary {
    fn read(version: u64, text: &str) -> Result<Self, Unreadable> {
        let read: SummaryV0 = only(version, text)?;
        Ok(Self {
            statement_ending_balance: Minor(read.statement_ending_balance),
            gl_ending_balance: Minor(read.gl_ending_balance),
            cleared_deposits: Minor(read.cleared_deposits),
            cleared_withdrawals: Minor(read.cleared_withdrawals),
            cleared_balance: Minor(read.cleared_balance),
            uncleared_deposits: Minor(read.uncleared_deposits),
            uncleared_withdrawals: Minor(read.uncleared_withdrawals),
            uncleared_balance: Minor(read.uncleared_balance),
            bank_adjustments: Minor(read.bank_adjustments),
            book_adjustments: Minor(read.book_adjustments),
            difference: Minor(read.difference),
        })
    }

    fn written(&self) -> Result<String, serde_json::Error> {
        write(&SummaryV0 {
            statement_ending_balance: self.statement_ending_balance.0,
            gl_ending_balance: self.gl_ending_balance.0,
            cleared_deposits: self.cleared_deposits.0,
            cleared_withdrawals: self.cleared_withdrawals.0,
            cleared_balance: self.cleared_balance.0,
            uncleared_deposits: self.uncleared_deposits.0,
            uncleared_withdrawals: self.uncleared_withdrawals.0,
            uncleared_balance: self.uncleared_balance.0,
            bank_adjustments: self.bank_adjustments.0,
            book_adjustments: self.book_adjustments.0,
            difference: self.difference.0,
        })
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ItemV0 {
    amount: i64,
    reason: String,
    written_by: String,
    written_at: i64,
}

impl Stored for Vec<Item> {
    fn read(version: u64, text: &str) -> Result<Self, Unreadable> {
        let item = |read: ItemV0| Item {
            amount: Minor(read.amount),
            reason: read.reason,
            written_by: read.written_by,
            written_at: Timestamp::from_micros(read.written_at),
        };
        Ok(only::<Vec<ItemV0>>(version, text)?.into_iter().map(item).collect())
    }

    fn written(&self) -> Result<String, serde_json::Error> {
        let item = |item: &Item| ItemV0 {
            amount: item.amount.0,
            reason: item.reason.clone(),
            written_by: item.written_by.clone(),
            written_at: item.written_at.micros(),
        };
        write(&self.iter().map(item).collect::<Vec<_>>())
    }
}
