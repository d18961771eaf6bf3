//! The answer of a report: JSON, CSV, or a workbook.

use std::future::Future;
use std::marker::PhantomData;

use poem::http::header;
use poem::{IntoResponse, Request, Response, ResponseBuilder};
use poem_openapi::registry::{MetaMediaType, MetaResponse, MetaResponses, MetaSchema, MetaSchemaRef, Registry};
use poem_openapi::types::{ToJSON, Type};
use poem_openapi::{ApiResponse, Enum};

use crate::accept;
use crate::download;
use crate::download::pieces::Pieces;
use crate::download::rows::Rows;
use crate::problem::Problem;
use crate::reply::{Ok200, Reply};
use crate::sheet::{self, Sheet};
use crate::table::{self, Table};

/// The form of a report; goes before the `Accept` header.
#[derive(Enum, Clone, Copy, PartialEq, Eq, Debug)]
#[oai(rename_all = "snake_case", rename = "ReportFormat")]
pub enum ReportFormat {
    Json,
    Csv,
    Xlsx,
}

/// The form of a report that is written as a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableFormat {
    Csv,
    Xlsx,
}

impl ReportFormat {
    /// That of a table; none where it is no table.
    pub const fn table(self) -> Option<TableFormat> {
        match self {
            Self::Json => None,
            Self::Csv => Some(TableFormat::Csv),
            Self::Xlsx => Some(TableFormat::Xlsx),
        }
    }

    /// The form that the query or, without one, the `Accept` header asks for; 406 when it takes neither.
    pub fn wanted(asked: Option<Self>, request: &Request) -> Result<Self, Problem> {
        match asked {
            Some(format) => Ok(format),
            None => match accept::choose(request, &["application/json", "text/csv", sheet::CONTENT_TYPE])? {
                "text/csv" => Ok(Self::Csv),
                sheet::CONTENT_TYPE => Ok(Self::Xlsx),
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
    /// In the form that was asked for. All are made of the same view, so they say the same.
    pub fn new(format: ReportFormat, view: &T) -> Result<Self, Problem> {
        match format {
            ReportFormat::Json => Ok(Self::json(view)),
            ReportFormat::Csv => {
                let header = table::header_with(T::COLUMNS, view.further_columns())?;
                Ok(csv(T::NAME).body(format!("{header}{}", table::rows(&view.rows())?)).into())
            }
            ReportFormat::Xlsx => {
                let columns = T::COLUMNS.iter().map(|name| (*name).to_owned()).chain(view.further_columns());
                let mut sheet = Sheet::new(columns)?;
                sheet.add(&view.rows())?;
                Ok(workbook(T::NAME).body(sheet.finish()?).into())
            }
        }
    }
}

impl<T> Report<T> {
    /// JSON that is written while it is read.
    pub async fn written<F>(write: impl Fn(Pieces) -> F) -> Result<Self, Problem>
    where
        F: Future<Output = Result<(), Problem>> + Send + 'static,
    {
        let response = Response::builder().header(header::CONTENT_TYPE, "application/json");
        Ok(response.body(download::pieces::written(write).await?).into())
    }

    /// A long table: as CSV written while `fill` reads its rows, as a workbook when it is whole, or 422 when it has too many rows for
    /// one. `name` is that of the file.
    pub async fn table<F>(
        format: TableFormat,
        name: &str,
        columns: &'static [&'static str],
        fill: impl Fn(Rows) -> F,
    ) -> Result<Self, Problem>
    where
        F: Future<Output = Result<Rows, Problem>> + Send + 'static,
    {
        match format {
            TableFormat::Csv => {
                let header = table::header(columns)?;
                let write = |mut out: Pieces| {
                    out.text(&header);
                    let filled = fill(Rows::Csv(out));
                    async move { filled.await?.end().await.map(drop) }
                };
                Ok(csv(name).body(Box::pin(download::pieces::written(write)).await?).into())
            }
            TableFormat::Xlsx => {
                let _place = download::to_write().await?;
                let sheet = Sheet::new(columns.iter().map(|name| (*name).to_owned()))?;
                let bytes = fill(Rows::Sheet(Box::new(sheet))).await?.end().await?;
                Ok(workbook(name).body(bytes).into())
            }
        }
    }
}

impl<T: ToJSON> Report<T> {
    pub fn json(view: &T) -> Self {
        Reply::<Ok200, T>::new(view).into_response().into()
    }
}

fn csv(name: &str) -> ResponseBuilder {
    file(table::CONTENT_TYPE, &format!("{name}.csv"))
}

fn workbook(name: &str) -> ResponseBuilder {
    file(sheet::CONTENT_TYPE, &format!("{name}.xlsx"))
}

fn file(content_type: &str, name: &str) -> ResponseBuilder {
    Response::builder()
        .header(header::CONTENT_TYPE, content_type)
        .header(header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\""))
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
        let csv = MetaSchema::new("string");
        let workbook = MetaSchema { format: Some("binary"), ..MetaSchema::new("string") };
        let content = vec![
            MetaMediaType { content_type: "application/json", schema: T::schema_ref() },
            MetaMediaType { content_type: "text/csv", schema: MetaSchemaRef::Inline(Box::new(csv)) },
            MetaMediaType { content_type: sheet::CONTENT_TYPE, schema: MetaSchemaRef::Inline(Box::new(workbook)) },
        ];
        let response =
            MetaResponse { description: "The report", status: Some(200), status_range: None, content, headers: vec![] };
        MetaResponses { responses: vec![response] }
    }

    fn register(registry: &mut Registry) {
        T::register(registry);
    }
}
