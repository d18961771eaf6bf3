//! The middleware around a small API; requests go over a real socket where that matters.

use std::time::Duration;

use engine::values::clock::Clock;
use poem::http::{Method, StatusCode};
use poem::{Body as HttpBody, Request};
use poem_openapi::param::{Path, Query};
use poem_openapi::{Object, OpenApi};
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use tokio::net::TcpStream;

use super::*;
use crate::auth::Auth;
use crate::body::Body;
use crate::config::Expected;
use crate::headers::{IdempotencyKey, IfMatch};
use crate::reply::{Created201, NoContent, Ok200, Reply};
use crate::schema::{Amount, Id, Required, WireDate};

const SECRET: &str = "0123456789abcdef0123456789abcdef";

#[derive(Object, Debug)]
struct Thing {
    thing_id: Required<Id>,
    amount: Required<Amount>,
}

struct Things;

#[OpenApi]
#[allow(clippy::unused_async, reason = "poem-openapi takes async handlers only")]
impl Things {
    /// Makes a thing.
    #[oai(path = "/things", method = "post")]
    async fn create(
        &self,
        auth: Auth,
        body: Body<Thing>,
        key: IdempotencyKey,
    ) -> Result<Reply<Created201, Thing>, Problem> {
        let (thing, faults) = body.into_parts();
        assert!(!auth.0.user_id.is_empty() && key.0.is_none());
        faults.or(()).map_err(Problem::from)?;
        let id = thing.thing_id.as_ref().map(ToString::to_string).unwrap_or_default();
        Ok(Reply::new(&thing).version(1).location(format!("{}/things/{id}", spec::PREFIX)))
    }

    #[oai(path = "/things/:thing_id", method = "get")]
    async fn read(
        &self,
        _auth: Auth,
        thing_id: Path<Id>,
        #[oai(name = "on")] _on: Query<Option<WireDate>>,
    ) -> Result<Reply<Ok200, Thing>, Problem> {
        match thing_id.0.0.as_str() {
            "panic" => panic!("a secret in the panic"),
            "slow" => tokio::time::sleep(Duration::from_secs(5)).await,
            _ => {}
        }
        let amount = "1.10".parse().map_or(Required(None), |amount| Amount(amount).into());
        Ok(Reply::new(&Thing { thing_id: thing_id.0.into(), amount }))
    }

    #[oai(path = "/things/:thing_id", method = "delete")]
    async fn remove(&self, _auth: Auth, thing_id: Path<Id>, version: IfMatch) -> Result<NoContent, Problem> {
        assert!(!thing_id.0.is_empty() && version.0.is_none());
        Ok(NoContent::default())
    }
}

fn limits() -> Limits {
    Limits { request_timeout: Duration::from_millis(300), ..Limits::default() }
}

fn description() -> Description {
    let made = spec::describe::<Things>().expect("a description of the things");
    Description::read(spec::text(&made)).expect("paths with operations")
}

fn app_with(limits: Limits) -> Service {
    let keys = Keys::new(Some(SECRET), None, Expected::default(), Clock::system()).expect("keys");
    build(Things, description(), Arc::new(keys), limits, Hooks::default()).expect("app")
}

fn token() -> String {
    let signed = crate::auth::keys::sign(SECRET, "ann", &[], &[], 60, &Expected::default(), &Clock::system());
    format!("jwt {}", signed.expect("token"))
}

struct Told {
    status: u16,
    response_headers: poem::http::HeaderMap,
    json: Value,
}

async fn ask(app: &Service, method: Method, path: &str, body: &str) -> Told {
    let path = if path.starts_with("/t") { format!("{}{path}", spec::PREFIX) } else { path.into() };
    let mut request = Request::builder().method(method).uri_str(path).header("Authorization", token());
    if !body.is_empty() {
        request = request.content_type("application/json");
    }
    send(app, request.body(HttpBody::from(body.to_owned()))).await
}

async fn send(app: &Service, request: Request) -> Told {
    let response = app.get_response(request).await;
    let (status, response_headers) = (response.status().as_u16(), response.headers().clone());
    let text = response.into_body().into_string().await.expect("text");
    Told { status, response_headers, json: serde_json::from_str(&text).unwrap_or_default() }
}

