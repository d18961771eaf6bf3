//! The journal as plain-text accounting. See docs/rules/reports.md#export-of-the-journal.

use engine::books::command::{Takes, Wants};
use engine::features::export::{Asked, Format};
use engine::kernel::engine::Engine;
use engine::values::clock::Date;
use poem::{IntoResponse, Request, Response};
use poem_openapi::registry::{MetaMediaType, MetaResponse, MetaResponses, MetaSchema, MetaSchemaRef, Registry};
use poem_openapi::{ApiResponse, Enum, OpenApi, param::Query};

use crate::accept;
use crate::app::App;
use crate::auth::reads::{Readable, Reads};
use crate::download;
use crate::problem::Problem;
use crate::replica::{self, Aged, Asks};
use crate::schema::WireDate;

/// Which program it is for.
#[derive(Enum, Clone, Copy, PartialEq, Eq, Debug)]
#[oai(rename_all = "snake_case")]
pub enum ExportFormat {
    /// hledger 1.25 and newer.
    Hledger,
    /// beancount 3.
    Beancount,
}

const CONTENT_TYPE: &str = "text/plain; charset=utf-8";

/// A text that is streamed.
#[derive(Debug)]
pub struct PlainText(Response);

impl IntoResponse for PlainText {
    fn into_response(self) -> Response {
        self.0
    }
}

impl ApiResponse for PlainText {
    fn meta() -> MetaResponses {
        let schema = MetaSchemaRef::Inline(Box::new(MetaSchema::new("string")));
        let response = MetaResponse {
            description: "The journal",
            status: Some(200),
            status_range: None,
            content: vec![MetaMediaType { content_type: "text/plain", schema }],
            headers: vec![],
        };
        MetaResponses { responses: vec![response] }
    }

    fn register(_: &mut Registry) {}
}

/// Exports.
pub struct ExportApi(pub App);

impl Readable for ExportApi {
    const TAKES: Takes = Takes::These(&[("report", "read")]);
}

#[OpenApi(prefix_path = "/export")]
impl ExportApi {
    /// Export the journal
    ///
    /// Every posting, voids too, as plain-text accounting; needs `report.read`. It is one consistent state, streamed; a text that
    /// could not be finished ends with a broken connection.
    ///
    /// Accounts are named `<type>:<account_id> <account_name>` for hledger, and `Assets:1000-Cash-at-bank` for beancount, with id and
    /// name as metadata. A foreign posting has its amount and its total price in base currency (`@@`), so balances at cost
    /// (`hledger balance -B`) are those of the trial balance. Characters that are syntax to hledger (`;`, `|`, `:`, and brackets in
    /// comments) are written with a look-alike; beancount strings keep everything.
    #[oai(path = "/journal", method = "get", operation_id = "exportJournal")]
    async fn journal(
        &self,
        auth: Reads<Self>,
        /// `hledger` or `beancount`.
        format: Query<ExportFormat>,
        /// The first day of the postings; from the beginning when left out.
        from: Query<Option<WireDate>>,
        /// The last day; to the end when left out. Not before `from`.
        to: Query<Option<WireDate>>,
        request: &Request,
    ) -> Result<Aged<PlainText>, Problem> {
        self.0.look(&auth, &Wants::default()).await?;
        accept::choose(request, &["text/plain"])?;
        let (format, file) = match format.0 {
            ExportFormat::Hledger => (Format::Hledger, "journal.hledger"),
            ExportFormat::Beancount => (Format::Beancount, "journal.beancount"),
        };
        let asked =
            Asked { format, from: from.0.map_or(Date::FIRST, |day| day.0), to: to.0.map_or(Date::LAST, |day| day.0) };
        Engine::check_export(&asked)?;
        replica::read(&self.0, Asks::Recent, |books| async move {
            let write = |out| async move { Ok(books.export_journal(asked, &out).await?) };
            Ok(PlainText(download::answer(CONTENT_TYPE, file, write).await?))
        })
        .await
    }
}
