//! What the description says of errors: the answers that every operation may give, and the schema of a problem document.

use std::collections::BTreeSet;

use engine::values::error::{Fault, RefusalName};
use poem_openapi::ApiResponse;
use poem_openapi::registry::{MetaMediaType, MetaResponse, MetaResponses, MetaSchema, MetaSchemaRef, Registry};
use serde_json::Value;

use super::codes::OWN_CODES;
use super::{CONTENT_TYPE, Problem};

/// The name of the schema in the description.
pub const SCHEMA: &str = "Problem";

/// The schema of its code, and what stands for that in the registry.
const CODE_SCHEMA: &str = "ProblemCode";
enum Code {}

/// The schema of one wrong field.
const FAULT_SCHEMA: &str = "ProblemField";

/// Every code there is, once.
fn codes() -> MetaSchema {
    let own = OWN_CODES.iter().map(|(_, code, _)| *code);
    let all: BTreeSet<&str> = own.chain(RefusalName::ALL.iter().map(|name| name.code())).collect();
    MetaSchema {
        description: Some("Stable: what programs should look at. There may be more one day."),
        enum_items: all.into_iter().map(Value::from).collect(),
        ..MetaSchema::new("string")
    }
}

/// The statuses every operation may answer with; [`crate::spec`] prunes what cannot happen.
const STATUSES: [(u16, &str); 13] = [
    (400, "The body is not JSON that the service reads"),
    (401, "No token, or one that is not taken"),
    (403, "The caller may not do this"),
    (404, "There is no such thing"),
    (406, "`Accept` takes none of the types that the operation answers with"),
    (409, "Its state does not allow this"),
    (412, "`If-Match` names a version that is not the present one"),
    (413, "The body is larger than 1 MiB, that of a bulk than 16 MiB or a file than 64 MiB"),
    (415, "The body is not `application/json`"),
    (422, "The content cannot be taken; `errors` names every wrong field"),
    (
        429,
        "Too many requests; `Retry-After` and `RateLimit` tell when there may be more, `RateLimit-Policy` how many a second",
    ),
    (500, "A fault of the service; the log has it under `id`"),
    (503, "The database is away or overloaded; retry after `Retry-After`"),
];

/// Every error, with this schema.
pub fn responses(schema: &str) -> MetaResponses {
    let response = |(status, description): (u16, &'static str)| MetaResponse {
        description,
        status: Some(status),
        status_range: None,
        content: vec![MetaMediaType { content_type: CONTENT_TYPE, schema: MetaSchemaRef::Reference(schema.into()) }],
        headers: vec![],
    };
    MetaResponses { responses: STATUSES.into_iter().map(response).collect() }
}

impl ApiResponse for Problem {
    fn meta() -> MetaResponses {
        responses(SCHEMA)
    }

    fn register(registry: &mut Registry) {
        registry.create_schema::<Fault, _>(FAULT_SCHEMA.into(), |_| fault());
        registry.create_schema::<Self, _>(SCHEMA.into(), |_| schema());
        registry.create_schema::<Code, _>(CODE_SCHEMA.into(), |_| codes());
    }
}

fn inline(ty: &'static str, description: &'static str) -> MetaSchemaRef {
    MetaSchemaRef::Inline(Box::new(MetaSchema { description: Some(description), ..MetaSchema::new(ty) }))
}

fn fault() -> MetaSchema {
    MetaSchema {
        required: vec!["pointer", "detail"],
        properties: vec![
            (
                "pointer",
                inline("string", "The field as a JSON pointer (RFC 6901), or the name of a parameter or header"),
            ),
            ("detail", inline("string", "What is wrong with it")),
        ],
        ..MetaSchema::new("object")
    }
}

fn schema() -> MetaSchema {
    let errors = MetaSchema {
        description: Some("Every wrong field, all of them at once; at most 100 are named"),
        items: Some(Box::new(MetaSchemaRef::Reference(FAULT_SCHEMA.into()))),
        ..MetaSchema::new("array")
    };
    MetaSchema {
        description: Some("An error (RFC 9457). Some codes add further members, such as totals or counts."),
        required: vec!["type", "title", "status", "detail", "code", "request_id"],
        properties: vec![
            ("type", inline("string", "`urn:gl:problem:<code>`")),
            ("title", inline("string", "The code in words")),
            ("status", inline("integer", "The HTTP status")),
            ("detail", inline("string", "What went wrong this time")),
            ("code", MetaSchemaRef::Reference(CODE_SCHEMA.into())),
            ("request_id", inline("string", "As in `X-Request-Id`")),
            ("errors", MetaSchemaRef::Inline(Box::new(errors))),
            (
                "errors_left_out",
                inline("integer", "Of very many wrong fields, how many more were found than `errors` names"),
            ),
            ("id", inline("string", "With `internal` only: where to look in the service's log")),
        ],
        additional_properties: Some(Box::new(MetaSchemaRef::Inline(Box::new(MetaSchema::ANY)))),
        ..MetaSchema::new("object")
    }
}
