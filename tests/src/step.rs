//! Performs one operation of the interface, and checks what holds for every operation: a stale version stops it, a key
//! that was used for another request is refused, a retry with the same key gets the same answer, and the answer has its
//! fields.

use std::sync::atomic::{AtomicUsize, Ordering};

use reqwest::Method;
use serde_json::Value;

use crate::answer::Answer;
use crate::app::TestApp;
use crate::builders::customer;
use crate::seen;
use crate::token::Token;

/// A key that [`TestApp::spend_keys`] has used for each person.
const SPENT: &str = "spent";

/// Numbers the keys that are used once.
static STEPS: AtomicUsize = AtomicUsize::new(0);

impl TestApp {
    /// The token of a person: `carl` writes, `mona` signs, `conrad` controls, `alma` has all permissions.
    fn person(&self, name: &str) -> Token {
        match name {
            "carl" => self.clerk(),
            "mona" => self.manager(),
            "conrad" => self.controller(),
            "alma" => self.admin(),
            _ => panic!("nobody knows {name}"),
        }
    }

    /// Prepares the keys that [`Self::step`] needs.
    pub async fn spend_keys(&self) {
        for name in ["carl", "mona", "conrad", "alma"] {
            let who = self.token(name, &[], &["*.*"]);
            let body = customer(&format!("C-{name}"), "Whoever");
            self.send(Method::POST, "customers", &who, &[("X-Idempotency-Key", SPENT)], Some(body)).await.expect(201);
        }
    }

    /// Sends `POST bills/B-1/void` as that person: first in ways that its description refuses, then correctly. With a
    /// null body nothing is sent. See [`assert_fields`] for `fields`.
    pub async fn step(&self, name: &str, request: &str, body: Value, status: u16, fields: &str) -> Answer {
        let (method, path) = request.split_once(' ').expect("a method and a path");
        let (method, body) = (method.parse::<Method>().expect("a method"), Some(body).filter(|body| !body.is_null()));
        let who = self.person(name);
        let plain = self.url(path.split('?').next().unwrap_or(path)).replace(&self.base_url, "");
        let names = |status: u16, code: &str| seen::is_named(method.as_str(), &plain, status, code);
        let send = |headers: Vec<(&'static str, String)>| {
            let (method, body, who) = (method.clone(), body.clone(), who.clone());
            async move {
                let headers: Vec<_> = headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
                self.send(method, path, &who, &headers, body).await
            }
        };
        if names(412, "stale_version") {
            send(vec![("If-Match", "\"999999\"".into())]).await.expect(412).problem("stale_version");
        }
        let takes_key = names(422, "idempotency_key_reused");
        let key = |key: &str| if takes_key { vec![("X-Idempotency-Key", key.to_owned())] } else { vec![] };
        if takes_key {
            send(key(SPENT)).await.expect(422).problem("idempotency_key_reused");
        }
        let own = format!("step-{}", STEPS.fetch_add(1, Ordering::Relaxed));
        let done = send(key(&own)).await.expect(status);
        if takes_key {
            let again = send(key(&own)).await.expect(status);
            assert_eq!((&again.text, again.header("Idempotent-Replayed")), (&done.text, "true"), "{request}");
        }
        assert_eq!(status == 201, !done.header("Location").is_empty(), "{request}: Location");
        assert_fields(&done, fields);
        done
    }
}

/// Asserts that the answer has at least these fields: `status total:number lines.0.account_name`. Without a type a
/// field is a text.
#[track_caller]
pub fn assert_fields(answer: &Answer, fields: &str) {
    for field in fields.split_whitespace() {
        let (name, wanted) = field.split_once(':').unwrap_or((field, "string"));
        let value = answer.json.pointer(&format!("/{}", name.replace('.', "/")));
        let found = match value {
            None => "missing",
            Some(Value::Null) => "null",
            Some(Value::Bool(_)) => "boolean",
            Some(Value::Number(number)) if wanted == "integer" && number.is_i64() => "integer",
            Some(Value::Number(_)) => "number",
            Some(Value::String(_)) => "string",
            Some(Value::Array(_)) => "array",
            Some(Value::Object(_)) => "object",
        };
        assert_eq!(found, wanted, "{}: {name} in {}", answer.request, answer.text);
    }
}
