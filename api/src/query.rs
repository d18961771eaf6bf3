//! Query parameters, checked against the description before a handler reads them, so that one answer names all faults:
//! unknown parameters, those given twice, missing ones, and values that the schema does not allow.
//! See docs/rules/errors.md#all-faults-at-once.

use std::collections::BTreeMap;

use engine::values::error::Faults;
use poem::{Endpoint, Middleware, Request};

use crate::problem::Problem;
use crate::routes::Routes;
use crate::routes::parameter::Parameter;

/// Everything that is wrong with a query.
fn faults(known: &BTreeMap<String, Parameter>, given: &[(String, String)]) -> Faults {
    let mut faults = Faults::default();
    let mut seen = BTreeMap::new();
    for (name, value) in given {
        match known.get(name) {
            None => faults.add(name, "is not a query parameter of this operation"),
            Some(_) if seen.insert(name, value).is_some() => faults.add(name, "is there twice"),
            Some(parameter) => {
                if let Err(detail) = parameter.takes.check(value) {
                    faults.add(name, detail);
                }
            }
        }
    }
    for (name, _) in known.iter().filter(|(name, parameter)| parameter.is_required && !seen.contains_key(name)) {
        faults.add(name, "is required");
    }
    faults
}

/// Middleware: refuses a query with faults and names all of them.
#[derive(Clone, Debug)]
pub struct KnownQueries {
    pub routes: Routes,
    /// What nesting has taken off the request's path.
    pub prefix: &'static str,
}

impl KnownQueries {
    fn check(&self, request: &Request) -> Result<(), Problem> {
        let path = format!("{}{}", self.prefix, request.uri().path());
        let Some(known) = self.routes.find(&path).and_then(|route| route.queries(request.method())) else {
            return Ok(());
        };
        let given: Vec<(String, String)> =
            request.params().map_err(|_| Faults::one("", "the query is not name=value&name=value"))?;
        faults(known, &given).or(()).map_err(Problem::from)
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
    use serde_json::{Value, json};

    use super::*;
    use crate::schema::formats::ID_PATTERN;

    #[test]
    fn all_that_is_wrong_is_named_at_once() {
        let parameter = |name: &str, required: bool, schema: Value| json!({ "name": name, "in": "query", "required": required, "schema": schema });
        let description = json!({ "paths": { "/bills": { "get": { "parameters": [
            parameter("limit", false, json!({ "type": "integer", "minimum": 1, "maximum": 200 })),
            parameter("count", false, json!({ "type": "boolean" })),
            parameter("from", false, json!({ "type": "string", "format": "date" })),
            parameter("status", false, json!({ "type": "string" })),
            parameter("cursor", false, json!({ "type": "string" })),
            parameter("party", false, json!({ "type": "string", "pattern": ID_PATTERN })),
            parameter("kind", true, json!({ "$ref": "#/components/schemas/Kind" })),
        ] } } }, "components": { "schemas": { "Kind": { "type": "string", "enum": ["ar", "ap"] } } } });
        let routes = Routes::read(description.to_string().as_bytes()).expect("a description");
        let queries = KnownQueries { routes, prefix: "" };
        for (query, wrong) in [
            ("kind=ar", ""),
            ("kind=ar&limit=200&count=true&from=2024-02-29&status=Draft,On+Hold&cursor=5~B-1&party=V-1", ""),
            ("kind=ar&status=Pending%20Approval", ""),
            ("", "kind"),
            ("kind=ar&kind=ap", "kind"),
            (
                "kind=or&limt=5&limit=0&count=yes&from=2024-02-30&status=Nope&cursor=x&party=a/b",
                "kind limt limit count from status cursor party",
            ),
            ("kind=ar&limit=201&limit=5&count=", "limit count"),
        ] {
            let request = Request::builder().uri_str(format!("/bills?{query}")).finish();
            let problem = queries.check(&request).err();
            let named = problem.iter().flat_map(|problem| &problem.faults.0).map(|fault| fault.pointer.as_str());
            assert_eq!(named.collect::<Vec<_>>().join(" "), wrong, "{query}");
        }
    }
}
