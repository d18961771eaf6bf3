//! What every operation refuses alike. The requests are made of the description: its examples, its parameters, the refusals that
//! it names; an operation that is added is asked too.

use reqwest::Method;
use tests::prelude::*;
use tests::seen::{description, named, operations};

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
            let parameters = operation["parameters"].as_array().cloned().unwrap_or_default();
            let needed = parameters.iter().filter(|given| given["in"] == "query" && given["required"] == true);
            let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            let query = needed.map(|given| format!("{}={}", text(&given["name"]), text(&given["example"])));
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

tests::on_both! {
    async fn whoever_may_not_is_refused(app: TestApp) {
        app.open_books().await;
        let inactive = json!({ "user_id": "ina", "name": "Ina", "is_active": false });
        app.post("users", &app.admin(), inactive).await.expect(201);
        let (ina, nobody) = (app.token("ina", &[], &["*.*"]), app.token("nobody", &[], &[]));
        for operation in Operation::all() {
            operation.ask_well(&app, &Token::none()).await.expect(401).problem("unauthorized");
            operation.ask_well(&app, &ina).await.expect(401).problem("user_inactive");
            if operation.names(403, "forbidden") {
                operation.ask_well(&app, &nobody).await.expect(403).problem("forbidden");
            }
        }
    }

    async fn what_is_not_there_is_not_found(app: TestApp) {
        app.open_books().await;
        for operation in Operation::all().iter().filter(|operation| operation.path.contains("/none")) {
            operation.ask_well(&app, &app.admin()).await.expect(404).problem("not_found");
        }
    }

    async fn what_cannot_be_read_is_refused(app: TestApp) {
        app.open_books().await;
        let admin = app.admin();
        let large = format!("{{\"memo\":\"{}\"}}", "x".repeat(1_048_600));
        for operation in Operation::all() {
            let body = operation.body.as_ref().map(Value::to_string);
            let surplus = operation.ask(&app, &admin, "surplus=1", &[], body.as_deref()).await;
            surplus.expect(422).problem("invalid").names("surplus");
            if operation.names(406, "not_acceptable") {
                let image = [("Accept", "image/png")];
                operation.ask(&app, &admin, "", &image, None).await.expect(406).problem("not_acceptable");
            }
            if operation.body.is_none() {
                continue;
            }
            operation.ask(&app, &admin, "", &[], Some("{")).await.expect(400).problem("broken_json");
            operation.ask(&app, &admin, "", &[], Some(&large)).await.expect(413).problem("too_large");
            let text = [("Content-Type", "text/plain")];
            let told = operation.ask(&app, &admin, "", &text, Some("{}")).await;
            told.expect(415).problem("unsupported_media_type");
        }
    }
}
