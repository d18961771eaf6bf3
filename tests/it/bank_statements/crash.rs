//! A process that dies while a file comes in leaves all of it or nothing, and the file comes in whole afterwards.

use std::time::{Duration, Instant};

use reqwest::Method;
use tests::prelude::*;

use super::*;

const LINES: usize = 2_000;
const KILLS: u32 = 6;

fn month(number: usize) -> String {
    let from = format!("20{:02}-01-01", 24 + number);
    let lines: Vec<String> =
        (0..LINES).map(|at| format!("{from} 1.00 A{number}-{at} | Cobalt Corp | payment {at}")).collect();
    camt(&[sheet(&number.to_string(), &format!("{from} {from}"), &format!("{}.00", number * LINES), &texts(&lines))])
}

/// How many statements and lines the account has.
async fn totals(app: &TestApp) -> (usize, usize) {
    let bo = accountant(app);
    let total = async |path: &str| {
        let list = app.get(&format!("{path}?limit=1&count=true"), &bo).await.expect(200);
        usize::try_from(list["total"].as_u64().expect("a total")).expect("a count")
    };
    (total("bank-statements").await, total(&format!("accounts/{CASH}/unmatched-lines")).await)
}

async fn killed_at_any_moment(backend: Backend) {
    let mut app = TestApp::start_process(backend, &[]).await;
    app.open_books().await;
    let (mut dice, bo, mut died_within) = (Dice::new(7), accountant(&app), 0);
    let path = format!("bank-statements?account_id={CASH}");
    // How long a whole one takes: kills fall into that time.
    let start = Instant::now();
    import(&app, month(0)).await.expect(200);
    let whole = start.elapsed();
    for kill in 1..=KILLS {
        let number = usize::try_from(kill).expect("a number");
        let (file, key) = (month(number), format!("import-{kill}"));
        let headers = [("X-Idempotency-Key", key.as_str()), ("Content-Type", "application/octet-stream")];
        let moment = whole.mul_f64(f64::from(u32::try_from(dice.roll(100)).expect("a share")) / 100.0);
        let answered = {
            let sent = app.try_send(Method::POST, &path, &bo, &headers, Some(&file));
            tokio::pin!(sent);
            tokio::time::timeout(moment, &mut sent).await.is_ok()
        };
        app.process().kill();
        app.restart();
        let (statements, lines) = totals(&app).await;
        let is_in = statements == number + 1;
        assert!(is_in || statements == number, "kill {kill}: {statements} statements");
        assert!(!answered || is_in, "kill {kill}: what was answered is lost");
        assert_eq!(lines, statements * LINES, "kill {kill} after {moment:?}: a part of a file");
        died_within += u32::from(!answered);
        let retried = app.send_text(Method::POST, &path, &bo, &headers, Some(&file)).await.expect(200);
        let (new, known) = counted(&retried);
        assert_eq!(
            new + known,
            u64::try_from(LINES).expect("a count"),
            "{}",
            &retried.text[..200.min(retried.text.len())]
        );
        assert_eq!(totals(&app).await, (number + 1, (number + 1) * LINES), "kill {kill}");
    }
    assert!(died_within > 0, "no kill fell into an import of {whole:?}");
    app.process().terminate(Duration::from_secs(12));
    app.books_agree();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_import_is_whole_or_not_there_on_sqlite() {
    killed_at_any_moment(Backend::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_import_is_whole_or_not_there_on_postgres() {
    killed_at_any_moment(Backend::Postgres).await;
}
