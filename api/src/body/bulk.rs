//! The body of a bulk: its items are read, checked and parsed one by one, each against the schema of the single operation's body. So
//! a wrong item is that item's own, and no more than one of them is in memory as JSON. What is wrong beside the items is wrong for the
//! whole call. See docs/rules/interface.md#bulk.

use std::borrow::Cow;

use engine::values::error::Faults;
use poem::{Request, RequestBody};
use poem_openapi::registry::{MetaMediaType, MetaRequest, MetaSchema, MetaSchemaRef, Registry};
use poem_openapi::types::{ParseFromJSON, Type};
use poem_openapi::{ApiExtractor, ApiExtractorType, ExtractParamOptions};
use serde_json::Value;

use super::{Checked, checked, json, read_bytes};
use crate::body_limit::{MAX_BULK_BYTES, MAX_BYTES};
use crate::problem::Problem;

/// The most items of one call.
pub const MAX_ITEMS: usize = 1_000;
/// The field of the items.
const ITEMS: &str = "items";

/// An item as far as it could be read, with what is wrong with it. `Err`: there is nothing in it to go on with.
pub type Item<I> = Result<(I, Faults), Faults>;

/// Items of type `I`, and the options `O` beside them.
#[derive(Debug)]
pub struct Bulk<I, O> {
    pub items: Vec<Item<I>>,
    pub options: O,
    /// The bytes as sent, for the idempotency fingerprint.
    pub raw: Vec<u8>,
}

impl<I: ParseFromJSON + 'static, O: ParseFromJSON + 'static> Bulk<I, O> {
    /// Reads, checks and parses the bytes; no bytes equal `{}`.
    pub fn from_bytes(raw: Vec<u8>) -> Result<Self, Problem> {
        let mut items = Vec::new();
        let each = |mut item: Value, size: usize| {
            // Those beyond are counted only: the call is refused.
            if items.len() < MAX_ITEMS {
                let read = if size > MAX_BYTES { Err(too_large()) } else { checked(&mut item, false) };
                items.push(read.map(|Checked { value, faults, .. }| (value, faults)));
            }
        };
        let blank = raw.iter().all(u8::is_ascii_whitespace);
        let text = if blank { b"{}".as_slice() } else { &raw };
        let (mut beside, count) = json::read_each(text, ITEMS, each).map_err(Problem::broken_json)?;
        let mut wrong = Faults::default();
        check_items(&mut beside, count, &mut wrong);
        match checked(&mut beside, false) {
            Ok(Checked { value: options, faults, .. }) => {
                wrong.extend(faults);
                wrong.or(Self { items, options, raw }).map_err(Problem::from)
            }
            Err(faults) => Err(Problem::invalid(faults)),
        }
    }
}

/// What is wrong with an item that would be too large a body by itself.
fn too_large() -> Faults {
    let mut faults = Faults::default();
    faults.add("", format!("has more than {MAX_BYTES} bytes, the most of a request for one"));
    faults
}

/// What is wrong with the array of items itself; `count` is how many items it has, `None` where there is no array.
fn check_items(beside: &mut Value, count: Option<usize>, wrong: &mut Faults) {
    let Value::Object(members) = beside else { return };
    match (members.remove(ITEMS), count) {
        (_, Some(0)) => wrong.add(format!("/{ITEMS}"), "must have at least 1 items"),
        (_, Some(count)) if count > MAX_ITEMS => {
            wrong.add(format!("/{ITEMS}"), format!("must have at most {MAX_ITEMS} items"));
        }
        (_, Some(_)) => {}
        (None | Some(Value::Null), None) => wrong.add(format!("/{ITEMS}"), "is required"),
        (Some(_), None) => wrong.add(format!("/{ITEMS}"), "must be an array"),
    }
}

/// The name of the body's schema: `JournalEntryInput` makes `JournalEntryBulkInput`.
fn schema_name<I: Type>() -> String {
    let item = I::name();
    let stem = item.strip_suffix("Input").map_or_else(|| item.clone(), |stem| Cow::Owned(stem.to_owned()));
    format!("{stem}BulkInput")
}

