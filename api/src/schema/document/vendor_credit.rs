//! Vendor credits on the wire. See docs/rules/documents.md#vendor-credit.

use engine::books::action::{apply, unapply};
use engine::books::command::Application;
use engine::books::document::Document;
use engine::books::document::draft::{Body, Draft, ItemsDraft};
use engine::values::error::Faults;
use engine::values::kind::{Action, DocumentKey, DocumentKind};
use engine::values::money::Currency;
use poem_openapi::Object;
use rust_decimal::Decimal;
use serde_json::json;

use super::bill::Bills;
use super::collection::{Collection, CreditCollection, Examples, Seen, TakenBack};
use super::shared::{DraftStatus, ItemLineInput, Items, Progress, amount, example_item, known, refunded};
use crate::schema::{
    Amount, CurrencyCode, GivenRate, Id, List, Memo, PaidAmount, RateReason, Reason, Reference, Required, Sum,
    WireDate, WireStatus, WireTimestamp,
};

/// A vendor credit to be created, or its new content.
#[derive(Object, Debug)]
pub struct VendorCreditInput {
    /// Made by the service when left out.
    pub vendor_credit_id: Option<Id>,
    /// An active vendor.
    pub vendor_id: Required<Id>,
    /// The vendor's bill that it is about. Nothing is applied to it by this: that is what `apply` is for.
    pub bill_id: Option<Id>,
    /// The vendor's number; unique among the vendor's credits that are neither voided nor rejected.
    pub reference: Option<Reference>,
    /// The payables account: one of subtype `ap`.
    pub ap_account_id: Required<Id>,
    pub tran_date: Required<WireDate>,
    pub due_date: Option<WireDate>,
    /// Holds `tran_date` when left out. That may precede it by 366 days (the first by 20 years), not follow its end.
    pub posting_period_id: Option<Id>,
    /// The base currency when left out.
    pub currency: Option<CurrencyCode>,
    pub exchange_rate: Option<GivenRate>,
    pub exchange_rate_reason: Option<RateReason>,
    pub memo: Option<Memo>,
    pub status: Option<DraftStatus>,
    pub lines: Required<List<ItemLineInput, 1, 1000>>,
}

impl VendorCreditInput {
    /// What the engine is asked to check.
    pub fn into_draft(self) -> Draft {
        Draft {
            kind: DocumentKind::VendorCredit,
            id: self.vendor_credit_id.map(Into::into),
            tran_date: self.tran_date.0.map(|date| date.0),
            posting_period_id: self.posting_period_id.map(Into::into),
            currency: self.currency.map(|currency| currency.0.code().to_owned()),
            exchange_rate: self.exchange_rate.map(|rate| rate.0),
            exchange_rate_reason: self.exchange_rate_reason.map(Into::into),
            memo: self.memo.map(Into::into),
            body: Body::Items(ItemsDraft {
                party_id: self.vendor_id.0.map(Into::into),
                control_account_id: self.ap_account_id.0.map(Into::into),
                due_date: self.due_date.map(|date| date.0),
                payment_terms_id: None,
                reference: self.reference.map(Into::into),
                about: self.bill_id.map(|id| DocumentKey::new(DocumentKind::Bill, id)),
                lines: ItemLineInput::drafts(self.lines),
            }),
        }
    }
}

/// A vendor's credit. Posted: debit the payables account with the total, credit each line and its tax. `amount_paid` is what was
/// applied to bills, `amount_due` what is left to apply.
#[derive(Object, Debug)]
pub struct VendorCredit {
    pub vendor_credit_id: String,
    pub vendor_id: String,
    pub vendor_name: Option<String>,
    pub bill_id: Option<String>,
    pub reference: Option<String>,
    pub ap_account_id: String,
    /// Of `amount_paid`, what was paid back by refunds.
    pub amount_refunded: Option<Sum>,
    #[oai(flatten)]
    pub items: Items,
    #[oai(flatten)]
    pub progress: Progress,
}

