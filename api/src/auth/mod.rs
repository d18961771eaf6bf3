//! Authentication: `Authorization: jwt <TOKEN>`, verified once per request before any handler runs.
//! See docs/rules/access.md#token.
//!
//! [`Gate`] is the middleware around the resource paths; it leaves an [`Actor`] in the request's extensions, where the
//! handler parameter [`Auth`] finds it. A token is never logged and never repeated in an answer.

pub mod jwks;
pub mod keys;
pub mod reads;
mod remembered;
pub mod token;
mod verifying_key;

use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use engine::approval::access::Actor;
use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use poem::http::{HeaderMap, header};
use poem::{Endpoint, Middleware, Request, RequestBody};
use poem_openapi::registry::{MetaSecurityScheme, Registry};
use poem_openapi::{ApiExtractor, ApiExtractorType, ExtractParamOptions};

use self::keys::Keys;
use crate::problem::Problem;

/// The caller, as a handler parameter; it also puts the security scheme into the description.
#[derive(Clone, Debug)]
pub struct Auth(pub Actor);

/// The last check of a caller whose token is valid: users who are recorded as inactive are refused.
pub type ActorCheck = Arc<dyn Fn(&Actor) -> Result<(), Problem> + Send + Sync>;

impl<'a> ApiExtractor<'a> for Auth {
    const TYPES: &'static [ApiExtractorType] = &[ApiExtractorType::SecurityScheme];
    type ParamType = ();
    type ParamRawType = ();

    fn register(registry: &mut Registry) {
        registry.create_security_scheme(
            SCHEME,
            MetaSecurityScheme {
                ty: "apiKey",
                description: Some("`jwt <TOKEN>`: a signed JWT with `sub` and `exp`, and optionally `roles` and `permissions`. `gl token` makes one."),
                name: Some("Authorization"),
                key_in: Some("header"),
                scheme: None,
                bearer_format: None,
                flows: None,
                openid_connect_url: None,
            },
        );
    }

    fn security_schemes() -> Vec<&'static str> {
        vec![SCHEME]
    }

    async fn from_request(request: &'a Request, _: &mut RequestBody, _: ExtractParamOptions<()>) -> poem::Result<Self> {
        let actor = request.extensions().get::<Actor>().cloned();
        Ok(actor.map(Self).ok_or_else(|| Problem::unauthorized("this path needs a token"))?)
    }
}

/// The name of the security scheme, and the scheme word of the header.
pub const SCHEME: &str = "jwt";

/// The token of an `Authorization: jwt …` header.
fn token_of(headers: &HeaderMap) -> Result<&str, Problem> {
    let mut values = headers.get_all(header::AUTHORIZATION).iter();
    let value = values.next().ok_or_else(|| Problem::unauthorized("send Authorization: jwt <TOKEN>"))?;
    // A proxy may have looked at another of them.
    if values.next().is_some() {
        return Err(Problem::unauthorized("there is more than one Authorization header"));
    }
    let (scheme, token) = value
        .to_str()
        .ok()
        .and_then(|text| text.trim().split_once(' '))
        .ok_or_else(|| Problem::unauthorized("Authorization must read jwt <TOKEN>"))?;
    if !scheme.eq_ignore_ascii_case(SCHEME) {
        return Err(Problem::unauthorized("the Authorization scheme must be jwt"));
    }
    Ok(token.trim())
}

/// Middleware: passes a request with a valid token, within the rate limit of its user.
#[derive(Clone)]
pub struct Gate {
    keys: Arc<Keys>,
    actor_check: ActorCheck,
    limiter: Option<Arc<DefaultKeyedRateLimiter<String>>>,
    /// Requests a second.
    rate: u32,
    admitted: Arc<AtomicU32>,
}

/// After so many requests, users who are at their full rate again are dropped from the limiter, so that its memory stays bounded.
const FORGET_AFTER: u32 = 10_000;

impl Gate {
    /// `rate_limit` is requests a second for each user; 0 sets no limit.
    pub fn new(keys: Arc<Keys>, actor_check: ActorCheck, rate_limit: u32) -> Self {
        let limiter = NonZeroU32::new(rate_limit).map(|rate| Arc::new(RateLimiter::keyed(Quota::per_second(rate))));
        Self { keys, actor_check, limiter, rate: rate_limit, admitted: Arc::default() }
    }

    fn forget_who_is_quiet(&self, limiter: &DefaultKeyedRateLimiter<String>) {
        if self.admitted.fetch_add(1, Ordering::Relaxed) % FORGET_AFTER == FORGET_AFTER - 1 {
            limiter.retain_recent();
        }
    }

    async fn admit(&self, request: &Request) -> Result<Actor, Problem> {
        let actor = match request.extensions().get::<SignedIn>() {
            Some(SignedIn(actor)) => actor.clone(),
            None => self.keys.verify(token_of(request.headers())?).await.map_err(Problem::unauthorized)?,
        };
        if let Some(limiter) = &self.limiter {
            self.forget_who_is_quiet(limiter);
            if let Err(wait) = limiter.check_key(&actor.user_id.folded().to_owned()) {
                let wait = wait.wait_time_from(DefaultClock::default().now());
                return Err(Problem::too_many_requests(wait.as_secs().saturating_add(1), self.rate));
            }
        }
        (self.actor_check)(&actor)?;
        Ok(actor)
    }
}

impl<E: Endpoint> Middleware<E> for Gate {
    type Output = Gated<E>;

    fn transform(&self, inner: E) -> Gated<E> {
        Gated { gate: self.clone(), inner }
    }
}

/// A caller who signed in to the console: marks a call that the console makes in the process, in place of a token.
#[derive(Clone, Debug)]
pub struct SignedIn(pub Actor);

/// An endpoint behind the [`Gate`].
pub struct Gated<E> {
    gate: Gate,
    inner: E,
}

/// The user of a request, for the log line.
#[derive(Clone, Debug)]
pub struct Caller(pub String);

impl<E: Endpoint> Endpoint for Gated<E> {
    type Output = poem::Response;

    async fn call(&self, mut request: Request) -> poem::Result<poem::Response> {
        use poem::IntoResponse;

        let actor = self.gate.admit(&request).await?;
        let caller = Caller(actor.user_id.to_string());
        request.extensions_mut().insert(actor);
        match self.inner.call(request).await {
            Ok(output) => {
                let mut response = output.into_response();
                response.extensions_mut().insert(caller);
                Ok(response)
            }
            Err(mut error) => {
                error.set_data(caller);
                Err(error)
            }
        }
    }
}

/// The people of the demo, or any others, with ready tokens, for the picker in `/docs`.
pub type People = HashMap<String, String>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scheme_word_may_be_written_either_way() {
        let headers = |value: &str| HeaderMap::from_iter([(header::AUTHORIZATION, value.parse().expect("header"))]);
        assert_eq!(token_of(&headers("JWT abc")).ok(), Some("abc"));
        assert_eq!(token_of(&headers("jwt   abc ")).ok(), Some("abc"));
        for wrong in ["Bearer abc", "abc", "jwt"] {
            assert_eq!(token_of(&headers(wrong)).map_err(|problem| problem.status), Err(401), "{wrong}");
        }
    }
}
