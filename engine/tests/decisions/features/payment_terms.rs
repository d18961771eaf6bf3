//! Payment terms: what is saved, and what bills, invoices and their payments have of them. See docs/rules/payment-terms.md.
//!
//! `create terms NET, net 30, off 2 in 10, sales 4900, purchases 6900` keeps some; a document bears them by `terms NET`, a payment takes
//! `discount 2.00`.

use std::sync::Arc;

use engine::books::document::Particulars;
use engine::features::payment_terms::commands::{SaveTerms, TermsFields};
use engine::kernel::records::one_row::Saved;
use engine::values::payment_terms::PaymentTerms;

use crate::books::{Asked, Books};
use crate::table::{cases, story};
use crate::words::{Said, decimal};

pub(crate) fn changed(terms: &PaymentTerms) -> String {
    let mut parts = vec![format!("terms {} net {}", terms.payment_terms_id, terms.net_days)];
    parts.extend(terms.discount.as_ref().map(|off| format!("off {} in {}", off.percent, off.days)));
    parts.extend(terms.sales_discount_account_id.as_ref().map(|id| format!("sales {id}")));
    parts.extend(terms.purchase_discount_account_id.as_ref().map(|id| format!("purchases {id}")));
    parts.extend((!terms.is_active).then(|| "inactive".to_owned()));
    parts.join(", ")
}

pub(crate) fn kept(books: &mut Books, Saved(terms): &Saved<PaymentTerms>) {
    let all = &mut Arc::make_mut(&mut books.catalog).payment_terms;
    let before = all.insert(terms.payment_terms_id.clone(), terms.clone());
    assert_eq!(terms.version, before.map_or(1, |before| before.version + 1), "the version of payment terms");
}

pub(crate) fn words(verb: &str, id: &str, said: &mut Said) -> Box<dyn Asked> {
    assert!(["create", "edit"].contains(&verb), "nobody can {verb} payment terms");
    let create = verb == "create";
    let off = said.take("off");
    let days = said.number("days").or_else(|| Some(decimal(off.as_ref()?.get(2)?)));
    let fields = TermsFields {
        payment_terms_name: said.text("named", Some("Usual").filter(|_| create)),
        net_days: said.number("net").and_then(|days| i64::try_from(days).ok()),
        discount_percent: off.as_ref().map(|off| Some(decimal(&off[0]))),
        discount_days: days.map(|days| i64::try_from(days).ok()),
        sales_discount_account_id: said.text("sales", None).map(Some),
        purchase_discount_account_id: said.text("purchases", None).map(Some),
        is_active: said.has("inactive").then_some(false),
    };
    Box::new(SaveTerms { payment_terms_id: id.to_owned(), fields, create, faults: said.faults() })
}

/// Books with accounts of discounts.
pub(super) fn books() -> Books {
    Books::demo().given(
        "
        alma | create account 6900, income
        alma | create account 4900, expense
        ",
    )
}

