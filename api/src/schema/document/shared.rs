//! What the documents' wire types share: item lines, the progress of a workflow, names.

use std::collections::BTreeMap;

use engine::books::document::draft::{ItemLineDraft, WriteOffDraft};
use engine::books::document::{Document, content, stage};
use engine::values::kind::Side;
use engine::values::money::{Currency, Minor};
use poem_openapi::{Enum, Object, types::Any};
use rust_decimal::Decimal;
use serde_json::{Value, json};

use super::after_reconciliation::AfterReconciliation;
use super::collection::Seen;
use crate::schema::dimension;
use crate::schema::dimension::{LineDimension, LineDimensions};
use crate::schema::plan::Plan;
use crate::schema::{
    Amount, ExchangeRate, Id, List, Memo, Quantity, Rate, Required, Sum, TaxRate, WireDate, WireStatus, WireTimestamp,
};

/// The status a document may be created with.
#[derive(Enum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum DraftStatus {
    Draft,
}

/// An amount with as many decimals as its currency has.
pub fn amount(minor: Minor, currency: Currency) -> Amount {
    Amount(currency.to_decimal(minor))
}

/// A sum of any length. What no decimal can hold is more than all the books of the world.
pub fn long_sum(minor: i128, currency: Currency) -> Sum {
    Sum(Decimal::try_from_i128_with_scale(minor, currency.decimals()).unwrap_or(Decimal::MAX))
}

/// A sum of amounts, with as many decimals as its currency has.
pub fn sum(minor: Minor, currency: Currency) -> Sum {
    Sum(currency.to_decimal(minor))
}

/// One item: what was bought or sold.
#[derive(Object, Debug)]
pub struct ItemLineInput {
    /// The next free number when left out.
    #[oai(validator(minimum(value = "1"), maximum(value = "1000000")))]
    pub line_number: Option<i64>,
    /// The revenue or expense account; any active account but a receivable or payable one.
    pub account_id: Required<Id>,
    pub description: Option<Memo>,
    /// More than 0.
    pub quantity: Required<Quantity>,
    /// The price each; less than 0 for a discount.
    pub rate: Required<Rate>,
    /// Quantity × rate, rounded half away from zero, when left out; a given one may differ by one minor unit.
    pub amount: Option<Amount>,
    /// Gives rate and accounts; of `tran_date`.
    pub tax_code_id: Option<Id>,
    /// A fraction from 0 to 1; that of the tax code, or 0, when left out.
    pub tax_rate: Option<TaxRate>,
    /// Amount × tax_rate, rounded half away from zero, when left out; a given one may differ by one minor unit.
    pub tax_amount: Option<Amount>,
    /// That of the tax code, or the one active account of subtype `tax`, when left out.
    pub tax_account_id: Option<Id>,
    pub department_id: Option<Id>,
    pub cost_center_id: Option<Id>,
    pub dimensions: Option<LineDimensions>,
}

impl ItemLineInput {
    /// The lines as the engine is asked to check them; none when they were not sent, or wrong.
    pub fn drafts<const MIN: usize, const MAX: usize>(lines: Required<List<Self, MIN, MAX>>) -> Vec<ItemLineDraft> {
        lines.0.into_iter().flat_map(|lines| lines.0).map(Self::into_draft).collect()
    }

    pub fn into_draft(self) -> ItemLineDraft {
        ItemLineDraft {
            line_number: self.line_number,
            account_id: self.account_id.0.map(Into::into),
            description: self.description.map(Into::into),
            quantity: self.quantity.0.map(|quantity| quantity.0),
            rate: self.rate.0.map(|rate| rate.0),
            amount: self.amount.map(|amount| amount.0),
            tax_code_id: self.tax_code_id.map(Into::into),
            tax_rate: self.tax_rate.map(|rate| rate.0),
            tax_amount: self.tax_amount.map(|amount| amount.0),
            tax_account_id: self.tax_account_id.map(Into::into),
            department_id: self.department_id.map(Into::into),
            cost_center_id: self.cost_center_id.map(Into::into),
            dimensions: dimension::sent(self.dimensions),
        }
    }
}

/// A line as the examples have it: one piece at this price, with the tax of the demo company.
pub fn example_item(account: &str, rate: u32) -> Value {
    json!({ "account_id": account, "quantity": 1, "rate": rate, "tax_rate": 0.07 })
}

