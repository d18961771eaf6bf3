//! Credit memos on the wire. See docs/rules/documents.md#credit-memo.

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

use super::collection::{Collection, CreditCollection, Examples, Seen, TakenBack};
use super::invoice::Invoices;
use super::shared::{DraftStatus, ItemLineInput, Items, Progress, amount, example_item, known, refunded};
use crate::schema::{
    Amount, CurrencyCode, GivenRate, Id, List, Memo, PaidAmount, RateReason, Reason, Required, Sum, WireDate,
    WireStatus, WireTimestamp,
};

/// A credit memo to be created, or its new content.
#[derive(Object, Debug)]
pub struct CreditMemoInput {
    /// Made by the service when left out.
    pub credit_memo_id: Option<Id>,
    /// An active customer.
    pub customer_id: Required<Id>,
    /// The customer's invoice that it is about. Nothing is applied to it by this: that is what `apply` is for.
    pub invoice_id: Option<Id>,
    /// The receivables account: one of subtype `ar`.
    pub ar_account_id: Required<Id>,
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

impl CreditMemoInput {
    /// What the engine is asked to check.
    pub fn into_draft(self) -> Draft {
        Draft {
            kind: DocumentKind::CreditMemo,
            id: self.credit_memo_id.map(Into::into),
            tran_date: self.tran_date.0.map(|date| date.0),
            posting_period_id: self.posting_period_id.map(Into::into),
            currency: self.currency.map(|currency| currency.0.code().to_owned()),
            exchange_rate: self.exchange_rate.map(|rate| rate.0),
            exchange_rate_reason: self.exchange_rate_reason.map(Into::into),
            memo: self.memo.map(Into::into),
            body: Body::Items(ItemsDraft {
                party_id: self.customer_id.0.map(Into::into),
                control_account_id: self.ar_account_id.0.map(Into::into),
                due_date: self.due_date.map(|date| date.0),
                payment_terms_id: None,
                reference: None,
                about: self.invoice_id.map(|id| DocumentKey::new(DocumentKind::Invoice, id)),
                lines: ItemLineInput::drafts(self.lines),
            }),
        }
    }
}

/// A customer's credit memo. Posted: credit the receivables account with the total, debit each line and its tax. `amount_paid` is what was
/// applied to invoices, `amount_due` what is left to apply.
#[derive(Object, Debug)]
pub struct CreditMemo {
    pub credit_memo_id: String,
    pub customer_id: String,
    pub customer_name: Option<String>,
    pub invoice_id: Option<String>,
    pub ar_account_id: String,
    /// Of `amount_paid`, what was paid back by refunds.
    pub amount_refunded: Option<Sum>,
    #[oai(flatten)]
    pub items: Items,
    #[oai(flatten)]
    pub progress: Progress,
}

impl CreditMemo {
    pub fn of(document: &Document, seen: &Seen) -> Self {
        let content = &document.content;
        Self {
            credit_memo_id: document.key.id.clone(),
            customer_id: known(content.party()),
            customer_name: seen.names.party.clone(),
            invoice_id: content.refers_to().map(|key| key.id.clone()),
            ar_account_id: known(content.control_account()),
            amount_refunded: refunded(document, seen),
            items: Items::of(document, seen),
            progress: Progress::of(document, seen),
        }
    }
}

/// How much of the credit goes to which invoice.
#[derive(Object, Debug)]
pub struct ApplyInput {
    pub invoice_id: Required<Id>,
    /// More than 0, at most what the credit memo and the invoice have left; in their currency.
    pub amount: Required<PaidAmount>,
}

/// Which invoices the credit memo goes to, each with its part.
#[derive(Object, Debug)]
pub struct ApplySeveralInput {
    /// No invoice twice.
    pub applications: Required<List<ApplyInput, 1, 100>>,
}

/// After `apply`.
#[derive(Object, Debug)]
pub struct Applied {
    pub credit_memo_id: String,
    pub status: WireStatus,
    pub invoice_id: String,
    pub application_number: u32,
    pub amount: Amount,
    pub applied_at: WireTimestamp,
    pub applied_by: String,
    /// What was applied of the credit memo so far.
    pub amount_applied_total: Amount,
    /// What is left of it.
    pub amount_unapplied: Amount,
    pub invoice_status: WireStatus,
    /// What is due on the invoice now.
    pub invoice_amount_due: Amount,
}

/// Which application is taken back.
#[derive(Object, Debug)]
pub struct UnapplyInput {
    pub invoice_id: Required<Id>,
    /// Where several to it stand.
    #[oai(validator(minimum(value = "1")))]
    pub application_number: Option<u32>,
    pub reason: Option<Reason>,
}

/// After `unapply`.
#[derive(Object, Debug)]
pub struct Unapplied {
    pub credit_memo_id: String,
    pub status: WireStatus,
    pub invoice_id: String,
    pub application_number: u32,
    pub amount: Amount,
    pub unapplied_on: WireDate,
    pub unapplied_at: WireTimestamp,
    pub unapplied_by: String,
    #[oai(skip_serializing_if_is_none)]
    pub reason: Option<String>,
    pub amount_unapplied: Amount,
    pub invoice_status: WireStatus,
    pub invoice_amount_due: Amount,
}

/// One application of a credit memo to an invoice.
#[derive(Object, Debug)]
pub struct CreditApplication {
    pub credit_memo_id: String,
    pub invoice_id: String,
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

/// Applications of credit memos, oldest first.
#[derive(Object, Debug)]
pub struct CreditApplications {
    pub data: Vec<CreditApplication>,
}

/// The collection `credit-memos`.
pub struct CreditMemos;

impl Collection for CreditMemos {
    const KIND: DocumentKind = DocumentKind::CreditMemo;
    const PATH: &'static str = "/credit-memos";
    const NAME: &'static str = "CreditMemo";
    const ABOUT: &'static str = "Credit to a customer, applied to invoices with `apply`.";
    type Input = CreditMemoInput;
    type View = CreditMemo;
    type Party = Id;

