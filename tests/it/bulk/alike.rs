//! A bulk is what its items are one after the other: the same answers, documents and trails.

use reqwest::Method;
use tests::prelude::*;

use super::{of, sign};

/// Drafts of one type, good and bad, some of them under one id or with one reference.
fn drafts(kind: Kind, dice: &mut Dice) -> Vec<Value> {
    (0..24)
        .map(|number| {
            let id = format!("D-{}", if dice.roll(5) == 0 { dice.roll(24) } else { number });
            let amount = *dice.pick(&["1.00", "40.00", "600.00", "20000.00"]);
            let body = kind.of_amount(&id, amount);
            match dice.roll(9) {
                0 => with(body, json!({ "memo": 7, "surplus": 1 })),
                1 => with(body, json!({ "tran_date": "1999-01-01" })),
                2 => with(body, json!({ "account_id": "0000", "lines": [] })),
                3 => with(body, json!({ "reference": format!("R {}", dice.roll(3)) })),
                4 => {
                    let rate = *dice.pick(&["1.1", "3"]);
                    in_currency(body, "EUR", rate)
                }
                _ => body,
            }
        })
        .collect()
}

fn signatures(dice: &mut Dice) -> Vec<Value> {
    let one = |dice: &mut Dice| {
        let (kind, id) = (*dice.pick(&all_kinds()), format!("D-{}", dice.roll(26)));
        let action = *dice.pick(&["approve", "approve", "approve", "reject", "hold"]);
        sign(kind, &id, action)
    };
    (0..120).map(|_| one(dice)).collect()
}

/// What one item leads to: status and id, or the problem.
async fn alone(app: &TestApp, who: &Token, kind: Kind, body: &Value) -> Value {
    let made = app.post(kind.path, who, body.clone()).await;
    if made.status != 201 {
        return told_of(&made.json);
    }
    let path = kind.at(made.string(kind.id));
    let sent = app.act(&format!("{path}/submit-for-approval"), who).await;
    if sent.status != 200 {
        app.delete(&path, who).await.expect(204);
        return told_of(&sent.json);
    }
    json!({ "status": sent["status"], "id": made[kind.id] })
}

async fn signed_alone(app: &TestApp, who: &Token, item: &Value) -> Value {
    let kind = all_kinds().into_iter().find(|kind| item["document_type"] == kind.name).expect("a type");
    let path =
        format!("{}/{}", kind.at(item["id"].as_str().expect("an id")), item["action"].as_str().expect("an action"));
    let body = item["reason"].as_str().map(|reason| json!({ "reason": reason }));
    let signed = app.send(Method::POST, &path, who, &[], body).await;
    if signed.status == 200 { json!({ "status": signed["status"], "id": item["id"] }) } else { told_of(&signed.json) }
}

/// A problem without the id of its request.
fn told_of(problem: &Value) -> Value {
    with(problem.clone(), json!({ "request_id": null }))
}

fn told(answer: &Answer) -> Vec<Value> {
    let told = |result: &Value| match &result["problem"] {
        Value::Null => json!({ "status": result["status"], "id": result["id"] }),
        problem => told_of(problem),
    };
    answer.data().iter().map(told).collect()
}

/// One by one, what could not be submitted was made and deleted before the next item made the same id: a bulk never makes it.
fn since_deleted(read: &Answer) -> String {
    let Some(rows) = read["audit_trail"].as_array() else { return read.json.to_string() };
    match rows.iter().rposition(|row| row["action"] == "Deleted") {
        Some(at) => with(read.json.clone(), json!({ "audit_trail": rows[at + 1..] })).to_string(),
        None => read.json.to_string(),
    }
}

/// The documents and their trails, without the instants.
async fn books(app: &TestApp) -> Vec<String> {
    let mut books = Vec::new();
    for kind in all_kinds() {
        for number in 0..24 {
            let path = kind.at(&format!("D-{number}"));
            for read in [path.clone(), format!("{path}/audit-trail")] {
                let text = since_deleted(&app.get(&read, &app.controller()).await);
                let of_day = |part: &str| part.len() == 27 && part.ends_with('Z') && part.contains('T');
                let parts = text.split('"').map(|part| if of_day(part) { "at" } else { part });
                let parts = parts.map(|part| if part.starts_with("req-") { "request" } else { part });
                books.push(parts.collect::<Vec<_>>().join("\""));
            }
        }
    }
    books
}

async fn open(app: &TestApp) {
    app.open_debts().await;
    app.rate("EUR", DAY, "1.1").await;
    app.rate("EUR", PAY_DAY, "1.1").await;
}

tests::on_both! {
    async fn a_bulk_is_its_items_one_after_the_other(app: TestApp) {
        let backend = if app.database.url().starts_with("sqlite") { Backend::Sqlite } else { Backend::Postgres };
        let one_by_one = TestApp::start(backend).await;
        open(&app).await;
        open(&one_by_one).await;
        let mut dice = Dice::new(27);
        for kind in all_kinds() {
            let items = drafts(kind, &mut dice);
            let clerk = app.clerk();
            let answer = app.post(&format!("{}/bulk", kind.path), &clerk, of(&items, json!({ "submit": true }))).await;
            let found = told(&answer.expect(200));
            for (at, item) in items.iter().enumerate() {
                let wanted = alone(&one_by_one, &clerk, kind, item).await;
                assert_eq!(found[at], wanted, "item {at}, {item}");
            }
        }
        for who in [app.manager(), app.controller(), app.cfo(), app.clerk()] {
            let items = signatures(&mut dice);
            let found = told(&app.post("approvals/bulk", &who, of(&items, json!({}))).await.expect(200));
            for (at, item) in items.iter().enumerate() {
                let wanted = signed_alone(&one_by_one, &who, item).await;
                // One by one a document is posted when its second signer comes; in a bulk it is approved.
                let again = found[at]["document_status"] == "Approved" && wanted["document_status"] != "Approved";
                let (found, wanted) = if again { (&found[at]["code"], &wanted["code"]) } else { (&found[at], &wanted) };
                assert_eq!(found, wanted, "item {at}, {item}");
            }
        }
        let (found, wanted) = (books(&app).await, books(&one_by_one).await);
        for (found, wanted) in found.iter().zip(&wanted) {
            assert_eq!(found, wanted);
        }
        assert!(found.iter().any(|text| text.contains("\"Posted\"")), "something was posted");
        one_by_one.end().check().await;
    }
}
