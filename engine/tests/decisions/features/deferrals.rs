//! Deferrals. See docs/rules/deferrals.md.
//!
//! `create deferral JE-DF, of BILL-D, line 1, to 6000, from 2024-01-01, months 3` defers a line of a posted bill; `tick deferral JE-DF` is what
//! the job does with its next part, in the owner's name. The ids begin with JE-, so that those of the entries are found.

use engine::features::deferrals::commands::defer::Defer;
use engine::features::deferrals::commands::end::{EndDeferral, EndVoided};
use engine::features::deferrals::commands::problem::NoteRefusal;
use engine::features::deferrals::commands::recognize::Recognize;
use engine::features::deferrals::model::Deferral;
use engine::features::deferrals::parts::Spread;
use engine::values::error::Faults;

use crate::books::{Asked, Books};
use crate::outcome::amount;
use crate::table::{cases, story};
use crate::words::{Said, key};

/// `JE-DF active 100.00, recognized 33.33, next 33.34 on 2024-02-29`, and why it is stuck.
pub(crate) fn changed(of: &Deferral) -> String {
    let next = of.next().map_or_else(String::new, |part| {
        format!(", next {} on {}", amount(part.amount, of.currency), of.date_of(&part))
    });
    let problem = of.problem.as_ref().map_or_else(String::new, |problem| format!(", stuck: {}", problem.code));
    let (all, recognized) = (amount(of.amount, of.currency), amount(of.recognized(), of.currency));
    format!("{} {} {all}, recognized {recognized}{next}{problem}", of.deferral_id, of.standing.name())
}

pub(crate) fn words(verb: &str, id: &str, said: &mut Said, books: &Books) -> Box<dyn Asked> {
    let known = || books.deferrals.get(id).cloned().expect("a deferral");
    let next = |deferral: Deferral| {
        let source = books.documents[&deferral.source].clone();
        Box::new(Recognize::next_of(deferral, &source).expect("a part"))
    };
    match verb {
        "create" => Box::new(defer(id, said)),
        "end" => Box::new(EndDeferral { deferral_id: id.to_owned(), faults: Faults::default() }),
        "tick" => next(known()),
        // The deferral as it was before the last tick: what another process still believes.
        "late-tick" => {
            let before = known();
            next(Deferral { version: before.version - 1, recognized_through: None, ..before })
        }
        "void-tick" => Box::new(EndVoided { deferral_id: id.to_owned(), source: known().source }),
        "refuse" => {
            let (version, part) = (known().version, known().next().expect("a part"));
            let refusal = Faults::one("/lines/0/account_id", "is inactive");
            Box::new(NoteRefusal { deferral_id: id.to_owned(), version, part, refusal })
        }
        verb => panic!("nobody can {verb} a deferral"),
    }
}

fn defer(id: &str, said: &mut Said) -> Defer {
    let number = |text: String| text.parse().expect("a number");
    let months = said.text("months", None).map(|text| Spread::Months(u32::try_from(number(text)).expect("months")));
    let spread = months.or(said.date("until", None).map(Spread::Until));
    Defer {
        deferral_id: id.to_owned(),
        source: said.text("of", None).map(|id| key(&id)),
        line_number: said.text("line", Some("1")).map(number),
        account_id: said.text("to", Some("6000")),
        start_date: said.date("from", Some("2024-01-01")),
        spread,
        faults: said.faults(),
    }
}

/// The end of March, with a posted bill of January and a posted invoice, each with a line that waits on the balance sheet.
fn waiting() -> Books {
    let books = Books::demo().given(
        "
        alma   | create account 1500, name Prepaid, asset
        alma   | create account 2500, name Deferred income, liability
        carl   | create BILL-D, line 1500 100.00 department D-1, line 6000 5.00
        carl   | submit BILL-D
        mona   | approve BILL-D
        carl   | create INV-D, line 2500 100.00
        carl   | submit INV-D
        mona   | approve INV-D
        system | work
        ",
    );
    books.on("2024-03-31")
}

