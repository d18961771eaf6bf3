//! Write-off rules, and the small differences that payments write off by them. See docs/rules/write-offs.md.
//!
//! `create write-off CENTS, currency USD, tolerance 0.05, account 6950` makes a rule; a payment writes off `write-off 0.02, rule CENTS`.

use std::sync::Arc;

use engine::books::document::{Particulars, WriteOff};
use engine::features::write_off_rules::commands::{RuleFields, SaveWriteOffRule};
use engine::kernel::records::one_row::Saved;
use engine::values::money::Currency;
use engine::values::write_off_rule::WriteOffRule;

use crate::books::{Asked, Books};
use crate::table::{cases, story};
use crate::words::Said;

pub(crate) fn changed(rule: &WriteOffRule) -> String {
    let tolerance = rule.currency.to_decimal(rule.tolerance);
    let is_active = if rule.is_active { "" } else { ", inactive" };
    let (id, currency, account_id) = (&rule.write_off_rule_id, rule.currency, &rule.account_id);
    format!("write-off {id} up to {tolerance} {currency} on {account_id}{is_active}")
}

pub(crate) fn kept(books: &mut Books, Saved(rule): &Saved<WriteOffRule>) {
    let all = &mut Arc::make_mut(&mut books.catalog).write_off_rules;
    let before = all.insert(rule.write_off_rule_id.clone(), rule.clone());
    assert_eq!(rule.version, before.map_or(1, |before| before.version + 1), "the version of a write-off rule");
}

pub(crate) fn words(verb: &str, id: &str, said: &mut Said) -> Box<dyn Asked> {
    assert!(["create", "edit"].contains(&verb), "nobody can {verb} a write-off rule");
    let create = verb == "create";
    let fields = RuleFields {
        write_off_rule_name: said.text("named", Some("Cents").filter(|_| create)),
        currency: said.text("currency", None).map(|code| Currency::parse(&code).expect("a currency")),
        tolerance: said.number("tolerance"),
        account_id: said.text("account", None),
        is_active: said.has("inactive").then_some(false),
    };
    Box::new(SaveWriteOffRule { write_off_rule_id: id.to_owned(), fields, create, faults: said.faults() })
}

fn books() -> Books {
    Books::demo().given("alma | create account 6950, expense")
}

const RULE: &str = "conrad | create write-off CENTS, currency USD, tolerance 0.05, account 6950";

#[test]
fn save() {
    cases(
        &books(),
        "
        conrad | create write-off CENTS, currency USD, tolerance 0.05, account 6950 | write-off CENTS up to 0.05 USD on
               |                                               | 6950; trail Created CENTS
        conrad | create write-off CENTS, currency JPY, tolerance 0.5, account 6950 | refused invalid: /tolerance has more
               |                                               | decimals than JPY has (0)
        conrad | create write-off CENTS, currency USD, tolerance 0, account 1100 | refused invalid: /tolerance must be more
               |                                               | than 0, /account_id is a control account (subtype ar); no
               |                                               | line may name one
        conrad | create write-off CENTS, currency USD, tolerance 1, account 1000 | refused invalid: /account_id account
               |                                               | '1000' holds money; only a payment's own account does
        conrad | create write-off CENTS, currency USD, tolerance 1, account 9999 | refused invalid: /account_id there is no
               |                                               | account '9999'
        carl   | create write-off CENTS, currency USD, tolerance 1, account 6950 | refused forbidden: needs the permission
               |                                               | write_off_rules.write
        ",
    );
    story(
        &books(),
        "
        conrad | create write-off CENTS, currency USD, tolerance 0.05, account 6950 | write-off CENTS up to 0.05 USD on
               |                                               | 6950; trail Created CENTS
        conrad | create write-off CENTS, currency USD, tolerance 1, account 6950 | refused already_exists
               |                                               | /write_off_rule_id: write-off rule 'CENTS' exists already
        conrad | edit write-off CENTS | nothing
        conrad | edit write-off NO, inactive | refused not_found: there is no write-off rule 'NO'
        conrad | edit write-off CENTS, tolerance 0.10 | write-off CENTS up to 0.10 USD on 6950; trail Updated CENTS
        alma   | delete account 6950 | refused in_use: write-off rule 'CENTS' names the account
        alma   | edit account 6950, inactive | account 6950 expense plain any currency, inactive; trail Updated 6950
        conrad | edit write-off CENTS, inactive | write-off CENTS up to 0.10 USD on 6950, inactive; trail Updated CENTS
        ",
    );
}

