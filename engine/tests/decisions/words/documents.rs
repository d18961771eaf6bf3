//! What is done to documents, and how they are written.

use engine::books::action::apply::Apply;
use engine::books::action::apply_several::{ApplySeveral, Part};
use engine::books::action::approve::Approve;
use engine::books::action::clear::Clear;
use engine::books::action::correct::Correct;
use engine::books::action::create::Create;
use engine::books::action::delete::Delete;
use engine::books::action::deposit::Deposit;
use engine::books::action::edit::Edit;
use engine::books::action::escalate::Escalate;
use engine::books::action::post::{Post, PostingJob};
use engine::books::action::reassign::Reassign;
use engine::books::action::receive_payment::ReceivePayment;
use engine::books::action::return_payment::Return;
use engine::books::action::reverse::Reverse;
use engine::books::action::step::Step;
use engine::books::action::submit::Submit;
use engine::books::action::unapply::Unapply;
use engine::books::action::unend::{OneEnd, Unclear, Undeposit};
use engine::books::action::unreturn::Unreturn;
use engine::books::action::void::Void;
use engine::books::document::draft::{
    Body, Draft, ItemLineDraft, ItemsDraft, JournalEntryDraft, JournalLineDraft, NamedDraft, PartDraft, PaymentDraft,
    WriteOffDraft,
};
use engine::values::kind::{Action, Control, DocumentKey, Family, ItemsType, Party, PartyKind, PaymentType};

use engine::values::clock::Date;

use super::{Said, date, decimal, key};
use crate::books::{Asked, Books};

/// The day of a document, that of a payment, and when something is due.
const DAY: &str = "2024-01-15";
const PAY_DAY: &str = "2024-01-20";
const DUE: &str = "2024-02-14";

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
        "escalate" => Box::new(Escalate { key }),
        "void" => {
            Box::new(Void { key, reason: Some(reason(said)), void_date: said.date("on", None), faults: said.faults() })
        }
        "unclear" => Box::new(Unclear::of(key, said.text("because", None))),
        "undeposit" => Box::new(Undeposit::of(key, said.text("because", None))),
        "return" => Box::new(Return {
            key,
            return_date: said.date("on", None),
            reason: Some(reason(said)),
            fee: said.number("fee"),
            fee_account_id: said.text("to", None),
            faults: said.faults(),
        }),
        "unreturn" => Box::new(Unreturn { key, reason: said.text("because", None) }),
        "clear" => Box::new(Clear { key, cleared_date: said.date("on", None), faults: said.faults() }),
        "deposit" => Box::new(Deposit { key, deposit_date: said.date("on", None), faults: said.faults() }),
        "correct" => Box::new(Correct {
            key,
            copy_id: said.text("as", None).expect("as …"),
            reversal_id: "JE-REV".to_owned(),
            reason: said.text("because", Some("r")).filter(|words| words != "nothing"),
            correction_date: said.date("on", None),
            faults: said.faults(),
        }),
        "reverse" => Box::new(Reverse {
            key,
            new_id: said.text("as", None).expect("as …"),
            reversal_date: said.date("on", None),
            memo: said.text("memo", None),
            faults: said.faults(),
        }),
        "apply" => Box::new(Apply {
            key,
            settled_id: said.text("to", None),
            amount: said.number("amount"),
            faults: said.faults(),
        }),
        "apply-several" => {
            let parts = said.each(&["to"]).into_iter().map(|part| Part {
                settled_id: part.get(1).cloned(),
                amount: part.get(2).map(|amount| decimal(amount)),
            });
            Box::new(ApplySeveral { key, parts: parts.collect(), faults: said.faults() })
        }
        "unapply" => Box::new(Unapply {
            key,
            settled_id: said.text("from", None),
            position: said.number("application").and_then(|number| u32::try_from(number).ok()),
            reason: said.text("because", None),
            faults: said.faults(),
        }),
        "reassign" => Box::new(Reassign {
            key,
            settles: said.text("to", None).map(|id| super::key(&id)),
            reassign_date: said.date("on", None),
            reason: said.text("because", None),
            faults: said.faults(),
        }),
        "receive" => Box::new(ReceivePayment {
            key,
            payment_id: said.text("as", None).expect("as …"),
            payment_date: said.date("on", Some(PAY_DAY)),
            payment_amount: said.number("amount"),
            discount: said.number("discount"),
            write_off: write_off(said),
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
            Box::new(Post { jobs: keys.map(|key| PostingJob::of(books.job_of(&key), key)).collect() })
        }
        verb => match Action::ALL.into_iter().find(|action| action.is_step() && action.name() == verb) {
            Some(action) => {
                let words = action.facts().words.map(|_| reason(said));
                Box::new(Step { key, action, words })
            }
            None => panic!("nobody can {verb} a document"),
        },
    }
}

fn reason(said: &mut Said) -> String {
    said.text("because", Some("r")).unwrap_or_default()
}

