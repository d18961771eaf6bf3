//! Bank reconciliation on the wire. See docs/rules/reconciliation.md#session.

use engine::features::reconciliation::commands::Marked;
use engine::features::reconciliation::model::adjustment::{Adjustment, Given, Item, ItemDraft};
use engine::features::reconciliation::model::worksheet::Row;
use engine::features::reconciliation::model::{Reconciliation, SessionStatus, Summary};
use engine::values::money::{Currency, Minor};
use poem_openapi::{Enum, Object};

use crate::schema::document::shared::{amount, sum};
use crate::schema::{Amount, Id, List, Memo, Nullable, Reason, Required, Sum, Text, WireDate, WireTimestamp};

/// A payment's id, or `<document id>#<line number>`, either with the document type and a slash before it.
pub type TransactionId = Text<1, 120>;
/// As many as fit into one body.
pub type TransactionIds = List<TransactionId, 1, 10000>;

/// A new session: one statement of one bank account. Amounts are in the account's currency or, when it has none, in base.
#[derive(Object, Debug)]
pub struct ReconciliationInput {
    /// Made by the service when left out.
    pub reconciliation_id: Option<Id>,
    /// An active account of subtype `bank` or `card` without another session in progress.
    pub account_id: Required<Id>,
    /// After the statement date of the account's last completed session.
    pub statement_date: Required<WireDate>,
    /// The ending balance from the bank statement; negative when overdrawn.
    pub statement_ending_balance: Required<Amount>,
    /// 0 when left out.
    pub bank_adjustments: Option<Amount>,
    /// 0 when left out.
    pub book_adjustments: Option<Amount>,
    pub memo: Option<Memo>,
}

/// What is to change on a session in progress; what is left out stays.
#[derive(Object, Debug)]
#[allow(non_snake_case, reason = "the interface's own spelling of this one body")]
pub struct ReconciliationUpdate {
    /// The ending balance from the bank statement.
    #[oai(rename = "statementEndingBalance")]
    pub statement_ending_balance: Option<Amount>,
    /// What the bank has yet to put right, such as an error of its own. Without `bankAdjustmentItems`, items that no longer sum to it
    /// are taken away.
    #[oai(rename = "bankAdjustments")]
    pub bank_adjustments: Option<Amount>,
    /// What the bank adjustments are made of, all of them; they sum to `bankAdjustments` or, without it, are it. One that stands there
    /// already, of the same amount and reason, keeps who wrote it.
    #[oai(rename = "bankAdjustmentItems")]
    pub bank_adjustment_items: Option<List<AdjustmentItemInput, 0, 200>>,
    /// What the books lack, such as a fee to be posted as an entry; 0 before the session can be completed. Without
    /// `bookAdjustmentItems`, items that no longer sum to it are taken away.
    #[oai(rename = "bookAdjustments")]
    pub book_adjustments: Option<Amount>,
    /// What the book adjustments are made of, as those of the bank.
    #[oai(rename = "bookAdjustmentItems")]
    pub book_adjustment_items: Option<List<AdjustmentItemInput, 0, 200>>,
    /// Null takes it away.
    pub memo: Nullable<Memo>,
}

/// One part of an adjustment.
#[derive(Object, Debug)]
pub struct AdjustmentItemInput {
    /// Not 0; negative where it takes away.
    pub amount: Required<Amount>,
    pub reason: Required<Reason>,
}

impl AdjustmentItemInput {
    fn into_draft(self) -> ItemDraft {
        ItemDraft { amount: self.amount.0.map(|amount| amount.0), reason: self.reason.0.map(Into::into) }
    }
}

impl ReconciliationUpdate {
    /// What is sent of the bank's adjustments.
    pub fn bank(&mut self) -> Given {
        let items = self.bank_adjustment_items.take();
        given(self.bank_adjustments, items, "/bankAdjustments", "/bankAdjustmentItems")
    }

    /// What is sent of the books' adjustments.
    pub fn book(&mut self) -> Given {
        let items = self.book_adjustment_items.take();
        given(self.book_adjustments, items, "/bookAdjustments", "/bookAdjustmentItems")
    }
}

fn given(
    total: Option<Amount>,
    items: Option<List<AdjustmentItemInput, 0, 200>>,
    total_field: &'static str,
    items_field: &'static str,
) -> Given {
    let items = items.map(|items| items.0.into_iter().map(AdjustmentItemInput::into_draft).collect());
    Given { total: total.map(|amount| amount.0), items, total_field, items_field }
}

/// One part of an adjustment, as it is kept.
#[derive(Object, Debug)]
pub struct AdjustmentItem {
    pub amount: Amount,
    pub reason: String,
    pub written_by: String,
    pub written_at: WireTimestamp,
}