impl VendorCredit {
    pub fn of(document: &Document, seen: &Seen) -> Self {
        let content = &document.content;
        Self {
            vendor_credit_id: document.key.id.clone(),
            vendor_id: known(content.party()),
            vendor_name: seen.names.party.clone(),
            bill_id: content.refers_to().map(|key| key.id.clone()),
            reference: content.reference().map(str::to_owned),
            ap_account_id: known(content.control_account()),
            amount_refunded: refunded(document, seen),
            items: Items::of(document, seen),
            progress: Progress::of(document, seen),
        }
    }
}

/// How much of the credit goes to which bill.
#[derive(Object, Debug)]
pub struct VendorCreditApplyInput {
    pub bill_id: Required<Id>,
    /// More than 0, at most what the vendor credit and the bill have left; in their currency.
    pub amount: Required<PaidAmount>,
}

/// Which bills the vendor credit goes to, each with its part.
#[derive(Object, Debug)]
pub struct VendorCreditApplySeveralInput {
    /// No bill twice.
    pub applications: Required<List<VendorCreditApplyInput, 1, 100>>,
}

/// After `apply`.
#[derive(Object, Debug)]
pub struct VendorCreditApplied {
    pub vendor_credit_id: String,
    pub status: WireStatus,
    pub bill_id: String,
    pub application_number: u32,
    pub amount: Amount,
    pub applied_at: WireTimestamp,
    pub applied_by: String,
    /// What was applied of the vendor credit so far.
    pub amount_applied_total: Amount,
    /// What is left of it.
    pub amount_unapplied: Amount,
    pub bill_status: WireStatus,
    /// What is due on the bill now.
    pub bill_amount_due: Amount,
}

/// Which application is taken back.
#[derive(Object, Debug)]
pub struct VendorCreditUnapplyInput {
    pub bill_id: Required<Id>,
    /// Where several to it stand.
    #[oai(validator(minimum(value = "1")))]
    pub application_number: Option<u32>,
    pub reason: Option<Reason>,
}

/// After `unapply`.
#[derive(Object, Debug)]
pub struct VendorCreditUnapplied {
    pub vendor_credit_id: String,
    pub status: WireStatus,
    pub bill_id: String,
    pub application_number: u32,
    pub amount: Amount,
    pub unapplied_on: WireDate,
    pub unapplied_at: WireTimestamp,
    pub unapplied_by: String,
    #[oai(skip_serializing_if_is_none)]
    pub reason: Option<String>,
    pub amount_unapplied: Amount,
    pub bill_status: WireStatus,
    pub bill_amount_due: Amount,
}

/// One application of a vendor credit to a bill.
#[derive(Object, Debug)]
pub struct VendorCreditApplication {
    pub vendor_credit_id: String,
    pub bill_id: String,
    pub application_number: u32,
    /// The one that it takes back.
    #[oai(skip_serializing_if_is_none)]
    pub undoes: Option<u32>,
    pub amount: Amount,
    pub currency: String,
    /// The later of the two documents' dates; what an aging report as of a day goes by.
    pub applied_on: WireDate,
    pub applied_at: WireTimestamp,
    pub applied_by: String,
}

/// Applications of vendor credits, oldest first.
#[derive(Object, Debug)]
pub struct VendorCreditApplications {
    pub data: Vec<VendorCreditApplication>,
}

/// The collection `vendor-credits`.
pub struct VendorCredits;

impl Collection for VendorCredits {
    const KIND: DocumentKind = DocumentKind::VendorCredit;
    const PATH: &'static str = "/vendor-credits";
    const NAME: &'static str = "VendorCredit";
    const ABOUT: &'static str = "Credit from a vendor, applied to bills with `apply`.";
    type Input = VendorCreditInput;
    type View = VendorCredit;
    type Party = Id;

    fn draft(input: VendorCreditInput, _: &mut Faults) -> Draft {
        input.into_draft()
    }

    fn view(document: &Document, seen: &Seen) -> VendorCredit {
        VendorCredit::of(document, seen)
    }

