//! Customer refunds on the wire. See docs/rules/payments.md#refund.

use engine::books::document::Document;
use engine::books::document::draft::{Body, Draft, PaymentDraft, WriteOffDraft};
use engine::values::error::Faults;
use engine::values::kind::{Action, DocumentKey, DocumentKind};
use poem_openapi::Object;
use serde_json::json;

use super::collection::{Collection, Examples, Seen};
use super::ended::ClearedOn;
use super::shared::{DraftStatus, Payment, Progress, known};
use crate::schema::{CurrencyCode, GivenRate, Id, Memo, Name, PaidAmount, RateReason, Reference, Required, WireDate};

/// What is left of a credit memo, or a part of it, paid back to the customer.
#[derive(Object, Debug)]
pub struct CustomerRefundInput {
    /// Made by the service when left out.
    pub customer_refund_id: Option<Id>,
    /// The credit memo that is paid back.
    pub credit_memo_id: Required<Id>,
    /// The account of subtype `bank`, `cash` or `card` that the money leaves.
    pub account_id: Required<Id>,
    /// The credit memo's receivables account.
    pub ar_account_id: Required<Id>,
    pub tran_date: Required<WireDate>,
    /// Holds `tran_date` when left out. That may precede it by 366 days (the first by 20 years), not follow its end.
    pub posting_period_id: Option<Id>,
    /// No more than is left of the credit memo when submitted and approved.
    pub payment: Required<PaidAmount>,
    /// The credit memo's; need not be sent.
    pub currency: Option<CurrencyCode>,
    pub exchange_rate: Option<GivenRate>,
    pub exchange_rate_reason: Option<RateReason>,
    pub payment_method: Option<Name>,
    pub reference: Option<Reference>,
    pub memo: Option<Memo>,
    pub status: Option<DraftStatus>,
}

impl CustomerRefundInput {
    /// What the engine is asked to check.
    pub fn into_draft(self) -> Draft {
        Draft {
            kind: DocumentKind::CustomerRefund,
            id: self.customer_refund_id.map(Into::into),
            tran_date: self.tran_date.0.map(|date| date.0),
            posting_period_id: self.posting_period_id.map(Into::into),
            currency: self.currency.map(|currency| currency.0.code().to_owned()),
            exchange_rate: self.exchange_rate.map(|rate| rate.0),
            exchange_rate_reason: self.exchange_rate_reason.map(Into::into),
            memo: self.memo.map(Into::into),
            body: Body::Payment(PaymentDraft {
                party_id: None,
                settles: self.credit_memo_id.0.map(|id| DocumentKey::new(DocumentKind::CreditMemo, id)),
                applications: None,
                cash_account_id: self.account_id.0.map(Into::into),
                control_account_id: self.ar_account_id.0.map(Into::into),
                payment: self.payment.0.map(|amount| amount.0),
                payment_method: self.payment_method.map(Into::into),
                reference: self.reference.map(Into::into),
                discount: None,
                write_off: WriteOffDraft::default(),
            }),
        }
    }
}

/// A refund of a credit memo. Posted: debit the receivables account, credit the cash or bank account.
#[derive(Object, Debug)]
pub struct CustomerRefund {
    pub customer_refund_id: String,
    pub credit_memo_id: String,
    /// The credit memo's customer.
    pub customer_id: String,
    pub customer_name: Option<String>,
    pub ar_account_id: String,
    #[oai(flatten)]
    pub payment: Payment,
    #[oai(flatten)]
    pub cleared: ClearedOn,
    #[oai(flatten)]
    pub progress: Progress,
}

impl CustomerRefund {
    pub fn of(document: &Document, seen: &Seen) -> Self {
        let content = &document.content;
        Self {
            customer_refund_id: document.key.id.clone(),
            credit_memo_id: content.settles().map(|key| key.id.clone()).unwrap_or_default(),
            customer_id: known(content.party()),
            customer_name: seen.names.party.clone(),
            ar_account_id: known(content.control_account()),
            payment: document.into(),
            cleared: document.into(),
            progress: Progress::of(document, seen),
        }
    }
}

/// The collection `customer-refunds`.
pub struct CustomerRefunds;

impl Collection for CustomerRefunds {
    const KIND: DocumentKind = DocumentKind::CustomerRefund;
    const PATH: &'static str = "/customer-refunds";
    const NAME: &'static str = "CustomerRefund";
    const ABOUT: &'static str =
        "Money paid back to a customer for a credit memo. `clear` marks the day that the bank shows it.";
    type Input = CustomerRefundInput;
    type View = CustomerRefund;
    type Party = Id;

    fn draft(input: CustomerRefundInput, _: &mut Faults) -> Draft {
        input.into_draft()
    }

    fn view(document: &Document, seen: &Seen) -> CustomerRefund {
        CustomerRefund::of(document, seen)
    }

    fn examples() -> Examples {
        Examples {
            create: json!({
                "customer_refund_id": "CREF-1001", "credit_memo_id": "CM-DEMO-4", "account_id": "1000", "ar_account_id": "1100",
                "tran_date": "2026-01-30", "payment": 50, "payment_method": "Bank Transfer",
            }),
            update: json!({
                "credit_memo_id": "CM-DEMO-4", "account_id": "1000", "ar_account_id": "1100", "tran_date": "2026-01-31",
                "payment": 60,
            }),
            actions: vec![
                (Action::Clear, json!({ "cleared_date": "2026-01-31" })),
                (Action::Unclear, json!({ "reason": "Another one's day" })),
                (Action::Unreturn, json!({ "reason": "It was another one" })),
                (Action::Return, json!({ "return_date": "2026-02-02", "reason": "The account is closed" })),
            ],
        }
    }
}