#[test]
fn save() {
    cases(
        &books(),
        "
        conrad | create terms NET, net 30 | terms NET net 30; trail Created NET
        conrad | create terms NET, net 30, off 2 in 10, sales 4900, purchases 6900 | terms NET net 30, off 2 in 10, sales
               |                                               | 4900, purchases 6900; trail Created NET
        conrad | create terms NET, net 731, off 100 in 10, sales 4900 | refused invalid: /net_days must be between 0 and
               |                                               | 730, /discount_percent must be more than 0 and less than
               |                                               | 100, with at most 6 decimals
        conrad | create terms NET, net 7, off 2 in 10, sales 4900 | refused invalid: /discount_days must be between 0 and
               |                                               | net_days
        conrad | create terms NET, net 30, off 2 in 10 | refused invalid: /sales_discount_account_id one of both accounts
               |                                       | is required with a discount, /purchase_discount_account_id one of
               |                                       | both accounts is required with a discount
        conrad | create terms NET, net 30, off 2, sales 4900 | refused invalid: /discount_days is required with
               |                                             | discount_percent
        conrad | create terms NET, net 30, days 10, sales 4900 | refused invalid: /discount_percent is required with
               |                                               | discount_days
        conrad | create terms NET, net 30, off 2 in 10, sales 1100, purchases 1000 | refused invalid:
               |                                               | /sales_discount_account_id must be no control account,
               |                                               | and none that holds money, /purchase_discount_account_id
               |                                               | must be no control account, and none that holds money
        conrad | create terms NET, net 30, off 2 in 10, sales 9999 | refused invalid: /sales_discount_account_id there is
               |                                               | no account '9999'
        carl   | create terms NET, net 30 | refused forbidden: needs the permission payment_terms.write
        ",
    );
    story(
        &books(),
        "
        conrad | create terms NET, net 30, off 2 in 10, sales 4900 | terms NET net 30, off 2 in 10, sales 4900; trail
               |                                               | Created NET
        conrad | create terms NET, net 30 | refused already_exists /payment_terms_id: payment terms 'NET' exists already
        conrad | edit terms NET | nothing
        conrad | edit terms NO, inactive | refused not_found: there is no payment terms 'NO'
        conrad | edit terms NET, inactive | terms NET net 30, off 2 in 10, sales 4900, inactive; trail Updated NET
        alma   | delete account 4900 | refused in_use: payment terms 'NET' name the account
        alma   | create vendor V-2, name Two, terms NET | refused invalid: /payment_terms_id payment terms 'NET' are
               |                                        | inactive
        alma   | create vendor V-2, name Two, terms NO | refused invalid: /payment_terms_id there are no payment terms
               |                                       | 'NO'
        ",
    );
}

/// What a document has of its terms: `due, until amount account`.
fn has(books: &Books, id: &str) -> String {
    let content = &books.document(id).content;
    let due = content.due_date().map_or_else(|| "never".to_owned(), |due| due.to_string());
    let offered = content
        .offered()
        .map(|off| format!("{} {} {}", off.until, content.currency.to_decimal(off.amount), off.account_id));
    offered.map_or(due.clone(), |offered| format!("{due}, {offered}"))
}

pub(super) const TERMS: &str = "
    conrad | create terms NET, net 30, off 2 in 10, purchases 6900
    conrad | create terms OLD, net 30, inactive
    conrad | edit vendor V-1, terms NET
    ";

#[test]
fn what_documents_have_of_them() {
    for (deed, expected) in [
        ("create BILL-1, terms NET, no due, line 6000 100.25", "2024-02-14, 2024-01-25 2.01 6900"),
        ("create BILL-1, terms NET, due 2024-01-20, line 6000 100.24", "2024-01-20, 2024-01-25 2.00 6900"),
        ("create BILL-1, no due, line 6000 100.00", "2024-02-14, 2024-01-25 2.00 6900"),
        ("create BILL-1, due 2024-03-01, line 6000 100.00", "2024-03-01"),
        ("create BILL-1, terms NET, no due, line 6000 0.10", "2024-02-14"),
        // They have no account for invoices.
        ("create INV-1, terms NET, no due, line 4000 100.00", "2024-02-14"),
    ] {
        let books = books().given(TERMS).given(&format!("carl | {deed}"));
        assert_eq!(has(&books, &deed[7..].split(',').next().expect("an id").replace(' ', "")), expected, "{deed}");
    }
    cases(
        &books().given(TERMS),
        "
        carl | create BILL-1, terms OLD, line 6000 100.00 | refused invalid: /payment_terms_id payment terms 'OLD' are
             |                                            | inactive
        carl | create BILL-1, terms NO, no due, line 6000 100.00 | refused invalid: /payment_terms_id there are no payment
             |                                               | terms 'NO'
        carl | create INV-1, no due, line 4000 100.00 | refused invalid: /due_date is required
        ",
    );
}

