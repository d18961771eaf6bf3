//! The way into every page: the session is looked up, a change must come from a form of the session, and what a page refuses is
//! told as a page. See docs/rules/console.md#forms.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex};

use super::need;
use super::sent::{Sent, throw_away};
use crate::filters;
use askama::Template;
use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use poem::endpoint::make;
use poem::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use poem::{Endpoint, Request, Response};

use crate::cookie;
use crate::fields::{Bound, Fields};
use crate::frame::{Frame, Me, Said};
use crate::host::{AskedBy, Host, Seen, Unread};
use crate::operations::Operations;
use crate::problem::Problem;
use crate::reader::Reader;
use crate::text::text;
use crate::visit::{Visit, page_with, redirect};

/// The policy of every page: scripts, styles and images of this service alone.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
    base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

type Answering = Pin<Box<dyn Future<Output = Result<Response, Problem>> + Send>>;

/// What answers a visit.
pub trait Handler: Send + Sync + 'static {
    fn answer(&self, visit: Arc<Visit>) -> Answering;
}

impl<F, A> Handler for F
where
    F: Fn(Arc<Visit>) -> A + Send + Sync + 'static,
    A: Future<Output = Result<Response, Problem>> + Send + 'static,
{
    fn answer(&self, visit: Arc<Visit>) -> Answering {
        Box::pin(self(visit))
    }
}

/// Lets visitors in.
#[derive(Clone)]
pub struct Door {
    pub host: Arc<dyn Host>,
}

/// A refusal as a page.
#[derive(Template)]
#[template(path = "problem.html")]
struct ProblemPage<'a> {
    frame: &'a Frame,
    problem: &'a Problem,
}

impl Door {
    pub fn new(host: Arc<dyn Host>) -> Self {
        Self { host }
    }