    fn examples() -> Examples {
        Examples {
            create: json!({
                "vendor_id": "VEND-PAPER", "bill_id": "BILL-DEMO-1", "reference": "C-2026-11", "ap_account_id": "2000",
                "tran_date": "2026-01-20", "memo": "Two boxes sent back", "lines": [example_item("6200", 40)],
            }),
            update: json!({
                "vendor_id": "VEND-PAPER", "reference": "VEND-PAPER/0003", "ap_account_id": "2000", "tran_date": "2026-01-22",
                "memo": "Agreed with Paper & Pens", "lines": [example_item("6200", 35)],
            }),
            actions: vec![
                (Action::Apply, json!({ "bill_id": "BILL-DEMO-2", "amount": 100 })),
                (Action::Unapply, json!({ "bill_id": "BILL-DEMO-2", "reason": "Meant for another bill" })),
            ],
        }
    }
}

impl CreditCollection for VendorCredits {
    type ApplySeveralInput = VendorCreditApplySeveralInput;
    type UnapplyInput = VendorCreditUnapplyInput;
    type Unapplied = VendorCreditUnapplied;
    type Settled = Bills;
    type ApplyInput = VendorCreditApplyInput;
    type Applied = VendorCreditApplied;
    type Application = VendorCreditApplication;
    type Applications = VendorCreditApplications;

    fn asked(input: VendorCreditApplyInput) -> (Option<String>, Option<Decimal>) {
        (input.bill_id.0.map(Into::into), input.amount.0.map(|amount| amount.0))
    }

    fn applied(done: &apply::Applied) -> VendorCreditApplied {
        let currency = done.credit.content.currency;
        VendorCreditApplied {
            vendor_credit_id: done.credit.key.id.clone(),
            status: done.credit.status().into(),
            bill_id: done.settled.key.id.clone(),
            application_number: done.application.position,
            amount: amount(done.application.amount, currency),
            applied_at: done.application.applied_at.into(),
            applied_by: done.application.applied_by.clone(),
            amount_applied_total: amount(done.credit.settlement.amount_paid, currency),
            amount_unapplied: amount(done.credit.amount_due(), currency),
            bill_status: done.settled.status().into(),
            bill_amount_due: amount(done.settled.amount_due(), currency),
        }
    }

    fn asked_each(input: VendorCreditApplySeveralInput) -> Vec<VendorCreditApplyInput> {
        input.applications.0.into_iter().flat_map(|list| list.0).collect()
    }

    fn applications(data: Vec<Self::Application>) -> VendorCreditApplications {
        VendorCreditApplications { data }
    }

    fn asked_back(input: VendorCreditUnapplyInput) -> TakenBack {
        TakenBack {
            settled_id: input.bill_id.0.map(Into::into),
            position: input.application_number,
            reason: input.reason.map(Into::into),
        }
    }

    fn unapplied(done: &unapply::Unapplied) -> VendorCreditUnapplied {
        let currency = done.credit.content.currency;
        VendorCreditUnapplied {
            vendor_credit_id: done.credit.key.id.clone(),
            status: done.credit.status().into(),
            bill_id: done.settled.key.id.clone(),
            application_number: done.applied.position,
            amount: amount(done.applied.amount, currency),
            unapplied_on: done.undone.applied_on.into(),
            unapplied_at: done.undone.applied_at.into(),
            unapplied_by: done.undone.applied_by.clone(),
            reason: done.reason.clone(),
            amount_unapplied: amount(done.credit.amount_due(), currency),
            bill_status: done.settled.status().into(),
            bill_amount_due: amount(done.settled.amount_due(), currency),
        }
    }

    fn application(applied: Application, currency: Currency) -> VendorCreditApplication {
        VendorCreditApplication {
            vendor_credit_id: applied.credit.id,
            bill_id: applied.settled.id,
            application_number: applied.position,
            undoes: applied.undoes,
            amount: amount(applied.amount, currency),
            currency: currency.code().into(),
            applied_on: applied.applied_on.into(),
            applied_at: applied.applied_at.into(),
            applied_by: applied.applied_by,
        }
    }
}
