//! The JSON body of a request, with every fault of its shape found at once (C10, C34).
//!
//! Reading: at most 1 MiB (413), `application/json` (415), strict JSON (400 `broken_json`, [`json`]). Checking: against the type's
//! own `OpenAPI` schema ([`check`]); faults are recorded, and what is faulty is taken out. Parsing: of what is left, into `T`, whose
//! required fields are [`crate::schema::Required`]. The handler hands [`Body::faults`] on, the engine adds its own, and one
//! 422 names them all.

pub mod check;
pub mod json;

use std::any::TypeId;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use engine::error::Faults;
use engine::money::decimal_from_text;
use poem::http::header;
use poem::{Request, RequestBody};
use poem_openapi::registry::{MetaMediaType, MetaRequest, Registry};
use poem_openapi::types::ParseFromJSON;
use poem_openapi::{ApiExtractor, ApiExtractorType, ExtractParamOptions};
use serde_json::Value;
use tokio::io::AsyncReadExt;

use self::check::Shape;
use crate::problem::Problem;

/// The largest body (C34).
pub const MAX_BYTES: usize = 1024 * 1024;
/// How much of a body that is too large is read and thrown away, so that the client gets to read its 413.
const MAX_DRAINED: usize = 16 * MAX_BYTES;

/// A checked body. With `EDIT` (see [`Edit`]) fields the schema does not know are kept for comparison instead of refused.
#[derive(Debug)]
pub struct Body<T, const EDIT: bool = false> {
    pub value: T,
    /// What the schema finds wrong; empty for most requests.
    pub faults: Faults,
    /// The bytes as sent, for the idempotency fingerprint (C16); empty when no body was sent.
    pub raw: Vec<u8>,
    unknown: Vec<(String, Value)>,
}

/// The body of a PUT: takes read-only fields equal to what is stored, so that what was read can be edited and put back (C10).
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
        let found = shape::<T>().check(&mut json);
        if found.faults.has("") {
            return Err(Problem::invalid(found.faults));
        }
        let mut faults = found.faults;
        if !EDIT {
            for (pointer, _) in &found.unknown {
                faults.add(pointer.clone(), UNKNOWN);
            }
        }
        match T::parse_from_json(Some(json)) {
            Ok(value) => Ok(Self { value, faults, raw, unknown: found.unknown }),
            Err(error) => {
                if faults.is_empty() {
                    faults.add("", error.into_message());
                }
                Err(Problem::invalid(faults))
            }
        }
    }

    /// Splits the body into the value and what is wrong with it.
    pub fn into_parts(self) -> (T, Faults) {
        (self.value, self.faults)
    }
}

const UNKNOWN: &str = "is not a field of this body";

impl<T> Body<T, true> {
    /// Records a fault for each sent field that is neither editable nor equal to its value in `stored`, the document as a
    /// GET shows it. Items of arrays may have moved: a value that some stored item has at that field is taken.
    pub fn check_read_only(&mut self, stored: &Value) {
        for (pointer, sent) in std::mem::take(&mut self.unknown) {
            let path: Vec<&str> = pointer.split('/').skip(1).collect();
            match compare(stored, &path, &sent) {
                Some(true) => {}
                Some(false) => self.faults.add(pointer, "is read-only and differs from what is stored"),
                None if sent.is_null() => {}
                None => self.faults.add(pointer, UNKNOWN),
            }
        }
    }
}

/// Whether `sent` equals what `stored` holds at `path`; `None` when there is no such field.
fn compare(stored: &Value, path: &[&str], sent: &Value) -> Option<bool> {
    let Some((first, rest)) = path.split_first() else { return Some(same(stored, sent)) };
    match stored {
        Value::Object(members) => compare(members.get(&first.replace("~1", "/").replace("~0", "~"))?, rest, sent),
        Value::Array(items) => items.iter().filter_map(|item| compare(item, rest, sent)).reduce(|a, b| a || b),
        _ => None,
    }
}

/// Equal values; numbers by what they are worth, so that `1.0` equals `1.00`.
fn same(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => {
            left == right
                || decimal_from_text(&left.to_string())
                    .is_some_and(|exact| decimal_from_text(&right.to_string()) == Some(exact))
        }
        (Value::Array(left), Value::Array(right)) => {
            left.len() == right.len() && left.iter().zip(right).all(|(l, r)| same(l, r))
        }
        (Value::Object(left), Value::Object(right)) => {
            left.len() == right.len() && left.iter().all(|(key, l)| right.get(key).is_some_and(|r| same(l, r)))
        }
        _ => left == right,
    }
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

/// Reads at most 1 MiB, whatever `Content-Length` says.
pub async fn read_limited(body: poem::Body) -> Result<Vec<u8>, Problem> {
    let mut reader = body.into_async_read();
    let mut bytes = Vec::new();
    let mut buffer = vec![0_u8; 16 * 1024];
    let mut seen = 0_usize;
    loop {
        let count = reader
            .read(&mut buffer)
            .await
            .map_err(|_| Problem::new(400, "broken_request", "the body ended before its time"))?;
        seen = seen.saturating_add(count);
        if count == 0 || seen > MAX_DRAINED {
            break;
        }
        if seen <= MAX_BYTES {
            bytes.extend_from_slice(buffer.get(..count).unwrap_or_default());
        }
    }
    if seen > MAX_BYTES { Err(Problem::too_large()) } else { Ok(bytes) }
}

fn is_json(request: &Request) -> bool {
    let value = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let essence = value.split(';').next().unwrap_or_default().trim();
    essence.eq_ignore_ascii_case("application/json")
}

/// The bytes of a JSON body (413, 415); empty when there is none.
pub async fn read_bytes(request: &Request, body: &mut RequestBody) -> Result<Vec<u8>, Problem> {
    let Ok(body) = body.take() else { return Ok(Vec::new()) };
    let bytes = read_limited(body).await?;
    if !bytes.is_empty() && !is_json(request) {
        return Err(Problem::new(415, "unsupported_media_type", "the body must be application/json"));
    }
    Ok(bytes)
}

impl<'a, T: ParseFromJSON + 'static, const EDIT: bool> ApiExtractor<'a> for Body<T, EDIT> {
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
        let bytes = read_bytes(request, body).await?;
        Ok(Self::from_bytes(bytes)?)
    }
}

#[cfg(test)]
mod tests;