    /// An endpoint for signed-in people. A POST is let in only with the session's token.
    pub fn page(&self, handler: impl Handler) -> impl Endpoint<Output = Response> + 'static {
        self.lets_in(handler, false)
    }

    /// The same where a POST is a form with a file, which comes in while the handler passes it on.
    pub fn page_for_file(&self, handler: impl Handler) -> impl Endpoint<Output = Response> + 'static {
        self.lets_in(handler, true)
    }

    fn lets_in(&self, handler: impl Handler, has_file: bool) -> impl Endpoint<Output = Response> + 'static {
        let (door, handler): (Self, Arc<dyn Handler>) = (self.clone(), Arc::new(handler));
        make(move |request| {
            let (door, handler) = (door.clone(), Arc::clone(&handler));
            async move { Ok::<_, poem::Error>(door.answer(request, handler, has_file).await) }
        })
    }

    async fn answer(&self, mut request: Request, handler: Arc<dyn Handler>, has_file: bool) -> Response {
        // `1` of a script that wants a part of a page, `page` of one that sends a form and shows the page that answers.
        let is_script = request.header("x-console").is_some();
        let wants_part = request.header("x-console") == Some("1");
        let found = match cookie::read(request.headers(), cookie::SESSION) {
            Some(secret) => self.host.session(secret, asked_by(&request)).await,
            None => Ok(None),
        };
        let seen = match found {
            Ok(Some(seen)) => seen,
            Ok(None) if is_script => return finished(Response::builder().status(StatusCode::UNAUTHORIZED).finish()),
            // It ends the stream for good. After a redirection the browser would say that a page is no stream of events.
            Ok(None) if wants_events(&request) => {
                return finished(Response::builder().status(StatusCode::NO_CONTENT).finish());
            }
            Ok(None) => return finished(to_sign_in(&request)),
            Err(_) => return finished(plain(&Problem::unavailable())),
        };
        let Seen { session, secret } = seen;
        let visit = match self.visit(&mut request, session, wants_part, has_file).await {
            Ok(visit) => Arc::new(visit),
            Err(problem) => return finished(plain(&problem)),
        };
        let had_said = visit.said.is_some();
        let response = match handler.answer(Arc::clone(&visit)).await {
            Ok(response) => response,
            Err(problem) => refused(&visit, &problem),
        };
        self.close(response, secret.as_deref(), had_said)
    }

    /// The cookies of the answer: a new secret, and what to say on the next page.
    fn close(&self, mut response: Response, secret: Option<&str>, had_said: bool) -> Response {
        let is_secure = self.is_secure();
        let said = response.extensions().get::<Said>().cloned();
        let headers = response.headers_mut();
        if let Some(secret) = secret {
            cookie::set(headers, cookie::SESSION, secret, None, is_secure);
        }
        match said {
            Some(said) => {
                let text: String = utf8_percent_encode(&said.text, NON_ALPHANUMERIC).collect();
                cookie::set(headers, cookie::SAID, &text, Some(60), is_secure);
            }
            None if had_said => cookie::set(headers, cookie::SAID, "", Some(0), is_secure),
            None => {}
        }
        finished(response)
    }

    /// Whether browsers reach the service by https.
    pub fn is_secure(&self) -> bool {
        self.host.public_url().is_some_and(|url| url.starts_with("https:"))
    }

    /// The form of a POST, which must come from this service, of somebody with the permission, and carry the session's token. In this
    /// order: nobody's body is read whom its operation would refuse anyhow.
    async fn form(&self, request: &mut Request, me: &Me, csrf: &str, has_file: bool) -> Result<Sent, Problem> {
        if request.method() != Method::POST {
            return Ok(Sent::default());
        }
        if !comes_from_here(request.headers()) {
            return Err(Problem::forged());
        }
        need::refuse(me, request.original_uri().path())?;
        let sent = if has_file {
            let body = self.host.file(request).await.map_err(told)?;
            Sent::read(request, body).await?
        } else {
            Sent { fields: self.read_form(request).await?, file: None }
        };
        if same(sent.fields.get("csrf").unwrap_or_default(), csrf) {
            return Ok(sent);
        }
        if let Some(file) = sent.file {
            throw_away(file.into_async_read());
        }
        Err(Problem::forged())
    }

    /// The fields of a request's body.
    pub async fn read_form(&self, request: &mut Request) -> Result<Fields, Problem> {
        let bytes = self.host.body(request).await.map_err(told)?;
        let fault = |key: &str| Problem::of(422, "too_large", text(key));
        Fields::of_form(&bytes).map_err(|bound| match bound {
            Bound::Fields => fault("problem.too_many_fields"),
            Bound::Lines => fault("problem.too_many_lines"),
        })
    }

    async fn visit(
        &self,
        request: &mut Request,
        session: crate::host::Session,
        wants_part: bool,
        has_file: bool,
    ) -> Result<Visit, Problem> {
        let operations = Operations::new(Arc::clone(&self.host), session.person.clone());
        let me = Me(operations.aside("/me", &Fields::default()).await?);
        let Sent { fields: form, file } = self.form(request, &me, &session.csrf, has_file).await?;
        let headers = request.headers();
        let said = cookie::read(headers, cookie::SAID).filter(|text| !text.is_empty() && !wants_part);
        Ok(Visit {
            operations,
            session,
            reader: cookie::read(headers, cookie::READER)
                .map_or_else(|| Reader::of_languages(&languages(headers)), Reader::read),
            me,
            query: Fields::read(request.uri().query().unwrap_or_default().as_bytes()),
            form,
            file: Mutex::new(file),
            path: request.original_uri().path().to_owned(),
            params: params(request),
            origin: self.origin(headers),
            said: said
                .map(|text| Said { is_fine: true, text: percent_decode_str(text).decode_utf8_lossy().into_owned() }),
            host: Arc::clone(&self.host),
            views: cookie::read(headers, cookie::VIEWS).unwrap_or_default().to_owned(),
            wants_part,
        })
    }

    fn origin(&self, headers: &HeaderMap) -> String {
        let host = headers.get(header::HOST).and_then(|value| value.to_str().ok()).unwrap_or("localhost");
        self.host.public_url().map_or_else(|| format!("http://{host}"), str::to_owned)
    }
}

