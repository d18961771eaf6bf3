//! Texts as the matcher reads them: folded to capitals without marks, cut into runs of letters and runs of digits.
//!
//! A reference is the sequence of its runs without leading zeros, so `INV-00101`, `inv 101` and `INV101` are one key.
//! It stands in a text only between boundaries: `INV-101` is neither in `INV-1012` nor in `INV-101-2`.
//! The form of a reference is what stands before its last number: a text with `INV-102` has a number of the form of
//! `INV-101`, and so names another document.

use super::text::fold;

/// A reference of more runs is only found when it is the whole field.
const MAX_RUNS: usize = 8;

/// What stands before the last number of a series.
const JOINING: [&str; 7] = ["AND", "UND", "U", "ET", "E", "Y", "PLUS"];

/// What stands between a run and the one before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Joint {
    /// Nothing: letters turn to digits or back.
    Inside,
    /// One sign that often belongs to a number: `-`, `.`, `_`.
    Glue,
    Slash,
    /// A space, another sign, or an end of the text.
    Gap,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Run {
    before: Joint,
    is_number: bool,
    /// Without leading zeros when it is a number.
    text: String,
}

/// A text cut into runs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Runs(Vec<Run>);

impl Runs {
    pub fn of(text: &str) -> Self {
        let mut runs: Vec<Run> = Vec::new();
        let mut before = Joint::Gap;
        let mut current: Option<Run> = None;
        for letter in fold(text).chars() {
            if !letter.is_alphanumeric() {
                before = match (current.take(), letter) {
                    (Some(run), '-' | '.' | '_') => push(&mut runs, run, Joint::Glue),
                    (Some(run), '/') => push(&mut runs, run, Joint::Slash),
                    (Some(run), _) => push(&mut runs, run, Joint::Gap),
                    (None, _) => Joint::Gap,
                };
                continue;
            }
            let is_number = letter.is_ascii_digit();
            if let Some(run) = current.take_if(|run| run.is_number != is_number) {
                before = push(&mut runs, run, Joint::Inside);
            }
            current.get_or_insert_with(|| Run { before, is_number, text: String::new() }).text.push(letter);
        }
        if let Some(run) = current {
            push(&mut runs, run, Joint::Gap);
        }
        Self(runs)
    }

    /// The key of the whole text as a reference, unless it is too short or too plain to name anything.
    pub fn reference_key(&self) -> Option<String> {
        let letters =
            self.0.iter().filter(|run| !run.is_number).map(|run| run.text.len()).fold(0, usize::saturating_add);
        let digits = self.0.iter().filter(|run| run.is_number).map(|run| run.text.len()).fold(0, usize::saturating_add);
        let names = if letters == 0 { digits >= 5 } else { digits > 0 && letters.saturating_add(digits) >= 4 };
        names.then(|| joined(&self.0))
    }

    /// What stands before the last number of a reference, when it has letters: `INV` of `INV-101`.
    pub fn form(&self) -> Option<String> {
        let (_, before) = self.0.split_last().filter(|(last, _)| last.is_number)?;
        before.iter().any(|run| !run.is_number).then(|| joined(before))
    }

    /// The last number of a reference, when it is long enough to look for by itself and no year.
    pub fn number(&self) -> Option<&str> {
        let last = self.0.last().filter(|last| last.is_number)?.text.as_str();
        let is_year = last.len() == 4 && (last.starts_with("19") || last.starts_with("20"));
        (last.len() >= 3 && !is_year).then_some(last)
    }

    /// What `find` knows of the numbers that stand alone in this text.
    pub fn numbers<T>(&self, find: impl Fn(&str) -> Option<T>) -> Vec<T> {
        let alone = |place: usize| self.is_boundary(place) && self.is_boundary(place.saturating_add(1));
        let numbers = self.0.iter().zip(0..).filter(|(run, place)| run.is_number && alone(*place));
        numbers.filter_map(|(run, _)| find(&run.text)).collect()
    }

    /// What `find` knows of the forms that a number follows in this text.
    pub fn forms<T>(&self, find: impl Fn(&str) -> Option<T>) -> Vec<T> {
        let mut found = Vec::new();
        for start in (0..self.0.len()).filter(|start| self.is_boundary(*start)) {
            let mut key = String::new();
            for run in self.0.iter().skip(start).take(MAX_RUNS) {
                if run.is_number
                    && let Some(known) = find(&key)
                {
                    found.push(known);
                }
                extend(&mut key, run);
            }
        }
        found
    }

    /// What `find` knows of the references that stand in this text. Of two in the same word the longer one counts.
    pub fn references<T>(&self, find: impl Fn(&str) -> Option<T>) -> Vec<T> {
        let mut found: Vec<(usize, usize, bool, T)> = Vec::new();
        for start in (0..self.0.len()).filter(|start| self.is_boundary(*start)) {
            let mut key = String::new();
            let mut one_word = true;
            for (run, place) in self.0.iter().skip(start).take(MAX_RUNS).zip(start..) {
                let form = key.clone();
                one_word &= place == start || run.before != Joint::Gap;
                extend(&mut key, run);
                let end = place.saturating_add(1);
                let series = if run.is_number { self.series(&form, run.text.len(), end, &find) } else { Vec::new() };
                if (self.is_boundary(end) || !series.is_empty())
                    && let Some(known) = find(&key)
                {
                    found.push((start, end, one_word, known));
                    found
                        .extend(series.into_iter().map(|(place, known)| (place, place.saturating_add(1), true, known)));
                }
            }
        }
        let words: Vec<(usize, usize)> = found.iter().filter(|each| each.2).map(|each| (each.0, each.1)).collect();
        let is_part = |start: usize, end: usize| {
            words.iter().any(|word| word.0 <= start && end <= word.1 && *word != (start, end))
        };
        found.into_iter().filter(|each| !is_part(each.0, each.1)).map(|each| each.3).collect()
    }

