//! Every action in every state of every type: the commands let happen what the facts say, and nothing else. The facts stand in
//! docs/rules/documents.md as a table, which `tests/it/architecture.rs` compares.
//! See docs/rules/documents.md#lifecycle.

use std::collections::BTreeSet;

use engine::books::document::Status;
use engine::books::document::lifecycle::actions_from;
use engine::values::kind::{Action, Asks, Control, DocumentKind, Family};

use crate::books::Books;

/// A document of the type, as it is written.
fn written(kind: DocumentKind) -> (String, String) {
    let content = match kind.facts().family {
        Family::Journal => "debit 6000 10.00, credit 1000 10.00".to_owned(),
        Family::Items(of) if of.control == Control::Receivable => "line 4000 10.00".to_owned(),
        Family::Items(_) => "line 6000 10.00".to_owned(),
        Family::Payment(of) => {
            let (pays, _) = of.pays.first().expect("it pays something");
            format!("pays {}9 10.00", pays.id_prefix())
        }
    };
    (format!("{}1", kind.id_prefix()), content)
}

/// The steps that bring a draft into the state.
const fn way_to(status: Status) -> &'static [(&'static str, Action)] {
    const SUBMIT: (&str, Action) = ("carl", Action::Submit);
    const APPROVE: (&str, Action) = ("mona", Action::Approve);
    const POST: (&str, Action) = ("system", Action::Post);
    match status {
        Status::Draft => &[],
        Status::PendingApproval => &[SUBMIT],
        Status::OnHold => &[SUBMIT, ("mona", Action::Hold)],
        Status::Rejected => &[SUBMIT, ("mona", Action::Reject)],
        Status::Approved => &[SUBMIT, APPROVE],
        Status::Posted => &[SUBMIT, APPROVE, POST],
        Status::Voided => &[("conrad", Action::Void)],
        Status::Paid => &[SUBMIT, APPROVE, POST, ("conrad", Action::ReceivePayment)],
        Status::Cleared => &[SUBMIT, APPROVE, POST, ("conrad", Action::Clear)],
        Status::Deposited => &[SUBMIT, APPROVE, POST, ("conrad", Action::Deposit)],
        Status::Returned => &[SUBMIT, APPROVE, POST, ("conrad", Action::Return)],
    }
}

/// Two bills and two invoices of 100.00 to pay, and a credit of each type to pay back.
fn books() -> Books {
    Books::demo().given(
        "
        carl   | create BILL-9, line 6000 100.00
        carl   | create INV-9, line 4000 100.00
        carl   | create BILL-8, line 6000 100.00
        carl   | create INV-8, line 4000 100.00
        carl   | create CM-9, line 4000 100.00
        carl   | create VC-9, line 6000 100.00
        carl   | submit CM-9
        carl   | submit VC-9
        mona   | approve CM-9
        mona   | approve VC-9
        carl   | submit BILL-9
        carl   | submit INV-9
        carl   | submit BILL-8
        carl   | submit INV-8
        mona   | approve BILL-9
        mona   | approve INV-9
        mona   | approve BILL-8
        mona   | approve INV-8
        system | work
        ",
    )
}

/// How a table asks for it.
fn asked(action: Action, kind: DocumentKind) -> String {
    let (id, content) = written(kind);
    let credits = kind.items().and_then(|items| items.credits);
    match (action, credits) {
        (Action::Edit, _) => format!("edit {id}, {content}"),
        (Action::Submit, _) => format!("submit {id}"),
        (Action::Reverse, _) => format!("reverse {id}, as JE-8, on 2024-02-05"),
        (Action::Reassign, _) => {
            let to = if kind == DocumentKind::BillPayment { DocumentKind::Bill } else { DocumentKind::Invoice };
            format!("reassign {id}, to {}8", to.id_prefix())
        }
        (Action::Return, _) => format!("return {id}, on 2024-02-05"),
        (Action::Clear | Action::Deposit, _) => format!("{} {id}, on 2024-01-25", action.name()),
        (Action::ReceivePayment, _) => format!("receive {id}, as IPAY-7, amount 10.00"),
        (Action::Apply, credited) => {
            let credited = credited.unwrap_or(DocumentKind::Invoice);
            format!("apply {id}, to {}9, amount 1.00", credited.id_prefix())
        }
        (Action::Unapply, credited) => {
            let credited = credited.unwrap_or(DocumentKind::Invoice);
            format!("unapply {id}, from {}9", credited.id_prefix())
        }
        (other, _) => format!("{} {id}", other.name()),
    }
}

/// The document in the state; `None` where its type has no such state.
fn in_state(kind: DocumentKind, status: Status) -> Option<Books> {
    let (id, content) = written(kind);
    let mut books = books().given(&format!("carl | create {id}, {content}"));
    for (who, action) in way_to(status) {
        if books.try_command(who, &asked(*action, kind)).starts_with("refused wrong_status") {
            return None;
        }
    }
    if status == Status::Paid {
        books.try_command("system", "work");
    }
    (books.document(&id).status() == status).then_some(books)
}

/// Who may do everything and made nothing, or who submitted the document.
const fn who(action: Action) -> &'static str {
    match action.facts().asks {
        Asks::Anybody | Asks::Signer => "sam (manager *.*)",
        Asks::Submitter => "carl",
    }
}

/// Each refusal says what the state allows.
#[test]
fn every_command_does_what_the_facts_of_its_action_say() {
    let mut seen = BTreeSet::new();
    for kind in DocumentKind::ALL {
        for status in Status::ALL {
            let Some(books) = in_state(kind, status) else { continue };
            for action in Action::ALL.into_iter().filter(|action| *action != Action::Post) {
                let mut books = books.clone();
                if (status, action) == (Status::Approved, Action::RequestChange) {
                    // Only then: see docs/rules/documents.md#no-dead-end.
                    books.try_command("system", &format!("set-aside {}", written(kind).0));
                }
                if (status, action) == (Status::Posted, Action::Unapply) {
                    // There is something to take back.
                    books.try_command(who(action), &asked(Action::Apply, kind));
                }
                let led_to = books.try_command(who(action), &asked(action, kind));
                let name = format!("{} {} {}: {led_to}", kind.name(), status.name(), action.name());
                if action.allowed(kind, status) {
                    assert!(!led_to.starts_with("refused"), "{name}");
                    seen.insert((kind, status, action));
                } else {
                    let told = format!("is {}; allowed now:", status.name());
                    assert!(led_to.starts_with("refused wrong_status") && led_to.contains(&told), "{name}");
                }
            }
        }
    }
    for kind in DocumentKind::ALL {
        let comes_into = |status| Action::ALL.into_iter().any(|action| kind.has(action) && action.to() == Some(status));
        for status in Status::ALL.into_iter().filter(|status| comes_into(*status)) {
            let never = actions_from(kind, status).filter(|action| !seen.contains(&(kind, status, *action)));
            let never: Vec<&str> = never.map(Action::name).collect();
            assert!(never.is_empty(), "no {} is brought into {} to try {never:?}", kind.name(), status.name());
        }
    }
}
