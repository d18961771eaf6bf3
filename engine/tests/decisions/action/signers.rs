//! Who signs, and who never does. See docs/rules/signing.md.

use crate::books::Books;
use crate::table::{cases, story};

#[test]
fn a_step_is_for_those_it_names() {
    cases(
        &Books::demo(),
        "
        carl                            | create JE-1, debit 6000 5000.00, credit 1000 5000.00
        carl                            | submit JE-1
        conrad                          | approve JE-1   | refused forbidden: this level is for others to sign; level 1 can be
                                        |                | signed by the role manager
        mona                            | approve JE-1   | JE-1 (level 1 of 2); mona signs 1; trail Approve JE-1
        abel                            | approve JE-1   | refused forbidden: needs the permission journal_entry.approve
        bo (manager)                    | approve JE-1   | JE-1 (level 1 of 2); bo signs 1; trail Approve JE-1
        bo (manager journal_entry.read) | approve JE-1   | JE-1 (level 1 of 2); bo signs 1; trail Approve JE-1
        bo (journal_entry.approve)      | approve JE-1   | refused forbidden: this level is for others to sign; level 1 can be
                                        |                | signed by the role manager

        carl                            | create BILL-1, line 6000 5.00
        carl                            | submit BILL-1
        bo (bill.approve)               | approve BILL-1 | BILL-1 Pending Approval → Approved (level 1 of 1); bo signs 1; job
                                        |                | post BILL-1; trail Approve BILL-1
        bo (invoice.approve)            | approve BILL-1 | refused forbidden: needs the permission bill.approve
        ",
    );
}

#[test]
fn nobody_signs_what_they_made() {
    cases(
        &made_by_three(Books::demo()),
        "
        cora (manager) | approve JE-1 | refused forbidden: who created, edited or submitted a document does not sign it; level 1
                       |              | can be signed by the role manager
        dan (manager)  | approve JE-1 | refused forbidden: who created, edited or submitted a document does not sign it; level 1
                       |              | can be signed by the role manager
        DAN (manager)  | approve JE-1 | refused forbidden: who created, edited or submitted a document does not sign it; level 1
                       |              | can be signed by the role manager
        carl (manager) | approve JE-1 | refused forbidden: who created, edited or submitted a document does not sign it; level 1
                       |              | can be signed by the role manager
        carl (manager) | reject JE-1  | refused forbidden: who created, edited or submitted a document does not sign it; level 1
                       |              | can be signed by the role manager
        carl (manager) | hold JE-1    | refused forbidden: who created, edited or submitted a document does not sign it; level 1
                       |              | can be signed by the role manager
        mona           | approve JE-1 | JE-1 Pending Approval → Approved (level 1 of 1); mona signs 1; job post JE-1; trail
                       |              | Approve JE-1
        ",
    );
}

/// Whoever changed its content stays its author, whoever edits it later; who sends what stands there already does not become one.
#[test]
fn nobody_signs_what_they_changed_whoever_edited_it_later() {
    cases(
        &Books::demo(),
        "
        carl           | create JE-1, debit 6000 5.00, credit 1000 5.00
        dan (clerk)    | edit JE-1, debit 6000 6.00, credit 1000 6.00
        cora (clerk)   | edit JE-1, debit 6000 6.00, credit 1000 6.00 | nothing
        cora (clerk)   | edit JE-1, debit 6000 6.00, credit 1000 6.00
        carl           | submit JE-1
        dan (manager)  | approve JE-1 | refused forbidden: who created, edited or submitted a document does not sign it; level 1
                       |              | can be signed by the role manager
        Dan (manager)  | approve JE-1 | refused forbidden: who created, edited or submitted a document does not sign it; level 1
                       |              | can be signed by the role manager
        cora (manager) | approve JE-1 | JE-1 Pending Approval → Approved (level 1 of 1); cora signs 1; job post JE-1; trail
                       |              | Approve JE-1

        carl           | create JE-1, debit 6000 5.00, credit 1000 5.00
        dan (clerk)    | edit JE-1, debit 6000 6.00, credit 1000 6.00
        cora (clerk)   | edit JE-1, debit 6000 7.00, credit 1000 7.00
        carl           | submit JE-1
        dan (manager)  | approve JE-1 | refused forbidden: who created, edited or submitted a document does not sign it; level 1
                       |              | can be signed by the role manager
        cora (manager) | approve JE-1 | refused forbidden: who created, edited or submitted a document does not sign it; level 1
                       |              | can be signed by the role manager
        mona           | approve JE-1 | JE-1 Pending Approval → Approved (level 1 of 1); mona signs 1; job post JE-1; trail
                       |              | Approve JE-1

        carl           | create JE-1, debit 6000 5.00, credit 1000 5.00
        dan (clerk)    | edit JE-1, debit 6000 6.00, credit 1000 6.00
        carl           | edit JE-1, debit 6000 5.00, credit 1000 5.00
        carl           | submit JE-1
        mona           | request-change JE-1
        carl           | submit JE-1
        dan (manager)  | approve JE-1 | refused forbidden: who created, edited or submitted a document does not sign it; level 1
                       |              | can be signed by the role manager

        carl           | create JE-1, debit 6000 5.00, credit 1000 5.00
        dan (clerk)    | edit JE-1, debit 6000 6.00, credit 1000 6.00
        carl           | delete JE-1
        carl           | create JE-1, debit 6000 5.00, credit 1000 5.00
        carl           | submit JE-1
        dan (manager)  | approve JE-1 | JE-1 Pending Approval → Approved (level 1 of 1); dan signs 1; job post JE-1; trail
                       |              | Approve JE-1
        ",
    );
}

