//! What is inactive takes nothing new, and what is open there is settled, credited and voided all the same.
//! See docs/rules/master-data.md#inactive.

use std::sync::Arc;

use engine::values::account::Account;

use crate::books::Books;
use crate::table::{cases, story};

fn owed() -> Books {
    Books::demo().given(
        "
        alma   | create user emil, name Emil
        carl   | create INV-1, line 4000 100.00
        carl   | create INV-2, line 4000 100.00
        carl   | create BILL-1, line 6000 100.00
        carl   | create EXP-1, line 6000 50.00
        carl   | create CM-1, line 4000 10.00
        carl   | create VC-1, line 6000 10.00
        carl   | submit INV-1
        carl   | submit BILL-1
        carl   | submit EXP-1
        carl   | submit CM-1
        carl   | submit VC-1
        mona   | approve INV-1
        mona   | approve BILL-1
        mona   | approve EXP-1
        mona   | approve CM-1
        mona   | approve VC-1
        system | work
        alma   | edit customer C-1, inactive
        alma   | edit vendor V-1, inactive
        alma   | edit user emil, inactive
        ",
    )
}

#[test]
fn nothing_new_is_written_with_an_inactive_party() {
    cases(
        &owed(),
        "
        carl | create INV-3, line 4000 5.00             | refused invalid: /customer_id customer 'C-1' is inactive
        carl | create BILL-3, line 6000 5.00            | refused invalid: /vendor_id vendor 'V-1' is inactive
        carl | create EXP-3, line 6000 5.00             | refused invalid: /employee_id user 'emil' is recorded as inactive
        carl | create CM-3, line 4000 5.00              | refused invalid: /customer_id customer 'C-1' is inactive
        carl | create CM-3, line 4000 5.00, about INV-2 | refused invalid: /customer_id customer 'C-1' is inactive
        carl | create VC-3, line 6000 5.00              | refused invalid: /vendor_id vendor 'V-1' is inactive
        carl | edit INV-2, line 4000 5.00               | refused invalid: /customer_id customer 'C-1' is inactive
        carl | submit INV-2                             | refused invalid: /customer_id customer 'C-1' is inactive
        ",
    );
}

#[test]
fn what_is_open_is_paid() {
    story(
        &owed(),
        "
        carl   | create IPAY-1, pays INV-1 30.00        | IPAY-1 new, Draft, 30.00 USD on 2024-01-20 in 2024-01; trail Created
               |                                        | IPAY-1
        carl   | edit IPAY-1, pays INV-1 40.00          | IPAY-1 rewritten, Draft, 40.00 USD on 2024-01-20 in 2024-01; trail
               |                                        | Updated IPAY-1
        carl   | create BPAY-1, pays BILL-1 100.00      | BPAY-1 new, Draft, 100.00 USD on 2024-01-20 in 2024-01; trail Created
               |                                        | BPAY-1
        carl   | create BPAY-2, pays EXP-1 50.00        | BPAY-2 new, Draft, 50.00 USD on 2024-01-20 in 2024-01; trail Created
               |                                        | BPAY-2
        carl   | submit IPAY-1                          | IPAY-1 Draft → Pending Approval (1: anyone); trail Submit for Approval
               |                                        | IPAY-1
        carl   | submit BPAY-1                          | BPAY-1 Draft → Pending Approval (1: anyone); trail Submit for Approval
               |                                        | BPAY-1
        carl   | submit BPAY-2                          | BPAY-2 Draft → Pending Approval (1: anyone, for the good of emil);
               |                                        | trail Submit for Approval BPAY-2
        mona   | approve IPAY-1                         | INV-1 (due 60.00); IPAY-1 Pending Approval → Approved (level 1 of 1);
               |                                        | mona signs 1; job post IPAY-1; trail Approve IPAY-1, Receive Payment
               |                                        | INV-1
        mona   | approve BPAY-1                         | BILL-1 (due 0.00); BPAY-1 Pending Approval → Approved (level 1 of 1);
               |                                        | mona signs 1; job post BPAY-1; trail Approve BPAY-1, Pay BILL-1
        mona   | approve BPAY-2                         | EXP-1 (due 0.00); BPAY-2 Pending Approval → Approved (level 1 of 1);
               |                                        | mona signs 1; job post BPAY-2; trail Approve BPAY-2, Pay EXP-1
        conrad | receive INV-1, as IPAY-2, amount 60.00 | INV-1 (due 0.00); IPAY-2 new, Approved, 60.00 USD on 2024-01-20 in
               |                                        | 2024-01; job post IPAY-2; trail Receive Payment INV-1, Created IPAY-2
        system | work                                   | IPAY-1 Approved → Posted; posts 2024-01-20 in 2024-01: 1000 40.00,
               |                                        | 1100 -40.00; job done; INV-1 (settled 40.00); trail Post to GL IPAY-1;
               |                                        | BPAY-1 Approved → Posted; posts 2024-01-20 in 2024-01: 1000 -100.00,
               |                                        | 2000 100.00; job done; BILL-1 (settled 100.00); trail Post to GL
               |                                        | BPAY-1; BPAY-2 Approved → Posted; posts 2024-01-20 in 2024-01: 1000
               |                                        | -50.00, 2000 50.00; job done; EXP-1 (settled 50.00); trail Post to GL
               |                                        | BPAY-2; IPAY-2 Approved → Posted; posts 2024-01-20 in 2024-01: 1000
               |                                        | 60.00, 1100 -60.00; job done; INV-1 Posted → Paid (settled 100.00);
               |                                        | trail Paid INV-1, Post to GL IPAY-2
        ",
    );
}

