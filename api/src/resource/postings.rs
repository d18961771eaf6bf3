//! What one document has posted or would post. See docs/rules/postings.md.

use engine::action::document::{kind, settlement};
use engine::command::Wants;
use engine::document::Status;
use engine::error::Refusal;
use engine::kind::DocumentKey;
use poem_openapi::{OpenApi, param::Query};

use crate::app::App;
use crate::auth::Auth;
use crate::problem::Problem;
use crate::reply::{Ok200, Reply};
use crate::schema::Id;
use crate::schema::document_type::DocumentType;
use crate::schema::posting::{DocumentPostings, LedgerLine};

/// Postings by their document.
pub struct PostingApi(pub App);

#[OpenApi(prefix_path = "/postings")]
impl PostingApi {
    /// What one document has put into the ledger, or would put there
    ///
    /// Of one that is not posted yet, `data` is what it would post as it is now; of one that never will be, nothing. Needs the
    /// type's `read` permission.
    #[oai(path = "/", method = "get", operation_id = "listPostings")]
    async fn of_document(
        &self,
        auth: Auth,
        document_type: Query<DocumentType>,
        /// Its id
        document_id: Query<Id>,
    ) -> Result<Reply<Ok200, DocumentPostings>, Problem> {
        let key = DocumentKey::new(document_type.0.0, document_id.0.to_string());
        let wants = Wants { postings_of: [key.clone()].into(), ..Wants::document(&key) };
        let seen = self.0.look(&auth.0, key.kind.name(), &wants).await?;
        let document = seen.documents.get(&key).ok_or_else(|| Refusal::not_found(key.kind.title(), &key.id))?;
        let base = seen.settings.base_currency;
        let name_of = |id: &str| seen.catalog.accounts.get(id).map(|account| account.account_name.clone());
        let posted: Vec<LedgerLine> =
            seen.postings.iter().flat_map(|posting| LedgerLine::all(posting, base, &name_of)).collect();
        let is_posted = !posted.is_empty();
        let may_post = Status::UNPOSTED.contains(&document.status());
        let data = if is_posted || !may_post {
            posted
        } else {
            let paid = Wants { documents: document.pays().into_iter().cloned().collect(), ..Wants::default() };
            let paid = self.0.engine.look(&auth.0, &paid).await?;
            let settled = settlement::settled_by(document, &paid);
            let lines = kind::posting_lines(document, settled, &seen.catalog, &seen.settings).unwrap_or_default();
            let currency = document.content.currency;
            lines.iter().map(|line| LedgerLine::of(line, "document", currency, base, &name_of)).collect()
        };
        Ok(Reply::new(&DocumentPostings { document_type: document_type.0, document_id: key.id, is_posted, data }))
    }
}
