//! A reference: the party's own number of a document, such as a vendor's of a bill. The party uses each once for each type.
//! See docs/rules/documents.md#bill.

use icu_casemap::CaseMapper;
use icu_properties::props::{Dash, GeneralCategory};
use icu_properties::{CodePointMapData, CodePointSetData};
use unicode_normalization::UnicodeNormalization;

use crate::books::command::Snapshot;
use crate::books::document::Document;
use crate::books::document::draft::ItemsDraft;
use crate::values::error::{Refusal, RefusalName};
use crate::values::id::is_unseen;
use crate::values::kind::DocumentKind;

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
                "{} {other:?} of this {} has the reference {reference:?} already, or one that looks the same",
                kind.title(),
                kind.items().map_or("party", |items| items.party.title())
            ))
            .at("/reference")
            .with(kind.id_field(), other.clone())),
        _ => Ok(()),
    }
}

/// Looks like a hyphen, and is none to the Unicode standard: the minus of phonetics, the bullet, and the heavy one.
const ALSO_HYPHENS: [char; 3] = ['\u{2d7}', '\u{2043}', '\u{2796}'];
/// Looks like a blank, and is none to the Unicode standard: the Braille pattern without dots.
const ALSO_BLANK: char = '\u{2800}';
/// A fold may make what folds again; few letters do, and none twice.
const FOLDS: usize = 4;

/// The key by which references are compared, as people see them: without case, blanks and invisible characters, in one width (NFKC), and
/// with one hyphen for all, so that `inv 17` is `INV17`, and `A–1` is `A-1`. Of a key it is the key again.
///
/// The books of older releases got the same keys by a migration (`migration/src/reference_key.rs`), so a change here needs another one.
pub fn reference_key(reference: &str) -> String {
    let mut key = fold(reference);
    for _ in 1..FOLDS {
        let again = fold(&key);
        if again == key {
            break;
        }
        key = again;
    }
    key
}

fn fold(text: &str) -> String {
    let composed: String = text.nfkc().collect();
    let folded = CaseMapper::new().fold_string(&composed).into_owned();
    let seen = folded.nfkc().filter(|letter| !is_unseen(*letter) && !letter.is_whitespace() && *letter != ALSO_BLANK);
    let one_hyphen: String = seen.map(|letter| if is_hyphen(letter) { '-' } else { letter }).collect();
    one_hyphen.nfkc().collect()
}

fn is_hyphen(letter: char) -> bool {
    CodePointSetData::new::<Dash>().contains(letter)
        || CodePointMapData::<GeneralCategory>::new().get(letter) == GeneralCategory::DashPunctuation
        || ALSO_HYPHENS.contains(&letter)
}

#[cfg(test)]
mod tests;
