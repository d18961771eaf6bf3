//! What waits for the caller's signature, whatever its type. See docs/rules/signing.md#what-waits-for-me.

use engine::document::Document;
use engine::document::stage::Submission;
use engine::store::read::documents::cursor as cursor_of;
use poem_openapi::{Object, OpenApi, param::Query};

use crate::app::App;
use crate::auth::Auth;
use crate::problem::Problem;
use crate::reply::{Ok200, Reply};
use crate::schema::document::shared::amount;
use crate::schema::page::{PageOf, filled, request};
use crate::schema::{Amount, WireDate, WireTimestamp};

/// A document that waits for a signature.
#[derive(Object, Debug)]
pub struct PendingDocument {
    /// `journal_entry`, `bill`, `invoice` …
    pub document_type: String,
    pub document_id: String,
    pub tran_date: WireDate,
    pub memo: Option<String>,
    pub currency: String,
    pub amount: Amount,
    /// The level that waits.
    pub level: u32,
    pub required_approval_level: u32,
    pub current_approval_level: u32,
    pub submitted_at: Option<WireTimestamp>,
    pub submitted_by: Option<String>,
}

impl From<Document> for PendingDocument {
    fn from(document: Document) -> Self {
        let (submitted, submission) = (document.stage.submitted(), document.stage.submission());
        let step = submission.and_then(Submission::current_step);
        Self {
            document_type: document.key.kind.name().into(),
            document_id: document.key.id,
            tran_date: document.content.tran_date.into(),
            memo: document.content.memo,
            currency: document.content.currency.code().into(),
            amount: amount(document.content.total, document.content.currency),
            level: step.map_or(0, |step| step.level),
            required_approval_level: submission.map_or(0, |submission| submission.plan.required_level),
            current_approval_level: submission.map_or(0, |submission| submission.level),
            submitted_at: submitted.map(|submitted| submitted.at.into()),
            submitted_by: submitted.map(|submitted| submitted.by.to_string()),
        }
    }
}

/// The approver's desk.
pub struct ApprovalApi(pub App);

#[OpenApi(prefix_path = "/approvals")]
impl ApprovalApi {
    /// Documents of every type that wait for the caller's signature
    ///
    /// Those whose current level the caller may sign, by permission, role, person, manager or delegation, and did not make.
    #[oai(path = "/pending", method = "get")]
    async fn pending(
        &self,
        auth: Auth,
        /// 1 to 200; 50 when left out. A page of large rows ends before, at about 2 MiB, and `has_more` says so.
        limit: Query<Option<u64>>,
        /// The `next_cursor` of the page before.
        cursor: Query<Option<String>>,
    ) -> Result<Reply<Ok200, PageOf<PendingDocument>>, Problem> {
        let page = request(limit.0, cursor.0, Some(true))?;
        let found = self.0.engine.pending_approvals(&auth.0, None, &page).await?;
        Ok(filled(found, cursor_of, PendingDocument::from))
    }
}
