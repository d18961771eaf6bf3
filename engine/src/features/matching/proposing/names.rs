//! How alike two names are: as sets of words, whatever their order, case, marks and legal forms.
//!
//! A word that few parties bear says more than one that many bear, so `Alpha Metal Trading` is not `Beta Metal Trading`.

use std::collections::{BTreeMap, BTreeSet};

use super::text::{fold, plain_vowels};

/// Words that say how a firm is constituted, not which firm it is.
const LEGAL_FORMS: [&str; 52] = [
    "AB",
    "AG",
    "AND",
    "APS",
    "AS",
    "ASA",
    "BV",
    "CO",
    "COMPANY",
    "CORP",
    "CORPORATION",
    "CV",
    "DOO",
    "EG",
    "EK",
    "EURL",
    "EV",
    "GBR",
    "GMBH",
    "INC",
    "INCORPORATED",
    "KFT",
    "KG",
    "KGAA",
    "LIMITED",
    "LLC",
    "LLP",
    "LP",
    "LTD",
    "LTDA",
    "MBH",
    "NV",
    "OHG",
    "OY",
    "OYJ",
    "PLC",
    "PTE",
    "PTY",
    "PVT",
    "SA",
    "SARL",
    "SAS",
    "SCA",
    "SE",
    "SL",
    "SNC",
    "SPA",
    "SRL",
    "SRO",
    "THE",
    "UG",
    "UND",
];

/// The lengths at which banks cut names off: 27 and 35, and one less where a space stood there.
const CUT_AT: [usize; 4] = [26, 27, 34, 35];

/// A name as it is compared.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Name {
    words: BTreeSet<String>,
    /// All words in their order without spaces, for names that one side writes in one word.
    squashed: String,
    /// The first word, which says most.
    head: String,
    /// All words with the legal form, to compare what a bank cut off.
    full: String,
    /// The last word, which may be cut off.
    cut: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Likeness {
    #[default]
    None,
    /// Most of what the names say.
    Partial,
    /// All but a little, or all of what the bank left of it.
    Close,
    Same,
}

impl Name {
    /// `None` when it has no word at all.
    pub fn of(name: &str) -> Option<Self> {
        let folded = fold(name.trim());
        let all: Vec<String> =
            folded.split(|letter: char| !letter.is_alphanumeric() && !".'’".contains(letter)).flat_map(parts).collect();
        let mut kept: Vec<&String> = all.iter().filter(|word| !LEGAL_FORMS.contains(&word.as_str())).collect();
        if kept.is_empty() {
            kept = all.iter().collect();
        }
        let words: Vec<String> = kept.into_iter().map(|word| plain_vowels(word)).collect();
        let cut = words.last().filter(|_| CUT_AT.contains(&name.trim().chars().count())).cloned();
        let head = words.first()?.clone();
        let full = plain_vowels(&all.concat());
        Some(Self { squashed: words.concat(), head, full, cut, words: words.into_iter().collect() })
    }

    pub fn words(&self) -> impl Iterator<Item = &str> {
        self.words.iter().map(String::as_str)
    }

    pub fn squashed(&self) -> &str {
        &self.squashed
    }
}

/// `S.P.A.` is one word, `Co.Kg` are two.
fn parts(word: &str) -> Vec<String> {
    let word: String = word.chars().filter(|letter| !"'’".contains(*letter)).collect();
    let pieces: Vec<&str> = word.split('.').filter(|piece| !piece.is_empty()).collect();
    if pieces.len() > 1 && pieces.iter().all(|piece| piece.chars().count() == 1) {
        vec![pieces.concat()]
    } else {
        pieces.into_iter().map(str::to_owned).collect()
    }
}

/// How many parties bear each word.
#[derive(Clone, Debug, Default)]
pub struct Bearers(BTreeMap<String, usize>);

