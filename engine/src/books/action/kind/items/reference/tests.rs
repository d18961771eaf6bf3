//! What counts as one reference, as a table.

use proptest::prelude::*;

use super::reference_key;

#[test]
fn what_looks_the_same_is_the_same() {
    for (one, other) in [
        ("INV 17", "inv17"),
        (" a-1\t", "A-1"),
        ("ΣΑΣ", "σας"),
        ("Straße", "STRASSE"),
        ("1\u{a0}2", "12"),
        ("1\u{2800}2", "12"),
        ("1\u{3000}2", "12"),
        ("INV-17", "INV\u{200b}-17"),
        ("INV-17", "\u{feff}INV-17"),
        ("INV-17", "INV-17\u{fe0f}"),
        ("INV-17", "INV-\u{ad}17"),
        ("INV-17", "I\u{34f}NV-17"),
        ("INV-17", "INV-17\u{e0041}"),
        ("INV-17", "INV\u{2060}-17\u{202c}"),
        ("INV-17", "INV\u{2010}17"),
        ("INV-17", "INV\u{2011}17"),
        ("INV-17", "INV\u{2013}17"),
        ("INV-17", "INV\u{2014}17"),
        ("INV-17", "INV\u{2212}17"),
        ("INV-17", "INV\u{ff0d}17"),
        ("INV-17", "INV\u{fe63}17"),
        ("INV-17", "INV\u{2043}17"),
        ("INV-17", "INV \u{2d7} 17"),
        ("INV-17", "\u{ff29}\u{ff2e}\u{ff36}-\u{ff11}\u{ff17}"),
        ("INV-17", "\u{1d408}\u{1d40d}\u{1d415}-\u{1d7cf}\u{1d7d5}"),
        ("é-1", "e\u{301}-1"),
        ("é-1", "E\u{200d}\u{301}-1"),
        ("ﬁ", "FI"),
        ("\u{1fb3}", "\u{3b1}\u{3b9}"),
    ] {
        assert_eq!(reference_key(one), reference_key(other), "{one:?} {other:?}");
    }
}

#[test]
fn what_looks_different_is_different() {
    for (one, other) in [("A-1", "A1"), ("A-1", "A_1"), ("A-1", "A--1"), ("A1", "A2"), ("O1", "01"), ("A/1", "A-1")] {
        assert_ne!(reference_key(one), reference_key(other), "{one} {other}");
    }
}

proptest! {
    #[test]
    fn the_key_of_a_key_is_the_key(text in "\\PC{0,20}|.{0,20}") {
        let key = reference_key(&text);
        prop_assert_eq!(reference_key(&key), key);
    }
}

#[test]
fn the_key_of_every_letter_is_stable() {
    // Without the ideographs and syllables of Asia, of which none has a case or is no letter.
    let letters = ('\0'..='\u{33ff}')
        .chain('\u{a000}'..='\u{abff}')
        .chain('\u{f900}'..='\u{16fff}')
        .chain('\u{1d000}'..='\u{1ffff}');
    for letter in letters {
        let key = reference_key(&letter.to_string());
        assert_eq!(reference_key(&key), key, "{letter:?}");
    }
}
