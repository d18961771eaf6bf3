//! Expenses on the wire. See docs/rules/documents.md#expense.

use engine::books::document::Document;
use engine::books::document::draft::{Body, Draft, ItemsDraft};
use engine::values::error::Faults;
use engine::values::kind::DocumentKind;
use poem_openapi::Object;
use serde_json::json;

use super::collection::{Collection, Examples, Seen};
use super::shared::{DraftStatus, ItemLineInput, Items, Progress, example_item, known};
use crate::schema::{CurrencyCode, GivenRate, Id, List, Memo, RateReason, Reference, Required, WireDate, WireUserId};

/// An expense to be created, or its new content.
#[derive(Object, Debug)]
pub struct ExpenseInput {
    /// Made by the service when left out.
    pub expense_id: Option<Id>,
    /// The user who gets the money back; not one who is recorded as inactive. They sign neither the expense nor what pays it.
    pub employee_id: Required<WireUserId>,
    /// The number on the receipt.
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

impl ExpenseInput {
    /// What the engine is asked to check.
    pub fn into_draft(self) -> Draft {
        Draft {
            kind: DocumentKind::Expense,
            id: self.expense_id.map(Into::into),
            tran_date: self.tran_date.0.map(|date| date.0),
            posting_period_id: self.posting_period_id.map(Into::into),
            currency: self.currency.map(|currency| currency.0.code().to_owned()),
            exchange_rate: self.exchange_rate.map(|rate| rate.0),
            exchange_rate_reason: self.exchange_rate_reason.map(Into::into),
            memo: self.memo.map(Into::into),
            body: Body::Items(ItemsDraft {
                party_id: self.employee_id.0.map(Into::into),
                control_account_id: self.ap_account_id.0.map(Into::into),
                due_date: self.due_date.map(|date| date.0),
                payment_terms_id: None,
                reference: self.reference.map(Into::into),
                about: None,
                lines: ItemLineInput::drafts(self.lines),
            }),
        }
    }
}

/// An employee's expense. Posted: debit each line and its tax, credit the payables account with the total.
#[derive(Object, Debug)]
pub struct Expense {
    pub expense_id: String,
    pub employee_id: String,
    pub employee_name: Option<String>,
    pub reference: Option<String>,
    pub ap_account_id: String,
    #[oai(flatten)]
    pub items: Items,
    #[oai(flatten)]
    pub progress: Progress,
}

impl Expense {
    pub fn of(document: &Document, seen: &Seen) -> Self {
        let content = &document.content;
        Self {
            expense_id: document.key.id.clone(),
            employee_id: known(content.party()),
            employee_name: seen.names.party.clone(),
            reference: content.reference().map(str::to_owned),
            ap_account_id: known(content.control_account()),
            items: Items::of(document, seen),
            progress: Progress::of(document, seen),
        }
    }
}

/// The collection `expenses`.
pub struct Expenses;

impl Collection for Expenses {
    const KIND: DocumentKind = DocumentKind::Expense;
    const PATH: &'static str = "/expenses";
    const NAME: &'static str = "Expense";
    const ABOUT: &'static str = "What employees paid for the company; paid back by bill payments.";
    type Input = ExpenseInput;
    type View = Expense;
    type Party = WireUserId;

    fn draft(input: ExpenseInput, _: &mut Faults) -> Draft {
        input.into_draft()
    }

    fn view(document: &Document, seen: &Seen) -> Expense {
        Expense::of(document, seen)
    }

    fn examples() -> Examples {
        Examples {
            create: json!({
                "expense_id": "EXP-1001", "employee_id": "clara", "ap_account_id": "2000", "tran_date": "2026-01-18",
                "memo": "Train to Globex", "lines": [example_item("6200", 84)],
            }),
            update: json!({
                "employee_id": "clara", "ap_account_id": "2000", "tran_date": "2026-01-18",
                "memo": "Train to Globex, first class", "lines": [example_item("6200", 126)],
            }),
            actions: Vec::new(),
        }
    }
}
