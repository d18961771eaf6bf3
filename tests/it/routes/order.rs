//! The order of refusals: 401, 403, 404, 412, then 400 and 415, 422, 409; tested for every operation of the description.

use reqwest::Method;
use tests::prelude::*;
use tests::seen::{description, is_named, operations, parameters};

/// A fault of the request itself: a body, its type, and the refusal when all else is right.
const BROKEN: [(&str, &str, u16, &str); 3] = [
    ("{", "application/json", 400, "broken_json"),
    ("{}", "text/plain", 415, "unsupported_media_type"),
    (r#"{"surprise":1,"another":null}"#, "application/json", 422, "invalid"),
];
const STALE: &str = "\"99\"";
/// The books record who may recall or release without the permission, so the engine decides.
const READ_FIRST: [&str; 2] = ["request-change", "unhold"];

/// One operation of the description.
struct Operation {
    method: Method,
    /// As in the description.
    pattern: String,
    has_body: bool,
    has_if_match: bool,
}

impl Operation {
    fn all() -> Vec<Self> {
        let spec = description();
        let of = |(method, pattern, operation): (String, String, Value)| {
            let parameters = parameters(&spec, &operation);
            Self {
                method: method.to_uppercase().parse().expect("a method"),
                pattern,
                has_body: operation["requestBody"].is_object(),
                has_if_match: parameters.iter().any(|given| given["name"] == "If-Match"),
            }
        };
        operations(&spec).into_iter().map(of).collect()
    }

    fn has_id(&self) -> bool {
        self.pattern.contains('{')
    }

    fn collection(&self) -> &str {
        self.pattern.split('/').nth(3).unwrap_or_default()
    }

    /// With this id in its path.
    fn at(&self, id: &str) -> String {
        let segments = self.pattern.split('/').map(|segment| if segment.starts_with('{') { id } else { segment });
        segments.collect::<Vec<_>>().join("/")
    }

    fn names(&self, status: u16, code: &str) -> bool {
        is_named(self.method.as_str(), &self.pattern, status, code)
    }
}

/// What was answered otherwise, all of it.
#[derive(Default)]
struct Wrong(Vec<String>);

impl Wrong {
    async fn unless(
        &mut self,
        (app, operation, path): (&TestApp, &Operation, &str),
        who: &Token,
        headers: &[(&str, &str)],
        body: Option<&str>,
        (status, code): (u16, &str),
    ) {
        let answer = app.send_text(operation.method.clone(), path, who, headers, body).await;
        if answer.status != status || answer["code"] != code {
            let with = format!("{headers:?} {body:?}");
            self.0
                .push(format!("{} {with}: {} {}, not {status} {code}", answer.request, answer.status, answer["code"]));
        }
    }

    #[track_caller]
    fn end(self) {
        assert!(self.0.is_empty(), "{}", self.0.join("\n"));
    }
}

/// Something of each collection, by its path.
pub async fn one_of_each(app: &TestApp) -> Vec<(String, String)> {
    app.open_debts().await;
    let mut there = Vec::new();
    for kind in all_kinds() {
        app.draft(kind, kind.body("D-1")).await;
        there.push((kind.path.to_owned(), "D-1".to_owned()));
    }
    app.post("users", &app.admin(), json!({ "user_id": "ute", "name": "Ute" })).await.expect(201);
    let session = json!({
        "reconciliation_id": "R-1", "account_id": CASH, "statement_date": "2024-01-31", "statement_ending_balance": 0,
    });
    app.post("reconciliations", &app.admin(), session).await.expect(201);
    app.rate("CHF", "2024-01-01", "1.10").await;
    app.post("delegations", &app.admin(), delegation("D-1")).await.expect(201);
    let replay = json!({ "from": "2024-01-01", "to": "2024-01-31", "rules": [] });
    let replay = app.post("approval-rules/replay", &app.admin(), replay).await.expect(202);
    app.post("approval-rule-drafts", &app.admin(), json!({ "draft_id": "D-1" })).await.expect(201);
    let statement = ":20:1\n:25:DE1\n:28C:1/1\n:60F:C240101USD0,\n:61:2401050105C1,00NTRF\n:62F:C240105USD1,00\n";
    let path = format!("bank-statements?account_id={CASH}");
    let statement = app.send_text(reqwest::Method::POST, &path, &app.admin(), &[], Some(statement)).await.expect(200);
    let rule = json!({ "matching_rule_id": "MR-1", "text_contains": "rent", "account_id": "6000" });
    app.post("matching-rules", &app.admin(), rule).await.expect(201);
    let year = json!({
        "fiscal_year_id": "FY1", "fiscal_year_name": "First", "start_date": "2024-01-01", "end_date": "2024-03-31",
    });
    app.post("fiscal-years", &app.admin(), year).await.expect(201);
    let recurring = json!({
        "recurring_document_id": "RD-1", "name": "Rent", "document_type": "journal_entry", "makes": "draft",
        "document": { "lines": [debit(EXPENSE, "5.00"), credit(CASH, "5.00")] },
        "schedule": { "every": "month", "day": 31, "start_date": "2999-01-01" },
    });
    app.post("recurring-documents", &app.admin(), recurring).await.expect(201);
    app.deferred("DF-1").await;
    app.post("accounting-periods", &app.admin(), period("2025-01", "Late", "2025-01-01", "2025-01-31"))
        .await
        .expect(201);
    app.close("2025-01", "all").await;
    app.post("period-exceptions", &app.admin(), period_exception("PE-1", "2025-01", "JE-LATE")).await.expect(201);
    let task = json!({ "close_task_id": "CT-1", "kind": "manual", "title": "Count the cash" });
    app.post("close-tasks", &app.admin(), task).await.expect(201);
    app.dimension("project").await;
    let value = json!({ "dimension_id": "project", "value_id": "P-1", "value_name": "Bridge" });
    app.post("dimension-values", &app.admin(), value).await.expect(201);
    let budget = json!({ "budget_id": "BG-1", "budget_name": "First", "fiscal_year_id": "FY1" });
    app.post("budgets", &app.admin(), budget).await.expect(201);
    let layout = json!({
        "layout_id": "RL-1", "layout_name": "Result", "statement": "income_statement",
        "lines": [{ "line_id": "sales", "title": "Sales", "accounts": ["4000..4999"] }],
    });
    app.post("report-layouts", &app.admin(), layout).await.expect(201);
    app.post("tax-codes", &app.admin(), tax_code("V19")).await.expect(201);
    app.post("payment-terms", &app.admin(), payment_terms("NET")).await.expect(201);
    app.post("write-off-rules", &app.admin(), write_off_rule("W-1")).await.expect(201);
    let change = app.asked_for().await;
    let rules = app.get("approval-rules?limit=1", &app.admin()).await.expect(200);
    let jobs = app.get("jobs?limit=1", &app.admin()).await.expect(200);
    let id = |answer: &Answer, field: &str| answer.data()[0][field].as_str().expect("an id").to_owned();
    for (collection, id) in [
        ("accounts", CASH.to_owned()),
        ("customers", "C-1".into()),
        ("vendors", "V-1".into()),
        ("accounting-periods", PERIOD.into()),
        ("roles", "clerk".into()),
        ("users", "ute".into()),
        ("delegations", "D-1".into()),
        ("exchange-rates", "CHF-2024-01-01".into()),
        ("reconciliations", "R-1".into()),
        ("bank-statements", statement["statements"][0]["statement_id"].as_str().expect("an id").to_owned()),
        ("matching-rules", "MR-1".into()),
        ("fiscal-years", "FY1".into()),
        ("recurring-documents", "RD-1".into()),
        ("deferrals", "DF-1".into()),
        ("close-tasks", "CT-1".into()),
        ("dimensions", "project".into()),
        ("dimension-values", "project:P-1".into()),
        ("budgets", "BG-1".into()),
        ("report-layouts", "RL-1".into()),
        ("tax-codes", "V19".into()),
        ("period-exceptions", "PE-1".into()),
        ("payment-terms", "NET".into()),
        ("write-off-rules", "W-1".into()),
        ("approval-rules", id(&rules, "rule_id")),
        ("approval-rule-sets", "1".into()),
        ("approval-rule-drafts", "D-1".into()),
        ("approval-rule-replays", replay.string("replay_id").to_owned()),
        ("jobs", id(&jobs, "job_id")),
        ("change-requests", change),
    ] {
        there.push((collection.to_owned(), id));
    }
    there
}

/// Headers and body of a broken request, and the refusal that is due to it.
type Broken = (Vec<(&'static str, &'static str)>, Option<&'static str>, (u16, &'static str));