/// Nor does their delegate for them.
#[test]
fn nor_does_a_delegate_for_who_changed_it() {
    cases(
        &Books::demo().given(
            "
            alma        | create rule boss, of bill, level 1, user bo
            alma        | create user bo, name Bo, delegate dora 2024-01-10 2024-01-20
            carl        | create BILL-1, line 6000 5.00
            bo (clerk)  | edit BILL-1, line 6000 6.00
            cora        | edit BILL-1, line 6000 7.00
            carl        | create BILL-2, line 6000 5.00
            carl        | submit BILL-2
            ",
        ),
        "
        carl           | submit BILL-1
        dora (manager) | approve BILL-1 | refused forbidden: this level is for others to sign; level 1 can be signed by bo or a
                       |                | delegate
        dora (manager) | approve BILL-2 | BILL-2 Pending Approval → Approved (level 1 of 1); dora signs 1 for bo; job post BILL-2;
                       |                | trail Approve BILL-2
        ",
    );
}

#[test]
fn unless_the_setting_says_so() {
    cases(
        &made_by_three(Books::demo().with_self_approval()),
        "
        cora (manager) | approve JE-1 | JE-1 Pending Approval → Approved (level 1 of 1); cora signs 1; job post JE-1; trail
                       |              | Approve JE-1
        dan (manager)  | approve JE-1 | JE-1 Pending Approval → Approved (level 1 of 1); dan signs 1; job post JE-1; trail
                       |              | Approve JE-1
        carl (manager) | approve JE-1 | JE-1 Pending Approval → Approved (level 1 of 1); carl signs 1; job post JE-1; trail
                       |              | Approve JE-1
        carl           | approve JE-1 | refused forbidden: needs the permission journal_entry.approve
        ",
    );
}

/// An entry that one person wrote, another edited, and a third submitted.
fn made_by_three(books: Books) -> Books {
    books.given(
        "
        cora        | create JE-1, debit 6000 5.00, credit 1000 5.00
        dan (clerk) | edit JE-1, debit 6000 6.00, credit 1000 6.00
        carl        | submit JE-1
        ",
    )
}

#[test]
fn nobody_signs_two_levels() {
    story(
        &Books::demo(),
        "
        carl                    | create JE-1, debit 6000 5000.00, credit 1000 5000.00
        carl                    | submit JE-1
        bo (manager controller) | approve JE-1        | JE-1 (level 1 of 2); bo signs 1; trail Approve JE-1
        bo (manager controller) | approve JE-1        | refused forbidden: nobody signs two levels of one document; level 2 can
                                |                     | be signed by the role controller
        BO (manager controller) | approve JE-1        | refused forbidden: nobody signs two levels of one document; level 2 can
                                |                     | be signed by the role controller
        bo (manager controller) | hold JE-1           | refused forbidden: nobody signs two levels of one document; level 2 can
                                |                     | be signed by the role controller
        carl                    | request-change JE-1 | JE-1 Pending Approval → Draft; trail Request Change JE-1
        carl                    | submit JE-1         | JE-1 Draft → Pending Approval (1: manager, 2: controller); trail Submit
                                |                     | for Approval JE-1
        bo (manager controller) | approve JE-1        | JE-1 (level 1 of 2); bo signs 1; trail Approve JE-1
        conrad                  | approve JE-1        | JE-1 Pending Approval → Approved (level 2 of 2); conrad signs 2; job
                                |                     | post JE-1; trail Approve JE-1
        ",
    );
}

