//! What must hold after every kill: nothing that was answered is lost, nothing is done twice, what was approved is posted
//! in time, and the books agree with themselves.

use std::sync::Arc;
use std::time::{Duration, Instant};

use engine::approval::signing::SelfApproval;
use engine::books::command::Settings;
use engine::kernel::audit::verify::Finding;
use engine::kernel::engine::Engine;
use engine::kernel::outsiders::connect;
use engine::values::clock::Clock;
use tests::prelude::*;
use tokio::task::JoinSet;

use super::memory::{Memory, Row, Told};
use super::wire::Wire;

/// Twice the time after which a worker without heartbeats counts as dead.
pub const IN_TIME: Duration = Duration::from_secs(24);

fn reader() -> Token {
    Token::new("conrad", &["controller"], &[])
}

/// `gl check` and `gl audit verify`, in this process. While no process lives that seals, the newest rows may have no seal.
pub async fn books_agree(database_url: &str, sealer_lives: bool) {
    let store = connect(database_url, 2).await.expect("the books open");
    let base_currency = engine::values::money::Currency::parse("USD").expect("USD");
    let settings = Settings { base_currency, self_approval: SelfApproval::Deny, rate_tolerance: None };
    let engine = Engine::open(store.clone(), Clock::system(), settings, engine::features::RECORDS)
        .await
        .expect("the books open");
    let found = engine.check(|_| {}).await.expect("the books can be checked");
    assert!(found.differences.is_empty(), "gl check: {:#?}", found.differences);
    let start = Instant::now();
    loop {
        let verified = store.audit_verify(&Clock::system(), None, |_| {}).await.expect("the trail can be read");
        match verified {
            Ok(_) => break,
            Err(Finding::Unsealed { .. }) if !sealer_lives => break,
            // A process that has just come back is given time to seal.
            Err(Finding::Unsealed { .. }) if start.elapsed() < Duration::from_secs(30) => {
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
            Err(finding) => panic!("gl audit verify: {finding:?}"),
        }
    }
    let _ = (store.writer.close().await, store.reader.close().await);
}

/// The rows of a document's trail, or None when there is no such document.
async fn trail(wire: &Wire, path: &str) -> Option<Vec<Row>> {
    let answer = wire.get(&format!("{path}/audit-trail"), &reader()).await;
    if answer.status == 404 {
        return None;
    }
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let rows = answer["audit_trail"].as_array().unwrap_or_else(|| panic!("{} {}", answer.request, answer.text)).clone();
    Some(rows.iter().map(|row| (text(&row["action"]), text(&row["performed_by"]))).collect())
}

async fn document(wire: Arc<Wire>, memory: Arc<Memory>, path: String) {
    let before = memory.of(&path);
    let found = trail(&wire, &path).await;
    let later = memory.of(&path);
    match found {
        Some(rows) => {
            assert!(!before.deleted, "{path} was deleted and is there");
            if let Some(objection) = before.objection(&path, &later, &rows) {
                panic!("{path}: {objection}");
            }
        }
        None => assert!(may_be_gone(&before, &later), "{path} is lost: {before:?}"),
    }
}

/// Deleted, or never created as far as the clients know.
fn may_be_gone(before: &Told, later: &Told) -> bool {
    let deleting = later.sent.iter().any(|row| row.0 == "Deleted");
    before.answered.is_empty() || later.deleted || deleting
}

/// Checks each of these documents.
pub async fn documents(wire: &Arc<Wire>, memory: &Arc<Memory>, paths: impl IntoIterator<Item = String>) {
    let mut looks = JoinSet::new();
    for path in paths {
        looks.spawn(document(Arc::clone(wire), Arc::clone(memory), path));
        if looks.len() >= 8 {
            one(&mut looks).await;
        }
    }
    while !looks.is_empty() {
        one(&mut looks).await;
    }
}

async fn one(looks: &mut JoinSet<()>) {
    if let Some(Err(error)) = looks.join_next().await {
        std::panic::resume_unwind(error.into_panic());
    }
}

/// What was approved is posted within [`IN_TIME`] of the last start. How long the slowest took, so far.
pub async fn posted_in_time(wire: &Wire, memory: &Memory, longest: &mut Duration) {
    for (path, approved) in memory.waiting() {
        let document = wire.get(&path, &reader()).await;
        *longest = approved.elapsed().max(*longest);
        if document["status"] == "Approved" {
            let since = approved.max(wire.last_start());
            assert!(since.elapsed() < IN_TIME, "{path}: approved, and not posted in time: {}", document.text);
        } else {
            memory.note(&path, |told| told.posted = true);
        }
    }
}

/// The end: every document, to the row; as many as were made; and as much as was posted.
pub async fn everything(wire: &Arc<Wire>, memory: &Arc<Memory>) {
    let all = memory.all();
    assert!(all.values().all(|told| told.sent.is_empty() || told.deleted), "something was never answered");
    documents(wire, memory, all.keys().cloned()).await;
    for kind in all_kinds() {
        let of_kind = all.iter().filter(|(path, _)| path.split('/').next() == Some(kind.path));
        let live = of_kind.filter(|(_, told)| !told.deleted).count();
        let listed = wire.get(&format!("{}?count=true&limit=1", kind.path), &reader()).await;
        assert_eq!(listed.number("total"), live.to_string(), "as many {} as were made", kind.path);
    }
    let trial = wire.get("reports/trial-balance?as_of=2025-12-31", &reader()).await;
    for account in [EXPENSE, REVENUE] {
        let voided = |told: &&Told| told.answered.iter().any(|row| row.0 == "Void");
        let moved = all.values().filter(|told| told.account == account && told.posted && !voided(told));
        let cents: i64 = moved.map(|told| told.cents).sum();
        let row = trial.data().iter().find(|row| row["account_id"] == account);
        let balance = row.map_or_else(|| "0.00".to_owned(), |row| row["closing_balance"].to_string());
        assert_eq!(balance.replace('.', "").parse(), Ok(cents), "{account}: what was approved, once: {}", trial.text);
    }
    let admin = Token::new("alma", &[], &["*.*"]);
    let aside = wire.get("jobs?state=quarantined", &admin).await.expect(200);
    assert!(aside.data().is_empty(), "set aside: {}", aside.text);
}
