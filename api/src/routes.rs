//! The facts of each path that the middleware needs, from the description: the route pattern for metrics, `Allow` for a 405, and
//! the query parameters of an operation.

pub mod parameter;
mod read;

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use poem::http::Method;

use self::parameter::Parameter;
use self::read::{Components, Operation, Paths};

/// Every path of the description, as a tree of its segments.
#[derive(Clone, Default, Debug)]
pub struct Routes(Arc<Node>);

/// The paths that begin alike.
#[derive(Default, Debug)]
struct Node {
    /// The path that ends here.
    route: Option<Route>,
    literals: HashMap<String, Node>,
    /// Where the next segment stands for an id.
    parameter: Option<Box<Node>>,
}

/// One path with its operations.
#[derive(Debug)]
pub struct Route {
    /// As in the description, such as `/service/general-ledger/bills/{bill_id}`.
    pub pattern: String,
    segments: Vec<String>,
    /// Method in upper case → its query parameters.
    operations: BTreeMap<String, BTreeMap<String, Parameter>>,
}

impl Routes {
    /// Reads the paths of a description.
    pub fn read(description: &[u8]) -> Result<Self, String> {
        let Paths { paths, components } = serde_json::from_slice(description).map_err(|error| error.to_string())?;
        let mut root = Node::default();
        for (pattern, operations) in paths {
            let node = pattern.split('/').fold(&mut root, Node::next);
            node.route = Some(Route::of(pattern, &operations, &components));
        }
        Ok(Self(Arc::new(root)))
    }

    /// The route of a request path; a literal segment goes before a parameter.
    pub fn find(&self, path: &str) -> Option<&Route> {
        self.0.find(path)
    }
}

impl Routes {
    /// Method in upper case and path pattern of every operation.
    pub fn operations(&self) -> impl Iterator<Item = (&str, &str)> {
        let mut routes = Vec::new();
        self.0.gather(&mut routes);
        routes
            .into_iter()
            .flat_map(|route| route.operations.keys().map(|method| (method.as_str(), route.pattern.as_str())))
    }
}

impl Node {
    /// The node behind this segment of a pattern.
    fn next(&mut self, segment: &str) -> &mut Self {
        if segment.starts_with('{') {
            self.parameter.get_or_insert_default()
        } else {
            self.literals.entry(segment.to_owned()).or_default()
        }
    }

    fn find(&self, path: &str) -> Option<&Route> {
        let (segment, rest) = path.split_once('/').map_or((path, None), |(segment, rest)| (segment, Some(rest)));
        let literal = self.literals.get(segment).and_then(|node| node.behind(rest));
        let parameter = self.parameter.as_deref().filter(|_| !segment.is_empty());
        literal.or_else(|| parameter.and_then(|node| node.behind(rest)))
    }

    fn behind(&self, rest: Option<&str>) -> Option<&Route> {
        match rest {
            Some(rest) => self.find(rest),
            None => self.route.as_ref(),
        }
    }

    fn gather<'a>(&'a self, routes: &mut Vec<&'a Route>) {
        routes.extend(&self.route);
        for node in self.literals.values().chain(self.parameter.as_deref()) {
            node.gather(routes);
        }
    }
}

impl Route {
    /// The first segment of the path that stands for an id.
    pub fn id<'a>(&self, path: &'a str) -> Option<&'a str> {
        let mut both = self.segments.iter().zip(path.split('/'));
        both.find(|(ours, _)| ours.starts_with('{')).map(|(_, theirs)| theirs)
    }

    fn of(pattern: String, operations: &BTreeMap<String, Operation>, components: &Components) -> Self {
        let of = |(method, operation): (&String, &Operation)| {
            (method.to_ascii_uppercase(), Parameter::of(operation, components))
        };
        Self {
            segments: pattern.split('/').map(str::to_owned).collect(),
            operations: operations.iter().map(of).collect(),
            pattern,
        }
    }

    /// The query parameters of the operation with this method.
    pub fn queries(&self, method: &Method) -> Option<&BTreeMap<String, Parameter>> {
        self.operations.get(as_get(method).as_str())
    }

    /// The value of an `Allow` header. Where GET is, HEAD is.
    pub fn allow(&self) -> String {
        let of =
            |method: &String| if method == Method::GET.as_str() { GET_AND_HEAD.to_owned() } else { method.clone() };
        self.operations.keys().map(of).collect::<Vec<_>>().join(", ")
    }
}

/// What a path takes that is only read.
pub const GET_AND_HEAD: &str = "GET, HEAD";

/// The method whose operation answers: that of HEAD is GET's.
pub fn as_get(method: &Method) -> &Method {
    if method == Method::HEAD { &Method::GET } else { method }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn routes() -> Routes {
        let description = json!({ "paths": {
            "/bills": { "get": { "parameters": [{ "name": "limit", "in": "query" }] }, "post": {} },
            "/bills/{id}": { "get": {}, "put": {} },
            "/bills/pending": { "get": {} },
        } });
        Routes::read(description.to_string().as_bytes()).expect("a description")
    }

    #[test]
    fn a_literal_goes_before_a_parameter() {
        for (path, pattern) in [
            ("/bills", Some("/bills")),
            ("/bills/B-1", Some("/bills/{id}")),
            ("/bills/pending", Some("/bills/pending")),
            ("/bills/", None),
        ] {
            assert_eq!(routes().find(path).map(|route| route.pattern.clone()).as_deref(), pattern, "{path}");
        }
        assert_eq!(routes().find("/bills").map(Route::allow).as_deref(), Some("GET, HEAD, POST"));
    }
}
