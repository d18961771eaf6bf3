//! The two optional request headers: `X-Idempotency-Key` and `If-Match`.
//! See docs/rules/interface.md#idempotency and docs/rules/interface.md#versions.

use engine::values::error::{Faults, Refusal};
use poem::http::HeaderMap;
use poem::{Request, RequestBody};
use poem_openapi::registry::{MetaParamIn, MetaSchema, MetaSchemaRef};
use poem_openapi::{ApiExtractor, ApiExtractorType, ExtractParamOptions};

use crate::problem::Problem;

/// The key under which the first answer is kept, when one was sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IdempotencyKey(pub Option<String>);

/// The versions of which the caller has seen one, when any were sent (`*` means any and reads as none). Tags that are no version
/// of ours match nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IfMatch(pub Option<Vec<i64>>);

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
        let wrong = || Faults::one(IF_MATCH, "must be * or ETags as reads gave them, such as \"3\"");
        let mut lines = Vec::new();
        for value in headers.get_all(IF_MATCH) {
            lines.push(value.to_str().map_err(|_| wrong())?);
        }
        if lines.is_empty() {
            return Ok(Self(None));
        }
        match lines.join(",").trim() {
            "*" => Ok(Self(None)),
            // A tag without its quotes is accepted too.
            bare if !bare.is_empty() && bare.bytes().all(|byte| byte.is_ascii_digit()) => {
                Ok(Self(Some(version(bare).into_iter().collect())))
            }
            tags => Ok(Self(Some(strong(tags).ok_or_else(wrong)?.into_iter().filter_map(version).collect()))),
        }
    }
}

/// The opaque texts of the strong ones in a list of entity tags (RFC 9110); weak ones never match. `None` when it is no such list.
fn strong(list: &str) -> Option<Vec<&str>> {
    let (mut strong, mut seen, mut rest) = (Vec::new(), 0_usize, list);
    loop {
        // A list may have empty places.
        rest = rest.trim_start_matches([' ', '\t', ',']);
        if rest.is_empty() {
            return (seen > 0).then_some(strong);
        }
        let (is_weak, quoted) = rest.strip_prefix("W/").map_or((false, rest), |quoted| (true, quoted));
        let (opaque, after) = quoted.strip_prefix('"')?.split_once('"')?;
        rest = after.trim_start_matches([' ', '\t']);
        if opaque.contains([' ', '\t']) || !(rest.is_empty() || rest.starts_with(',')) {
            return None;
        }
        seen = seen.saturating_add(1);
        strong.extend((!is_weak).then_some(opaque));
    }
}

/// The version that one of the service's own tags names; `None` for any other text.
fn version(opaque: &str) -> Option<i64> {
    opaque.parse().ok().filter(|version: &i64| version.to_string() == opaque)
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
    "The `ETag` of the version you have seen, or several; when none is the present one the answer is 412 `stale_version`. `*` is any version",
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
    fn entity_tags_are_read_as_rfc_9110_writes_them() {
        for (text, versions) in [
            ("\"3\"", Some(vec![3])),
            ("3", Some(vec![3])),
            ("*", None),
            ("\"1\", \"2\"", Some(vec![1, 2])),
            (" , \"1\" ,,W/\"2\"", Some(vec![1])),
            ("W/\"3\"", Some(vec![])),
            ("\"a,b\"", Some(vec![])),
            ("\"\"", Some(vec![])),
            ("\"03\"", Some(vec![])),
            ("\"+3\"", Some(vec![])),
            ("\"18446744073709551617\"", Some(vec![])),
        ] {
            assert_eq!(IfMatch::read(&headers("if-match", text)), Ok(IfMatch(versions)), "{text}");
        }
        for wrong in [
            "W/3",
            "-3",
            "\"3",
            "3\"",
            "",
            ",",
            "a",
            "\"1\" \"2\"",
            "\"1\", 2",
            "w/\"1\"",
            "\"a b\"",
            "*, \"1\"",
            "\"é\"",
        ] {
            assert!(IfMatch::read(&headers("if-match", wrong)).is_err(), "{wrong}");
        }
        let mut two = headers("if-match", "\"1\"");
        two.append("if-match", poem::http::HeaderValue::from_static("\"2\""));
        assert_eq!(IfMatch::read(&two), Ok(IfMatch(Some(vec![1, 2]))));
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
