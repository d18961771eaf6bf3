//! What must hold after every kill: nothing that was answered is lost, nothing is done twice, what was approved is posted
//! in time, and the books agree with themselves.

use std::sync::Arc;
use std::time::{Duration, Instant};

use engine::approval::signing::SelfApproval;
use engine::audit::verify::Finding;
use engine::clock::Clock;
use engine::command::Settings;
use engine::engine::Engine;
use engine::store::connect::connect;
use tests::prelude::*;
use tokio::task::JoinSet;

use super::memory::{Memory, Row, Told};
use super::wire::Wire;

/// Twice the time after which a worker that is not heard of counts as dead.
pub const IN_TIME: Duration = Duration::from_secs(24);

fn reader() -> Token {
    Token::new("conrad", &["controller"], &[])
}

/// `gl check` and `gl audit verify`, in this process. While nobody lives who seals, the newest rows may have no seal.
pub async fn books_agree(database_url: &str, sealer_lives: bool) {
    let store = connect(database_url, 2).await.expect("the books open");
    let base_currency = engine::money::Currency::parse("USD").expect("USD");
    let settings = Settings { base_currency, self_approval: SelfApproval::Deny };
    let engine = Engine::open(store.clone(), Clock::system(), settings).await.expect("the books open");
    let found = engine.check().await.expect("the books can be checked");
    assert!(found.differences.is_empty(), "gl check: {:#?}", found.differences);
    let start = Instant::now();
    loop {
        let verified = store.audit_verify(&Clock::system(), None).await.expect("the trail can be read");
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
async fn trail(wire: &Wire, id: &str) -> Option<Vec<Row>> {
    let answer = wire.get(&format!("journal-entries/{id}/audit-trail"), &reader()).await;
    if answer.status == 404 {
        return None;
    }
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let rows = answer["audit_trail"].as_array().unwrap_or_else(|| panic!("{} {}", answer.request, answer.text)).clone();
    Some(rows.iter().map(|row| (text(&row["action"]), text(&row["performed_by"]))).collect())
}

async fn document(wire: Arc<Wire>, memory: Arc<Memory>, id: String) {
    let before = memory.of(&id);
    let found = trail(&wire, &id).await;
    let later = memory.of(&id);
    match found {
        Some(rows) => {
            assert!(!before.deleted, "{id} was deleted and is there");
            if let Some(objection) = before.objection(&later, &rows) {
                panic!("{id}: {objection}");
            }
        }
        None => assert!(may_be_gone(&before, &later), "{id} is lost: {before:?}"),
    }
}

/// Never created, as far as anyone was told, or deleted.
fn may_be_gone(before: &Told, later: &Told) -> bool {
    let deleting = later.sent.as_ref().is_some_and(|row| row.0 == "Deleted");
    before.answered.is_empty() || later.deleted || deleting
}

/// Looks at each of these documents.
pub async fn documents(wire: &Arc<Wire>, memory: &Arc<Memory>, ids: impl IntoIterator<Item = String>) {
    let mut looks = JoinSet::new();
    for id in ids {
        looks.spawn(document(Arc::clone(wire), Arc::clone(memory), id));
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
    for (id, approved) in memory.waiting() {
        let entry = wire.get(&format!("journal-entries/{id}"), &reader()).await;
        *longest = approved.elapsed().max(*longest);
        if entry["status"] == "Posted" {
            memory.note(&id, |told| told.posted = true);
        } else {
            let since = approved.max(wire.last_start());
            assert!(since.elapsed() < IN_TIME, "{id}: approved, and not posted in time: {}", entry.text);
        }
    }
}

/// The end: every document, to the row; as many as were made; and as much as was posted.
pub async fn everything(wire: &Arc<Wire>, memory: &Arc<Memory>) {
    let all = memory.all();
    assert!(all.values().all(|told| told.sent.is_none() || told.deleted), "something was never answered");
    documents(wire, memory, all.keys().cloned()).await;
    let live = all.values().filter(|told| !told.deleted).count();
    let listed = wire.get("journal-entries?count=true&limit=1", &reader()).await;
    assert_eq!(listed.number("total"), live.to_string(), "as many documents as were made");
    let cents: i64 = all.values().filter(|told| told.posted).map(|told| told.cents).sum();
    let trial = wire.get("reports/trial-balance?as_of=2025-12-31", &reader()).await;
    let expected = format!("{}.{:02}", cents / 100, cents % 100);
    assert_eq!(trial.number("total_debit"), expected, "what was approved, once: {}", trial.text);
    let admin = Token::new("alma", &[], &["*.*"]);
    let aside = wire.get("jobs?state=quarantined", &admin).await.expect(200);
    assert!(aside.data().is_empty(), "set aside: {}", aside.text);
}
