//! A workbook has the rows of the CSV: numbers as numbers, days as days, and no formula. See docs/rules/reports.md#xlsx.

use calamine::{Data, Reader, Xlsx};
use reqwest::Method;
use tests::prelude::*;

const TYPE: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/// The rows of its only sheet, and how many formulas it has.
async fn workbook(app: &TestApp, path: &str) -> (Vec<Vec<Data>>, usize) {
    let join = if path.contains('?') { '&' } else { '?' };
    let path = format!("reports/{path}{join}format=xlsx");
    let answer = app.get(&path, &app.controller()).await.expect(200);
    assert_eq!(answer.header("content-type"), TYPE, "{path}");
    let mut book: Xlsx<_> = Xlsx::new(std::io::Cursor::new(answer.bytes)).expect("a workbook");
    let formulas = book.worksheet_formula("Sheet1").expect("a sheet").cells().count();
    let range = book.worksheet_range("Sheet1").expect("a sheet");
    (range.rows().map(<[Data]>::to_vec).collect(), formulas)
}

/// Whether a cell says what the CSV says.
fn says(cell: &Data, csv: &str) -> bool {
    match cell {
        Data::Empty => csv.is_empty(),
        Data::String(text) => text == csv || csv.strip_prefix('\'') == Some(text),
        Data::Float(number) => csv.parse() == Ok(*number),
        Data::DateTime(day) => {
            let (year, month, day, ..) = day.to_ymd_hms_milli();
            csv == format!("{year:04}-{month:02}-{day:02}")
        }
        _ => false,
    }
}

tests::on_both! {
    async fn every_report_is_the_same(app: TestApp) {
        app.open_books().await;
        app.posted(JOURNAL_ENTRY, with(entry_named("JE-1", "12.50"), json!({ "memo": "=1+1, \"quoted\"" }))).await;
        app.posted(JOURNAL_ENTRY, entry_named("JE-2", "90000000000000.01")).await;
        app.post("tax-codes", &app.admin(), tax_code("V19")).await.expect(201);
        let line = with(item(EXPENSE, "1", "100.00"), json!({ "tax_code_id": "V19" }));
        app.posted(BILL, with(bill("BILL-1", "1"), json!({ "lines": [line] }))).await;
        app.posted(INVOICE, in_currency(due(invoice("INV-1", "1000"), "2024-01-20"), "JPY", "0.0070")).await;
        for path in [
            "trial-balance?as_of=2024-12-31",
            "balance-sheet?as_of=2024-12-31",
            "balance-sheet?as_of=2024-12-31&split_by=customer",
            "income-statement?from=2024-01-01&to=2024-12-31&compare=year_to_date",
            "aging?kind=ar&as_of=2024-03-01",
            "general-ledger?account_id=1000&to=2024-12-31",
            "journal?from=2024-01-01&to=2024-12-31",
            "statement-of-account?party_type=customer&party_id=C-1&to=2024-12-31",
            "cash-flow?from=2024-01-01&to=2024-12-31",
            "vat?from=2024-01-01&to=2024-12-31",
            "vat-lines?from=2024-01-01&to=2024-12-31",
            "cash-flow?method=direct&compare=year_to_date&from=2024-01-01&to=2024-12-31",
        ] {
            let ((rows, formulas), csv) = (workbook(&app, path).await, app.csv(path).await);
            assert_eq!((rows.len(), formulas), (csv.len() + 1, 0), "{path}");
            let columns: Vec<String> = rows[0].iter().map(ToString::to_string).collect();
            for (row, csv) in rows[1..].iter().zip(&csv) {
                for (name, cell) in columns.iter().zip(row) {
                    assert!(says(cell, &csv[name]), "{path} {name}: {cell:?} and {:?}", csv[name]);
                }
            }
        }
        let (rows, _) = workbook(&app, "general-ledger?account_id=1000&to=2024-12-31").await;
        let column = |name: &str| rows[0].iter().position(|cell| cell == &Data::String(name.into())).expect("a column");
        let (debit, credit, day) = (column("debit"), column("credit"), column("posting_date"));
        // An amount of more digits than a spreadsheet keeps is a text, with all of them.
        assert!(rows.iter().any(|row| [&row[debit], &row[credit]].contains(&&Data::String("90000000000000.01".into()))), "{rows:?}");
        assert!(rows.iter().any(|row| [&row[debit], &row[credit]].contains(&&Data::Float(12.5))), "{rows:?}");
        assert!(matches!(rows[2][day], Data::DateTime(_)), "{:?}", rows[2]);
    }

    async fn a_past_day_stays_byte_for_byte(app: TestApp) {
        app.open_books().await;
        app.posted(JOURNAL_ENTRY, entry_named("JE-1", "12.50")).await;
        let report = async || app.get("reports/trial-balance?as_of=2024-01-31&format=xlsx", &app.controller()).await.expect(200).bytes;
        let before = report().await;
        tokio::time::sleep(std::time::Duration::from_millis(1_100)).await;
        app.posted(JOURNAL_ENTRY, on(entry_named("JE-2", "1.00"), "2024-02-01")).await;
        assert_eq!(report().await, before);
    }

    async fn the_caller_says_which(app: TestApp) {
        app.open_books().await;
        for path in ["reports/trial-balance", "reports/aging?kind=ar", "reports/journal"] {
            let got = app.send(Method::GET, path, &app.controller(), &[("Accept", TYPE)], None).await.expect(200);
            assert_eq!(got.header("content-type"), TYPE);
            assert!(got.header("content-disposition").ends_with(".xlsx\""));
        }
        // What is wrong with the question is told before a file begins.
        for (path, pointer) in [("general-ledger?account_id=nope", "/account_id"), ("journal?from=2024-02-01&to=2024-01-01", "/to")] {
            for format in ["csv", "xlsx"] {
                let asked = format!("reports/{path}&format={format}");
                let problem = app.get(&asked, &app.controller()).await;
                assert!([404, 422].contains(&problem.status), "{pointer} {}", problem.text);
            }
        }
    }
}
