//! The company's trade: bills, invoices, payments, credits and expenses, in every state that they can be in.
//!
//! In three rounds, because what is paid must stand in the ledger first: documents; their payments and credits; and what becomes
//! of those. The posting jobs run between the rounds.

use std::sync::Arc;

use engine::books::action::apply::Apply;
use engine::books::action::approve::Approve;
use engine::books::action::clear::Clear;
use engine::books::action::create::Create;
use engine::books::action::deposit::Deposit;
use engine::books::action::submit::Submit;
use engine::books::action::void::Void;
use engine::books::document::Draft;
use engine::books::document::draft::{Body, ItemLineDraft, ItemsDraft, NamedDraft, PaymentDraft, WriteOffDraft};
use engine::kernel::engine::Engine;
use engine::values::clock::Date;
use engine::values::error::{Error, Faults, RefusalName};
use engine::values::kind::{Action, DocumentKey, DocumentKind};
use engine::values::money::decimal_from_text;

use super::company::months;
use super::people::{self, approval_step, person};
use DocumentKind::{
    Bill, BillPayment, CreditMemo, CustomerRefund, Expense, Invoice, InvoicePayment, VendorCredit, VendorRefund,
};

/// How far a document goes in its first round.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Draft,
    Pending,
    OnHold,
    Rejected,
    Signed,
}

