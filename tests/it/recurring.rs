//! Recurring documents: what their owner keeps, and what the job makes of it. See docs/rules/recurring.md.

use engine::values::clock::Date;
use tests::prelude::*;

const PATH: &str = "recurring-documents";

fn today(app: &TestApp) -> Date {
    app.engine().clock.wall().date()
}

/// The books with a period that holds all days of these tests.
async fn open(app: &TestApp) {
    app.open_books().await;
    let (from, to) = (today(app).plus_days(-400).to_string(), today(app).plus_days(400).to_string());
    app.post("accounting-periods", &app.admin(), period("NOW", "These days", &from, &to)).await.expect(201);
}

/// The word for the day of the week; the first of January 2024 was a Monday.
fn weekday(day: Date) -> &'static str {
    let monday = Date::parse("2024-01-01").expect("a day");
    let names = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
    names[usize::try_from(day.days_since(monday).rem_euclid(7)).expect("a place")]
}

fn rent() -> Value {
    json!({
        "vendor_id": "V-1", "ap_account_id": PAYABLE, "reference": "Rent",
        "lines": [{ "account_id": EXPENSE, "quantity": 1, "rate": number("100") }],
    })
}

/// A bill each week, of which the first was due two weeks ago: today is its third day.
fn weekly(app: &TestApp, makes: &str) -> Value {
    let start = today(app).plus_days(-14);
    json!({
        "recurring_document_id": "RD-1", "name": "Rent", "document_type": "bill", "document": rent(), "makes": makes, "due_days": 10,
        "schedule": { "every": "week", "weekday": weekday(start), "start_date": start.to_string() },
    })
}

/// The ids of the bills that the template made.
async fn made(app: &TestApp) -> Vec<String> {
    let bills = app.get("bills?limit=200", &app.admin()).await.expect(200);
    let mut ids: Vec<String> =
        bills.data().iter().filter_map(|bill| bill["bill_id"].as_str().map(str::to_owned)).collect();
    ids.retain(|id| id.starts_with("RD-1-"));
    ids.sort();
    ids
}

fn days(app: &TestApp, before: &[i64]) -> Vec<String> {
    before.iter().map(|days| format!("RD-1-{}", today(app).plus_days(-days))).collect()
}

async fn tick(app: &TestApp) {
    app.engine().make_due_documents().await.expect("a tick");
}

async fn actions(app: &TestApp) -> Vec<String> {
    let trail = app.get(&format!("{PATH}/RD-1/audit-trail"), &app.admin()).await.expect(200);
    let rows = trail["audit_trail"].as_array().expect("rows");
    rows.iter().filter_map(|row| row["action"].as_str().map(str::to_owned)).collect()
}

