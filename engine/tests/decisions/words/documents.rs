//! What is done to documents, and how they are written.

use engine::action::document::post::{Post, PostingJob};
use engine::action::document::{
    apply::Apply, approve::Approve, clear::Clear, create::Create, delete::Delete, deposit::Deposit, edit::Edit,
    hold::Hold, receive_payment::ReceivePayment, reject::Reject, request_change::RequestChange, reverse::Reverse,
    submit::Submit, unhold::Unhold, void::Void,
};
use engine::document::draft::{
    Body, Draft, ItemLineDraft, ItemsDraft, JournalEntryDraft, JournalLineDraft, PaymentDraft,
};
use engine::kind::{DocumentKey, DocumentKind};

use super::{Said, decimal, key};
use crate::books::{Asked, Books};

/// The day of a document, and that of a payment.
const DAY: &str = "2024-01-15";
const PAY_DAY: &str = "2024-01-20";

pub fn command(verb: &str, key: DocumentKey, said: &mut Said, books: &Books) -> Box<dyn Asked> {
    match verb {
        "create" => {
            let (draft, faults) = (draft(&key, said), said.faults());
            Box::new(Create { kind: key.kind, id: key.id, draft, faults })
        }
        "edit" => Box::new(Edit { draft: draft(&key, said), key, faults: said.faults() }),
        "delete" => Box::new(Delete { key }),
        "submit" => Box::new(Submit { key }),
        "approve" => Box::new(Approve { key, comments: said.text("comments", None) }),
        "reject" => Box::new(Reject { key, reason: reason(said) }),
        "request-change" => Box::new(RequestChange { key, comments: reason(said) }),
        "hold" => Box::new(Hold { key, reason: reason(said) }),
        "unhold" => Box::new(Unhold { key }),
        "void" => Box::new(Void { key, reason: reason(said) }),
        "clear" => Box::new(Clear { key, cleared_date: said.date("on", None), faults: said.faults() }),
        "deposit" => Box::new(Deposit { key, deposit_date: said.date("on", None), faults: said.faults() }),
        "reverse" => Box::new(Reverse {
            key,
            new_id: said.text("as", None).expect("as …"),
            reversal_date: said.date("on", None),
            memo: said.text("memo", None),
            faults: said.faults(),
        }),
        "apply" => Box::new(Apply {
            key,
            invoice_id: said.text("to", None),
            amount: said.number("amount"),
            faults: said.faults(),
        }),
        "receive" => Box::new(ReceivePayment {
            key,
            payment_id: said.text("as", None).expect("as …"),
            payment_date: said.date("on", Some(PAY_DAY)),
            payment_amount: said.number("amount"),
            exchange_rate: said.number("rate"),
            exchange_rate_reason: said.text("because", None),
            deposit_account_id: said.text("into", Some("1000")),
            payment_method: said.text("by", None),
            reference: said.text("reference", None),
            faults: said.faults(),
        }),
        "post" => {
            let more = said.each(&["and"]).into_iter().map(|part| super::key(&part[1]));
            let keys = std::iter::once(key).chain(more);
            Box::new(Post { jobs: keys.map(|key| PostingJob { job_id: books.job_of(&key), key }).collect() })
        }
        other => panic!("nobody can {other} a document"),
    }
}

fn reason(said: &mut Said) -> String {
    said.text("because", Some("r")).unwrap_or_default()
}

fn draft(key: &DocumentKey, said: &mut Said) -> Draft {
    let is_payment = matches!(key.kind, DocumentKind::BillPayment | DocumentKind::InvoicePayment);
    Draft {
        kind: key.kind,
        id: Some(key.id.clone()),
        tran_date: said.date("on", Some(if is_payment { PAY_DAY } else { DAY })),
        posting_period_id: said.text("in", None),
        currency: said.text("currency", None),
        exchange_rate: said.number("rate"),
        exchange_rate_reason: said.text("because", None),
        memo: said.text("memo", None),
        body: body(key.kind, said),
    }
}

