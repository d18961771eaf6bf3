//! Who a person is. Identity providers send `ann@example.com`, `auth0|1234` or `Jürgen`, and spell them as they please: a user id
//! is kept as it was spelt, and compared by its case-folded form, so that one person is one person however it is spelt.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;

use icu_casemap::CaseMapper;
use unicode_normalization::UnicodeNormalization;

use crate::values::id::{MAX_ID_LENGTH, composed, without_unseen};

/// The user id of what the service does by itself.
pub const SYSTEM: &str = "system";

/// A person's id. `==`, order and hash go by the folded form, and never by the spelling.
#[derive(Clone)]
pub struct UserId {
    spelling: String,
    folded: String,
}

impl UserId {
    /// What a token or a body may send: 1 to 64 characters once composed (NFC), without control, format or invisible characters
    /// and without blanks around it; and neither `.` nor `..`, which HTTP clients take out of a path.
    pub fn parse(text: &str) -> Result<Self, String> {
        let spelling = composed(text);
        if !(1..=MAX_ID_LENGTH).contains(&spelling.chars().count()) {
            return Err(format!("must have 1 to {MAX_ID_LENGTH} characters"));
        }
        without_unseen(&spelling)?;
        if spelling.trim() != spelling {
            return Err("is blank or has blanks around it".into());
        }
        if matches!(spelling.as_str(), "." | "..") {
            return Err("must not be . or ..".into());
        }
        Ok(Self::from(spelling))
    }

    /// As it was spelt.
    pub fn as_str(&self) -> &str {
        &self.spelling
    }

    /// What it is compared by.
    pub fn folded(&self) -> &str {
        &self.folded
    }

    /// Whether it is the service itself.
    pub fn is_system(&self) -> bool {
        self.folded == SYSTEM
    }

    /// Whether both are spelt alike, too.
    pub fn is_spelt_as(&self, other: &Self) -> bool {
        self.spelling == other.spelling
    }
}

/// Canonical caseless matching of the Unicode standard (D145): decomposed, case-folded, composed.
fn fold(spelling: &str) -> String {
    if spelling.is_ascii() {
        return spelling.to_ascii_lowercase();
    }
    let decomposed: String = spelling.nfd().collect();
    CaseMapper::new().fold_string(&decomposed).nfc().collect()
}

/// What stands in the books already, or in the program; what comes from outside is parsed.
impl From<String> for UserId {
    fn from(spelling: String) -> Self {
        Self { folded: fold(&spelling), spelling }
    }
}

impl From<&str> for UserId {
    fn from(spelling: &str) -> Self {
        spelling.to_owned().into()
    }
}

impl From<UserId> for String {
    fn from(user_id: UserId) -> Self {
        user_id.spelling
    }
}

impl PartialEq for UserId {
    fn eq(&self, other: &Self) -> bool {
        self.folded == other.folded
    }
}

impl Eq for UserId {}

impl PartialOrd for UserId {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for UserId {
    fn cmp(&self, other: &Self) -> Ordering {
        self.folded.cmp(&other.folded)
    }
}

impl Hash for UserId {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.folded.hash(state);
    }
}

impl Deref for UserId {
    type Target = str;

    fn deref(&self) -> &str {
        &self.spelling
    }
}

impl fmt::Display for UserId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.spelling)
    }
}

impl fmt::Debug for UserId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.spelling, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_identity_providers_send_is_taken_and_what_cannot_be_seen_is_not() {
        let longest = "x".repeat(64);
        let composed = "e\u{301}".repeat(64);
        for good in ["ann", "ann@example.com", "auth0|1234", "Jürgen", "a/b", "Ann Smith", "李", &longest, &composed]
        {
            assert!(UserId::parse(good).is_ok(), "{good}");
        }
        let too_long = "x".repeat(65);
        for bad in [
            "",
            " ",
            ".",
            "..",
            " ann",
            "ann ",
            "\u{a0}ann",
            "a\0b",
            "a\tb",
            "ann\n",
            "a\u{200b}b",
            "a\u{200d}b",
            "ann\u{202e}",
            "\u{feff}ann",
            "a\u{ad}b",
            "a\u{2028}b",
            "a\u{34f}b",
            "a\u{3164}b",
            "a\u{fe0f}",
            &too_long,
        ] {
            assert!(UserId::parse(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn one_person_is_one_person_however_it_is_spelt() {
        for (one, other, same) in [
            ("ann", "ANN", true),
            ("Ann@Example.com", "ann@example.COM", true),
            ("Jürgen", "JÜRGEN", true),
            ("Jürgen", "Ju\u{308}rgen", true),
            ("Groß", "GROSS", true),
            ("ΣΊΣΥΦΟΣ", "σίσυφος", true),
            ("\u{1fb3}", "\u{3b1}\u{3b9}", true),
            ("\u{212a}urt", "kurt", true),
            ("ann", "anne", false),
            ("Jürgen", "Jurgen", false),
            ("I", "ı", false),
        ] {
            let (one, other) = (UserId::from(one), UserId::from(other));
            assert_eq!(one == other, same, "{one} and {other}");
            assert_eq!(one.cmp(&other).is_eq(), same, "{one} and {other}");
        }
        let kept = UserId::parse("Jürgen").expect("good");
        assert_eq!((kept.as_str(), kept.folded()), ("Jürgen", "jürgen"));
    }

    proptest! {
        #[test]
        fn folding_a_second_time_changes_nothing(text in ".{0,20}") {
            let once = fold(&text);
            prop_assert_eq!(fold(&once), once);
        }

        #[test]
        fn what_is_written_down_reads_as_the_same_spelling(text in "\\PC{1,20}") {
            let user_id = UserId::from(text);
            let read = UserId::from(String::from(user_id.clone()));
            prop_assert!(read.is_spelt_as(&user_id) && read == user_id);
        }
    }
}
