//! What one document has posted or would post: the same for every document type. See docs/rules/postings.md.

use engine::books::action::to_ledger;
use engine::books::command::{Takes, Wants};
use engine::books::document::Status;
use engine::values::kind::{Action, DocumentKey, DocumentKind};
use poem_openapi::{OpenApi, param::Path};

use super::each_type::Handlers;
use crate::app::App;
use crate::auth::reads::{Readable, Reads};
use crate::feature::documents::wire::posting::{DocumentPostings, LedgerLine};
use crate::problem::Problem;
use crate::reply::{Ok200, Reply};
use crate::schema::Id;
use crate::schema::document_type::DocumentType;

/// Postings of documents of one type.
pub struct Postings {
    app: App,
    kind: DocumentKind,
}

impl Handlers for Postings {
    const ACTION: Option<Action> = None;

    fn new(app: &App, kind: DocumentKind) -> Self {
        Self { app: app.clone(), kind }
    }
}

impl Readable for Postings {
    const TAKES: Takes = Takes::OnType("read");
}

#[OpenApi]
impl Postings {
    /// What it has put into the ledger, or would put there
    ///
    /// Of one that is not posted yet, `data` is what it would post now.
    #[oai(path = "/:id/postings", method = "get")]
    async fn postings(&self, auth: Reads<Self>, id: Path<Id>) -> Result<Reply<Ok200, DocumentPostings>, Problem> {
        let key = DocumentKey::new(self.kind, id.0);
        let wants = Wants { postings_of: [key.clone()].into(), ..Wants::document(&key) };
        let seen = self.app.look_at(&auth, Some(self.kind), &wants).await?;
        let document = seen.document(&key)?;
        let base = seen.settings.base_currency;
        let name_of = |id: &str| seen.catalog.accounts.get(id).map(|account| account.account_name.clone());
        let posted: Vec<LedgerLine> = seen
            .postings
            .iter()
            .filter(|posting| posting.source == key)
            .flat_map(|posting| LedgerLine::all(posting, base, &name_of))
            .collect();
        let is_posted = !posted.is_empty();
        let may_post = Status::UNPOSTED.contains(&document.status());
        let data = if is_posted || !may_post {
            posted
        } else {
            let lines = to_ledger::lines(document, &seen).unwrap_or_default();
            let currency = document.content.currency;
            lines.iter().map(|line| LedgerLine::of(line, "document", currency, base, &name_of)).collect()
        };
        Ok(Reply::new(&DocumentPostings {
            document_type: DocumentType(self.kind),
            document_id: key.id,
            is_posted,
            data,
        }))
    }
}