const BILLED: &str = "
    carl   | create BILL-1, line 6000 100.00
    carl   | submit BILL-1
    mona   | approve BILL-1
    carl   | create BILL-2, line 6000 50.00
    carl   | submit BILL-2
    mona   | approve BILL-2
    system | work
    ";

#[test]
fn what_a_payment_may_write_off() {
    cases(
        &books().given(RULE).given(BILLED),
        "
        carl | create BPAY-1, pays BILL-1 99.98, write-off 0.02, rule CENTS | BPAY-1 new, Draft, 99.98 USD on 2024-01-20
             |                                               | in 2024-01; trail Created BPAY-1
        carl | create BPAY-1, pays BILL-1 100.05, write-off -0.05, rule CENTS | BPAY-1 new, Draft, 100.05 USD on
             |                                               | 2024-01-20 in 2024-01; trail Created BPAY-1
        carl | create BPAY-1, pays BILL-1 99.94, write-off 0.06, rule CENTS | refused no_write_off /write_off: write-off
             |                                               | rule 'CENTS' is for 0.05 USD at most
        carl | create BPAY-1, pays BILL-1 100.06, write-off -0.06, rule CENTS | refused no_write_off /write_off: write-off
             |                                               | rule 'CENTS' is for 0.05 USD at most
        carl | create BPAY-1, pays BILL-1 99.98, write-off 0.02, rule NO | refused invalid: /write_off_rule_id there is no
             |                                               | write-off rule 'NO'
        carl | create BPAY-1, pays BILL-1 99.98, write-off 0.02 | refused invalid: /write_off_rule_id is required with
             |                                               | write_off
        carl | create BPAY-1, pays BILL-1 99.98, rule CENTS | refused invalid: /write_off is required with
             |                                               | write_off_rule_id
        carl | create BPAY-1, pays BILL-1 99.98, write-off 0, rule CENTS | refused invalid: /write_off must not be 0
        carl | create BPAY-1, pays BILL-1 99.98, write-off 0.001, rule CENTS | refused invalid: /write_off has more decimals
             |                                               | than USD has (2)
        carl | create BPAY-1, pays BILL-1 0.02, write-off -0.02, rule CENTS | refused invalid: /write_off leaves nothing
             |                                               | that is settled
        conrad | edit write-off CENTS, inactive
        carl | create BPAY-1, pays BILL-1 99.98, write-off 0.02, rule CENTS | refused no_write_off /write_off: write-off
             |                                               | rule 'CENTS' is inactive

        conrad | create write-off SEN, currency JPY, tolerance 5, account 6950
        carl | create BPAY-1, pays BILL-1 99.98, write-off 0.02, rule SEN | refused no_write_off /write_off: write-off rule
             |                                               | 'SEN' is for payments in JPY

        alma | edit account 6950, inactive
        carl | create BPAY-1, pays BILL-1 99.98, write-off 0.02, rule CENTS | refused invalid: /write_off account '6950' is
             |                                               | inactive
        ",
    );
}

