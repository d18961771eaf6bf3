//! Texts as they are compared: folded to capitals without marks, and cut into words.

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// Capitals without diacritics: `Łódź Straße` is `LODZ STRASSE`.
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for letter in text.nfkd().filter(|letter| !is_combining_mark(*letter)) {
        match letter {
            'ß' | 'ẞ' => folded.push_str("SS"),
            'æ' | 'Æ' => folded.push_str("AE"),
            'œ' | 'Œ' => folded.push_str("OE"),
            'ø' | 'Ø' => folded.push('O'),
            'ł' | 'Ł' => folded.push('L'),
            'đ' | 'Đ' | 'ð' | 'Ð' => folded.push('D'),
            'þ' | 'Þ' => folded.push_str("TH"),
            'ı' => folded.push('I'),
            other => folded.extend(other.to_uppercase()),
        }
    }
    folded
}

/// The words of a text, in order: letters and digits only, with plain vowels.
pub fn words(text: &str) -> Vec<String> {
    fold(text)
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(plain_vowels)
        .collect()
}

/// `MUELLER` and `MULLER` are the same name written by two banks.
pub fn plain_vowels(word: &str) -> String {
    word.replace("AE", "A").replace("OE", "O").replace("UE", "U")
}

/// An account number as it is compared: capitals and digits only.
pub fn account_key(account: &str) -> Option<String> {
    let key: String = account.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_uppercase).collect();
    (!key.is_empty()).then_some(key)
}
