//! What is said once of the operations of several types, in the words of each: `{credit}` of `/credit-memos` is "credit memo".

use engine::values::kind::{DocumentKind, ItemsType};
use serde_json::{Map, Value, json};

/// Puts the words of the type into the texts of one of its operations. The path is that below the prefix.
pub fn fill(path: &str, operation: &mut Map<String, Value>) {
    let collection = path.split('/').find(|segment| !segment.is_empty()).unwrap_or_default();
    let of = DocumentKind::ALL.into_iter().find(|kind| kind.collection() == collection);
    let Some((credit, items, settled)) = of.and_then(credit_of) else { return };
    for said in ["summary", "description"] {
        let Some(text) = operation.get(said).and_then(Value::as_str).filter(|text| text.contains('{')) else {
            continue;
        };
        let settled = settled.title();
        let article = if settled.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
        let text = text
            .replace("{credit}", credit.title())
            .replace("{a settled}", &format!("{article} {settled}"))
            .replace("{settled}", settled)
            .replace("{party}", items.party.title())
            .replace("{control}", items.control.title());
        operation.insert(said.into(), json!(text));
    }
}

/// The type that gives credit, when the type is one or is settled by one: with its facts, and what it settles.
fn credit_of(kind: DocumentKind) -> Option<(DocumentKind, &'static ItemsType, DocumentKind)> {
    let mut credits = DocumentKind::ALL.into_iter().filter_map(|credit| {
        let items = credit.items()?;
        Some((credit, items, items.credits?))
    });
    credits.find(|(credit, _, settled)| [*credit, *settled].contains(&kind))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_type_is_spoken_of_in_its_own_words() {
        for (path, said) in [
            ("/credit-memos/{id}/apply", "a credit memo of the customer, to an invoice"),
            ("/invoices/{id}/applications", "a credit memo of the customer, to an invoice"),
            ("/expenses/{id}", "a {credit} of the {party}, to {a settled}"),
        ] {
            let mut operation =
                Map::from_iter([("summary".to_owned(), json!("a {credit} of the {party}, to {a settled}"))]);
            fill(path, &mut operation);
            assert_eq!(operation.get("summary"), Some(&json!(said)), "{path}");
        }
    }
}
