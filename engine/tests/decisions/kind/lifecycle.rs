//! Every action in every state of every type: what the commands let happen, whatever the lifecycle table says.
//! See docs/rules/documents.md#lifecycle.

use engine::document::Status;
use engine::kind::{Control, DocumentKind, Family};

use crate::books::Books;

/// All that can be asked of a document, with words that it takes.
const ACTIONS: [(&str, &str); 14] = [
    ("edit", ""),
    ("delete", ""),
    ("submit", ""),
    ("approve", ""),
    ("reject", ""),
    ("request-change", ""),
    ("hold", ""),
    ("unhold", ""),
    ("reverse", ", as JE-8, on 2024-02-05"),
    ("void", ""),
    ("clear", ", on 2024-01-25"),
    ("deposit", ", on 2024-01-25"),
    ("receive", ", as IPAY-8, amount 1.00"),
    ("apply", ", to INV-9, amount 1.00"),
];

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

/// The steps that bring a draft into the state: `who | command`.
const fn way_to(status: Status) -> &'static [(&'static str, &'static str)] {
    const SUBMIT: (&str, &str) = ("carl", "submit");
    const APPROVE: (&str, &str) = ("mona", "approve");
    match status {
        Status::Draft => &[],
        Status::PendingApproval => &[SUBMIT],
        Status::OnHold => &[SUBMIT, ("mona", "hold")],
        Status::Rejected => &[SUBMIT, ("mona", "reject")],
        Status::Approved => &[SUBMIT, APPROVE],
        Status::Posted => &[SUBMIT, APPROVE, ("system", "post")],
        Status::Voided => &[("conrad", "void")],
        Status::Paid => &[SUBMIT, APPROVE, ("system", "post"), ("conrad", "receive"), ("system", "work")],
        Status::Cleared => &[SUBMIT, APPROVE, ("system", "post"), ("conrad", "clear")],
        Status::Deposited => &[SUBMIT, APPROVE, ("system", "post"), ("conrad", "deposit")],
    }
}

/// A bill and an invoice of 100.00 to pay.
fn books() -> Books {
    Books::demo().given(
        "
        carl   | create BILL-9, line 6000 100.00
        carl   | create INV-9, line 4000 100.00
        carl   | submit BILL-9
        carl   | submit INV-9
        mona   | approve BILL-9
        mona   | approve INV-9
        system | work
        ",
    )
}

fn words(action: &str, kind: DocumentKind) -> String {
    let (id, content) = written(kind);
    let rest = ACTIONS.iter().find(|(name, _)| *name == action).map_or("", |(_, rest)| rest);
    let credits = kind.items().and_then(|items| items.credits);
    match (action, credits) {
        ("edit", _) => format!("edit {id}, {content}"),
        ("receive", _) => format!("receive {id}, as IPAY-7, amount 10.00"),
        ("work", _) => "work".to_owned(),
        ("apply", Some(credited)) => format!("apply {id}, to {}9, amount 1.00", credited.id_prefix()),
        _ => format!("{action} {id}{rest}"),
    }
}

/// The document in the state; `None` where its type has no such state.
fn in_state(kind: DocumentKind, status: Status) -> Option<Books> {
    let (id, content) = written(kind);
    let mut books = books().given(&format!("carl | create {id}, {content}"));
    for (who, action) in way_to(status) {
        if books.try_command(who, &words(action, kind)).starts_with("refused wrong_status") {
            return None;
        }
    }
    (books.document(&id).status() == status).then_some(books)
}

/// `state: actions`, in which `sam`, who may do everything and made nothing, succeeds; each refusal says what the state allows.
fn found(kind: DocumentKind) -> String {
    let mut lines = Vec::new();
    for status in Status::ALL {
        let Some(books) = in_state(kind, status) else { continue };
        let mut allowed = Vec::new();
        for (action, _) in ACTIONS {
            let led_to = books.clone().try_command("sam (manager *.*)", &words(action, kind));
            if led_to.starts_with("refused") {
                let told = format!("is {}; allowed now:", status.name());
                assert!(led_to.starts_with("refused wrong_status") && led_to.contains(&told), "{action}: {led_to}");
            } else {
                allowed.push(action);
            }
        }
        lines.push(format!("{}: {}", status.name(), allowed.join(" ")).trim_end().to_owned());
    }
    lines.join("\n")
}

/// Holds all that can be done to documents of the type, state by state.
#[track_caller]
pub fn lifecycle(kind: DocumentKind, wanted: &str) {
    let wanted: Vec<&str> = wanted.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    assert_eq!(found(kind), wanted.join("\n"), "{}", kind.name());
}
