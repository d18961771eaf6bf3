//! Compares the log of a history with its trails.

use std::collections::{BTreeMap, BTreeSet};

use engine::books::document::Action;
use engine::books::document::lifecycle::Status;
use engine::features::trail::of_one::TrailRow;
use tests::prelude::*;

use super::players::{CLOSED, Deed, Said};
use super::timeline::{self, Timeline, bars, of_delegation, of_document, of_period, seen};

struct Evidence {
    said: Vec<Said>,
    trails: BTreeMap<String, Vec<TrailRow>>,
    documents: BTreeMap<String, Timeline<Option<Status>>>,
    period: Timeline<bool>,
    delegation: Timeline<bool>,
}

/// Asserts all laws.
pub async fn check(app: &TestApp, ids: &[String], said: Vec<Said>) {
    let evidence = gather(app, ids, said).await;
    for (id, rows) in &evidence.trails {
        accepted_once(id, rows, &evidence);
        signed_by_others(id, rows, &evidence);
        stands_as_the_trail_says(app, id, &evidence).await;
    }
    for said in &evidence.said {
        if !said.accepted() {
            assert!(
                justified(said, &evidence),
                "nothing justifies {said:?}\ntrail: {:#?}",
                evidence.trails.get(&said.id)
            );
        }
    }
    balances_are_the_postings(app, &evidence).await;
}

/// The whole trail of one document or period, oldest first.
async fn trail(app: &TestApp, resource: &'static str, id: &str) -> Vec<TrailRow> {
    let mut reading = app.engine().read_trail(resource, id, false).await.expect("a trail");
    let mut whole = Vec::new();
    loop {
        let found = reading.next().await.expect("rows");
        if found.is_empty() {
            break;
        }
        whole.extend(found);
    }
    reading.end().await.expect("ended");
    whole
}

async fn gather(app: &TestApp, ids: &[String], mut said: Vec<Said>) -> Evidence {
    said.sort_by_key(|said| said.sent);
    let mut trails = BTreeMap::new();
    for id in ids {
        trails.insert(id.clone(), trail(app, "journal_entry", id).await);
    }
    let closed = trail(app, "accounting_period", CLOSED).await;
    let documents = trails.iter().map(|(id, rows)| {
        let own: Vec<Said> = said.iter().filter(|said| &said.id == id || is_reversal(said, id)).cloned().collect();
        (id.clone(), of_document(id, rows, &own).unwrap_or_else(|objection| panic!("{objection}\ntrail: {rows:#?}")))
    });
    let documents = documents.collect();
    let (period, delegation) = (of_period(&closed, &said), of_delegation(&said));
    Evidence { said, trails, documents, period, delegation }
}

fn is_reversal(said: &Said, id: &str) -> bool {
    said.deed == Deed::Do(Action::Reverse) && said.answer.json["journal_entry_id"] == id
}

/// Each accepted command is in the trail once, and the trail has nothing else.
fn accepted_once(id: &str, rows: &[TrailRow], evidence: &Evidence) {
    let mut told: Vec<(&str, &str)> = Vec::new();
    for said in evidence.said.iter().filter(|said| said.accepted()) {
        if said.id == id {
            told.push((said.user, said.deed.word()));
        }
        if is_reversal(said, id) {
            told.push((said.user, "Created"));
        }
    }
    let people = rows.iter().filter(|row| row.entry.performed_by != "system");
    let mut written: Vec<(&str, &str)> =
        people.map(|row| (row.entry.performed_by.as_str(), row.entry.action.as_str())).collect();
    told.sort_unstable();
    written.sort_unstable();
    // An edit that changes nothing is accepted and writes nothing: each other one is in the trail, and no more than were accepted.
    let edit = Action::Edit.audit_word();
    for (user, _) in written.iter().filter(|(_, word)| *word == edit) {
        let count = |of: &[(&str, &str)]| of.iter().filter(|row| **row == (*user, edit)).count();
        assert!(count(&written) <= count(&told), "{id}: {user} edited more often than was answered");
    }
    told.retain(|(_, word)| *word != edit);
    written.retain(|(_, word)| *word != edit);
    assert_eq!(written, told, "{id}: the trail, and what was answered");
}