#[test]
fn each_part_is_recognized_once_and_they_sum_up() {
    story(
        &waiting(),
        "
        abel | create deferral JE-DF, of BILL-D, months 3 | JE-DF active 100.00, recognized 0.00, next 33.33 on
             |                                            | 2024-01-31; trail Created JE-DF
        abel | tick deferral JE-DF | JE-DF-2024-01-31 new, Pending Approval (1: manager), 33.33 USD on 2024-01-31 in
             |                     | 2024-01; JE-DF active 100.00, recognized 33.33, next 33.34 on 2024-02-29; trail
             |                     | Created JE-DF-2024-01-31, Submit for Approval JE-DF-2024-01-31, Recognized JE-DF by
             |                     | system
        abel | late-tick deferral JE-DF | nothing
        abel (*.*) | approve JE-DF-2024-01-31 | refused forbidden: who created, edited or submitted a document does not
                   |                          | sign it; level 1 can be signed by the role manager
        mona | approve JE-DF-2024-01-31 | JE-DF-2024-01-31 Pending Approval → Approved (level 1 of 1); mona signs 1; job
             |                          | post JE-DF-2024-01-31; trail Approve JE-DF-2024-01-31
        system | work | JE-DF-2024-01-31 Approved → Posted; posts 2024-01-31 in 2024-01: 6000 33.33, 1500 -33.33; job
               |      | done; trail Post to GL JE-DF-2024-01-31
        abel | tick deferral JE-DF | JE-DF-2024-02-29 new, Pending Approval (1: manager), 33.34 USD on 2024-02-29 in
             |                     | 2024-02; JE-DF active 100.00, recognized 66.67, next 33.33 on 2024-03-31; trail
             |                     | Created JE-DF-2024-02-29, Submit for Approval JE-DF-2024-02-29, Recognized JE-DF by
             |                     | system
        abel | tick deferral JE-DF | JE-DF-2024-03-31 new, Pending Approval (1: manager), 33.33 USD on 2024-03-31 in
             |                     | 2024-03; JE-DF completed 100.00, recognized 100.00; trail Created JE-DF-2024-03-31,
             |                     | Submit for Approval JE-DF-2024-03-31, Recognized JE-DF by system
        abel | end deferral JE-DF | refused wrong_status: it is completed: nothing is left to recognise
        abel | create deferral JE-DG, of BILL-D, months 3 | refused invalid: /line_number is of a line of which nothing
             |                                            | is left to recognise
        ",
    );
}

#[test]
fn an_invoice_is_recognized_as_income_by_days() {
    story(
        &waiting(),
        "
        abel | create deferral JE-DI, of INV-D, to 4000, from 2024-01-10, until 2024-04-08 | JE-DI active -100.00, recognized 0.00,
             |                                                                             | next -24.44 on 2024-01-31; trail Created
             |                                                                             | JE-DI
        abel | tick deferral JE-DI | JE-DI-2024-01-31 new, Pending Approval (1: manager), 24.44 USD on 2024-01-31 in
             |                     | 2024-01; JE-DI active -100.00, recognized -24.44, next -32.23 on 2024-02-29; trail
             |                     | Created JE-DI-2024-01-31, Submit for Approval JE-DI-2024-01-31, Recognized JE-DI by
             |                     | system
        mona | approve JE-DI-2024-01-31 | JE-DI-2024-01-31 Pending Approval → Approved (level 1 of 1); mona signs 1; job
             |                          | post JE-DI-2024-01-31; trail Approve JE-DI-2024-01-31
        system | work | JE-DI-2024-01-31 Approved → Posted; posts 2024-01-31 in 2024-01: 4000 -24.44, 2500 24.44; job
               |      | done; trail Post to GL JE-DI-2024-01-31
        abel | tick deferral JE-DI | JE-DI-2024-02-29 new, Pending Approval (1: manager), 32.23 USD on 2024-02-29 in
             |                     | 2024-02; JE-DI active -100.00, recognized -56.67, next -34.44 on 2024-03-31; trail
             |                     | Created JE-DI-2024-02-29, Submit for Approval JE-DI-2024-02-29, Recognized JE-DI by
             |                     | system
        abel | tick deferral JE-DI | JE-DI-2024-03-31 new, Pending Approval (1: manager), 34.44 USD on 2024-03-31 in
             |                     | 2024-03; JE-DI active -100.00, recognized -91.11, next -8.89 on 2024-04-08; trail
             |                     | Created JE-DI-2024-03-31, Submit for Approval JE-DI-2024-03-31, Recognized JE-DI by
             |                     | system
        abel | tick deferral JE-DI | nothing
        ",
    );
}

