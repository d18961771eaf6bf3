//! The refusals that all operations share. The requests are made from the description: its examples, its parameters and the
//! refusals that it names. So a new operation is tested too.

use super::order::one_of_each;
use reqwest::Method;
use tests::handlers_alone::HandlersAlone;
use tests::prelude::*;
use tests::seen::{description, named, operations, parameters, resolved};

/// One operation, and a good request to it about something that does not exist.
struct Operation {
    method: Method,
    path: String,
    /// Query parameters that it cannot do without.
    query: String,
    body: Option<Value>,
    /// Statuses and codes that it names.
    refusals: Vec<(u16, String)>,
}

impl Operation {
    fn all() -> Vec<Self> {
        let spec = description();
        let of = |(method, path, operation): (String, String, Value)| {
            let parameters = parameters(&spec, &operation);
            let needed = parameters.iter().filter(|given| given["in"] == "query" && given["required"] == true);
            let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            let good = |given: &Value| match &given["example"] {
                Value::Null => resolved(&spec, &given["schema"])["enum"][0].clone(),
                example => example.clone(),
            };
            let query = needed.map(|given| format!("{}={}", text(&given["name"]), text(&good(given))));
            let content = operation["requestBody"]["content"]["application/json"].as_object();
            let segments = path.split('/').map(|segment| if segment.starts_with('{') { "none" } else { segment });
            Self {
                method: method.to_uppercase().parse().expect("a method"),
                path: segments.collect::<Vec<_>>().join("/"),
                query: query.collect::<Vec<_>>().join("&"),
                body: content.map(|content| content.get("example").cloned().unwrap_or_else(|| json!({}))),
                refusals: named(&spec, &operation).into_iter().filter(|(status, _)| *status >= 400).collect(),
            }
        };
        operations(&spec).into_iter().map(of).collect()
    }

    /// The same about something that is there, by its collection.
    fn about(self, there: &[(String, String)]) -> Self {
        let is_of = |known: &&(String, String)| self.path.contains(&format!("/{}/none", known.0));
        let id = there.iter().find(is_of).map_or("none", |known| known.1.as_str());
        Self { path: self.path.replace("/none", &format!("/{id}")), ..self }
    }

    fn names(&self, status: u16, code: &str) -> bool {
        self.refusals.iter().any(|named| (named.0, named.1.as_str()) == (status, code))
    }

    async fn ask(
        &self,
        app: &TestApp,
        who: &Token,
        query: &str,
        headers: &[(&str, &str)],
        body: Option<&str>,
    ) -> Answer {
        let both =
            [self.query.as_str(), query].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("&");
        let path = if both.is_empty() { self.path.clone() } else { format!("{}?{both}", self.path) };
        app.send_text(self.method.clone(), &path, who, headers, body).await
    }

    /// The good request.
    async fn ask_well(&self, app: &TestApp, who: &Token) -> Answer {
        let body = self.body.as_ref().map(Value::to_string);
        self.ask(app, who, "", &[], body.as_deref()).await
    }
}

/// What was not refused as it should be, all of it.
#[derive(Default)]
struct Wrong(Vec<String>);

impl Wrong {
    fn unless(&mut self, answer: &Answer, status: u16, code: &str) {
        if answer.status != status || answer["code"] != code {
            self.0.push(format!("{}: {} {}, not {status} {code}", answer.request, answer.status, answer.text));
        }
    }

    #[track_caller]
    fn end(self) {
        assert!(self.0.is_empty(), "{}", self.0.join("\n"));
    }
}

/// Every permission but this one.
fn all_but((resource, action): (&str, &str)) -> Vec<String> {
    let others =
        engine::approval::access::resources().filter(|other| *other != resource).map(|other| format!("{other}.*"));
    let rest = engine::approval::access::ACTIONS.iter().filter(|other| ![action, "*"].contains(other));
    others.chain(rest.map(|other| format!("{resource}.{other}"))).collect()
}

fn token(app: &TestApp, who: &str, permissions: &[String]) -> Token {
    app.token(who, &[], &permissions.iter().map(String::as_str).collect::<Vec<_>>())
}

