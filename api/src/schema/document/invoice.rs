//! Invoices on the wire. See docs/rules/documents.md#invoice.

use engine::books::document::Document;
use engine::books::document::draft::{Body, Draft, ItemsDraft};
use engine::values::error::Faults;
use engine::values::kind::{Action, DocumentKind};
use poem_openapi::Object;
use serde_json::json;

use super::collection::{Collection, Examples, Seen};
use super::shared::{DraftStatus, ItemLineInput, Items, Progress, amount, known};
use crate::schema::{
    Amount, CurrencyCode, GivenRate, Id, List, Memo, Name, PaidAmount, RateReason, Reference, Required, WireDate,
    WireStatus,
};

/// An invoice to be created, or its new content.
#[derive(Object, Debug)]
pub struct InvoiceInput {
    pub invoice_id: Required<Id>,
    /// An active customer.
    pub customer_id: Required<Id>,
    /// The receivables account: one of subtype `ar`.
    pub ar_account_id: Required<Id>,
    pub tran_date: Required<WireDate>,
    /// By the terms when left out; required without any.
    pub due_date: Option<WireDate>,
    /// When left out with `due_date`, those of the customer.
    pub payment_terms_id: Option<Id>,
    /// `tran_date` may precede it by 366 days (the first by 20 years), never follow its end.
    pub posting_period_id: Required<Id>,
    /// The base currency when left out.
    pub currency: Option<CurrencyCode>,
    pub exchange_rate: Option<GivenRate>,
    pub exchange_rate_reason: Option<RateReason>,
    pub memo: Option<Memo>,
    pub status: Option<DraftStatus>,
    pub lines: Required<List<ItemLineInput, 1, 1000>>,
}

impl InvoiceInput {
    /// What the engine is asked to check.
    pub fn into_draft(self) -> Draft {
        Draft {
            kind: DocumentKind::Invoice,
            id: self.invoice_id.0.map(Into::into),
            tran_date: self.tran_date.0.map(|date| date.0),
            posting_period_id: self.posting_period_id.0.map(Into::into),
            currency: self.currency.map(|currency| currency.0.code().to_owned()),
            exchange_rate: self.exchange_rate.map(|rate| rate.0),
            exchange_rate_reason: self.exchange_rate_reason.map(Into::into),
            memo: self.memo.map(Into::into),
            body: Body::Items(ItemsDraft {
                party_id: self.customer_id.0.map(Into::into),
                control_account_id: self.ar_account_id.0.map(Into::into),
                due_date: self.due_date.map(|date| date.0),
                payment_terms_id: self.payment_terms_id.map(Into::into),
                reference: None,
                about: None,
                lines: ItemLineInput::drafts(self.lines),
            }),
        }
    }
}

/// A customer's invoice. Posted: debit the receivables account with the total, credit each line and its tax.
#[derive(Object, Debug)]
pub struct Invoice {
    pub invoice_id: String,
    pub customer_id: String,
    pub customer_name: Option<String>,
    pub ar_account_id: String,
    #[oai(flatten)]
    pub items: Items,
    #[oai(flatten)]
    pub progress: Progress,
}

impl Invoice {
    pub fn of(document: &Document, seen: &Seen) -> Self {
        let content = &document.content;
        Self {
            invoice_id: document.key.id.clone(),
            customer_id: known(content.party()),
            customer_name: seen.names.party.clone(),
            ar_account_id: known(content.control_account()),
            items: Items::of(document, seen),
            progress: Progress::of(document, seen),
        }
    }
}

