//! Bill payments on the wire. See docs/rules/payments.md#payment.

use engine::books::document::Document;
use engine::books::document::draft::{Body, Draft, PaymentDraft};
use engine::values::error::Faults;
use engine::values::kind::{Action, DocumentKey, DocumentKind};
use poem_openapi::Object;
use serde_json::json;

use super::collection::{Collection, Examples, Seen};
use super::ended::ClearedOn;
use super::parts::{PartList, PaymentPart, drafts};
use super::shared::{DraftStatus, Payment, Progress, known, written_off};
use crate::schema::{
    Amount, CurrencyCode, GivenRate, Id, Memo, Name, PaidAmount, RateReason, Reference, Required, WireDate, WireUserId,
};

/// A payment of a bill, of an expense, or of several by `applications`, whose sum is `payment` and `write_off`: exactly one of the three.
#[derive(Object, Debug)]
pub struct BillPaymentInput {
    /// Made by the service when left out.
    pub bill_payment_id: Option<Id>,
    pub bill_id: Option<Id>,
    pub expense_id: Option<Id>,
    pub applications: Option<PartList>,
    /// The account of subtype `bank`, `cash` or `card` that the money leaves.
    pub account_id: Required<Id>,
    /// The payables account of what is paid.
    pub ap_account_id: Required<Id>,
    pub tran_date: Required<WireDate>,
    /// Holds `tran_date` when left out. That may precede it by 366 days (the first by 20 years), not follow its end.
    pub posting_period_id: Option<Id>,
    /// No more than is due when submitted and approved, but for `write_off`.
    pub payment: Option<PaidAmount>,
    /// Settled beside `payment`: at most `discount_amount` of the one document, up to its `discount_date`, where both together settle all that is due.
    pub discount: Option<PaidAmount>,
    /// What comes less than is due and is let off; below 0, what comes more and is kept. It is settled beside `payment`, which leaves nothing due.
    pub write_off: Option<Amount>,
    /// Goes with `write_off`: allows it up to its tolerance.
    pub write_off_rule_id: Option<Id>,
    /// That of what is paid; need not be sent.
    pub currency: Option<CurrencyCode>,
    pub exchange_rate: Option<GivenRate>,
    pub exchange_rate_reason: Option<RateReason>,
    pub payment_method: Option<Name>,
    pub reference: Option<Reference>,
    pub memo: Option<Memo>,
    pub status: Option<DraftStatus>,
}

impl BillPaymentInput {
    /// What the engine is asked to check.
    pub fn into_draft(self, faults: &mut Faults) -> Draft {
        if self.bill_id.is_some() && self.expense_id.is_some() {
            faults.add("/expense_id", "only one of bill_id and expense_id may be given");
        }
        let bill = self.bill_id.map(|id| DocumentKey::new(DocumentKind::Bill, id));
        let expense = self.expense_id.map(|id| DocumentKey::new(DocumentKind::Expense, id));
        Draft {
            kind: DocumentKind::BillPayment,
            id: self.bill_payment_id.map(Into::into),
            tran_date: self.tran_date.0.map(|date| date.0),
            posting_period_id: self.posting_period_id.map(Into::into),
            currency: self.currency.map(|currency| currency.0.code().to_owned()),
            exchange_rate: self.exchange_rate.map(|rate| rate.0),
            exchange_rate_reason: self.exchange_rate_reason.map(Into::into),
            memo: self.memo.map(Into::into),
            body: Body::Payment(PaymentDraft {
                party_id: None,
                settles: bill.or(expense),
                applications: self.applications.map(drafts),
                cash_account_id: self.account_id.0.map(Into::into),
                control_account_id: self.ap_account_id.0.map(Into::into),
                payment: self.payment.map(|amount| amount.0),
                discount: self.discount.map(|amount| amount.0),
                write_off: written_off(self.write_off, self.write_off_rule_id),
                payment_method: self.payment_method.map(Into::into),
                reference: self.reference.map(Into::into),
            }),
        }
    }
}

