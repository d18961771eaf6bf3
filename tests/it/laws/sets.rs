//! Commands that share a set: each has the answer that it would have by itself, and one that fails takes no other with it.
//! See docs/write-path.md#which-way-a-command-takes.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use engine::approval::access::Actor;
use engine::books::command::{Command, Decision, Effects, Needed, Snapshot, Wants};
use engine::books::request::Asked;
use engine::values::error::{Error, Refusal};
use tests::prelude::*;
use tokio::task::JoinSet;

/// Keeps its set in flight for a while, so that the next one gathers.
struct Busy;

impl Command for Busy {
    type Answer = ();

    fn needs(&self) -> Vec<Needed> {
        Vec::new()
    }

    fn wants(&self) -> Wants {
        Wants::default()
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<()>, Refusal> {
        tokio::task::block_in_place(|| std::thread::sleep(Duration::from_millis(400)));
        Ok(Decision::new(Effects::at(snapshot.now), ()))
    }
}

/// Panics where it should decide.
struct Panics;

impl Command for Panics {
    type Answer = ();

    fn needs(&self) -> Vec<Needed> {
        Vec::new()
    }

    fn wants(&self) -> Wants {
        Wants::default()
    }

    fn decide(&self, _: &Snapshot) -> Result<Decision<()>, Refusal> {
        panic!("as planned")
    }
}

/// Sends all of these while as many sets as may be are in flight; the answers in their order.
async fn at_once(app: &Arc<TestApp>, requests: Vec<(Token, String, Value)>) -> Vec<Answer> {
    let mut busy = JoinSet::new();
    for _ in 0..2 {
        let engine = Arc::clone(app.engine());
        busy.spawn(async move { engine.perform(Asked::by(Actor::system()), Busy).await });
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let mut sent = JoinSet::new();
    for (index, (token, path, body)) in requests.into_iter().enumerate() {
        let app = Arc::clone(app);
        sent.spawn(async move { (index, app.post(&path, &token, body).await) });
    }
    let mut answers = sent.join_all().await;
    answers.sort_by_key(|(index, _)| *index);
    busy.join_all().await;
    answers.into_iter().map(|(_, answer)| answer).collect()
}

fn statuses(answers: &[Answer]) -> Vec<u16> {
    let mut statuses: Vec<u16> = answers.iter().map(|answer| answer.status).collect();
    statuses.sort_unstable();
    statuses
}

/// How many sets ran, and with how many members.
fn figures(app: &TestApp) -> (u64, u64) {
    let figures = app.engine().set_figures();
    (figures.sets.load(Ordering::Relaxed), figures.members.load(Ordering::Relaxed))
}

tests::on_both! {
    async fn what_waits_at_one_moment_shares_a_set(app: TestApp) {
        app.open_books().await;
        let app = Arc::new(app);
        let before = figures(&app);
        let entry = |number: usize| entry_named(&format!("JE-{number}"), "100.00");
        let requests = (0..30).map(|number| (app.clerk(), "journal-entries".to_owned(), entry(number))).collect();
        let answers = at_once(&app, requests).await;
        assert!(answers.iter().all(|answer| answer.status == 201), "{answers:?}");
        let after = figures(&app);
        let (sets, members) = (after.0 - before.0, after.1 - before.1);
        assert_eq!(members, 32);
        assert!(sets <= 8, "{members} commands in {sets} sets");
    }

    async fn one_that_panics_and_one_that_is_refused_take_nobody_with_them(app: TestApp) {
        app.open_books().await;
        let app = Arc::new(app);
        let engine = Arc::clone(app.engine());
        let panics = tokio::spawn(async move {
            tokio::time::sleep(Duration::from_millis(150)).await;
            engine.perform(Asked::by(Actor::system()), Panics).await
        });
        let unbalanced = with(entry_named("JE-X", "100.00"), json!({ "tran_date": "1999-01-01" }));
        let mut requests: Vec<_> =
            (0..8).map(|number| (app.clerk(), "journal-entries".to_owned(), entry_named(&format!("JE-{number}"), "1.00"))).collect();
        requests.push((app.clerk(), "journal-entries".to_owned(), unbalanced));
        let answers = at_once(&app, requests).await;
        assert_eq!(statuses(&answers), [[201; 8].as_slice(), &[422]].concat());
        assert!(matches!(panics.await.expect("answered"), Err(Error::Internal(_))));
    }

    async fn one_id_one_reference_and_one_reversal_are_taken_once(app: TestApp) {
        app.open_books().await;
        let original = app.posted(JOURNAL_ENTRY, entry_named("JE-0", "100.00")).await;
        let app = Arc::new(app);
        let path = || "journal-entries".to_owned();
        let bill = |id: &str, reference: &str| (app.clerk(), "bills".to_owned(), with(bill(id, "10.00"), json!({ "reference": reference })));
        let reverse = || (app.accountant(), format!("{original}/reverse"), json!({ "reversal_date": DAY }));
        let answers = at_once(&app, vec![
            (app.clerk(), path(), entry_named("JE-1", "1.00")),
            (app.clerk(), path(), entry_named("JE-1", "2.00")),
            bill("B-1", "R 7"),
            bill("B-2", "r7"),
            reverse(),
            reverse(),
            (app.clerk(), path(), entry_named("JE-2", "3.00")),
        ])
        .await;
        let pair = |at: usize| statuses(&answers[at..at + 2]);
        assert_eq!(pair(0), [201, 409], "one id");
        assert_eq!(pair(2).first(), Some(&201), "one reference");
        assert!(pair(2)[1] >= 400, "one reference, twice");
        assert_eq!(pair(4), [201, 409], "one reversal");
        assert_eq!(answers[6].status, 201);
    }

    async fn two_payments_of_one_bill_are_approved_one_after_the_other(app: TestApp) {
        app.open_books().await;
        app.posted(BILL, bill("B-0", "100.00")).await;
        for id in ["P-1", "P-2", "P-3"] {
            app.pending(BILL_PAYMENT, bill_payment(id, "B-0", "40.00")).await;
        }
        let app = Arc::new(app);
        let approve = |id: &str| (app.manager(), format!("bill-payments/{id}/approve"), json!({}));
        let answers = at_once(&app, vec![approve("P-1"), approve("P-2"), approve("P-3")]).await;
        assert_eq!(statuses(&answers), [200, 200, 422], "no more is paid than is due");
        app.expect_fields("bills/B-0", &[("amount_due", "20.00")]).await;
    }
}
