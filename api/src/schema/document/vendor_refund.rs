//! Vendor refunds on the wire. See docs/rules/payments.md#refund.

use engine::books::document::Document;
use engine::books::document::draft::{Body, Draft, PaymentDraft, WriteOffDraft};
use engine::values::error::Faults;
use engine::values::kind::{Action, DocumentKey, DocumentKind};
use poem_openapi::Object;
use serde_json::json;

use super::collection::{Collection, Examples, Seen};
use super::ended::DepositedOn;
use super::shared::{DraftStatus, Payment, Progress, known};
use crate::schema::{CurrencyCode, GivenRate, Id, Memo, Name, PaidAmount, RateReason, Reference, Required, WireDate};

/// What is left of a vendor credit, or a part of it, paid back by the vendor.
#[derive(Object, Debug)]
pub struct VendorRefundInput {
    /// Made by the service when left out.
    pub vendor_refund_id: Option<Id>,
    /// The vendor credit that is paid back.
    pub vendor_credit_id: Required<Id>,
    /// The account of subtype `bank`, `cash` or `card` that the money goes to.
    pub account_id: Required<Id>,
    /// The vendor credit's payables account.
    pub ap_account_id: Required<Id>,
    pub tran_date: Required<WireDate>,
    /// Holds `tran_date` when left out. That may precede it by 366 days (the first by 20 years), not follow its end.
    pub posting_period_id: Option<Id>,
    /// No more than is left of the vendor credit when submitted and approved.
    pub payment: Required<PaidAmount>,
    /// The vendor credit's; need not be sent.
    pub currency: Option<CurrencyCode>,
    pub exchange_rate: Option<GivenRate>,
    pub exchange_rate_reason: Option<RateReason>,
    pub payment_method: Option<Name>,
    pub reference: Option<Reference>,
    pub memo: Option<Memo>,
    pub status: Option<DraftStatus>,
}

impl VendorRefundInput {
    /// What the engine is asked to check.
    pub fn into_draft(self) -> Draft {
        Draft {
            kind: DocumentKind::VendorRefund,
            id: self.vendor_refund_id.map(Into::into),
            tran_date: self.tran_date.0.map(|date| date.0),
            posting_period_id: self.posting_period_id.map(Into::into),
            currency: self.currency.map(|currency| currency.0.code().to_owned()),
            exchange_rate: self.exchange_rate.map(|rate| rate.0),
            exchange_rate_reason: self.exchange_rate_reason.map(Into::into),
            memo: self.memo.map(Into::into),
            body: Body::Payment(PaymentDraft {
                party_id: None,
                settles: self.vendor_credit_id.0.map(|id| DocumentKey::new(DocumentKind::VendorCredit, id)),
                applications: None,
                cash_account_id: self.account_id.0.map(Into::into),
                control_account_id: self.ap_account_id.0.map(Into::into),
                payment: self.payment.0.map(|amount| amount.0),
                payment_method: self.payment_method.map(Into::into),
                reference: self.reference.map(Into::into),
                discount: None,
                write_off: WriteOffDraft::default(),
            }),
        }
    }
}

/// A refund of a vendor credit. Posted: debit the cash or bank account, credit the payables account.
#[derive(Object, Debug)]
pub struct VendorRefund {
    pub vendor_refund_id: String,
    pub vendor_credit_id: String,
    /// The vendor credit's vendor.
    pub vendor_id: String,
    pub vendor_name: Option<String>,
    pub ap_account_id: String,
    #[oai(flatten)]
    pub payment: Payment,
    #[oai(flatten)]
    pub deposited: DepositedOn,
    #[oai(flatten)]
    pub progress: Progress,
}

impl VendorRefund {
    pub fn of(document: &Document, seen: &Seen) -> Self {
        let content = &document.content;
        Self {
            vendor_refund_id: document.key.id.clone(),
            vendor_credit_id: content.settles().map(|key| key.id.clone()).unwrap_or_default(),
            vendor_id: known(content.party()),
            vendor_name: seen.names.party.clone(),
            ap_account_id: known(content.control_account()),
            payment: document.into(),
            deposited: document.into(),
            progress: Progress::of(document, seen),
        }
    }
}

/// The collection `vendor-refunds`.
pub struct VendorRefunds;

impl Collection for VendorRefunds {
    const KIND: DocumentKind = DocumentKind::VendorRefund;
    const PATH: &'static str = "/vendor-refunds";
    const NAME: &'static str = "VendorRefund";
    const ABOUT: &'static str =
        "Money that a vendor pays back for a vendor credit. `deposit` marks the day that it was taken to the bank.";
    type Input = VendorRefundInput;
    type View = VendorRefund;
    type Party = Id;

    fn draft(input: VendorRefundInput, _: &mut Faults) -> Draft {
        input.into_draft()
    }

    fn view(document: &Document, seen: &Seen) -> VendorRefund {
        VendorRefund::of(document, seen)
    }

    fn examples() -> Examples {
        Examples {
            create: json!({
                "vendor_refund_id": "VREF-1001", "vendor_credit_id": "VC-DEMO-4", "account_id": "1000", "ap_account_id": "2000",
                "tran_date": "2026-01-30", "payment": 50, "payment_method": "Bank Transfer",
            }),
            update: json!({
                "vendor_credit_id": "VC-DEMO-4", "account_id": "1000", "ap_account_id": "2000", "tran_date": "2026-01-31",
                "payment": 60,
            }),
            actions: vec![
                (Action::Deposit, json!({ "deposit_date": "2026-01-31" })),
                (Action::Undeposit, json!({ "reason": "Another one's day" })),
                (Action::Unreturn, json!({ "reason": "It was another one" })),
                (Action::Return, json!({ "return_date": "2026-02-02", "reason": "No funds" })),
            ],
        }
    }
}