    fn draft(input: CreditMemoInput, _: &mut Faults) -> Draft {
        input.into_draft()
    }

    fn view(document: &Document, seen: &Seen) -> CreditMemo {
        CreditMemo::of(document, seen)
    }

    fn examples() -> Examples {
        Examples {
            create: json!({
                "customer_id": "CUST-ACME", "invoice_id": "INV-DEMO-1", "ar_account_id": "1100",
                "tran_date": "2026-01-20", "memo": "Half a day not delivered", "lines": [example_item("4000", 400)],
            }),
            update: json!({
                "customer_id": "CUST-GLOBEX", "ar_account_id": "1100", "tran_date": "2026-01-18",
                "memo": "Agreed with Globex", "lines": [example_item("4000", 60)],
            }),
            actions: vec![
                (Action::Apply, json!({ "invoice_id": "INV-DEMO-2", "amount": 100 })),
                (Action::Unapply, json!({ "invoice_id": "INV-DEMO-2", "reason": "Meant for another invoice" })),
            ],
        }
    }
}

impl CreditCollection for CreditMemos {
    type ApplySeveralInput = ApplySeveralInput;
    type UnapplyInput = UnapplyInput;
    type Unapplied = Unapplied;
    type Settled = Invoices;
    type ApplyInput = ApplyInput;
    type Applied = Applied;
    type Application = CreditApplication;
    type Applications = CreditApplications;

    fn asked(input: ApplyInput) -> (Option<String>, Option<Decimal>) {
        (input.invoice_id.0.map(Into::into), input.amount.0.map(|amount| amount.0))
    }

    fn applied(done: &apply::Applied) -> Applied {
        let currency = done.credit.content.currency;
        Applied {
            credit_memo_id: done.credit.key.id.clone(),
            status: done.credit.status().into(),
            invoice_id: done.settled.key.id.clone(),
            application_number: done.application.position,
            amount: amount(done.application.amount, currency),
            applied_at: done.application.applied_at.into(),
            applied_by: done.application.applied_by.clone(),
            amount_applied_total: amount(done.credit.settlement.amount_paid, currency),
            amount_unapplied: amount(done.credit.amount_due(), currency),
            invoice_status: done.settled.status().into(),
            invoice_amount_due: amount(done.settled.amount_due(), currency),
        }
    }

    fn asked_each(input: ApplySeveralInput) -> Vec<ApplyInput> {
        input.applications.0.into_iter().flat_map(|list| list.0).collect()
    }

    fn applications(data: Vec<Self::Application>) -> CreditApplications {
        CreditApplications { data }
    }

    fn asked_back(input: UnapplyInput) -> TakenBack {
        TakenBack {
            settled_id: input.invoice_id.0.map(Into::into),
            position: input.application_number,
            reason: input.reason.map(Into::into),
        }
    }

    fn unapplied(done: &unapply::Unapplied) -> Unapplied {
        let currency = done.credit.content.currency;
        Unapplied {
            credit_memo_id: done.credit.key.id.clone(),
            status: done.credit.status().into(),
            invoice_id: done.settled.key.id.clone(),
            application_number: done.applied.position,
            amount: amount(done.applied.amount, currency),
            unapplied_on: done.undone.applied_on.into(),
            unapplied_at: done.undone.applied_at.into(),
            unapplied_by: done.undone.applied_by.clone(),
            reason: done.reason.clone(),
            amount_unapplied: amount(done.credit.amount_due(), currency),
            invoice_status: done.settled.status().into(),
            invoice_amount_due: amount(done.settled.amount_due(), currency),
        }
    }

    fn application(applied: Application, currency: Currency) -> CreditApplication {
        CreditApplication {
            credit_memo_id: applied.credit.id,
            invoice_id: applied.settled.id,
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
