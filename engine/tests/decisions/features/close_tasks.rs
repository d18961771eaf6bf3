//! Tasks of the close. See docs/rules/close-checklist.md.
//!
//! `create task CT-1, kind manual, title Count, due 3` keeps one; `sign task CT-1, in 2024-01, says counted` signs it off in a month and
//! `withdraw task CT-1, in 2024-01, because wrong` takes that back. Only what is pending is checked here: what the other checks find is
//! read by SQL, and tested over HTTP.

use std::collections::BTreeMap;

use engine::books::close_check::{Finding, Missing, Month};
use engine::features::close_tasks::checklist::{Checklist, Item};
use engine::features::close_tasks::commands::save::{SaveCloseTask, TaskFields};
use engine::features::close_tasks::commands::sign::SignOffTask;
use engine::features::close_tasks::commands::withdraw::WithdrawSignOff;
use engine::features::close_tasks::model::{CloseTask, TaskKind};
use engine::features::close_tasks::records::{TaskChange, TaskState, WantedTasks};
use engine::features::close_tasks::sign_off::{Rested, id_of};

use crate::books::{Asked, Books};
use crate::table::{cases, story};
use crate::words::Said;

/// `task CT-1 manual required, due 3`; `CT-1 in 2024-01 signed by conrad on 2 postings`, or withdrawn.
pub(crate) fn changed(change: &TaskChange) -> String {
    match change {
        TaskChange::Task(task) => {
            let required = if task.is_required { " required" } else { "" };
            let active = if task.is_active { "" } else { ", inactive" };
            format!("task {} {}{required}, due {}{active}", task.close_task_id, task.kind.name(), task.due_days)
        }
        TaskChange::SignOff(signed) => {
            let stands = signed.withdrawn.as_ref().map_or("", |_| ", withdrawn");
            let (task, period) = (&signed.close_task_id, &signed.period_id);
            format!("{task} in {period} signed by {} on {} postings{stands}", signed.signed_by, signed.rested.postings)
        }
    }
}

/// Keeps it as the tables would.
pub(crate) fn kept(books: &mut Books, change: &TaskChange) {
    match change {
        TaskChange::Task(task) => {
            let before = books.close_tasks.insert(task.close_task_id.clone(), (**task).clone());
            assert_eq!(task.version, before.map_or(1, |before| before.version + 1), "the version of a close task");
        }
        TaskChange::SignOff(signed) => {
            let before = books.sign_offs.insert(signed.id(), (**signed).clone());
            assert_eq!(signed.version, before.map_or(1, |before| before.version + 1), "the version of a sign-off");
        }
    }
}

/// What a command sees.
pub(crate) fn seen(books: &Books, wanted: &WantedTasks) -> TaskState {
    match wanted {
        WantedTasks::Task(id) => {
            let others = books.close_tasks.values().filter(|task| task.is_active && task.close_task_id != *id);
            let others_active = u64::try_from(others.count()).expect("few");
            TaskState { task: books.close_tasks.get(id).cloned(), others_active, checklist: None }
        }
        WantedTasks::OfPeriod(id) => {
            let month = books.catalog.periods.get(id).filter(|period| !period.is_adjustment).map(|period| Month {
                period_id: id.clone(),
                start: period.start_date,
                end: period.end_date,
                base: books.settings.base_currency,
            });
            let checklist = month.map(|month| {
                let tasks = books.close_tasks.values().filter(|task| task.is_of(month.end));
                let items = tasks.map(|task| item(books, task, &month)).collect();
                Checklist { month, items }
            });
            TaskState { task: None, others_active: 0, checklist }
        }
    }
}

fn item(books: &Books, task: &CloseTask, month: &Month) -> Item {
    let pending = books.unposted_in(&month.period_id);
    let named: Vec<Missing> =
        pending.iter().map(|of| Missing { resource: of.key.kind.name(), id: of.key.id.clone() }).collect();
    let count = u64::try_from(named.len()).expect("few");
    let pending = if count == 0 { Finding::Done } else { Finding::Open { count, named } };
    let own: BTreeMap<_, _> = books
        .postings
        .iter()
        .filter(|posting| posting.period_id == month.period_id)
        .map(|posting| (posting.posted_at, posting.source.clone()))
        .collect();
    let postings = u64::try_from(own.len()).expect("few");
    Item {
        task: task.clone(),
        due_on: task.due_on(month.end),
        finding: match task.kind {
            TaskKind::Manual => None,
            TaskKind::NothingPending => Some(pending),
            _ => Some(Finding::NotApplicable),
        },
        rests_on: Rested { postings, last_at: own.last_key_value().map(|(at, _)| *at) },
        sign_off: books.sign_offs.get(&id_of(&month.period_id, &task.close_task_id)).cloned(),
        later: Vec::new(),
    }
}

