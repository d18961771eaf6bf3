//! A form with fields and lines.

use askama::Template;
use poem::Response;
use poem::http::StatusCode;

use super::grid::Lines;
use crate::filters;
use crate::frame::Frame;
use crate::page::editor::choices::Suggestions;
use crate::page::form_field::FormField;
use crate::problem::Problem;
use crate::visit::page_with;

/// What somebody else saved while the form was written.
pub struct Meanwhile {
    pub by: String,
    pub version: String,
    /// Where it stands.
    pub page: String,
}

/// Whether the form can be sent.
pub struct Write {
    pub is_allowed: bool,
    /// The permission that it takes.
    pub permission: &'static str,
}

/// The page.
#[derive(Template)]
#[template(path = "lines/form.html")]
pub struct FormPage {
    pub frame: Frame,
    pub about: &'static str,
    /// What the button says.
    pub go: &'static str,
    /// What is said about the lines.
    pub hint: &'static str,
    pub action: String,
    pub back: String,
    pub problem: Option<Problem>,
    pub meanwhile: Option<Meanwhile>,
    pub version: String,
    pub key: String,
    pub fields: Vec<FormField>,
    pub lines: Lines,
    pub suggestions: Suggestions,
    pub write: Write,
}

impl FormPage {
    pub fn into_response(self) -> Result<Response, Problem> {
        let status = self.problem.as_ref().map_or(StatusCode::OK, Problem::status_code);
        page_with(status, &self)
    }
}
