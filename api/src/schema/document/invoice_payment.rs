//! Invoice payments on the wire. See docs/rules/payments.md#payment.

use engine::books::document::Document;
use engine::books::document::draft::{Body, Draft, PaymentDraft};
use engine::values::error::Faults;
use engine::values::kind::{Action, DocumentKey, DocumentKind};
use poem_openapi::Object;
use serde_json::json;

use super::collection::{Collection, Examples, Seen};
use super::ended::DepositedOn;
use super::parts::{PartList, PaymentPart, drafts};
use super::shared::{DraftStatus, Payment, Progress, known, written_off};
use crate::schema::{
    Amount, CurrencyCode, GivenRate, Id, Memo, Name, PaidAmount, RateReason, Reference, Required, WireDate,
};

/// A customer's payment of an invoice, or of several by `applications`, whose sum is `payment` and `write_off`.
#[derive(Object, Debug)]
pub struct InvoicePaymentInput {
    pub customer_payment_id: Required<Id>,
    /// The invoice's customer.
    pub customer_id: Required<Id>,
    pub invoice_id: Option<Id>,
    pub applications: Option<PartList>,
    /// The account of subtype `bank`, `cash` or `card` that the money goes to.
    pub account_id: Required<Id>,
    /// The invoice's receivables account.
    pub ar_account_id: Required<Id>,
    pub tran_date: Required<WireDate>,
    /// `tran_date` may precede it by 366 days (the first by 20 years), never follow its end.
    pub posting_period_id: Required<Id>,
    /// No more than is due when submitted and approved, but for `write_off`.
    pub payment: Option<PaidAmount>,
    /// Settled beside `payment`: at most `discount_amount` of the one document, up to its `discount_date`, where both together settle all that is due.
    pub discount: Option<PaidAmount>,
    /// What comes less than is due and is let off; below 0, what comes more and is kept. It is settled beside `payment`, which leaves nothing due.
    pub write_off: Option<Amount>,
    /// Goes with `write_off`: allows it up to its tolerance.
    pub write_off_rule_id: Option<Id>,
    /// The invoice's; need not be sent.
    pub currency: Option<CurrencyCode>,
    pub exchange_rate: Option<GivenRate>,
    pub exchange_rate_reason: Option<RateReason>,
    pub payment_method: Option<Name>,
    pub reference: Option<Reference>,
    pub memo: Option<Memo>,
    pub status: Option<DraftStatus>,
}

impl InvoicePaymentInput {
    /// What the engine is asked to check.
    pub fn into_draft(self) -> Draft {
        Draft {
            kind: DocumentKind::InvoicePayment,
            id: self.customer_payment_id.0.map(Into::into),
            tran_date: self.tran_date.0.map(|date| date.0),
            posting_period_id: self.posting_period_id.0.map(Into::into),
            currency: self.currency.map(|currency| currency.0.code().to_owned()),
            exchange_rate: self.exchange_rate.map(|rate| rate.0),
            exchange_rate_reason: self.exchange_rate_reason.map(Into::into),
            memo: self.memo.map(Into::into),
            body: Body::Payment(PaymentDraft {
                party_id: self.customer_id.0.map(Into::into),
                settles: self.invoice_id.map(|id| DocumentKey::new(DocumentKind::Invoice, id)),
                applications: self.applications.map(drafts),
                cash_account_id: self.account_id.0.map(Into::into),
                control_account_id: self.ar_account_id.0.map(Into::into),
                payment: self.payment.map(|amount| amount.0),
                discount: self.discount.map(|amount| amount.0),
                write_off: written_off(self.write_off, self.write_off_rule_id),
                payment_method: self.payment_method.map(Into::into),
                reference: self.reference.map(Into::into),
            }),
        }
    }
}

/// A customer's payment of an invoice. Posted: debit the cash or bank account, credit the receivables account.
#[derive(Object, Debug)]
pub struct InvoicePayment {
    pub customer_payment_id: String,
    pub customer_id: String,
    pub customer_name: Option<String>,
    pub invoice_id: Option<String>,
    pub applications: Option<Vec<PaymentPart>>,
    /// What it settles since it was reassigned.
    pub reassigned_invoice_id: Option<String>,
    pub ar_account_id: String,
    #[oai(flatten)]
    pub payment: Payment,
    #[oai(flatten)]
    pub deposited: DepositedOn,
    #[oai(flatten)]
    pub progress: Progress,
}

impl InvoicePayment {
    pub fn of(document: &Document, seen: &Seen) -> Self {
        let content = &document.content;
        Self {
            customer_payment_id: document.key.id.clone(),
            customer_id: known(content.party()),
            customer_name: seen.names.party.clone(),
            invoice_id: content.settles().map(|key| key.id.clone()),
            applications: PaymentPart::all(content),
            reassigned_invoice_id: seen.reassigned_to.as_ref().map(|key| key.id.clone()),
            ar_account_id: known(content.control_account()),
            payment: document.into(),
            deposited: document.into(),
            progress: Progress::of(document, seen),
        }
    }
}

/// The collection `invoice-payments`.
pub struct InvoicePayments;

impl Collection for InvoicePayments {
    const KIND: DocumentKind = DocumentKind::InvoicePayment;
    const PATH: &'static str = "/invoice-payments";
    const NAME: &'static str = "InvoicePayment";
    const ABOUT: &'static str = "Money received for an invoice. `deposit` marks the day that it was taken to the bank.";
    type Input = InvoicePaymentInput;
    type View = InvoicePayment;
    type Party = Id;

    fn draft(input: InvoicePaymentInput, _: &mut Faults) -> Draft {
        input.into_draft()
    }

    fn view(document: &Document, seen: &Seen) -> InvoicePayment {
        InvoicePayment::of(document, seen)
    }

    fn examples() -> Examples {
        let example = |payment: u32| {
            json!({
                "customer_payment_id": "PAY-1001", "customer_id": "CUST-GLOBEX", "invoice_id": "INV-DEMO-2",
                "account_id": "1000", "ar_account_id": "1100", "tran_date": "2026-01-28",
                "posting_period_id": "2026-01", "payment": payment,
            })
        };
        Examples {
            create: example(1000),
            update: example(1200),
            actions: vec![
                (Action::Deposit, json!({ "deposit_date": "2026-01-31" })),
                (Action::Undeposit, json!({ "reason": "Another one's day" })),
                (Action::Unreturn, json!({ "reason": "It was another one" })),
                (
                    Action::Return,
                    json!({ "return_date": "2026-02-02", "reason": "No funds", "fee": 12, "fee_account_id": "6300" }),
                ),
                (Action::Reassign, json!({ "invoice_id": "INV-DEMO-2", "reason": "Of another customer" })),
            ],
        }
    }
}
