//! Customers and vendors. See docs/rules/master-data.md#parties.

use crate::books::Books;
use crate::table::{cases, story};

#[test]
fn save() {
    cases(
        &Books::demo(),
        "
        abel  | create customer C-2, name Cedar             | customer C-2 'Cedar'; trail Created C-2
        abel  | create vendor C-1, name Cedar, inactive     | vendor C-1 'Cedar', inactive; trail Created C-1
        carl  | create customer C-2, name Cedar             | refused forbidden: needs the permission party.write
        abel  | create customer C-1, name Cedar             | refused already_exists: customer 'C-1' exists already
        abel  | create customer C-2, wrong /customer_name   | refused invalid: /customer_name is wrong
        abel  | create customer C-1, wrong /customer_name   | refused invalid: /customer_name is wrong
        abel  | edit customer C-9, name Cedar               | refused not_found: there is no customer 'C-9'
        abel  | edit customer C-1, name Cedar               | customer C-1 'Cedar'; trail Updated C-1
        abel  | edit customer C-1, name Cedar, if version 2 | refused stale_version: If-Match names another version
              |                                             | than the present one, 1
        abel  | edit customer C-1, user Cid                 | refused forbidden: needs the permission user.write
        fiona | edit customer C-1, user Cid                 | customer C-1 'Cobalt' is user Cid; trail Updated C-1
        alma  | edit customer C-1, user Cid                 | customer C-1 'Cobalt' is user Cid; trail Updated C-1
        alma  | edit customer C-1, user SYSTEM              | refused invalid: /user_id 'system' is the service itself
        alma  | create vendor V-2, name Vulcan, user vito   | vendor V-2 'Vulcan' is user vito; trail Created V-2

        alma  | edit customer C-1, user Cid
        abel  | edit customer C-1, name Cedar               | customer C-1 'Cedar' is user Cid; trail Updated C-1
        abel  | edit customer C-1, user Cid                 | nothing
        abel  | edit customer C-1, user CID                 | refused forbidden: needs the permission user.write
        abel  | edit customer C-1, no user                  | refused forbidden: needs the permission user.write
        alma  | edit customer C-1, no user                  | customer C-1 'Cobalt'; trail Updated C-1
        ",
    );
}

#[test]
fn contact() {
    cases(
        &Books::demo(),
        "
        abel | create vendor V-2, name Vulcan, email ap@vulcan.example | vendor V-2 'Vulcan' at ap@vulcan.example; trail
             |                                                         | Created V-2
        abel | edit vendor V-1, email ap@v.example                     | vendor V-1 'Verdant' at ap@v.example; trail
             |                                                         | Updated V-1
        ",
    );
}

/// See docs/rules/access.md#bank-details.
#[test]
fn bank_details() {
    cases(
        &Books::demo(),
        "
        conrad | bank vendor V-1, iban DE89370400440532013000               | vendor V-1 'Verdant' paid to
               |                                                            | DE89370400440532013000; trail Bank Details
               |                                                            | Changed V-1
        conrad | bank customer C-1, iban DE89370400440532013000             | customer C-1 'Cobalt' paid to
               |                                                            | DE89370400440532013000; trail Bank Details
               |                                                            | Changed C-1
        abel   | bank vendor V-1, iban DE89370400440532013000               | refused forbidden: needs the permission
               |                                                            | bank_details.write
        conrad | bank vendor V-9, iban DE89370400440532013000               | refused not_found: there is no vendor
               |                                                            | 'V-9'
        conrad | bank vendor V-1, holder Verdant                            | refused invalid: /iban is required, or
               |                                                            | account_number and routing_code
        conrad | bank vendor V-1, iban DE89370400440532013000, if version 2 | refused stale_version: If-Match names
               |                                                            | another version than the present one, 1
        conrad | bank vendor V-1                                            | nothing

        conrad | bank vendor V-1, iban DE89370400440532013000
        conrad | bank vendor V-1, iban DE89370400440532013000 | nothing
        conrad | bank vendor V-1                              | vendor V-1 'Verdant'; trail Bank Details Changed V-1
        abel   | edit vendor V-1, name Verdigris              | vendor V-1 'Verdigris' paid to
               |                                              | DE89370400440532013000; trail Updated V-1

        alma   | create rule bank, of bank_details, guards change, level 1, role manager
        conrad | bank vendor V-1, iban DE89370400440532013000 | change Pending Approval: change bank_details V-1 (1:
               |                                              | manager); trail Submit for Approval change
        ",
    );
}

