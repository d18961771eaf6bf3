//! What may not precede what: asked when a draft is written and when it is submitted, and never of what is submitted already.
//! See docs/rules/documents.md#dates-in-order.

use engine::books::document::Particulars;

use crate::books::Books;
use crate::table::cases;
use crate::words::{date, key};

/// All of January 15, in the ledger.
fn books() -> Books {
    Books::demo().given(
        "
        carl   | create BILL-1, line 6000 100.00
        carl   | create EXP-1, line 6000 100.00
        carl   | create INV-1, line 4000 100.00
        carl   | create JE-1, debit 6000 5.00, credit 1000 5.00
        carl   | submit BILL-1
        carl   | submit EXP-1
        carl   | submit INV-1
        carl   | submit JE-1
        mona   | approve BILL-1
        mona   | approve EXP-1
        mona   | approve INV-1
        mona   | approve JE-1
        system | work
        ",
    )
}

#[test]
fn a_payment_does_not_precede_what_it_pays() {
    for (id, pays) in [("BPAY-1", "BILL-1"), ("BPAY-1", "EXP-1"), ("IPAY-1", "INV-1")] {
        for (day, is_fine) in [("2024-01-14", false), ("2023-12-31", false), ("2024-01-15", true), ("2024-01-16", true)]
        {
            let draft = format!("{id}, pays {pays} 1.00, in 2024-01, on {day}");
            let created = books().try_command("carl", &format!("create {draft}"));
            let written = books().given(&format!("carl | create {id}, pays {pays} 1.00"));
            let edited = written.clone().try_command("carl", &format!("edit {draft}"));
            for led_to in [created, edited] {
                assert_eq!(
                    !led_to.starts_with("refused invalid: /tran_date is before 2024-01-15"),
                    is_fine,
                    "{led_to}"
                );
            }
        }
    }
}

#[test]
fn a_payment_does_not_post_before_what_it_pays() {
    let february = Books::demo().given(
        "
        carl   | create BILL-1, line 6000 100.00, in 2024-02
        carl   | create INV-1, line 4000 100.00, in 2024-02
        carl   | create JE-1, debit 6000 5.00, credit 1000 5.00, in 2024-02
        carl   | submit BILL-1
        carl   | submit INV-1
        carl   | submit JE-1
        mona   | approve BILL-1
        mona   | approve INV-1
        mona   | approve JE-1
        system | work
        ",
    );
    cases(
        &february,
        "
        carl   | create BPAY-1, pays BILL-1 1.00                         | refused invalid: /tran_date posts on 2024-01-20 in
               |                                                         | 2024-01, before bill 'BILL-1', which posts on 2024-02-01
        carl   | create BPAY-1, pays BILL-1 1.00, in 2024-02             | BPAY-1 new, Draft, 1.00 USD on 2024-01-20 in 2024-02;
               |                                                         | trail Created BPAY-1
        carl   | create BPAY-1, pays BILL-1 1.00, on 2024-01-14          | refused invalid: /tran_date is before 2024-01-15, the date
               |                                                         | of bill 'BILL-1'
        conrad | receive INV-1, as IPAY-1, amount 1.00                   | refused invalid: /payment_date posts on 2024-01-20 in
               |                                                         | 2024-01, before invoice 'INV-1', which posts on 2024-02-01
        conrad | reverse JE-1, as JE-2, on 2024-01-31                    | refused invalid: /reversal_date posts on 2024-01-31 in
               |                                                         | 2024-01, before journal entry 'JE-1', which posts on
               |                                                         | 2024-02-01

        carl   | create BPAY-1, pays BILL-1 1.00, in 2024-02
        carl   | edit BPAY-1, pays BILL-1 1.00                           | refused invalid: /tran_date posts on 2024-01-20 in
               |                                                         | 2024-01, before bill 'BILL-1', which posts on 2024-02-01
        ",
    );
    cases(
        &Books::demo(),
        "
        carl | create BILL-1, line 6000 100.00
        carl | create BPAY-1, pays BILL-1 1.00
        carl | edit BILL-1, line 6000 100.00, in 2024-02
        carl | submit BPAY-1 | refused invalid: /tran_date posts on 2024-01-20 in 2024-01, before bill 'BILL-1', which posts on
             |               | 2024-02-01

        carl | create BILL-1, line 6000 100.00
        carl | create BPAY-1, pays BILL-1 1.00
        carl | submit BPAY-1
        carl | edit BILL-1, line 6000 100.00, in 2024-02 | refused invalid: /posting_period_id it would post on 2024-02-01,
             |                                           | after bill payment 'BPAY-1', which pays it on 2024-01-20
        ",
    );
}

