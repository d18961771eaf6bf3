//! Random histories: whatever people do, in whatever order and beside whomever, the laws hold.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use tests::prelude::*;

use super::players::{CLOSED, Player, set_up};
use super::verdict;

/// Many players at once; each does so many things to the same few documents.
async fn history(app: TestApp, players: u64, steps: usize, seed: u64) -> BTreeMap<String, usize> {
    set_up(&app).await;
    let app = Arc::new(app);
    let ids: Arc<Mutex<Vec<String>>> = Arc::new(Mutex::new((0..12).map(|number| format!("JE-{number}")).collect()));
    let mut tasks = tokio::task::JoinSet::new();
    for number in 0..players {
        let (app, ids) = (Arc::clone(&app), Arc::clone(&ids));
        let player = Player { app, ids, dice: Dice::new(seed + number), delegates: number == 0 };
        tasks.spawn(player.play(steps));
    }
    let said: Vec<_> = tasks.join_all().await.into_iter().flatten().collect();
    // What a forced close stranded is posted once its period is open again.
    let reason = json!({ "reason": "the end" });
    app.post(&format!("accounting-periods/{CLOSED}/reopen"), &app.admin(), reason).await;
    let ids = ids.lock().unwrap_or_else(PoisonError::into_inner).clone();
    for id in &ids {
        app.eventually(&format!("journal-entries/{id}"), &app.controller(), |entry| entry["status"] != "Approved")
            .await;
    }
    let counted = verdict::check(&app, &ids, said).await;
    app.books_agree();
    counted
}

/// A history in which something never happened shows nothing about it.
#[track_caller]
fn happened(counted: &BTreeMap<String, usize>, what: &[&str]) {
    let never: Vec<_> = what.iter().filter(|what| !counted.contains_key(**what)).collect();
    assert!(never.is_empty(), "never happened: {never:?} in {counted:?}");
}

const OFTEN: [&str; 8] =
    ["Created", "Updated", "Deleted", "Submit for Approval", "Approve", "wrong_status", "already_exists", "not_found"];
const NOW_AND_THEN: [&str; 5] = ["Reverse", "Hold", "Close", "Reopen", "period_closed"];

tests::on_both! {
    async fn whatever_one_after_another_does_the_laws_hold(app: TestApp) {
        let counted = history(app, 1, 500, 11).await;
        happened(&counted, &OFTEN);
        happened(&counted, &NOW_AND_THEN);
    }

    async fn whatever_eight_do_at_once_the_laws_hold(app: TestApp) {
        let counted = history(app, 8, 80, 1_000).await;
        happened(&counted, &OFTEN);
        happened(&counted, &NOW_AND_THEN);
    }
}
