//! Recurring documents. See docs/rules/recurring.md.
//!
//! `create recurring BILL-RD, of BILL-T, every month 31, from 2024-01-01, makes submitted, due 14, line 6000 100.00` is a template of a bill,
//! with the words of one; `tick RD-1` is what the job does with its next day, in the owner's name.

use engine::books::document::Draft;
use engine::books::document::draft::Body;
use engine::features::recurring::commands::make::MakeDocument;
use engine::features::recurring::commands::problem::NoteProblem;
use engine::features::recurring::commands::save::{RecurringFields, SaveRecurring};
use engine::features::recurring::commands::step::{Step, TakeStep};
use engine::features::recurring::model::{MadeAs, RecurringDocument};
use engine::features::recurring::schedule::{BusinessDay, Every, Schedule, Weekday};
use engine::values::error::Faults;

use crate::books::{Asked, Books};
use crate::table::{cases, story};
use crate::words::{Said, documents, key};

/// `RD-1 active, next 2024-01-31, owner carl`, and why it is stuck.
pub(crate) fn changed(of: &RecurringDocument) -> String {
    let next = of.next().map_or_else(String::new, |next| format!(", next {}", next.date));
    let problem = of.problem.as_ref().map_or_else(String::new, |problem| format!(", stuck: {}", problem.code));
    format!("{} {}{next}, owner {}{problem}", of.recurring_document_id, of.standing.name(), of.owner)
}

pub(crate) fn words(verb: &str, id: &str, said: &mut Said, books: &Books) -> Box<dyn Asked> {
    let step = |step| Box::new(TakeStep { recurring_document_id: id.to_owned(), step, faults: Faults::default() });
    match verb {
        "skip" => step(Step::Skip),
        "pause" => step(Step::Pause),
        "resume" => step(Step::Resume),
        "end" => step(Step::End),
        "tick" => {
            let template = books.recurring.get(id).cloned().expect("a recurring document");
            Box::new(MakeDocument::next_of(template).expect("a day"))
        }
        // The template as it was before the last tick: what another process still believes.
        "late-tick" => {
            let mut template = books.recurring.get(id).cloned().expect("a recurring document");
            (template.version, template.handled_through) = (template.version - 1, None);
            Box::new(MakeDocument::next_of(template).expect("a day"))
        }
        "refuse" => {
            let template = books.recurring.get(id).expect("a recurring document");
            let scheduled_on = template.next().expect("a day").scheduled_on;
            let refusal = Faults::one("/lines/0/account_id", "is inactive");
            Box::new(NoteProblem {
                recurring_document_id: id.to_owned(),
                version: template.version,
                scheduled_on,
                refusal,
            })
        }
        "create" | "edit" => Box::new(save(verb == "create", id, said)),
        verb => panic!("nobody can {verb} a recurring document"),
    }
}

fn save(create: bool, id: &str, said: &mut Said) -> SaveRecurring {
    let of = said.text("of", None);
    let due_days = said.text("due", None).map(|days| days.parse().ok());
    let schedule = schedule(create, said);
    let fields = RecurringFields {
        name: said.text("name", Some("Rent").filter(|_| create)),
        kind: None,
        makes: said.text("makes", Some("draft").filter(|_| create)).and_then(|word| MadeAs::parse(&word)),
        due_days,
        schedule,
        draft: of.map(|of| without_dates(documents::draft(&key(&of), said))),
    };
    SaveRecurring { recurring_document_id: id.to_owned(), fields, create, faults: said.faults() }
}

/// As a request has it.
fn without_dates(draft: Draft) -> Draft {
    let mut draft = Draft { id: None, tran_date: None, posting_period_id: None, ..draft };
    if let Body::Items(items) = &mut draft.body {
        items.due_date = None;
    }
    draft
}

/// `every month 31` or `every 2 week friday`; usually the 31st.
fn schedule(create: bool, said: &mut Said) -> Option<Schedule> {
    let every = said.text("every", Some("month 31").filter(|_| create))?;
    let words: Vec<&str> = every.split(' ').collect();
    let (interval, unit, day) = match words[..] {
        [interval, unit, day] => (interval.parse().expect("a number"), unit, day),
        [unit, day] => (1, unit, day),
        _ => panic!("{every:?} is no schedule"),
    };
    let every = match unit {
        "month" => Every::Month { day: day.parse().expect("a day") },
        _ => Every::Week { weekday: Weekday::parse(day).expect("a weekday") },
    };
    Some(Schedule {
        every,
        interval,
        start_date: said.date("from", Some("2024-01-01")).expect("a start"),
        end_date: said.date("until", None),
        occurrences: said.text("times", None).map(|times| times.parse().expect("a number")),
        business_day: said
            .text("moves", None)
            .map_or(BusinessDay::Stays, |word| BusinessDay::parse(&word).expect("before, after")),
        holidays: [].into(),
    })
}

const RENT: &str = "of BILL-T, due 14, line 6000 100.00";