#[test]
fn what_is_open_is_credited_and_voided() {
    cases(
        &owed(),
        "
        abel   | apply CM-1, to INV-1, amount 10.00        | CM-1 (due 0.00, settled 10.00); INV-1 (due 90.00, settled 10.00);
               |                                           | CM-1 applied to INV-1 from 2024-01-15; trail Apply CM-1, Apply
               |                                           | INV-1
        abel   | apply VC-1, to BILL-1, amount 10.00       | VC-1 (due 0.00, settled 10.00); BILL-1 (due 90.00, settled 10.00);
               |                                           | VC-1 applied to BILL-1 from 2024-01-15; trail Apply VC-1, Apply
               |                                           | BILL-1
        carl   | create CM-3, line 4000 5.00, about INV-1  | CM-3 new, Draft, 5.00 USD on 2024-01-15 in 2024-01; trail Created
               |                                           | CM-3
        carl   | create CM-3, line 4000 5.00, about INV-1
        carl   | submit CM-3                               | CM-3 Draft → Pending Approval (1: anyone); trail Submit for
               |                                           | Approval CM-3
        carl   | create VC-3, line 6000 5.00, about BILL-1 | VC-3 new, Draft, 5.00 USD on 2024-01-15 in 2024-01; trail Created
               |                                           | VC-3
        conrad | void INV-1                                | posts back 2024-01-15 in 2024-01: 1100 -100.00, 4000 100.00; INV-1
               |                                           | Posted → Voided (on 2024-01-15); trail Void INV-1
        conrad | void BILL-1                               | posts back 2024-01-15 in 2024-01: 2000 100.00, 6000 -100.00; BILL-1
               |                                           | Posted → Voided (on 2024-01-15); trail Void BILL-1

        conrad | receive INV-1, as IPAY-2, amount 100.00
        system | work
        carl   | create CM-3, line 4000 5.00, about INV-1  | refused invalid: /customer_id customer 'C-1' is inactive
        ",
    );
}

#[test]
fn a_control_account_with_open_items_stays_active() {
    cases(
        &owed(),
        "
        alma   | edit account 1100, inactive             | refused in_use: 90.00 USD is open in the account (documents: 2):
               |                                         | settle or void them first
        alma   | edit account 2000, inactive             | refused in_use: 140.00 USD is open in the account (documents: 3):
               |                                         | settle or void them first
        alma   | edit account 1100, name Debtors         | account 1100 asset ar any currency; trail Updated 1100

        conrad | void INV-1
        conrad | void CM-1
        alma   | edit account 1100, inactive             | account 1100 asset ar any currency, inactive; trail Updated 1100

        conrad | receive INV-1, as IPAY-2, amount 100.00
        system | work
        alma   | edit account 1100, inactive             | refused in_use: -10.00 USD is open in the account (documents: 1):
               |                                         | settle or void them first
        conrad | void CM-1
        alma   | edit account 1100, inactive             | account 1100 asset ar any currency, inactive; trail Updated 1100
        ",
    );
}

/// Releases before this one let a control account with open items be made inactive.
#[test]
fn what_older_books_have_open_in_an_inactive_account_is_settled() {
    let mut books = owed();
    for account in ["1100", "2000"] {
        let accounts = &mut Arc::make_mut(&mut books.catalog).accounts;
        let inactive = Account { is_active: false, ..accounts.get(account).expect("an account").clone() };
        accounts.insert(inactive);
    }
    story(
        &books,
        "
        carl   | create IPAY-1, pays INV-1 30.00        | IPAY-1 new, Draft, 30.00 USD on 2024-01-20 in 2024-01; trail Created
               |                                        | IPAY-1
        carl   | submit IPAY-1                          | IPAY-1 Draft → Pending Approval (1: anyone); trail Submit for Approval
               |                                        | IPAY-1
        conrad | receive INV-1, as IPAY-2, amount 60.00 | INV-1 (due 40.00); IPAY-2 new, Approved, 60.00 USD on 2024-01-20 in
               |                                        | 2024-01; job post IPAY-2; trail Receive Payment INV-1, Created IPAY-2
        abel   | apply VC-1, to BILL-1, amount 10.00    | VC-1 (due 0.00, settled 10.00); BILL-1 (due 90.00, settled 10.00);
               |                                        | VC-1 applied to BILL-1 from 2024-01-15; trail Apply VC-1, Apply BILL-1
        alma   | edit account 1100, name Debtors        | account 1100 asset ar any currency, inactive; trail Updated 1100
        alma   | edit customer C-1, active              | customer C-1 'Cobalt'; trail Updated C-1
        carl   | create INV-3, line 4000 5.00           | refused invalid: /ar_account_id account '1100' is inactive
        ",
    );
}