/// It is for what leaves nothing due, whatever was paid before.
#[test]
fn nothing_is_left_due() {
    story(
        &books().given(RULE).given(BILLED),
        "
        carl   | create BPAY-1, pays BILL-1 49.98, write-off 0.02, rule CENTS | BPAY-1 new, Draft, 49.98 USD on 2024-01-20
               |                                               | in 2024-01; trail Created BPAY-1
        carl   | submit BPAY-1 | refused no_write_off /write_off: 50.00 is settled of the 100.00 USD due on bill 'BILL-1':
               |               | a write-off is for what leaves nothing due
        carl   | create BPAY-2, pays BILL-1 50.00 | BPAY-2 new, Draft, 50.00 USD on 2024-01-20 in 2024-01; trail Created
               |                                  | BPAY-2
        carl   | submit BPAY-2 | BPAY-2 Draft → Pending Approval (1: anyone); trail Submit for Approval BPAY-2
        mona   | approve BPAY-2 | BILL-1 (due 50.00); BPAY-2 Pending Approval → Approved (level 1 of 1); mona signs 1; job
               |                | post BPAY-2; trail Approve BPAY-2, Pay BILL-1
        system | work | BPAY-2 Approved → Posted; posts 2024-01-20 in 2024-01: 1000 -50.00, 2000 50.00; job done; BILL-1
               |      | (settled 50.00); trail Post to GL BPAY-2
        carl   | submit BPAY-1 | BPAY-1 Draft → Pending Approval (1: anyone); trail Submit for Approval BPAY-1
        conrad | void BPAY-2 | posts back 2024-01-20 in 2024-01: 1000 50.00, 2000 -50.00; BILL-1 (due 100.00, settled
               |             | 0.00); BPAY-2 Posted → Voided (on 2024-01-20); trail Void BPAY-2, Payment Voided BILL-1
        mona   | approve BPAY-1 | refused no_write_off /write_off: 50.00 is settled of the 100.00 USD due on bill 'BILL-1':
               |                | a write-off is for what leaves nothing due
        ",
    );
    cases(
        &books().given(RULE).given(BILLED),
        "
        carl   | create BPAY-1, pays BILL-1 99.98, write-off 0.02, rule CENTS
        carl   | submit BPAY-1
        conrad | edit write-off CENTS, tolerance 0.01
        mona   | approve BPAY-1 | refused no_write_off /write_off: write-off rule 'CENTS' is for 0.01 USD at most

        alma   | create account 6951, expense
        carl   | create BPAY-1, pays BILL-1 99.98, write-off 0.02, rule CENTS
        conrad | edit write-off CENTS, account 6951
        carl   | submit BPAY-1 | refused no_write_off /write_off: write-off rule 'CENTS' posts to another account now: write
               |               | the payment anew

        carl   | create BPAY-1, pays BILL-1 99.99, write-off 0.02, rule CENTS
        carl   | submit BPAY-1 | refused overpayment /payment: 100.01 USD is more than the 100.00 USD due on bill 'BILL-1'
        ",
    );
}

/// One posting, and all of it back.
#[test]
fn what_is_posted_and_taken_back() {
    story(
        &books().given(RULE).given(BILLED),
        "
        carl   | create BPAY-1, pays BILL-1 100.03, write-off -0.03, rule CENTS | BPAY-1 new, Draft, 100.03 USD on
               |                                               | 2024-01-20 in 2024-01; trail Created BPAY-1
        carl   | submit BPAY-1 | BPAY-1 Draft → Pending Approval (1: anyone); trail Submit for Approval BPAY-1
        mona   | approve BPAY-1 | BILL-1 (due 0.00); BPAY-1 Pending Approval → Approved (level 1 of 1); mona signs 1; job
               |                | post BPAY-1; trail Approve BPAY-1, Pay BILL-1
        system | work | BPAY-1 Approved → Posted; posts 2024-01-20 in 2024-01: 1000 -100.03, 2000 100.00, 6950 0.03; job
               |      | done; BILL-1 (settled 100.00); trail Post to GL BPAY-1
        conrad | reassign BPAY-1, to BILL-2, because wrong | refused wrong_status: bill payment 'BPAY-1' writes off a
               |                                           | difference of its document; correct it, and name the right
               |                                           | documents in its copy
        conrad | void BPAY-1 | posts back 2024-01-20 in 2024-01: 1000 100.03, 2000 -100.00, 6950 -0.03; BILL-1 (due
               |             | 100.00, settled 0.00); BPAY-1 Posted → Voided (on 2024-01-20); trail Void BPAY-1, Payment
               |             | Voided BILL-1
        ",
    );
}