    /// The known references that only their numbers stand for after one of them: `INV-101, 102 and 103`, `INV-101/102`.
    fn series<T>(&self, form: &str, length: usize, from: usize, find: &impl Fn(&str) -> Option<T>) -> Vec<(usize, T)> {
        let mut found = Vec::new();
        let mut place = from;
        loop {
            if self.0.get(place).is_some_and(|run| JOINING.contains(&run.text.as_str()) && run.before == Joint::Gap) {
                place = place.saturating_add(1);
            }
            let follows = |run: &&Run| {
                run.is_number && run.text.len() == length && matches!(run.before, Joint::Gap | Joint::Slash)
            };
            let Some(run) = self.0.get(place).filter(follows) else { return found };
            let next = place.saturating_add(1);
            let ends = self.0.get(next).is_none_or(|run| matches!(run.before, Joint::Gap | Joint::Slash));
            let Some(known) = find(&format!("{form}-{}", run.text)).filter(|_| ends && !form.is_empty()) else {
                return found;
            };
            found.push((place, known));
            place = next;
        }
    }

    /// Whether a reference may begin or end before the run at `place`.
    fn is_boundary(&self, place: usize) -> bool {
        self.0.get(place).is_none_or(|run| match run.before {
            Joint::Gap => true,
            Joint::Slash => !run.is_number,
            Joint::Inside | Joint::Glue => false,
        })
    }
}

fn joined(runs: &[Run]) -> String {
    runs.iter().map(|run| run.text.as_str()).collect::<Vec<_>>().join("-")
}

fn extend(key: &mut String, run: &Run) {
    if !key.is_empty() {
        key.push('-');
    }
    key.push_str(&run.text);
}

/// Finishes a run and says what follows it.
fn push(runs: &mut Vec<Run>, mut run: Run, next: Joint) -> Joint {
    if run.is_number {
        let plain = run.text.trim_start_matches('0');
        run.text = if plain.is_empty() { "0".to_owned() } else { plain.to_owned() };
    }
    runs.push(run);
    next
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reference_stands_between_boundaries() {
        let key = Runs::of("INV-101").reference_key().expect("names");
        for (text, stands) in [
            ("Payment INV-101", true),
            ("inv 101, thanks", true),
            ("INV00101", true),
            ("(Inv.0101)", true),
            ("INV-101/INV-102", true),
            ("SVWZ+INV-101", true),
            ("INV-1012", false),
            ("INV-101-2", false),
            ("INV-101A", false),
            ("XINV-101", false),
            ("INV-101/2", false),
            ("INV-101/102", false),
            ("101", false),
        ] {
            assert_eq!(!Runs::of(text).references(|it| (it == key).then_some(())).is_empty(), stands, "{text}");
        }
    }

    #[test]
    fn the_longer_of_two_references_counts() {
        let known = ["A-7", "A-7-Q-2"];
        let found = |text: &str| Runs::of(text).references(|key| known.iter().position(|it| *it == key));
        assert_eq!(found("A7/Q2"), vec![1]);
        assert_eq!(found("A7 Q3"), vec![0]);
    }

    #[test]
    fn a_series_names_all_its_numbers() {
        let known = ["INV-101", "INV-102", "INV-103", "INV-2"];
        let found = |text: &str| {
            let mut found = Runs::of(text).references(|key| known.iter().position(|it| *it == key));
            found.sort_unstable();
            found.dedup();
            found
        };
        for (text, expected) in [
            ("INV-101, 102 and 103", vec![0, 1, 2]),
            ("INV-101/102/103", vec![0, 1, 2]),
            ("INV-101/2", vec![]),
            ("INV-101 102.50 EUR", vec![0]),
            ("INV-101 + INV-103", vec![0, 2]),
            ("INV-101, 777", vec![0]),
        ] {
            assert_eq!(found(text), expected, "{text}");
        }
    }

    #[test]
    fn forms_and_bare_numbers_are_seen() {
        let forms = |text: &str| Runs::of(text).forms(|key| (key == "INV").then_some(())).len();
        let numbers = |text: &str| Runs::of(text).numbers(|key| Some(key.to_owned()));
        assert_eq!((forms("INV-102 INV 77"), forms("INVOICE 5"), forms("INV")), (2, 0, 0));
        assert_eq!(Runs::of("INV-2026-0101").form().as_deref(), Some("INV-2026"));
        assert_eq!(numbers("no 0101 of 15.01.2026, A7"), vec!["101".to_owned()]);
        assert_eq!((Runs::of("INV-2026").number(), Runs::of("INV-0101").number()), (None, Some("101")));
    }

    #[test]
    fn plain_words_and_short_numbers_name_nothing() {
        for (text, names) in
            [("RENT", false), ("101", false), ("12345", true), ("A1", false), ("PO-77", true), ("", false)]
        {
            assert_eq!(Runs::of(text).reference_key().is_some(), names, "{text}");
        }
    }
}