/// A payment of a bill or an expense. Posted: debit the payables account, credit the cash or bank account.
#[derive(Object, Debug)]
pub struct BillPayment {
    pub bill_payment_id: String,
    pub bill_id: Option<String>,
    pub expense_id: Option<String>,
    pub applications: Option<Vec<PaymentPart>>,
    /// What it settles since it was reassigned.
    pub reassigned_bill_id: Option<String>,
    pub reassigned_expense_id: Option<String>,
    pub vendor_id: Option<String>,
    pub vendor_name: Option<String>,
    pub employee_id: Option<String>,
    pub employee_name: Option<String>,
    pub ap_account_id: String,
    #[oai(flatten)]
    pub payment: Payment,
    #[oai(flatten)]
    pub cleared: ClearedOn,
    #[oai(flatten)]
    pub progress: Progress,
}

impl BillPayment {
    pub fn of(document: &Document, seen: &Seen) -> Self {
        let content = &document.content;
        let pays = |kind| content.settles().filter(|key| key.kind == kind).map(|key| key.id.clone());
        let (bill_id, expense_id) = (pays(DocumentKind::Bill), pays(DocumentKind::Expense));
        let now = |kind| seen.reassigned_to.as_ref().filter(|key| key.kind == kind).map(|key| key.id.clone());
        let is_expense = content.payment().is_some_and(|payment| payment.settles.kind() == DocumentKind::Expense);
        let (party, name) = (content.party().map(str::to_owned), seen.names.party.clone());
        Self {
            bill_payment_id: document.key.id.clone(),
            vendor_id: party.clone().filter(|_| !is_expense),
            vendor_name: name.clone().filter(|_| !is_expense),
            employee_id: party.filter(|_| is_expense),
            employee_name: name.filter(|_| is_expense),
            bill_id,
            expense_id,
            applications: PaymentPart::all(content),
            reassigned_bill_id: now(DocumentKind::Bill),
            reassigned_expense_id: now(DocumentKind::Expense),
            ap_account_id: known(content.control_account()),
            payment: document.into(),
            cleared: document.into(),
            progress: Progress::of(document, seen),
        }
    }
}

/// The collection `bill-payments`.
pub struct BillPayments;

impl Collection for BillPayments {
    const KIND: DocumentKind = DocumentKind::BillPayment;
    const PATH: &'static str = "/bill-payments";
    const NAME: &'static str = "BillPayment";
    const ABOUT: &'static str = "Money paid for a bill or an expense. `clear` marks the day that the bank shows it.";
    type Input = BillPaymentInput;
    type View = BillPayment;
    type Party = WireUserId;

    fn draft(input: BillPaymentInput, faults: &mut Faults) -> Draft {
        input.into_draft(faults)
    }

    fn view(document: &Document, seen: &Seen) -> BillPayment {
        BillPayment::of(document, seen)
    }

    fn examples() -> Examples {
        Examples {
            create: json!({
                "bill_payment_id": "BPAY-1001", "bill_id": "BILL-DEMO-2", "account_id": "1000", "ap_account_id": "2000",
                "tran_date": "2026-01-30", "payment": 815,
            }),
            update: json!({
                "bill_id": "BILL-DEMO-2", "account_id": "1000", "ap_account_id": "2000", "tran_date": "2026-01-31",
                "payment": 915,
            }),
            actions: vec![
                (Action::Clear, json!({ "cleared_date": "2026-01-31" })),
                (Action::Unclear, json!({ "reason": "Another one's day" })),
                (Action::Unreturn, json!({ "reason": "It was another one" })),
                (Action::Return, json!({ "return_date": "2026-02-02", "reason": "The account is closed" })),
                (Action::Reassign, json!({ "bill_id": "BILL-DEMO-2", "reason": "Meant for another bill" })),
            ],
        }
    }
}