/// See docs/rules/access.md#who-changed-them-does-not-release-the-next-payment.
#[test]
fn who_changed_them_does_not_release_the_next_payment() {
    let paid = "
        carl           | create BILL-1, line 6000 50.00
        carl           | submit BILL-1
        mona           | approve BILL-1
        system         | work
        ";
    story(
        &Books::demo().with_self_approval().given(paid),
        "
        mona (*.*) | bank vendor V-1, iban DE89370400440532013000 | vendor V-1 'Verdant' paid to DE89370400440532013000;
                   |                                              | trail Bank Details Changed V-1
        max (*.*)  | bank vendor V-1, iban GB82WEST12345698765432 | vendor V-1 'Verdant' paid to GB82WEST12345698765432;
                   |                                              | trail Bank Details Changed V-1
        carl | create VC-1, line 1000 5.00 | VC-1 new, Draft, 5.00 USD on 2024-01-15 in 2024-01; trail Created VC-1
        carl | submit VC-1 | VC-1 Draft → Pending Approval (1: anyone, for the good of max mona); trail Submit for Approval VC-1
        mona | approve VC-1 | refused forbidden: who gains from a document, or changed the bank details that it pays to, signs
             |              | neither it nor what pays it; level 1 can be signed by anyone with the approve permission
        carl | create VC-2, line 6000 5.00 | VC-2 new, Draft, 5.00 USD on 2024-01-15 in 2024-01; trail Created VC-2
        carl | submit VC-2 | VC-2 Draft → Pending Approval (1: anyone); trail Submit for Approval VC-2
        carl       | create BPAY-1, pays BILL-1 5.00              | BPAY-1 new, Draft, 5.00 USD on 2024-01-20 in
                   |                                              | 2024-01; trail Created BPAY-1
        carl       | submit BPAY-1                                | BPAY-1 Draft → Pending Approval (1: anyone, for the
                   |                                              | good of max mona); trail Submit for Approval BPAY-1
        mona       | approve BPAY-1                               | refused forbidden: who gains from a document, or
                   |                                              | changed the bank details that it pays to, signs
                   |                                              | neither it nor what pays it; level 1 can be signed
                   |                                              | by anyone with the approve permission
        max        | approve BPAY-1                               | refused forbidden: who gains from a document, or
                   |                                              | changed the bank details that it pays to, signs
                   |                                              | neither it nor what pays it; level 1 can be signed
                   |                                              | by anyone with the approve permission
        conrad     | approve BPAY-1                               | BILL-1 (due 45.00); BPAY-1 Pending Approval →
                   |                                              | Approved (level 1 of 1); conrad signs 1; job post
                   |                                              | BPAY-1; trail Approve BPAY-1, Pay BILL-1
        carl       | create BPAY-2, pays BILL-1 5.00              | BPAY-2 new, Draft, 5.00 USD on 2024-01-20 in
                   |                                              | 2024-01; trail Created BPAY-2
        carl       | submit BPAY-2                                | BPAY-2 Draft → Pending Approval (1: anyone, for the
                   |                                              | good of max mona); trail Submit for Approval BPAY-2
        mona       | approve BPAY-2                               | refused forbidden: who gains from a document, or
                   |                                              | changed the bank details that it pays to, signs
                   |                                              | neither it nor what pays it; level 1 can be signed
                   |                                              | by anyone with the approve permission
        system     | work                                         | BPAY-1 Approved → Posted; posts 2024-01-20 in
                   |                                              | 2024-01: 1000 -5.00, 2000 5.00; job done; BILL-1
                   |                                              | (settled 5.00); trail Post to GL BPAY-1
        mona       | approve BPAY-2                               | refused forbidden: who gains from a document, or
                   |                                              | changed the bank details that it pays to, signs
                   |                                              | neither it nor what pays it; level 1 can be signed
                   |                                              | by anyone with the approve permission
        carl       | create BPAY-3, pays BILL-1 5.00              | BPAY-3 new, Draft, 5.00 USD on 2024-01-20 in
                   |                                              | 2024-01; trail Created BPAY-3
        carl       | submit BPAY-3                                | BPAY-3 Draft → Pending Approval (1: anyone); trail
                   |                                              | Submit for Approval BPAY-3
        mona       | approve BPAY-3                               | BILL-1 (due 40.00); BPAY-3 Pending Approval →
                   |                                              | Approved (level 1 of 1); mona signs 1; job post
                   |                                              | BPAY-3; trail Approve BPAY-3, Pay BILL-1
        ",
    );
    // Where several must sign, too few are left.
    story(
        &Books::demo().given(paid),
        "
        alma       | create rule both, of bill_payment, level 1, people mona max, needs 2
        mona (*.*) | bank vendor V-1, iban DE89370400440532013000
        carl       | create BPAY-1, pays BILL-1 5.00
        carl       | submit BPAY-1 | refused no_approver: …
        ",
    );
}