/// The ways in which a request is broken, as far as the operation has the parts for it.
fn broken(operation: &Operation) -> Vec<Broken> {
    let with_body = BROKEN.into_iter().filter(|_| operation.has_body);
    with_body.map(|(body, kind, status, code)| (vec![("Content-Type", kind)], Some(body), (status, code))).collect()
}

tests::on_both! {
    async fn whoever_may_not_hears_so_first(app: TestApp) {
        let there = one_of_each(&app).await;
        let nobody = app.token("nobody", &[], &[]);
        let mut wrong = Wrong::default();
        for operation in Operation::all().iter().filter(|operation| operation.names(403, "forbidden")) {
            let known = there.iter().find(|(collection, _)| collection == operation.collection());
            for id in known.map(|(_, id)| id.as_str()).into_iter().chain(["none"]) {
                let path = operation.at(id);
                let this = (&app, operation, path.as_str());
                let forbidden = (403, "forbidden");
                wrong.unless(this, &nobody, &[("If-Match", STALE)], operation.has_body.then_some("{}"), forbidden).await;
                let surplus = format!("{path}?surplus=1");
                wrong.unless((&app, operation, &surplus), &nobody, &[], None, forbidden).await;
                for (headers, body, _) in broken(operation) {
                    wrong.unless(this, &nobody, &headers, body, forbidden).await;
                    let stale = [headers, vec![("If-Match", STALE)]].concat();
                    wrong.unless(this, &nobody, &stale, body, forbidden).await;
                }
            }
        }
        wrong.end();
    }

    async fn what_is_not_there_goes_before_what_is_wrong(app: TestApp) {
        app.open_books().await;
        let mut wrong = Wrong::default();
        for operation in Operation::all().iter().filter(|operation| operation.has_id()) {
            let path = operation.at("none");
            let not_found = (404, "not_found");
            let surplus = format!("{path}?surplus=1");
            wrong.unless((&app, operation, &surplus), &app.admin(), &[], None, not_found).await;
            for (headers, body, _) in broken(operation) {
                let stale = [headers, vec![("If-Match", STALE)]].concat();
                wrong.unless((&app, operation, &path), &app.admin(), &stale, body, not_found).await;
            }
        }
        wrong.end();
    }

    async fn a_stale_version_goes_before_what_is_wrong(app: TestApp) {
        let there = one_of_each(&app).await;
        let mut wrong = Wrong::default();
        for operation in Operation::all().iter().filter(|operation| operation.has_if_match) {
            let id = there.iter().find(|(collection, _)| collection == operation.collection()).map(|(_, id)| id.as_str());
            let path = operation.at(id.expect("one of each collection"));
            let this = (&app, operation, path.as_str());
            for (headers, body, refused) in broken(operation) {
                let stale = [headers.clone(), vec![("If-Match", STALE)]].concat();
                wrong.unless(this, &app.admin(), &stale, body, (412, "stale_version")).await;
                wrong.unless(this, &app.admin(), &headers, body, refused).await;
            }
            let good = operation.has_body.then_some("{}");
            wrong.unless(this, &app.admin(), &[("If-Match", STALE)], good, (412, "stale_version")).await;
        }
        wrong.end();
    }

    /// The permission that a refusal names is the one that is needed: nothing less lets anyone in, and nothing more is asked.
    async fn the_permission_that_is_named_is_the_one_that_is_asked(app: TestApp) {
        app.open_books().await;
        let nobody = app.token("nobody", &[], &[]);
        let mut wrong = Wrong::default();
        for operation in Operation::all().iter().filter(|operation| operation.has_id() && operation.has_body) {
            let path = operation.at("none");
            let refused = app.send_text(operation.method.clone(), &path, &nobody, &[], Some("{}")).await.expect(403);
            let needed = refused.string("detail").rsplit(' ').next().unwrap_or_default().to_owned();
            let this = (&app, operation, path.as_str());
            // Applying a credit, and taking that back, also reads what is credited, and rules of matching write entries: a refusal for that names that permission.
            let applies = ["/apply", "/apply-several", "/unapply"].iter().any(|action| path.ends_with(action));
            let credits = credits().into_iter().filter(|(kind, _)| applies && kind.path == operation.collection());
            let entries = path.ends_with("/apply-matching-rules").then(|| "journal_entry.write".to_owned());
            // A correction writes a copy.
            let copies = path.ends_with("/correct").then(|| format!("{}.write", needed.split_once('.').map_or("", |(of, _)| of)));
            // Bank details are a part of their party.
            let details = path.ends_with("/bank-details").then(|| "bank_details.write".to_owned());
            let also = credits.map(|(_, credited)| format!("{}.read", credited.name)).next().or(entries).or(copies).or(details);
            let also = also.unwrap_or_else(|| needed.clone());
            let only = app.token("olga", &[], &[&needed, &also]);
            let (resource, action) = needed.split_once('.').expect("a permission");
            let others: Vec<String> = engine::approval::access::resources()
                .filter(|other| *other != resource)
                .map(|other| format!("{other}.*"))
                .chain(engine::approval::access::ACTIONS.iter().filter(|other| ![action, "*"].contains(other)).map(|other| format!("{resource}.{other}")))
                .collect();
            let all_others = app.token("otto", &[], &others.iter().map(String::as_str).collect::<Vec<_>>());
            for (headers, body, _) in broken(operation) {
                wrong.unless(this, &only, &headers, body, (404, "not_found")).await;
                wrong.unless(this, &all_others, &headers, body, (403, "forbidden")).await;
            }
        }
        wrong.end();
    }

    async fn what_is_wrong_goes_before_what_the_state_forbids(app: TestApp) {
        one_of_each(&app).await;
        let admin = app.admin();
        app.act("journal-entries/D-1/submit-for-approval", &app.clerk()).await.expect(200);
        let unbalanced = json!({ "tran_date": DAY, "lines": [debit(CASH, "1.00"), credit(EXPENSE, "2.00")] });
        for (method, path, body, status, code) in [
            (Method::PUT, "journal-entries/D-1", json!({ "surprise": 1 }), 422, "invalid"),
            (Method::PUT, "journal-entries/D-1", unbalanced, 422, "unbalanced"),
            (Method::PUT, "journal-entries/D-1", entry("1.00"), 409, "wrong_status"),
            (Method::POST, "journal-entries", with(entry_named("D-1", "1.00"), json!({ "surprise": 1 })), 422, "invalid"),
            (Method::POST, "journal-entries", entry_named("D-1", "1.00"), 409, "already_exists"),
            (Method::POST, "accounts", json!({ "account_id": CASH }), 422, "invalid"),
            (Method::POST, "users", json!({ "user_id": "ute" }), 422, "invalid"),
            (Method::POST, "roles", json!({ "role_id": "clerk" }), 422, "invalid"),
            (Method::PUT, "roles/admin", json!({ "permissions": 1 }), 422, "invalid"),
            (Method::POST, "accounting-periods", json!({ "period_id": PERIOD }), 422, "invalid"),
        ] {
            let answer = app.send(method, path, &admin, &[], Some(body)).await;
            answer.expect(status).problem(code);
        }
    }

    async fn who_may_recall_or_release_is_read_first(app: TestApp) {
        app.open_books().await;
        let clerk = app.clerk();
        app.draft(JOURNAL_ENTRY, entry_named("JE-1", "1.00")).await;
        app.act("journal-entries/JE-1/submit-for-approval", &clerk).await.expect(200);
        let (stranger, wrong) = (app.token("stranger", &["clerk"], &[]), json!({ "comments": 1 }));
        for word in READ_FIRST {
            let path = format!("journal-entries/JE-1/{word}");
            app.post(&path, &stranger, wrong.clone()).await.expect(403).problem("forbidden");
        }
        app.post("journal-entries/JE-1/request-change", &clerk, wrong).await.expect(422).problem("invalid");
        let stale = [("If-Match", STALE)];
        let (path, nothing) = ("journal-entries/JE-1/request-change", Some(json!({})));
        app.send(Method::POST, path, &clerk, &stale, nothing).await.expect(412).problem("stale_version");
        app.post(path, &clerk, json!({ "comments": "mine" })).await.expect(200);
    }

    async fn of_very_many_wrong_fields_a_hundred_are_named(app: TestApp) {
        app.open_books().await;
        let clerk = app.clerk();
        let many: serde_json::Map<String, Value> = (0..40_000).map(|n| (format!("f{n}"), json!(1))).collect();
        let answer = app.post("journal-entries", &clerk, Value::Object(many.clone())).await.expect(422).problem("invalid");
        assert_eq!(answer["errors"].as_array().map(Vec::len), Some(100));
        assert!(answer["errors_left_out"].as_u64().is_some_and(|more| more >= 39_000), "{}", answer["errors_left_out"]);
        app.draft(JOURNAL_ENTRY, entry_named("JE-1", "1.00")).await;
        let answer = app.put("journal-entries/JE-1", &clerk, Value::Object(many)).await.expect(422).problem("invalid");
        assert_eq!(answer["errors"].as_array().map(Vec::len), Some(100));
    }
}