pub(crate) fn words(verb: &str, id: &str, said: &mut Said) -> Box<dyn Asked> {
    let (close_task_id, period_id) = (id.to_owned(), said.text("in", None).unwrap_or_default());
    match verb {
        "create" | "edit" => {
            let create = verb == "create";
            Box::new(SaveCloseTask { close_task_id, fields: fields(said), create, faults: said.faults() })
        }
        "sign" => {
            let evidence = said.text("says", Some("looked at it"));
            Box::new(SignOffTask { period_id, close_task_id, evidence, faults: said.faults() })
        }
        "withdraw" => {
            let reason = said.text("because", Some("wrong"));
            Box::new(WithdrawSignOff { period_id, close_task_id, reason, faults: said.faults() })
        }
        verb => panic!("nobody can {verb} a task"),
    }
}

fn fields(said: &mut Said) -> TaskFields {
    TaskFields {
        kind: said.text("kind", None).map(|kind| TaskKind::parse(&kind).expect("a kind")),
        title: said.text("title", None),
        account_id: said.text("of", None).map(Some),
        owner: said.text("owner", None).map(|owner| Some(owner.as_str().into())),
        due_days: said.text("due", None).map(|days| days.parse().expect("days")),
        is_required: said.has("optional").then_some(false),
        from_date: said.date("since", None).map(Some),
        is_active: said.has("inactive").then_some(false),
    }
}

#[test]
fn save() {
    cases(
        &Books::demo(),
        "
        conrad | create task CT-1, kind manual, title Count, due 3, optional | task CT-1 manual, due 3; trail Created
               |                                                             | CT-1
        conrad | create task CT-1, kind nothing_pending                     | task CT-1 nothing_pending required, due
               |                                                            | 0; trail Created CT-1
        conrad | create task CT-1, kind manual                              | refused invalid: /title is required for
               |                                                            | a manual task
        conrad | create task CT-1                                           | refused invalid: /kind is required
        conrad | create task CT-1, kind suspense_empty                      | refused invalid: /account_id is required
               |                                                            | for suspense_empty
        conrad | create task CT-1, kind suspense_empty, of 9999             | refused invalid: /account_id there is no
               |                                                            | account '9999'
        conrad | create task CT-1, kind nothing_pending, of 1000, due 400   | refused invalid: /account_id is not for
               |                                                            | nothing_pending, which names no account,
               |                                                            | /due_days must be at most 366
        conrad | create task CT-1, kind bank_reconciled, of 6000            | refused invalid: /account_id there is no
               |                                                            | account '6000' of subtype bank or card
        conrad | create task CT-1, kind bank_reconciled, of 1000            | task CT-1 bank_reconciled required, due
               |                                                            | 0; trail Created CT-1
        carl   | create task CT-1, kind nothing_pending                     | refused forbidden: needs the permission
               |                                                            | close_task.write
        abel   | create task CT-1, kind nothing_pending                     | refused forbidden: needs the permission
               |                                                            | close_task.write
        conrad | edit task CT-1, title Count                                | refused not_found: there is no close
               |                                                            | task 'CT-1'

        conrad | create task CT-1, kind nothing_pending, due 2
        conrad | create task CT-1, kind nothing_pending                     | refused already_exists /close_task_id:
               |                                                            | close task 'CT-1' exists already
        conrad | edit task CT-1, due 2                                      | nothing
        conrad | edit task CT-1, kind manual                                | refused invalid: /kind cannot be changed
        conrad | edit task CT-1, inactive                                   | task CT-1 nothing_pending required, due
               |                                                            | 2, inactive; trail Updated CT-1
        conrad | edit task CT-1, due 3, if version 9                        | refused stale_version: If-Match names
               |                                                            | another version than the present one, 1
        ",
    );
}

/// A month in which an entry is posted and another is a draft; two tasks that are required, and one that is not.
fn month() -> Books {
    Books::demo().given(
        "
        conrad | create task CT-1, kind nothing_pending
        conrad | create task CT-2, kind manual, title Count the cash
        conrad | create task CT-3, kind manual, title Tell the board, optional
        conrad | create task CT-4, kind bank_reconciled
        conrad | create task CT-5, kind manual, title Later, since 2024-02-01
        carl | create JE-1, debit 1000 100.00, credit 4000 100.00
        carl | submit JE-1
        mona | approve JE-1
        alma | work
        carl | create JE-2, debit 1000 5.00, credit 4000 5.00
        ",
    )
}

