//! Whether balances and lines are whole: opening + lines = closing, and closing = the next opening. See docs/rules/bank-statements.md#chain.
//!
//! Derived from all statements of the account whenever it is asked, so that a statement that comes later closes a gap.

use std::collections::BTreeMap;

use crate::values::clock::{Date, Timestamp};
use crate::values::money::{Minor, MoneyError};

/// A statement as a step of its account's ladder.
#[derive(Clone, PartialEq, Debug)]
pub struct Rung {
    pub statement_id: String,
    pub from: Date,
    pub to: Date,
    pub opening_balance: Option<Minor>,
    pub closing_balance: Option<Minor>,
    pub total: Minor,
    pub content: String,
    /// How many lines it brought in, when, and by whom.
    pub new_lines: u32,
    pub created_at: Timestamp,
    pub created_by: String,
}

/// What the account's lines of each day come to.
pub type DaySums = BTreeMap<Date, Minor>;

/// Where money is missing, or too much.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Break {
    pub kind: BreakKind,
    /// The day of the balance that does not fit.
    pub date: Date,
    /// What the balance says less what was expected.
    pub difference: Minor,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BreakKind {
    /// It opens with something else than the statement before it closed with.
    Gap,
    /// Its lines do not lead from its opening to its closing balance.
    Lines,
}

/// Puts statements into the order of their days. Of those that cover the same days, one follows the balance before it.
pub fn in_order(mut rungs: Vec<Rung>) -> Vec<Rung> {
    rungs.sort_by(|a, b| (a.to, a.from, &a.statement_id).cmp(&(b.to, b.from, &b.statement_id)));
    let mut ordered: Vec<Rung> = Vec::with_capacity(rungs.len());
    let mut waiting = rungs.into_iter().peekable();
    while let Some(first) = waiting.next() {
        let mut same = vec![first];
        while let Some(next) =
            waiting.next_if(|next| same.first().is_some_and(|one| (one.from, one.to) == (next.from, next.to)))
        {
            same.push(next);
        }
        while !same.is_empty() {
            let closing = ordered.last().and_then(|last| last.closing_balance);
            let follows =
                closing.and_then(|closing| same.iter().position(|rung| rung.opening_balance == Some(closing)));
            ordered.push(same.remove(follows.unwrap_or(0)));
        }
    }
    ordered
}

/// The breaks of each statement that has any. `rungs` are in order; `sums` hold the days of those that overlap another.
pub fn breaks(rungs: &[Rung], sums: &DaySums) -> Result<BTreeMap<String, Vec<Break>>, MoneyError> {
    let mut found: BTreeMap<String, Vec<Break>> = BTreeMap::new();
    let mut before: Option<&Rung> = None;
    for rung in rungs {
        let mut own = Vec::new();
        if let (Some(before), Some(opening)) = (before, rung.opening_balance) {
            own.extend(gap(before, rung, opening, sums)?);
        }
        if let (Some(opening), Some(closing)) = (rung.opening_balance, rung.closing_balance) {
            own.extend(differs(BreakKind::Lines, rung.to, closing, opening.checked_add(rung.total)?)?);
        }
        if !own.is_empty() {
            found.insert(rung.statement_id.clone(), own);
        }
        if rung.closing_balance.is_some() {
            before = Some(rung);
        }
    }
    Ok(found)
}

fn gap(before: &Rung, rung: &Rung, opening: Minor, sums: &DaySums) -> Result<Option<Break>, MoneyError> {
    let Some(closed) = before.closing_balance else { return Ok(None) };
    if closed == opening {
        return Ok(None);
    }
    let Some(closing) = rung.closing_balance.filter(|_| rung.from <= before.to) else {
        return differs(BreakKind::Gap, rung.from, opening, closed);
    };
    // It begins within the one before: that one's lines before its first day lead to its opening balance.
    if let Some(opened) = before.opening_balance {
        let earlier = sums.iter().filter(|(day, _)| **day >= before.from && **day < rung.from).map(|(_, sum)| *sum);
        if opened.checked_add(Minor::sum(earlier)?)? == opening {
            return Ok(None);
        }
    }
    // Or what came after that one's last day leads to its closing balance.
    let after = between(sums, before.to, rung.to)?;
    differs(BreakKind::Gap, rung.to, closing, closed.checked_add(after)?)
}

/// What the lines after the one day, up to the other, come to.
fn between(sums: &DaySums, after: Date, until: Date) -> Result<Minor, MoneyError> {
    Minor::sum(sums.iter().filter(|(day, _)| **day > after && **day <= until).map(|(_, sum)| *sum))
}

fn differs(kind: BreakKind, date: Date, found: Minor, expected: Minor) -> Result<Option<Break>, MoneyError> {
    let difference = found.checked_sub(expected)?;
    Ok((!difference.is_zero()).then_some(Break { kind, date, difference }))
}

