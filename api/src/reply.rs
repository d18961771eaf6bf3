//! Success answers: rendered once to bytes, so that an idempotent retry gets the first answer byte for byte.
//! See docs/rules/interface.md#success.

use std::marker::PhantomData;

use poem::http::{HeaderName, HeaderValue, StatusCode, header};
use poem::{Body, IntoResponse, Response};
use poem_openapi::ApiResponse;
use poem_openapi::registry::{
    MetaHeader, MetaMediaType, MetaResponse, MetaResponses, MetaSchema, MetaSchemaRef, Registry,
};
use poem_openapi::types::{ToJSON, Type};

/// An answer as it goes over the wire, and as it is kept with an idempotency key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rendered {
    pub status: u16,
    /// JSON text; empty for 204.
    pub body: String,
    pub headers: Vec<(String, String)>,
}

impl Rendered {
    pub fn json(status: u16, body: &serde_json::Value) -> Self {
        Self { status, body: body.to_string(), headers: Vec::new() }
    }

    #[must_use]
    pub fn header(mut self, name: &str, value: impl Into<String>) -> Self {
        self.headers.push((name.into(), value.into()));
        self
    }

    /// The same answer, marked as a replay.
    #[must_use]
    pub fn replayed(self) -> Self {
        self.header("Idempotent-Replayed", "true")
    }
}

impl IntoResponse for Rendered {
    fn into_response(self) -> Response {
        let mut response = Response::default();
        response.set_status(StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR));
        if !self.body.is_empty() {
            response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
            response.set_body(Body::from(self.body));
        }
        for (name, value) in self.headers {
            if let (Ok(name), Ok(value)) = (HeaderName::try_from(name), HeaderValue::try_from(value)) {
                response.headers_mut().insert(name, value);
            }
        }
        response
    }
}

/// The statuses an operation's success may have; the first is what [`Reply::new`] answers with.
pub trait Status: Send + Sync + 'static {
    const FIRST: u16;
    const ALL: &'static [(u16, &'static str)];
}

macro_rules! statuses {
    ($($(#[$doc:meta])* $name:ident: $first:literal $description:literal $(, $more:literal $other:literal)*;)*) => { $(
        $(#[$doc])*
        #[derive(Debug)]
        pub enum $name {}

        impl Status for $name {
            const FIRST: u16 = $first;
            const ALL: &'static [(u16, &'static str)] = &[($first, $description) $(, ($more, $other))*];
        }
    )* };
}

statuses! {
    /// 200.
    Ok200: 200 "Done";
    /// 201 with `Location`.
    Created201: 201 "Created";
    /// 200, or 202 with a job to look at.
    Ok200Or202: 200 "Done", 202 "Still running; read `/jobs/{job_id}`";
    /// 202.
    Accepted202: 202 "Accepted; read `/jobs/{job_id}`";
}

/// An answer of status `S` whose body is a `T`.
#[derive(Debug)]
pub struct Reply<S, T> {
    pub rendered: Rendered,
    /// The JSON text of a streamed answer.
    stream: Option<Body>,
    marker: PhantomData<fn() -> (S, T)>,
}

/// An optimistic version as an `ETag`.
pub fn etag(version: i64) -> String {
    format!("\"{version}\"")
}

impl<S: Status, T: ToJSON> Reply<S, T> {
    pub fn new(body: &T) -> Self {
        Rendered::json(S::FIRST, &body.to_json().unwrap_or(serde_json::Value::Null)).into()
    }

    /// A streamed answer. It cannot be kept for retries.
    pub fn streamed(body: Body) -> Self {
        let rendered = Rendered { status: S::FIRST, body: String::new(), headers: Vec::new() };
        Self { rendered, stream: Some(body), marker: PhantomData }
    }

    /// The path of the created resource, such as `/service/general-ledger/bills/B-1`.
    #[must_use]
    pub fn location(mut self, path: impl Into<String>) -> Self {
        self.rendered = self.rendered.header("Location", path);
        self
    }

    #[must_use]
    pub fn version(mut self, version: i64) -> Self {
        self.rendered = self.rendered.header("ETag", etag(version));
        self
    }

    /// Sets another of the statuses in `S`.
    #[must_use]
    pub fn status(mut self, status: u16) -> Self {
        self.rendered.status = status;
        self
    }
}

impl<S, T> From<Rendered> for Reply<S, T> {
    fn from(rendered: Rendered) -> Self {
        Self { rendered, stream: None, marker: PhantomData }
    }
}

impl<S, T> IntoResponse for Reply<S, T> {
    fn into_response(self) -> Response {
        let mut response = self.rendered.into_response();
        if let Some(body) = self.stream {
            response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
            response.set_body(body);
        }
        response
    }
}

fn header_meta(name: &str, description: &str) -> MetaHeader {
    MetaHeader {
        name: name.into(),
        description: Some(description.into()),
        required: false,
        deprecated: false,
        schema: MetaSchemaRef::Inline(Box::new(MetaSchema::new("string"))),
    }
}

impl<S: Status, T: Type> ApiResponse for Reply<S, T> {
    fn meta() -> MetaResponses {
        let response = |(status, description): &(u16, &'static str)| {
            let mut headers = vec![header_meta("ETag", "The version, for If-Match")];
            if *status == 201 {
                headers.push(header_meta("Location", "The path of what was created"));
            }
            MetaResponse {
                description,
                status: Some(*status),
                status_range: None,
                content: vec![MetaMediaType { content_type: "application/json", schema: T::schema_ref() }],
                headers,
            }
        };
        MetaResponses { responses: S::ALL.iter().map(response).collect() }
    }

    fn register(registry: &mut Registry) {
        T::register(registry);
    }
}

/// 204, for DELETE; or what stands in its place where the deletion waits for signatures.
#[derive(Clone, Default, Debug)]
pub struct NoContent {
    instead: Option<Rendered>,
}

/// What a deletion answered that may have to wait.
impl<S, T> From<Reply<S, T>> for NoContent {
    fn from(reply: Reply<S, T>) -> Self {
        Self { instead: Some(reply.rendered).filter(|rendered| rendered.status == Accepted202::FIRST) }
    }
}

impl IntoResponse for NoContent {
    fn into_response(self) -> Response {
        self.instead.map_or_else(|| StatusCode::NO_CONTENT.into_response(), IntoResponse::into_response)
    }
}

impl ApiResponse for NoContent {
    fn meta() -> MetaResponses {
        let response = MetaResponse {
            description: "Deleted",
            status: Some(204),
            status_range: None,
            content: vec![],
            headers: vec![],
        };
        MetaResponses { responses: vec![response] }
    }

    fn register(_: &mut Registry) {}
}

#[cfg(test)]
mod tests {
    use engine::books::request::StoredAnswer;
    use engine::books::stored;
    use engine::books::stored::Stored;

    use super::*;

    #[tokio::test]
    async fn a_stored_answer_is_replayed_byte_for_byte() {
        let body = serde_json::from_str(r#"{"total":1.10,"a":"é"}"#).expect("json");
        let first = Rendered::json(201, &body).header("Location", "/x");
        let stored = StoredAnswer::from(first.clone()).written().expect("stored");
        let again = Rendered::from(stored::read::<StoredAnswer>(&stored).expect("read"));
        assert_eq!(again, first);
        let response = again.replayed().into_response();
        assert_eq!(response.header("Idempotent-Replayed"), Some("true"));
        assert_eq!(response.into_body().into_string().await.expect("body"), first.body);
    }
}
