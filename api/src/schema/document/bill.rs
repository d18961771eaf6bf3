//! Bills on the wire. See docs/rules/documents.md#bill.

use engine::books::document::Document;
use engine::books::document::draft::{Body, Draft, ItemsDraft};
use engine::values::error::Faults;
use engine::values::kind::DocumentKind;
use poem_openapi::Object;
use serde_json::json;

use super::collection::{Collection, Examples, Seen};
use super::shared::{DraftStatus, ItemLineInput, Items, Progress, example_item, known};
use crate::schema::{CurrencyCode, GivenRate, Id, List, Memo, RateReason, Reference, Required, WireDate};

/// A bill to be created, or its new content.
#[derive(Object, Debug)]
pub struct BillInput {
    /// Made by the service when left out.
    pub bill_id: Option<Id>,
    /// An active vendor.
    pub vendor_id: Required<Id>,
    /// The vendor's number; unique among the vendor's bills that are neither voided nor rejected.
    pub reference: Option<Reference>,
    /// The payables account: one of subtype `ap`.
    pub ap_account_id: Required<Id>,
    pub tran_date: Required<WireDate>,
    /// By the terms when left out; required without any.
    pub due_date: Option<WireDate>,
    /// When left out with `due_date`, those of the vendor.
    pub payment_terms_id: Option<Id>,
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

impl BillInput {
    /// What the engine is asked to check.
    pub fn into_draft(self) -> Draft {
        Draft {
            kind: DocumentKind::Bill,
            id: self.bill_id.map(Into::into),
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
                payment_terms_id: self.payment_terms_id.map(Into::into),
                reference: self.reference.map(Into::into),
                about: None,
                lines: ItemLineInput::drafts(self.lines),
            }),
        }
    }
}

/// A vendor's bill. Posted: debit each line and its tax, credit the payables account with the total.
#[derive(Object, Debug)]
pub struct Bill {
    pub bill_id: String,
    pub vendor_id: String,
    pub vendor_name: Option<String>,
    pub reference: Option<String>,
    pub ap_account_id: String,
    #[oai(flatten)]
    pub items: Items,
    #[oai(flatten)]
    pub progress: Progress,
}

impl Bill {
    pub fn of(document: &Document, seen: &Seen) -> Self {
        let content = &document.content;
        Self {
            bill_id: document.key.id.clone(),
            vendor_id: known(content.party()),
            vendor_name: seen.names.party.clone(),
            reference: content.reference().map(str::to_owned),
            ap_account_id: known(content.control_account()),
            items: Items::of(document, seen),
            progress: Progress::of(document, seen),
        }
    }
}

/// The collection `bills`.
pub struct Bills;

impl Collection for Bills {
    const KIND: DocumentKind = DocumentKind::Bill;
    const PATH: &'static str = "/bills";
    const NAME: &'static str = "Bill";
    const ABOUT: &'static str = "What vendors ask for. Posted: debit each line and its tax, credit payables.";
    type Input = BillInput;
    type View = Bill;
    type Party = Id;

    fn draft(input: BillInput, _: &mut Faults) -> Draft {
        input.into_draft()
    }

    fn view(document: &Document, seen: &Seen) -> Bill {
        Bill::of(document, seen)
    }

    fn examples() -> Examples {
        Examples {
            create: json!({
                "vendor_id": "VEND-PAPER", "reference": "2026-0815", "ap_account_id": "2000",
                "tran_date": "2026-01-12", "due_date": "2026-02-11", "memo": "Paper and pens",
                "lines": [example_item("6200", 250)],
            }),
            update: json!({
                "vendor_id": "VEND-LANDLORD", "reference": "VEND-LANDLORD/0005", "ap_account_id": "2000",
                "tran_date": "2026-01-12", "due_date": "2026-02-11", "memo": "Heating, checked",
                "lines": [example_item("6100", 298)],
            }),
            actions: Vec::new(),
        }
    }
}