#[test]
fn delegates_sign_for_whom_the_step_names() {
    let books = Books::demo().given(
        "
        alma | create rule boss, of bill, level 1, user bo
        alma | create user bo, name Bo, delegate dora 2024-01-10 2024-01-20
        carl | create BILL-1, line 6000 5.00
        carl | submit BILL-1
        ",
    );
    for (today, signs) in [("2024-01-09", false), ("2024-01-10", true), ("2024-01-20", true), ("2024-01-21", false)] {
        let led_to = books.clone().on(today).try_command("dora (manager)", "approve BILL-1");
        assert_eq!(led_to.contains("dora signs 1"), signs, "{today}: {led_to}");
    }
    cases(
        &books,
        "
        BO (manager) | approve BILL-1 | BILL-1 Pending Approval → Approved (level 1 of 1); BO signs 1; job post BILL-1; trail
                     |                | Approve BILL-1
        dora         | approve BILL-1 | refused forbidden: needs the permission bill.approve
        mona         | approve BILL-1 | refused forbidden: this level is for others to sign; level 1 can be signed by bo or a
                     |                | delegate
        ",
    );
}

#[test]
fn a_delegate_signs_for_nobody_who_may_not_sign() {
    cases(
        &Books::demo(),
        "
        alma           | create rule boss, of bill, level 1, user bo
        alma           | create user bo, name Bo, delegate dora 2024-01-01 2024-12-31
        bo (clerk)     | create BILL-1, line 6000 5.00
        carl           | submit BILL-1
        dora (manager) | approve BILL-1 | refused forbidden: this level is for others to sign; level 1 can be signed by bo or a
                       |                | delegate

        alma           | create rule one, of bill, level 1, role manager
        alma           | create rule two, of bill, level 2, user bo
        alma           | create user bo, name Bo, delegate dora 2024-01-01 2024-12-31
        carl           | create BILL-1, line 6000 5.00
        carl           | submit BILL-1
        bo (manager)   | approve BILL-1
        dora (manager) | approve BILL-1 | refused forbidden: this level is for others to sign; level 2 can be signed by bo or a
                       |                | delegate

        alma           | create rule boss, of bill, level 1, user bo
        alma           | create user bo, name Bo, delegate dora 2024-01-01 2024-12-31
        alma           | edit vendor V-1, user bo
        carl           | create BILL-1, line 6000 5.00
        carl           | submit BILL-1
        dora (manager) | approve BILL-1 | refused forbidden: this level is for others to sign; level 1 can be signed by bo or a
                       |                | delegate
        ",
    );
}

#[test]
fn who_gains_signs_neither_the_document_nor_what_pays_it() {
    let books = Books::demo().with_self_approval();
    cases(
        &books,
        "
        carl           | create EXP-1, line 6000 5.00
        carl           | submit EXP-1
        EMIL (manager) | approve EXP-1        | refused forbidden: who gains from a document, or changed the bank details that it pays to, signs neither it nor what pays it;
                       |                      | level 1 can be signed by anyone with the approve permission
        EMIL (manager) | reject EXP-1         | refused forbidden: who gains from a document, or changed the bank details that it pays to, signs neither it nor what pays it;
                       |                      | level 1 can be signed by anyone with the approve permission
        EMIL (manager) | hold EXP-1           | refused forbidden: who gains from a document, or changed the bank details that it pays to, signs neither it nor what pays it;
                       |                      | level 1 can be signed by anyone with the approve permission
        EMIL (manager) | request-change EXP-1 | refused forbidden: who gains from a document, or changed the bank details that it pays to, signs neither it nor what pays it;
                       |                      | level 1 can be signed by anyone with the approve permission
        mona           | approve EXP-1        | EXP-1 Pending Approval → Approved (level 1 of 1); mona signs 1; job post EXP-1;
                       |                      | trail Approve EXP-1

        carl           | create EXP-1, line 6000 5.00
        carl           | submit EXP-1
        mona           | approve EXP-1
        system         | work
        carl           | create BPAY-1, pays EXP-1 5.00
        carl           | submit BPAY-1
        emil (manager) | approve BPAY-1       | refused forbidden: who gains from a document, or changed the bank details that it pays to, signs neither it nor what pays it;
                       |                      | level 1 can be signed by anyone with the approve permission
        mona           | approve BPAY-1       | EXP-1 (due 0.00); BPAY-1 Pending Approval → Approved (level 1 of 1); mona signs
                       |                      | 1; job post BPAY-1; trail Approve BPAY-1, Pay EXP-1

        emil (clerk)   | create EXP-1, line 6000 5.00
        emil (clerk)   | submit EXP-1
        emil (manager) | approve EXP-1        | refused forbidden: who gains from a document, or changed the bank details that it pays to, signs neither it nor what pays it;
                       |                      | level 1 can be signed by anyone with the approve permission
        emil (manager) | request-change EXP-1 | EXP-1 Pending Approval → Draft; trail Request Change EXP-1
        ",
    );
}

