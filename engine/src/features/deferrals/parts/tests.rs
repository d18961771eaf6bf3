//! The parts as a bookkeeper would write them, and the law that they sum up to the amount.

use super::*;

fn day(text: &str) -> Date {
    Date::parse(text).expect(text)
}

fn told(amount: i64, start: &str, spread: Spread) -> String {
    let parts = parts(Minor(amount), day(start), spread).expect("parts");
    let each = parts.iter().map(|part| format!("{} {}", part.scheduled_on, part.amount.0));
    each.collect::<Vec<_>>().join(", ")
}

#[test]
fn months_have_the_same_share() {
    for (amount, start, months, wanted) in [
        (120_000, "2024-01-01", 3, "2024-01-31 40000, 2024-02-29 40000, 2024-03-31 40000"),
        (100, "2024-01-15", 3, "2024-01-31 33, 2024-02-29 34, 2024-03-31 33"),
        (-100, "2024-01-31", 3, "2024-01-31 -33, 2024-02-29 -34, 2024-03-31 -33"),
        (2, "2023-11-01", 4, "2023-11-30 1, 2024-01-31 1"),
        (5, "2024-01-01", 1, "2024-01-31 5"),
        (0, "2024-01-01", 2, ""),
    ] {
        assert_eq!(told(amount, start, Spread::Months(months)), wanted);
    }
}

#[test]
fn days_have_the_same_share() {
    for (amount, start, end, wanted) in [
        (36_600, "2024-01-01", "2024-02-29", "2024-01-31 18910, 2024-02-29 17690"),
        (1_000, "2024-01-31", "2024-02-01", "2024-01-31 500, 2024-02-01 500"),
        (1_000, "2024-01-10", "2024-01-10", "2024-01-10 1000"),
        (1, "2024-01-01", "2024-03-31", "2024-02-29 1"),
    ] {
        assert_eq!(told(amount, start, Spread::Until(day(end))), wanted);
    }
    assert_eq!(parts(Minor(1), day("2024-01-02"), Spread::Until(day("2024-01-01"))), None);
}

/// Whatever the amount, its sign and its time: nothing is lost, nothing is recognised twice, and no part goes against the amount.
#[test]
fn the_parts_sum_up_to_the_amount() {
    // A plain generator, so that each run tries the same.
    let mut state = 41_u64;
    let mut next = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    for _ in 0..20_000 {
        let scale = 10_u64.pow(u32::try_from(next(13)).expect("small"));
        let size = i64::try_from(next(1_000_000) * scale / 1_000).expect("an amount");
        let amount = if next(2) == 0 { size } else { -size };
        let start = day("2020-01-01").plus_days(i64::try_from(next(3_000)).expect("days"));
        let spread = if next(2) == 0 {
            Spread::Months(u32::try_from(next(u64::from(MOST_MONTHS)) + 1).expect("months"))
        } else {
            Spread::Until(start.plus_days(i64::try_from(next(3_660)).expect("days")))
        };
        let parts = parts(Minor(amount), start, spread).expect("parts");
        assert_eq!(parts.iter().map(|part| part.amount.0).sum::<i64>(), amount, "{amount} {start} {spread:?}");
        assert!(parts.iter().all(|part| part.amount.0.signum() == amount.signum()), "{amount} {start} {spread:?}");
        assert!(parts.is_sorted_by(|one, next| one.scheduled_on < next.scheduled_on), "{amount} {start} {spread:?}");
    }
}