/// Of several documents it is written off once, and each is settled in full.
#[test]
fn of_several_documents() {
    cases(
        &books().given(RULE).given(BILLED),
        "
        carl | create BPAY-1, pays BILL-1 100.00 BILL-2 50.00, write-off 0.02, rule CENTS | BPAY-1 new, Draft, 149.98 USD on
             |                                               | 2024-01-20 in 2024-01; trail Created BPAY-1
        carl | create BPAY-1, pays BILL-1 0.02 BILL-2 0.02, write-off 0.04, rule CENTS | refused invalid: /write_off leaves
             |                                               | no money that is paid
        ",
    );
    story(
        &books().given(RULE).given(BILLED),
        "
        carl   | create BPAY-1, pays BILL-1 100.00 BILL-2 49.00, write-off 0.02, rule CENTS | BPAY-1 new, Draft, 148.98 USD
               |                                               | on 2024-01-20 in 2024-01; trail Created BPAY-1
        carl   | submit BPAY-1 | refused no_write_off /write_off: 49.00 is settled of the 50.00 USD due on bill 'BILL-2': a
               |               | write-off is for what leaves nothing due
        carl   | edit BPAY-1, pays BILL-1 100.00 BILL-2 50.00, write-off 0.02, rule CENTS | BPAY-1 rewritten, Draft, 149.98
               |                                               | USD on 2024-01-20 in 2024-01; trail Updated BPAY-1
        carl   | submit BPAY-1 | BPAY-1 Draft → Pending Approval (1: anyone); trail Submit for Approval BPAY-1
        mona   | approve BPAY-1 | BILL-1 (due 0.00); BILL-2 (due 0.00); BPAY-1 rewritten, Approved (1: anyone), 149.98 USD
               |                | on 2024-01-20 in 2024-01; mona signs 1; job post BPAY-1; trail Approve BPAY-1, Pay BILL-1, Pay BILL-2
        system | work | BPAY-1 Approved → Posted; posts 2024-01-20 in 2024-01: 1000 -149.98, 2000 150.00, 6950 -0.02; …
        ",
    );
}

/// A discount may stand beside it: both with the money settle all that is due.
#[test]
fn beside_a_discount() {
    story(
        &books().given(RULE).given(
            "
            conrad | create terms NET, net 30, off 2 in 10, purchases 6950
            carl   | create BILL-1, terms NET, line 6000 100.00
            carl   | submit BILL-1
            mona   | approve BILL-1
            system | work
            ",
        ),
        "
        carl   | create BPAY-1, pays BILL-1 97.99, discount 2.00, write-off 0.01, rule CENTS | BPAY-1 new, Draft, 97.99 USD
               |                                               | on 2024-01-20 in 2024-01; trail Created BPAY-1
        carl   | submit BPAY-1 | BPAY-1 Draft → Pending Approval (1: anyone); trail Submit for Approval BPAY-1
        mona   | approve BPAY-1 | BILL-1 (due 0.00); BPAY-1 Pending Approval → Approved (level 1 of 1); mona signs 1; job
               |                | post BPAY-1; trail Approve BPAY-1, Pay BILL-1
        system | work | BPAY-1 Approved → Posted; posts 2024-01-20 in 2024-01: 1000 -97.99, 2000 100.00, 6950 -2.00, 6950
               |      | -0.01; job done; BILL-1 (settled 100.00); trail Post to GL BPAY-1
        ",
    );
}

