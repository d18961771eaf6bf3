//! Schedules as tables: what a bookkeeper would write into a calendar.

use proptest::prelude::*;

use super::*;

fn date(text: &str) -> Date {
    Date::parse(text).unwrap_or_else(|| panic!("{text}"))
}

/// `month 31`, `2 months 15`, `week monday`, `2 weeks friday`; then `from 2024-01-15`, `until 2024-03-31`, `times 3`, `before`, `after`,
/// `holiday 2024-05-01`.
fn schedule(words: &str) -> Schedule {
    let words: Vec<&str> = words.split(' ').collect();
    let given = |word: &str| words.iter().position(|other| *other == word).map(|at| words[at + 1]);
    let (interval, from) = words[0].parse().map_or((1, 0), |interval| (interval, 1));
    let every = match words[from] {
        "month" | "months" => Every::Month { day: words[from + 1].parse().expect("a day") },
        _ => Every::Week { weekday: Weekday::parse(words[from + 1]).expect("a weekday") },
    };
    let moves = [BusinessDay::Before, BusinessDay::After].into_iter().find(|moves| words.contains(&moves.name()));
    Schedule {
        every,
        interval,
        start_date: date(given("from").expect("a start")),
        end_date: given("until").map(date),
        occurrences: given("times").map(|times| times.parse().expect("a number")),
        business_day: moves.unwrap_or(BusinessDay::Stays),
        holidays: given("holiday").map(date).into_iter().collect(),
    }
}

#[test]
fn the_days_of_a_schedule() {
    for (words, days) in [
        ("month 1 from 2024-01-01", "2024-01-01 2024-02-01 2024-03-01 2024-04-01"),
        // The 31st is the last day of the month, in February of a leap year, too.
        ("month 31 from 2024-01-01", "2024-01-31 2024-02-29 2024-03-31 2024-04-30"),
        ("month 31 from 2023-01-31", "2023-01-31 2023-02-28 2023-03-31 2023-04-30"),
        ("month 30 from 2023-01-31", "2023-02-28 2023-03-30 2023-04-30 2023-05-30"),
        ("month 29 from 1900-02-01", "1900-02-28 1900-03-29 1900-04-29 1900-05-29"),
        // It begins on the first such day on or after the start.
        ("month 15 from 2024-01-16", "2024-02-15 2024-03-15 2024-04-15 2024-05-15"),
        ("3 months 15 from 2024-01-16", "2024-02-15 2024-05-15 2024-08-15 2024-11-15"),
        ("12 months 29 from 2024-02-29", "2024-02-29 2025-02-28 2026-02-28 2027-02-28"),
        ("week monday from 2024-01-01", "2024-01-01 2024-01-08 2024-01-15 2024-01-22"),
        ("2 weeks friday from 2024-01-01", "2024-01-05 2024-01-19 2024-02-02 2024-02-16"),
        // It ends by a day, by a number, or by the earlier of both.
        ("month 31 from 2024-01-01 until 2024-03-30", "2024-01-31 2024-02-29"),
        ("month 31 from 2024-01-01 until 2024-03-31", "2024-01-31 2024-02-29 2024-03-31"),
        ("month 1 from 2024-01-01 times 2", "2024-01-01 2024-02-01"),
        ("month 1 from 2024-01-01 times 3 until 2024-01-31", "2024-01-01"),
        ("month 1 from 2024-01-02 until 2024-01-31", ""),
        ("month 31 from 9999-11-01", "9999-11-30"),
    ] {
        let found: Vec<String> = schedule(words).after(None).take(4).map(|on| on.date.to_string()).collect();
        assert_eq!(found.join(" "), days, "{words}");
    }
}