/// Why a body was not read, as pages say it.
fn told(unread: Unread) -> Problem {
    match unread {
        Unread::TooLarge => Problem::of(413, "too_large", text("problem.too_large")),
        Unread::BrokenOff => Problem::of(400, "broken_request", text("problem.broken")),
        Unread::Busy => Problem::of(503, "busy", text("problem.busy")),
    }
}

/// What the browser says of its reader's languages.
fn languages(headers: &HeaderMap) -> String {
    let lines = headers.get_all(header::ACCEPT_LANGUAGE).iter().filter_map(|value| value.to_str().ok());
    lines.collect::<Vec<_>>().join(",")
}

fn params(request: &Request) -> Fields {
    let params: std::collections::BTreeMap<String, String> = request.path_params().unwrap_or_default();
    Fields(params.into_iter().collect())
}

/// Whether a browser says that one of our own pages sends this. A browser too old to say it sends `Origin`, at least.
pub fn comes_from_here(headers: &HeaderMap) -> bool {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    if let Some(site) = text("sec-fetch-site") {
        return site == "same-origin" || site == "none";
    }
    let host = text("host").unwrap_or_default();
    text("origin").is_none_or(|origin| origin.split_once("://").is_some_and(|(_, from)| from == host))
}

/// Compares without telling by its time how much is the same.
pub fn same(given: &str, expected: &str) -> bool {
    let (given, expected) = (given.as_bytes(), expected.as_bytes());
    given.len() == expected.len()
        && given.iter().zip(expected).fold(0, |differs, (one, other)| differs | (one ^ other)) == 0
}

/// A page says of itself what nobody clicked for. Who sends that of their own requests has a shorter session.
fn asked_by(request: &Request) -> AskedBy {
    let is_by_itself = request.header("x-by-itself").is_some() || wants_events(request);
    if is_by_itself { AskedBy::Page } else { AskedBy::Person }
}

/// Whether a page listens here for changes of what it shows.
fn wants_events(request: &Request) -> bool {
    request.header("accept") == Some("text/event-stream")
}

/// To the sign-in, and back to this page afterwards: after a change, to the page with its form.
fn to_sign_in(request: &Request) -> Response {
    let back = if request.method() == Method::GET {
        request.original_uri().path_and_query().map(|path| path.as_str().to_owned())
    } else {
        let from = request
            .header("referer")
            .and_then(|from| from.split_once("://"))
            .and_then(|(_, rest)| rest.split_once('/'));
        from.map(|(_, path)| format!("/{path}"))
    };
    let fields = Fields::default().with("to", back.as_deref().filter(|back| *back != "/"));
    redirect(&fields.address("/sign-in"), None)
}

/// A refusal inside the frame.
fn refused(visit: &Visit, problem: &Problem) -> Response {
    let frame = visit.frame("", problem.status.to_string());
    let status = StatusCode::from_u16(problem.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    page_with(status, &ProblemPage { frame: &frame, problem }).unwrap_or_else(|problem| plain(&problem))
}

/// A refusal outside of the frame, of a request that no page has seen: such as 503, when too many run.
pub fn refusal(status: u16, code: &str, key: &str) -> Response {
    finished(plain(&Problem::of(status, code, text(key))))
}

/// A refusal outside of the frame, for who is not signed in.
pub fn plain(problem: &Problem) -> Response {
    #[derive(Template)]
    #[template(path = "bare_problem.html")]
    struct Bare<'a> {
        problem: &'a Problem,
    }
    let status = StatusCode::from_u16(problem.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut page = page_with(status, &Bare { problem }).unwrap_or_else(|_| Response::builder().status(status).finish());
    if status == StatusCode::SERVICE_UNAVAILABLE {
        page.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
    }
    page
}

/// The headers of every page.
pub fn finished(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    // Forms without a script find their way back by it; other sites learn nothing.
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    response
}
