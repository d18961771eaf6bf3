//! The answer of a report: JSON or CSV.

use std::future::Future;
use std::marker::PhantomData;

use poem::http::header;
use poem::{IntoResponse, Request, Response};
use poem_openapi::registry::{MetaMediaType, MetaResponse, MetaResponses, MetaSchema, MetaSchemaRef, Registry};
use poem_openapi::types::{ToJSON, Type};
use poem_openapi::{ApiResponse, Enum};

use crate::accept;
use crate::download;
use crate::download::pieces::Pieces;
use crate::problem::Problem;
use crate::reply::{Ok200, Reply};
use crate::table::{self, Table};

/// The form of a report; goes before the `Accept` header.
#[derive(Enum, Clone, Copy, PartialEq, Eq, Debug)]
#[oai(rename_all = "snake_case", rename = "ReportFormat")]
pub enum ReportFormat {
    Json,
    Csv,
}

impl ReportFormat {
    /// The form that the query or, without one, the `Accept` header asks for; 406 when it takes neither.
    pub fn wanted(asked: Option<Self>, request: &Request) -> Result<Self, Problem> {
        match asked {
            Some(format) => Ok(format),
            None => match accept::choose(request, &["application/json", "text/csv"])? {
                "text/csv" => Ok(Self::Csv),
                _ => Ok(Self::Json),
            },
        }
    }
}

/// A report whose JSON is a `T`.
#[derive(Debug)]
pub struct Report<T> {
    response: Response,
    marker: PhantomData<fn() -> T>,
}

impl<T: ToJSON + Table> Report<T> {
    /// In the form that was asked for. Both are made of the same view, so they say the same.
    pub fn new(format: ReportFormat, view: &T) -> Result<Self, Problem> {
        match format {
            ReportFormat::Json => Ok(Self::json(view)),
            ReportFormat::Csv => {
                let text = format!(
                    "{}{}",
                    table::header_with(T::COLUMNS, view.further_columns())?,
                    table::rows(&view.rows())?
                );
                let response = Response::builder()
                    .header(header::CONTENT_TYPE, table::CONTENT_TYPE)
                    .header(header::CONTENT_DISPOSITION, disposition(T::NAME))
                    .body(text);
                Ok(response.into())
            }
        }
    }
}

impl<T> Report<T> {
    /// Written while it is read. `name` is that of the CSV file.
    pub async fn written<F>(format: ReportFormat, name: &str, write: impl Fn(Pieces) -> F) -> Result<Self, Problem>
    where
        F: Future<Output = Result<(), Problem>> + Send + 'static,
    {
        let response = match format {
            ReportFormat::Json => Response::builder().header(header::CONTENT_TYPE, "application/json"),
            ReportFormat::Csv => Response::builder()
                .header(header::CONTENT_TYPE, table::CONTENT_TYPE)
                .header(header::CONTENT_DISPOSITION, disposition(name)),
        };
        Ok(response.body(download::pieces::written(write).await?).into())
    }
}

impl<T: ToJSON> Report<T> {
    pub fn json(view: &T) -> Self {
        Reply::<Ok200, T>::new(view).into_response().into()
    }
}

fn disposition(name: &str) -> String {
    format!("attachment; filename=\"{name}.csv\"")
}

impl<T> From<Response> for Report<T> {
    fn from(mut response: Response) -> Self {
        response.headers_mut().insert(header::VARY, header::HeaderValue::from_static("Accept"));
        Self { response, marker: PhantomData }
    }
}

impl<T> IntoResponse for Report<T> {
    fn into_response(self) -> Response {
        self.response
    }
}

impl<T: Type> ApiResponse for Report<T> {
    fn meta() -> MetaResponses {
        let csv = MetaSchema {
            description: Some(
                "RFC 4180 with a header row. A text that begins with `=`, `+`, `-` or `@` has a `'` before it",
            ),
            ..MetaSchema::new("string")
        };
        let content = vec![
            MetaMediaType { content_type: "application/json", schema: T::schema_ref() },
            MetaMediaType { content_type: "text/csv", schema: MetaSchemaRef::Inline(Box::new(csv)) },
        ];
        let response =
            MetaResponse { description: "The report", status: Some(200), status_range: None, content, headers: vec![] };
        MetaResponses { responses: vec![response] }
    }

    fn register(registry: &mut Registry) {
        T::register(registry);
    }
}