pub fn items(side: &Adjustment, currency: Currency) -> Vec<AdjustmentItem> {
    let item = |item: &Item| AdjustmentItem {
        amount: amount(item.amount, currency),
        reason: item.reason.clone(),
        written_by: item.written_by.clone(),
        written_at: item.written_at.into(),
    };
    side.items.iter().map(item).collect()
}

/// Transactions found on the bank statement, and the day on which the bank has them.
#[derive(Object, Debug)]
pub struct ClearTransactionsInput {
    pub transaction_ids: Required<TransactionIds>,
    /// Not before the date of any of them. After the statement date they stay uncleared on this worksheet.
    pub cleared_date: Required<WireDate>,
}

/// Transactions whose marks are to be taken back.
#[derive(Object, Debug)]
pub struct UnclearTransactionsInput {
    pub transaction_ids: Required<TransactionIds>,
}

/// Why a completed session is reopened.
#[derive(Object, Debug)]
pub struct ReopenReconciliationInput {
    pub reason: Required<Reason>,
}

/// Where a session stands.
#[derive(Enum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReconciliationStatus {
    #[oai(rename = "In Progress")]
    InProgress,
    /// Locked.
    Completed,
}

impl From<ReconciliationStatus> for SessionStatus {
    fn from(wire: ReconciliationStatus) -> Self {
        match wire {
            ReconciliationStatus::InProgress => Self::InProgress,
            ReconciliationStatus::Completed => Self::Completed,
        }
    }
}

impl From<SessionStatus> for ReconciliationStatus {
    fn from(status: SessionStatus) -> Self {
        match status {
            SessionStatus::InProgress => Self::InProgress,
            SessionStatus::Completed => Self::Completed,
        }
    }
}

/// A reconciliation session.
#[derive(Object, Debug)]
#[oai(rename = "Reconciliation")]
pub struct ReconciliationView {
    pub reconciliation_id: String,
    pub account_id: String,
    /// Of all its amounts: the account's own currency or, when it has none, the base currency.
    pub currency: String,
    pub statement_date: WireDate,
    pub status: ReconciliationStatus,
    pub statement_ending_balance: Amount,
    pub bank_adjustments: Amount,
    /// What they are made of; none where nobody said.
    pub bank_adjustment_items: Vec<AdjustmentItem>,
    pub book_adjustments: Amount,
    pub book_adjustment_items: Vec<AdjustmentItem>,
    pub memo: Option<String>,
    pub created_at: WireTimestamp,
    pub created_by: String,
    pub updated_at: WireTimestamp,
    pub updated_by: String,
    pub completed_at: Option<WireTimestamp>,
    pub completed_by: Option<String>,
    /// As in the `ETag`; marks raise it, too.
    pub version: i64,
}

impl From<&Reconciliation> for ReconciliationView {
    fn from(session: &Reconciliation) -> Self {
        let currency = session.currency;
        let completion = session.completion.as_ref();
        Self {
            reconciliation_id: session.reconciliation_id.clone(),
            account_id: session.account_id.clone(),
            currency: currency.code().into(),
            statement_date: session.statement_date.into(),
            status: session.status().into(),
            statement_ending_balance: amount(session.statement_ending_balance, currency),
            bank_adjustments: amount(session.bank_adjustments.total, currency),
            bank_adjustment_items: items(&session.bank_adjustments, currency),
            book_adjustments: amount(session.book_adjustments.total, currency),
            book_adjustment_items: items(&session.book_adjustments, currency),
            memo: session.memo.clone(),
            created_at: session.created_at.into(),
            created_by: session.created_by.clone(),
            updated_at: session.updated_at.into(),
            updated_by: session.updated_by.clone(),
            completed_at: completion.map(|completion| completion.at.into()),
            completed_by: completion.map(|completion| completion.by.clone()),
            version: session.version,
        }
    }
}

/// After `clear` or `unclear`.
#[derive(Object, Debug)]
pub struct MarkedTransactions {
    pub reconciliation_id: String,
    pub transaction_ids: Vec<String>,
    pub updated_at: WireTimestamp,
    pub updated_by: String,
    /// The session's, as in the `ETag`.
    pub version: i64,
}

impl From<&Marked> for MarkedTransactions {
    fn from(marked: &Marked) -> Self {
        Self {
            reconciliation_id: marked.session.reconciliation_id.clone(),
            transaction_ids: marked.transaction_ids.clone(),
            updated_at: marked.at.into(),
            updated_by: marked.by.clone(),
            version: marked.session.version,
        }
    }
}

