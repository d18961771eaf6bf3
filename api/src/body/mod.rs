//! The JSON body of a request, with every fault of its shape found at once.
//! See docs/rules/errors.md#all-faults-at-once.
//!
//! Reading: at most 1 MiB (413), `application/json` (415), strict JSON (400 `broken_json`, [`json`]). Checking: against the type's
//! own `OpenAPI` schema ([`check`]); faults are recorded, and what is faulty is taken out. Parsing: of what is left, into `T`, whose
//! required fields are [`crate::schema::Required`]. The handler hands [`Body::faults`] on, the engine adds its own, and one
//! 422 names them all.

pub mod bulk;
pub mod check;
pub mod json;
pub mod reading;
mod stored;
pub mod upload;

use std::any::TypeId;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use engine::values::error::Faults;
use poem::http::{HeaderMap, HeaderValue, header};
use poem::{Request, RequestBody};
use poem_openapi::registry::{MetaMediaType, MetaRequest, Registry};
use poem_openapi::types::ParseFromJSON;
use poem_openapi::{ApiExtractor, ApiExtractorType, ExtractParamOptions};
use serde_json::Value;

use self::check::{Shape, Unknown};
use self::reading::read_limited;
use crate::body_limit::MAX_BYTES;
use crate::problem::Problem;

/// A body larger than this is read and checked on a thread of its own, not on one that serves requests.
const LARGE: usize = 32 * 1024;

/// A checked body. With `EDIT` (see [`Edit`]) fields the schema does not know are kept for comparison instead of refused.
#[derive(Debug)]
pub struct Body<T, const EDIT: bool = false> {
    pub value: T,
    /// What the schema finds wrong; empty for most requests.
    pub faults: Faults,
    /// The bytes as sent, for the idempotency fingerprint; empty when no body was sent.
    pub raw: Vec<u8>,
    unknown: Vec<Unknown>,
}

/// The body of a PUT: takes read-only fields equal to what is stored, so that what was read can be edited and put back.
pub type Edit<T> = Body<T, true>;

impl<T: ParseFromJSON + 'static, const EDIT: bool> Body<T, EDIT> {
    /// Checks and parses the bytes; no bytes equal `{}`.
    pub fn from_bytes(raw: Vec<u8>) -> Result<Self, Problem> {
        let blank = raw.iter().all(u8::is_ascii_whitespace);
        let mut json = if blank {
            Value::Object(serde_json::Map::new())
        } else {
            json::read(&raw).map_err(Problem::broken_json)?
        };
        let Checked { value, faults, unknown } = checked(&mut json, EDIT).map_err(Problem::invalid)?;
        Ok(Self { value, faults, raw, unknown })
    }

    /// Splits the body into the value and what is wrong with it.
    pub fn into_parts(self) -> (T, Faults) {
        (self.value, self.faults)
    }
}

/// A value that was checked against its schema.
struct Checked<T> {
    value: T,
    faults: Faults,
    unknown: Vec<Unknown>,
}

/// Checks and parses a value, of which nothing is left. `Err`: there is nothing in it to go on with.
fn checked<T: ParseFromJSON + 'static>(json: &mut Value, keeps_unknown: bool) -> Result<Checked<T>, Faults> {
    let found = shape::<T>().check(json, keeps_unknown);
    if found.faults.has("") {
        return Err(found.faults);
    }
    let mut faults = found.faults;
    match T::parse_from_json(Some(json.take())) {
        Ok(value) => Ok(Checked { value, faults, unknown: found.unknown }),
        Err(error) => {
            if faults.is_empty() {
                faults.add("", error.into_message());
            }
            Err(faults)
        }
    }
}

impl<T> Body<T, true> {
    /// Records a fault for each sent field that is neither editable nor equal to its value in `stored`, the document as a
    /// GET shows it. Items of arrays may have moved: a value that some stored item has at that field is taken.
    pub fn check_read_only(&mut self, stored: &Value) {
        stored::compare(std::mem::take(&mut self.unknown), stored, &mut self.faults);
    }
}

