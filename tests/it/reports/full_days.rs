//! The general ledger of accounts with thousands of lines on one day: any page, by whatever way it is found, has the lines and the balances
//! that the ledger has. See docs/rules/reports.md#general-ledger.

use sea_orm::{ConnectionTrait, DatabaseConnection, Statement};
use tests::prelude::*;

use super::cells;

/// A day with 3,700 lines of the bank account. The last 1,200 of its postings, in the order of the ledger, are those with a receivable.
const FULL: &str = "2024-02-10";
const BILLS: u32 = 2_500;
const ENTRIES: u32 = 1_200;

/// The days around it: none to 29 postings each.
fn lesser_days() -> impl Iterator<Item = (String, u32)> {
    let days = (1..=3).flat_map(|month| (1..=28).map(move |day| format!("2024-{month:02}-{day:02}")));
    days.filter(|day| day != FULL).enumerate().map(|(place, day)| (day, u32::try_from(place * 7 % 30).expect("few")))
}

/// A posting with its two or three lines, as rows of SQL.
fn posting(kind: &str, id: &str, day: &str, number: u32) -> (String, Vec<String>) {
    let posted = if number.is_multiple_of(50) { "void" } else { "document" };
    let amount = if posted == "void" { -i64::from(number) - 1 } else { i64::from(number) + 1 };
    let key = format!("'{kind}', '{id}', '{posted}'");
    let line = |place: u32, account: &str, amount: i64| {
        format!("({key}, {place}, 0, '{account}', '{day}', 'USD', {amount}, {amount}, NULL)")
    };
    let mut lines = vec![line(1, CASH, amount)];
    if kind == "journal_entry" {
        lines.push(line(2, RECEIVABLE, -amount));
    } else {
        lines.extend([line(2, EXPENSE, 1 - amount), line(3, EXPENSE, -1)]);
    }
    (format!("({key}, '{}', 'gl', '{day}', 'USD', 1)", &day[..7]), lines)
}

/// Writes the postings, which the reports read with their lines, without documents.
async fn fill(db: &DatabaseConnection) {
    let mut all = Vec::new();
    all.extend((0..BILLS).map(|number| posting("bill", &format!("B-{}", number * 7_919 % BILLS), FULL, number)));
    all.extend((0..ENTRIES).map(|number| posting("journal_entry", &format!("JE-{number}"), FULL, number)));
    for (day, count) in lesser_days() {
        all.extend((0..count).map(|number| posting("journal_entry", &format!("{day}.{number}"), &day, number)));
    }
    for some in all.chunks(500) {
        let postings: Vec<&str> = some.iter().map(|(posting, _)| posting.as_str()).collect();
        let lines: Vec<&str> = some.iter().flat_map(|(_, lines)| lines).map(String::as_str).collect();
        run(db, &format!("INSERT INTO posting (source_kind, source_id, kind, period_id, sub_ledger, posting_date, currency, posted_at) VALUES {}", postings.join(", "))).await;
        run(db, &format!("INSERT INTO posting_line (source_kind, source_id, kind, position, line_number, account_id, posting_date, currency, amount, base_amount, memo) VALUES {}", lines.join(", "))).await;
    }
    let sum = |sign: &str| format!("SUM(CASE WHEN {sign}base_amount > 0 THEN {sign}base_amount ELSE 0 END)");
    let (debit, credit) = (sum(""), sum("-"));
    run(db, &format!("INSERT INTO balance (account_id, period_id, currency, debit, credit, base_debit, base_credit) \
        SELECT account_id, SUBSTR(posting_date, 1, 7), currency, {debit}, {credit}, {debit}, {credit} FROM posting_line GROUP BY 1, 2, 3")).await;
    if db.get_database_backend() == sea_orm::DbBackend::Postgres {
        run(db, "ANALYZE").await;
    }
}

async fn run(db: &DatabaseConnection, sql: &str) {
    db.execute_unprepared(sql).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
}

/// A line as its day, document and amount, with the balance after it.
#[derive(PartialEq, Debug)]
struct Line {
    day: String,
    document: String,
    amount: i64,
    balance: i64,
}

/// All lines of the account, in the order of the ledger, added up one by one.
async fn ledger(db: &DatabaseConnection, account: &str) -> Vec<Line> {
    let sql = format!(
        "SELECT posting_date, source_kind, source_id, kind, base_amount FROM posting_line WHERE account_id = '{account}' \
         ORDER BY posting_date, source_kind, source_id, kind, position"
    );
    let rows = db.query_all_raw(Statement::from_string(db.get_database_backend(), sql)).await.expect("lines");
    let mut balance = 0;
    let read = |row: &sea_orm::QueryResult| {
        let text = |place: usize| row.try_get_by_index::<String>(place).expect("a text");
        let amount: i64 = row.try_get_by_index(4).expect("an amount");
        balance += amount;
        Line { day: text(0), document: format!("{} {} {}", text(1), text(2), text(3)), amount, balance }
    };
    rows.iter().map(read).collect()
}

fn cents(number: &Value) -> i64 {
    number.to_string().replace('.', "").parse().expect("an amount of two decimals")
}

fn shown(row: &Value) -> Line {
    Line {
        day: row["posting_date"].as_str().expect("a day").to_owned(),
        document: cells(row, &["document_type", "document_id", "posting"]).join(" "),
        amount: cents(&row["debit"]) - cents(&row["credit"]),
        balance: cents(&row["balance"]),
    }
}

/// What is asked for: an account, days, lines of a page, and how many pages.
struct Walk<'a> {
    account: &'a str,
    days: (&'a str, &'a str),
    limit: usize,
    pages: usize,
}

