//! The trail of everything, for auditors.

use engine::books::command::{Takes, Wants};
use engine::features::trail::list::Filter;
use engine::kernel::audit::reached::Reached;
use engine::kernel::chain::line::KeptHead;
use engine::values::error::Faults;
use poem_openapi::{OpenApi, param::Query};

use crate::app::App;
use crate::auth::reads::{Readable, Reads};
use crate::feature::trail::wire::{AuditHead, AuditRow, AuditVerification};
use crate::problem::Problem;
use crate::replica::{self, Aged, Asks};
use crate::reply::{Ok200, Reply};
use crate::schema::page::{PageOf, filled_run_by_run, request};
use crate::schema::{Name, WireDate};

/// The audit trail as a whole.
pub struct AuditApi(pub App);

impl Readable for AuditApi {
    const TAKES: Takes = Takes::These(&[("audit", "read")]);
}

#[OpenApi(prefix_path = "/audit")]
impl AuditApi {
    /// List the whole audit trail
    ///
    /// Everything that was ever done, newest first, with the permission `audit.read`, whatever it is about. Rows are never changed
    /// or deleted, and each is sealed into a chain of hashes within five seconds.
    #[oai(path = "/", method = "get")]
    #[allow(clippy::too_many_arguments, reason = "each is a query parameter")]
    async fn list(
        &self,
        auth: Reads<Self>,
        /// Only rows about this resource: a document type such as `bill`, or `account`, `customer`, `role` …
        resource: Query<Option<Name>>,
        /// Only rows about the one with this id; `resource` must say of what.
        resource_id: Query<Option<Name>>,
        /// Only what this user did; `system` for what the service did by itself.
        performed_by: Query<Option<Name>>,
        /// Only this action, such as `Approve`.
        action: Query<Option<Name>>,
        /// Only what was done on or after this day, in UTC.
        from: Query<Option<WireDate>>,
        /// Only what was done on or before this day, in UTC.
        to: Query<Option<WireDate>>,
        /// 1 to 200; 50 when left out. A page of large rows ends before, at about 2 MiB, and `has_more` says so.
        limit: Query<Option<u64>>,
        /// The `next_cursor` of the page before.
        cursor: Query<Option<String>>,
        /// Also count all rows, as `total`.
        count: Query<Option<bool>>,
    ) -> Result<Aged<Reply<Ok200, PageOf<AuditRow>>>, Problem> {
        let page = request(limit.0, cursor.0, count.0)?;
        let mut faults = Faults::default();
        if resource_id.is_some() && resource.is_none() {
            faults.add("resource", "is required with resource_id");
        }
        if page.after.as_ref().is_some_and(|cursor| cursor.id.parse::<i64>().is_err()) {
            faults.add("cursor", "is not a next_cursor of this list");
        }
        faults.or(()).map_err(Problem::from)?;
        let filter = Filter {
            resource: resource.0.map(Into::into),
            resource_id: resource_id.0.map(Into::into),
            performed_by: performed_by.0.map(Into::into),
            action: action.0.map(Into::into),
            from: from.0.map(|date| date.0),
            to: to.0.map(|date| date.0),
        };
        self.0.look(&auth, &Wants::default()).await?;
        let base = self.0.engine.settings.base_currency;
        let (asks, actor, filter, page) = (Asks::of(&page), &auth.0, &filter, &page);
        replica::read(&self.0, asks, |books| async move {
            let listing = books.list_audit(actor, filter, page).await?;
            filled_run_by_run(listing, |row| AuditRow::of(row, base)).await
        })
        .await
    }

    /// Read the newest seal of the trail
    ///
    /// Who keeps it elsewhere, outside the reach of whoever runs the database, can prove later that nothing before it was changed.
    #[oai(path = "/head", method = "get")]
    async fn head(&self, auth: Reads<Self>) -> Result<Reply<Ok200, AuditHead>, Problem> {
        let head = self.0.engine.read_audit_head(&auth.0).await?;
        let is_sealed = head.position > 0;
        Ok(Reply::new(&AuditHead {
            position: head.position,
            hash: head.hash,
            sealed_at: is_sealed.then(|| engine::values::clock::Timestamp::from_micros(head.sealed_at).into()),
        }))
    }

    /// Verify the trail
    ///
    /// The next 10,000 rows or so. Go on with `next_cursor` until it is null: then either every row is as it was sealed, or
    /// `finding` names the first changed, missing or inserted one. `gl audit verify` does the same beside the service.
    #[oai(path = "/verification", method = "get", operation_id = "verifyAudit")]
    async fn verify(
        &self,
        auth: Reads<Self>,
        /// A head that was kept elsewhere, `<position>:<hash>`: the trail must still contain it. Give it with every piece.
        head: Query<Option<String>>,
        /// The `next_cursor` of the piece before.
        cursor: Query<Option<String>>,
    ) -> Result<Reply<Ok200, AuditVerification>, Problem> {
        let mut faults = Faults::default();
        let kept = head.0.as_deref().map(KeptHead::parse);
        if kept == Some(None) {
            faults.add("head", "must be <position>:<64 hex digits>, as GET /audit/head has them");
        }
        let from = cursor.0.as_deref().map_or(Some(Reached::START), Reached::parse);
        if from.is_none() {
            faults.add("cursor", "is not a next_cursor of a verification");
        }
        faults.or(()).map_err(Problem::from)?;
        let piece = self.0.engine.verify_audit(&auth.0, from.unwrap_or(Reached::START), kept.flatten()).await?;
        Ok(Reply::new(&AuditVerification::of(piece)))
    }
}
