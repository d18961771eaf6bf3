//! What a change request acts on is pinned when it is asked for: what is another thing by the time that it has its signatures fails with
//! `not_as_signed`, though all else may still fit. See docs/rules/change-requests.md#what-is-pinned.

use super::guarded;
use super::stood::{
    APPLIED, CLEARED, CLOSED_YEAR, CREDITED, DEFERRED, ENDED_YEAR, OPEN_SESSION, PAID, POSTED, POSTED_MEANWHILE, TWICE,
};
use crate::books::Books;
use crate::table::story;

/// What a rule guards, with what stands before; who asks for it; and what others do then, one after another.
struct Pinned {
    guards: &'static str,
    before: &'static str,
    asks: &'static str,
    then: &'static [(&'static str, &'static str)],
}

const EDITED: &str = "it was changed after it was asked for";
const ANEW: &str = "it was made anew under this id after it was asked for";
const SHEET: &str = "what its figures come from was posted, voided or cleared after it was asked for";
const GONE: &str = "it is no longer there";

/// One of each action that rules may guard, with what can be done to what it acts on: edited, deleted and made anew, edited back. A
/// posted document, a period, a person and a delegation are never made anew.
const ALL: &[Pinned] = &[
    Pinned {
        guards: "of bill, guards void",
        before: "carl | create BILL-1, line 6000 100.00",
        asks: "conrad | void BILL-1",
        then: &[
            ("carl | edit BILL-1, line 6000 90.00", EDITED),
            ("carl | delete BILL-1; carl | create BILL-1, line 6000 100.00", ANEW),
            ("carl | edit BILL-1, line 6000 90.00; carl | edit BILL-1, line 6000 100.00", EDITED),
            ("carl | delete BILL-1", GONE),
        ],
    },
    Pinned {
        guards: "of bill, guards void",
        before: POSTED,
        asks: "conrad | void BILL-1",
        then: &[(
            "carl | create BPAY-1, pays BILL-1 1.00; carl | submit BPAY-1; mona | approve BPAY-1; alma | work",
            EDITED,
        )],
    },
    Pinned {
        guards: "of invoice, guards receive-payment",
        before: POSTED,
        asks: "conrad | receive INV-1, as IPAY-9, on 2024-01-20, amount 10.00",
        then: &[(
            "carl | create IPAY-1, pays INV-1 1.00; carl | submit IPAY-1; mona | approve IPAY-1; alma | work",
            EDITED,
        )],
    },
    Pinned {
        guards: "of credit_memo, guards apply",
        before: CREDITED,
        asks: "conrad | apply CM-1, to INV-1, amount 10.00",
        then: &[("alma | apply CM-1, to INV-1, amount 1.00", EDITED)],
    },
    Pinned {
        guards: "of credit_memo, guards unapply",
        before: APPLIED,
        asks: "conrad | unapply CM-1, from INV-1",
        then: &[("alma | apply CM-1, to INV-1, amount 1.00", EDITED)],
    },
    Pinned {
        guards: "of bill_payment, guards unclear",
        before: CLEARED,
        asks: "conrad | unclear BPAY-1",
        then: &[("conrad | unclear BPAY-1; conrad | clear BPAY-1, on 2024-01-25", EDITED)],
    },
    Pinned {
        guards: "of invoice_payment, guards undeposit",
        before: CLEARED,
        asks: "conrad | undeposit IPAY-1",
        then: &[("conrad | undeposit IPAY-1; conrad | deposit IPAY-1, on 2024-01-25", EDITED)],
    },
    Pinned {
        guards: "of bill_payment, guards return",
        before: PAID,
        asks: "conrad | return BPAY-1, on 2024-02-01",
        then: &[("conrad | void BPAY-1", EDITED), ("conrad | clear BPAY-1, on 2024-01-25", EDITED)],
    },
    Pinned {
        guards: "of invoice_payment, guards return",
        before: PAID,
        asks: "conrad | return IPAY-1, on 2024-02-01",
        then: &[("conrad | void IPAY-1", EDITED), ("conrad | deposit IPAY-1, on 2024-01-25", EDITED)],
    },
    Pinned {
        guards: "of bill_payment, guards reassign",
        before: TWICE,
        asks: "conrad | reassign BPAY-1, to BILL-8",
        then: &[("conrad | void BPAY-1", EDITED), ("conrad | clear BPAY-1, on 2024-01-25", EDITED)],
    },
    Pinned {
        guards: "of invoice_payment, guards reassign",
        before: TWICE,
        asks: "conrad | reassign IPAY-1, to INV-8",
        then: &[
            ("conrad | void IPAY-1", EDITED),
            ("conrad | reassign IPAY-1, to INV-8; conrad | reassign IPAY-1, to INV-1", EDITED),
        ],
    },
    Pinned {
        guards: "of bill_payment, guards clear",
        before: PAID,
        asks: "conrad | clear BPAY-1, on 2024-01-25",
        then: &[("conrad | void BPAY-1", EDITED)],
    },
    Pinned {
        guards: "of invoice_payment, guards deposit",
        before: PAID,
        asks: "conrad | deposit IPAY-1, on 2024-01-25",
        then: &[("conrad | void IPAY-1", EDITED)],
    },
    Pinned {
        guards: "of period, guards close",
        before: "",
        asks: "conrad | close 2024-01, force",
        then: &[
            ("conrad | close 2024-01, ap; alma | work", EDITED),
            ("conrad | close 2024-01, ap; alma | work; conrad | reopen 2024-01, ap", EDITED),
        ],
    },
    Pinned {
        guards: "of period, guards reopen",
        before: "conrad | close 2024-01
            alma | work",
        asks: "conrad | reopen 2024-01",
        then: &[
            ("conrad | reopen 2024-01, ap", EDITED),
            ("conrad | reopen 2024-01, ap; conrad | close 2024-01, ap; alma | work", EDITED),
        ],
    },
    Pinned {
        guards: "of period, guards hard-close",
        before: "conrad | close 2024-01
            alma | work",
        asks: "conrad | hard-close 2024-01",
        then: &[
            ("conrad | reopen 2024-01, ap", EDITED),
            ("conrad | reopen 2024-01, ap; conrad | close 2024-01, ap; alma | work", EDITED),
        ],
    },
    Pinned {
        guards: "of fiscal_year, guards close",
        before: ENDED_YEAR,
        asks: "conrad | close year FY1",
        then: &[("conrad | close year FY1", EDITED), (POSTED_MEANWHILE, SHEET)],
    },
    Pinned {
        guards: "of fiscal_year, guards reopen",
        before: CLOSED_YEAR,
        asks: "conrad | reopen year FY1",
        then: &[("conrad | reopen year FY1; conrad | close year FY1", EDITED)],
    },
    Pinned {
        guards: "of reconciliation, guards complete",
        before: OPEN_SESSION,
        asks: "conrad | complete REC-1",
        then: &[
            ("abel | edit REC-1, ends -5000.00, bank-item 5100.00 'as agreed'", EDITED),
            ("conrad | delete REC-1; conrad | create REC-1, ends 100.00; conrad | clear REC-1, found IPAY-1", ANEW),
            ("conrad | edit REC-1, memo else; conrad | edit REC-1, memo back", EDITED),
            ("conrad | clear REC-1, found BPAY-1", EDITED),
            ("conrad | clear REC-1, found BPAY-1; conrad | unclear REC-1, found BPAY-1", EDITED),
            // Marks that do not touch the session, and what else changes what it stands for.
            ("conrad | clear BPAY-1, on 2024-01-25", SHEET),
            (
                "carl | create JE-1, debit 1000 5.00, credit 4000 5.00; carl | submit JE-1; mona | approve JE-1; alma | work",
                SHEET,
            ),
            ("conrad | void BPAY-1", SHEET),
        ],
    },
    Pinned {
        guards: "of reconciliation, guards reopen",
        before: "conrad | create REC-1, ends 0.00
            conrad | complete REC-1",
        asks: "conrad | reopen REC-1",
        then: &[
            ("conrad | reopen REC-1", EDITED),
            ("conrad | reopen REC-1; conrad | complete REC-1", EDITED),
            (
                "conrad | reopen REC-1; conrad | delete REC-1; conrad | create REC-1, ends 0.00; conrad | complete REC-1",
                ANEW,
            ),
        ],
    },
    Pinned {
        guards: "of account, guards change",
        before: "alma | create account 6001, name More, expense",
        asks: "abel | edit account 6001, inactive",
        then: &[
            ("abel | edit account 6001, name Else", EDITED),
            ("abel | delete account 6001; abel | create account 6001, name More, expense", ANEW),
            ("abel | edit account 6001, name Else; abel | edit account 6001, name More", EDITED),
        ],
    },
    Pinned {
        guards: "of exchange_rate, guards change",
        before: "conrad | create rate R-1, of EUR, on 2024-01-10, at 1.10",
        asks: "conrad | edit rate R-1, at 1.20",
        then: &[
            ("conrad | edit rate R-1, at 1.15", EDITED),
            ("conrad | edit rate R-1, at 1.15; conrad | edit rate R-1, at 1.10", EDITED),
        ],
    },
    Pinned {
        guards: "of matching_rule, guards change",
        before: "conrad | create matching-rule MR-1, says rent, account 6000",
        asks: "conrad | edit matching-rule MR-1, inactive",
        then: &[
            ("conrad | edit matching-rule MR-1, memo this", EDITED),
            ("conrad | edit matching-rule MR-1, says rents; conrad | edit matching-rule MR-1, says rent", EDITED),
        ],
    },
    Pinned {
        guards: "of recurring_document, guards change",
        before: "conrad | create recurring RD-1, of JE-T, debit 6000 5.00, credit 1000 5.00",
        asks: "conrad | pause recurring RD-1",
        then: &[
            ("conrad | edit recurring RD-1, name Other", EDITED),
            ("conrad | edit recurring RD-1, name Other; conrad | edit recurring RD-1, name Rent", EDITED),
        ],
    },
    Pinned {
        guards: "of deferral, guards change",
        before: DEFERRED,
        asks: "conrad | end deferral JE-DF",
        then: &[("conrad | tick deferral JE-DF", EDITED)],
    },
    Pinned {
        guards: "of close_task, guards change",
        before: "conrad | create task CT-1, kind nothing_pending",
        asks: "conrad | edit task CT-1, inactive",
        then: &[
            ("conrad | edit task CT-1, due 2", EDITED),
            ("conrad | edit task CT-1, due 2; conrad | edit task CT-1, due 0", EDITED),
        ],
    },
    Pinned {
        guards: "of bank_details, guards change",
        before: "",
        asks: "conrad | bank vendor V-1, iban DE89370400440532013000",
        then: &[
            ("abel | edit vendor V-1, name Verdigris", EDITED),
            ("conrad | bank vendor V-1, iban GB82WEST12345698765432; conrad | bank vendor V-1", EDITED),
        ],
    },
    Pinned {
        guards: "of role, guards change",
        before: "alma | create role auditor, permits audit.read",
        asks: "alma | edit role auditor, permits audit.read bill.read",
        then: &[
            ("alma | edit role auditor, permits bill.write", EDITED),
            ("alma | delete role auditor; alma | create role auditor, permits audit.read", ANEW),
            ("alma | edit role auditor, permits bill.write; alma | edit role auditor, permits audit.read", EDITED),
        ],
    },
    Pinned {
        guards: "of user, guards change",
        before: "alma | create user ute, name Ute",
        asks: "alma | edit user ute, as manager",
        then: &[
            ("alma | edit user ute, name Uta", EDITED),
            ("alma | edit user ute, name Uta; alma | edit user ute, name Ute", EDITED),
        ],
    },
    Pinned {
        guards: "of delegation, guards change",
        before: "alma | create delegation D, by ben, to dora, from 2024-01-01, until 2024-01-31, why holidays",
        asks: "alma | edit delegation D, until 2024-02-01",
        then: &[
            ("alma | edit delegation D, until 2024-02-10", EDITED),
            ("alma | edit delegation D, until 2024-02-10; alma | edit delegation D, until 2024-01-31", EDITED),
        ],
    },
    Pinned {
        guards: "of delegation, guards revoke",
        before: "alma | create delegation D, by ben, to dora, from 2024-01-01, until 2024-01-31, why holidays",
        asks: "alma | delete delegation D",
        then: &[
            ("alma | edit delegation D, until 2024-02-10", EDITED),
            ("alma | edit delegation D, until 2024-02-10; alma | edit delegation D, until 2024-01-31", EDITED),
        ],
    },
    Pinned {
        guards: "of approval_rule, guards change",
        before: "",
        asks: "conrad | edit rule JE-small, level 2",
        then: &[
            ("conrad | edit rule JE-small, role cfo", EDITED),
            ("conrad | edit rule JE-small, role cfo; conrad | edit rule JE-small, role manager", EDITED),
        ],
    },
    Pinned {
        guards: "of approval_rule, guards change",
        before: "conrad | create draft D-1, rule small, of bill, level 1, role manager",
        asks: "conrad | enforce draft D-1",
        then: &[
            ("conrad | edit draft D-1, says else", EDITED),
            ("conrad | delete draft D-1; conrad | create draft D-1, rule small, of bill, level 1, role manager", ANEW),
            ("conrad | edit draft D-1, says else; conrad | edit draft D-1, says then", EDITED),
        ],
    },
];

