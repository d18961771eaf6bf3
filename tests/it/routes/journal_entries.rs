//! Journal entries over HTTP: create, list, read, edit, delete, and every refusal.

use reqwest::Method;
use serde_json::{Value, json};
use tests::app::{Answer, TestApp, token};
use tests::both;
use tests::builders::*;

/// Nothing was created: a refused request leaves the books as they were.
async fn assert_empty(app: &TestApp) {
    let list = app.get("/journal-entries?count=true", &clara()).await.expect(200);
    assert_eq!(list.str("/total"), "0", "{}", list.text);
}

both!(create_answers_the_whole_entry);
async fn create_answers_the_whole_entry(app: &TestApp) {
    let created = app.post(JOURNAL, &clara(), entry("JE-1", "1200.50")).await.expect(201);
    assert_eq!(created.header("location"), "/service/general-ledger/journal-entries/JE-1");
    assert_eq!(created.header("etag"), "\"1\"");
    for (pointer, value) in [
        ("/journal_entry_id", "JE-1"),
        ("/tran_date", "2026-01-15"),
        ("/posting_period_id", "2026-01"),
        ("/memo", "Rent"),
        ("/entry_type", "Standard"),
        ("/currency", "USD"),
        ("/status", "Draft"),
        ("/total_debit", "1200.50"),
        ("/total_credit", "1200.50"),
        ("/current_approval_level", "0"),
        ("/lines/0/line_number", "1"),
        ("/lines/0/account_id", "6100"),
        ("/lines/0/debit", "1200.50"),
        ("/lines/1/line_number", "2"),
        ("/lines/1/credit", "1200.50"),
        ("/created_by", "clara"),
    ] {
        assert_eq!(created.str(pointer), value, "{pointer}: {}", created.text);
    }
    assert!(created.str("/created_at").ends_with('Z'), "{}", created.text);
    let read = app.get(&je("JE-1", ""), &clara()).await.expect(200);
    assert_eq!(read.header("etag"), "\"1\"");
    assert_eq!(read.str("/allowed_actions"), r#"["edit","delete","submit-for-approval"]"#);
    let explained = app.get(&je("JE-1", "?explain=true").replace("/?", "?"), &clara()).await.expect(200);
    assert!(explained.str("/why_not/approve").contains("approve"), "{}", explained.text);
}

both!(an_id_is_made_when_left_out);
async fn an_id_is_made_when_left_out(app: &TestApp) {
    let one = app.post(JOURNAL, &clara(), with(entry("x", "1.00"), json!({ "journal_entry_id": null }))).await.expect(201);
    let other = app.post(JOURNAL, &clara(), with(entry("x", "1.00"), json!({ "journal_entry_id": null }))).await.expect(201);
    assert_ne!(one.str("/journal_entry_id"), other.str("/journal_entry_id"));
    app.get(&je(&one.str("/journal_entry_id"), ""), &clara()).await.expect(200);
}

both!(an_id_is_taken_once);
async fn an_id_is_taken_once(app: &TestApp) {
    app.draft("JE-1", "1.00").await;
    let refused = app.post(JOURNAL, &clara(), entry("JE-1", "2.00")).await.problem(409, "already_exists");
    assert!(refused.str("/detail").contains("JE-1"), "{}", refused.text);
}

both!(every_wrong_field_is_named_at_once);
async fn every_wrong_field_is_named_at_once(app: &TestApp) {
    let body = json!({
        "journal_entry_id": "a/b", "tran_date": "2031-02-30", "posting_period_id": "2030-13", "currency": "XYZ", "surprise": 1,
        "entry_type": "Odd",
        "lines": [{ "account_id": "7777", "debit": 1 }, { "account_id": "1000", "credit": "5" }, { "debit": 1, "credit": 1, "account_id": "1000" }],
    });
    let found = app.post(JOURNAL, &clara(), body).await.problem(422, "invalid").pointers();
    for pointer in [
        "/journal_entry_id",
        "/tran_date",
        "/posting_period_id",
        "/currency",
        "/surprise",
        "/entry_type",
        "/lines/0/account_id",
        "/lines/1/credit",
        "/lines/2",
    ] {
        assert!(found.iter().any(|found| found == pointer), "{pointer} is not among {found:?}");
    }
    app.post(JOURNAL, &clara(), json!({})).await.points_at(&["/tran_date", "/lines"]);
    app.send(Method::POST, JOURNAL, &clara(), "").await.points_at(&["/tran_date", "/lines"]);
    assert_empty(app).await;
}

both!(an_unbalanced_entry_names_both_totals);
async fn an_unbalanced_entry_names_both_totals(app: &TestApp) {
    let body = with(entry("JE-1", "1.00"), json!({ "lines": [debit("6100", "10.00"), credit("1000", "9.99")] }));
    let refused = app.post(JOURNAL, &clara(), body).await.problem(422, "unbalanced");
    assert_eq!((refused.str("/total_debit"), refused.str("/total_credit")), ("10.00".into(), "9.99".into()));
    assert_empty(app).await;
}

/// One wrong value in an otherwise good entry: where it stands, and where the problem points.
const WRONG: [(&str, &str, &str); 32] = [
    ("tran_date", r#""2031-02-30""#, "/tran_date"),
    ("tran_date", r#""2026-1-5""#, "/tran_date"),
    ("tran_date", r#""+10000-01-01""#, "/tran_date"),
    ("tran_date", "20260115", "/tran_date"),
    ("tran_date", r#""2026-01-15T00:00:00Z""#, "/tran_date"),
    ("journal_entry_id", r#""a/b""#, "/journal_entry_id"),
    ("journal_entry_id", r#""""#, "/journal_entry_id"),
    ("journal_entry_id", r#""ümlaut""#, "/journal_entry_id"),
    ("journal_entry_id", "5", "/journal_entry_id"),
    ("memo", r#""a\u0000b""#, "/memo"),
    ("memo", r#""a\u001bb""#, "/memo"),
    ("memo", "7", "/memo"),
    ("posting_period_id", r#""2031-01""#, "/posting_period_id"),
    ("currency", r#""usd""#, "/currency"),
    ("currency", r#""XXZ""#, "/currency"),
    ("currency", r#""EUR""#, "/exchange_rate"),
    ("exchange_rate", "2", "/exchange_rate"),
    ("exchange_rate", "0", "/exchange_rate"),
    ("exchange_rate", "-1", "/exchange_rate"),
    ("entry_type", r#""Reversing""#, "/entry_type"),
    ("status", r#""Posted""#, "/status"),
    ("status", r#""draft""#, "/status"),
    ("surprise", "1", "/surprise"),
    ("total_debit", "1.00", "/total_debit"),
    ("lines", "null", "/lines"),
    ("lines", "{}", "/lines"),
    ("lines", "[]", "/lines"),
    ("lines", r#"[{"account_id":"6100","debit":1}]"#, "/lines"),
    ("lines", r#"[{"account_id":"6100","debit":1},5]"#, "/lines/1"),
    ("lines", r#"[{"account_id":"6100","debit":1,"credit":1},{"account_id":"1000","credit":1}]"#, "/lines/0"),
    ("lines", r#"[{"account_id":"6100"},{"account_id":"1000","credit":1}]"#, "/lines/0"),
    ("lines", r#"[{"account_id":"6100","debit":1,"line_number":1},{"account_id":"1000","credit":1,"line_number":1}]"#, "/lines/1/line_number"),
];

both!(one_wrong_value_is_one_pointer);
async fn one_wrong_value_is_one_pointer(app: &TestApp) {
    for (field, value, pointer) in WRONG {
        let body = with(entry("JE-1", "5.00"), json!({}));
        let mut body = body;
        body.as_object_mut().expect("an object").insert(field.into(), number(value));
        let found = app.post(JOURNAL, &clara(), body).await.problem(422, "invalid").pointers();
        assert_eq!(found, [pointer], "{field} = {value}");
    }
    let long = "x".repeat(1001);
    app.post(JOURNAL, &clara(), with(entry("JE-1", "5.00"), json!({ "memo": long }))).await.points_at(&["/memo"]);
    let id = "x".repeat(65);
    app.post(JOURNAL, &clara(), with(entry("JE-1", "5.00"), json!({ "journal_entry_id": id }))).await.points_at(&["/journal_entry_id"]);
    let many: Vec<Value> = (0..1001).map(|_| debit("6100", "1.00")).collect();
    app.post(JOURNAL, &clara(), with(entry("JE-1", "5.00"), json!({ "lines": many }))).await.points_at(&["/lines"]);
    assert_empty(app).await;
}

both!(amounts_are_exact_or_refused);
async fn amounts_are_exact_or_refused(app: &TestApp) {
    for wrong in
        ["0.001", "1e400", "-0", "0", "-5", "\"5\"", "true", "null", "1000000000000000", "1e15", "0.1e-2", "[1]", "{}", "1e-400", "5.005"]
    {
        let text = format!(
            r#"{{"tran_date":"2026-01-15","lines":[{{"account_id":"6100","debit":{wrong}}},{{"account_id":"1000","credit":1}}]}}"#
        );
        let answer = app.send(Method::POST, JOURNAL, &clara(), &text).await.problem(422, "invalid");
        let found = answer.pointers();
        assert!(found.iter().all(|pointer| pointer.starts_with("/lines/0")) && !found.is_empty(), "{wrong}: {}", answer.text);
    }
    let yen = with(entry("JE-1", "1.5"), json!({ "currency": "JPY", "exchange_rate": number("0.0067") }));
    app.post(JOURNAL, &clara(), yen).await.points_at(&["/lines/0/debit", "/lines/1/credit"]);
    assert_empty(app).await;
    for (at, (sent, read)) in [
        ("999999999999999.99", "999999999999999.99"),
        ("0.01", "0.01"),
        ("1e2", "100.00"),
        ("1.10", "1.10"),
        ("1.1", "1.10"),
        ("1.100", "1.10"),
        ("90071992547409.93", "90071992547409.93"),
    ]
    .into_iter()
    .enumerate()
    {
        let created = app.post(JOURNAL, &clara(), entry(&format!("JE-{at}"), sent)).await.expect(201);
        assert!(created.text.contains(&format!("\"total_debit\":{read}")), "{sent}: {}", created.text);
        let stored = app.get(&je(&format!("JE-{at}"), ""), &clara()).await.expect(200);
        assert_eq!(stored.str("/lines/0/debit"), read);
    }
    let yen = with(entry("JPY-1", "150"), json!({ "currency": "JPY", "exchange_rate": number("0.0067") }));
    assert_eq!(app.post(JOURNAL, &clara(), yen).await.expect(201).str("/total_debit"), "150");
    let dinar = with(entry("KWD-1", "1.234"), json!({ "currency": "KWD", "exchange_rate": number("3.25") }));
    assert_eq!(app.post(JOURNAL, &clara(), dinar).await.expect(201).str("/total_debit"), "1.234");
}

both!(broken_requests_get_one_clear_problem);
async fn broken_requests_get_one_clear_problem(app: &TestApp) {
    let good = entry("JE-1", "1.00").to_string();
    let doubled = good.replacen("\"tran_date\"", "\"tran_date\":\"2026-01-15\",\"tran_date\"", 1);
    for text in [
        doubled.as_str(),
        "{",
        "[1,",
        "nonsense",
        "{\"a\":01}",
        "{} {}",
        &"[".repeat(5000),
        &format!("{{\"memo\":{}1{}}}", "[".repeat(5000), "]".repeat(5000)),
    ] {
        app.send(Method::POST, JOURNAL, &clara(), text).await.problem(400, "broken_json");
    }
    let not_utf8 = app.by(Method::POST, JOURNAL, &clara()).header("Content-Type", "application/json").body(vec![b'{', 0xff, b'}']);
    Answer::of(not_utf8).await.problem(400, "broken_json");
    app.send(Method::POST, JOURNAL, &clara(), &format!("{{\"memo\":\"{}\"}}", "x".repeat(3_000_000))).await.problem(413, "too_large");
    for content_type in ["text/plain", "application/xml", "application/x-www-form-urlencoded"] {
        let request = app.by(Method::POST, JOURNAL, &clara()).header("Content-Type", content_type).body(good.clone());
        Answer::of(request).await.problem(415, "unsupported_media_type");
    }
    Answer::of(app.by(Method::POST, JOURNAL, &clara()).body(good.clone())).await.problem(415, "unsupported_media_type");
    let wrong_method = Answer::of(app.by(Method::PATCH, JOURNAL, &clara())).await.problem(405, "method_not_allowed");
    assert!(wrong_method.header("allow").contains("POST"), "{:?}", wrong_method.headers);
    app.get("/no-such-thing", &clara()).await.problem(404, "not_found");
    app.get("/journal-entries?limt=5", &clara()).await.problem(422, "invalid");
    app.get("/journal-entries?limit=0", &clara()).await.problem(422, "invalid");
    app.get("/journal-entries?limit=201", &clara()).await.problem(422, "invalid");
    app.get("/journal-entries?cursor=nonsense", &clara()).await.problem(422, "invalid");
    app.get("/journal-entries?status=Nonsense", &clara()).await.problem(422, "invalid");
    assert_empty(app).await;
}

both!(accounts_and_periods_are_checked);
async fn accounts_and_periods_are_checked(app: &TestApp) {
    let unknown = with(entry("JE-1", "1.00"), json!({ "lines": [debit("7777", "1.00"), credit("1000", "1.00")] }));
    let refused = app.post(JOURNAL, &clara(), unknown).await.points_at(&["/lines/0/account_id"]);
    assert!(refused.text.contains("7777"));
    let inactive = with(entry("JE-1", "1.00"), json!({ "lines": [debit("9000", "1.00"), credit("1000", "1.00")] }));
    app.post(JOURNAL, &clara(), inactive).await.points_at(&["/lines/0/account_id"]);
    app.post(JOURNAL, &clara(), entry_on("JE-1", "2031-01-15", "1.00")).await.problem(422, "no_open_period");
    let late = with(entry_on("JE-1", "2026-02-15", "1.00"), json!({ "posting_period_id": "2026-01" }));
    app.post(JOURNAL, &clara(), late).await.points_at(&["/tran_date"]);
    let early = with(entry_on("JE-1", "2026-01-15", "1.00"), json!({ "posting_period_id": "2026-02" }));
    assert_eq!(app.post(JOURNAL, &clara(), early).await.expect(201).str("/posting_period_id"), "2026-02");
    app.post("/accounting-periods/2026-01/close", &nina(), json!({})).await.expect(200);
    app.post(JOURNAL, &clara(), entry("JE-2", "1.00")).await.problem(409, "period_closed");
}

both!(who_may_not_learns_so);
async fn who_may_not_learns_so(app: &TestApp) {
    app.draft("JE-1", "1.00").await;
    let nobody = token("nobody", &[], &[]);
    let viewer = token("vera", &["viewer"], &[]);
    app.get(JOURNAL, &nobody).await.problem(403, "forbidden");
    app.get(&je("JE-1", ""), &nobody).await.problem(403, "forbidden");
    app.get(&je("JE-9", ""), &nobody).await.problem(403, "forbidden");
    app.get(&je("JE-1", ""), &viewer).await.expect(200);
    app.post(JOURNAL, &viewer, entry("JE-2", "1.00")).await.problem(403, "forbidden");
    app.put(&je("JE-1", ""), &viewer, entry("JE-1", "2.00")).await.problem(403, "forbidden");
    app.delete(&je("JE-1", ""), &viewer).await.problem(403, "forbidden");
    for operation in ["submit-for-approval", "approve", "unhold"] {
        app.act("JE-1", operation, &viewer, json!({})).await.problem(403, "forbidden");
    }
    let exact = token("pat", &[], &["journal_entry.read"]);
    app.get(&je("JE-1", ""), &exact).await.expect(200);
    let star = token("pam", &[], &["*.read"]);
    app.get(&je("JE-1", ""), &star).await.expect(200);
    let unknown_role = token("una", &["astronaut"], &[]);
    app.get(&je("JE-1", ""), &unknown_role).await.problem(403, "forbidden");
}

both!(what_is_not_there_is_not_found);
async fn what_is_not_there_is_not_found(app: &TestApp) {
    app.get(&je("JE-9", ""), &clara()).await.problem(404, "not_found");
    app.put(&je("JE-9", ""), &clara(), entry("JE-9", "1.00")).await.problem(404, "not_found");
    app.delete(&je("JE-9", ""), &clara()).await.problem(404, "not_found");
    app.get(&je("JE-9", "audit-trail"), &clara()).await.problem(404, "not_found");
    app.get(&je("a%2Fb", ""), &clara()).await.problem(404, "not_found");
    for (operation, body) in [
        ("submit-for-approval", json!({})),
        ("approve", json!({})),
        ("reject", json!({ "reason": "r" })),
        ("request-change", json!({ "comments": "c" })),
        ("hold", json!({ "reason": "r" })),
        ("unhold", json!({})),
        ("reverse", json!({ "reversal_date": "2026-01-31" })),
    ] {
        app.act("JE-9", operation, &adam(), body).await.problem(404, "not_found");
    }
}

both!(a_draft_is_edited_and_put_back);
async fn a_draft_is_edited_and_put_back(app: &TestApp) {
    app.draft("JE-1", "1.00").await;
    let read = app.get(&je("JE-1", ""), &clara()).await.expect(200);
    let back = app.put(&je("JE-1", ""), &clara(), read.json.clone()).await.expect(200);
    assert_eq!(back.header("etag"), "\"2\"", "{}", back.text);
    let changed = with(read.json.clone(), json!({ "memo": "Changed", "status": "Posted" }));
    app.put(&je("JE-1", ""), &clara(), changed).await.problem(422, "invalid");
    let lines = json!({ "lines": [debit("6100", "7.00"), credit("1000", "3.00"), credit("2000", "4.00")] });
    let edited = app.put(&je("JE-1", ""), &clara(), with(entry("JE-1", "1.00"), lines)).await.expect(200);
    assert_eq!((edited.str("/total_debit"), edited.list("/lines").len()), ("7.00".into(), 3));
    assert_eq!(app.trail("JE-1").await, ["Created", "Updated", "Updated"]);
    app.delete(&je("JE-1", ""), &clara()).await.expect(204);
    app.get(&je("JE-1", ""), &clara()).await.problem(404, "not_found");
}

both!(lost_updates_are_refused);
async fn lost_updates_are_refused(app: &TestApp) {
    app.draft("JE-1", "1.00").await;
    let put = |version: &str| app.by(Method::PUT, &je("JE-1", ""), &clara()).header("If-Match", version).header("Content-Type", "application/json").body(entry("JE-1", "2.00").to_string());
    Answer::of(put("\"7\"")).await.problem(412, "stale_version");
    Answer::of(put("\"1\"")).await.expect(200);
    Answer::of(put("\"1\"")).await.problem(412, "stale_version");
    Answer::of(put("*")).await.expect(200);
    Answer::of(put("nonsense")).await.problem(422, "invalid");
    let submit = |version: &str| app.by(Method::POST, &je("JE-1", "submit-for-approval"), &clara()).header("If-Match", version);
    Answer::of(submit("\"1\"")).await.problem(412, "stale_version");
    let submitted = Answer::of(submit("\"3\"")).await.expect(200);
    assert_eq!(submitted.header("etag"), "\"4\"");
    let delete = app.by(Method::DELETE, &je("JE-1", ""), &clara()).header("If-Match", "\"1\"");
    Answer::of(delete).await.problem(412, "stale_version");
}

both!(only_a_draft_is_edited_or_deleted);
async fn only_a_draft_is_edited_or_deleted(app: &TestApp) {
    app.pending("JE-1", "10.00").await;
    let refused = app.put(&je("JE-1", ""), &clara(), entry("JE-1", "2.00")).await.problem(409, "wrong_status");
    assert!(refused.str("/detail").contains("Pending Approval") && refused.str("/allowed_actions").contains("approve"), "{}", refused.text);
    app.delete(&je("JE-1", ""), &clara()).await.problem(409, "wrong_status");
    app.act("JE-1", "submit-for-approval", &clara(), json!({})).await.problem(409, "wrong_status");
    app.act("JE-1", "approve", &max(), json!({})).await.expect(200);
    for (operation, body) in [
        ("approve", json!({})),
        ("reject", json!({ "reason": "r" })),
        ("request-change", json!({ "comments": "c" })),
        ("hold", json!({ "reason": "r" })),
        ("unhold", json!({})),
        ("submit-for-approval", json!({})),
    ] {
        app.act("JE-1", operation, &adam(), body).await.problem(409, "wrong_status");
    }
    app.delete(&je("JE-1", ""), &clara()).await.problem(409, "wrong_status");
}

both!(a_dry_run_changes_nothing);
async fn a_dry_run_changes_nothing(app: &TestApp) {
    let dry = app.post(&format!("{JOURNAL}?dry_run=true"), &clara(), entry("JE-1", "5.00")).await.expect(201);
    assert_eq!(dry.list("/would_post").len(), 2, "{}", dry.text);
    assert_empty(app).await;
    app.draft("JE-1", "5.00").await;
    let submit = app.act("JE-1", "submit-for-approval?dry_run=true", &clara(), json!({})).await.expect(200);
    assert_eq!(submit.str("/approval_plan/steps/0/approvers/0/approver_role"), "manager", "{}", submit.text);
    assert_eq!(app.status("JE-1").await, "Draft");
    app.act("JE-1", "submit-for-approval", &clara(), json!({})).await.expect(200);
    let approve = app.act("JE-1", "approve?dry_run=true", &max(), json!({})).await.expect(200);
    assert_eq!(approve.list("/would_post").len(), 2, "{}", approve.text);
    assert_eq!(app.status("JE-1").await, "Pending Approval");
    assert_eq!(app.trail("JE-1").await, ["Created", "Submit for Approval"]);
}

both!(lists_are_walked_without_gaps_or_repeats);
async fn lists_are_walked_without_gaps_or_repeats(app: &TestApp) {
    for at in 0..12 {
        app.draft(&format!("JE-{at:02}"), "1.00").await;
    }
    app.post(JOURNAL, &clara(), entry_on("FEB", "2026-02-03", "1.00")).await.expect(201);
    app.act("JE-03", "submit-for-approval", &clara(), json!({})).await.expect(200);
    let (mut seen, mut cursor) = (Vec::new(), String::new());
    loop {
        let page = app.get(&format!("/journal-entries?limit=5&count=true{cursor}"), &clara()).await.expect(200);
        assert_eq!(page.str("/total"), (13 + seen.len() / 5).to_string());
        seen.extend(page.column("/data", "journal_entry_id"));
        if page.str("/has_more") == "false" {
            break;
        }
        cursor = format!("&cursor={}", page.str("/next_cursor"));
        app.draft(&format!("NEW-{}", seen.len()), "1.00").await;
    }
    let mut sorted = seen.clone();
    sorted.sort();
    sorted.dedup();
    assert_eq!((seen.len(), sorted.len()), (13, 13), "{seen:?}");
    assert_eq!(seen.first().map(String::as_str), Some("FEB"), "newest first: {seen:?}");
    for (query, count) in [
        ("status=Pending%20Approval", 1),
        ("period=2026-02", 1),
        ("from=2026-02-01", 1),
        ("to=2026-01-31&limit=200", 14),
        ("status=Draft,Pending%20Approval&period=2026-02", 1),
        ("status=Posted", 0),
    ] {
        let found = app.get(&format!("/journal-entries?{query}"), &clara()).await.expect(200);
        assert_eq!(found.list("/data").len(), count, "{query}: {:?}", found.column("/data", "journal_entry_id"));
    }
}

both!(texts_are_kept_as_written);
async fn texts_are_kept_as_written(app: &TestApp) {
    for (at, (sent, kept)) in [("Größe 東京 🙂", "Größe 東京 🙂"), ("a\nb\tc", "a\nb\tc"), ("cafe\u{301}", "café"), ("'; DROP TABLE document; --", "'; DROP TABLE document; --")]
        .into_iter()
        .enumerate()
    {
        let id = format!("T-{at}");
        app.post(JOURNAL, &clara(), with(entry(&id, "1.00"), json!({ "memo": sent }))).await.expect(201);
        assert_eq!(app.get(&je(&id, ""), &clara()).await.expect(200).str("/memo"), kept);
    }
    for id in ["a.b:c_d-E", "x", &"y".repeat(64)] {
        app.draft(id, "1.00").await;
        app.get(&je(id, ""), &clara()).await.expect(200);
    }
}
