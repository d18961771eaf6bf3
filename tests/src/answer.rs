//! An answer of the service, and the assertions of tests on it.

use std::ops::Index;

use reqwest::header::HeaderMap;
use serde_json::Value;

/// `json` is null when the body is empty or is not JSON.
#[derive(Clone, Debug)]
pub struct Answer {
    /// `POST /path`, for messages.
    pub request: String,
    pub status: u16,
    pub headers: HeaderMap,
    pub bytes: Vec<u8>,
    pub text: String,
    pub json: Value,
}

impl Answer {
    /// Reads the answer. One that breaks off is an error: the client did not get it. One that the description does not
    /// name fails the test.
    pub async fn read(request: String, response: reqwest::Response) -> Result<Self, reqwest::Error> {
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        let path = response.url().path().to_owned();
        let bytes = response.bytes().await?.to_vec();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let json = serde_json::from_str(&text).unwrap_or(Value::Null);
        let method = request.split(' ').next().unwrap_or_default();
        crate::seen::note(method, &path, status, &json);
        Ok(Self { request, status, headers, bytes, text, json })
    }

    /// Asserts the status.
    #[track_caller]
    pub fn expect(self, status: u16) -> Self {
        assert_eq!(self.status, status, "{} answered {}", self.request, self.text);
        self
    }

    /// Asserts a well-formed problem with this `code`.
    #[track_caller]
    pub fn problem(self, code: &str) -> Self {
        assert!(
            self.status >= 400,
            "{} should be refused with {code}, answered {} {}",
            self.request,
            self.status,
            self.text
        );
        assert_eq!(self.header("content-type"), "application/problem+json", "{}: {}", self.request, self.text);
        for member in ["type", "title", "detail", "code"] {
            assert!(self.json[member].is_string(), "{}: no {member} in {}", self.request, self.text);
        }
        assert_eq!(self.json["status"].to_string(), self.status.to_string(), "{}: {}", self.request, self.text);
        assert_eq!(self.json["code"], code, "{}: {}", self.request, self.text);
        self
    }

    /// Asserts that the problem names the field at this JSON pointer.
    #[track_caller]
    pub fn names(self, pointer: &str) -> Self {
        let errors = self.json["errors"].as_array().map(Vec::as_slice).unwrap_or_default();
        let found = errors.iter().any(|error| error["pointer"] == pointer);
        assert!(found, "{}: nothing about {pointer} in {}", self.request, self.text);
        self
    }

    /// The header's value; empty without such a header.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    /// The string at the field.
    #[track_caller]
    pub fn string(&self, field: &str) -> &str {
        self.json[field].as_str().unwrap_or_else(|| panic!("{}: no text {field} in {}", self.request, self.text))
    }

    /// The number at the field, as it was written: amounts are compared exactly.
    #[track_caller]
    pub fn number(&self, field: &str) -> String {
        assert!(self.json[field].is_number(), "{}: no number {field} in {}", self.request, self.text);
        self.json[field].to_string()
    }

    /// The items of a list.
    #[track_caller]
    pub fn data(&self) -> &[Value] {
        self.json["data"].as_array().unwrap_or_else(|| panic!("{}: no data in {}", self.request, self.text))
    }
}

impl Index<&str> for Answer {
    type Output = Value;

    fn index(&self, field: &str) -> &Value {
        &self.json[field]
    }
}