#[test]
fn what_is_wrong_with_it_is_named() {
    cases(
        &waiting(),
        "
        carl | create deferral JE-DF, of BILL-D, months 3 | refused forbidden: needs the permission deferral.write
        vera (deferral.write bill.read) | create deferral JE-DF, of BILL-D, months 3 | refused forbidden: needs the permission
                                        |                                            | journal_entry.write
        vera (deferral.write journal_entry.*) | create deferral JE-DF, of BILL-D, months 3 | refused forbidden: needs the permission
                                              |                                            | bill.read
        abel | create deferral JE-DF, of BILL-9, to 1000, months 0 | refused invalid: /document_id there is no bill
             |                                                     | 'BILL-9', /account_id must be an account of income
             |                                                     | or expense, /months must be 1 to 120
        abel | create deferral JE-DF, of BILL-D, line 9, to nowhere, from 2026-01-01, until 2025-01-01 | refused invalid: /account_id there is no
             |                                                                                         | account 'nowhere', /start_date is more
             |                                                                                         | than 366 days from the date of the
             |                                                                                         | document, /end_date is before
             |                                                                                         | start_date, /line_number is of no line
             |                                                                                         | of bill 'BILL-D'
        abel | create deferral JE-DF, of BILL-D, line 2, months 3 | refused invalid: /line_number is of a line whose
             |                                                    | account is no plain asset or liability, on which an
             |                                                    | amount could wait: '6000'
        abel | create deferral JE-DF, of JE-1, months 3 | refused invalid: /document_type a journal entry has no lines
             |                                          | that can be deferred
        abel | create deferral JE-DF, of BILL-D, from 2024-01-01, until 2034-02-01 | refused invalid: /end_date must be at
             |                                                                     | most 3660 days after start_date
        abel | create deferral JE-DF, of BILL-D, months 3, wrong /months | refused invalid: /months is wrong
        abel | create deferral JE-DF-567890-234567890-234567890-234567890-234567890-2345, of BILL-D, months 3 | refused invalid: /deferral_id must have
             |                                                                                                | at most 53 characters: its entries' ids
             |                                                                                                | have their day behind it
        carl | create BILL-E, line 1500 100.00
        abel | create deferral JE-DF, of BILL-E, months 3 | refused wrong_status: bill 'BILL-E' is Draft: only what is
             |                                            | posted is deferred
        abel | create deferral JE-DF, of BILL-D, months 3
        abel | create deferral JE-DF, of INV-D, months 3 | refused already_exists /deferral_id: deferral 'JE-DF' exists
             |                                           | already
        abel | create deferral JE-DG, of BILL-D, months 3 | refused already_exists /line_number: deferral 'JE-DF' defers
             |                                            | this line already
        abel | end deferral JE-DX | refused not_found: there is no deferral 'JE-DX'
        vera | end deferral JE-DF | refused forbidden: needs the permission deferral.write
        ",
    );
}

#[test]
fn an_end_leaves_the_rest_for_another() {
    story(
        &waiting(),
        "
        abel | create deferral JE-DF, of BILL-D, months 3 | JE-DF active 100.00, recognized 0.00, next 33.33 on
             |                                            | 2024-01-31; trail Created JE-DF
        abel | tick deferral JE-DF | JE-DF-2024-01-31 new, Pending Approval (1: manager), 33.33 USD on 2024-01-31 in
             |                     | 2024-01; JE-DF active 100.00, recognized 33.33, next 33.34 on 2024-02-29; trail
             |                     | Created JE-DF-2024-01-31, Submit for Approval JE-DF-2024-01-31, Recognized JE-DF by
             |                     | system
        conrad | end deferral JE-DF | JE-DF ended 100.00, recognized 33.33; trail Ended JE-DF
        abel | create deferral JE-DG, of BILL-D, from 2024-02-01, months 2 | JE-DG active 66.67, recognized 0.00, next
             |                                                             | 33.34 on 2024-02-29; trail Created JE-DG
        abel | tick deferral JE-DG | JE-DG-2024-02-29 new, Pending Approval (1: manager), 33.34 USD on 2024-02-29 in
             |                     | 2024-02; JE-DG active 66.67, recognized 33.34, next 33.33 on 2024-03-31; trail
             |                     | Created JE-DG-2024-02-29, Submit for Approval JE-DG-2024-02-29, Recognized JE-DG by
             |                     | system
        ",
    );
}

#[test]
fn a_void_of_the_document_ends_it() {
    story(
        &waiting(),
        "
        abel | create deferral JE-DF, of BILL-D, months 3 | JE-DF active 100.00, recognized 0.00, next 33.33 on
             |                                            | 2024-01-31; trail Created JE-DF
        abel | tick deferral JE-DF | JE-DF-2024-01-31 new, Pending Approval (1: manager), 33.33 USD on 2024-01-31 in
             |                     | 2024-01; JE-DF active 100.00, recognized 33.33, next 33.34 on 2024-02-29; trail
             |                     | Created JE-DF-2024-01-31, Submit for Approval JE-DF-2024-01-31, Recognized JE-DF by
             |                     | system
        system | void-tick deferral JE-DF | nothing
        conrad | void BILL-D, because Wrong vendor | posts back 2024-01-15 in 2024-01: 2000 105.00, 1500 -100.00, 6000
               |                                   | -5.00; BILL-D Posted → Voided (on 2024-01-15); trail Void BILL-D
        abel | tick deferral JE-DF | nothing
        system | void-tick deferral JE-DF | JE-DF ended 100.00, recognized 33.33; trail Ended JE-DF
        system | void-tick deferral JE-DF | nothing
        ",
    );
}

