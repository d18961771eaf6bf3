//! A reference: the party's own number of a document, such as a vendor's of a bill. The party uses each once for each type.
//! See docs/rules/documents.md#bill.

use crate::command::Snapshot;
use crate::document::Document;
use crate::document::draft::ItemsDraft;
use crate::error::{Refusal, RefusalName};
use crate::kind::DocumentKind;

/// Refuses a reference that another document of the party has. `before` is the stored document when a draft is edited: it may keep
/// the reference that it has.
pub fn is_new(
    kind: DocumentKind,
    items: &ItemsDraft,
    before: Option<&Document>,
    snapshot: &Snapshot,
) -> Result<(), Refusal> {
    let kept = before.is_some_and(|before| {
        let draft = (items.party_id.as_deref(), items.reference.as_deref());
        (before.content.party(), before.content.reference()) == draft
    });
    match (&snapshot.same_reference, &items.reference) {
        (Some(other), Some(reference)) if !kept => Err(RefusalName::AlreadyExists
            .because(format!(
                "{} {other:?} of this {} has the reference {reference:?} already, or one that differs only in case or blanks",
                kind.title(),
                kind.items().map_or("party", |items| items.party.title())
            ))
            .at("/reference")
            .with(kind.id_field(), other.clone())),
        _ => Ok(()),
    }
}

/// The key by which references are compared: without case and blanks, so that `inv 17` is `INV17`.
///
/// The books of older releases got the same keys by a migration, so a change here needs another one.
pub fn reference_key(reference: &str) -> String {
    let told = reference.chars().filter(|letter| !letter.is_whitespace());
    // Upper case first, so that letters with several small forms, such as the Greek sigma, become one.
    let folded: String = told.flat_map(char::to_uppercase).flat_map(char::to_lowercase).collect();
    if folded.is_empty() { reference.to_owned() } else { folded }
}
