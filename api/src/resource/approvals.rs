//! What waits for the caller's signature, whatever its type. See docs/rules/signing.md#what-waits-for-me.

use engine::query::documents::cursor as cursor_of;
use poem_openapi::{OpenApi, param::Query};

use crate::app::App;
use crate::auth::Auth;
use crate::problem::anyone::ForAnyone;
use crate::reply::{Ok200, Reply};
use crate::schema::page::{PageOf, filled, request};
use crate::schema::pending::PendingDocument;

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
    ) -> Result<Reply<Ok200, PageOf<PendingDocument>>, ForAnyone> {
        let page = request(limit.0, cursor.0, Some(true))?;
        let found = self.0.engine.pending_approvals(&auth.0, None, &page).await?;
        Ok(filled(found, cursor_of, PendingDocument::from))
    }
}
