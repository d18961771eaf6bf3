//! The caller of an operation that reads, and in its type what it reads: so the permission stands in the signature of the handler.

use std::marker::PhantomData;

use engine::approval::access::Actor;
use engine::books::command::Takes;
use poem::{Request, RequestBody};
use poem_openapi::registry::Registry;
use poem_openapi::{ApiExtractor, ApiExtractorType, ExtractParamOptions};

use super::{Auth, SCHEME};
use crate::stated::{self, Stated};

/// What can be read: all of a handler's resource, or some of it that takes another permission.
pub trait Readable: 'static {
    const TAKES: Takes;
}

/// A caller who reads `R`; with `GONE`, also of what is no longer there. [`crate::order`] asks for the permission before the handler
/// runs, and the handler again, with what it reads.
#[derive(Debug)]
pub struct Reads<R, const GONE: bool = false>(pub Actor, PhantomData<fn() -> R>);

impl<'a, R: Readable, const GONE: bool> ApiExtractor<'a> for Reads<R, GONE> {
    const TYPES: &'static [ApiExtractorType] = Auth::TYPES;
    type ParamType = ();
    type ParamRawType = ();

    fn register(registry: &mut Registry) {
        Auth::register(registry);
    }

    /// The second is none: the name of this type, for [`stated::of`]. The finished description names no scheme in an operation.
    fn security_schemes() -> Vec<&'static str> {
        let name = std::any::type_name::<Self>();
        stated::say(name, Stated { takes: R::TAKES, outlives: GONE });
        vec![SCHEME, name]
    }

    async fn from_request(
        request: &'a Request,
        body: &mut RequestBody,
        options: ExtractParamOptions<()>,
    ) -> poem::Result<Self> {
        let Auth(actor) = Auth::from_request(request, body, options).await?;
        Ok(Self(actor, PhantomData))
    }
}
