//! The actions that ask for more than a comment: each asks for its fields, shows what it would come to where the interface has a dry
//! run of it, and acts. Where a rule guards the action, the interface asks for signatures instead.

use std::sync::Arc;

use poem::Response;
use serde_json::{Map, Value};

use super::act_page::ActPage;
use super::choices::Suggestions;
use super::content::members;
use super::proposed;
use super::shape::{Choices, Entry, Input};
use super::sheet::{self, Field};
use super::subject::{Subject, heading};
use crate::fields::Fields;
use crate::interface::Member;
use crate::interface::enumeration::{DocumentAction, DocumentStatus};
use crate::interface::schema::{
    ApplyInput, BillPaymentReassignInput, ClearInput, DepositInput, Document, InvoicePaymentReassignInput,
    PaymentReceived, ReceivePaymentInput, ReturnInput, ReverseInput, TakenBackInput, UnapplyInput,
    VendorCreditApplyInput, VendorCreditUnapplyInput, VoidInput,
};
use crate::json::Members;
use crate::operations::{self, Change};
use crate::problem::Problem;
use crate::text::filled;
use crate::visit::{Visit, asked_for, redirect};
use crate::vocabulary::{DocumentType, word};

/// An action with its fields.
#[derive(Clone, Copy)]
struct Action {
    does: DocumentAction,
    inputs: &'static [Input],
    /// Whether the interface has a dry run of it.
    has_dry_run: bool,
}

const fn asked(name: Member, entry: Entry) -> Input {
    Input { name, entry, is_required: true, is_rare: false }
}

const fn optional(name: Member, entry: Entry) -> Input {
    Input { is_required: false, ..asked(name, entry) }
}

/// What an amount in another currency than that of the books needs.
const EXCHANGE_RATE: [Member; 2] = [ReceivePaymentInput::EXCHANGE_RATE, ReceivePaymentInput::EXCHANGE_RATE_REASON];

const REVERSE: &[Input] = &[asked(ReverseInput::REVERSAL_DATE, Entry::Date), optional(ReverseInput::MEMO, Entry::Text)];
const VOID: &[Input] = &[asked(VoidInput::REASON, Entry::Text), optional(VoidInput::VOID_DATE, Entry::Date)];
const RECEIVE_PAYMENT: &[Input] = &[
    asked(ReceivePaymentInput::PAYMENT_DATE, Entry::Date),
    asked(ReceivePaymentInput::PAYMENT_AMOUNT, Entry::Figure),
    asked(ReceivePaymentInput::DEPOSIT_ACCOUNT_ID, Entry::From(Choices::Money)),
    optional(ReceivePaymentInput::PAYMENT_METHOD, Entry::Text),
    optional(ReceivePaymentInput::REFERENCE, Entry::Text),
    optional(ReceivePaymentInput::EXCHANGE_RATE, Entry::Figure),
    optional(ReceivePaymentInput::EXCHANGE_RATE_REASON, Entry::Text),
];
const APPLY_MEMO: &[Input] = &[
    asked(ApplyInput::INVOICE_ID, Entry::From(Choices::Open(DocumentType::Invoice))),
    asked(ApplyInput::AMOUNT, Entry::Figure),
];
const APPLY_VENDOR_CREDIT: &[Input] = &[
    asked(VendorCreditApplyInput::BILL_ID, Entry::From(Choices::Open(DocumentType::Bill))),
    asked(VendorCreditApplyInput::AMOUNT, Entry::Figure),
];
const DEPOSIT: &[Input] = &[asked(DepositInput::DEPOSIT_DATE, Entry::Date)];
const UNAPPLY_MEMO: &[Input] = &[
    asked(UnapplyInput::INVOICE_ID, Entry::Text),
    optional(UnapplyInput::APPLICATION_NUMBER, Entry::Figure),
    optional(UnapplyInput::REASON, Entry::Text),
];
const UNAPPLY_VENDOR_CREDIT: &[Input] = &[
    asked(VendorCreditUnapplyInput::BILL_ID, Entry::Text),
    optional(VendorCreditUnapplyInput::APPLICATION_NUMBER, Entry::Figure),
    optional(VendorCreditUnapplyInput::REASON, Entry::Text),
];
const RETURN: &[Input] = &[
    asked(ReturnInput::RETURN_DATE, Entry::Date),
    asked(ReturnInput::REASON, Entry::Text),
    optional(ReturnInput::FEE, Entry::Figure),
    optional(ReturnInput::FEE_ACCOUNT_ID, Entry::From(Choices::Accounts)),
];
const REASSIGN_BILL_PAYMENT: &[Input] = &[
    optional(BillPaymentReassignInput::BILL_ID, Entry::From(Choices::Open(DocumentType::Bill))),
    optional(BillPaymentReassignInput::EXPENSE_ID, Entry::From(Choices::Open(DocumentType::Expense))),
    optional(BillPaymentReassignInput::REASSIGN_DATE, Entry::Date),
    optional(BillPaymentReassignInput::REASON, Entry::Text),
];
const REASSIGN_INVOICE_PAYMENT: &[Input] = &[
    asked(InvoicePaymentReassignInput::INVOICE_ID, Entry::From(Choices::Open(DocumentType::Invoice))),
    optional(InvoicePaymentReassignInput::REASSIGN_DATE, Entry::Date),
    optional(InvoicePaymentReassignInput::REASON, Entry::Text),
];
const TAKE_BACK: &[Input] = &[optional(TakenBackInput::REASON, Entry::Text)];
const CLEAR: &[Input] = &[asked(ClearInput::CLEARED_DATE, Entry::Date)];