/// What the payment's signers saw is what it writes off, where that goes, and by which rule.
#[test]
fn what_is_signed_has_the_write_off() {
    let given = "
        carl   | create BPAY-1, pays BILL-1 99.98, write-off 0.02, rule CENTS
        carl   | submit BPAY-1
        mona   | approve BPAY-1
        ";
    let changes: [fn(&mut Option<WriteOff>); 4] = [
        |write_off| *write_off = None,
        |write_off| write_off.as_mut().expect("one").amount.0 = -2,
        |write_off| write_off.as_mut().expect("one").account_id = "6000".into(),
        |write_off| write_off.as_mut().expect("one").write_off_rule_id.push('x'),
    ];
    for change in changes {
        let books = books().given(RULE).given(BILLED).given(given).tamper("BPAY-1", |document| {
            let Particulars::Payment(payment) = &mut document.content.particulars else { panic!("no payment") };
            change(&mut payment.write_off);
        });
        story(&books, "system | work | refused not_as_signed: 'BPAY-1' is not what was signed: its digest differs");
    }
}

/// At another rate: the difference at the payment's, rounded together with the money; what is left over is an exchange difference.
#[test]
fn in_another_currency() {
    story(
        &books().given(
            "
            alma   | create rate EUR-1, of EUR, on 2024-01-15, at 1.10
            alma   | create rate EUR-2, of EUR, on 2024-01-20, at 1.15
            conrad | create write-off CENTS, currency EUR, tolerance 0.05, account 6950
            carl   | create BILL-1, currency EUR, rate 1.10, line 6000 100.00
            carl   | submit BILL-1
            mona   | approve BILL-1
            system | work
            ",
        ),
        "
        carl   | create BPAY-1, currency EUR, rate 1.15, pays BILL-1 99.97, write-off 0.03, rule CENTS | BPAY-1 new, Draft,
               |                                               | 99.97 EUR at 1.15 on 2024-01-20 in 2024-01; trail Created
               |                                               | BPAY-1
        carl   | submit BPAY-1 | BPAY-1 Draft → Pending Approval (1: anyone); trail Submit for Approval BPAY-1
        mona   | approve BPAY-1 | BILL-1 (due 0.00); BPAY-1 Pending Approval → Approved (level 1 of 1); mona signs 1; job
               |                | post BPAY-1; trail Approve BPAY-1, Pay BILL-1
        system | work | BPAY-1 Approved → Posted; posts 2024-01-20 in 2024-01: 1000 -99.97=-114.97, 2000 100.00=110.00,
               |      | 6950 -0.03=-0.03, 7900 0.00=5.00; job done; BILL-1 (settled 100.00); trail Post to GL BPAY-1
        ",
    );
}

#[test]
fn received() {
    story(
        &books().given(RULE).given(
            "
            carl   | create INV-1, line 4000 100.00
            carl   | submit INV-1
            mona   | approve INV-1
            system | work
            ",
        ),
        "
        abel   | receive INV-1, as IP-1, amount 99.94, write-off 0.06, rule CENTS | refused no_write_off /write_off:
               |                                               | write-off rule 'CENTS' is for 0.05 USD at most
        abel   | receive INV-1, as IP-1, amount 90.00, write-off 0.02, rule CENTS | refused no_write_off /write_off: 90.02
               |                                               | is settled of the 100.00 USD due on invoice 'INV-1': a
               |                                               | write-off is for what leaves nothing due
        abel   | receive INV-1, as IP-1, amount 100.02, write-off -0.02, rule CENTS | INV-1 (due 0.00); IP-1 new, Approved,
               |                                               | 100.02 USD on 2024-01-20 in 2024-01; job post IP-1; trail
               |                                               | Receive Payment INV-1, Created IP-1
        system | work | IP-1 Approved → Posted; posts 2024-01-20 in 2024-01: 1000 100.02, 1100 -100.00, 6950 -0.02; job
               |      | done; INV-1 Posted → Paid (settled 100.00); trail Paid INV-1, Post to GL IP-1
        ",
    );
}