/// Books of the last day of March, with a template of rents since January.
fn rents(id: &str, makes: &str) -> Books {
    Books::demo()
        .on("2024-03-31")
        .given(&format!("carl (clerk recurring_document.write) | create recurring {id}, makes {makes}, {RENT}"))
}

#[test]
fn a_day_is_made_once_and_in_order() {
    story(
        &rents("BILL-RD", "draft"),
        "
        carl (clerk) | tick recurring BILL-RD | BILL-RD-2024-01-31 new, Draft, 100.00 USD on 2024-01-31 in 2024-01;
                     |                        | BILL-RD active, next 2024-02-29, owner carl; trail Created
                     |                        | BILL-RD-2024-01-31, Made BILL-RD by system
        carl (clerk) | late-tick recurring BILL-RD | nothing
        carl (clerk) | tick recurring BILL-RD | BILL-RD-2024-02-29 new, Draft, 100.00 USD on 2024-02-29 in 2024-02;
                     |                        | BILL-RD active, next 2024-03-31, owner carl; trail Created
                     |                        | BILL-RD-2024-02-29, Made BILL-RD by system
        carl (clerk) | tick recurring BILL-RD | BILL-RD-2024-03-31 new, Draft, 100.00 USD on 2024-03-31 in 2024-03;
                     |                        | BILL-RD active, next 2024-04-30, owner carl; trail Created
                     |                        | BILL-RD-2024-03-31, Made BILL-RD by system
        carl (clerk) | tick recurring BILL-RD | nothing
        ",
    );
}

#[test]
fn who_wrote_it_may_not_sign_what_it_makes() {
    story(
        &rents("BILL-RE", "submitted"),
        "
        carl (clerk) | tick recurring BILL-RE | BILL-RE-2024-01-31 new, Pending Approval (1: anyone), 100.00 USD on
                     |                        | 2024-01-31 in 2024-01; BILL-RE active, next 2024-02-29, owner carl;
                     |                        | trail Created BILL-RE-2024-01-31, Submit for Approval
                     |                        | BILL-RE-2024-01-31, Made BILL-RE by system
        carl (bill.approve) | approve BILL-RE-2024-01-31 | refused forbidden: who created, edited or submitted a
                            |                            | document does not sign it; level 1 can be signed by anyone
                            |                            | with the approve permission
        ",
    );
}

#[test]
fn nobody_has_made_what_they_may_not_write() {
    cases(
        &Books::demo(),
        &format!(
            "
        abel | create recurring RD-2, {RENT} | RD-2 active, next 2024-01-31, owner abel; trail Created RD-2
        abel | create recurring RD-3, makes submitted, {RENT} | RD-3 active, next 2024-01-31, owner abel; trail Created RD-3
        vera | create recurring RD-4, {RENT} | refused forbidden: needs the permission recurring_document.write
        vera (recurring_document.write) | create recurring RD-5, {RENT} | refused forbidden: needs the permission bill.write
        vera (recurring_document.write bill.write) | create recurring RD-6, makes submitted, {RENT} | refused forbidden: needs the permission bill.submit
        "
        ),
    );
}

#[test]
fn what_is_wrong_with_it_is_named() {
    cases(
        &Books::demo(),
        "
        abel | create recurring RD-7, of BILL-T, line 6000 100.00 | refused invalid: /due_days is required: a bill has a
             |                                                    | due date
        abel | create recurring RD-8, of BILL-T, due 14, line none 100.00, vendor V-9 | refused invalid: /document/vendor_id
             |                                                                        | there is no vendor 'V-9',
             |                                                                        | /document/lines/0/account_id there is no
             |                                                                        | account 'none'
        abel | create recurring RD-9, of JE-T, due 3, debit 6000 5.00, credit 1000 4.00 | refused invalid: /due_days a journal
             |                                                                          | entry has no due date, /document/lines
             |                                                                          | debits 5.00 differ from credits 4.00
        abel | create recurring RD-10, of JE-T, debit 6000 5.00, credit 1000 5.00, from 2024-02-01, until 2024-01-01 | refused invalid: /schedule/end_date is
             |                                                                                                       | before start_date
        abel | create recurring RD-11, of JE-T, debit 6000 5.00, credit 1000 5.00, from 2022-01-01 | refused invalid: /schedule/start_date
             |                                                                                     | must be at most 366 days ago
        abel | create recurring RD-12, of JE-T, debit 6000 5.00, credit 1000 5.00, from 2024-02-01, until 2024-02-02 | refused invalid: /schedule has no day
        abel | create recurring RD-13, of JE-T, wrong /document/lines, debit 6000 5.00, credit 1000 5.00 | refused invalid: /document/lines is
             |                                                                                           | wrong
        abel | create recurring RD-9234567890-234567890-234567890-234567890-234567890-23, of JE-T, debit 6000 5.00, credit 1000 5.00 | refused
             |  | invalid: /recurring_document_id must have at most 53 characters: its documents' ids have their day behind it
        abel | edit recurring RD-14, name Other | refused not_found: there is no recurring document 'RD-14'

        abel | create recurring RD-15, of JE-T, debit 6000 5.00, credit 1000 5.00
        abel | create recurring RD-15, of JE-T, debit 6000 6.00, credit 1000 6.00 | refused already_exists
             |                                                                    | /recurring_document_id: recurring
             |                                                                    | document 'RD-15' exists already
        abel | edit recurring RD-15, of BILL-T, due 3, line 6000 5.00 | refused invalid: /document_type cannot be
             |                                                        | changed
        abel | edit recurring RD-15, name Rent | nothing
        abel | edit recurring RD-15, name Office | RD-15 active, next 2024-01-31, owner abel; trail Updated RD-15
        abel | edit recurring RD-15, name Rooms, if version 2 | refused stale_version: If-Match names another version
             |                                                | than the present one, 1
        cora (clerk recurring_document.write) | edit recurring RD-15, name Office | RD-15 active, next 2024-01-31, owner
                                              |                                   | cora; trail Updated RD-15
        ",
    );
}