/// Signed as it was written, whatever becomes of the terms.
#[test]
fn what_is_signed_has_the_terms() {
    let given = "
        carl   | create BILL-1, terms NET, line 6000 100.00
        carl   | submit BILL-1
        conrad | edit terms NET, net 60, off 3 in 20
        mona   | approve BILL-1
        ";
    let untouched = books().given(TERMS).given(given);
    assert_eq!(has(&untouched, "BILL-1"), "2024-02-14, 2024-01-25 2.00 6900");
    let changes: [fn(&mut engine::books::document::Terms); 5] = [
        |terms| terms.payment_terms_id.push('x'),
        |terms| terms.discount = None,
        |terms| terms.discount.as_mut().expect("one").amount.0 += 1,
        |terms| terms.discount.as_mut().expect("one").account_id.push('x'),
        |terms| terms.discount.as_mut().expect("one").until = engine::values::clock::Date::LAST,
    ];
    for change in changes {
        let books = books().given(TERMS).given(given).tamper("BILL-1", |document| {
            let Particulars::Items(items) = &mut document.content.particulars else { panic!("no items") };
            change(items.terms.as_mut().expect("terms"));
        });
        story(&books, "system | work | refused not_as_signed: 'BILL-1' is not what was signed: its digest differs");
    }
}

const BILLED: &str = "
    carl   | create BILL-1, terms NET, line 6000 100.00
    carl   | submit BILL-1
    mona   | approve BILL-1
    carl   | create BILL-2, due 2024-02-14, line 6000 100.00
    carl   | submit BILL-2
    mona   | approve BILL-2
    system | work
    ";

#[test]
fn what_a_payment_may_take() {
    cases(
        &books().given(TERMS).given(BILLED),
        "
        carl | create BPAY-1, on 2024-01-25, pays BILL-1 98.00, discount 2.00 | BPAY-1 new, Draft, 98.00 USD on 2024-01-25
             |                                               | in 2024-01; trail Created BPAY-1
        carl | create BPAY-1, on 2024-01-26, pays BILL-1 98.00, discount 2.00 | refused no_discount /discount: the
             |                                               | discount of bill 'BILL-1' is for payments up to 2024-01-25
        carl | create BPAY-1, on 2024-01-25, pays BILL-1 97.99, discount 2.01 | refused no_discount /discount: the
             |                                               | discount of bill 'BILL-1' is 2.00 USD at most
        carl | create BPAY-1, on 2024-01-25, pays BILL-2 98.00, discount 2.00 | refused no_discount /discount: bill
             |                                               | 'BILL-2' has no discount
        carl | create BPAY-1, on 2024-01-25, pays BILL-1 98.00, discount 0 | refused invalid: /discount must be more than
             |                                               | 0
        carl | create BPAY-1, on 2024-01-25, pays BILL-1 98.00 BILL-2 100.00, discount 2.00 | refused invalid: /discount
             |                                               | stands in each of the applications
        ",
    );
    story(
        &books().given(TERMS).given(BILLED),
        "
        carl   | create BPAY-1, on 2024-01-25, pays BILL-1 97.99, discount 2.00 | BPAY-1 new, Draft, 97.99 USD on
               |                                               | 2024-01-25 in 2024-01; trail Created BPAY-1
        carl   | submit BPAY-1 | refused no_discount /discount: payment and discount come to 99.99, and 100.00 USD is due
               |               | on bill 'BILL-1': a discount is for all that is due
        carl   | edit BPAY-1, on 2024-01-25, pays BILL-1 98.01, discount 2.00 | BPAY-1 rewritten, Draft, 98.01 USD on
               |                                               | 2024-01-25 in 2024-01; trail Updated BPAY-1
        carl   | submit BPAY-1 | refused overpayment /payment: 100.01 USD is more than the 100.00 USD due on bill 'BILL-1'
        carl   | edit BPAY-1, on 2024-01-25, pays BILL-1 50.00 | BPAY-1 rewritten, Draft, 50.00 USD on 2024-01-25 in
               |                                               | 2024-01; trail Updated BPAY-1
        carl   | submit BPAY-1 | BPAY-1 Draft → Pending Approval (1: anyone); trail Submit for Approval BPAY-1
        mona   | approve BPAY-1 | BILL-1 (due 50.00); BPAY-1 Pending Approval → Approved (level 1 of 1); mona signs 1; job
               |                | post BPAY-1; trail Approve BPAY-1, Pay BILL-1
        system | work | BPAY-1 Approved → Posted; posts 2024-01-25 in 2024-01: 1000 -50.00, 2000 50.00; job done; BILL-1
               |      | (settled 50.00); trail Post to GL BPAY-1
        carl   | create BPAY-2, on 2024-01-25, pays BILL-1 48.00, discount 2.00 | BPAY-2 new, Draft, 48.00 USD on
               |                                               | 2024-01-25 in 2024-01; trail Created BPAY-2
        carl   | submit BPAY-2 | refused no_discount /discount: 50.00 of bill 'BILL-1' is paid or applied: a discount is for
               |               | what one payment settles
        ",
    );
}

