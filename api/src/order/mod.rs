//! The order of refusals: 401, 403, 404, 412, then 400, 406, 413, 415, 422 and 409.
//!
//! The permission is checked against the catalog's copy in memory before the body is read. So the service reads no body of a caller
//! without permission, and does not reveal which resources exist. A fault in the request itself is reported only to a caller with
//! the permission, for a resource that exists, in the version that the request names. So a malformed request is checked against
//! the books before it is refused. A well-formed request costs only the check of the copy. The engine's own refusals come in this
//! order without help.

pub mod about;
pub mod need;

use std::sync::Arc;

use engine::approval::access::Actor;
use engine::books::command::{Snapshot, Wants};
use engine::features::bank_statements::model as bank_statements;
use engine::features::bank_statements::model::StatementState;
use engine::kernel::engine::Engine;
use engine::values::error::{Refusal, RefusalName};
use poem::http::HeaderMap;
use poem::{Endpoint, Middleware, Request};
use poem_openapi::OpenApi;

use self::about::About;
use self::need::{Need, Needs};
use crate::admission::{Admission, place};
use crate::headers::IfMatch;
use crate::large_bodies::Complete;
use crate::problem::Problem;
use crate::routes::{Routes, as_get};
use crate::spec::PREFIX;

/// Statuses that report a fault in the request itself.
const OF_THE_REQUEST: [u16; 5] = [400, 406, 413, 415, 422];

/// The middleware between the token check and admission.
#[derive(Clone)]
pub struct Order {
    routes: Routes,
    needs: Arc<Needs>,
    engine: Option<Arc<Engine>>,
    admission: Admission,
}

impl Order {
    /// The order of refusals of these handlers. Without books nothing is checked. `Err` names the operation whose need is not known.
    pub fn new<T: OpenApi>(routes: Routes, engine: Option<Arc<Engine>>, admission: Admission) -> Result<Self, String> {
        let needs = if engine.is_some() { need::all::<T>()? } else { Needs::default() };
        for (method, path) in routes.operations().filter(|_| engine.is_some()) {
            if !needs.contains_key(&(method.to_owned(), path.to_owned())) {
                return Err(format!("no handler states what {method} {path} takes"));
            }
        }
        Ok(Self { routes, needs: Arc::new(needs), engine, admission })
    }

    fn asked(&self, request: &Request) -> Option<Asked> {
        let engine = Arc::clone(self.engine.as_ref()?);
        let path = format!("{PREFIX}{}", request.uri().path());
        let route = self.routes.find(&path)?;
        let method = as_get(request.method()).as_str().to_owned();
        let need = self.needs.get(&(method, route.pattern.clone()))?.clone();
        let actor = request.extensions().get::<Actor>()?.clone();
        let id = route.id(&path).and_then(decoded);
        let versions = versions(request.headers());
        Some(Asked { engine, actor, need, id, versions })
    }
}

/// The versions that `If-Match` names. The handler refuses a header that cannot be read.
fn versions(headers: &HeaderMap) -> Option<Vec<i64>> {
    IfMatch::read(headers).ok().and_then(|read| read.0)
}

/// A path segment with its percent-encoding decoded.
fn decoded(segment: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(segment.len());
    let mut rest = segment.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        if *first == b'%' {
            let (pair, after) = rest.split_at_checked(2)?;
            bytes.push(u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()?);
            rest = after;
        } else {
            bytes.push(*first);
        }
    }
    String::from_utf8(bytes).ok()
}

/// One request, as the order of refusals sees it.
struct Asked {
    engine: Arc<Engine>,
    actor: Actor,
    need: Need,
    id: Option<String>,
    versions: Option<Vec<i64>>,
}

impl Asked {
    /// 401 and 403. The copy may be old, so a refusal by the copy is checked again with the present catalog.
    async fn permit(&self) -> Result<(), Problem> {
        let refuse = |catalog: &engine::approval::catalog::Catalog| {
            if catalog.bars(&self.actor) {
                return Err(RefusalName::UserInactive.because("the token's user is recorded as inactive"));
            }
            self.need.refuse(catalog, &self.actor)
        };
        if refuse(&self.engine.known_catalog()).is_ok() {
            return Ok(());
        }
        Ok(refuse(&*self.engine.present_catalog().await?)?)
    }

    /// 401, 403, 404 and 412, from the books.
    async fn goes_first(&self) -> Result<(), Problem> {
        let about = self.need.about.zip(self.id.as_deref());
        let wants = about.map_or_else(Wants::default, |(about, id)| about.wants(id));
        let mut seen = self.engine.look(&self.actor, &wants).await?;
        self.need.permit(self.id.as_deref().unwrap_or_default(), &seen)?;
        let Some((about, id)) = about else { return Ok(()) };
        if !self.is_there(about, id, &seen).await? {
            return Err(Refusal::not_found(about.names().0, id).into());
        }
        seen.expected_versions.clone_from(&self.versions);
        Ok(about.target(id).map_or(Ok(()), |target| seen.check_version(&target))?)
    }

    async fn is_there(&self, about: About, id: &str, seen: &Snapshot) -> Result<bool, Problem> {
        let present = match about.target(id) {
            Some(target) => seen.version_of(&target).is_some(),
            None if about == About::RuleSet => match id.parse() {
                Ok(number) => self.engine.is_rule_set(number).await?,
                Err(_) => false,
            },
            None if about == About::Replay => self.engine.is_replay(id).await?,
            None if about == About::BankStatement => {
                let state = seen.of_features.get::<StatementState>(bank_statements::FEATURE);
                state.is_some_and(|state| state.statement.is_some())
            }
            None => seen.job.is_some(),
        };
        if present || !self.need.outlives {
            return Ok(present);
        }
        Ok(self.engine.is_in_the_trail(about.names().1, id).await?)
    }
}

impl<E: Endpoint> Middleware<E> for Order {
    type Output = Ordered<E>;

    fn transform(&self, inner: E) -> Ordered<E> {
        Ordered { order: self.clone(), inner }
    }
}

/// An endpoint behind the [`Order`].
pub struct Ordered<E> {
    order: Order,
    inner: E,
}

impl<E: Endpoint> Endpoint for Ordered<E> {
    type Output = E::Output;

    async fn call(&self, request: Request) -> poem::Result<E::Output> {
        let Some(asked) = self.order.asked(&request) else { return self.inner.call(request).await };
        asked.permit().await?;
        match self.inner.call(request).await {
            Err(error) if OF_THE_REQUEST.contains(&error.status().as_u16()) => {
                // A page that calls it has a place already.
                let is_held = place().is_held();
                let _place = if is_held { place() } else { self.order.admission.enter(Complete::default()).await? };
                asked.goes_first().await?;
                Err(error)
            }
            answered => answered,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_segment_is_read_without_its_percents() {
        for (text, read) in
            [("B-1", Some("B-1")), ("a%40b", Some("a@b")), ("J%C3%BC", Some("Jü")), ("%4", None), ("%zz", None)]
        {
            assert_eq!(decoded(text).as_deref(), read, "{text}");
        }
    }
}