#[test]
fn skip_pause_resume_and_end() {
    story(
        &Books::demo().given("abel | create recurring RD-16, of JE-T, debit 6000 5.00, credit 1000 5.00, times 5"),
        "
        vera | skip recurring RD-16 | refused forbidden: needs the permission recurring_document.write
        abel | resume recurring RD-16 | refused wrong_status: it is active: there is nothing to resume
        abel | skip recurring RD-16 | RD-16 active, next 2024-02-29, owner abel; trail Skipped RD-16
        abel | pause recurring RD-16 | RD-16 paused, owner abel; trail Paused RD-16
        abel | pause recurring RD-16, if version 3 | refused wrong_status: it is paused: nothing is made of it
        abel | skip recurring RD-16 | refused wrong_status: it is paused: nothing is made of it
        abel | resume recurring RD-16 | RD-16 active, next 2024-02-29, owner abel; trail Resumed RD-16
        abel | end recurring RD-16 | RD-16 ended, owner abel; trail Ended RD-16
        abel | end recurring RD-16 | refused wrong_status: it is ended: nothing is made of it any more
        abel | pause recurring RD-16 | refused wrong_status: it is ended: nothing is made of it
        abel | edit recurring RD-16, every month 31, until 2024-01-31 | RD-16 ended, owner abel; trail Updated RD-16
        abel | resume recurring RD-16 | refused wrong_status: it is ended: no day is left of its schedule; change that
             |                        | first
        abel | skip recurring RD-99 | refused not_found: there is no recurring document 'RD-99'
        ",
    );
}

#[test]
fn another_first_day_brings_back_what_was_left_out() {
    story(
        &Books::demo().given("abel | create recurring RD-18, of JE-T, debit 6000 5.00, credit 1000 5.00"),
        "
        abel | skip recurring RD-18 | RD-18 active, next 2024-02-29, owner abel; trail Skipped RD-18
        abel | edit recurring RD-18, every month 31 | nothing
        abel | edit recurring RD-18, every month 31, from 2024-02-01 | RD-18 active, next 2024-02-29, owner abel; trail Updated
             |                                                       | RD-18
        abel | edit recurring RD-18, every month 31, from 2024-01-02 | RD-18 active, next 2024-01-31, owner abel; trail Updated
             |                                                       | RD-18
        ",
    );
}

#[test]
fn days_that_pass_in_a_pause_are_left_out() {
    let paused = Books::demo().given(
        "
        abel | create recurring RD-17, of JE-T, debit 6000 5.00, credit 1000 5.00
        abel | pause recurring RD-17
        ",
    );
    cases(
        &paused.on("2024-03-15"),
        "abel | resume recurring RD-17 | RD-17 active, next 2024-03-31, owner abel; trail Resumed RD-17",
    );
}

#[test]
fn what_cannot_be_made_is_said_and_stays() {
    story(
        &rents("BILL-RF", "submitted").closed("2024-01", "ap"),
        "
        carl (clerk) | tick recurring BILL-RF | refused period_closed: accounting period 2024-01 is closed for ap; send
                     |                        | posting_period_id 2024-02 to post it later
        system | refuse recurring BILL-RF | BILL-RF active, next 2024-01-31, owner carl, stuck: invalid; trail Not Made
               |                          | BILL-RF
        system | refuse recurring BILL-RF | nothing
        alma | reopen 2024-01, ap | period 2024-01 open; trail Reopen 2024-01
        alma | work | nothing
        carl (clerk) | tick recurring BILL-RF | BILL-RF-2024-01-31 new, Pending Approval (1: anyone), 100.00 USD on
                     |                        | 2024-01-31 in 2024-01; BILL-RF active, next 2024-02-29, owner carl;
                     |                        | trail Created BILL-RF-2024-01-31, Submit for Approval
                     |                        | BILL-RF-2024-01-31, Made BILL-RF by system
        ",
    );
}
