//! Exceptions of a close, and the documents that come in by them. See docs/rules/periods.md#exceptions.
//!
//! `create exception PE-1, into 2024-01, for JE-1, until 2024-01-20` makes one.

use std::sync::Arc;

use engine::features::period_exceptions::commands::{ExceptionFields, SaveException};
use engine::features::period_exceptions::revoke::RevokeException;
use engine::kernel::records::one_row::Saved;
use engine::values::period_exception::PeriodException;

use crate::books::{Asked, Books};
use crate::table::{cases, story};
use crate::words::{Said, key};

/// `exception PE-1 JE-1 into 2024-01 until 2024-01-20`.
pub(crate) fn changed(exception: &PeriodException) -> String {
    let (id, document, period) = (&exception.period_exception_id, &exception.document.id, &exception.period_id);
    let revoked = if exception.is_revoked { ", revoked" } else { "" };
    format!("exception {id} {document} into {period} until {}{revoked}", exception.last_day)
}

/// Keeps it as the table would.
pub(crate) fn kept(books: &mut Books, Saved(exception): &Saved<PeriodException>) {
    let exceptions = &mut Arc::make_mut(&mut books.catalog).exceptions;
    let before = exceptions.insert(exception.period_exception_id.clone(), exception.clone());
    assert_eq!(exception.version, before.map_or(1, |before| before.version + 1), "the version of an exception");
}

pub(crate) fn words(verb: &str, id: &str, said: &mut Said) -> Box<dyn Asked> {
    let period_exception_id = id.to_owned();
    let create = verb == "create";
    match verb {
        "delete" => Box::new(RevokeException { period_exception_id }),
        "create" | "edit" => {
            let document = said.text("for", Some("JE-LATE").filter(|_| create)).map(|id| key(&id));
            let fields = ExceptionFields {
                period_id: said.text("into", Some("2024-01").filter(|_| create)),
                document_type: document.as_ref().map(|key| key.kind),
                document_id: document.map(|key| key.id),
                last_day: said.date("until", Some("2024-01-20").filter(|_| create)),
                reason: said.text("because", Some("audit").filter(|_| create)),
            };
            Box::new(SaveException { period_exception_id, fields, create, faults: said.faults() })
        }
        other => panic!("nobody can {other} an exception"),
    }
}

#[test]
fn save() {
    let books = Books::demo()
        .given(
            "
            carl   | create JE-P, debit 6000 5.00, credit 1000 5.00
            carl   | submit JE-P
            mona   | approve JE-P
            system | work
            ",
        )
        .closed("2024-01", "all");
    cases(
        &books,
        "
        conrad | create exception PE-1, for JE-LATE | period 2024-01 soft_closed; exception PE-1 JE-LATE into 2024-01 until
               |                                    | 2024-01-20; trail Exception Created 2024-01, Created PE-1
        carl | create exception PE-1 | refused forbidden: needs the permission period_exception.write
        conrad | create exception PE-1, no into, no for, no until, no because | refused invalid: /period_id is required,
               |                                                              | /document_type is required, /document_id is
               |                                                              | required, /last_day is required, /reason is required
        conrad | create exception PE-1, into 2031-01 | refused invalid: /period_id there is no accounting period '2031-01'
        conrad | create exception PE-1, for JE-P | refused invalid: /document_id is Posted: nothing of it is to be posted any more
        conrad | create exception PE-1, until 2024-01-14 | refused invalid: /last_day must be from today, 2024-01-15, to 2024-04-16,
               |                                         | 92 days later
        conrad | create exception PE-1, until 2024-04-17 | refused invalid: /last_day must be from today, 2024-01-15, to 2024-04-16,
               |                                         | 92 days later
        conrad | create exception PE-1, into 2024-02 | refused not_closed: accounting period 2024-02 is open: it takes the document
        conrad | delete exception PE-1 | refused not_found: there is no period exception 'PE-1'
        conrad | edit exception PE-1, until 2024-01-16 | refused not_found: there is no period exception 'PE-1'
        ",
    );
    story(
        &books,
        "
        conrad | create exception PE-1
        conrad | create exception PE-1 | refused already_exists /period_exception_id: period exception 'PE-1' exists already
        conrad | edit exception PE-1, until 2024-01-16 | period 2024-01 soft_closed; exception PE-1 JE-LATE into 2024-01 until
               |                                       | 2024-01-16; job post JE-LATE; trail Exception Updated 2024-01, Updated PE-1
        conrad | edit exception PE-1, until 2024-01-16 | nothing
        conrad | edit exception PE-1, until 2024-01-14 | refused invalid: /last_day must be from today, 2024-01-15, to
               |                                       | 2024-04-16, 92 days later
        conrad | delete exception PE-1 | period 2024-01 soft_closed; exception PE-1 JE-LATE into 2024-01 until 2024-01-16, revoked;
               |                       | trail Exception Revoked 2024-01, Revoked PE-1
        conrad | delete exception PE-1 | nothing
        conrad | edit exception PE-1, until 2024-01-17 | refused wrong_status: 'PE-1' is revoked
        ",
    );
}