#[test]
fn a_day_on_a_weekend_or_a_holiday_moves() {
    for (words, days) in [
        // 31 March 2024 is Easter Sunday, 30 June a Sunday.
        ("3 months 31 from 2024-03-01", "2024-03-31 2024-06-30 2024-09-30 2024-12-31"),
        ("3 months 31 from 2024-03-01 before", "2024-03-29 2024-06-28 2024-09-30 2024-12-31"),
        ("3 months 31 from 2024-03-01 after", "2024-04-01 2024-07-01 2024-09-30 2024-12-31"),
        ("3 months 31 from 2024-03-01 before holiday 2024-03-29", "2024-03-28 2024-06-28 2024-09-30 2024-12-31"),
        ("3 months 31 from 2024-03-01 after holiday 2024-04-01", "2024-04-02 2024-07-01 2024-09-30 2024-12-31"),
        ("month 1 from 2024-05-01 after holiday 2024-05-01", "2024-05-02 2024-06-03 2024-07-01 2024-08-01"),
        ("week saturday from 2024-01-01 after", "2024-01-08 2024-01-15 2024-01-22 2024-01-29"),
        ("week sunday from 2024-01-01 before times 2", "2024-01-05 2024-01-12"),
    ] {
        let found: Vec<String> = schedule(words).after(None).take(4).map(|on| on.date.to_string()).collect();
        assert_eq!(found.join(" "), days, "{words}");
    }
    let moved = schedule("month 31 from 2024-03-01 before").after(None).next().expect("a day");
    assert_eq!(moved.scheduled_on, date("2024-03-31"), "the scheduled day stays");
}

fn any_schedule() -> impl Strategy<Value = Schedule> {
    let every = prop_oneof![
        (1..=31_u32).prop_map(|day| Every::Month { day }),
        (0..7_usize).prop_map(|at| Every::Week { weekday: Weekday::ALL[at] }),
    ];
    let days = || (0..40_000_i64).prop_map(|days| date("1950-01-01").plus_days(days));
    let moves = (0..3_usize).prop_map(|at| BusinessDay::ALL[at]);
    let holidays = proptest::collection::btree_set(days(), 0..20);
    (every, 1..=MOST_INTERVAL, days(), proptest::option::of(days()), proptest::option::of(1..400_u32), moves, holidays)
        .prop_map(|(every, interval, start_date, end_date, occurrences, business_day, holidays)| Schedule {
            every,
            interval,
            start_date,
            end_date,
            occurrences,
            business_day,
            holidays,
        })
}

proptest! {
    #[test]
    fn days_ascend_within_their_bounds(schedule in any_schedule()) {
        let all: Vec<Occurrence> = schedule.after(None).take(60).collect();
        for pair in all.windows(2) {
            prop_assert!(pair[0].scheduled_on < pair[1].scheduled_on, "{pair:?}");
            prop_assert!(pair[0].date <= pair[1].date, "{pair:?}");
        }
        for on in &all {
            prop_assert!(on.scheduled_on >= schedule.start_date);
            prop_assert!(schedule.end_date.is_none_or(|end| on.scheduled_on <= end));
            prop_assert!(schedule.business_day == BusinessDay::Stays || schedule.is_business_day(on.date), "{on:?}");
        }
        prop_assert!(schedule.occurrences.is_none_or(|most| all.len() <= most as usize));
    }

    /// Whoever looks from any of the days on, at whatever time, finds the same days after it: none twice, none left out.
    #[test]
    fn days_do_not_depend_on_when_somebody_looks(schedule in any_schedule(), looks in proptest::collection::vec(0..60_usize, 1..5)) {
        let all: Vec<Occurrence> = schedule.after(None).take(60).collect();
        for look in looks.into_iter().filter(|look| *look < all.len()) {
            let after: Vec<Occurrence> = schedule.after(Some(all[look].scheduled_on)).take(all.len() - look - 1).collect();
            prop_assert_eq!(&after[..], &all[look + 1..]);
            // From a day between two as well.
            let between: Vec<Occurrence> = schedule.after(Some(all[look].scheduled_on.plus_days(-1))).take(1).collect();
            prop_assert_eq!(&between[..], &all[look..=look]);
        }
    }
}