/// Every page has the lines of the ledger, and the same figures above them. The last cursor, where there is one.
async fn walk(
    app: &TestApp,
    all: &[Line],
    Walk { account, days: (from, to), limit, pages }: Walk<'_>,
) -> Option<String> {
    let before = all.iter().rfind(|line| line.day.as_str() < from).map_or(0, |line| line.balance);
    let wanted: Vec<&Line> = all.iter().filter(|line| (from..=to).contains(&line.day.as_str())).collect();
    let sum = |sign: i64| wanted.iter().map(|line| (sign * line.amount).max(0)).sum::<i64>();
    let frame = [before, sum(1), sum(-1), before + sum(1) - sum(-1)];
    let (mut cursor, mut seen) = (String::new(), 0);
    for _ in 0..pages {
        let asked = format!("general-ledger?account_id={account}&from={from}&to={to}&limit={limit}&count=true{cursor}");
        let page = app.report(&asked).await;
        let of =
            ["opening_balance", "total_debit", "total_credit", "closing_balance"].map(|column| cents(&page[column]));
        assert_eq!((of, page.number("total")), (frame, wanted.len().to_string()), "{asked}");
        for row in page.data() {
            assert_eq!(Some(&&shown(row)), wanted.get(seen), "{asked}");
            seen += 1;
        }
        assert_eq!(page["has_more"], json!(seen < wanted.len()), "{asked}");
        if seen == wanted.len() {
            return None;
        }
        cursor = format!("&cursor={}", page.string("next_cursor"));
    }
    Some(cursor)
}

/// A process of its own: `gl check`, which the others end with, would miss the documents.
async fn opened(backend: Backend) -> (TestApp, DatabaseConnection) {
    let app = TestApp::start_process(backend, &[]).await;
    app.open_books().await;
    let db = sea_orm::Database::connect(app.database.url()).await.expect("the books open");
    fill(&db).await;
    (app, db)
}

async fn every_page_has_the_lines_of_the_ledger(backend: Backend) {
    let (app, db) = opened(backend).await;
    for account in [CASH, RECEIVABLE] {
        let all = ledger(&db, account).await;
        // Twice: the second time sums are remembered.
        for limit in [200, 199] {
            walk(&app, &all, Walk { account, days: ("2024-01-01", "2024-12-31"), limit, pages: usize::MAX }).await;
        }
        let mut number = 1_u32;
        let mut next = |below: u32| {
            number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (number >> 8) % below
        };
        for _ in 0..25 {
            let [one, other] = [(); 2].map(|()| format!("2024-{:02}-{:02}", 1 + next(4), 1 + next(28)));
            let one = if next(3) == 0 { FULL.to_owned() } else { one };
            let days = (one.as_str().min(&other), one.as_str().max(&other));
            let limit = [1, 3, 20, 90, 200][usize::try_from(next(5)).expect("few")];
            walk(&app, &all, Walk { account, days, limit, pages: 4 }).await;
        }
        let rows = app.csv(&format!("general-ledger?account_id={account}&from=2024-01-15&to=2024-03-20")).await;
        let wanted = all.iter().filter(|line| ("2024-01-15"..="2024-03-20").contains(&line.day.as_str()));
        let wanted: Vec<String> = wanted.map(|line| line.balance.to_string()).collect();
        let found = rows[1..rows.len() - 1].iter().map(|row| row["balance"].replace('.', ""));
        let found: Vec<i64> = found.map(|balance| balance.parse().expect("a balance")).collect();
        assert_eq!(found.iter().map(i64::to_string).collect::<Vec<_>>(), wanted);
    }
    db.close().await.expect("the books close");
}

/// What is posted meanwhile, before the place of a page, on its day or behind it, is in the balances of the next page.
async fn a_page_has_the_balances_of_its_moment(backend: Backend) {
    let (app, db) = opened(backend).await;
    let all = ledger(&db, CASH).await;
    let asked = |pages| Walk { account: CASH, days: ("2024-02-05", "2024-02-20"), limit: 150, pages };
    let cursor = walk(&app, &all, asked(9)).await.expect("more pages");
    for (number, day) in ["2024-01-05", "2024-02-03", FULL, FULL, "2024-02-25", "2024-03-05"].into_iter().enumerate() {
        let ask = format!("general-ledger?account_id={CASH}&from=2024-02-05&to=2024-02-20&limit=150{cursor}");
        app.report(&ask).await;
        let id = if number == 3 { format!("A-{number}") } else { format!("Z-{number}") };
        app.posted(JOURNAL_ENTRY, dated(entry_named(&id, "1000.00"), &day[..7], day)).await;
        let all = ledger(&db, CASH).await;
        let page = app.report(&ask).await;
        let first = all.iter().position(|line| *line == shown(&page.data()[0])).expect("a line of the ledger");
        for (row, line) in page.data().iter().zip(&all[first..]) {
            assert_eq!(shown(row), *line, "{number}");
        }
        walk(&app, &all, asked(2)).await;
    }
    db.close().await.expect("the books close");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_page_has_the_lines_of_the_ledger_on_sqlite() {
    Box::pin(every_page_has_the_lines_of_the_ledger(Backend::Sqlite)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_page_has_the_lines_of_the_ledger_on_postgres() {
    Box::pin(every_page_has_the_lines_of_the_ledger(Backend::Postgres)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_has_the_balances_of_its_moment_on_sqlite() {
    Box::pin(a_page_has_the_balances_of_its_moment(Backend::Sqlite)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_has_the_balances_of_its_moment_on_postgres() {
    Box::pin(a_page_has_the_balances_of_its_moment(Backend::Postgres)).await;
}