#[tokio::test]
async fn success_carries_its_headers_and_exact_amounts() {
    let app = app_with(limits());
    let told = ask(&app, Method::POST, "/things", r#"{"thing_id":"T-1","amount":1.15}"#).await;
    assert_eq!(told.status, 201, "{}", told.json);
    assert_eq!(told.response_headers["location"], "/service/general-ledger/things/T-1");
    assert_eq!(told.response_headers["etag"], "\"1\"");
    assert_eq!(told.json["amount"].to_string(), "1.15");
    assert!(told.response_headers.contains_key("x-request-id"));
}

#[tokio::test]
async fn every_error_is_a_problem() {
    let app = app_with(limits());
    for (method, path, body, status, code) in [
        (Method::GET, "/nowhere", "", 404, "not_found"),
        (Method::GET, "/things/a%20b", "", 404, "not_found"),
        (Method::PATCH, "/things", "", 405, "method_not_allowed"),
        (Method::POST, "/things", "{", 400, "broken_json"),
        (Method::POST, "/things", r#"{"thing_id":"a","thing_id":"b"}"#, 400, "broken_json"),
        (Method::POST, "/things", "", 422, "invalid"),
        (Method::POST, "/things", r#"{"thing_id":"a","amount":"5"}"#, 422, "invalid"),
        (Method::GET, "/things/a?on=2031-02-30", "", 422, "invalid"),
        (Method::GET, "/things/a?surprise=1", "", 422, "invalid"),
        (Method::GET, "/things/panic", "", 500, "internal"),
        (Method::GET, "/things/slow", "", 503, "unavailable"),
        (Method::DELETE, "/livez", "", 405, "method_not_allowed"),
        (Method::OPTIONS, "/livez", "", 405, "method_not_allowed"),
        (Method::OPTIONS, "/things/a", "", 405, "method_not_allowed"),
    ] {
        let told = ask(&app, method.clone(), path, body).await;
        assert_eq!((told.status, told.json["code"].as_str()), (status, Some(code)), "{method} {path} {}", told.json);
        assert_eq!(told.response_headers["content-type"], "application/problem+json", "{method} {path}");
        assert!(!told.json.to_string().contains("secret"));
        assert_eq!(told.json["request_id"].as_str(), told.response_headers["x-request-id"].to_str().ok());
        if status == 405 {
            let allowed = match path {
                "/things" => "POST",
                "/things/a" => "DELETE, GET, HEAD",
                _ => "GET, HEAD",
            };
            assert_eq!(told.response_headers["allow"], allowed, "{method} {path}");
        }
    }
}

#[tokio::test]
async fn bodies_are_bounded_and_json() {
    let app = app_with(limits());
    let large = format!("{{\"thing_id\":\"{}\"}}", "x".repeat(crate::body_limit::MAX_BYTES));
    assert_eq!(ask(&app, Method::POST, "/things", &large).await.status, 413);
    let with_type = |kind: Option<&str>, body: &str| {
        let mut request = Request::builder()
            .method(Method::POST)
            .uri_str(format!("{}/things", spec::PREFIX))
            .header("Authorization", token());
        if let Some(kind) = kind {
            request = request.content_type(kind);
        }
        request.body(HttpBody::from(body.to_owned()))
    };
    let fine = r#"{"thing_id":"a","amount":1}"#;
    for (kind, body, status) in [
        (Some("application/json; charset=utf-8"), fine, 201),
        (Some("text/plain"), fine, 415),
        (None, fine, 415),
        (None, "", 422),
        (Some("text/plain"), "", 422),
    ] {
        assert_eq!(send(&app, with_type(kind, body)).await.status, status, "{kind:?} {body}");
    }
}

#[tokio::test]
async fn only_a_good_token_passes_and_the_rate_is_limited() {
    let app = app_with(Limits { rate_limit: 2, ..limits() });
    let path = format!("{}/things/a", spec::PREFIX);
    let told = send(&app, Request::builder().uri_str(&path).finish()).await;
    assert_eq!((told.status, told.json["code"].as_str()), (401, Some("unauthorized")));
    assert_eq!(told.response_headers["www-authenticate"], "jwt");
    let mut last = 0;
    for _ in 0..3 {
        last = ask(&app, Method::GET, "/things/a", "").await.status;
    }
    assert_eq!(last, 429);
    let told = ask(&app, Method::GET, "/things/a", "").await;
    for (name, value) in
        [("retry-after", "1"), ("ratelimit-policy", "\"user\";q=2;w=1"), ("ratelimit", "\"user\";r=0;t=1")]
    {
        assert_eq!(told.response_headers[name], value);
    }
}

#[tokio::test]
async fn who_has_the_description_gets_it_not_again() {
    let app = app_with(limits());
    let get = |headers: &[(&'static str, &str)]| {
        let mut request = Request::builder().uri_str("/openapi.json");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        app.get_response(request.finish())
    };
    let (plain, small) = (get(&[]).await, get(&[("Accept-Encoding", "gzip")]).await);
    let tags = [&plain, &small].map(|answer| answer.header("etag").expect("a tag").to_owned());
    assert_ne!(tags[0], tags[1]);
    assert_eq!((small.header("content-encoding"), small.header("vary")), (Some("gzip"), Some("Accept-Encoding")));
    let sizes = [plain, small].map(|answer| answer.into_body().into_bytes());
    let [plain, small] = futures_util::future::join_all(sizes).await.try_into().expect("two");
    assert!(plain.expect("text").len() > 3 * small.expect("gzip").len());
    for tag in &tags {
        assert_eq!(get(&[("If-None-Match", tag)]).await.status(), StatusCode::NOT_MODIFIED);
        assert_eq!(get(&[("If-None-Match", &format!("\"x\", W/{tag}"))]).await.status(), StatusCode::NOT_MODIFIED);
    }
    assert_eq!(get(&[("If-None-Match", "\"x\"")]).await.status(), StatusCode::OK);
}

#[tokio::test]
async fn pages_of_named_origins_may_call() {
    let keys = Keys::new(Some(SECRET), None, Expected::default(), Clock::system()).expect("keys");
    let cors = Cors::parse("https://books.example").expect("an origin");
    let app = build(Things, description(), Arc::new(keys), limits(), Hooks { cors, ..Hooks::default() }).expect("app");
    let ask = |method: Method, origin: &str| {
        let request = Request::builder().method(method).uri_str(format!("{}/things/a", spec::PREFIX));
        let request = request.header("Origin", origin).header("Access-Control-Request-Method", "DELETE");
        app.get_response(request.header("Authorization", token()).finish())
    };
    for (method, origin, status, allowed) in [
        (Method::OPTIONS, "https://books.example", 204, Some("https://books.example")),
        (Method::OPTIONS, "https://evil.example", 405, None),
        (Method::GET, "https://books.example", 200, Some("https://books.example")),
        (Method::GET, "https://evil.example", 200, None),
    ] {
        let answer = ask(method.clone(), origin).await;
        let found = (answer.status().as_u16(), answer.header("access-control-allow-origin"));
        assert_eq!(found, (status, allowed), "{method} {origin}");
    }
}

#[tokio::test]
async fn the_open_paths_need_no_token() {
    // An asset is compressed at the first request for it.
    let app = app_with(Limits { request_timeout: Duration::from_secs(30), ..limits() });
    for path in ["/livez", "/readyz", "/metrics", "/openapi.json", "/docs", "/docs/swagger-ui.js"] {
        let response = app.get_response(Request::builder().uri_str(path).finish()).await;
        assert_eq!(response.status(), StatusCode::OK, "{path}");
    }
}

#[tokio::test]
async fn the_description_lists_what_can_happen() {
    let spec = ask(&app_with(limits()), Method::GET, "/openapi.json", "").await.json;
    let create = &spec["paths"]["/service/general-ledger/things"]["post"];
    assert_eq!(create["operationId"], "createThing");
    assert_eq!(create["parameters"][0]["name"], "X-Idempotency-Key", "of one operation alone, it stands there");
    assert_eq!(create["requestBody"]["content"]["application/json"]["schema"]["$ref"], "#/components/schemas/Thing");
    assert_eq!(spec["components"]["schemas"]["Thing"]["required"], serde_json::json!(["thing_id", "amount"]));
    let statuses = |operation: &Value| {
        operation["responses"].as_object().expect("responses").keys().cloned().collect::<Vec<_>>().join(" ")
    };
    assert_eq!(statuses(create), "201 400 401 403 409 413 415 422 429 500 503");
    let item = &spec["paths"]["/service/general-ledger/things/{thing_id}"];
    assert_eq!(statuses(&item["get"]), "200 401 403 404 422 429 500 503");
    assert_eq!(statuses(&item["delete"]), "204 401 403 404 412 422 429 500 503");
    assert_eq!(create["responses"]["422"]["$ref"], "#/components/responses/Invalid");
    assert_eq!(create["x-codes"]["422"], Value::Null, "every code of the status is meant");
    assert_eq!(item["get"]["x-codes"]["422"], serde_json::json!(["invalid"]));
    let shared = &spec["components"]["responses"]["Invalid"]["content"]["application/problem+json"];
    assert_eq!(shared["schema"]["$ref"], "#/components/schemas/Problem");
    assert_eq!(spec["components"]["securitySchemes"]["jwt"]["name"], "Authorization");
}

#[tokio::test]
async fn a_stop_lets_the_request_in_hand_finish() {
    let listener = bind("127.0.0.1:0").await.expect("port");
    let address = listener.local_addr().expect("address");
    let stop = CancellationToken::new();
    let server = tokio::spawn(serve(listener, app_with(limits()), limits(), stop.clone()));
    let mut client = TcpStream::connect(address).await.expect("connected");
    let request = format!("GET {}/things/slow HTTP/1.1\r\nHost: x\r\nAuthorization: {}\r\n\r\n", spec::PREFIX, token());
    client.write_all(request.as_bytes()).await.expect("sent");
    tokio::time::sleep(Duration::from_millis(100)).await;
    stop.cancel();
    let mut answer = String::new();
    client.read_to_string(&mut answer).await.expect("answer");
    assert!(answer.starts_with("HTTP/1.1 503"), "{answer}");
    server.await.expect("stopped");
    assert!(TcpStream::connect(address).await.is_err());
}