/// What its author writes, by the family that the type belongs to.
pub(crate) fn draft(key: &DocumentKey, said: &mut Said) -> Draft {
    let family = key.kind.facts().family;
    let day = if matches!(family, Family::Payment(_)) { PAY_DAY } else { DAY };
    let tran_date = said.date("on", Some(day));
    Draft {
        kind: key.kind,
        id: Some(key.id.clone()),
        tran_date,
        posting_period_id: said.text("in", None),
        currency: said.text("currency", None),
        exchange_rate: said.number("rate"),
        exchange_rate_reason: said.text("because", None),
        memo: said.text("memo", None),
        body: match family {
            Family::Journal => Body::JournalEntry(entry(said)),
            Family::Items(of) => Body::Items(items(said, of, tran_date)),
            Family::Payment(of) => Body::Payment(payment(said, &of)),
        },
    }
}

/// The account that is meant where none is named.
const fn usual_control(control: Control) -> &'static str {
    match control {
        Control::Receivable => "1100",
        Control::Payable => "2000",
    }
}

/// What a party is called, and who is meant where none is named.
const fn usual_party(party: Party) -> (&'static str, &'static str) {
    match party {
        Party::Recorded(PartyKind::Customer) => ("customer", "C-1"),
        Party::Recorded(PartyKind::Vendor) => ("vendor", "V-1"),
        Party::Employee => ("employee", "emil"),
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
            dimensions: named(fields.text("dimensions").as_deref()),
        }
    };
    let lines = said.each(&["debit", "credit"]).into_iter().map(line).collect();
    JournalEntryDraft { entry_type: said.text("type", None), reversal_date: said.date("reversed", None), lines }
}

/// `project=P-1+region=EU`.
fn named(text: Option<&str>) -> Vec<NamedDraft> {
    let pair = |pair: &str| {
        let (dimension_id, value_id) = pair.split_once('=').expect("a dimension and a value");
        NamedDraft { dimension_id: Some(dimension_id.into()), value_id: Some(value_id.into()) }
    };
    text.into_iter().flat_map(|text| text.split('+')).map(pair).collect()
}

/// `line 6000 100.00` or `line 6000 3 x 19.99`, with further fields behind.
fn items(said: &mut Said, of: ItemsType, day: Option<Date>) -> ItemsDraft {
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
            tax_code_id: fields.text("tax-code"),
            tax_rate: fields.text("tax").map(|text| decimal(&text)),
            tax_amount: fields.text("tax-amount").map(|text| decimal(&text)),
            tax_account_id: fields.text("tax-account"),
            department_id: fields.text("department"),
            cost_center_id: fields.text("cost-center"),
            dimensions: named(fields.text("dimensions").as_deref()),
        }
    };
    let (party, usual) = usual_party(of.party);
    // Nothing is due before its own day.
    let usual_due = of.needs_due_date.then(|| day.max(Some(date(DUE))).map(|due| due.to_string())).flatten();
    ItemsDraft {
        party_id: said.text(party, Some(usual)),
        control_account_id: said.text("control", Some(usual_control(of.control))),
        due_date: said.date("due", usual_due.as_deref()),
        payment_terms_id: said.text("terms", None),
        reference: said.text("reference", None),
        about: said.text("about", None).map(|id| key(&id)),
        lines: said.each(&["line"]).into_iter().map(line).collect(),
    }
}

/// `pays BILL-1 60.00`, or `pays BILL-1 60.00 BILL-2 40.00`; `pays BILL-1 98.00/2.00 BILL-2 40.00` takes a discount of the first.
fn payment(said: &mut Said, of: &PaymentType) -> PaymentDraft {
    let pays = said.take("pays").unwrap_or_default();
    let party = of.names_party.map(usual_party);
    let several = pays.len() > 2;
    let part = |part: &[String]| {
        let amounts = part.get(1).map(|amounts| amounts.split_once('/').unwrap_or((amounts, "")));
        PartDraft {
            kind: Some(key(&part[0]).kind),
            id: Some(part[0].clone()),
            amount: amounts.map(|(amount, _)| decimal(amount)),
            discount: amounts.map(|(_, discount)| discount).filter(|text| !text.is_empty()).map(decimal),
        }
    };
    PaymentDraft {
        party_id: party.and_then(|(party, usual)| said.text(party, Some(usual))),
        settles: pays.first().filter(|_| !several).map(|id| key(id)),
        applications: several.then(|| pays.chunks(2).map(part).collect()),
        cash_account_id: said.text("cash", Some("1000")),
        control_account_id: said.text("control", Some(usual_control(of.control))),
        payment: pays.get(1).filter(|_| !several).map(|amount| decimal(amount)),
        discount: said.number("discount"),
        write_off: write_off(said),
        payment_method: said.text("by", None),
        reference: said.text("reference", None),
    }
}

/// `write-off 0.02, rule CENTS`.
fn write_off(said: &mut Said) -> WriteOffDraft {
    WriteOffDraft { amount: said.number("write-off"), write_off_rule_id: said.text("rule", None) }
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
