//! What the engine asks of this interface: the answer to a call that waits for signatures, and to carry the call out as it came once it
//! has them. It then comes to the same handlers with the same checks, but for the token, the rate and the admission, which are checks
//! of a request from outside. See docs/rules/change-requests.md#carrying-out.

use std::sync::{Arc, Weak};
use std::time::Duration;

use engine::books::change_request::ChangeRequest;
use engine::books::request::{CarriedOut, RecordedCall, StoredAnswer};
use engine::kernel::engine::Engine;
use engine::kernel::interface::{Carried, Carrying, Interface};
use engine::values::error::{Error, Faults, Named, Refusal, RefusalName};
use engine::values::money::Currency;
use poem::endpoint::BoxEndpoint;
use poem::http::{Method, Uri, header};
use poem::{Endpoint, EndpointExt, Request, Response, Route};

use crate::app::App;
use crate::headers::IF_MATCH;
use crate::problem::Problem;
use crate::reply::{Accepted202, Reply};
use crate::schema::change_request::ChangeRequested;
use crate::spec::{self, PREFIX};
use crate::{feature, request_id};

/// The handlers, without what stands around them. The engine holds this, so this must not hold the engine.
#[derive(Debug)]
pub struct Handlers {
    engine: Weak<Engine>,
    base: Currency,
    posting_wait: Duration,
}

/// Gives the engine its interface.
pub fn give(engine: &Arc<Engine>, posting_wait: Duration) {
    let (of, base) = (Arc::downgrade(engine), engine.settings.base_currency);
    engine.set_interface(Arc::new(Handlers { engine: of, base, posting_wait }));
}

impl Interface for Handlers {
    fn asked_for(&self, request: &ChangeRequest, is_dry: bool) -> StoredAnswer {
        let reply: Reply<Accepted202, ChangeRequested> = Reply::new(&ChangeRequested::of(request, self.base, is_dry));
        let reply = if is_dry {
            reply
        } else {
            reply.location(format!("{PREFIX}/change-requests/{}", request.change_request_id)).version(request.version)
        };
        reply.rendered.into()
    }

    fn carry_out<'a>(&'a self, request: &'a ChangeRequest, carries_out: CarriedOut) -> Carrying<'a> {
        let id = request.change_request_id.clone();
        Box::pin(request_id::scope(id, async move {
            let call = made(request, carries_out).map_err(Error::Internal)?;
            let engine = self.engine.upgrade().ok_or_else(|| Error::Unavailable("the books are closed".into()))?;
            let app = App { engine, posting_wait: self.posting_wait, replica: None };
            match endpoint(&app).call(call).await {
                Ok(response) if response.status().is_success() => Ok(Carried::Done),
                Ok(response) => Err(Error::Internal(format!("a handler answered {}", response.status()))),
                Err(error) => refusal(&Problem::from_poem(&error)).map(Carried::Refused),
            }
        }))
    }
}

fn endpoint(app: &App) -> BoxEndpoint<'static, Response> {
    let handlers = spec::service(feature::api(app)).map_to_response();
    Route::new().nest(PREFIX, handlers).map_to_response().boxed()
}

/// The request as it came, in the requester's name.
fn made(request: &ChangeRequest, carries_out: CarriedOut) -> Result<Request, String> {
    let RecordedCall { method, uri, if_match, body } = &request.call;
    let method: Method = method.parse().map_err(|_| format!("{method:?} is no method"))?;
    let uri: Uri = uri.parse().map_err(|_| format!("{uri:?} is no path"))?;
    let mut made = Request::builder().method(method).uri(uri);
    if let Some(versions) = if_match {
        made = made.header(IF_MATCH, versions);
    }
    let mut made = if body.is_empty() {
        made.finish()
    } else {
        made.header(header::CONTENT_TYPE, "application/json").body(body.clone())
    };
    made.extensions_mut().insert(request.requester());
    made.extensions_mut().insert(carries_out);
    Ok(made)
}

/// Why it is not carried out; an error where it may be tried again.
fn refusal(problem: &Problem) -> Result<Refusal, Error> {
    if problem.status >= 500 || problem.status == 429 {
        return Err(Error::Unavailable(problem.detail.clone()));
    }
    if problem.code == "invalid" {
        return Ok(Refusal::Invalid(problem.faults.clone()));
    }
    let Some(name) = RefusalName::ALL.iter().copied().find(|name| name.code() == problem.code) else {
        // A path or a body that this release no longer takes.
        return Ok(Faults::one("", problem.detail.clone()));
    };
    let (detail, faults, extra) = (problem.detail.clone(), problem.faults.clone(), problem.extra.clone());
    Ok(Refusal::Named(Box::new(Named { name, detail, way_out: None, faults, extra })))
}
