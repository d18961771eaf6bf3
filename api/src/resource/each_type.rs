//! Handlers to which a document's type is data: written and compiled once, they stand under the path of every type that has them.

use std::borrow::Cow;
use std::collections::HashMap;
use std::marker::PhantomData;

use engine::kind::DocumentKind;
use poem::endpoint::BoxEndpoint;
use poem::http::Method;
use poem_openapi::OpenApi;
use poem_openapi::registry::{MetaApi, MetaSchemaRef, Registry};

use crate::app::App;
use crate::schema::document::collection::Collection;
use crate::schema::keyed;

/// What tells one collection from another.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    kind: DocumentKind,
    path: &'static str,
    /// What its schemas are called.
    name: &'static str,
}

impl Place {
    pub const fn of<K: Collection>() -> Self {
        Self { kind: K::KIND, path: K::PATH, name: K::NAME }
    }
}

/// Handlers for documents of a type that is known at run time. Their paths are relative to that of the collection.
pub trait Handlers: OpenApi + Send + Sync + 'static {
    /// The types that have them.
    const PLACES: &'static [Place];

    fn new(app: &App, kind: DocumentKind) -> Self;
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
        let each = H::PLACES.iter().flat_map(|place| H::meta().into_iter().map(|api| described(api, *place)));
        each.collect()
    }

    fn register(registry: &mut Registry) {
        H::register(registry);
        let types: Vec<_> = H::PLACES.iter().map(|place| (place.name, place.kind.id_field())).collect();
        keyed::register_for_types(registry, &types);
    }

    fn add_routes(self, routes: &mut HashMap<String, HashMap<Method, BoxEndpoint<'static>>>) {
        for place in H::PLACES {
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
