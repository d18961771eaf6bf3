use super::*;
use crate::books::period::Closing;
use crate::values::clock::Timestamp;

fn day(text: &str) -> Date {
    Date::parse(text).expect("a day")
}

fn period(id: &str, first: &str, last: &str) -> Period {
    Period {
        period_id: id.into(),
        period_name: id.into(),
        start_date: day(first),
        end_date: day(last),
        is_adjustment: id.ends_with("ADJ"),
        closing: [Closing::Open; 4],
        version: 1,
        created_at: Timestamp::from_micros(0),
        created_by: "conny".into(),
        last_change: None,
    }
}

fn year(id: &str, first: &str, last: &str) -> FiscalYear {
    FiscalYear {
        fiscal_year_id: id.into(),
        fiscal_year_name: id.into(),
        start_date: day(first),
        end_date: day(last),
        adjustment_period_id: Some(format!("{id}-ADJ")),
        is_closed: false,
        closings: 0,
        last_change: None,
        version: 1,
        created_at: Timestamp::from_micros(0),
        created_by: "conny".into(),
    }
}

fn books(periods: &[(&str, &str, &str)]) -> Catalog {
    let periods = periods.iter().map(|(id, first, last)| ((*id).to_owned(), period(id, first, last)));
    Catalog { periods: periods.collect(), ..Catalog::default() }
}

fn told(span: &Span) -> String {
    match span {
        Span::Period(id) => id.clone(),
        Span::Days(from, to) => format!("{from}..{to}"),
    }
}

fn beside(with: Compare, columns: u32, span: &Span, calendar: &Calendar) -> String {
    let days = match span {
        Span::Period(id) => calendar.catalog.periods.get(id).map(|period| (period.start_date, period.end_date)),
        Span::Days(from, to) => Some((*from, *to)),
    };
    let spans = Comparison { with, columns }.spans(span, days.expect("days"), calendar);
    spans.iter().map(told).collect::<Vec<_>>().join(" ")
}

const MONTHS: [(&str, &str, &str); 5] = [
    ("2024-02", "2024-02-01", "2024-02-29"),
    ("2024-12", "2024-12-01", "2024-12-31"),
    ("FY24-ADJ", "2024-12-31", "2024-12-31"),
    ("2025-01", "2025-01-01", "2025-01-31"),
    ("2025-02", "2025-02-01", "2025-02-28"),
];

#[test]
fn the_columns_beside_a_period() {
    let catalog = books(&MONTHS);
    let calendar = Calendar { catalog: &catalog, years: &[] };
    for (with, columns, id, wanted) in [
        (Compare::PreviousPeriod, 2, "2025-02", "2025-01 2024-12"),
        (Compare::PreviousPeriod, 12, "2025-01", "2024-12 2024-02"),
        (Compare::PreviousPeriod, 1, "2024-02", ""),
        // Before the adjustments there was their month.
        (Compare::PreviousPeriod, 1, "FY24-ADJ", "2024-12"),
        (Compare::SamePeriodLastYear, 2, "2025-02", "2024-02 2023-02-01..2023-02-28"),
        (Compare::SamePeriodLastYear, 1, "2024-02", "2023-02-01..2023-02-28"),
        (Compare::YearToDate, 2, "2025-02", "2025-01-01..2025-02-28 2024-01-01..2024-02-29"),
    ] {
        assert_eq!(beside(with, columns, &Span::Period(id.into()), &calendar), wanted, "{} {id}", with.name());
    }
}

#[test]
fn the_columns_beside_days() {
    let catalog = books(&[]);
    let calendar = Calendar { catalog: &catalog, years: &[] };
    for (with, from, to, wanted) in [
        (Compare::PreviousPeriod, "2025-03-01", "2025-03-31", "2025-02-01..2025-02-28 2025-01-01..2025-01-31"),
        (Compare::PreviousPeriod, "2025-01-01", "2025-03-31", "2024-10-01..2024-12-31 2024-07-01..2024-09-30"),
        (Compare::PreviousPeriod, "2025-03-03", "2025-03-09", "2025-02-24..2025-03-02 2025-02-17..2025-02-23"),
        (Compare::SamePeriodLastYear, "2024-02-01", "2024-02-29", "2023-02-01..2023-02-28 2022-02-01..2022-02-28"),
        (Compare::SamePeriodLastYear, "2025-02-01", "2025-02-28", "2024-02-01..2024-02-29 2023-02-01..2023-02-28"),
        (Compare::YearToDate, "2025-03-01", "2025-03-15", "2025-01-01..2025-03-15 2024-01-01..2024-03-15"),
    ] {
        assert_eq!(beside(with, 2, &Span::Days(day(from), day(to)), &calendar), wanted, "{} {from}", with.name());
    }
}

#[test]
fn a_period_has_its_number_in_its_fiscal_year() {
    let catalog = books(&[
        ("A-01", "2024-01-29", "2024-02-25"),
        ("A-02", "2024-02-26", "2025-02-02"),
        ("A-ADJ", "2025-02-02", "2025-02-02"),
        ("B-01", "2025-02-03", "2025-03-02"),
        ("B-02", "2025-03-03", "2026-02-01"),
        ("B-ADJ", "2026-02-01", "2026-02-01"),
    ]);
    let years = [year("A", "2024-01-29", "2025-02-02"), year("B", "2025-02-03", "2026-02-01")];
    let calendar = Calendar { catalog: &catalog, years: &years };
    for (with, id, wanted) in [
        (Compare::SamePeriodLastYear, "B-02", "A-02"),
        (Compare::SamePeriodLastYear, "B-ADJ", "A-ADJ"),
        (Compare::YearToDate, "B-01", "2025-02-03..2025-03-02"),
    ] {
        assert_eq!(beside(with, 1, &Span::Period(id.into()), &calendar), wanted, "{id}");
    }
}

#[test]
fn the_days_beside_a_balance_sheet() {
    let catalog = books(&MONTHS);
    let years = [year("FY24", "2024-01-01", "2024-12-31")];
    for (years, with, as_of, wanted) in [
        (&[][..], Compare::PreviousPeriod, "2025-02-28", "2025-01-31 2024-12-31"),
        (&[][..], Compare::PreviousPeriod, "2025-02-10", "2025-01-31 2024-12-31"),
        (&[][..], Compare::SamePeriodLastYear, "2024-02-29", "2023-02-28 2022-02-28"),
        (&[][..], Compare::SamePeriodLastYear, "2025-02-28", "2024-02-29 2023-02-28"),
        (&years[..], Compare::YearToDate, "2024-12-31", "2023-12-31 2022-12-31"),
        (&years[..], Compare::YearToDate, "2025-02-10", "2024-12-31 2023-12-31"),
    ] {
        let days = Comparison { with, columns: 2 }.days(day(as_of), &Calendar { catalog: &catalog, years });
        let days: Vec<String> = days.iter().map(Date::to_string).collect();
        assert_eq!(days.join(" "), wanted, "{} {as_of}", with.name());
    }
}