/// An action as a page of its own, when it asks for more than a comment.
fn page_for(kind: DocumentType, action: DocumentAction) -> Option<Action> {
    let (inputs, has_dry_run) = match action {
        DocumentAction::Reverse => (REVERSE, true),
        DocumentAction::Void => (VOID, true),
        DocumentAction::ReceivePayment => (RECEIVE_PAYMENT, true),
        DocumentAction::Apply if kind == DocumentType::VendorCredit => (APPLY_VENDOR_CREDIT, true),
        DocumentAction::Apply => (APPLY_MEMO, true),
        DocumentAction::Unapply if kind == DocumentType::VendorCredit => (UNAPPLY_VENDOR_CREDIT, true),
        DocumentAction::Unapply => (UNAPPLY_MEMO, true),
        DocumentAction::Deposit => (DEPOSIT, false),
        DocumentAction::Clear => (CLEAR, false),
        DocumentAction::Unclear | DocumentAction::Undeposit => (TAKE_BACK, false),
        DocumentAction::Return => (RETURN, true),
        DocumentAction::Unreturn => (TAKE_BACK, true),
        DocumentAction::Reassign if kind == DocumentType::BillPayment => (REASSIGN_BILL_PAYMENT, true),
        DocumentAction::Reassign => (REASSIGN_INVOICE_PAYMENT, true),
        DocumentAction::Edit
        | DocumentAction::Delete
        | DocumentAction::SubmitForApproval
        | DocumentAction::Approve
        | DocumentAction::Reject
        | DocumentAction::RequestChange
        | DocumentAction::Hold
        | DocumentAction::Unhold
        | DocumentAction::Post => return None,
    };
    Some(Action { does: action, inputs, has_dry_run })
}

/// The actions of a type that are pages of their own.
pub fn of(kind: DocumentType) -> impl Iterator<Item = &'static str> {
    pages(kind).map(|page| page.does.name())
}

fn pages(kind: DocumentType) -> impl Iterator<Item = Action> {
    kind.actions().iter().filter_map(move |action| page_for(kind, *action))
}

fn action_of(visit: &Visit, subject: &Subject) -> Result<Action, Problem> {
    let name = visit.path.rsplit('/').next().unwrap_or_default();
    pages(subject.kind).find(|page| page.does.name() == name).ok_or_else(Problem::not_found)
}

/// The fields, with what would be posted.
pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    let subject = Subject::read(&visit).await?;
    let action = action_of(&visit, &subject)?;
    if let Some(said) = subject.cannot(&visit, action.does) {
        return said;
    }
    let form = start(&visit, &subject, &action).await;
    let mut body = members(action.inputs, visit.reader, |name| form.given(name));
    // What is asked of the person does not change what would be posted.
    if action.does == DocumentAction::Void && !body.contains_key(VoidInput::REASON.name()) {
        body.insert(VoidInput::REASON.into(), Value::String(word("void")));
    }
    let (mut problem, mut answer) = (None, None);
    // What nobody has filled in yet is no mistake.
    let is_filled = action.inputs.iter().all(|input| !input.is_required || body.contains_key(input.name.name()));
    let is_of_document = |input: &Input| matches!(input.entry, Entry::From(Choices::Open(_)));
    let mut named = action.inputs.iter().filter(|input| body.contains_key(input.name.name()));
    let is_filled = is_filled && (action.does != DocumentAction::Reassign || named.any(is_of_document));
    if action.has_dry_run && is_filled {
        match dry_run(&visit, &subject, &action, body).await {
            Ok(found) => answer = Some(found),
            Err(refused) => problem = Some(refused),
        }
    }
    shown(&visit, &subject, action, &form, problem, answer).await
}