/// A customer's payment as it comes in.
#[derive(Object, Debug)]
pub struct ReceivePaymentInput {
    pub payment_date: Required<WireDate>,
    /// More than 0, at most what is due, but for `write_off`.
    pub payment_amount: Required<PaidAmount>,
    /// As of an invoice payment.
    pub discount: Option<PaidAmount>,
    /// As of an invoice payment, like its rule.
    pub write_off: Option<Amount>,
    pub write_off_rule_id: Option<Id>,
    /// The account of subtype `bank`, `cash` or `card` that the money goes to.
    pub deposit_account_id: Required<Id>,
    /// Such as `Bank Transfer`, `Check` or `Credit Card`.
    pub payment_method: Option<Name>,
    pub reference: Option<Reference>,
    /// As of an invoice payment, and asked about as at its submission: when left out, the table's for `payment_date`, else the invoice's.
    pub exchange_rate: Option<GivenRate>,
    /// Why the rate may differ from the table's, from who has the permission `exchange_rate.override`.
    pub exchange_rate_reason: Option<RateReason>,
}

/// After `receive-payment`.
#[derive(Object, Debug)]
pub struct PaymentReceived {
    pub invoice_id: String,
    /// The id of the new invoice payment.
    pub payment_id: String,
    pub payment_date: WireDate,
    pub payment_amount: Amount,
    pub deposit_account_id: String,
    pub payment_method: Option<String>,
    pub reference: Option<String>,
    /// `Posted`, `Pending Approval` when a rule wants signatures, or `Approved` while the worker is away.
    pub payment_status: WireStatus,
    pub invoice_status: WireStatus,
    pub amount_paid_total: Amount,
    pub amount_due: Amount,
}

impl PaymentReceived {
    pub fn of(invoice: &Document, payment: &Document) -> Self {
        let (content, currency) = (&payment.content, invoice.content.currency);
        Self {
            invoice_id: invoice.key.id.clone(),
            payment_id: payment.key.id.clone(),
            payment_date: content.tran_date.into(),
            payment_amount: amount(content.total, currency),
            deposit_account_id: known(content.cash_account()),
            payment_method: content.payment_method().map(str::to_owned),
            reference: content.reference().map(str::to_owned),
            payment_status: payment.status().into(),
            invoice_status: invoice.status().into(),
            amount_paid_total: amount(invoice.settlement.amount_paid, currency),
            amount_due: amount(invoice.amount_due(), currency),
        }
    }
}

/// The collection `invoices`.
pub struct Invoices;

impl Collection for Invoices {
    const KIND: DocumentKind = DocumentKind::Invoice;
    const PATH: &'static str = "/invoices";
    const NAME: &'static str = "Invoice";
    const ABOUT: &'static str = "What customers owe. Posted: debit receivables, credit each line and its tax. `receive-payment` records what came in.";
    type Input = InvoiceInput;
    type View = Invoice;
    type Party = Id;

    fn draft(input: InvoiceInput, _: &mut Faults) -> Draft {
        input.into_draft()
    }

    fn view(document: &Document, seen: &Seen) -> Invoice {
        Invoice::of(document, seen)
    }

    fn examples() -> Examples {
        let line = |told: &str, days: u32| json!({ "account_id": "4000", "description": told, "quantity": days, "rate": 800, "tax_rate": 0.07 });
        Examples {
            create: json!({
                "invoice_id": "INV-1001", "customer_id": "CUST-ACME", "ar_account_id": "1100",
                "tran_date": "2026-01-15", "due_date": "2026-02-14", "posting_period_id": "2026-01",
                "lines": [line("Consulting, three days", 3)],
            }),
            update: json!({
                "invoice_id": "INV-DEMO-6", "customer_id": "CUST-ACME", "ar_account_id": "1100",
                "tran_date": "2026-01-06", "due_date": "2026-02-05", "posting_period_id": "2026-01",
                "lines": [line("Consulting, a day", 1)],
            }),
            actions: vec![(
                Action::ReceivePayment,
                json!({
                    "payment_date": "2026-01-30", "payment_amount": 1000, "deposit_account_id": "1000",
                    "payment_method": "Bank Transfer", "reference": "GLOBEX 4711",
                }),
            )],
        }
    }
}