#[test]
fn who_is_linked_at_submit_stays_barred_and_who_is_linked_later_is_barred_too() {
    cases(
        &Books::demo(),
        "
        alma           | edit vendor V-1, user Vito
        carl           | create BILL-1, line 6000 5.00
        carl           | submit BILL-1
        alma           | edit vendor V-1, no user
        vito (manager) | approve BILL-1 | refused forbidden: who gains from a document, or changed the bank details that it pays to, signs neither it nor what pays it; level
                       |                | 1 can be signed by anyone with the approve permission
        mona           | approve BILL-1 | BILL-1 Pending Approval → Approved (level 1 of 1); mona signs 1; job post BILL-1;
                       |                | trail Approve BILL-1

        carl           | create BILL-1, line 6000 5.00
        carl           | submit BILL-1
        alma           | edit vendor V-1, user mona
        mona           | approve BILL-1 | refused forbidden: who gains from a document, or changed the bank details that it pays to, signs neither it nor what pays it; level
                       |                | 1 can be signed by anyone with the approve permission
        max            | approve BILL-1 | BILL-1 Pending Approval → Approved (level 1 of 1); max signs 1; job post BILL-1; trail
                       |                | Approve BILL-1

        alma           | edit vendor V-1, user vito
        carl           | create BILL-1, line 6000 5.00
        carl           | submit BILL-1
        mona           | approve BILL-1
        system         | work
        alma           | edit vendor V-1, no user
        carl           | create BPAY-1, pays BILL-1 5.00
        carl           | submit BPAY-1  | BPAY-1 Draft → Pending Approval (1: anyone, for the good of vito); trail Submit for
                       |                | Approval BPAY-1
        ",
    );
}

#[test]
fn nor_does_the_user_behind_a_customer_or_vendor() {
    let books = Books::demo().given(
        "
        carl   | create BILL-9, line 6000 100.00
        carl   | create INV-9, line 4000 100.00
        carl   | submit BILL-9
        carl   | submit INV-9
        mona   | approve BILL-9
        mona   | approve INV-9
        system | work
        alma   | edit vendor V-1, user Vito
        alma   | edit customer C-1, user Cilla
        ",
    );
    for (draft, user) in [
        ("BILL-1, line 6000 5.00", "vito"),
        ("BPAY-1, pays BILL-9 5.00", "VITO"),
        ("INV-1, line 4000 5.00", "cilla"),
        ("CM-1, line 4000 5.00", "cilla"),
        ("IPAY-1, pays INV-9 5.00", "Cilla"),
    ] {
        let id = draft.split(',').next().unwrap_or_default();
        let pending = books.clone().given(&format!("carl | create {draft}\ncarl | submit {id}"));
        for action in ["approve", "reject", "request-change", "hold"] {
            let led_to = pending.clone().try_command(&format!("{user} (manager)"), &format!("{action} {id}"));
            assert!(led_to.starts_with("refused forbidden: who gains from a document"), "{action} {id}: {led_to}");
            let led_to = pending.clone().try_command("mona", &format!("{action} {id}"));
            assert!(!led_to.starts_with("refused"), "{action} {id}: {led_to}");
        }
    }
}

#[test]
fn a_delegate_signs_in_nobodys_place_who_gains() {
    cases(
        &Books::demo().given(
            "
            alma | create rule boss, of expense, level 1, user Boss@Example.com
            alma | create user boss@example.com, name Boss, delegate EMIL 2024-01-01 2024-12-31
            carl | create EXP-1, line 6000 5.00
            carl | create EXP-2, line 6000 5.00, employee BOSS@EXAMPLE.COM
            carl | create EXP-3, line 6000 5.00, employee ann
            carl | submit EXP-1
            carl | submit EXP-2
            carl | submit EXP-3
            ",
        ),
        "
        emil (manager)             | approve EXP-1 | refused forbidden: who gains from a document, or changed the bank details that it pays to, signs neither it nor what pays
                                   |               | it …
        BOSS@example.com (manager) | approve EXP-1 | EXP-1 Pending Approval → Approved (level 1 of 1); BOSS@example.com signs 1;
                                   |               | job post EXP-1; trail Approve EXP-1
        emil (manager)             | approve EXP-2 | refused forbidden: this level is for others to sign; level 1 can be signed
                                   |               | by Boss@Example.com or a delegate
        boss@example.com (manager) | approve EXP-2 | refused forbidden: who gains from a document, or changed the bank details that it pays to, signs neither it nor what pays
                                   |               | it …
        emil (manager)             | approve EXP-3 | EXP-3 Pending Approval → Approved (level 1 of 1); emil signs 1 for
                                   |               | boss@example.com; job post EXP-3; trail Approve EXP-3
        ",
    );
}
