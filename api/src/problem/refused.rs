//! The error of a handler that runs a command: a problem, and in its type the command. From that are derived the refusals in the
//! description of the operation, and the permissions that [`crate::order`] asks for.

use std::marker::PhantomData;

use engine::books::command::{Permitted, Refuses, guarded};
use engine::values::error::{Error, Refusal, RefusalName};
use engine::values::kind::DocumentKind;
use poem_openapi::ApiResponse;
use poem_openapi::registry::{MetaResponses, MetaSchema, MetaSchemaRef, Registry};
use serde_json::Value;

use super::Problem;
use super::described;
use crate::stated::{self, Stated};

/// What the schemas that carry a command's refusals to the description begin with.
pub const DECLARED: &str = "Refused_";
/// In such a schema: the refusals whatever the command is about. Beside it stand, by its name, those of each document type.
pub const ALWAYS: &str = "always";

/// Also in such a schema, when rules may guard the command: it then answers with a change request.
pub const GUARDED: &str = "guarded";
/// The schema of that answer; the description registers it.
pub const ASKED_FOR: &str = "ChangeRequested";

/// A problem that the command `C` may be refused with; with `IS_NEW`, where it makes what it is about.
#[derive(Debug)]
pub struct Refused<C, const IS_NEW: bool = false> {
    problem: Problem,
    command: PhantomData<fn() -> C>,
}

impl<C, const IS_NEW: bool> From<Problem> for Refused<C, IS_NEW> {
    fn from(problem: Problem) -> Self {
        Self { problem, command: PhantomData }
    }
}

impl<C, const IS_NEW: bool> From<Refusal> for Refused<C, IS_NEW> {
    fn from(refusal: Refusal) -> Self {
        Problem::from(refusal).into()
    }
}

impl<C, const IS_NEW: bool> From<Error> for Refused<C, IS_NEW> {
    fn from(error: Error) -> Self {
        Problem::from(error).into()
    }
}

impl<C> From<Refused<C>> for Refused<C, true> {
    fn from(refused: Refused<C>) -> Self {
        refused.problem.into()
    }
}

impl<C, const IS_NEW: bool> From<Refused<C, IS_NEW>> for Problem {
    fn from(refused: Refused<C, IS_NEW>) -> Self {
        refused.problem
    }
}

impl<C, const IS_NEW: bool> From<Refused<C, IS_NEW>> for poem::Error {
    fn from(refused: Refused<C, IS_NEW>) -> Self {
        refused.problem.into()
    }
}

impl<C: Refuses, const IS_NEW: bool> Refused<C, IS_NEW> {
    fn schema_name() -> String {
        let made = if IS_NEW { "_new" } else { "" };
        format!("{DECLARED}{}{made}", std::any::type_name::<C>().replace(|letter: char| !letter.is_alphanumeric(), "_"))
    }

    fn schema() -> MetaSchema {
        let always = if IS_NEW { C::WHEN_NEW } else { C::REFUSALS };
        let of_types = DocumentKind::ALL.into_iter().map(|kind| (kind.name(), codes(&C::of_type(kind))));
        let mut always = always.to_vec();
        let guarded = C::IS_GUARDED.then(|| (GUARDED, MetaSchemaRef::Reference(ASKED_FOR.into())));
        if C::IS_GUARDED {
            always.extend(guarded::REFUSALS.iter().filter(|name| !always.contains(name)).copied().collect::<Vec<_>>());
        }
        let properties = std::iter::once((ALWAYS, codes(&always))).chain(of_types).chain(guarded).collect();
        MetaSchema { properties, ..MetaSchema::new("object") }
    }
}

fn codes(names: &[RefusalName]) -> MetaSchemaRef {
    let enum_items = names.iter().map(|name| Value::from(name.code())).collect();
    MetaSchemaRef::Inline(Box::new(MetaSchema { enum_items, ..MetaSchema::new("string") }))
}

impl<C: Refuses + Permitted, const IS_NEW: bool> ApiResponse for Refused<C, IS_NEW> {
    fn meta() -> MetaResponses {
        let name = Self::schema_name();
        stated::say(&name, Stated { takes: C::TAKES, outlives: false });
        described::responses(&name)
    }

    fn register(registry: &mut Registry) {
        Problem::register(registry);
        registry.create_schema::<Self, _>(Self::schema_name(), |_| Self::schema());
    }
}
