//! What waits for the caller's signature, and what came back to them, whatever its type. See docs/rules/signing.md#what-waits-for-me.

use engine::features::documents::query::pending::{DeskFilter, overdue_place};
use engine::features::documents::query::returned::place as returned_place;
use engine::values::error::Faults;
use poem_openapi::types::ToJSON;
use poem_openapi::{OpenApi, param::Query};

use crate::app::App;
use crate::auth::Auth;
use crate::feature::documents::wire::desk::Desk;
use crate::feature::documents::wire::pending::{DeskSort, PendingCount, PendingDocument};
use crate::feature::documents::wire::returned::ReturnedDocument;
use crate::problem::Problem;
use crate::problem::anyone::ForAnyone;
use crate::reply::{Ok200, Reply};
use crate::schema::document_type::DocumentType;
use crate::schema::page::{Filling, PageOf, filled, request};
use crate::schema::{Amount, WireDate, WireUserId};

/// The approver's desk.
pub struct ApprovalApi(pub App);

#[OpenApi(prefix_path = "/approvals")]
impl ApprovalApi {
    /// Documents of every type that wait for the caller's signature
    ///
    /// Those whose current level the caller may sign, by permission, role, person, manager or delegation, and did not make. `counts` has
    /// how many wait of each type, whatever the filters say. A `next_cursor` belongs to its `sort`.
    #[oai(path = "/pending", method = "get")]
    #[allow(clippy::too_many_arguments, reason = "each is a part of the request")]
    async fn pending(
        &self,
        auth: Auth,
        /// Only documents of this type.
        document_type: Query<Option<DocumentType>>,
        /// Only those of this customer, vendor or employee.
        party_id: Query<Option<WireUserId>>,
        /// Only those that this person submitted.
        submitted_by: Query<Option<WireUserId>>,
        /// Only amounts of so much or more, in base currency.
        min_amount: Query<Option<Amount>>,
        /// Only amounts of so much or less, in base currency.
        max_amount: Query<Option<Amount>>,
        /// Only what is due on this day or before.
        due_to: Query<Option<WireDate>>,
        /// Only what is late, by the deadline of its rule.
        is_late: Query<Option<bool>>,
        /// `newest` when left out.
        sort: Query<Option<DeskSort>>,
        /// 1 to 200; 50 when left out. A page of large rows ends before, at about 2 MiB, and `has_more` says so.
        limit: Query<Option<u64>>,
        /// The `next_cursor` of the page before.
        cursor: Query<Option<String>>,
        /// `false`: `total` and `counts` may be left out; the page of the newest is then as quick however many wait.
        count: Query<Option<bool>>,
    ) -> Result<Reply<Ok200, Desk>, ForAnyone> {
        let page = request(limit.0, cursor.0, count.0.or(Some(true)))?;
        let base = self.0.engine.settings.base_currency;
        let mut faults = Faults::default();
        let mut bound = |amount: Option<Amount>, name: &str| {
            let minor = amount.map(|amount| base.to_minor(amount.0)).transpose();
            minor.unwrap_or_else(|error| {
                faults.add(name, error.to_string());
                None
            })
        };
        let (min_amount, max_amount) = (bound(min_amount.0, "min_amount"), bound(max_amount.0, "max_amount"));
        faults.or(()).map_err(Problem::from)?;
        let filter = DeskFilter {
            kind: document_type.0.map(Into::into),
            party_id: party_id.0.map(|id| id.0.to_string()),
            submitted_by: submitted_by.0.map(|id| id.0),
            min_amount,
            max_amount,
            due_to: due_to.0.map(|day| day.0),
            is_late: is_late.0,
            order: sort.0.map(Into::into).unwrap_or_default(),
        };
        let desk = self.0.engine.desk(&auth.0, &filter, &page).await?;
        let mut shown = Filling::<PendingDocument>::new();
        for row in desk.page.data {
            let place = filter.order.place(&row.document);
            if !shown.add(&PendingDocument::of(row, base), place) {
                break;
            }
        }
        let counts = desk.counts.map(|counts| counts.into_iter().map(PendingCount::from).collect::<Vec<_>>());
        let counts = counts.and_then(|counts| counts.to_json());
        Ok(shown.reply_with(desk.page.next, desk.page.total, "counts", counts.as_ref()))
    }

    /// Documents that nobody signed in time
    ///
    /// Of the types that the caller may read: those whose level is past the deadline of its rule (`due_in_hours`), and those whose signers
    /// were reminded (`remind_every_hours`); the longest first. Documents On Hold are not among them, as their clock stands still. What
    /// is late has its further signers within a minute, where the rule names any (`escalate_to`).
    #[oai(path = "/overdue", method = "get")]
    async fn overdue(
        &self,
        auth: Auth,
        /// Only documents of this type.
        document_type: Query<Option<DocumentType>>,
        /// 1 to 200; 50 when left out. A page of large rows ends before, at about 2 MiB, and `has_more` says so.
        limit: Query<Option<u64>>,
        /// The `next_cursor` of the page before.
        cursor: Query<Option<String>>,
    ) -> Result<Reply<Ok200, PageOf<PendingDocument>>, ForAnyone> {
        let page = request(limit.0, cursor.0, Some(true))?;
        let base = self.0.engine.settings.base_currency;
        let found = self.0.engine.overdue(&auth.0, document_type.0.map(Into::into), &page).await?;
        Ok(filled(found, |row| overdue_place(&row.document), |row| PendingDocument::of(row, base)))
    }

    /// Documents that came back to the caller
    ///
    /// What the caller created or submitted, of the types that they may read, and another sent back (`request-change`) or rejected: the
    /// last one first. A draft is no longer among them once it is submitted again or deleted; what is `Rejected` stays. What the caller
    /// recalled or rejected by themselves is not among them. `returned` says who, when and why.
    #[oai(path = "/returned", method = "get")]
    async fn returned(
        &self,
        auth: Auth,
        /// Only documents of this type.
        document_type: Query<Option<DocumentType>>,
        /// 1 to 200; 50 when left out. A page of large rows ends before, at about 2 MiB, and `has_more` says so.
        limit: Query<Option<u64>>,
        /// The `next_cursor` of the page before.
        cursor: Query<Option<String>>,
        /// Also count all rows, as `total`.
        count: Query<Option<bool>>,
    ) -> Result<Reply<Ok200, PageOf<ReturnedDocument>>, ForAnyone> {
        let page = request(limit.0, cursor.0, count.0)?;
        let base = self.0.engine.settings.base_currency;
        let found = self.0.engine.returned(&auth.0, document_type.0.map(Into::into), &page).await?;
        Ok(filled(found, |row| returned_place(&row.document), |row| ReturnedDocument::of(row, base)))
    }
}
