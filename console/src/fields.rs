//! The fields of a query or a form, in their order, each name any number of times.

/// Names with their values.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Fields(pub Vec<(String, String)>);

/// The most lines of a form: as many as a document has.
const MOST_LINES: usize = 1_000;
/// The most fields of a form: so many lines with all their cells, and the rest.
const MOST_FIELDS: usize = 12_000;

/// What a form has too many of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    Fields,
    Lines,
}

impl Fields {
    /// Reads a form, which has its bounds: a page is made of all its fields.
    pub fn of_form(text: &[u8]) -> Result<Self, Bound> {
        if text.split(|byte| *byte == b'&').count() > MOST_FIELDS {
            return Err(Bound::Fields);
        }
        let form = Self::read(text);
        let mut lines = std::collections::BTreeMap::<&str, usize>::new();
        for (name, _) in form.0.iter().filter(|(name, _)| name.starts_with("line.")) {
            let count = lines.entry(name).or_default();
            *count = count.saturating_add(1);
        }
        if lines.values().any(|count| *count > MOST_LINES) { Err(Bound::Lines) } else { Ok(form) }
    }

    /// Reads `a=1&b=2`.
    pub fn read(text: &[u8]) -> Self {
        Self(form_urlencoded::parse(text).map(|(name, value)| (name.into_owned(), value.into_owned())).collect())
    }

    /// The first value of a name.
    pub fn get(&self, name: impl AsRef<str>) -> Option<&str> {
        self.0.iter().find(|(given, _)| given == name.as_ref()).map(|(_, value)| value.as_str())
    }

    /// The first value of a name that is not empty, without spaces around it.
    pub fn given(&self, name: impl AsRef<str>) -> Option<&str> {
        self.get(name).map(str::trim).filter(|value| !value.is_empty())
    }

    /// Every value of a name.
    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.0.iter().filter(move |(given, _)| given == name).map(|(_, value)| value.as_str())
    }

    pub fn has(&self, name: impl AsRef<str>) -> bool {
        self.get(name).is_some()
    }

    /// The same with one name set anew, or taken out.
    #[must_use]
    pub fn with(&self, name: impl AsRef<str>, value: Option<&str>) -> Self {
        let name = name.as_ref();
        let mut fields: Vec<_> = self.0.iter().filter(|(given, _)| given != name).cloned().collect();
        fields.extend(value.map(|value| (name.to_owned(), value.to_owned())));
        Self(fields)
    }

    /// As a query without the question mark; fields without a value are left out.
    pub fn query(&self) -> String {
        let mut out = form_urlencoded::Serializer::new(String::new());
        for (name, value) in self.0.iter().filter(|(_, value)| !value.is_empty()) {
            out.append_pair(name, value);
        }
        out.finish()
    }

    /// `path?query`, or the path alone.
    pub fn address(&self, path: &str) -> String {
        let query = self.query();
        if query.is_empty() { path.to_owned() } else { format!("{path}?{query}") }
    }
}

impl<const N: usize, Name: AsRef<str>> From<[(Name, &str); N]> for Fields {
    fn from(pairs: [(Name, &str); N]) -> Self {
        Self(pairs.iter().map(|(name, value)| (name.as_ref().to_owned(), (*value).to_owned())).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_has_its_bounds() {
        let form = |lines: usize, others: usize| format!("{}x{}", "line.memo=a&".repeat(lines), "&y=1".repeat(others));
        for (lines, others, read) in [
            (0, 0, None),
            (1_000, 0, None),
            (1_001, 0, Some(Bound::Lines)),
            (0, 11_999, None),
            (0, 12_000, Some(Bound::Fields)),
            (174_000, 0, Some(Bound::Fields)),
        ] {
            assert_eq!(Fields::of_form(form(lines, others).as_bytes()).err(), read, "{lines} {others}");
        }
    }
}