/// No user signs a document that they made, changed since or submitted, nor two levels of one; level 2 is Ben's, or Dan's as his delegate.
fn signed_by_others(id: &str, rows: &[TrailRow], evidence: &Evidence) {
    let (mut authors, mut signers) = (BTreeSet::new(), BTreeSet::new());
    for row in rows {
        let who = row.entry.performed_by.as_str();
        match row.entry.action.as_str() {
            "Created" => authors = BTreeSet::from([who]),
            "Updated" => drop(authors.insert(who)),
            "Submit for Approval" => {
                signers = BTreeSet::from([who]);
                signers.extend(&authors);
            }
            "Approve" => {
                assert!(signers.insert(who), "{id}: {who} wrote, submitted or signed it before: {rows:#?}");
                if row.entry.details["level"] == 2 {
                    let (sent, told) = (row.at.micros(), row.at.micros());
                    let stood_in =
                        evidence.delegation.iter().any(|span| span.state && span.from <= told && sent <= span.to);
                    assert!(who == "ben" || (who == "dan" && stood_in), "{id}: {who} signed for Ben: {row:?}");
                }
            }
            _ => {}
        }
    }
}

async fn stands_as_the_trail_says(app: &TestApp, id: &str, evidence: &Evidence) {
    let answer = app.get(&format!("journal-entries/{id}"), &app.controller()).await;
    match evidence.documents[id].last().and_then(|span| span.state) {
        None => assert_eq!(answer.status, 404, "{id}: {}", answer.text),
        Some(status) => assert_eq!(answer.expect(200)["status"], status.name(), "{id}"),
    }
}

/// Whether a refusal was right at some moment between its request and its answer.
fn justified(said: &Said, evidence: &Evidence) -> bool {
    let states = evidence.documents.get(&said.id).map(Vec::as_slice).unwrap_or_default();
    let answer = &said.answer;
    match (answer.status, answer.json["code"].as_str().unwrap_or_default()) {
        // The signing laws, and the tests of signing, check who may sign.
        (403, "forbidden") => true,
        (404, "not_found") => seen(states, said, |state| state.is_none()),
        (409, "already_exists") => said.deed == Deed::Create && seen(states, said, |state| state.is_some()),
        (409, "wrong_status") => {
            let Deed::Do(action) = said.deed else { return false };
            let named = answer.json["document_status"].as_str().and_then(Status::parse);
            named.is_some_and(|named| bars(named, action) && seen(states, said, |state| state == Some(named)))
        }
        (409, "already_reversed") => evidence.said.iter().any(|other| {
            let is_other = other.id == said.id && other.deed == Deed::Do(Action::Reverse) && other.accepted();
            let live = |state: Option<Status>| state.is_some_and(|status| status != Status::Rejected);
            let new = other.answer.json["journal_entry_id"].as_str().unwrap_or_default();
            is_other && evidence.documents.get(new).is_some_and(|states| timeline::seen(states, said, live))
        }),
        (409, "period_closed" | "already_closed") => seen(&evidence.period, said, |closed| closed),
        (409, "not_closed") => seen(&evidence.period, said, |closed| !closed),
        // A reversing entry cannot be edited into another period, or out of balance with its original.
        (422, _) => {
            said.deed == Deed::Do(Action::Edit) && evidence.said.iter().any(|other| is_reversal(other, &said.id))
        }
        _ => false,
    }
}

/// The trial balance is the sum of the posted documents.
async fn balances_are_the_postings(app: &TestApp, evidence: &Evidence) {
    let mut cents = 0_i64;
    for (id, states) in &evidence.documents {
        if states.last().and_then(|span| span.state) == Some(Status::Posted) {
            let entry = app.get(&format!("journal-entries/{id}"), &app.controller()).await.expect(200);
            cents += entry.number("total_debit").replace('.', "").parse::<i64>().expect("cents");
        }
    }
    let trial = app.get("reports/trial-balance?as_of=2024-12-31", &app.controller()).await.expect(200);
    assert_eq!(trial.number("total_debit").replace('.', "").parse::<i64>().expect("cents"), cents);
}