fn body(kind: DocumentKind, said: &mut Said) -> Body {
    match kind {
        DocumentKind::JournalEntry => Body::JournalEntry(entry(said)),
        DocumentKind::Bill => Body::Items(items(said, "vendor", "V-1", "2000", Some("2024-02-14"))),
        DocumentKind::Invoice => Body::Items(items(said, "customer", "C-1", "1100", Some("2024-02-14"))),
        DocumentKind::CreditMemo => Body::Items(items(said, "customer", "C-1", "1100", None)),
        DocumentKind::Expense => Body::Items(items(said, "employee", "emil", "2000", None)),
        DocumentKind::BillPayment => Body::Payment(payment(said, None, "2000")),
        DocumentKind::InvoicePayment => Body::Payment(payment(said, Some("C-1"), "1100")),
    }
}

/// `debit 6000 100.00` and `credit 1000 100.00`, in their order, each with further fields behind.
fn entry(said: &mut Said) -> JournalEntryDraft {
    let line = |words: Vec<String>| {
        let [side, account, amount, fields @ ..] = &*words else { panic!("{words:?} is no line") };
        let (amount, fields) = (Some(decimal(amount)), Fields(fields));
        let is_debit = side == "debit";
        JournalLineDraft {
            line_number: fields.number(),
            account_id: Some(account.clone()),
            debit: amount.filter(|_| is_debit),
            credit: amount.filter(|_| !is_debit),
            memo: fields.text("memo"),
            department_id: fields.text("department"),
            cost_center_id: fields.text("cost-center"),
        }
    };
    let lines = said.each(&["debit", "credit"]).into_iter().map(line).collect();
    JournalEntryDraft { entry_type: said.text("type", None), lines }
}

/// `line 6000 100.00` or `line 6000 3 x 19.99`, with further fields behind.
fn items(said: &mut Said, party: &str, usual_party: &str, control: &str, due: Option<&str>) -> ItemsDraft {
    let line = |words: Vec<String>| {
        let (account, quantity, rate, fields) = match &words[1..] {
            [account, quantity, x, rate, fields @ ..] if x == "x" => (account, decimal(quantity), rate, fields),
            [account, amount, fields @ ..] => (account, decimal("1"), amount, fields),
            _ => panic!("{words:?} is no line"),
        };
        let fields = Fields(fields);
        ItemLineDraft {
            line_number: fields.number(),
            account_id: Some(account.clone()),
            description: fields.text("description"),
            quantity: Some(quantity),
            rate: Some(decimal(rate)),
            amount: fields.text("amount").map(|text| decimal(&text)),
            tax_rate: fields.text("tax").map(|text| decimal(&text)),
            tax_amount: fields.text("tax-amount").map(|text| decimal(&text)),
            tax_account_id: fields.text("tax-account"),
            department_id: fields.text("department"),
            cost_center_id: fields.text("cost-center"),
        }
    };
    ItemsDraft {
        party_id: said.text(party, Some(usual_party)),
        control_account_id: said.text("control", Some(control)),
        due_date: said.date("due", due),
        reference: said.text("reference", None),
        about: said.text("about", None).map(|id| key(&id)),
        lines: said.each(&["line"]).into_iter().map(line).collect(),
    }
}

/// `pays BILL-1 60.00`.
fn payment(said: &mut Said, customer: Option<&str>, control: &str) -> PaymentDraft {
    let pays = said.take("pays").unwrap_or_default();
    PaymentDraft {
        party_id: said.text("customer", customer),
        settles: pays.first().map(|id| key(id)),
        cash_account_id: said.text("cash", Some("1000")),
        control_account_id: said.text("control", Some(control)),
        payment: pays.get(1).map(|amount| decimal(amount)),
        payment_method: said.text("by", None),
        reference: said.text("reference", None),
    }
}

/// What stands behind a line: names with their values.
struct Fields<'a>(&'a [String]);

impl Fields<'_> {
    fn text(&self, name: &str) -> Option<String> {
        self.0.chunks(2).find(|pair| pair[0] == name).map(|pair| pair[1].clone())
    }

    fn number(&self) -> Option<i64> {
        self.text("number").map(|text| text.parse().expect("a line number"))
    }
}
