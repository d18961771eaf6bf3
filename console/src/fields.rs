//! The fields of a query or a form, in their order, each name any number of times.

/// Names with their values.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Fields(pub Vec<(String, String)>);

impl Fields {
    /// Reads `a=1&b=2`.
    pub fn read(text: &[u8]) -> Self {
        Self(form_urlencoded::parse(text).map(|(name, value)| (name.into_owned(), value.into_owned())).collect())
    }

    /// The first value of a name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(given, _)| given == name).map(|(_, value)| value.as_str())
    }

    /// The first value of a name that is not empty, without spaces around it.
    pub fn given(&self, name: &str) -> Option<&str> {
        self.get(name).map(str::trim).filter(|value| !value.is_empty())
    }

    /// Every value of a name.
    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.0.iter().filter(move |(given, _)| given == name).map(|(_, value)| value.as_str())
    }

    pub fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// The same with one name set anew, or taken out.
    #[must_use]
    pub fn with(&self, name: &str, value: Option<&str>) -> Self {
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

impl<const N: usize> From<[(&str, &str); N]> for Fields {
    fn from(pairs: [(&str, &str); N]) -> Self {
        Self(pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect())
    }
}