/// An item line as it is stored.
#[derive(Object, Debug)]
pub struct ItemLine {
    pub line_number: i64,
    pub account_id: String,
    pub account_name: Option<String>,
    pub description: Option<String>,
    pub quantity: Quantity,
    pub rate: Rate,
    pub amount: Amount,
    pub tax_rate: TaxRate,
    pub tax_amount: Amount,
    pub tax_account_id: Option<String>,
    pub department_id: Option<String>,
    pub cost_center_id: Option<String>,
    #[oai(skip_serializing_if_is_none)]
    pub dimensions: Option<Vec<LineDimension>>,
    #[oai(skip_serializing_if_is_none)]
    pub tax_code_id: Option<String>,
    /// Of the tax; stays on the line's account.
    #[oai(skip_serializing_if_is_none)]
    pub not_recoverable_tax: Option<Amount>,
    /// Owed on `tax_account_id`, deducted on `reverse_charge_account_id`; no part of the total.
    #[oai(skip_serializing_if_is_none)]
    pub reverse_charge_tax: Option<Amount>,
    #[oai(skip_serializing_if_is_none)]
    pub reverse_charge_account_id: Option<String>,
}

/// What all types of items have in common.
#[derive(Object, Debug)]
pub struct Items {
    pub tran_date: WireDate,
    pub due_date: Option<WireDate>,
    pub posting_period_id: String,
    pub currency: String,
    pub exchange_rate: ExchangeRate,
    /// Why the rate may differ from the table's, where a reason was given.
    pub exchange_rate_reason: Option<String>,
    pub memo: Option<String>,
    /// One of the eleven states, such as `Draft`, `Pending Approval` or `Posted`.
    pub status: WireStatus,
    pub subtotal: Amount,
    pub tax_total: Amount,
    pub total: Amount,
    /// Paid, applied or refunded so far; lowered again by the void or return of a payment.
    pub amount_paid: Amount,
    /// What is left of the total; 0 when voided or rejected.
    pub amount_due: Amount,
    /// Payments and credits of it that are submitted or approved and not posted.
    pub amount_pending: Option<Sum>,
    /// `amount_due` less what is pending and not yet taken off it, at least 0.
    pub amount_left: Option<Sum>,
    #[oai(skip_serializing_if_is_none)]
    pub payment_terms_id: Option<String>,
    /// The last `tran_date` of a payment that takes a discount.
    #[oai(skip_serializing_if_is_none)]
    pub discount_date: Option<WireDate>,
    #[oai(skip_serializing_if_is_none)]
    pub discount_amount: Option<Amount>,
    #[oai(skip_serializing_if_is_none)]
    pub discount_account_id: Option<String>,
    /// Not in lists with `lines=false`.
    #[oai(skip_serializing_if_is_none)]
    pub lines: Option<Vec<ItemLine>>,
}

impl Items {
    pub fn of(document: &Document, seen: &Seen) -> Self {
        let content = &document.content;
        // Where the type's items stand in the ledger.
        let side = document.key.kind.items().map_or(Side::Debit, |items| items.side);
        let currency = content.currency;
        Self {
            tran_date: content.tran_date.into(),
            due_date: content.due_date().map(Into::into),
            posting_period_id: content.posting_period_id.clone(),
            currency: currency.code().into(),
            exchange_rate: content.exchange_rate.into(),
            exchange_rate_reason: content.exchange_rate_reason.clone(),
            memo: content.memo.clone(),
            status: document.status().into(),
            subtotal: amount(content.subtotal(), currency),
            tax_total: amount(content.tax_total(), currency),
            total: amount(content.total, currency),
            amount_paid: amount(document.settlement.amount_paid, currency),
            amount_due: amount(document.amount_due(), currency),
            amount_pending: seen.pending.map(|amounts| long_sum(amounts.pending, currency)),
            amount_left: seen.pending.map(|amounts| long_sum(amounts.left, currency)),
            payment_terms_id: content.items().and_then(|items| Some(items.terms.as_ref()?.payment_terms_id.clone())),
            discount_date: content.offered().map(|offered| offered.until.into()),
            discount_amount: content.offered().map(|offered| amount(offered.amount, currency)),
            discount_account_id: content.offered().map(|offered| offered.account_id.clone()),
            lines: content
                .items()
                .filter(|_| !seen.without_lines)
                .map(|items| items.lines.iter().map(|item| item_line(item, side, currency, seen)).collect()),
        }
    }
}