impl<'a, I, O> ApiExtractor<'a> for Bulk<I, O>
where
    I: ParseFromJSON + Send + 'static,
    O: ParseFromJSON + Send + 'static,
{
    const TYPES: &'static [ApiExtractorType] = &[ApiExtractorType::RequestObject];
    type ParamType = ();
    type ParamRawType = ();

    fn register(registry: &mut Registry) {
        I::register(registry);
        O::register(registry);
        let items = MetaSchema {
            description: Some("Each is what the operation for one of them takes."),
            items: Some(Box::new(I::schema_ref())),
            min_items: Some(1),
            max_items: Some(MAX_ITEMS),
            ..MetaSchema::new("array")
        };
        let options = registry.schemas.get(O::name().as_ref()).map(|schema| schema.properties.clone());
        let properties = std::iter::once((ITEMS, MetaSchemaRef::Inline(Box::new(items))));
        let properties = properties.chain(options.unwrap_or_default()).collect();
        let schema = MetaSchema { properties, required: vec![ITEMS], ..MetaSchema::new("object") };
        registry.schemas.insert(schema_name::<I>(), schema);
    }

    fn request_meta() -> Option<MetaRequest> {
        let schema = MetaSchemaRef::Reference(schema_name::<I>());
        let content = MetaMediaType { content_type: "application/json", schema };
        Some(MetaRequest { description: None, content: vec![content], required: true })
    }

    async fn from_request(
        request: &'a Request,
        body: &mut RequestBody,
        _: ExtractParamOptions<()>,
    ) -> poem::Result<Self> {
        let bytes = read_bytes(request, body, MAX_BULK_BYTES).await?;
        let read = tokio::task::spawn_blocking(move || Self::from_bytes(bytes)).await;
        Ok(read.map_err(Problem::internal)??)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::feature::documents::wire::bulk::CreateOptions;
    use crate::schema::document::journal_entry::JournalEntryInput;

    type Entries = Bulk<JournalEntryInput, CreateOptions>;

    fn refused(body: &str) -> Vec<(String, String)> {
        let problem = Entries::from_bytes(body.as_bytes().to_vec()).expect_err(body);
        problem.faults.0.iter().map(|fault| (fault.pointer.clone(), fault.detail.clone())).collect()
    }

    #[test]
    fn what_is_wrong_beside_the_items_is_wrong_for_all() {
        let one = |pointer: &str, detail: &str| vec![(pointer.to_owned(), detail.to_owned())];
        assert_eq!(refused(""), one("/items", "is required"));
        assert_eq!(refused(r#"{"items": null}"#), one("/items", "is required"));
        assert_eq!(refused(r#"{"items": {}}"#), one("/items", "must be an array"));
        assert_eq!(refused(r#"{"items": []}"#), one("/items", "must have at least 1 items"));
        assert_eq!(refused("[]"), one("", "must be an object"));
        let many = format!(r#"{{"items": [{}]}}"#, vec!["{}"; MAX_ITEMS + 1].join(","));
        assert_eq!(refused(&many), one("/items", "must have at most 1000 items"));
        let several = refused(r#"{"atomic": "yes", "submit": 1, "surplus": {}, "items": []}"#);
        let pointers: Vec<_> = several.iter().map(|(pointer, _)| pointer.as_str()).collect();
        assert_eq!(pointers, ["/items", "/atomic", "/submit", "/surplus"]);
        for broken in [r#"{"items": [{]}"#, r#"{"items": [], "items": []}"#, r#"{"items": [{}]} x"#, r#"{"items": [{}"#]
        {
            assert_eq!(
                Entries::from_bytes(broken.as_bytes().to_vec()).expect_err(broken).code,
                "broken_json",
                "{broken}"
            );
        }
    }

    #[test]
    fn a_wrong_item_is_that_items_own() {
        let body = r#"{"atomic": true, "items": [{"memo": 5, "lines": [{"debit": "x"}]}, 7, {"status": "Draft"}]}"#;
        let read = Entries::from_bytes(body.as_bytes().to_vec()).expect("read");
        assert_eq!(read.options.atomic, Some(true));
        let found: Vec<Vec<&str>> = read
            .items
            .iter()
            .map(|item| {
                let (Ok((_, faults)) | Err(faults)) = item;
                faults.0.iter().map(|fault| fault.pointer.as_str()).collect()
            })
            .collect();
        assert_eq!(found[0], ["/lines", "/lines/0/debit", "/lines/0/account_id", "/memo", "/tran_date"]);
        assert!(read.items[1].is_err() && found[1] == [""], "{found:?}");
        assert_eq!(found[2], ["/tran_date", "/lines"]);
    }

    /// An item is no larger than the body of the operation for one of them.
    #[test]
    fn an_item_that_is_too_large_is_wrong_by_itself() {
        let of_size = |size: usize| format!(r#"{{"memo": "{}"}}"#, "x".repeat(size - r#"{"memo": ""}"#.len()));
        let body = format!(r#"{{"items": [{}, {} , {{}}]}}"#, of_size(MAX_BYTES), of_size(MAX_BYTES + 1));
        let read = Entries::from_bytes(body.into_bytes()).expect("read");
        let told = |at: usize| {
            let (Ok((_, faults)) | Err(faults)) = &read.items[at];
            faults.0.iter().map(|fault| (fault.pointer.clone(), fault.detail.clone())).collect::<Vec<_>>()
        };
        let too_large = "has more than 1048576 bytes, the most of a request for one";
        assert_eq!(told(1), [(String::new(), too_large.to_owned())]);
        assert!(told(0).iter().chain(&told(2)).all(|(_, detail)| detail != too_large), "{:?} {:?}", told(0), told(2));
    }
}