#[test]
fn a_month_is_closed_when_its_required_tasks_are_signed() {
    story(
        &month(),
        "
        conrad | close 2024-01                        | refused close_tasks_open: sign off these tasks of 2024-01
               |                                      | first: CT-1 (Nothing is pending, open); CT-2 (Count the cash,
               |                                      | ready)
        conrad | close 2024-01, ap                    | job close 2024-01 ap
        conrad | sign task CT-1, in 2024-01           | refused close_tasks_open: the check of 'CT-1' finds 1 missing:
               |                                      | journal_entry JE-2
        conrad | sign task CT-9, in 2024-01           | refused not_found: there is no close task 'CT-9'
        conrad | sign task CT-5, in 2024-01           | refused not_found: there is no close task 'CT-5'
        conrad | sign task CT-2, in 2019-01           | refused not_found: there is no accounting period '2019-01'
        carl   | sign task CT-2, in 2024-01           | refused forbidden: needs the permission close_task.sign_off
        abel   | sign task CT-2, in 2024-01, no says  | refused invalid: /evidence is required
        abel   | sign task CT-2, in 2024-01           | CT-2 in 2024-01 signed by abel on 1 postings; trail Signed Off
               |                                      | 2024-01/CT-2, Task Signed Off 2024-01
        mona   | sign task CT-2, in 2024-01           | refused wrong_status: 'CT-2' is signed off already, by abel;
               |                                      | withdraw that first
        carl   | submit JE-2                          | JE-2 Draft → Pending Approval (1: manager); trail Submit for
               |                                      | Approval JE-2
        mona   | approve JE-2                         | JE-2 Pending Approval → Approved (level 1 of 1); mona signs 1;
               |                                      | job post JE-2; trail Approve JE-2
        alma   | work                                 | JE-2 Approved → Posted; posts 2024-01-15 in 2024-01: 1000
               |                                      | 5.00, 4000 -5.00; trail Post to GL JE-2; period 2024-01 ap
               |                                      | soft_closed; job done; trail Close 2024-01 by conrad; job done
        conrad | sign task CT-1, in 2024-01           | CT-1 in 2024-01 signed by conrad on 2 postings; trail Signed
               |                                      | Off 2024-01/CT-1, Task Signed Off 2024-01
        conrad | close 2024-01                        | refused close_tasks_open: sign off these tasks of 2024-01
               |                                      | first: CT-2 (Count the cash, suspended)
        abel   | sign task CT-2, in 2024-01, says counted again | CT-2 in 2024-01 signed by abel on 2 postings; trail
               |                                                | Signed Off 2024-01/CT-2, Task Signed Off 2024-01
        abel   | withdraw task CT-3, in 2024-01       | refused wrong_status: 'CT-3' is not signed off
        abel   | withdraw task CT-1, in 2024-01, no because | refused invalid: /reason is required
        abel   | withdraw task CT-1, in 2024-01       | CT-1 in 2024-01 signed by conrad on 2 postings, withdrawn;
               |                                      | trail Sign-off Withdrawn 2024-01/CT-1, Task Sign-off Withdrawn
               |                                      | 2024-01
        conrad | close 2024-01, force                 | refused close_tasks_open: sign off these tasks of 2024-01
               |                                      | first: CT-1 (Nothing is pending, ready)
        conrad | sign task CT-1, in 2024-01           | CT-1 in 2024-01 signed by conrad on 2 postings; trail Signed
               |                                      | Off 2024-01/CT-1, Task Signed Off 2024-01
        conrad | close 2024-01                        | job close 2024-01 all
        alma   | work                                 | period 2024-01 soft_closed; job done; trail Close 2024-01 by
               |                                      | conrad
        conrad | withdraw task CT-1, in 2024-01       | CT-1 in 2024-01 signed by conrad on 2 postings, withdrawn;
               |                                      | trail Sign-off Withdrawn 2024-01/CT-1, Task Sign-off Withdrawn
               |                                      | 2024-01
        fiona  | hard-close 2024-01                   | refused close_tasks_open: sign off these tasks of 2024-01
               |                                      | first: CT-1 (Nothing is pending, ready)
        conrad | sign task CT-1, in 2024-01           | CT-1 in 2024-01 signed by conrad on 2 postings; trail Signed
               |                                      | Off 2024-01/CT-1, Task Signed Off 2024-01
        fiona  | hard-close 2024-01                   | period 2024-01 hard_closed; trail Hard Close 2024-01
        conrad | sign task CT-3, in 2024-01           | refused hard_closed: accounting period 2024-01 is hard-closed
        conrad | withdraw task CT-1, in 2024-01       | refused hard_closed: accounting period 2024-01 is hard-closed
        ",
    );
}

#[test]
fn what_the_close_itself_posts_suspends_a_sign_off() {
    story(
        &month().given(
            "
            conrad | edit task CT-1, inactive
            carl | submit JE-2
            mona | approve JE-2
            abel | sign task CT-2, in 2024-01
            ",
        ),
        "
        conrad | close 2024-01 | job close 2024-01 all
        alma   | work          | JE-2 Approved → Posted; posts 2024-01-15 in 2024-01: 1000 5.00, 4000 -5.00; job done;
               |               | trail Post to GL JE-2; job refused close_tasks_open: sign off these tasks of 2024-01
               |               | first: CT-2 (Count the cash, suspended)
        ",
    );
}