/// What the account held at the end of the day, as its statements tell it; `None` where they tell nothing.
pub fn balance_on(rungs: &[Rung], sums: &DaySums, day: Date) -> Result<Option<Minor>, MoneyError> {
    let within = rungs.iter().rev().find(|rung| rung.from <= day && day < rung.to && rung.opening_balance.is_some());
    let closed = rungs.iter().rev().find(|rung| rung.to <= day && rung.closing_balance.is_some());
    match (within, closed) {
        // One that goes on after the day has all of it; one that ends on it may have been taken during the day.
        (Some(rung), _) => {
            let Some(opening) = rung.opening_balance else { return Ok(None) };
            let lines = sums.iter().filter(|(date, _)| **date >= rung.from && **date <= day).map(|(_, sum)| *sum);
            Ok(Some(opening.checked_add(Minor::sum(lines)?)?))
        }
        (None, closed) => Ok(closed.and_then(|rung| rung.closing_balance)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Date {
        Date::parse(&format!("2024-{text}")).expect(text)
    }

    fn rung(id: &str, from: &str, to: &str, opening: i64, closing: i64) -> Rung {
        Rung {
            statement_id: id.into(),
            from: day(from),
            to: day(to),
            opening_balance: Some(Minor(opening)),
            closing_balance: Some(Minor(closing)),
            total: Minor(closing - opening),
            content: id.into(),
            new_lines: 0,
            created_at: Timestamp::from_micros(0),
            created_by: "bo".into(),
        }
    }

    fn found(rungs: Vec<Rung>, sums: &DaySums) -> Vec<(String, BreakKind, String, i64)> {
        let broken = breaks(&in_order(rungs), sums).expect("sums");
        let each = broken.into_iter().flat_map(|(id, all)| all.into_iter().map(move |one| (id.clone(), one)));
        each.map(|(id, one)| (id, one.kind, one.date.to_string(), one.difference.0)).collect()
    }

    #[test]
    fn what_chains_has_no_break_in_whatever_order_it_came() {
        let january = rung("A", "01-01", "01-31", 0, 500);
        let february = rung("B", "02-01", "02-29", 500, 700);
        assert_eq!(found(vec![february.clone(), january.clone()], &DaySums::new()), []);
        let march = rung("C", "03-01", "03-31", 690, 800);
        let gap = ("C".to_owned(), BreakKind::Gap, "2024-03-01".to_owned(), -10);
        assert_eq!(found(vec![march.clone(), february, january], &DaySums::new()), std::slice::from_ref(&gap));
        let short = Rung { total: Minor(100), ..march };
        let lines = ("C".to_owned(), BreakKind::Lines, "2024-03-31".to_owned(), 10);
        assert_eq!(found(vec![short, rung("B", "02-01", "02-29", 500, 700)], &DaySums::new()), [gap, lines]);
    }

    #[test]
    fn one_that_overlaps_is_held_against_the_days_after_the_one_before() {
        let january = rung("A", "01-01", "01-31", 0, 500);
        let half = rung("B", "01-15", "02-15", 300, 650);
        let sums: DaySums = [(day("01-20"), Minor(200)), (day("02-03"), Minor(150))].into();
        assert_eq!(found(vec![january.clone(), half.clone()], &sums), []);
        let during_the_day = vec![rung("A", "01-01", "01-15", 0, 19), rung("B", "01-11", "01-31", 8, 40)];
        let sums: DaySums = [(day("01-05"), Minor(8)), (day("01-15"), Minor(18)), (day("01-20"), Minor(14))].into();
        assert_eq!(found(during_the_day.clone(), &sums), []);
        assert_eq!(balance_on(&in_order(during_the_day), &sums, day("01-15")), Ok(Some(Minor(26))));
        let other: DaySums = [(day("02-03"), Minor(140))].into();
        assert_eq!(found(vec![january, half], &other), [("B".to_owned(), BreakKind::Gap, "2024-02-15".to_owned(), 10)]);
    }

    #[test]
    fn pages_of_one_day_follow_each_other() {
        let pages = vec![
            rung("1", "01-05", "01-05", 90, 80),
            rung("2", "01-05", "01-05", 100, 90),
            rung("0", "01-04", "01-04", 7, 100),
        ];
        assert_eq!(found(pages, &DaySums::new()), []);
    }

    #[test]
    fn the_balance_of_a_day() {
        let rungs = in_order(vec![rung("A", "01-01", "01-31", 0, 500), rung("B", "02-01", "02-29", 500, 700)]);
        let sums: DaySums = [(day("01-10"), Minor(200)), (day("01-20"), Minor(300)), (day("02-20"), Minor(200))].into();
        for (on, held) in [
            ("01-15", Some(200)),
            ("01-31", Some(500)),
            ("02-10", Some(500)),
            ("02-29", Some(700)),
            ("03-31", Some(700)),
        ] {
            assert_eq!(balance_on(&rungs, &sums, day(on)), Ok(held.map(Minor)), "{on}");
        }
        assert_eq!(balance_on(&rungs, &sums, Date::FIRST), Ok(None));
    }
}
