//! Accounts that somebody names: one, or those from one number to another. See docs/rules/reports.md#cash-flow.

/// One account, or those whose numbers are in a range.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Named {
    One(String),
    Range(String, String),
}

impl Named {
    /// `1500`, or `1500..1599`. None for what is neither, or a range that ends before it begins.
    pub fn parse(text: &str) -> Option<Self> {
        match text.split_once("..") {
            None => (!text.is_empty()).then(|| Self::One(text.to_owned())),
            Some((first, last)) => {
                let is_range = !first.is_empty() && !last.is_empty() && first <= last;
                is_range.then(|| Self::Range(first.to_owned(), last.to_owned()))
            }
        }
    }

    /// Numbers are compared letter by letter, as far as the end of the range goes: `1500..1599` has 1599-2, too.
    pub fn has(&self, account_id: &str) -> bool {
        match self {
            Self::One(own) => own == account_id,
            Self::Range(first, last) => {
                account_id >= first.as_str() && (account_id <= last.as_str() || account_id.starts_with(last.as_str()))
            }
        }
    }

    /// Whether some account is in both: then the first of one is in the other.
    pub fn overlaps(&self, other: &Self) -> bool {
        self.has(other.first()) || other.has(self.first())
    }

    fn first(&self) -> &str {
        match self {
            Self::One(first) | Self::Range(first, _) => first,
        }
    }
}

/// As [`Named::parse`] reads it.
impl std::fmt::Display for Named {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::One(own) => f.write_str(own),
            Self::Range(first, last) => write!(f, "{first}..{last}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_has_what_begins_between_its_ends() {
        for (named, has, has_not) in [
            ("1500", "1500", "1500-1"),
            ("1500..1599", "1500 1550 1599 1500-1 1599-2 15990", "1499 1600 150 1"),
            ("A..B", "A A9 B B9", "C a"),
        ] {
            let named = Named::parse(named).expect("accounts");
            for id in has.split(' ') {
                assert!(named.has(id), "{named:?} {id}");
            }
            for id in has_not.split(' ') {
                assert!(!named.has(id), "{named:?} {id}");
            }
        }
        for text in ["", "..", "1..", "..1", "2..1"] {
            assert_eq!(Named::parse(text), None, "{text:?}");
        }
    }

    #[test]
    fn what_is_in_both() {
        for (one, other, expected) in [
            ("1500", "1500", true),
            ("1500", "1501", false),
            ("1500..1599", "1599-2", true),
            ("1500..1599", "1600", false),
            ("1500..1599", "1600..1700", false),
            ("1500..1599", "1599-1..1700", true),
            ("1000..1999", "1500..1599", true),
        ] {
            let (one, other) = (Named::parse(one).expect(one), Named::parse(other).expect(other));
            assert_eq!((one.overlaps(&other), other.overlaps(&one)), (expected, expected), "{one} {other}");
            assert_eq!(Named::parse(&one.to_string()), Some(one));
        }
    }
}