/// The one that is named comes in, from its draft to the ledger, until the exception ends; no other does.
#[test]
fn the_named_document_comes_in() {
    let books = Books::demo().closed("2024-01", "all").given("conrad | create exception PE-1, for JE-LATE");
    let late = "debit 6000 5.00, credit 1000 5.00";
    story(
        &books,
        &format!(
            "
            carl   | create JE-OTHER, {late} | refused period_closed: accounting period 2024-01 is closed for …
            carl   | create JE-LATE, {late}
            carl   | submit JE-LATE
            mona   | approve JE-LATE
            system | work | JE-LATE Approved → Posted; posts 2024-01-15 in 2024-01: 6000 5.00, 1000 -5.00; job done; trail Post to
                   |      | GL JE-LATE
            "
        ),
    );
    let draft = books.given(&format!("carl | create JE-LATE, {late}"));
    let refused = "carl | submit JE-LATE | refused period_closed: accounting period 2024-01 is closed for …";
    cases(&draft.clone().given("conrad | delete exception PE-1"), refused);
    cases(&draft.on("2024-01-21"), refused);
}

/// What was left approved by a forced close is posted by its exception.
#[test]
fn what_was_approved_is_posted() {
    let books = Books::demo().given(
        "
        carl   | create BILL-1, line 6000 5.00
        carl   | submit BILL-1
        mona   | approve BILL-1
        system | close-job 2024-01, force, over approved
        ",
    );
    story(
        &books,
        "
        conrad | create exception PE-1, for BILL-1 | period 2024-01 soft_closed; exception PE-1 BILL-1 into 2024-01 until
               |                                   | 2024-01-20; job post BILL-1; trail Exception Created 2024-01, Created PE-1
        system | work | BILL-1 Approved → Posted; posts 2024-01-15 in 2024-01: 2000 -5.00, 6000 5.00; job done; trail Post to GL
               |      | BILL-1; job done
        ",
    );
}

/// What is hard-closed takes nothing, and a closed year has no exceptions: nor is it closed while one is in force.
#[test]
fn hard_closed_periods_and_closed_years_have_none() {
    let year = Books::demo().given("alma | create year FY0, from 2023-12-01, to 2023-12-31").closed("2023-12", "all");
    story(
        &year.given("conrad | create exception PE-1, into 2023-12"),
        "
        conrad | close year FY0 | refused fiscal_year_not_ready: revoke these exceptions of its accounting periods first: PE-1
        conrad | delete exception PE-1
        conrad | close year FY0
        conrad | create exception PE-2, into 2023-12 | refused fiscal_year_closed: accounting period 2023-12 belongs to fiscal year
               |                                     | 'FY0', which is closed: reopen that first
        conrad | hard-close 2023-12
        conrad | create exception PE-2, into 2023-12 | refused hard_closed: accounting period 2023-12 is hard-closed
        ",
    );
}

/// What ended before the year was closed does not come back to life in it.
#[test]
fn an_ended_exception_is_not_prolonged_into_a_closed_year() {
    let year = Books::demo().given("alma | create year FY0, from 2023-12-01, to 2023-12-31").closed("2023-12", "all");
    let ended = year.given("conrad | create exception PE-1, into 2023-12, until 2024-01-16").on("2024-01-18");
    story(
        &ended,
        "
        conrad | close year FY0
        conrad | edit exception PE-1, until 2024-03-01 | refused fiscal_year_closed: accounting period 2023-12 belongs to
               |                                       | fiscal year 'FY0', which is closed: reopen that first
        conrad | edit exception PE-1, because other | period 2023-12 soft_closed; exception PE-1 JE-LATE into 2023-12 until
               |                                    | 2024-01-16; trail Exception Updated 2023-12, Updated PE-1
        conrad | hard-close 2023-12
        conrad | edit exception PE-1, until 2024-03-01 | refused hard_closed: accounting period 2023-12 is hard-closed
        ",
    );
}