/// Type, number, party, account of the item, quantity, price each, memo, fate. Dated in the month before the present one.
type Story = (DocumentKind, usize, &'static str, &'static str, &'static str, &'static str, &'static str, Fate);

const STORIES: [Story; 26] = [
    (Invoice, 1, "CUST-ACME", "4000", "3", "800", "Consulting, three days", Fate::Signed),
    (Invoice, 2, "CUST-GLOBEX", "4000", "7", "800", "Consulting, seven days", Fate::Signed),
    (Invoice, 3, "CUST-INITECH", "4100", "10", "100", "Licences, in euros", Fate::Signed),
    (Invoice, 4, "CUST-ACME", "4100", "4", "129.95", "Licences", Fate::Signed),
    (Invoice, 5, "CUST-GLOBEX", "4000", "0.5", "800", "Half a day of consulting", Fate::Pending),
    (Invoice, 6, "CUST-ACME", "4000", "1", "800", "To be completed", Fate::Draft),
    (Invoice, 7, "CUST-INITECH", "4100", "1", "349", "Written twice", Fate::Signed),
    (Bill, 1, "VEND-PAPER", "6200", "1", "250", "Paper and toner", Fate::Signed),
    (Bill, 2, "VEND-LANDLORD", "6100", "1", "4500", "Rent of the store room", Fate::Signed),
    (Bill, 3, "VEND-PAPER", "6200", "12", "7.49", "Price differs from the order", Fate::OnHold),
    (Bill, 4, "VEND-PAPER", "6200", "1", "999", "Never ordered", Fate::Rejected),
    (Bill, 5, "VEND-LANDLORD", "6100", "1", "310", "Heating, to be checked", Fate::Draft),
    (Bill, 6, "VEND-PAPER", "6200", "1", "80", "Booked for the wrong vendor", Fate::Signed),
    (Expense, 1, "clara", "6200", "1", "84", "Train to Globex", Fate::Signed),
    (Expense, 2, "max", "6200", "2", "31.50", "Lunch with Acme", Fate::Pending),
    (CreditMemo, 1, "CUST-ACME", "4100", "1", "129.95", "One licence given back", Fate::Signed),
    (CreditMemo, 2, "CUST-GLOBEX", "4000", "0.25", "800", "Two hours not delivered", Fate::Signed),
    (CreditMemo, 3, "CUST-GLOBEX", "4000", "1", "50", "To be agreed", Fate::Draft),
    (Bill, 7, "VEND-LANDLORD", "6100", "1", "120", "Cleaning", Fate::Signed),
    (VendorCredit, 1, "VEND-LANDLORD", "6100", "1", "200", "Rent reduced while the roof leaked", Fate::Signed),
    (VendorCredit, 2, "VEND-LANDLORD", "6100", "1", "100", "A week without heating", Fate::Signed),
    (Bill, 8, "VEND-PAPER", "1500", "2", "1200", "Two laptops", Fate::Pending),
    (Expense, 3, "clara", "6200", "1", "1450", "Trade fair in Lyon", Fate::Pending),
    (VendorCredit, 3, "VEND-PAPER", "6200", "1", "40", "Paper sent back, to be agreed", Fate::Draft),
    (CreditMemo, 4, "CUST-ACME", "4000", "0.25", "800", "Two hours charged twice", Fate::Signed),
    (VendorCredit, 4, "VEND-PAPER", "6200", "1", "100", "Toner sent back", Fate::Signed),
];

/// Type, number, what it pays, amount, fate. Its rate is the table's of its day, as that of every document.
type Payment = (DocumentKind, usize, (DocumentKind, usize), &'static str, Fate);

const PAYMENTS: [Payment; 13] = [
    (InvoicePayment, 1, (Invoice, 1), "2568", Fate::Signed),
    (InvoicePayment, 2, (Invoice, 2), "2000", Fate::Signed),
    (InvoicePayment, 3, (Invoice, 3), "1070", Fate::Signed),
    (InvoicePayment, 4, (Invoice, 2), "500", Fate::Signed),
    (InvoicePayment, 5, (Invoice, 2), "1500", Fate::Pending),
    (BillPayment, 1, (Bill, 1), "267.50", Fate::Signed),
    (BillPayment, 2, (Bill, 2), "2000", Fate::Signed),
    (BillPayment, 3, (Expense, 1), "89.88", Fate::Signed),
    (BillPayment, 4, (Bill, 7), "128.40", Fate::Signed),
    (CustomerRefund, 1, (CreditMemo, 4), "100", Fate::Signed),
    (CustomerRefund, 2, (CreditMemo, 4), "14", Fate::Draft),
    (VendorRefund, 1, (VendorCredit, 4), "40", Fate::Signed),
    (VendorRefund, 2, (VendorCredit, 4), "10", Fate::Draft),
];

fn key(kind: DocumentKind, number: usize) -> DocumentKey {
    DocumentKey::new(kind, format!("{}DEMO-{number}", kind.id_prefix()))
}

/// The documents, up to their last signature.
/// The bill that two of three people sign.
pub fn laptops() -> DocumentKey {
    key(Bill, 8)
}

pub async fn load_documents(engine: &Arc<Engine>) -> Result<(), Error> {
    let Some(first) = months(engine).get(1).copied() else { return Ok(()) };
    for (at, story) in STORIES.iter().enumerate() {
        let (kind, number, .., fate) = *story;
        go(engine, key(kind, number), document(story, day(first, at)), fate).await?;
    }
    Ok(())
}

/// What is paid, and credits applied.
pub async fn load_payments(engine: &Arc<Engine>) -> Result<(), Error> {
    let Some(first) = months(engine).get(1).copied() else { return Ok(()) };
    for (at, paid) in PAYMENTS.iter().enumerate() {
        let (kind, number, .., fate) = *paid;
        go(engine, key(kind, number), payment(paid, day(first, at.saturating_add(19))), fate).await?;
    }
    for (credit, settled, amount) in
        [(key(CreditMemo, 1), key(Invoice, 4), "139.05"), (key(VendorCredit, 1), key(Bill, 2), "214")]
    {
        let amount = decimal_from_text(amount);
        let apply = Apply { key: credit, settled_id: Some(settled.id), amount, faults: Faults::default() };
        step(engine.perform(person("conny"), apply).await)?;
    }
    Ok(())
}

/// What becomes of the payments, and what is called off.
pub async fn load_endings(engine: &Arc<Engine>) -> Result<(), Error> {
    let Some(last) = months(engine).get(1).map(|first| day(*first, 27)) else { return Ok(()) };
    let faults = Faults::default;
    let deposit = Deposit { key: key(InvoicePayment, 1), deposit_date: Some(last), faults: faults() };
    step(engine.perform(person("conny"), deposit).await)?;
    let clear = Clear { key: key(BillPayment, 1), cleared_date: Some(last), faults: faults() };
    step(engine.perform(person("conny"), clear).await)?;
    for (key, reason) in [
        (key(InvoicePayment, 4), "The check bounced"),
        (key(BillPayment, 4), "Paid from the wrong account"),
        (key(Invoice, 7), "Written twice"),
        (key(Bill, 6), "Another vendor's bill"),
    ] {
        let void = Void { key, reason: Some(reason.into()), void_date: None, faults: faults() };
        step(engine.perform(person("conny"), void).await)?;
    }
    Ok(())
}

/// The n-th day after `first`, in the same month.
fn day(first: Date, after: usize) -> Date {
    (0..after.min(27)).fold(first, |day, _| day.next())
}

fn document(story: &Story, date: Date) -> Draft {
    let (kind, number, party, account, quantity, rate, memo, _) = *story;
    let is_euro = (kind, number) == (Invoice, 3);
    let is_receivable = kind.items().is_some_and(|items| items.control == engine::values::kind::Control::Receivable);
    let of_shop = [("project".to_owned(), "SHOP-IT".to_owned())].into();
    let line = ItemLineDraft {
        account_id: Some(account.into()),
        description: Some(memo.into()),
        quantity: decimal_from_text(quantity),
        rate: decimal_from_text(rate),
        tax_code_id: super::tax::code_of(kind).map(Into::into),
        tax_rate: decimal_from_text("0.07"),
        department_id: Some(if is_receivable { "SALES" } else { "OFFICE" }.into()),
        dimensions: if key(kind, number) == laptops() { NamedDraft::all(&of_shop) } else { Vec::new() },
        ..ItemLineDraft::default()
    };
    let has_reference = kind.items().is_some_and(|items| items.has_unique_reference);
    let items = ItemsDraft {
        party_id: Some(party.into()),
        control_account_id: Some(if is_receivable { "1100" } else { "2000" }.into()),
        due_date: Some((0..30).fold(date, |day, _| day.next())),
        payment_terms_id: None,
        reference: has_reference.then(|| format!("{party}/{number:04}")),
        about: None,
        lines: vec![line],
    };
    Draft {
        kind,
        id: Some(key(kind, number).id),
        tran_date: Some(date),
        posting_period_id: None,
        currency: is_euro.then(|| "EUR".to_owned()),
        exchange_rate: None,
        exchange_rate_reason: None,
        memo: Some(memo.into()),
        body: Body::Items(items),
    }
}

fn payment(paid: &Payment, date: Date) -> Draft {
    let (kind, number, (paid_kind, paid_number), amount, _) = *paid;
    let is_receivable = matches!(kind, InvoicePayment | CustomerRefund);
    let payment = PaymentDraft {
        party_id: None,
        settles: Some(key(paid_kind, paid_number)),
        applications: None,
        cash_account_id: Some("1000".into()),
        control_account_id: Some(if is_receivable { "1100" } else { "2000" }.into()),
        payment: decimal_from_text(amount),
        discount: None,
        write_off: WriteOffDraft::default(),
        payment_method: Some("Bank Transfer".into()),
        reference: Some(format!("TX-{number:04}")),
    };
    Draft {
        kind,
        id: Some(key(kind, number).id),
        tran_date: Some(date),
        posting_period_id: None,
        currency: None,
        exchange_rate: None,
        exchange_rate_reason: None,
        memo: None,
        body: Body::Payment(payment),
    }
}

/// Clara writes and submits; the rest is for those whose role it is.
async fn go(engine: &Arc<Engine>, key: DocumentKey, draft: Draft, fate: Fate) -> Result<(), Error> {
    let create = Create { kind: key.kind, id: key.id.clone(), draft, faults: Faults::default() };
    step(engine.perform(person("clara"), create).await)?;
    if fate == Fate::Draft {
        return Ok(());
    }
    step(engine.perform(person("clara"), Submit { key: key.clone() }).await)?;
    match fate {
        Fate::Draft | Fate::Pending => Ok(()),
        Fate::OnHold => {
            let hold = approval_step(key, Action::Hold, "Waiting for the vendor");
            step(engine.perform(person("max"), hold).await)
        }
        Fate::Rejected => {
            let reject = approval_step(key, Action::Reject, "Not ordered by us");
            step(engine.perform(person("max"), reject).await)
        }
        Fate::Signed => {
            for user in ["max", "conny", "felix"] {
                let approve = Approve { key: key.clone(), comments: Some("Checked".into()) };
                step(engine.perform(person(user), approve).await)?;
            }
            Ok(())
        }
    }
}

/// Accepts "it was done before" as done, so that an interrupted load can be resumed; a signature beyond the plan finds nothing to
/// sign.
pub(super) fn step<T>(outcome: Result<T, Error>) -> Result<(), Error> {
    match outcome {
        Err(Error::Refused(refusal)) if refusal.is(RefusalName::WrongStatus) => Ok(()),
        outcome => people::done(outcome),
    }
}