/// One posting, and all of it back.
#[test]
fn what_is_posted_and_taken_back() {
    story(
        &books().given(TERMS).given(BILLED),
        "
        carl   | create BPAY-1, on 2024-01-25, pays BILL-1 98.00, discount 2.00 | BPAY-1 new, Draft, 98.00 USD on
               |                                               | 2024-01-25 in 2024-01; trail Created BPAY-1
        carl   | submit BPAY-1 | BPAY-1 Draft → Pending Approval (1: anyone); trail Submit for Approval BPAY-1
        mona   | approve BPAY-1 | BILL-1 (due 0.00); BPAY-1 Pending Approval → Approved (level 1 of 1); mona signs 1; job
               |                | post BPAY-1; trail Approve BPAY-1, Pay BILL-1
        system | work | BPAY-1 Approved → Posted; posts 2024-01-25 in 2024-01: 1000 -98.00, 2000 100.00, 6900 -2.00; job
               |      | done; BILL-1 (settled 100.00); trail Post to GL BPAY-1
        conrad | reassign BPAY-1, to BILL-2, because wrong | refused wrong_status: bill payment 'BPAY-1' takes a discount
               |                                           | of its document; correct it, and name the right documents in
               |                                           | its copy
        conrad | void BPAY-1 | posts back 2024-01-25 in 2024-01: 1000 98.00, 2000 -100.00, 6900 2.00; BILL-1 (due 100.00,
               |             | settled 0.00); BPAY-1 Posted → Voided (on 2024-01-25); trail Void BPAY-1, Payment Voided
               |             | BILL-1
        carl   | create BPAY-2, on 2024-01-25, pays BILL-1 98.00, discount 2.00 | BPAY-2 new, Draft, 98.00 USD on
               |                                               | 2024-01-25 in 2024-01; trail Created BPAY-2
        ",
    );
}

/// What the payment's signers saw is its discount, and where it goes.
#[test]
fn what_is_signed_has_the_discount() {
    let given = "
        carl   | create BPAY-1, on 2024-01-25, pays BILL-1 98.00, discount 2.00
        carl   | submit BPAY-1
        mona   | approve BPAY-1
        ";
    let changes: [fn(&mut Option<engine::books::document::Taken>); 3] = [
        |discount| *discount = None,
        |discount| discount.as_mut().expect("one").amount.0 -= 1,
        |discount| discount.as_mut().expect("one").account_id = "6000".into(),
    ];
    for change in changes {
        let books = books().given(TERMS).given(BILLED).given(given).tamper("BPAY-1", |document| {
            let Particulars::Payment(payment) = &mut document.content.particulars else { panic!("no payment") };
            change(&mut payment.discount);
        });
        story(&books, "system | work | refused not_as_signed: 'BPAY-1' is not what was signed: its digest differs");
    }
}

