//! Query parameters, held against the description before a handler reads them, so that all that are wrong are named at once:
//! those that the operation does not know, those given twice, missing ones, and values that the schema does not take.
//! See docs/rules/errors.md#all-faults-at-once.

use std::collections::BTreeMap;

use engine::document::Status;
use engine::error::Faults;
use engine::page::Cursor;
use poem::{Endpoint, Middleware, Request};
use serde_json::Value;

use crate::problem::Problem;
use crate::routes::Routes;
use crate::schema::formats::{self, DATE, ID_PATTERN, USER_ID_PATTERN};

/// What one query parameter takes.
#[derive(Clone, Debug)]
pub struct Parameter {
    is_required: bool,
    takes: Takes,
}

#[derive(Clone, Debug)]
enum Takes {
    Words(Vec<String>),
    Statuses,
    Cursor,
    Id,
    UserId,
    Date,
    Boolean,
    /// A whole number between these, both included.
    Whole(u64, u64),
    Text,
}

impl Parameter {
    /// The query parameters of an operation of the description, by name. The description has refined their schemas.
    pub fn of(operation: &Value, components: &Value) -> BTreeMap<String, Self> {
        let parameters = operation.get("parameters").and_then(Value::as_array).into_iter().flatten();
        let parameters = parameters.map(|parameter| super::spec::parameters::resolved(parameter, components));
        let queries = parameters.filter(|parameter| parameter.get("in").and_then(Value::as_str) == Some("query"));
        let named = queries.filter_map(|parameter| {
            let name = parameter.get("name")?.as_str()?.to_owned();
            let schema = parameter.get("schema")?;
            let referred = super::spec::walk::referred(schema).and_then(|name| components.get("schemas")?.get(name));
            let is_required = parameter.get("required").and_then(Value::as_bool).unwrap_or(false);
            let takes = Takes::of(&name, referred.unwrap_or(schema));
            Some((name, Self { is_required, takes }))
        });
        named.collect()
    }
}

impl Takes {
    fn of(name: &str, schema: &Value) -> Self {
        let text = |key: &str| schema.get(key).and_then(Value::as_str).unwrap_or_default();
        let number = |key: &str| schema.get(key).and_then(Value::as_u64);
        let words = schema.get("enum").and_then(Value::as_array);
        match (text("type"), name) {
            ("integer", _) => Self::Whole(number("minimum").unwrap_or(0), number("maximum").unwrap_or(u64::MAX)),
            ("boolean", _) => Self::Boolean,
            _ if words.is_some() => {
                Self::Words(words.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect())
            }
            ("string", "status") => Self::Statuses,
            ("string", "cursor") => Self::Cursor,
            ("string", _) if text("pattern") == ID_PATTERN => Self::Id,
            ("string", _) if text("pattern") == USER_ID_PATTERN => Self::UserId,
            ("string", _) if text("format") == DATE => Self::Date,
            _ => Self::Text,
        }
    }

    /// What is wrong with the value.
    fn check(&self, value: &str) -> Result<(), String> {
        let one_of = |words: &[&str]| Err(format!("must be one of {}", words.join(", ")));
        match self {
            Self::Words(words) if !words.iter().any(|word| word == value) => {
                one_of(&words.iter().map(String::as_str).collect::<Vec<_>>())
            }
            Self::Statuses if value.split(',').any(|name| Status::parse(name.trim()).is_none()) => {
                one_of(&Status::ALL.map(Status::name))
            }
            Self::Cursor if Cursor::parse(value).is_none() => Err("is not a next_cursor of this list".into()),
            Self::Id => formats::check_pattern(ID_PATTERN, value),
            Self::UserId => formats::check_pattern(USER_ID_PATTERN, value),
            Self::Date => formats::check_text_format(DATE, value),
            Self::Boolean if !matches!(value, "true" | "false") => Err("must be true or false".into()),
            Self::Whole(least, most) if !value.parse().is_ok_and(|number| (*least..=*most).contains(&number)) => {
                Err(format!("must be a whole number between {least} and {most}"))
            }
            Self::Words(_) | Self::Statuses | Self::Cursor | Self::Boolean | Self::Whole(..) | Self::Text => Ok(()),
        }
    }
}

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

/// Middleware: refuses a query with anything wrong in it, naming all.
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
    use serde_json::json;

    use super::*;

    #[test]
    fn all_that_is_wrong_is_named_at_once() {
        let parameter = |name: &str, required: bool, schema: Value| json!({ "name": name, "in": "query", "required": required, "schema": schema });
        let routes = Routes::of(&json!({ "paths": { "/bills": { "get": { "parameters": [
            parameter("limit", false, json!({ "type": "integer", "minimum": 1, "maximum": 200 })),
            parameter("count", false, json!({ "type": "boolean" })),
            parameter("from", false, json!({ "type": "string", "format": "date" })),
            parameter("status", false, json!({ "type": "string" })),
            parameter("cursor", false, json!({ "type": "string" })),
            parameter("party", false, json!({ "type": "string", "pattern": ID_PATTERN })),
            parameter("kind", true, json!({ "$ref": "#/components/schemas/Kind" })),
        ] } } }, "components": { "schemas": { "Kind": { "type": "string", "enum": ["ar", "ap"] } } } }));
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