#[test]
fn what_bars_a_part_is_said_and_stays() {
    story(
        &waiting().closed("2024-02", "all"),
        "
        abel | create deferral JE-DF, of BILL-D, from 2024-02-01, months 3 | JE-DF active 100.00, recognized 0.00, next
             |                                                             | 33.33 on 2024-02-29; trail Created JE-DF
        abel | tick deferral JE-DF | refused period_closed: accounting period 2024-02 is closed for gl; send
             |                     | posting_period_id 2024-03 to post it later
        system | refuse deferral JE-DF | JE-DF active 100.00, recognized 0.00, next 33.33 on 2024-02-29, stuck: invalid;
               |                       | trail Not Recognized JE-DF
        system | refuse deferral JE-DF | nothing
        alma | reopen 2024-02 | period 2024-02 open; trail Reopen 2024-02
        alma | work | nothing
        abel | tick deferral JE-DF | JE-DF-2024-02-29 new, Pending Approval (1: manager), 33.33 USD on 2024-02-29 in
             |                     | 2024-02; JE-DF active 100.00, recognized 33.33, next 33.34 on 2024-03-31; trail
             |                     | Created JE-DF-2024-02-29, Submit for Approval JE-DF-2024-02-29, Recognized JE-DF by
             |                     | system
        abel | tick deferral JE-DF | JE-DF-2024-03-31 new, Pending Approval (1: manager), 33.34 USD on 2024-03-31 in
             |                     | 2024-03; JE-DF active 100.00, recognized 66.67, next 33.33 on 2024-04-30; trail
             |                     | Created JE-DF-2024-03-31, Submit for Approval JE-DF-2024-03-31, Recognized JE-DF by
             |                     | system
        ",
    );
}

#[test]
fn nothing_is_recognized_before_the_document_or_the_day() {
    cases(
        &waiting().on("2024-01-20"),
        "
        abel | create deferral JE-DF, of BILL-D, from 2023-11-01, months 3
        abel | tick deferral JE-DF | JE-DF-2023-11-30 new, Pending Approval (1: manager), 33.33 USD on 2024-01-15 in
             |                     | 2024-01; JE-DF active 100.00, recognized 33.33, next 33.34 on 2024-01-15; trail
             |                     | Created JE-DF-2023-11-30, Submit for Approval JE-DF-2023-11-30, Recognized JE-DF by
             |                     | system
        abel | create deferral JE-DG, of INV-D, from 2024-02-01, to 4000, months 3
        abel | tick deferral JE-DG | nothing
        ",
    );
}

#[test]
fn what_waited_while_the_bill_was_voided_is_not_signed() {
    story(
        &waiting(),
        "
        abel | create deferral JE-DF, of BILL-D, months 3 | JE-DF active 100.00, recognized 0.00, next 33.33 on
             |                                            | 2024-01-31; trail Created JE-DF
        abel | tick deferral JE-DF | JE-DF-2024-01-31 new, Pending Approval (1: manager), 33.33 USD on 2024-01-31 in
             |                     | 2024-01; JE-DF active 100.00, recognized 33.33, next 33.34 on 2024-02-29; trail
             |                     | Created JE-DF-2024-01-31, Submit for Approval JE-DF-2024-01-31, Recognized JE-DF by
             |                     | system
        conrad | void BILL-D | posts back 2024-01-15 in 2024-01: 2000 105.00, 1500 -100.00, 6000 -5.00; BILL-D Posted →
               |             | Voided (on 2024-01-15); trail Void BILL-D
        mona | approve JE-DF-2024-01-31 | refused wrong_status: bill 'BILL-D', of which it is a part, was voided;
             |                          | reject it
        mona | request-change JE-DF-2024-01-31 | JE-DF-2024-01-31 Pending Approval → Draft; trail Request Change
             |                                 | JE-DF-2024-01-31
        abel (*.*) | submit JE-DF-2024-01-31 | refused wrong_status: bill 'BILL-D', of which it is a part, was voided;
                   |                         | delete it
        ",
    );
}
