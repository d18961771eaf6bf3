//! One request for a page: who asks, what for, and the operations that answer it.

use std::sync::{Arc, Mutex, PoisonError};

use askama::Template;
use poem::http::{HeaderValue, StatusCode, header};
use poem::{Body, Response};

use crate::fields::Fields;
use crate::frame::{Frame, Me, Said, curl};
use crate::host::{Host, Session};
use crate::interface::schema::ChangeRequested;
use crate::json::Members;
use crate::operations::{Answer, Operations, segment};
use crate::problem::Problem;
use crate::reader::Reader;
use crate::tour::Bar;

/// What a page gets.
pub struct Visit {
    pub host: Arc<dyn Host>,
    pub session: Session,
    pub operations: Operations,
    pub reader: Reader,
    pub me: Me,
    pub query: Fields,
    pub form: Fields,
    /// The file of a form that has one, until it is taken.
    pub file: Mutex<Option<Body>>,
    /// The path without its query.
    pub path: String,
    /// The parameters of the path by name.
    pub params: Fields,
    /// `http://host:port`, as the browser knows the service.
    pub origin: String,
    /// What the last change came to.
    pub said: Option<Said>,
    /// The views of registers that the reader named, as the cookie has them.
    pub views: String,
    /// Whether a script asks for a part of the page.
    pub wants_part: bool,
}

impl Visit {
    /// Whether browsers reach the service by https.
    pub fn is_secure(&self) -> bool {
        self.host.public_url().is_some_and(|url| url.starts_with("https:"))
    }

    /// A parameter of the path.
    pub fn param(&self, name: &str) -> &str {
        self.params.get(name).unwrap_or_default()
    }

    /// The file that came with the form; once.
    pub fn take_file(&self) -> Option<Body> {
        self.file.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// The path of the page with its query.
    pub fn address(&self) -> String {
        self.query.address(&self.path)
    }

    /// The frame of this page. To be made last: it names the operations that were called until then.
    pub fn frame(&self, area: &'static str, title: impl Into<String>) -> Frame {
        let is_demo = !self.host.demo_people().is_empty();
        Frame {
            tour: if is_demo { Bar::of(&self.path, &self.query, &self.me.user_id()) } else { None },
            title: title.into(),
            address: self.address(),
            company: self.host.company_name().unwrap_or_default().to_owned(),
            csrf: self.session.csrf.clone(),
            me: self.me.clone(),
            reader: self.reader,
            said: self.said.clone(),
            curl: self.operations.named().iter().map(|named| curl(named, &self.origin)).collect(),
            is_demo,
            area,
        }
    }

    /// An amount of the base currency, for the reader.
    pub fn base(&self, text: &str) -> String {
        self.amount(text, &self.me.base_currency())
    }

    /// An amount of a currency, for the reader.
    pub fn amount(&self, text: &str, currency: &str) -> String {
        self.reader.amount(text, crate::frame::decimals(currency))
    }
}

/// A page as an answer.
pub fn page(template: &impl Template) -> Result<Response, Problem> {
    page_with(StatusCode::OK, template)
}

/// A page with another status, such as 422 for a form with faults.
pub fn page_with(status: StatusCode, template: &impl Template) -> Result<Response, Problem> {
    let mut page = Bounded::default();
    let written = template.render_into(&mut page);
    if page.is_full {
        return Err(Problem::of(422, "too_large", crate::text::text("problem.page_too_long")));
    }
    written.map_err(|error| {
        tracing::error!("a page cannot be written: {error}");
        Problem::of(500, "internal", crate::text::text("problem.internal"))
    })?;
    Ok(Response::builder().status(status).content_type("text/html; charset=utf-8").body(page.text))
}

/// The longest page, in bytes: of a document with 1,000 lines it is less than half. So no page takes long to write, either.
const LONGEST: usize = 8 * 1024 * 1024;

/// A text that grows no longer than a page may be.
#[derive(Default)]
struct Bounded {
    text: String,
    is_full: bool,
}

impl std::fmt::Write for Bounded {
    fn write_str(&mut self, more: &str) -> std::fmt::Result {
        self.is_full |= self.text.len().saturating_add(more.len()) > LONGEST;
        if self.is_full {
            return Err(std::fmt::Error);
        }
        self.text.push_str(more);
        Ok(())
    }
}

/// Sends the browser on after a change, with what to say there.
pub fn redirect(to: &str, said: Option<&str>) -> Response {
    let mut response = Response::builder().status(StatusCode::SEE_OTHER).finish();
    let to = if is_local(to) { to } else { "/" };
    if let Ok(to) = HeaderValue::try_from(to) {
        response.headers_mut().insert(header::LOCATION, to);
    }
    if let Some(said) = said {
        response.extensions_mut().insert(Said { is_fine: true, text: said.to_owned() });
    }
    response
}

/// On to the change request, where the change waits for signatures, with what the interface says of it; `None` where it was made.
pub fn asked_for(answer: &Answer) -> Option<Response> {
    let request = answer.body.given(ChangeRequested::CHANGE_REQUEST_ID).filter(|_| answer.status == 202)?;
    let said = answer.body.text(ChangeRequested::MESSAGE);
    Some(redirect(&format!("/change-requests/{}", segment(&request)), Some(&said)))
}

/// A key for `X-Idempotency-Key`: a form that is sent twice does its work once.
pub fn fresh_key() -> String {
    uuid::Uuid::new_v4().to_string()
}

/// Whether an address is a path of this service.
pub fn is_local(address: &str) -> bool {
    address.starts_with('/')
        && !address.starts_with("//")
        && address.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\')
}
