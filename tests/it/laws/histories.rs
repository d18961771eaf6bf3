//! Random histories: the laws hold for any commands, in any order, also for concurrent ones.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use tests::prelude::*;

use super::players::{CLOSED, Player, Said, set_up};
use super::verdict;

/// How often the players repeat their round when something has not happened yet: their actions depend on the dice and
/// on who is quicker.
const ROUNDS: u64 = 6;

/// Lets many players act on the same few documents at once, `steps` actions each, and again until everything in `OFTEN`
/// and `NOW_AND_THEN` has happened: a history in which something never happened proves nothing about it.
async fn history(app: TestApp, players: u64, steps: usize, seed: u64) {
    set_up(&app).await;
    let app = Arc::new(app);
    let ids: Arc<Mutex<Vec<String>>> = Arc::new(Mutex::new((0..12).map(|number| format!("JE-{number}")).collect()));
    let mut said = Vec::new();
    for round in 0..ROUNDS {
        let mut tasks = tokio::task::JoinSet::new();
        for number in 0..players {
            let (app, ids) = (Arc::clone(&app), Arc::clone(&ids));
            let dice = Dice::new(seed + round * 100 + number);
            tasks.spawn(Player { app, ids, dice, delegates: number == 0 }.play(steps));
        }
        said.extend(tasks.join_all().await.into_iter().flatten());
        if never(&said).is_empty() {
            break;
        }
    }
    assert!(never(&said).is_empty(), "never happened: {:?} in {:?}", never(&said), counted(&said));
    // A document that a forced close stranded is posted once its period is open again.
    let reason = json!({ "reason": "the end" });
    app.post(&format!("accounting-periods/{CLOSED}/reopen"), &app.admin(), reason).await;
    let ids = ids.lock().unwrap_or_else(PoisonError::into_inner).clone();
    for id in &ids {
        app.eventually(&format!("journal-entries/{id}"), &app.controller(), |entry| entry["status"] != "Approved")
            .await;
    }
    verdict::check(&app, &ids, said).await;
    app.books_agree();
}

/// How often each kind of command was accepted, and how often each refusal came.
fn counted(said: &[Said]) -> BTreeMap<&str, usize> {
    let mut counted = BTreeMap::new();
    for said in said {
        let code = said.answer.json["code"].as_str().unwrap_or_else(|| said.deed.word());
        *counted.entry(code).or_default() += 1;
    }
    counted
}

fn never(said: &[Said]) -> Vec<&'static str> {
    let counted = counted(said);
    OFTEN.into_iter().chain(NOW_AND_THEN).filter(|what| !counted.contains_key(what)).collect()
}

const OFTEN: [&str; 8] =
    ["Created", "Updated", "Deleted", "Submit for Approval", "Approve", "wrong_status", "already_exists", "not_found"];
const NOW_AND_THEN: [&str; 5] = ["Reverse", "Hold", "Close", "Reopen", "period_closed"];

tests::on_both! {
    async fn whatever_eight_do_at_once_the_laws_hold(app: TestApp) {
        history(app, 8, 80, 1_000).await;
    }
}