/// The same for a value that stands within another body, with what is wrong with it.
pub(crate) fn checked_value<T: ParseFromJSON + 'static>(json: &mut Value) -> Result<(T, Faults), Faults> {
    checked(json, false).map(|Checked { value, faults, .. }| (value, faults))
}

/// The schema of `T`, worked out once.
fn shape<T: ParseFromJSON + 'static>() -> Arc<Shape> {
    static SHAPES: OnceLock<RwLock<HashMap<TypeId, Arc<Shape>>>> = OnceLock::new();
    let shapes = SHAPES.get_or_init(RwLock::default);
    let key = TypeId::of::<T>();
    if let Some(shape) = shapes.read().unwrap_or_else(PoisonError::into_inner).get(&key) {
        return Arc::clone(shape);
    }
    let shape = Arc::new(Shape::of::<T>());
    shapes.write().unwrap_or_else(PoisonError::into_inner).insert(key, Arc::clone(&shape));
    shape
}

/// Why the body is none that is read; `None` when it is JSON in UTF-8, as it is.
fn unsupported(headers: &HeaderMap) -> Option<&'static str> {
    let mut types = headers.get_all(header::CONTENT_TYPE).iter().map(|value| value.to_str().unwrap_or_default());
    let (Some(of), None) = (types.next(), types.next()) else {
        return Some("the body must be application/json, by one Content-Type");
    };
    let mut parts = of.split(';');
    if !parts.next().unwrap_or_default().trim().eq_ignore_ascii_case("application/json") {
        return Some("the body must be application/json");
    }
    let parameters = parts.filter_map(|parameter| parameter.split_once('='));
    let mut charsets = parameters.filter(|(name, _)| name.trim().eq_ignore_ascii_case("charset"));
    if !charsets.all(|(_, charset)| is_utf8(charset.trim())) {
        return Some("the body must be in UTF-8");
    }
    let is_plain = |coding: &HeaderValue| coding.is_empty() || coding.as_bytes().eq_ignore_ascii_case(b"identity");
    let is_coded = !headers.get_all(header::CONTENT_ENCODING).iter().all(is_plain);
    is_coded.then_some("the body must have no Content-Encoding")
}

/// Plain, or in quotes.
fn is_utf8(charset: &str) -> bool {
    let quoted = charset.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    let charset = quoted.unwrap_or(charset);
    ["utf-8", "utf8", "us-ascii"].iter().any(|known| charset.eq_ignore_ascii_case(known))
}

/// The bytes of a JSON body (413, 415); empty when there is none.
pub async fn read_bytes(request: &Request, body: &mut RequestBody, most: usize) -> Result<Vec<u8>, Problem> {
    let Ok(body) = body.take() else { return Ok(Vec::new()) };
    let bytes = read_limited(body, most).await?;
    if let Some(why) = unsupported(request.headers()).filter(|_| !bytes.is_empty()) {
        return Err(Problem::new(415, "unsupported_media_type", why));
    }
    Ok(bytes)
}

impl<'a, T: ParseFromJSON + Send + 'static, const EDIT: bool> ApiExtractor<'a> for Body<T, EDIT> {
    const TYPES: &'static [ApiExtractorType] = &[ApiExtractorType::RequestObject];
    type ParamType = ();
    type ParamRawType = ();

    fn register(registry: &mut Registry) {
        T::register(registry);
    }

    fn request_meta() -> Option<MetaRequest> {
        let content = MetaMediaType { content_type: "application/json", schema: T::schema_ref() };
        Some(MetaRequest { description: None, content: vec![content], required: !shape::<T>().may_be_empty() })
    }

    async fn from_request(
        request: &'a Request,
        body: &mut RequestBody,
        _: ExtractParamOptions<()>,
    ) -> poem::Result<Self> {
        let bytes = read_bytes(request, body, MAX_BYTES).await?;
        if bytes.len() <= LARGE {
            return Ok(Self::from_bytes(bytes)?);
        }
        let parsed = tokio::task::spawn_blocking(move || Self::from_bytes(bytes)).await;
        Ok(parsed.map_err(Problem::internal)??)
    }
}

#[cfg(test)]
mod tests;
