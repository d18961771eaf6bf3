//! Signing in by OpenID Connect: to the provider, and back with a code for who somebody is.
//! See docs/rules/console.md#provider.

mod asked;
mod claims;
mod connection;

use std::sync::Arc;
use std::time::Duration;

use poem::http::{HeaderValue, StatusCode, header};
use poem::{Request, Response, get};

use self::asked::Asked;
use self::connection::Connection;
use super::door::Door;
use super::routes::Routes;
use super::sign_in::{open, shown, sign_in};
use crate::cookie;
use crate::fields::Fields;
use crate::host::{SignedInBy, Unavailable};
use crate::operations::Operations;
use crate::problem::Problem;
use crate::text::{filled, text};
use crate::visit::is_local;

/// How long somebody may take at the provider.
const PATIENCE: Duration = Duration::from_mins(10);

/// Why nobody was signed in, for the sign-in page. The log says more.
pub struct Refusal {
    status: StatusCode,
    said: String,
}

impl Refusal {
    fn of(status: StatusCode, key: &str) -> Self {
        Self { status, said: text(key).into() }
    }
}

/// The paths of this area.
pub fn add(route: Routes, door: &Door) -> Routes {
    let Some(settings) = door.host.provider() else { return route };
    let connection = Arc::new(Connection::new(settings.clone()));
    let there = Arc::clone(&connection);
    route
        .at("/sign-in/provider", get(open(door, move |door, request| Box::pin(go(door, request, Arc::clone(&there))))))
        .at(
            "/sign-in/provider/back",
            get(open(door, move |door, request| Box::pin(back(door, request, Arc::clone(&connection))))),
        )
}

/// Where the provider sends browsers back to.
fn address(door: &Door, request: &Request) -> String {
    let host = request.header("host").unwrap_or("localhost");
    let origin = door.host.public_url().map_or_else(|| format!("http://{host}"), str::to_owned);
    format!("{origin}/sign-in/provider/back")
}

async fn go(door: Door, request: Request, connection: Arc<Connection>) -> Result<Response, Problem> {
    let query = Fields::read(request.uri().query().unwrap_or_default().as_bytes());
    let to = query.get("to").filter(|to| is_local(to)).unwrap_or("/inbox");
    match connection.begin(&address(&door, &request), to).await {
        Ok((url, asked)) => {
            let began = door.host.begin_sign_in(asked.state.secret(), PATIENCE).await;
            began.map_err(|Unavailable| Problem::unavailable())?;
            let mut response = Response::builder().status(StatusCode::SEE_OTHER).finish();
            let url = HeaderValue::try_from(url).map_err(|_| Problem::unavailable())?;
            response.headers_mut().insert(header::LOCATION, url);
            let seconds = u32::try_from(PATIENCE.as_secs()).ok();
            cookie::set(response.headers_mut(), cookie::SIGN_IN, &asked.written(), seconds, door.is_secure());
            Ok(response)
        }
        Err(refusal) => shown(&door, &request, to, refusal.status, Some(&refusal.said)).await,
    }
}

async fn back(door: Door, request: Request, connection: Arc<Connection>) -> Result<Response, Problem> {
    let asked = cookie::read(request.headers(), cookie::SIGN_IN).and_then(Asked::read);
    let to = asked.as_ref().map_or("/inbox", |asked| &asked.to).to_owned();
    let mut response = match arrived(&door, &request, &connection, asked).await {
        Ok(response) => response,
        Err(refusal) => shown(&door, &request, &to, refusal.status, Some(&refusal.said)).await?,
    };
    // What was asked is answered once.
    cookie::set(response.headers_mut(), cookie::SIGN_IN, "", Some(0), door.is_secure());
    Ok(response)
}

async fn arrived(
    door: &Door,
    request: &Request,
    connection: &Connection,
    asked: Option<Asked>,
) -> Result<Response, Refusal> {
    let answer = Fields::read(request.uri().query().unwrap_or_default().as_bytes());
    let over = || Refusal::of(StatusCode::BAD_REQUEST, "provider.over");
    // Another sign-in's answer is refused before anything in it is shown or used.
    let asked = asked.filter(|asked| asked.is_answered_by(&answer)).ok_or_else(over)?;
    // And one that came before, with a copy of the cookie.
    let is_first = door.host.use_sign_in(asked.state.secret()).await;
    let away = |Unavailable| Refusal::of(StatusCode::SERVICE_UNAVAILABLE, "problem.unavailable");
    if !is_first.map_err(away)? {
        return Err(over());
    }
    if let Some(code) = answer.get("error") {
        let why = answer.given("error_description").unwrap_or(code);
        return Err(Refusal { status: StatusCode::FORBIDDEN, said: filled("provider.denied", &[why]) });
    }
    let code = answer.given("code").ok_or_else(over)?;
    // A provider that names itself must be the one that was asked (RFC 9207).
    if answer.get("iss").is_some_and(|issuer| issuer != connection.settings.issuer) {
        return Err(Refusal::of(StatusCode::BAD_REQUEST, "provider.over"));
    }
    let claims = connection.claims(&address(door, request), code, &asked, door.host.seconds()).await?;
    let who = claims::person(&claims, &connection.settings.user_claim)?;
    // Nobody gets a session whom the interface would refuse, such as the inactive.
    let operations = Operations::new(Arc::clone(&door.host), who.clone());
    let refused = |problem: Problem| Refusal {
        status: StatusCode::from_u16(problem.status).unwrap_or(StatusCode::FORBIDDEN),
        said: problem.line(),
    };
    operations.aside("/me", &Fields::default()).await.map_err(refused)?;
    sign_in(door, request, who, SignedInBy::Provider, &asked.to).await.map_err(refused)
}
