//! Identifiers and texts as clients may send them. See docs/rules/interface.md#ids.

use icu_properties::props::{DefaultIgnorableCodePoint, GeneralCategory};
use icu_properties::{CodePointMapData, CodePointSetData};
use ulid::Ulid;
use unicode_normalization::UnicodeNormalization;
use uuid::Uuid;

/// The longest id a client may choose.
pub const MAX_ID_LENGTH: usize = 64;
/// The longest memo, reason or comment, in characters.
pub const MAX_TEXT_LENGTH: usize = 1_000;
/// The longest name, in characters.
pub const MAX_NAME_LENGTH: usize = 200;

/// Collections, each with a word that its paths have where others have an id: whatever bore it could not be asked for.
pub const RESERVED: [(&str, &str); 4] = [
    ("journal-entries", "pending-approvals"),
    ("approval-rules", "coverage"),
    ("approval-rules", "simulate"),
    ("approval-rules", "replay"),
];

/// The same word of the collections of all documents.
pub const RESERVED_OF_DOCUMENTS: &str = "bulk";

/// What is wrong with this id for something new in the collection.
pub fn check_free(collection: &str, id: &str) -> Result<(), String> {
    if RESERVED.contains(&(collection, id)) { Err(is_a_path(id)) } else { Ok(()) }
}

/// What is wrong with this id for a new document in the collection.
pub fn check_free_for_document(collection: &str, id: &str) -> Result<(), String> {
    if id == RESERVED_OF_DOCUMENTS { Err(is_a_path(id)) } else { check_free(collection, id) }
}

fn is_a_path(id: &str) -> String {
    format!("{id:?} is a path of its own and cannot be an id")
}

/// 1–64 of `A-Z a-z 0-9 . _ : -`, but not `.` or `..`, which HTTP clients take out of a path.
pub fn is_valid_id(text: &str) -> bool {
    (1..=MAX_ID_LENGTH).contains(&text.len())
        && !matches!(text, "." | "..")
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._:-".contains(&byte))
}

/// A fresh id: the prefix, then a time-ordered UUIDv7.
#[allow(clippy::disallowed_methods, reason = "the one place that makes ids")]
pub fn fresh(prefix: &str) -> String {
    format!("{prefix}{}", Uuid::now_v7())
}

/// A fresh ULID, for what is kept beside the books.
pub fn ulid() -> String {
    Ulid::generate().to_string()
}

/// A fresh secret: 32 bytes of the machine's randomness, in hexadecimal.
#[allow(clippy::disallowed_methods, reason = "the one place that makes secrets")]
pub fn secret() -> Result<String, getrandom::Error> {
    let mut bytes = [0_u8; 32];
    getrandom::fill(&mut bytes)?;
    Ok(hex(&bytes))
}

/// Free text in Unicode NFC, refused with a control character other than line breaks (as browsers send them, CR and all) and tab,
/// or when longer than `longest`.
pub fn clean_text(text: &str, longest: usize) -> Result<String, String> {
    if text.chars().any(|found| found.is_control() && !matches!(found, '\r' | '\n' | '\t')) {
        return Err("has a control character other than line breaks and tab".into());
    }
    let clean = composed(text);
    if clean.chars().count() > longest {
        return Err(format!("is longer than {longest} characters"));
    }
    Ok(clean)
}

/// Whether a character leaves no trace that a reader could see: a control, format or invisible one.
pub fn is_unseen(found: char) -> bool {
    use GeneralCategory::{Control, Format, LineSeparator, ParagraphSeparator};

    let category = CodePointMapData::<GeneralCategory>::new().get(found);
    matches!(category, Control | Format | LineSeparator | ParagraphSeparator)
        || CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(found)
}

/// What is wrong with a text by which people tell one thing from another, when it has characters that they cannot see.
pub fn without_unseen(text: &str) -> Result<(), String> {
    if text.chars().any(is_unseen) { Err("has a control, format or invisible character".into()) } else { Ok(()) }
}

/// Whether a reader sees nothing of the text.
pub fn is_blank(text: &str) -> bool {
    text.chars().all(|found| found.is_whitespace() || is_unseen(found))
}

/// A text in Unicode NFC. ASCII is in it already.
pub fn composed(text: &str) -> String {
    if text.is_ascii() { text.to_owned() } else { text.nfc().collect() }
}

/// Bytes in lower-case hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len().saturating_mul(2)), |mut text, byte| {
        for digit in [byte >> 4, byte & 0x0f] {
            text.push(char::from_digit(u32::from(digit), 16).unwrap_or('0'));
        }
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_keep_to_their_alphabet() {
        for good in ["JE-1", "a", "A.b_c:d-9", "...", ".a", &"x".repeat(64)] {
            assert!(is_valid_id(good), "{good}");
        }
        for bad in ["", ".", "..", "a/b", "a b", "é", "a#1", &"x".repeat(65)] {
            assert!(!is_valid_id(bad), "{bad}");
        }
    }

    #[test]
    fn no_secret_comes_twice() {
        let secrets = [(); 100].map(|()| secret().expect("randomness"));
        assert!(secrets.iter().all(|secret| secret.len() == 64));
        assert_eq!(std::collections::BTreeSet::from(secrets).len(), 100);
    }

    #[test]
    fn text_is_composed_and_without_control_characters() {
        assert_eq!(clean_text("e\u{301}", 10).as_deref(), Ok("é"));
        assert_eq!(clean_text("a\r\n\tb\rc", 10).as_deref(), Ok("a\r\n\tb\rc"));
        assert!(clean_text("a\0b", 10).is_err());
        assert!(clean_text("abc", 2).is_err());
    }

    #[test]
    fn what_nobody_sees_is_no_part_of_a_name() {
        for seen in ["Verdant", "Ann Smith", "Jürgen", "李", "İ", "a\u{301}", "100 %"] {
            assert!(without_unseen(seen).is_ok() && !is_blank(seen), "{seen:?}");
        }
        for unseen in ["Ver\u{200b}dant", "V\u{ad}", "a\u{fe0f}", "\u{202e}tnadreV", "a\nb", "a\tb", "a\u{e0020}"] {
            assert!(without_unseen(unseen).is_err() && !is_blank(unseen), "{unseen:?}");
        }
        for blank in ["", " ", "\u{200b}", " \u{2060}\n", "\u{3164}"] {
            assert!(is_blank(blank), "{blank:?}");
        }
    }
}