/// What of a credit was paid back.
pub fn refunded(document: &Document, seen: &Seen) -> Option<Sum> {
    let refunded = seen.pending.and_then(|amounts| amounts.refunded)?;
    Some(long_sum(refunded, document.content.currency))
}

fn item_line(item: &content::ItemLine, side: Side, currency: Currency, seen: &Seen) -> ItemLine {
    let line = &item.line;
    let coded = item.coded.as_ref();
    let reverse = coded.and_then(|coded| coded.reverse_charge.as_ref());
    ItemLine {
        line_number: line.line_number,
        account_id: line.account_id.clone(),
        account_name: seen.names.accounts.get(&line.account_id).cloned(),
        description: line.memo.clone(),
        quantity: item.quantity.into(),
        rate: item.rate.into(),
        amount: amount(side.signed(line.amount).unwrap_or_default(), currency),
        tax_rate: item.tax_rate.into(),
        tax_amount: amount(item.tax.amount(), currency),
        tax_account_id: item.tax.account().map(str::to_owned),
        department_id: line.department_id.clone(),
        cost_center_id: line.cost_center_id.clone(),
        dimensions: LineDimension::some(&line.dimensions),
        tax_code_id: coded.map(|coded| coded.tax_code_id.clone()),
        not_recoverable_tax: coded.map(|coded| amount(coded.not_recoverable, currency)),
        reverse_charge_tax: reverse.map(|reverse| amount(reverse.tax, currency)),
        reverse_charge_account_id: reverse.map(|reverse| reverse.account_id.clone()),
    }
}

/// A field that every document of the view's type has.
pub fn known(field: Option<&str>) -> String {
    field.unwrap_or_default().to_owned()
}

/// What a payment is to write off.
pub fn written_off(amount: Option<Amount>, write_off_rule_id: Option<Id>) -> WriteOffDraft {
    WriteOffDraft { amount: amount.map(|amount| amount.0), write_off_rule_id: write_off_rule_id.map(Into::into) }
}

/// What payments and refunds have in common.
#[derive(Object, Debug)]
pub struct Payment {
    /// The cash or bank account.
    pub account_id: String,
    pub tran_date: WireDate,
    pub posting_period_id: String,
    /// In the currency of what is paid.
    pub payment: Amount,
    /// Settled beside it, on `discount_account_id`.
    #[oai(skip_serializing_if_is_none)]
    pub discount: Option<Amount>,
    #[oai(skip_serializing_if_is_none)]
    pub discount_account_id: Option<String>,
    /// Settled beside it by its rule; below 0 what is kept of the money.
    #[oai(skip_serializing_if_is_none)]
    pub write_off: Option<Amount>,
    #[oai(skip_serializing_if_is_none)]
    pub write_off_account_id: Option<String>,
    #[oai(skip_serializing_if_is_none)]
    pub write_off_rule_id: Option<String>,
    pub currency: String,
    /// A difference to the rate of what is paid is an exchange gain or loss.
    pub exchange_rate: ExchangeRate,
    /// Why the rate may differ from the table's, where a reason was given.
    pub exchange_rate_reason: Option<String>,
    pub payment_method: Option<String>,
    pub reference: Option<String>,
    pub memo: Option<String>,
    /// One of the eleven states, such as `Draft`, `Pending Approval` or `Posted`.
    pub status: WireStatus,
    pub return_date: Option<WireDate>,
    pub return_reason: Option<String>,
    pub returned_at: Option<WireTimestamp>,
    pub returned_by: Option<String>,
}