/// The books in which it is asked for, and the guard is gone: what others do then waits for nobody. Drafts are written without it.
fn asked_for(of: &Pinned) -> Books {
    let books = guarded(&format!("alma | create rule G, {}, level 1, role manager", of.guards));
    let books = if of.before.is_empty() { books } else { books.given(of.before) }.given(of.asks);
    if of.asks.contains("draft") {
        return books;
    }
    let books = books.given("alma | delete rule G");
    // A rule about rules guards its own end.
    if books.requests.len() > 1 { books.given("mona | approve change\nalma | work") } else { books }
}

/// The last signature, and the job.
pub(super) fn signed(mut books: Books) -> String {
    let led_to = books.try_command("mona", "approve change 1");
    assert!(led_to.contains("change Approved"), "{led_to}");
    books.try_command("alma", "work")
}

#[test]
fn what_is_no_longer_what_was_asked_about_fails() {
    let mut wrong = Vec::new();
    for of in ALL {
        let books = asked_for(of);
        // A close is done by a job of its own.
        let done = signed(books.clone());
        if !done.contains("change Done") {
            wrong.push(format!("{}: {}, untouched: {done}", of.guards, of.asks));
        }
        for (deeds, why) in of.then {
            let led_to = signed(books.clone().given(&deeds.replace("; ", "\n")));
            if !led_to.contains(&format!("change Failed refused not_as_signed: {why}")) {
                wrong.push(format!("{}: {}, after {deeds}: {led_to}", of.guards, of.asks));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Each action that rules may guard stands in the table, but those that make something new, which act on nothing that is there, and
/// the reversal, whose entry nothing changes.
#[test]
fn the_table_has_each_action() {
    use engine::values::kind::{GovernedAction, GovernedType};
    for of in GovernedType::all() {
        for action in of.actions() {
            // The other types are voided and applied by the same commands.
            let is_one_of_several = action == GovernedAction::Void || of.name() == "vendor_credit";
            let is_exempt = matches!(action, GovernedAction::Submit | GovernedAction::Create | GovernedAction::Reverse);
            let guards = format!("of {}, guards {}", of.name(), action.name());
            assert!(is_exempt || is_one_of_several || ALL.iter().any(|row| row.guards == guards), "{guards}");
        }
    }
    assert!(ALL.iter().any(|row| row.guards.ends_with("guards void")));
}

/// Between the last signature and the job, too.
#[test]
fn what_changes_after_the_last_signature_fails() {
    story(
        &guarded("alma | create rule voids, of bill, guards void, level 1, role manager").given(
            "
            carl   | create BILL-1, line 6000 100.00
            conrad | void BILL-1
            mona   | approve change
            carl   | edit BILL-1, line 6000 1.00
            ",
        ),
        "
        alma | work | change Failed refused not_as_signed: it was changed after it was asked for: it is version 2, and was
             |      | version 1; job refused not_as_signed: it was changed after it was asked for: it is version 2, and was
             |      | version 1; trail Failed change
        ",
    );
}

/// What an older release asked for has no pin, and goes on as it did.
#[test]
fn what_was_asked_for_without_a_pin() {
    let asked = |deeds: &str| {
        let mut books = guarded("alma | create rule voids, of bill, guards void, level 1, role manager")
            .given("carl | create BILL-1, line 6000 100.00\nconrad | void BILL-1");
        let request = &mut books.requests[0];
        request.pin = None;
        // As the release before took it.
        let words = [request.document_type.name(), request.action.name(), request.requested_by().as_str()];
        let hash = engine::books::change_request::Asked { words, call: &request.call, pin: None }.hashed(1);
        request.submission.digest = engine::books::document::Digest { version: 1, hash };
        signed(books.given(deeds))
    };
    assert!(asked("carl | edit BILL-1, line 6000 90.00").contains("change Done"));
    let grown = asked("carl | edit BILL-1, line 6000 100.01");
    assert!(grown.contains("not_as_signed: its amount has grown"), "{grown}");
    let anew = asked("carl | delete BILL-1\ncarl | create BILL-1, line 6000 100.00");
    assert!(anew.contains(&format!("not_as_signed: {ANEW}")), "{anew}");
}
