//! Tests for each of the trading document types. The file of each type runs them.

mod states;

use std::collections::BTreeSet;

use reqwest::Method;
use tests::app::PREFIX;
use tests::prelude::*;

pub use states::{States, actions, follows_the_table};

/// The names of an answer's fields.
pub fn fields(json: &Value) -> BTreeSet<String> {
    json.as_object().into_iter().flatten().map(|(name, _)| name.clone()).collect()
}

/// Those of them that are not null.
pub fn valued(json: &Value) -> BTreeSet<String> {
    json.as_object().into_iter().flatten().filter(|(_, value)| !value.is_null()).map(|(name, _)| name.clone()).collect()
}

/// Words to a set.
pub fn set(words: &str) -> BTreeSet<String> {
    words.split_whitespace().map(str::to_owned).collect()
}

/// Where a problem points, in order.
pub fn pointers(answer: &Answer) -> BTreeSet<String> {
    let errors = answer["errors"].as_array().into_iter().flatten();
    errors.filter_map(|error| error["pointer"].as_str().map(str::to_owned)).collect()
}

fn reason() -> Value {
    json!({ "reason": "because" })
}

/// Created, read, listed, put back, edited and deleted. `shown` are all fields that a draft has a value in as it is read.
pub async fn is_kept_as_written(app: &TestApp, kind: Kind, shown: &str) {
    let clerk = app.clerk();
    let made = app.post(kind.path, &clerk, kind.body("D-1")).await.expect(201);
    assert_eq!(made.header("Location"), format!("{PREFIX}{}", kind.at("D-1")));
    assert_eq!((made.string(kind.id), made.string("status")), ("D-1", "Draft"));
    let read = app.get(&kind.at("D-1"), &clerk).await.expect(200);
    assert_eq!(read.header("ETag"), made.header("ETag"));
    assert_eq!(valued(&read.json), set(shown), "{}", read.text);
    let mut but_actions = set(shown);
    but_actions.remove("allowed_actions");
    assert_eq!(valued(&made.json), but_actions, "{}", made.text);
    let sent = kind.body("D-1");
    for (field, value) in
        sent.as_object().into_iter().flatten().filter(|(field, _)| *field != "lines" && *field != "payment")
    {
        assert_eq!(read[field.as_str()], *value, "{field} of {}", read.text);
    }
    let list = app.get(&format!("{}?count=true&status=Draft", kind.path), &clerk).await.expect(200);
    assert_eq!((list.number("total").as_str(), &list.data()[0][kind.id]), ("1", &json!("D-1")));
    assert_eq!(valued(&list.data()[0]), set(shown), "{}", list.text);
    app.post(kind.path, &clerk, kind.body("D-1"))
        .await
        .expect(409)
        .problem("already_exists")
        .names(&format!("/{}", kind.id));
    is_put_back(app, kind, &read).await;
    app.delete(&kind.at("D-1"), &clerk).await.expect(204);
    app.get(&kind.at("D-1"), &clerk).await.expect(404).problem("not_found");
}

/// What was read can be put back; a read-only field that differs cannot; a stale version cannot.
async fn is_put_back(app: &TestApp, kind: Kind, read: &Answer) {
    let (clerk, path) = (app.clerk(), kind.at("D-1"));
    let explained = app.get(&format!("{path}?explain=true"), &clerk).await.expect(200);
    let same = app.put(&path, &clerk, explained.json.clone()).await.expect(200);
    assert_eq!(same.header("ETag"), read.header("ETag"), "an edit without a difference writes nothing");
    let other = with(kind.body("D-1"), json!({ "memo": "a memo" }));
    app.put(&path, &clerk, other).await.expect(200);
    for (field, other) in [
        ("created_by", json!("someone")),
        ("version", json!(99)),
        ("current_approval_level", json!(3)),
        ("voided_by", json!("x")),
    ] {
        let forged = with(app.get(&path, &clerk).await.expect(200).json, json!({ field: other }));
        let refused = app.put(&path, &clerk, forged).await.expect(422).problem("invalid");
        assert_eq!(pointers(&refused), set(&format!("/{field}")), "{}", refused.text);
    }
    let elsewhere = app.put(&path, &clerk, kind.body("D-2")).await.expect(422).problem("invalid");
    assert_eq!(pointers(&elsewhere), set(&format!("/{}", kind.id)));
    let changed = with(kind.body("D-1"), json!({ "memo": "another memo" }));
    let stale = [("If-Match", read.header("ETag"))];
    app.send(Method::PUT, &path, &clerk, &stale, Some(changed.clone())).await.expect(412).problem("stale_version");
    let now = app.get(&path, &clerk).await.expect(200);
    let fresh = [("If-Match", now.header("ETag"))];
    let done = app.send(Method::PUT, &path, &clerk, &fresh, Some(changed)).await.expect(200);
    assert_eq!(done.string("memo"), "another memo");
    assert_ne!(done.header("ETag"), now.header("ETag"));
    let trail = app.get(&format!("{path}/audit-trail"), &clerk).await.expect(200);
    assert_eq!(told(&trail), ["Created carl", "Updated carl", "Updated carl"]);
}