/// Acts, or previews.
pub async fn act(visit: Arc<Visit>) -> Result<Response, Problem> {
    let subject = Subject::read(&visit).await?;
    let action = action_of(&visit, &subject)?;
    let form = visit.form.clone();
    let body = members(action.inputs, visit.reader, |name| form.given(name));
    if form.get("intent") == Some("preview") {
        let (problem, answer) = match dry_run(&visit, &subject, &action, body).await {
            Ok(answer) => (None, Some(answer)),
            Err(problem) => (Some(problem), None),
        };
        return shown(&visit, &subject, action, &form, problem, answer).await;
    }
    let change = Change::post(subject.operation(action.does), Value::Object(body)).from_form(&visit.form);
    match visit.operations.change(change).await {
        Ok(answer) => Ok(asked_for(&answer).unwrap_or_else(|| done(&subject, &action, &answer.body.0))),
        Err(problem) => shown(&visit, &subject, action, &form, Some(problem), None).await,
    }
}

/// Where an action leads: to what it made, or back to the document.
fn done(subject: &Subject, action: &Action, answer: &Value) -> Response {
    match action.does {
        DocumentAction::Reverse => {
            let id = answer.text(subject.kind.id());
            redirect(
                &super::subject::page_of(subject.kind, &id),
                Some(&filled("editor.done.reverse", &[&id, &subject.id])),
            )
        }
        DocumentAction::ReceivePayment => {
            let said = filled(
                "editor.done.receive-payment",
                &[&answer.text(PaymentReceived::PAYMENT_ID), &word(&answer.text(PaymentReceived::PAYMENT_STATUS))],
            );
            redirect(&subject.page(), Some(&said))
        }
        other => redirect(&subject.page(), Some(&filled(&format!("editor.done.{}", other.name()), &[&subject.id]))),
    }
}

async fn dry_run(
    visit: &Visit,
    subject: &Subject,
    action: &Action,
    body: Map<String, Value>,
) -> Result<Value, Problem> {
    let path = operations::dry_run(&subject.operation(action.does));
    Ok(visit.operations.change(Change::post(path, Value::Object(body))).await?.body.0)
}

/// What the form begins with: the day of the books where one is needed, and what is due beyond what is under way.
async fn start(visit: &Visit, subject: &Subject, action: &Action) -> Fields {
    let mut form = Fields::default();
    let amount = visit.reader.input(&proposed::of_action(visit, subject).await);
    for input in action.inputs {
        let given = visit.query.given(input.name).map(str::to_owned);
        let value = given.unwrap_or_else(|| match (input.entry, input.name) {
            (Entry::Date, _) if input.is_required => visit.me.today(),
            (_, ReceivePaymentInput::PAYMENT_AMOUNT | ApplyInput::AMOUNT) => amount.clone(),
            // It is moved to another one than it names.
            (Entry::From(Choices::Open(kind)), _) if action.does != DocumentAction::Reassign => {
                subject.document.text(kind.id())
            }
            _ => String::new(),
        });
        form.0.push((input.name.into(), value));
    }
    form
}

async fn shown(
    visit: &Arc<Visit>,
    subject: &Subject,
    action: Action,
    form: &Fields,
    problem: Option<Problem>,
    answer: Option<Value>,
) -> Result<Response, Problem> {
    let problem =
        problem.map(|problem| problem.placed(|pointer| sheet::place_of(action.does.name(), action.inputs, pointer)));
    let document = &subject.document;
    let party = subject.kind.party().map(|(id, _)| document.text(id));
    // A payment is mostly moved because it was of another party.
    let party = party.filter(|_| action.does != DocumentAction::Reassign);
    let suggestions = Suggestions::read(visit, action.inputs, party.as_deref()).await;
    // An amount in the currency of the books has no rate.
    let is_base = document.text(Document::CURRENCY) == visit.me.base_currency();
    // What was not posted is voided on no day of its own.
    let is_posted = document.text(Document::STATUS) == DocumentStatus::Posted.name();
    let inputs = action.inputs.iter().filter(|input| !is_base || !EXCHANGE_RATE.contains(&input.name));
    let inputs = inputs.filter(|input| is_posted || input.name != VoidInput::VOID_DATE);
    let fields: Vec<Field> =
        inputs.map(|input| sheet::field(action.does.name(), input, form, problem.as_ref(), &suggestions)).collect();
    let named = (action.does.name(), heading(action.does, &subject.id));
    let mut page = ActPage::of(visit, subject, named, answer.as_ref(), suggestions);
    page.has_dry_run = action.has_dry_run;
    page.is_grave = matches!(action.does, DocumentAction::Void | DocumentAction::Return);
    page.answered(visit, subject, fields, problem)
}
