//! Expenses. See docs/rules/documents.md#expense.

use engine::document::{Document, Draft};
use engine::error::Faults;
use engine::kind::DocumentKind;

use super::document::{Collection, Seen};
use crate::schema::WireUserId;
use crate::schema::document::expense::{Expense, ExpenseInput};

/// The collection `expenses`.
pub struct Expenses;

impl Collection for Expenses {
    const KIND: DocumentKind = DocumentKind::Expense;
    const PATH: &'static str = "/expenses";
    const NAME: &'static str = "Expense";
    type Input = ExpenseInput;
    type View = Expense;
    type Party = WireUserId;

    fn draft(input: ExpenseInput, _: &mut Faults) -> Draft {
        input.into_draft()
    }

    fn view(document: &Document, seen: &Seen) -> Expense {
        Expense::of(document, seen)
    }
}