/// As older books may have it: nobody asked when it was submitted.
#[test]
fn what_is_submitted_posts_on_the_later_day() {
    let waiting = books().given(
        "
        carl | create BPAY-1, pays BILL-1 1.00
        carl | submit BPAY-1
        ",
    );
    let later = waiting.tamper("BILL-1", |document| document.content.posting_period_id = "2024-02".into());
    let signed = "
        mona   | approve BPAY-1
        system | work           | BPAY-1 Approved → Posted; posts 2024-02-01 in 2024-02: 1000 -1.00, 2000 1.00; job done; BILL-1
               |                | (settled 1.00); trail Post to GL BPAY-1
        ";
    cases(&later, signed);
    cases(
        &later.clone().closed("2024-02", "ap"),
        "
        mona   | approve BPAY-1
        system | work           | BPAY-1 Approved → Posted; posts 2024-03-01 in 2024-03: 1000 -1.00, 2000 1.00; job done; BILL-1
               |                | (settled 1.00); trail Post to GL BPAY-1
        ",
    );
    cases(
        &later.closed("2024-02", "ap").closed("2024-03", "ap"),
        "
        mona | approve BPAY-1 | refused period_closed: no accounting period on or after 2024-02-01 is open for payables
        ",
    );
}

#[test]
fn a_document_precedes_its_period_by_a_year_at_most_and_the_first_by_twenty() {
    for draft in [
        "JE-9, debit 6000 5.00, credit 1000 5.00",
        "BILL-9, line 6000 5.00",
        "INV-9, line 4000 5.00",
        "CM-9, line 4000 5.00",
        "EXP-9, line 6000 5.00",
    ] {
        for (day, period, is_fine) in [
            ("2023-01-30", "2024-02", false),
            ("2023-01-31", "2024-02", true),
            ("2004-01-01", "2024-01", true),
            ("2003-12-31", "2024-01", false),
        ] {
            let led_to = books().try_command("carl", &format!("create {draft}, in {period}, on {day}"));
            assert_eq!(!led_to.starts_with("refused invalid: /tran_date"), is_fine, "{led_to}");
        }
    }
}

/// As older books may have it: what they pay and undo is dated later than they are.
#[test]
fn what_is_submitted_goes_on() {
    let waiting = books().given(
        "
        carl   | create BPAY-1, pays BILL-1 1.00
        carl   | create BPAY-2, pays EXP-1 1.00
        carl   | create IPAY-1, pays INV-1 1.00
        conrad | reverse JE-1, as JE-2, on 2024-01-20
        carl   | submit BPAY-1
        carl   | submit BPAY-2
        carl   | submit IPAY-1
        carl   | submit JE-2
        ",
    );
    let later = ["BILL-1", "EXP-1", "INV-1", "JE-1"]
        .into_iter()
        .fold(waiting, |books, id| books.tamper(id, |document| document.content.tran_date = date("2024-01-25")));
    for id in ["BPAY-1", "BPAY-2", "IPAY-1", "JE-2"] {
        let mut books = later.clone();
        books = books.given(&format!("mona | approve {id}\nsystem | work"));
        assert_eq!(books.document(id).status().name(), "Posted", "{id}");
    }
    cases(
        &later,
        "
        carl | create BPAY-9, pays BILL-1 1.00 | refused invalid: /tran_date is before 2024-01-25, the date of bill 'BILL-1'

        carl | request-change BPAY-1
        carl | submit BPAY-1                   | refused invalid: /tran_date is before 2024-01-25, the date of bill 'BILL-1'

        carl | request-change JE-2
        carl | submit JE-2                     | refused invalid: /tran_date is before 2024-01-25, the date of journal entry
             |                                 | 'JE-1'
        ",
    );
}