tests::on_both! {
    async fn whoever_may_not_is_refused(app: TestApp) {
        app.open_books().await;
        let inactive = json!({ "user_id": "ina", "name": "Ina", "is_active": false });
        app.post("users", &app.admin(), inactive).await.expect(201);
        let (ina, nobody) = (app.token("ina", &[], &["*.*"]), app.token("nobody", &[], &[]));
        let mut wrong = Wrong::default();
        for operation in Operation::all() {
            wrong.unless(&operation.ask_well(&app, &Token::none()).await, 401, "unauthorized");
            wrong.unless(&operation.ask_well(&app, &ina).await, 401, "user_inactive");
            if operation.names(403, "forbidden") {
                wrong.unless(&operation.ask_well(&app, &nobody).await, 403, "forbidden");
            }
        }
        wrong.end();
    }

    async fn what_is_not_there_is_not_found(app: TestApp) {
        app.open_books().await;
        let mut wrong = Wrong::default();
        for operation in Operation::all().iter().filter(|operation| operation.path.contains("/none")) {
            wrong.unless(&operation.ask_well(&app, &app.admin()).await, 404, "not_found");
        }
        wrong.end();
    }

    async fn what_cannot_be_read_is_refused(app: TestApp) {
        // A missing resource is reported before a wrong request.
        let there = one_of_each(&app).await;
        let admin = app.admin();
        let large = |mib: usize| format!("{{\"memo\":\"{}\"}}", "x".repeat(mib << 20));
        let (too_large, too_large_for_many) = (large(1), large(16));
        let mut wrong = Wrong::default();
        for operation in Operation::all().into_iter().map(|operation| operation.about(&there)) {
            let body = operation.body.as_ref().map(Value::to_string);
            let surplus = operation.ask(&app, &admin, "surplus=1", &[], body.as_deref()).await.names("surplus");
            wrong.unless(&surplus, 422, "invalid");
            if operation.names(406, "not_acceptable") {
                let image = [("Accept", "image/png")];
                wrong.unless(&operation.ask(&app, &admin, "", &image, None).await, 406, "not_acceptable");
            }
            if operation.body.is_none() {
                continue;
            }
            wrong.unless(&operation.ask(&app, &admin, "", &[], Some("{")).await, 400, "broken_json");
            let large = if operation.path.ends_with("/bulk") { &too_large_for_many } else { &too_large };
            wrong.unless(&operation.ask(&app, &admin, "", &[], Some(large)).await, 413, "too_large");
            let text = [("Content-Type", "text/plain")];
            wrong.unless(&operation.ask(&app, &admin, "", &text, Some("{}")).await, 415, "unsupported_media_type");
        }
        wrong.end();
    }

    /// Before a body is read, `api/src/order` asks for what the handler states, and this is what the handler, or its command, asks for by
    /// itself: without one of the permissions it refuses for that one, and with no more than them for none.
    async fn what_is_stated_is_what_is_asked(app: TestApp) {
        let there = one_of_each(&app).await;
        let handlers = HandlersAlone::start(app.engine()).await;
        let mut alone = app;
        alone.base_url.clone_from(&handlers.base_url);
        let mut wrong = Wrong::default();
        for (of_none, of_one) in Operation::all().into_iter().zip(Operation::all()) {
            let stated = handlers.stated(of_none.method.as_str(), &of_none.path);
            let of_one = of_one.about(&there);
            for (resource, action) in stated.iter().copied() {
                let answer = of_one.ask_well(&alone, &token(&alone, "otto", &all_but((resource, action)))).await;
                wrong.unless(&answer, 403, "forbidden");
                // A change is withdrawn by who asked for it, whatever others may.
                let is_named = answer["detail"] == format!("needs the permission {resource}.{action}");
                if !is_named && !of_one.path.ends_with("/withdraw") {
                    wrong.0.push(format!("{}: {}, not {resource}.{action}", answer.request, answer["detail"]));
                }
            }
            let stated: Vec<String> = stated.iter().map(|(resource, action)| format!("{resource}.{action}")).collect();
            let only = token(&alone, "olga", &stated);
            let answer = match of_none.method {
                Method::GET => of_one.ask_well(&alone, &only).await,
                _ if of_none.path.contains("/none") => of_none.ask_well(&alone, &only).await,
                // Nothing is to come of it.
                _ => of_none.ask(&alone, &only, "", &[], Some("{}")).await,
            };
            if answer.status == 403 {
                wrong.0.push(format!("{} with {stated:?}: {}", answer.request, answer["detail"]));
            }
        }
        wrong.end();
    }
}
