//! Handlers to which a document's type is data: written and compiled once, they stand under the path of every type that has them.

use std::borrow::Cow;
use std::collections::HashMap;
use std::marker::PhantomData;

use engine::values::kind::{Action, DocumentKind};
use poem::endpoint::BoxEndpoint;
use poem::http::Method;
use poem_openapi::OpenApi;
use poem_openapi::registry::{MetaApi, MetaSchemaRef, Registry};

use crate::app::App;
use crate::schema::document::place::{PLACES, Place};
use crate::schema::keyed;

/// Handlers for documents of a type that is known at run time. Their paths are relative to that of the collection.
pub trait Handlers: OpenApi + Send + Sync + 'static {
    /// The action that they are for: the types that have it have them. `None`: every type has them.
    const ACTION: Option<Action>;
    /// The one type that they are for, when its bodies name fields of its own.
    const OF: Option<DocumentKind> = None;

    fn new(app: &App, kind: DocumentKind) -> Self;
}

/// The collections that have the handlers `H`.
fn places<H: Handlers>() -> impl Iterator<Item = &'static Place> {
    let is_of = |place: &&Place| H::OF.is_none_or(|kind| place.kind == kind);
    PLACES.iter().filter(is_of).filter(|place| H::ACTION.is_none_or(|action| place.kind.has(action)))
}

/// The handlers `H` for each type that has them.
pub struct EachType<H> {
    app: App,
    handlers: PhantomData<fn() -> H>,
}

impl<H: Handlers> EachType<H> {
    pub fn new(app: &App) -> Self {
        Self { app: app.clone(), handlers: PhantomData }
    }
}

impl<H: Handlers> OpenApi for EachType<H> {
    fn meta() -> Vec<MetaApi> {
        let each = places::<H>().flat_map(|place| H::meta().into_iter().map(move |api| described(api, *place)));
        each.collect()
    }

    fn register(registry: &mut Registry) {
        H::register(registry);
        let types: Vec<_> = places::<H>().map(|place| (place.name, place.kind.id_field())).collect();
        keyed::register_for_types(registry, &types);
    }

    fn add_routes(self, routes: &mut HashMap<String, HashMap<Method, BoxEndpoint<'static>>>) {
        for place in places::<H>() {
            let mut own = HashMap::new();
            H::new(&self.app, place.kind).add_routes(&mut own);
            for (path, methods) in own {
                routes.entry(format!("{}{path}", place.path)).or_default().extend(methods);
            }
        }
    }
}

/// As it is described for one type: under its path, with its own names of schemas.
fn described(mut api: MetaApi, place: Place) -> MetaApi {
    for path in &mut api.paths {
        path.path = format!("{}{}", place.path, path.path);
        let responses = path.operations.iter_mut().flat_map(|operation| &mut operation.responses.responses);
        for media in responses.flat_map(|response| &mut response.content) {
            if let MetaSchemaRef::Reference(name) = &mut media.schema
                && let Cow::Owned(own) = keyed::name_for_type(name, place.name)
            {
                *name = own;
            }
        }
    }
    api
}
