//! Reports over many periods, some of them closed: what closed periods hold is summed up once, and any way leads to the same figures.
//! See docs/rules/reports.md#figures-of-reports.

use tests::prelude::*;

/// Sixteen months from September 2022 on, before those that the books have. The month's number is what its entry of the 10th amounts
/// to, and a hundredth of that is the entry of the 20th.
const MONTHS: i64 = 16;

fn month(number: i64) -> String {
    let months = 2022 * 12 + 7 + number;
    format!("{}-{:02}", months / 12, months % 12 + 1)
}

/// The days between which an income statement is asked for, and the months of the entries of the 10th and of the 20th within them.
const RANGES: [(&str, &str, [i64; 2], [i64; 2]); 7] = [
    ("2022-09-01", "2024-03-31", [1, 16], [1, 16]),
    ("2020-01-01", "2023-11-30", [1, 15], [1, 15]),
    ("2020-01-01", "2023-08-15", [1, 12], [1, 11]),
    ("2022-10-01", "2023-12-31", [2, 16], [2, 16]),
    ("2022-10-15", "2023-12-15", [3, 16], [2, 15]),
    ("2023-02-01", "2023-02-28", [6, 6], [6, 6]),
    ("2024-01-01", "2024-03-31", [1, 0], [1, 0]),
];

fn cents(all: [i64; 2], other: [i64; 2]) -> i64 {
    let sum = |[first, last]: [i64; 2]| (first..=last).sum::<i64>();
    100 * sum(all) + sum(other)
}

fn text(cents: i64) -> String {
    format!("{}.{:02}", cents / 100, cents % 100)
}

/// Asks for everything twice, so that what is kept by the first answer is met by the second. `more` is in the third month.
async fn figures_are_right(app: &TestApp, more: i64, told: &str) {
    for _ in 0..2 {
        for (from, to, tenth, twentieth) in RANGES {
            let more = if (from..=to).contains(&"2022-11-10") { more } else { 0 };
            let report = app.report(&format!("income-statement?from={from}&to={to}")).await;
            let wanted = text(cents(tenth, twentieth) + more);
            assert_eq!(report["expenses"]["total"].to_string(), wanted, "{told}: {from} to {to}");
            let begin = if from < "2022-09-30" { to } else { continue };
            let sheet = app.report(&format!("balance-sheet?as_of={begin}")).await;
            assert_eq!(sheet["equity"]["current_earnings"].to_string(), format!("-{wanted}"), "{told}: {begin}");
        }
        for number in [1, 3, 9, MONTHS] {
            let report = app.report(&format!("trial-balance?period_id={}", month(number))).await;
            let row = report.data().iter().find(|row| row["account_id"] == EXPENSE).cloned().unwrap_or_default();
            let opening = cents([1, number - 1], [1, number - 1]) + if number > 3 { more } else { 0 };
            let moved = cents([number; 2], [number; 2]) + if number == 3 { more } else { 0 };
            let found = ["opening_balance", "debit", "closing_balance"].map(|column| row[column].to_string());
            assert_eq!(found, [text(opening), text(moved), text(opening + moved)], "{told}: month {number}");
        }
    }
}

async fn close(app: &TestApp, months: std::ops::RangeInclusive<i64>) {
    for number in months {
        app.close(&month(number), "all").await;
    }
}

tests::on_both! {
    async fn closed_periods_change_no_figure(app: TestApp) {
        app.open_books().await;
        for number in 1..=MONTHS {
            let id = month(number);
            let last = chrono::NaiveDate::parse_from_str(&format!("{id}-01"), "%Y-%m-%d").expect("a day");
            let last = last + chrono::Months::new(1) - chrono::Days::new(1);
            let body = period(&id, &id, &format!("{id}-01"), &last.to_string());
            app.post("accounting-periods", &app.admin(), body).await.expect(201);
            for (day, amount) in [(10, number * 100), (20, number)] {
                app.posted(JOURNAL_ENTRY, dated(entry(&text(amount)), &id, &format!("{id}-{day}"))).await;
            }
        }
        figures_are_right(&app, 0, "all open").await;
        close(&app, 2..=15).await;
        figures_are_right(&app, 0, "open before the closed ones").await;
        close(&app, 1..=1).await;
        figures_are_right(&app, 0, "closed but for the last").await;
        app.close(&month(MONTHS), "ap").await;
        figures_are_right(&app, 0, "the last closed in part").await;
        close(&app, MONTHS..=MONTHS).await;
        figures_are_right(&app, 0, "all closed").await;
        app.reopen(&month(3)).await;
        figures_are_right(&app, 0, "the third open again").await;
        app.posted(JOURNAL_ENTRY, dated(entry("7000.00"), &month(3), "2022-11-10")).await;
        figures_are_right(&app, 700_000, "the third with more").await;
        close(&app, 3..=3).await;
        figures_are_right(&app, 700_000, "the third closed again").await;
        app.books_agree();
    }
}