/// At another rate: the discount at the payment's, what is left over an exchange difference.
#[test]
fn in_another_currency() {
    story(
        &books().given(TERMS).given(
            "
            alma | create rate EUR-1, of EUR, on 2024-01-15, at 1.10
            alma | create rate EUR-2, of EUR, on 2024-01-25, at 1.20
            ",
        ),
        "
        carl   | create BILL-1, currency EUR, rate 1.10, terms NET, line 6000 100.00 | BILL-1 new, Draft, 100.00 EUR at
               |                                               | 1.1 on 2024-01-15 in 2024-01; trail Created BILL-1
        carl   | submit BILL-1 | BILL-1 Draft → Pending Approval (1: anyone); trail Submit for Approval BILL-1
        mona   | approve BILL-1 | BILL-1 Pending Approval → Approved (level 1 of 1); mona signs 1; job post BILL-1; trail
               |                | Approve BILL-1
        system | work | BILL-1 Approved → Posted; posts 2024-01-15 in 2024-01: 2000 -100.00=-110.00, 6000 100.00=110.00;
               |      | job done; trail Post to GL BILL-1
        carl   | create BPAY-1, on 2024-01-25, currency EUR, rate 1.20, pays BILL-1 98.00, discount 2.00 | BPAY-1 new,
               |                                               | Draft, 98.00 EUR at 1.2 on 2024-01-25 in 2024-01; trail Created BPAY-1
        carl   | submit BPAY-1 | BPAY-1 Draft → Pending Approval (1: anyone); trail Submit for Approval BPAY-1
        mona   | approve BPAY-1 | BILL-1 (due 0.00); BPAY-1 Pending Approval → Approved (level 1 of 1); mona signs 1; job
               |                | post BPAY-1; trail Approve BPAY-1, Pay BILL-1
        system | work | BPAY-1 Approved → Posted; posts 2024-01-25 in 2024-01: 1000 -98.00=-117.60, 2000 100.00=110.00,
               |      | 6900 -2.00=-2.40, 7900 0.00=10.00; job done; BILL-1 (settled 100.00); trail Post to GL BPAY-1
        ",
    );
}

#[test]
fn received() {
    story(
        &books().given(
            "
            conrad | create terms NET, net 30, off 2 in 10, sales 4900
            carl   | create INV-1, terms NET, no due, line 4000 100.00
            carl   | submit INV-1
            mona   | approve INV-1
            system | work
            ",
        ),
        "
        abel   | receive INV-1, as IP-1, on 2024-01-26, amount 98.00, discount 2.00 | refused no_discount /discount: the
               |                                               | discount of invoice 'INV-1' is for payments up to
               |                                               | 2024-01-25
        abel   | receive INV-1, as IP-1, on 2024-01-25, amount 97.00, discount 2.00 | refused no_discount /discount:
               |                                               | payment and discount come to 99.00, and 100.00 USD is due
               |                                               | on invoice 'INV-1': a discount is for all that is due
        abel   | receive INV-1, as IP-1, on 2024-01-25, amount 98.00, discount 2.00 | INV-1 (due 0.00); IP-1 new,
               |                                               | Approved, 98.00 USD on 2024-01-25 in 2024-01; job post
               |                                               | IP-1; trail Receive Payment INV-1, Created IP-1
        system | work | IP-1 Approved → Posted; posts 2024-01-25 in 2024-01: 1000 98.00, 1100 -100.00, 4900 2.00; job
               |      | done; INV-1 Posted → Paid (settled 100.00); trail Paid INV-1, Post to GL IP-1
        ",
    );
}

/// What a document offers it offers to the end, on the account that it was written with.
#[test]
fn an_account_that_an_open_document_offers_a_discount_on_is_kept() {
    story(
        &books().given(TERMS).given(
            "
            carl   | create BILL-1, terms NET, line 6000 100.00
            carl   | submit BILL-1
            mona   | approve BILL-1
            system | work
            alma   | create account 6901, expense
            conrad | edit terms NET, purchases 6901
            ",
        ),
        "
        alma   | delete account 6900                | refused in_use: an open document offers a discount that is posted to
               |                                    | the account: deactivate it instead
        alma   | edit account 6900, inactive        | account 6900 income plain any currency, inactive; trail Updated 6900
        carl   | create BPAY-1, pays BILL-1 100.00
        carl   | submit BPAY-1
        mona   | approve BPAY-1
        system | work
        alma   | delete account 6900                | account 6900 gone; trail Deleted 6900
        ",
    );
}
