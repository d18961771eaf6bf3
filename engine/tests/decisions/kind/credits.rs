//! Credits of every type. See docs/rules/payments.md#applying-a-credit.

use engine::kind::DocumentKind;

use super::lifecycle::lifecycle;
use crate::books::Books;
use crate::table::{cases, story};

#[test]
fn what_is_refused_of_a_credit_memo() {
    cases(
        &Books::demo(),
        "
        alma | create customer C-2, name Cedar
        carl | create INV-1, line 4000 5.00
        carl | create CM-1, line 4000 5.00, about INV-1               | CM-1 new, Draft, 5.00 USD on 2024-01-15 in
             |                                                        | 2024-01; trail Created CM-1
        carl | create CM-1, line 4000 5.00, about INV-9               | refused invalid: /invoice_id there is no
             |                                                        | invoice 'INV-9'
        carl | create CM-1, line 4000 5.00, about INV-1, customer C-2 | refused invalid: /invoice_id invoice 'INV-1'
             |                                                        | is another customer's
        carl | create CM-1, line 4000 5.00, no customer, no control   | refused invalid: /customer_id is required,
             |                                                        | /ar_account_id is required
        ",
    );
}

#[test]
fn a_credit_memo_posts_to_receivables() {
    story(
        &Books::demo(),
        "
        carl   | create CM-1, line 4000 3 x 19.99 tax 0.07, line 4000 1.5 x 10 tax 0.2, line 4000 -5.00
        carl   | submit CM-1
        mona   | approve CM-1
        system | work | CM-1 Approved → Posted; posts 2024-01-15 in 2024-01: 1100 -77.17, 4000 59.97, 4000 15.00, 4000
               |      | -5.00, 2200 7.20; job done; trail Post to GL CM-1
        ",
    );
}

#[test]
fn what_can_be_done_to_a_credit_memo() {
    lifecycle(
        DocumentKind::CreditMemo,
        "
        Draft: edit delete submit void
        Pending Approval: approve reject request-change hold void
        On Hold: unhold void
        Approved:
        Posted: void apply
        Rejected:
        Voided:
        ",
    );
}
