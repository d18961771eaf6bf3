//! The two optional request headers of the contract: `X-Idempotency-Key` (C16) and `If-Match` (C36b).

use engine::error::{Faults, Refusal};
use poem::http::HeaderMap;
use poem::{Request, RequestBody};
use poem_openapi::registry::{MetaParamIn, MetaSchema, MetaSchemaRef};
use poem_openapi::{ApiExtractor, ApiExtractorType, ExtractParamOptions};

use crate::problem::Problem;

/// The key under which the first answer is kept, when one was sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IdempotencyKey(pub Option<String>);

/// The version the caller has seen, when one was sent (`*` means any and reads as none).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IfMatch(pub Option<i64>);

pub const IDEMPOTENCY_KEY: &str = "X-Idempotency-Key";
pub const IF_MATCH: &str = "If-Match";

fn text(headers: &HeaderMap, name: &str) -> Result<Option<String>, Refusal> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (None, _) => Ok(None),
        (Some(_), Some(_)) => Err(Faults::one(name, "is there twice")),
        (Some(value), None) => match value.to_str() {
            Ok(text) => Ok(Some(text.to_owned())),
            Err(_) => Err(Faults::one(name, "must be printable ASCII")),
        },
    }
}

impl IdempotencyKey {
    pub fn read(headers: &HeaderMap) -> Result<Self, Refusal> {
        let key = text(headers, IDEMPOTENCY_KEY)?;
        let fine =
            |key: &String| (1..=255).contains(&key.len()) && key.bytes().all(|byte| (0x20..=0x7e).contains(&byte));
        match key {
            Some(key) if !fine(&key) => {
                Err(Faults::one(IDEMPOTENCY_KEY, "must be 1 to 255 printable ASCII characters"))
            }
            key => Ok(Self(key)),
        }
    }
}

impl IfMatch {
    pub fn read(headers: &HeaderMap) -> Result<Self, Refusal> {
        let Some(text) = text(headers, IF_MATCH)? else { return Ok(Self(None)) };
        match text.trim() {
            "*" => Ok(Self(None)),
            tag => version(tag)
                .map(|version| Self(Some(version)))
                .ok_or_else(|| Faults::one(IF_MATCH, "must be an ETag as a read gave it, such as \"3\"")),
        }
    }
}

/// The version in `"3"`, `W/"3"` or a bare `3`.
fn version(tag: &str) -> Option<i64> {
    let quoted = |text: &str| Some(text.strip_prefix('"')?.strip_suffix('"')?.to_owned());
    let digits = match tag.strip_prefix("W/") {
        Some(weak) => quoted(weak)?,
        None => quoted(tag).unwrap_or_else(|| tag.to_owned()),
    };
    // A sign would be read as part of the number.
    digits.bytes().all(|byte| byte.is_ascii_digit()).then_some(digits)?.parse().ok()
}

/// A header parameter whose name stands in the schema's title, where [`crate::spec`] finds it.
macro_rules! header_param {
    ($type:ident, $name:expr, $description:literal, $schema:expr) => {
        impl<'a> ApiExtractor<'a> for $type {
            const TYPES: &'static [ApiExtractorType] = &[ApiExtractorType::Parameter];
            type ParamType = String;
            type ParamRawType = String;

            fn param_in() -> Option<MetaParamIn> {
                Some(MetaParamIn::Header)
            }

            fn param_schema_ref() -> Option<MetaSchemaRef> {
                Some(MetaSchemaRef::Inline(Box::new(MetaSchema {
                    title: Some($name.into()),
                    description: Some($description),
                    ..$schema
                })))
            }

            async fn from_request(
                request: &'a Request,
                _: &mut RequestBody,
                _: ExtractParamOptions<String>,
            ) -> poem::Result<Self> {
                Ok(Self::read(request.headers()).map_err(Problem::from)?)
            }
        }
    };
}

header_param!(
    IdempotencyKey,
    IDEMPOTENCY_KEY,
    "1 to 255 printable ASCII characters. The same user, key and request get the first answer again, with `Idempotent-Replayed: true`, for 7 days",
    MetaSchema { min_length: Some(1), max_length: Some(255), ..MetaSchema::new("string") }
);
header_param!(
    IfMatch,
    IF_MATCH,
    "The `ETag` of the version you have seen; when it is no longer the present one the answer is 412 `stale_version`. `*` is any version",
    MetaSchema::new("string")
);

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(name: &'static str, value: &str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(name, poem::http::HeaderValue::from_bytes(value.as_bytes()).expect("header"));
        headers
    }

    #[test]
    fn versions_are_read_however_quoted() {
        for (text, version) in [("\"3\"", Some(3)), ("W/\"3\"", Some(3)), ("3", Some(3)), ("*", None)] {
            assert_eq!(IfMatch::read(&headers("if-match", text)), Ok(IfMatch(version)), "{text}");
        }
        for wrong in ["\"a\"", "W/3", "-3", "\"+3\"", "\"3", ""] {
            assert!(IfMatch::read(&headers("if-match", wrong)).is_err(), "{wrong}");
        }
        assert_eq!(IfMatch::read(&HeaderMap::new()), Ok(IfMatch(None)));
    }

    #[test]
    fn keys_are_bounded_printable_ascii() {
        assert_eq!(IdempotencyKey::read(&headers("x-idempotency-key", "k 1")), Ok(IdempotencyKey(Some("k 1".into()))));
        for wrong in ["", &"x".repeat(256), "é"] {
            assert!(IdempotencyKey::read(&headers("x-idempotency-key", wrong)).is_err(), "{wrong}");
        }
    }
}
