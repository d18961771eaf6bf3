use super::Standing::{Confirms, Fresh, Over, Replayed, Rotates, RotatesAnew, Seen};
use super::*;

const NOW: Timestamp = Timestamp::from_micros(1_000_000_000_000_000);

/// So many seconds ago; negative: to come.
fn ago(seconds: i64) -> Timestamp {
    Timestamp::from_micros(NOW.micros() - seconds * 1_000_000)
}

const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;

/// A session that began, was rotated and was seen so many seconds ago; its present secret was used at once.
fn found(by_former: bool, began: i64, rotated: i64, seen: i64) -> Found {
    let session = Session {
        session_id: crate::values::id::ulid(),
        user_id: "ann".into(),
        roles: None,
        permissions: BTreeSet::new(),
        csrf: "csrf-of-ann".into(),
        signed_in_by: SignedInBy::Link,
        began_at: ago(began),
        seen_at: ago(seen),
        ends_at: ago(began).plus(LONGEST),
    };
    Found { session, rotated_at: ago(rotated), confirmed_at: Some(ago(rotated)), by_former }
}

#[test]
fn a_session_rotates_idles_and_ends() {
    for (why, began, rotated, seen, standing) in [
        ("it just began", 0, 0, 0, Fresh),
        ("nearly a minute", 59, 59, 59, Fresh),
        ("a minute", MINUTE, MINUTE, MINUTE, Seen),
        ("just 15 minutes", 15 * MINUTE, 15 * MINUTE, 0, Fresh),
        ("more than 15 minutes", HOUR, 15 * MINUTE + 1, 0, Rotates),
        ("rotated and seen at once", HOUR, HOUR, HOUR, Rotates),
        ("idle for two hours", 3 * HOUR, 2 * HOUR, 2 * HOUR, Rotates),
        ("idle for longer", 3 * HOUR, 2 * HOUR, 2 * HOUR + 1, Over),
        ("nearly twelve hours", 12 * HOUR - 1, 0, 0, Fresh),
        ("twelve hours", 12 * HOUR, 0, 0, Over),
        ("the clock went back", -HOUR, -HOUR, -HOUR, Fresh),
    ] {
        assert_eq!(found(false, began, rotated, seen).standing(NOW), standing, "{why}");
    }
}

#[test]
fn a_former_secret_is_taken_for_a_minute_after_the_new_one_was_used_and_then_ends_the_session() {
    for (why, began, confirmed, seen, standing) in [
        ("at once", HOUR, 0, 0, Fresh),
        ("after a minute", HOUR, MINUTE, MINUTE, Seen),
        ("later", HOUR, MINUTE + 1, 0, Replayed),
        ("later than a secret lasts: it never rotates", HOUR, 20 * MINUTE, 0, Replayed),
        ("the session is idle", 4 * HOUR, 3 * HOUR, 3 * HOUR, Over),
        ("the session is old", 12 * HOUR, MINUTE + 1, 0, Over),
        ("the clock went back", HOUR, -HOUR, 0, Fresh),
    ] {
        // However long the new one was on its way.
        for rotated in [confirmed, confirmed + 10 * MINUTE] {
            let confirmed_at = Some(ago(confirmed));
            let found = Found { confirmed_at, ..found(true, began, rotated, seen) };
            assert_eq!(found.standing(NOW), standing, "{why}");
        }
    }
}

#[test]
fn a_former_secret_is_good_until_the_new_one_was_used_and_gets_another_each_minute() {
    for (why, by_former, rotated, seen, standing) in [
        ("the former, at once", true, 0, 0, Fresh),
        ("the former, after a minute", true, MINUTE, MINUTE, Seen),
        ("the former, later", true, MINUTE + 1, 0, RotatesAnew),
        ("the former, later than a secret lasts", true, HOUR, HOUR, RotatesAnew),
        ("the former, idle for two hours", true, 2 * HOUR, 2 * HOUR, RotatesAnew),
        ("the former, idle for longer", true, 2 * HOUR + 1, 2 * HOUR + 1, Over),
        ("the former, the clock went back", true, -HOUR, -HOUR, Fresh),
        ("the new one, at once", false, 0, 0, Confirms),
        ("the new one, later", false, 10 * MINUTE, 10 * MINUTE, Confirms),
        ("the new one, later than a secret lasts", false, 15 * MINUTE + 1, 0, Rotates),
        ("the new one, idle for longer", false, 2 * HOUR + 1, 2 * HOUR + 1, Over),
        ("the new one, the clock went back", false, -HOUR, -HOUR, Confirms),
    ] {
        let found = Found { confirmed_at: None, ..found(by_former, 4 * HOUR, rotated, seen) };
        assert_eq!(found.standing(NOW), standing, "{why}");
    }
}

#[test]
fn the_words_are_read_as_they_are_written() {
    for by in SignedInBy::ALL {
        assert_eq!(SignedInBy::parse(by.name()), Some(by));
    }
    assert_eq!(SignedInBy::parse("Link"), None);
}

#[test]
fn nothing_secret_is_shown() {
    let session = found(false, 0, 0, 0).session;
    let seen = super::Seen { session, secret: Some("secret-of-ann".into()) };
    let shown = format!("{seen:?}");
    assert!(shown.contains("ann") && !shown.contains("csrf-of") && !shown.contains("secret-of"), "{shown}");
}
