//! The key by which references are compared, as of m0046: a copy of `engine::books::action::kind::items::reference_key`, since migrations
//! do not depend on the engine. `tests/it/upgrade/references.rs` holds both to be alike.

use icu_casemap::CaseMapper;
use icu_properties::props::{Dash, DefaultIgnorableCodePoint, GeneralCategory};
use icu_properties::{CodePointMapData, CodePointSetData};
use unicode_normalization::UnicodeNormalization;

/// Looks like a hyphen, and is none to the Unicode standard: the minus of phonetics, the bullet, and the heavy one.
const ALSO_HYPHENS: [char; 3] = ['\u{2d7}', '\u{2043}', '\u{2796}'];
/// Looks like a blank, and is none to the Unicode standard: the Braille pattern without dots.
const ALSO_BLANK: char = '\u{2800}';
/// A fold may make what folds again; few letters do, and none twice.
const FOLDS: usize = 4;

/// See `engine/src/books/action/kind/items/reference.rs`.
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

fn is_unseen(letter: char) -> bool {
    use GeneralCategory::{Control, Format, LineSeparator, ParagraphSeparator};

    let category = CodePointMapData::<GeneralCategory>::new().get(letter);
    matches!(category, Control | Format | LineSeparator | ParagraphSeparator)
        || CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(letter)
}
