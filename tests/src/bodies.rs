//! Bodies of documents, by the family that their type belongs to.

use engine::values::kind::{Control, Family, ItemsType, Party, PartyKind, PaymentType};
use serde_json::{Value, json};

use crate::builders::{CASH, DAY, EXPENSE, PAYABLE, PERIOD, RECEIVABLE, REVENUE, entry_named, number, with};
use crate::kind::{BILL, CREDIT_MEMO, EXPENSE_REPORT, INVOICE, Kind, name};

/// The date of payments: a few days after [`DAY`], in the same period.
pub const PAY_DAY: &str = "2024-01-20";
pub const DUE: &str = "2024-02-14";
pub const GAIN_LOSS: &str = "7900";
pub const ROUNDING: &str = "7990";

impl Kind {
    /// A valid body of this type with this id, of 100.00 USD. A payment pays the first type that it can pay, `I-0` or `B-0`, see
    /// [`crate::app::TestApp::prepare`].
    pub fn body(self, id: &str) -> Value {
        self.of_amount(id, "100.00")
    }

    /// The same of another amount.
    pub fn of_amount(self, id: &str, amount: &str) -> Value {
        match &self.of.facts().family {
            Family::Journal => entry_named(id, amount),
            Family::Items(of) => items(self, *of, id, amount),
            Family::Payment(of) => {
                let first = self.pays().first().map(|(paid, _)| *paid).expect("it pays something");
                payment(self, of, id, (first, &first.debt()), amount)
            }
        }
    }

    /// A payment of this document by the type that pays such.
    pub fn paid_by(self, paid: &str, id: &str, amount: &str) -> (Self, Value) {
        let payer = self.payer().unwrap_or_else(|| panic!("nothing pays a {}", self.name));
        let of = payer.payment().expect("a payment");
        (payer, payment(payer, of, id, (self, paid), amount))
    }

    /// What `apply` takes: so much to this document of the type that it gives credit for.
    pub fn application(self, settled: &str, amount: &str) -> Value {
        let credited = self.credits().unwrap_or_else(|| panic!("a {} gives no credit", self.name));
        json!({ credited.id: settled, "amount": number(amount) })
    }

    /// The field that names its control account.
    pub fn control_field(self) -> &'static str {
        name(self.control().map_or("", Control::field))
    }

    /// The account that its lines stand on where nothing else is said.
    pub fn line_account(self) -> &'static str {
        match self.control() {
            Some(Control::Receivable) => REVENUE,
            Some(Control::Payable) | None => EXPENSE,
        }
    }
}

/// The account in which documents are open where nothing else is said.
pub const fn control_account(control: Control) -> &'static str {
    match control {
        Control::Receivable => RECEIVABLE,
        Control::Payable => PAYABLE,
    }
}

/// Whom a document is with where nothing else is said.
pub const fn usual_party(party: Party) -> &'static str {
    match party {
        Party::Recorded(PartyKind::Customer) => "C-1",
        Party::Recorded(PartyKind::Vendor) => "V-1",
        Party::Employee => "emil",
    }
}

fn items(kind: Kind, of: ItemsType, id: &str, amount: &str) -> Value {
    let lines = [item(kind.line_account(), "1", amount)];
    let body = json!({
        kind.id: id, name(of.party.field()): usual_party(of.party), kind.control_field(): control_account(of.control),
        "tran_date": DAY, "posting_period_id": PERIOD, "lines": lines,
    });
    if of.needs_due_date { due(body, DUE) } else { body }
}

fn payment(kind: Kind, of: &PaymentType, id: &str, (paid, paid_id): (Kind, &str), amount: &str) -> Value {
    let field = kind.pays().into_iter().find(|(settled, _)| *settled == paid).map(|(_, field)| field);
    let field = field.unwrap_or_else(|| panic!("a {} pays no {}", kind.name, paid.name));
    let body = json!({
        kind.id: id, field: paid_id, "account_id": CASH, kind.control_field(): control_account(of.control),
        "tran_date": PAY_DAY, "posting_period_id": PERIOD, "payment": number(amount),
    });
    match of.names_party {
        Some(party) => with(body, json!({ name(party.field()): usual_party(party) })),
        None => body,
    }
}

/// One item, without tax.
pub fn item(account: &str, quantity: &str, rate: &str) -> Value {
    json!({ "account_id": account, "quantity": number(quantity), "rate": number(rate) })
}

/// One item with a tax rate.
pub fn taxed(account: &str, quantity: &str, rate: &str, tax_rate: &str) -> Value {
    with(item(account, quantity, rate), json!({ "tax_rate": number(tax_rate) }))
}

pub fn bill(id: &str, amount: &str) -> Value {
    BILL.of_amount(id, amount)
}

pub fn invoice(id: &str, amount: &str) -> Value {
    INVOICE.of_amount(id, amount)
}

pub fn credit_memo(id: &str, amount: &str) -> Value {
    CREDIT_MEMO.of_amount(id, amount)
}

pub fn expense(id: &str, amount: &str) -> Value {
    EXPENSE_REPORT.of_amount(id, amount)
}

pub fn invoice_payment(id: &str, invoice: &str, amount: &str) -> Value {
    INVOICE.paid_by(invoice, id, amount).1
}

pub fn bill_payment(id: &str, bill: &str, amount: &str) -> Value {
    BILL.paid_by(bill, id, amount).1
}

pub fn expense_payment(id: &str, expense: &str, amount: &str) -> Value {
    EXPENSE_REPORT.paid_by(expense, id, amount).1
}

/// The body in another currency, at this rate.
pub fn in_currency(body: Value, currency: &str, rate: &str) -> Value {
    with(body, json!({ "currency": currency, "exchange_rate": number(rate) }))
}

/// The body on another day and in its period of 2024.
pub fn on(body: Value, day: &str) -> Value {
    dated(body, &day[..7], day)
}

/// The body due on another day.
pub fn due(body: Value, day: &str) -> Value {
    with(body, json!({ "due_date": day }))
}

/// The body dated in another period; it is not due before that day.
pub fn dated(body: Value, period: &str, day: &str) -> Value {
    let is_due_before = body["due_date"].as_str().is_some_and(|due| due < day);
    let body = if is_due_before { due(body, day) } else { body };
    with(body, json!({ "posting_period_id": period, "tran_date": day }))
}