impl From<&Document> for Payment {
    fn from(document: &Document) -> Self {
        let content = &document.content;
        let returned = document.stage.payment_return();
        Self {
            account_id: known(content.cash_account()),
            tran_date: content.tran_date.into(),
            posting_period_id: content.posting_period_id.clone(),
            payment: amount(content.total, content.currency),
            discount: content.discount().map(|taken| amount(taken.amount, content.currency)),
            discount_account_id: content.discount().map(|taken| taken.account_id.clone()),
            write_off: content.write_off().map(|of| amount(of.amount, content.currency)),
            write_off_account_id: content.write_off().map(|of| of.account_id.clone()),
            write_off_rule_id: content.write_off().map(|of| of.write_off_rule_id.clone()),
            currency: content.currency.code().into(),
            exchange_rate: content.exchange_rate.into(),
            exchange_rate_reason: content.exchange_rate_reason.clone(),
            payment_method: content.payment_method().map(str::to_owned),
            reference: content.reference().map(str::to_owned),
            memo: content.memo.clone(),
            status: document.status().into(),
            return_date: returned.map(|returned| returned.ended.on.into()),
            return_reason: returned.map(|returned| returned.reason.clone()),
            returned_at: returned.map(|returned| returned.ended.at.into()),
            returned_by: returned.map(|returned| returned.ended.by.to_string()),
        }
    }
}

/// Who sent a document back, or rejected it, and why.
#[derive(Object, Debug)]
pub struct ReturnedBy {
    pub at: WireTimestamp,
    pub by: String,
    /// The comments of `request-change`, or the reason of `reject`.
    pub comments: String,
}

impl From<&stage::Returned> for ReturnedBy {
    fn from(returned: &stage::Returned) -> Self {
        Self { at: returned.at.into(), by: returned.by.to_string(), comments: returned.comments.clone() }
    }
}

/// How far the document has come, and what can be done to it.
#[derive(Object, Debug)]
pub struct Progress {
    /// The level needed; set on submission.
    pub required_approval_level: Option<u32>,
    /// The level reached; 0 before the first signature.
    pub current_approval_level: u32,
    pub approval_plan: Option<Plan>,
    pub submitted_at: Option<WireTimestamp>,
    pub submitted_by: Option<String>,
    pub posted_at: Option<WireTimestamp>,
    /// Who sent it back or rejected it last; null once submitted again.
    pub returned: Option<ReturnedBy>,
    pub corrects_id: Option<String>,
    pub correction_id: Option<String>,
    pub void_reason: Option<String>,
    pub voided_at: Option<WireTimestamp>,
    pub voided_by: Option<String>,
    pub created_at: WireTimestamp,
    pub created_by: String,
    pub updated_by: String,
    /// As in the `ETag`.
    pub version: i64,
    /// What the caller can do to it now; on reads.
    #[oai(skip_serializing_if_is_none)]
    pub allowed_actions: Option<Vec<String>>,
    /// Why the caller cannot do the rest; with `explain=true`.
    #[oai(skip_serializing_if_is_none)]
    pub why_not: Option<Any<BTreeMap<String, String>>>,
    /// On a read of one whose bank is reconciled for its day: said before it is posted, and after.
    #[oai(skip_serializing_if_is_none)]
    pub after_reconciliations: Option<Vec<AfterReconciliation>>,
}

impl Progress {
    pub fn of(document: &Document, seen: &Seen) -> Self {
        let stage = &document.stage;
        let (submitted, submission, voided) = (stage.submitted(), stage.submission(), stage.voided());
        Self {
            required_approval_level: submission.map(|submission| submission.plan.required_level),
            current_approval_level: submission.map_or(0, |submission| submission.level),
            approval_plan: submission.map(Plan::of),
            submitted_at: submitted.map(|submitted| submitted.at.into()),
            submitted_by: submitted.map(|submitted| submitted.by.to_string()),
            posted_at: stage.posted_at().map(Into::into),
            returned: stage.returned().map(Into::into),
            corrects_id: document.corrects_id.clone(),
            correction_id: document.correction_id.clone(),
            void_reason: voided.map(|voided| voided.reason.clone()),
            voided_at: voided.map(|voided| voided.ended.at.into()),
            voided_by: voided.map(|voided| voided.ended.by.to_string()),
            created_at: document.created_at.into(),
            created_by: document.created_by.to_string(),
            updated_by: document.edited_by.to_string(),
            version: document.version,
            allowed_actions: seen.allowed_actions.clone(),
            why_not: seen.why_not.clone().map(Any),
            after_reconciliations: AfterReconciliation::all(seen),
        }
    }
}