impl Bearers {
    /// Counts the words of one party, each once.
    pub fn add<'n>(&mut self, names: impl Iterator<Item = &'n Name>) {
        let words: BTreeSet<&str> = names.flat_map(Name::words).collect();
        for word in words {
            let count = self.0.entry(word.to_owned()).or_default();
            *count = count.saturating_add(1);
        }
    }

    fn weight(&self, word: &str) -> usize {
        match self.0.get(word) {
            Some(1) => 4,
            None | Some(2 | 3) => 2,
            Some(_) => 1,
        }
    }

    /// Whether so few parties bear the word that it alone leads to them.
    pub fn is_telling(&self, word: &str) -> bool {
        self.0.get(word).is_some_and(|count| *count <= 3)
    }

    fn weigh<'w>(&self, words: impl Iterator<Item = &'w str>) -> usize {
        words.map(|word| self.weight(word)).fold(0, usize::saturating_add)
    }

    /// How alike the name that the bank shows is to one of a party.
    pub fn compare(&self, shown: &Name, known: &Name) -> Likeness {
        if shown.squashed == known.squashed || shown.words == known.words {
            return Likeness::Same;
        }
        if shown.cut.is_some() && known.full.starts_with(&shown.full) {
            return Likeness::Close;
        }
        let shared = || shown.words.intersection(&known.words).map(String::as_str);
        if !shared().any(|word| self.is_telling(word)) {
            return Likeness::None;
        }
        if let Some(cut) = &shown.cut {
            let rest = known.words.iter().any(|word| word.starts_with(cut.as_str()));
            if rest && shown.words.iter().all(|word| word == cut || known.words.contains(word)) {
                return Likeness::Close;
            }
        }
        let is_within = shown.words.is_subset(&known.words) || known.words.is_subset(&shown.words);
        if is_within && shown.head == known.head && self.0.get(&shown.head) == Some(&1) {
            return Likeness::Close;
        }
        let both = self.weigh(shown.words()).saturating_add(self.weigh(known.words())).max(1);
        let alike = self.weigh(shared()).saturating_mul(2).saturating_add(self.shortened(shown, known));
        match alike.saturating_mul(100).checked_div(both).unwrap_or(0) {
            75.. => Likeness::Close,
            55..=74 => Likeness::Partial,
            _ => Likeness::None,
        }
    }

    /// What the words weigh of which one name has only the beginning: `INTERN` or `J` for `INTERNATIONAL` or `JOHN`.
    fn shortened(&self, shown: &Name, known: &Name) -> usize {
        let own = shown.words.difference(&known.words);
        let pairs = own.filter_map(|word| {
            let full = known.words.difference(&shown.words).find(|full| begins(full, word) || begins(word, full))?;
            Some(self.weight(word).saturating_add(self.weight(full)))
        });
        pairs.fold(0, usize::saturating_add)
    }
}

fn begins(full: &str, short: &str) -> bool {
    matches!(short.chars().count(), 1 | 3..) && full.starts_with(short)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_compared_by_what_they_say() {
        let parties = [
            "Müller Maschinenbau GmbH & Co. KG",
            "Alpha Metal Trading Ltd",
            "Beta Metal Trading Ltd",
            "Gamma Metal Trading",
            "Delta Metal Trading",
            "Rossi S.p.A.",
            "Northern Pharmaceuticals Distribution Services",
            "John Smith",
            "Acme Ltd. Berlin",
            "Orion International Freight",
            "Delta Metal Trading Corporation",
        ];
        let names: Vec<Name> = parties.iter().map(|name| Name::of(name).expect("words")).collect();
        let mut bearers = Bearers::default();
        for name in &names {
            bearers.add(std::iter::once(name));
        }
        for (shown, known, expected) in [
            ("MUELLER MASCHINENBAU GMBH", 0, Likeness::Same),
            ("Maschinenbau Muller", 0, Likeness::Same),
            ("MULLERMASCHINENBAU", 0, Likeness::Same),
            ("ALPHA METAL TRADING", 1, Likeness::Same),
            ("ALPHA METAL TRADING", 2, Likeness::None),
            ("ALPHA METAL", 1, Likeness::Close),
            ("METAL TRADING", 3, Likeness::None),
            ("Rossi", 5, Likeness::Same),
            ("NORTHERN PHARMACEUTICALS DI", 6, Likeness::Close),
            ("Müller Maschinenbau GmbH & ", 0, Likeness::Same),
            ("DELTA METAL TRADING CORPORA", 10, Likeness::Close),
            ("NORTHERN PHARMACEUTICALS DISTRIBUTI", 6, Likeness::Close),
            ("SMITH JOHN", 7, Likeness::Same),
            ("JANE SMITH", 7, Likeness::Partial),
            ("J SMITH", 7, Likeness::Close),
            ("ACME GMBH", 8, Likeness::Close),
            ("BERLIN", 8, Likeness::Partial),
            ("ORION INTERN. FREIGHT", 9, Likeness::Close),
        ] {
            let known = names.get(known).expect("a party");
            assert_eq!(bearers.compare(&Name::of(shown).expect("words"), known), expected, "{shown} / {known:?}");
        }
    }
}
