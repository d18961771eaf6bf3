//! How a task stands, as a table.

use super::*;
use crate::features::close_tasks::model::TaskKind;
use crate::features::close_tasks::sign_off::Withdrawal;
use crate::values::clock::Timestamp;

fn day(text: &str) -> Date {
    Date::parse(text).expect("a day")
}

fn task(is_required: bool, is_active: bool) -> CloseTask {
    CloseTask {
        close_task_id: "CT-1".into(),
        kind: TaskKind::NothingPending,
        title: "Nothing is pending".into(),
        account_id: None,
        owner: None,
        due_days: 5,
        is_required,
        from_date: Some(day("2024-01-31")),
        is_active,
        version: 1,
        created_at: Timestamp::from_micros(1),
        created_by: "conrad".into(),
        updated_at: Timestamp::from_micros(1),
        updated_by: "conrad".into(),
    }
}

fn rested(postings: u64) -> Rested {
    Rested { postings, last_at: (postings > 0).then(|| Timestamp::from_micros(100)) }
}

/// Signed when so many postings were there.
fn signed(postings: u64, is_withdrawn: bool) -> SignOff {
    let (at, by) = (Timestamp::from_micros(200), "cora".to_owned());
    SignOff {
        period_id: "2024-01".into(),
        close_task_id: "CT-1".into(),
        evidence: "looked".into(),
        signed_at: at,
        signed_by: by.clone(),
        rested: rested(postings),
        withdrawn: is_withdrawn.then(|| Withdrawal { at, by, reason: "wrong".into() }),
        version: 1,
    }
}

fn item(finding: Option<Finding>, postings: u64, sign_off: Option<SignOff>) -> Item {
    let task = task(true, true);
    let due_on = task.due_on(day("2024-01-31"));
    Item { task, due_on, finding, rests_on: rested(postings), sign_off, later: Vec::new() }
}

#[test]
fn how_a_task_stands_and_what_it_bars() {
    let open = || Some(Finding::of(2, "bill", vec!["BILL-1".into()]));
    let (done, nothing) = (|| Some(Finding::Done), || Some(Finding::NotApplicable));
    for (item, status, bars, because) in [
        (item(open(), 0, None), TaskStatus::Open, true, None),
        (item(done(), 3, None), TaskStatus::Ready, true, None),
        (item(None, 3, None), TaskStatus::Ready, true, None),
        (item(nothing(), 0, None), TaskStatus::Ready, false, None),
        (item(done(), 3, Some(signed(3, false))), TaskStatus::SignedOff, false, None),
        (item(done(), 4, Some(signed(3, false))), TaskStatus::Suspended, true, Some("1 posting came after it")),
        (item(None, 9, Some(signed(3, false))), TaskStatus::Suspended, true, Some("6 postings came after it")),
        (item(open(), 3, Some(signed(3, false))), TaskStatus::Suspended, true, Some("its check is open again")),
        (
            item(None, 2, Some(signed(3, false))),
            TaskStatus::Suspended,
            true,
            Some("what it rested on is not what it was"),
        ),
        (item(done(), 3, Some(signed(3, true))), TaskStatus::Ready, true, None),
        (item(open(), 9, Some(signed(3, true))), TaskStatus::Open, true, None),
    ] {
        assert_eq!((item.status(), item.bars(), item.because().as_deref()), (status, bars, because), "{item:?}");
    }
}

#[test]
fn what_is_not_required_or_not_active_bars_nothing() {
    for (is_required, is_active, left, bars) in [
        (true, true, true, true),
        (false, true, true, false),
        (true, false, false, false),
        (false, false, false, false),
    ] {
        let item = Item { task: task(is_required, is_active), ..item(None, 0, None) };
        assert_eq!((item.is_left(), item.bars()), (left, bars), "{is_required} {is_active}");
    }
}

#[test]
fn which_periods_have_a_task() {
    for (is_active, end, has) in [(true, "2024-01-30", false), (true, "2024-01-31", true), (false, "2024-01-31", false)]
    {
        assert_eq!(task(true, is_active).is_of(day(end)), has, "{end}");
    }
    assert_eq!(task(true, true).due_on(day("2024-02-29")), day("2024-03-05"));
}
