//! What the description says of each path, for the layers around the handlers: the route pattern for metrics, `Allow` for
//! a 405, and the query parameters that an operation knows (any other is 422).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use engine::error::Faults;
use poem::{Endpoint, Middleware, Request};
use serde_json::Value;

use crate::problem::Problem;

/// Every path of the description.
#[derive(Clone, Default, Debug)]
pub struct Routes(Arc<Vec<Route>>);

/// One path with its operations.
#[derive(Debug)]
pub struct Route {
    /// As in the description, such as `/service/general-ledger/bills/{bill_id}`.
    pub pattern: String,
    segments: Vec<String>,
    /// Method in upper case → the names of its query parameters.
    operations: BTreeMap<String, BTreeSet<String>>,
}

impl Routes {
    /// Reads the paths of a description.
    pub fn of(spec: &Value) -> Self {
        let paths = spec.get("paths").and_then(Value::as_object).into_iter().flatten();
        Self(Arc::new(paths.map(|(pattern, item)| Route::of(pattern, item)).collect()))
    }

    /// The route of a request path; a literal segment goes before a parameter.
    pub fn find(&self, path: &str) -> Option<&Route> {
        let segments: Vec<&str> = path.split('/').collect();
        self.0.iter().filter(|route| route.matches(&segments)).min_by_key(|route| route.parameters())
    }
}

impl Route {
    fn of(pattern: &str, item: &Value) -> Self {
        let operations = item.as_object().into_iter().flatten().map(|(method, operation)| {
            let parameters = operation.get("parameters").and_then(Value::as_array).into_iter().flatten();
            let queries = parameters
                .filter(|parameter| parameter.get("in").and_then(Value::as_str) == Some("query"))
                .filter_map(|parameter| parameter.get("name").and_then(Value::as_str).map(str::to_owned));
            (method.to_ascii_uppercase(), queries.collect())
        });
        Self {
            pattern: pattern.into(),
            segments: pattern.split('/').map(str::to_owned).collect(),
            operations: operations.collect(),
        }
    }

    fn matches(&self, segments: &[&str]) -> bool {
        self.segments.len() == segments.len()
            && self
                .segments
                .iter()
                .zip(segments)
                .all(|(ours, theirs)| ours == theirs || (ours.starts_with('{') && !theirs.is_empty()))
    }

    fn parameters(&self) -> usize {
        self.segments.iter().filter(|segment| segment.starts_with('{')).count()
    }

    /// The value of an `Allow` header.
    pub fn allow(&self) -> String {
        self.operations.keys().cloned().collect::<Vec<_>>().join(", ")
    }
}

/// Middleware: refuses query parameters that the operation does not know, and those given twice, naming each.
#[derive(Clone, Debug)]
pub struct KnownQueries {
    pub routes: Routes,
    /// What nesting has taken off the request's path.
    pub prefix: &'static str,
}

impl KnownQueries {
    fn check(&self, request: &Request) -> Result<(), Problem> {
        let uri = request.uri();
        let Some(query) = uri.query().filter(|query| !query.is_empty()) else { return Ok(()) };
        let path = format!("{}{}", self.prefix, uri.path());
        let known = self.routes.find(&path).and_then(|route| route.operations.get(request.method().as_str()));
        let Some(known) = known else { return Ok(()) };
        let mut faults = Faults::default();
        let mut seen = BTreeSet::new();
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            let name = pair.split('=').next().unwrap_or_default();
            if !known.contains(name) {
                faults.add(name, "is not a query parameter of this operation");
            } else if !seen.insert(name) {
                faults.add(name, "is there twice");
            }
        }
        if faults.is_empty() { Ok(()) } else { Err(Problem::invalid(faults)) }
    }
}

impl<E: Endpoint> Middleware<E> for KnownQueries {
    type Output = CheckedQueries<E>;

    fn transform(&self, inner: E) -> CheckedQueries<E> {
        CheckedQueries { check: self.clone(), inner }
    }
}

/// An endpoint behind [`KnownQueries`].
pub struct CheckedQueries<E> {
    check: KnownQueries,
    inner: E,
}

impl<E: Endpoint> Endpoint for CheckedQueries<E> {
    type Output = E::Output;

    async fn call(&self, request: Request) -> poem::Result<E::Output> {
        self.check.check(&request)?;
        self.inner.call(request).await
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn routes() -> Routes {
        Routes::of(&json!({ "paths": {
            "/bills": { "get": { "parameters": [{ "name": "limit", "in": "query" }] }, "post": {} },
            "/bills/{id}": { "get": {}, "put": {} },
            "/bills/pending": { "get": {} },
        } }))
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
        assert_eq!(routes().find("/bills").map(Route::allow).as_deref(), Some("GET, POST"));
    }

    #[test]
    fn unknown_and_doubled_parameters_are_named() {
        for (query, wrong) in [("", 0), ("limit=5", 0), ("limit=5&limt=6&x", 2), ("limit=1&limit=2", 1)] {
            let request = Request::builder().uri_str(format!("/bills?{query}")).finish();
            let faults = KnownQueries { routes: routes(), prefix: "" }
                .check(&request)
                .err()
                .map(|problem| problem.faults.0.len());
            assert_eq!(faults.unwrap_or_default(), wrong, "{query}");
        }
    }
}