tests::on_both! {
    /// What was missed is caught up, in order, and each day is made once, however many look at once and how often.
    async fn each_day_is_made_once(app: TestApp) {
        open(&app).await;
        let kept = app.post(PATH, &app.accountant(), weekly(&app, "draft")).await.expect(201);
        assert_eq!((&kept["status"], &kept["version"], &kept["made"]), (&json!("active"), &json!(1), &json!(0)), "{}", kept.text);
        assert_eq!((&kept["document"], &kept["next_dates"][2]), (&rent(), &json!(today(&app).to_string())), "{}", kept.text);
        assert_eq!(kept["next_dates"].as_array().map(Vec::len), Some(12));
        let engine = app.engine();
        let (one, other, third) =
            tokio::join!(engine.make_due_documents(), engine.make_due_documents(), engine.make_due_documents());
        for tick in [one, other, third] {
            tick.expect("a tick");
        }
        tick(&app).await;
        assert_eq!(made(&app).await, days(&app, &[14, 7, 0]));
        app.post("bills", &app.clerk(), bill("RD-1-2001-01-01", "5.00")).await.expect(201);
        let bill = app.get(&format!("bills/{}", days(&app, &[0])[0]), &app.admin()).await.expect(200);
        assert_eq!((&bill["status"], &bill["created_by"]), (&json!("Draft"), &kept["owner"]), "{}", bill.text);
        assert_eq!(bill["due_date"], json!(today(&app).plus_days(10).to_string()));
        assert_eq!(bill["reference"], json!(format!("Rent {}", today(&app))));
        let after = app.get(&format!("{PATH}/RD-1"), &app.accountant()).await.expect(200);
        assert_eq!((&after["made"], &after["version"], &after["handled_through"]), (&json!(3), &json!(4), &json!(today(&app).to_string())));
        assert_eq!((&after["last_document_id"], &after["last_problem"]), (&json!(days(&app, &[0])[0]), &Value::Null));
        assert_eq!(actions(&app).await, ["Created", "Made", "Made", "Made"]);
        // What it made is found, the last first, page by page; what somebody named alike is not among it.
        let path = format!("{PATH}/RD-1/documents");
        let first = app.get(&format!("{path}?limit=2&count=true"), &app.accountant()).await.expect(200);
        assert_eq!((&first["total"], &first["has_more"]), (&json!(3), &json!(true)), "{}", first.text);
        let day = |before: i64| today(&app).plus_days(-before).to_string();
        let row = |before: i64| json!({
            "document_type": "bill", "document_id": format!("RD-1-{}", day(before)), "scheduled_date": day(before), "status": "Draft",
            "currency": "USD", "amount": number("100.00"),
        });
        assert_eq!(first.data(), &[row(0), row(7)], "{}", first.text);
        let mut unseen = row(0);
        for member in ["status", "currency", "amount"] {
            unseen[member] = Value::Null;
        }
        let next = format!("{path}?cursor={}", first["next_cursor"].as_str().expect("a cursor"));
        let rest = app.get(&next, &app.accountant()).await.expect(200);
        assert_eq!((rest.data(), &rest["has_more"]), (&[row(14)][..], &json!(false)), "{}", rest.text);
        // Whoever may not read bills sees which they are, and no more.
        let olga = app.token("olga", &[], &["recurring_document.read"]);
        let bare = app.get(&format!("{path}?limit=1"), &olga).await.expect(200);
        assert_eq!(bare.data(), &[unseen.clone()], "{}", bare.text);
        app.get(&path, &app.token("olaf", &[], &["bill.read"])).await.expect(403).problem("forbidden");
        app.get(&format!("{PATH}/RD-2/documents"), &app.accountant()).await.expect(404).problem("not_found");
        // What is deleted is not made again.
        app.delete(&format!("bills/{}", days(&app, &[0])[0]), &app.accountant()).await.expect(204);
        tick(&app).await;
        let gone = app.get(&format!("{path}?limit=1"), &app.accountant()).await.expect(200);
        assert_eq!(gone.data(), &[unseen.clone()], "{}", gone.text);
        app.delete("bills/RD-1-2001-01-01", &app.clerk()).await.expect(204);
        assert_eq!(made(&app).await, days(&app, &[14, 7]));
    }

    /// Nobody who wrote the template signs what it makes.
    async fn its_writers_do_not_sign(app: TestApp) {
        open(&app).await;
        let (ann, ben) = (app.token("ann", &["controller"], &[]), app.token("ben", &["controller"], &[]));
        app.post(PATH, &ann, weekly(&app, "submitted")).await.expect(201);
        let changed = app.put(&format!("{PATH}/RD-1"), &ben, json!({ "name": "Rent of the office" })).await.expect(200);
        assert_eq!((&changed["owner"], &changed["created_by"]), (&json!("ben"), &json!("ann")), "{}", changed.text);
        tick(&app).await;
        let path = format!("bills/{}", days(&app, &[7])[0]);
        let bill = app.get(&path, &ann).await.expect(200);
        assert_eq!((&bill["status"], &bill["submitted_by"]), (&json!("Pending Approval"), &json!("ben")), "{}", bill.text);
        app.act(&format!("{path}/approve"), &ann).await.expect(403).problem("forbidden");
        app.act(&format!("{path}/approve"), &ben).await.expect(403).problem("forbidden");
        app.act(&format!("{path}/approve"), &app.token("cleo", &["controller"], &[])).await.expect(200);
        let trail = app.get(&format!("{path}/audit-trail"), &ann).await.expect(200);
        let created = &trail["audit_trail"][0]["details"];
        assert_eq!((&created["recurring_document_id"], &created["written_by"]), (&json!("RD-1"), &json!(["ann"])), "{}", trail.text);
    }

    /// A closed period, and a right that is gone, are said, and the day is made once they no longer stand.
    async fn what_cannot_be_made_waits(app: TestApp) {
        open(&app).await;
        let admin = app.admin();
        app.post("roles", &admin, json!({ "role_id": "renter", "permissions": ["recurring_document.*", "bill.*"] })).await.expect(201);
        let rita = app.token("rita", &["renter"], &[]);
        app.close("NOW", "ap").await;
        app.post(PATH, &rita, weekly(&app, "draft")).await.expect(201);
        for _ in 0..2 {
            tick(&app).await;
        }
        assert_eq!(made(&app).await, Vec::<String>::new());
        let stuck = app.get(&format!("{PATH}/RD-1"), &rita).await.expect(200);
        assert_eq!((&stuck["last_problem"]["code"], &stuck["version"]), (&json!("period_closed"), &json!(2)), "{}", stuck.text);
        // The first day is left out; the next is refused for another reason.
        let skipped = app.act(&format!("{PATH}/RD-1/skip"), &rita).await.expect(200);
        assert_eq!((&skipped["last_problem"], &skipped["next_dates"][0]), (&Value::Null, &json!(today(&app).plus_days(-7).to_string())));
        app.post("accounting-periods/NOW/reopen", &admin, json!({ "reason": "r", "reopen_type": "ap" })).await.expect(200);
        app.put("roles/renter", &admin, json!({ "permissions": ["recurring_document.*"] })).await.expect(200);
        tick(&app).await;
        let stuck = app.get(&format!("{PATH}/RD-1"), &rita).await.expect(200);
        assert_eq!(stuck["last_problem"]["detail"], json!("needs the permission bill.write"), "{}", stuck.text);
        app.put("roles/renter", &admin, json!({ "permissions": ["recurring_document.*", "bill.*"] })).await.expect(200);
        app.post("users", &admin, json!({ "user_id": "rita", "name": "Rita", "is_active": false })).await.expect(201);
        tick(&app).await;
        let stuck = app.get(&format!("{PATH}/RD-1"), &admin).await.expect(200);
        assert_eq!(stuck["last_problem"]["code"], json!("user_inactive"), "{}", stuck.text);
        app.put("users/rita", &admin, json!({ "is_active": true })).await.expect(200);
        tick(&app).await;
        assert_eq!(made(&app).await, days(&app, &[7, 0]));
        let rows = ["Created", "Not Made", "Skipped", "Not Made", "Not Made", "Made", "Made"];
        assert_eq!(actions(&app).await, rows);
    }

    async fn skip_pause_resume_and_end(app: TestApp) {
        open(&app).await;
        let who = app.accountant();
        app.post(PATH, &who, weekly(&app, "draft")).await.expect(201);
        let step = async |step: &str| app.act(&format!("{PATH}/RD-1/{step}"), &app.accountant()).await;
        step("resume").await.expect(409).problem("wrong_status");
        assert_eq!(step("pause").await.expect(200)["next_dates"], json!([]));
        step("pause").await.expect(409).problem("wrong_status");
        step("skip").await.expect(409).problem("wrong_status");
        tick(&app).await;
        assert_eq!(made(&app).await, Vec::<String>::new());
        // What passed in the pause is left out.
        let resumed = step("resume").await.expect(200);
        assert_eq!((&resumed["status"], &resumed["next_dates"][0]), (&json!("active"), &json!(today(&app).to_string())), "{}", resumed.text);
        tick(&app).await;
        assert_eq!(made(&app).await, days(&app, &[0]));
        let stale = [("If-Match", "\"1\"")];
        app.send(reqwest::Method::POST, &format!("{PATH}/RD-1/end"), &who, &stale, None).await.expect(412);
        assert_eq!(step("end").await.expect(200)["status"], "ended");
        step("end").await.expect(409).problem("wrong_status");
        for (status, total) in [("ended", 1), ("active", 0), ("paused", 0)] {
            let list = app.get(&format!("{PATH}?status={status}&count=true"), &who).await.expect(200);
            assert_eq!(list["total"], json!(total), "{status}: {}", list.text);
        }
        app.get(&format!("{PATH}/RD-2"), &who).await.expect(404);
    }

    async fn every_wrong_field_is_named(app: TestApp) {
        open(&app).await;
        let who = app.accountant();
        let wrong = async |change: Value, pointers: &[&str]| {
            let body = with(weekly(&app, "draft"), change);
            let answer = app.post(PATH, &app.accountant(), body).await.expect(422).problem("invalid");
            let errors = answer["errors"].as_array().expect("errors").iter();
            let mut named: Vec<_> = errors.filter_map(|error| error["pointer"].as_str()).collect();
            named.sort_unstable();
            assert_eq!(named, pointers, "{}", answer.text);
        };
        wrong(json!({ "makes": "often", "due_days": 367, "name": " " }), &["/due_days", "/makes", "/name"]).await;
        wrong(json!({ "due_days": null }), &["/due_days"]).await;
        wrong(json!({ "document_type": "letter" }), &["/document_type"]).await;
        wrong(json!({ "document": with(rent(), json!({ "tran_date": "2024-01-01", "bill_id": "B", "colour": 1 })) }), &["/document/bill_id", "/document/colour", "/document/tran_date"]).await;
        wrong(json!({ "document": with(rent(), json!({ "vendor_id": "V-9", "lines": [] })) }), &["/document/lines", "/document/vendor_id"]).await;
        wrong(json!({ "schedule": { "every": "month", "weekday": "monday", "start_date": "2024-02-30" } }), &["/schedule/day", "/schedule/start_date", "/schedule/weekday"]).await;
        wrong(json!({ "schedule": { "every": "month", "day": 32, "interval": 0, "start_date": "1999-01-01" } }), &["/schedule/day", "/schedule/interval"]).await;
        wrong(json!({ "schedule": { "every": "week", "weekday": "monday", "start_date": "1999-01-01" } }), &["/schedule/start_date"]).await;
        wrong(json!({ "schedule": { "every": "week", "weekday": "monday", "start_date": today(&app).to_string(), "end_date": "2020-01-01" } }), &["/schedule/end_date"]).await;
        let entry = json!({ "lines": [debit(EXPENSE, "2.00"), credit(CASH, "1.00")] });
        wrong(json!({ "document_type": "journal_entry", "document": entry }), &["/document/lines", "/due_days"]).await;
        app.post(PATH, &who, json!({})).await.expect(422).problem("invalid");
        app.post(PATH, &who, weekly(&app, "draft")).await.expect(201);
        app.post(PATH, &who, weekly(&app, "draft")).await.expect(409).problem("already_exists");
        // What was read can be put back, and changes nothing.
        let read = app.get(&format!("{PATH}/RD-1"), &who).await.expect(200);
        let same = app.put(&format!("{PATH}/RD-1"), &who, read.json.clone()).await.expect(200);
        assert_eq!(same["version"], 1, "{}", same.text);
        app.put(&format!("{PATH}/RD-1"), &who, json!({ "document": rent() })).await.expect(422).problem("invalid");
        // Without the right to write bills nobody has them written.
        let only = app.token("olga", &[], &["recurring_document.write"]);
        app.post(PATH, &only, with(weekly(&app, "draft"), json!({ "recurring_document_id": "RD-2" }))).await.expect(403);
    }
}