#[test]
fn nothing_is_due_before_its_own_date() {
    cases(
        &books(),
        "
        carl | create BILL-9, line 6000 5.00, due 2024-01-14        | refused invalid: /due_date is before 2024-01-15, the date
             |                                                      | of the document
        carl | create BILL-9, line 6000 5.00, due 2024-01-15        | BILL-9 new, Draft, 5.00 USD on 2024-01-15 in 2024-01;
             |                                                      | trail Created BILL-9
        carl | create INV-9, line 4000 5.00, due 2024-01-14         | refused invalid: /due_date is before 2024-01-15, the date
             |                                                      | of the document
        carl | create CM-9, line 4000 5.00, due 2024-01-14          | refused invalid: /due_date is before 2024-01-15, the date
             |                                                      | of the document
        carl | create VC-9, line 6000 5.00, due 2024-01-14          | refused invalid: /due_date is before 2024-01-15, the date
             |                                                      | of the document
        carl | create EXP-9, line 6000 5.00, due 2024-01-14         | refused invalid: /due_date is before 2024-01-15, the date
             |                                                      | of the document
        carl | create BILL-9, line 6000 5.00, due 2024-01-14, no on | refused invalid: /tran_date is required

        carl | create BILL-9, line 6000 5.00
        carl | edit BILL-9, line 6000 5.00, due 2024-01-14          | refused invalid: /due_date is before 2024-01-15, the date
             |                                                      | of the document
        ",
    );
}

/// Releases before this one took such drafts.
#[test]
fn a_draft_of_older_books_that_is_due_before_its_date_is_not_submitted() {
    let mut books = books().given("carl | create BILL-9, line 6000 5.00");
    let bill = books.documents.get_mut(&key("BILL-9")).expect("a bill");
    let Particulars::Items(items) = &mut bill.content.particulars else { panic!("a bill has items") };
    items.due_date = Some(date("2024-01-14"));
    cases(
        &books,
        "
        carl | submit BILL-9 | refused invalid: /due_date is before 2024-01-15, the date of the document
    ",
    );
}

/// The submit tells of it, whether or not an account of subtype rounding would take what is too much.
/// See docs/rules/payments.md#no-overpayment.
#[test]
fn an_overpayment_is_told_as_one_whether_or_not_an_account_takes_it() {
    for books in [books(), books().given("alma | edit account 7990, inactive")] {
        an_overpayment_is_told_at_submit(&books);
    }
}

fn an_overpayment_is_told_at_submit(books: &Books) {
    cases(
        books,
        "
        carl   | create BPAY-1, pays BILL-1 100.01
        carl   | submit BPAY-1                           | refused overpayment /payment: 100.01 USD is more than the 100.00 USD
               |                                         | due on bill 'BILL-1'
        carl   | create IPAY-1, pays INV-1 100.01
        carl   | submit IPAY-1                           | refused overpayment /payment: 100.01 USD is more than the 100.00 USD
               |                                         | due on invoice 'INV-1'
        carl   | create BPAY-2, pays BILL-1 100.00
        carl   | submit BPAY-2                           | BPAY-2 Draft → Pending Approval (1: anyone); trail Submit for
               |                                         | Approval BPAY-2
        conrad | receive INV-1, as IPAY-2, amount 100.01 | refused overpayment /payment_amount: 100.01 USD is more than the
               |                                         | 100.00 USD due on invoice 'INV-1'
        ",
    );
}