/// A session's worksheet. Amounts are in the session's currency; withdrawals are negative everywhere.
#[derive(Object, Debug)]
#[oai(rename = "ReconciliationWorksheet")]
pub struct WorksheetView {
    pub reconciliation_id: String,
    pub summary: SummaryView,
    /// What the bank adjustments of the summary are made of.
    pub bank_adjustment_items: Vec<AdjustmentItem>,
    pub book_adjustment_items: Vec<AdjustmentItem>,
    /// Cleared on or before the statement date, in this session or an earlier one.
    pub cleared_transactions: Vec<ClearedTransaction>,
    pub uncleared_transactions: Vec<UnclearedTransaction>,
}

/// The figures: `cleared_balance + uncleared_balance = gl_ending_balance`.
#[derive(Object, Debug)]
#[oai(rename = "ReconciliationSummary")]
pub struct SummaryView {
    pub statement_ending_balance: Sum,
    /// The account's balance in the ledger at the end of the statement date.
    pub gl_ending_balance: Sum,
    pub cleared_deposits: Sum,
    pub cleared_withdrawals: Sum,
    pub cleared_balance: Sum,
    /// Deposits in transit.
    pub uncleared_deposits: Sum,
    /// Outstanding checks and other withdrawals.
    pub uncleared_withdrawals: Sum,
    pub uncleared_balance: Sum,
    pub bank_adjustments: Sum,
    pub book_adjustments: Sum,
    /// `statement_ending_balance + uncleared_balance + bank_adjustments` less `gl_ending_balance + book_adjustments`.
    pub difference: Sum,
}

/// Whether money came in or went out.
#[derive(Enum, Clone, Copy, PartialEq, Eq, Debug)]
#[oai(rename_all = "snake_case")]
pub enum TransactionType {
    Deposit,
    Withdrawal,
}

/// A transaction that the bank has.
#[derive(Object, Debug)]
pub struct ClearedTransaction {
    pub transaction_id: String,
    /// The day it stands at in the ledger.
    pub date: WireDate,
    pub r#type: TransactionType,
    pub description: String,
    /// The document's own reference or, when it has none, its id.
    pub reference: String,
    /// Negative for a withdrawal.
    pub amount: Amount,
    pub cleared_date: WireDate,
}

/// A transaction that the bank does not have yet.
#[derive(Object, Debug)]
pub struct UnclearedTransaction {
    pub transaction_id: String,
    /// The day it stands at in the ledger.
    pub date: WireDate,
    pub r#type: TransactionType,
    pub description: String,
    /// The document's own reference or, when it has none, its id.
    pub reference: String,
    /// Negative for a withdrawal.
    pub amount: Amount,
}

fn transaction_type(amount: Minor) -> TransactionType {
    if amount.is_positive() { TransactionType::Deposit } else { TransactionType::Withdrawal }
}

impl SummaryView {
    pub fn of(summary: &Summary, currency: Currency) -> Self {
        let of = |minor| sum(minor, currency);
        Self {
            statement_ending_balance: of(summary.statement_ending_balance),
            gl_ending_balance: of(summary.gl_ending_balance),
            cleared_deposits: of(summary.cleared_deposits),
            cleared_withdrawals: of(summary.cleared_withdrawals),
            cleared_balance: of(summary.cleared_balance),
            uncleared_deposits: of(summary.uncleared_deposits),
            uncleared_withdrawals: of(summary.uncleared_withdrawals),
            uncleared_balance: of(summary.uncleared_balance),
            bank_adjustments: of(summary.bank_adjustments),
            book_adjustments: of(summary.book_adjustments),
            difference: of(summary.difference),
        }
    }
}

/// Every cleared row has its date.
pub fn cleared(row: &Row, currency: Currency) -> Option<ClearedTransaction> {
    let UnclearedTransaction { transaction_id, date, r#type, description, reference, amount } =
        uncleared(row, currency);
    let cleared_date = row.movement.cleared.as_ref()?.date().into();
    Some(ClearedTransaction { transaction_id, date, r#type, description, reference, amount, cleared_date })
}

pub fn uncleared(row: &Row, currency: Currency) -> UnclearedTransaction {
    let movement = &row.movement;
    UnclearedTransaction {
        transaction_id: row.transaction_id.clone(),
        date: movement.date.into(),
        r#type: transaction_type(movement.amount),
        description: match movement.stands_elsewhere() {
            Some(amount) => {
                format!("{} ({amount}, in another currency than the account: not counted)", movement.description)
            }
            None => movement.description.clone(),
        },
        reference: movement.reference.clone(),
        amount: amount(movement.amount, currency),
    }
}