/// Each action of a trail with who did it.
pub fn told(trail: &Answer) -> Vec<String> {
    let rows = trail["audit_trail"].as_array().into_iter().flatten();
    let word = |row: &Value, field: &str| row[field].as_str().unwrap_or("?").to_owned();
    rows.map(|row| format!("{} {}", word(row, "action"), word(row, "performed_by"))).collect()
}

/// The seven workflow operations, each with all the fields of its answer.
pub async fn walks_the_workflow(app: &TestApp, kind: Kind) {
    let (clerk, manager, path) = (app.clerk(), app.manager(), app.draft(kind, kind.body("W-1")).await);
    let levels = "required_approval_level current_approval_level submitted_at submitted_by approval_plan beneficiaries";
    for (who, action, body, status, shown) in [
        (&clerk, "submit-for-approval", json!({}), "Pending Approval", levels),
        (&manager, "hold", reason(), "On Hold", "reason held_at held_by"),
        (&manager, "unhold", json!({}), "Pending Approval", "unheld_at unheld_by"),
        (&manager, "request-change", json!({ "comments": "c" }), "Draft", "comments returned_at returned_by"),
        (&clerk, "submit-for-approval", json!({}), "Pending Approval", levels),
        (&clerk, "request-change", json!({ "comments": "recalled" }), "Draft", "comments returned_at returned_by"),
        (&clerk, "submit-for-approval", json!({}), "Pending Approval", levels),
        (
            &manager,
            "approve",
            json!({ "comments": "fine" }),
            "Posted",
            "posted level required_approval_level message approved_at approved_by",
        ),
    ] {
        let answer = app.post(&format!("{path}/{action}"), who, body).await.expect(200);
        assert_eq!((answer.string(kind.id), answer.string("status")), ("W-1", status), "{}", answer.text);
        assert_eq!(fields(&answer.json), set(&format!("{} status {shown}", kind.id)), "{action}: {}", answer.text);
        assert!(!answer.header("ETag").is_empty(), "{action}");
    }
    let other = app.pending(kind, kind.body("W-2")).await;
    let rejected = app.post(&format!("{other}/reject"), &manager, reason()).await.expect(200);
    assert_eq!(rejected.string("status"), "Rejected");
    assert_eq!(fields(&rejected.json), set(&format!("{} status reason rejected_at rejected_by", kind.id)));
    let trail = app.get(&format!("{path}/audit-trail"), &clerk).await.expect(200);
    assert_eq!(trail.string(kind.id), "W-1");
    assert_eq!(
        told(&trail),
        [
            "Created carl",
            "Submit for Approval carl",
            "Hold mona",
            "Unhold mona",
            "Request Change mona",
            "Submit for Approval carl",
            "Request Change carl",
            "Submit for Approval carl",
            "Approve mona",
            "Post to GL system",
        ]
    );
    let comments = trail["audit_trail"].as_array().map(|rows| rows[8]["comments"].clone());
    assert_eq!(comments, Some(json!("fine")));
    words_are_required(app, kind).await;
}

/// Reject, hold, void need a reason, request-change comments; and none takes a field it does not know.
async fn words_are_required(app: &TestApp, kind: Kind) {
    let path = app.pending(kind, kind.body("W-3")).await;
    let (admin, manager) = (app.admin(), app.manager());
    for (action, field, who) in [
        ("reject", "reason", &manager),
        ("hold", "reason", &manager),
        ("void", "reason", &admin),
        ("request-change", "comments", &manager),
    ] {
        for wrong in
            [json!({}), json!({ field: "" }), json!({ field: " " }), json!({ field: 5 }), json!({ field: null })]
        {
            let refused =
                app.post(&format!("{path}/{action}"), who, wrong.clone()).await.expect(422).problem("invalid");
            assert_eq!(pointers(&refused), set(&format!("/{field}")), "{action} {wrong}");
        }
        let surplus = app
            .post(&format!("{path}/{action}"), who, json!({ field: "r", "more": 1 }))
            .await
            .expect(422)
            .problem("invalid");
        assert_eq!(pointers(&surplus), set("/more"));
        app.act(&format!("{path}/{action}"), who).await.expect(422).problem("invalid").names(&format!("/{field}"));
    }
    app.post(&format!("{path}/approve"), &manager, json!({ "reason": "x" })).await.expect(422).names("/reason");
    app.expect_fields(&path, &[("status", "Pending Approval")]).await;
}

/// One wrong value is one pointer; several are named at once; nothing is made.
pub async fn refuses_wrong_values(app: &TestApp, kind: Kind, wrong: &[(&str, &str, &str)]) {
    let clerk = app.clerk();
    let before = app.get(&format!("{}?count=true", kind.path), &clerk).await.expect(200).number("total");
    let common = [
        ("tran_date", r#""2024-02-30""#, "/tran_date"),
        ("tran_date", r#""2024-1-5""#, "/tran_date"),
        ("tran_date", "null", "/tran_date"),
        ("tran_date", r#""2024-02-01""#, "/tran_date"),
        ("posting_period_id", r#""2031-01""#, "/posting_period_id"),
        ("currency", r#""usd""#, "/currency"),
        ("currency", r#""XXX""#, "/currency"),
        ("exchange_rate", "2", "/exchange_rate"),
        ("exchange_rate", "0", "/exchange_rate"),
        ("exchange_rate", "1.00000000001", "/exchange_rate"),
        ("status", r#""Posted""#, "/status"),
        ("memo", r#""a\u0000b""#, "/memo"),
        ("surprise", "1", "/surprise"),
        (kind.id, r#""a/b""#, &format!("/{}", kind.id)),
        (kind.id, r#""""#, &format!("/{}", kind.id)),
        (kind.id, "7", &format!("/{}", kind.id)),
    ];
    for (field, text, pointer) in common.iter().chain(wrong) {
        let body = changed(kind.body("X-1"), field, text);
        let refused = app.post(kind.path, &clerk, body).await.expect(422).problem("invalid");
        assert_eq!(pointers(&refused), set(pointer), "{field} {text}: {}", refused.text);
    }
    let several = with(kind.body("X-1"), json!({ "tran_date": "never", "memo": 5, "surprise": 1, "currency": "EURO" }));
    let refused = app.post(kind.path, &clerk, several).await.expect(422).problem("invalid");
    assert_eq!(pointers(&refused), set("/tran_date /memo /surprise /currency"), "{}", refused.text);
    let after = app.get(&format!("{}?count=true", kind.path), &clerk).await.expect(200).number("total");
    assert_eq!(before, after);
}

/// A field, or a field of the first line as `lines.0.rate`, set to this JSON text.
pub fn changed(mut body: Value, field: &str, text: &str) -> Value {
    let value: Value = serde_json::from_str(text).expect(text);
    match field.strip_prefix("lines.0.") {
        Some(of_line) => body["lines"][0][of_line] = value,
        None => body[field] = value,
    }
    body
}

/// An empty body names all that is required, and nothing else.
pub async fn requires(app: &TestApp, kind: Kind, required: &str) {
    for refused in [app.post(kind.path, &app.clerk(), json!({})).await, app.act(kind.path, &app.clerk()).await] {
        let refused = refused.expect(422).problem("invalid");
        assert_eq!(pointers(&refused), set(required), "{}", refused.text);
    }
}

/// A caller without the permission, and a document that does not exist.
pub async fn asks_for_permissions(app: &TestApp, kind: Kind) {
    let path = app.pending(kind, kind.body("P-1")).await;
    let (nobody, viewer) = (app.token("nobody", &[], &[]), app.token("vera", &["viewer"], &[]));
    for (action, body) in actions(kind) {
        app.post(&format!("{path}/{action}"), &viewer, body.clone()).await.expect(403).problem("forbidden");
        app.post(&format!("{}/{action}", kind.at("none")), &nobody, body.clone())
            .await
            .expect(403)
            .problem("forbidden");
        app.post(&format!("{}/{action}", kind.at("none")), &app.admin(), body).await.expect(404).problem("not_found");
    }
    app.post(kind.path, &viewer, kind.body("P-2")).await.expect(403).problem("forbidden");
    app.put(&path, &viewer, kind.body("P-1")).await.expect(403).problem("forbidden");
    app.delete(&path, &viewer).await.expect(403).problem("forbidden");
    for path in [kind.path.to_owned(), path.clone(), format!("{path}/audit-trail")] {
        app.get(&path, &nobody).await.expect(403).problem("forbidden");
        app.get(&path, &viewer).await.expect(200);
        app.get(&path, &Token::none()).await.expect(401);
    }
    app.act(&format!("{path}/approve"), &app.token("carl", &["manager"], &[])).await.expect(403).problem("forbidden");
}

/// Dry runs answer as the real call would, with what would be posted, and change nothing.
pub async fn can_be_tried_dry(app: &TestApp, kind: Kind, would_post: &str) {
    let (clerk, manager, path) = (app.clerk(), app.manager(), kind.at("T-1"));
    let lines = |answer: &Answer| -> String {
        let rows = answer["would_post"].as_array().into_iter().flatten();
        rows.map(|row| {
            format!("{} {} {}\n", row["account_id"].as_str().unwrap_or("?"), row["amount"], row["base_amount"])
        })
        .collect()
    };
    let dry = app.post(&format!("{}?dry_run=true", kind.path), &clerk, kind.body("T-1")).await.expect(201);
    assert_table(&lines(&dry), would_post);
    app.get(&path, &clerk).await.expect(404);
    app.draft(kind, kind.body("T-1")).await;
    let dry = app.act(&format!("{path}/submit-for-approval?dry_run=true"), &clerk).await.expect(200);
    assert_eq!((dry.string("status"), &dry["approval_plan"]["steps"][0]["level"]), ("Pending Approval", &json!(1)));
    assert_table(&lines(&dry), would_post);
    app.act(&format!("{path}/submit-for-approval"), &clerk).await.expect(200);
    let dry = app.act(&format!("{path}/approve?dry_run=true"), &manager).await.expect(200);
    assert_table(&lines(&dry), would_post);
    app.expect_fields(&path, &[("status", "Pending Approval")]).await;
    app.approve(&path).await.expect(200);
    let dry = app.post(&format!("{path}/void?dry_run=true"), &app.controller(), reason()).await.expect(200);
    assert_eq!(dry.string("status"), "Voided");
    let swapped: String = would_post
        .split_whitespace()
        .collect::<Vec<_>>()
        .chunks(3)
        .map(|row| format!("{} {} {}\n", row[0], negated(row[1]), negated(row[2])))
        .collect();
    assert_table(&lines(&dry), &swapped);
    app.expect_fields(&path, &[("status", "Posted")]).await;
}

fn negated(number: &str) -> String {
    number.strip_prefix('-').map_or_else(|| format!("-{number}"), str::to_owned)
}

/// A retry with the same key gets the first answer byte for byte, on every operation; `ending` is the type's own, if any.
pub async fn can_be_retried(app: &TestApp, kind: Kind, ending: &[(&str, Value)]) {
    let (clerk, manager, path) = (app.clerk(), app.manager(), kind.at("R-1"));
    let controller = app.controller();
    let submit = format!("{path}/submit-for-approval");
    let mut steps = vec![
        (Method::POST, kind.path.to_owned(), &clerk, Some(kind.body("R-1"))),
        (Method::PUT, path.clone(), &clerk, Some(with(kind.body("R-1"), json!({ "memo": "m" })))),
        (Method::POST, submit.clone(), &clerk, None),
        (Method::POST, format!("{path}/hold"), &manager, Some(reason())),
        (Method::POST, format!("{path}/unhold"), &manager, None),
        (Method::POST, format!("{path}/request-change"), &manager, Some(json!({ "comments": "c" }))),
        (Method::POST, submit, &clerk, None),
        (Method::POST, format!("{path}/approve"), &manager, Some(json!({ "comments": "c" }))),
    ];
    steps.extend(
        ending.iter().map(|(action, body)| (Method::POST, format!("{path}/{action}"), &controller, Some(body.clone()))),
    );
    for (at, (method, path, who, body)) in steps.into_iter().enumerate() {
        let key = format!("{}-{at}", kind.name);
        let headers = [("X-Idempotency-Key", key.as_str())];
        let first = app.send(method.clone(), &path, who, &headers, body.clone()).await;
        assert!(first.status < 300, "{path}: {}", first.text);
        let again = app.send(method.clone(), &path, who, &headers, body).await;
        assert_eq!((first.status, &first.text), (again.status, &again.text), "{path}");
        assert_eq!(first.header("ETag"), again.header("ETag"), "{path}");
        assert_eq!((first.header("Idempotent-Replayed"), again.header("Idempotent-Replayed")), ("", "true"), "{path}");
        let other = app.send(method, &path, who, &headers, Some(json!({ "reason": "another" }))).await;
        assert_eq!(other.status, 422, "{path}: {}", other.text);
    }
    let created = app.get(&format!("{path}/audit-trail"), &clerk).await.expect(200);
    assert_eq!(told(&created).iter().filter(|row| row.starts_with("Post to GL")).count(), 1);
}

/// A stale `If-Match` stops every action.
pub async fn heeds_if_match(app: &TestApp, kind: Kind) {
    let path = app.pending(kind, kind.body("M-1")).await;
    let stale = [("If-Match", "\"1\"")];
    for (action, body) in actions(kind).into_iter().filter(|(action, _)| *action != "submit-for-approval") {
        let refused = app.send(Method::POST, &format!("{path}/{action}"), &app.admin(), &stale, Some(body)).await;
        refused.expect(412).problem("stale_version");
    }
    let now = app.get(&path, &app.manager()).await.expect(200);
    let fresh = [("If-Match", now.header("ETag"))];
    app.send(Method::POST, &format!("{path}/approve"), &app.manager(), &fresh, None).await.expect(200);
}
