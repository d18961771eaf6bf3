//! Bank reconciliation: a statement against the ledger of one bank account. See docs/rules/reconciliation.md#session.

use engine::books::command::{Snapshot, Takes, Wants};
use engine::features::reconciliation::commands::Marked;
use engine::features::reconciliation::commands::clear::Clear;
use engine::features::reconciliation::commands::complete::Complete;
use engine::features::reconciliation::commands::create::CreateReconciliation;
use engine::features::reconciliation::commands::delete::DeleteReconciliation;
use engine::features::reconciliation::commands::reopen::Reopen;
use engine::features::reconciliation::commands::unclear::Unclear;
use engine::features::reconciliation::commands::update::UpdateReconciliation;
use engine::features::reconciliation::model::{ID_PREFIX, RESOURCE, Reconciliation, WantedSession, seen};
use engine::features::reconciliation::query::Filter;
use engine::values::error::Refusal;
use poem::Request;
use poem_openapi::types::ToJSON;
use poem_openapi::{OpenApi, param::Path, param::Query};

use super::worksheets;
use crate::app::App;
use crate::auth::Auth;
use crate::auth::reads::{Readable, Reads};
use crate::body::{Body, Edit};
use crate::call::Call;
use crate::feature::documents::EmptyBody;
use crate::feature::reconciliation::wire::{
    ClearTransactionsInput, MarkedTransactions, ReconciliationInput, ReconciliationStatus, ReconciliationUpdate,
    ReconciliationView, ReopenReconciliationInput, TransactionIds, UnclearTransactionsInput, WorksheetView,
};
use crate::feature::trail;
use crate::headers::{IdempotencyKey, IfMatch};
use crate::problem::Problem;
use crate::problem::refused::Refused;
use crate::reply::{Created201, NoContent, Ok200, Reply};
use crate::schema::Id;
use crate::schema::page::{PageOf, filled_run_by_run, request};
use crate::schema::trail::Trail;
use crate::schema::words::NoInput;
use crate::spec::PREFIX;

/// Bank reconciliation sessions.
pub struct ReconciliationApi(pub App);

impl Readable for ReconciliationApi {
    const TAKES: Takes = Takes::These(&[(RESOURCE, "read")]);
}

#[OpenApi(prefix_path = "/reconciliations")]
impl ReconciliationApi {
    /// Begin a reconciliation of a bank account
    ///
    /// For one bank statement of an active account of subtype `bank` or `card`. An account has one reconciliation in progress at a time
    /// (409 `reconciliation_in_progress`), and each statement is later than the last completed one (422). All amounts are in
    /// the account's own currency or, when it has none, in the base currency.
    #[oai(path = "/", method = "post")]
    async fn create(
        &self,
        auth: Auth,
        raw: &Request,
        key: IdempotencyKey,
        body: Body<ReconciliationInput>,
    ) -> Result<Reply<Created201, ReconciliationView>, Refused<CreateReconciliation>> {
        let call = Call::new(auth, raw, key, IfMatch(None), &body.raw);
        let (input, faults) = body.into_parts();
        let command = CreateReconciliation {
            reconciliation_id: input.reconciliation_id.map_or_else(|| engine::values::id::fresh(ID_PREFIX), Into::into),
            account_id: input.account_id.0.map(Into::into),
            statement_date: input.statement_date.0.map(|date| date.0),
            statement_ending_balance: input.statement_ending_balance.0.map(|amount| amount.0),
            bank_adjustments: input.bank_adjustments.map(|amount| amount.0),
            book_adjustments: input.book_adjustments.map(|amount| amount.0),
            memo: input.memo.map(Into::into),
            faults,
        };
        let render = |session: &Reconciliation| {
            rendered::<Created201>(session).location(format!("{PREFIX}/reconciliations/{}", session.reconciliation_id))
        };
        self.0.run(call, command, render).await
    }

    /// List reconciliations
    ///
    /// Newest first, in progress and completed.
    #[oai(path = "/", method = "get")]
    async fn list(
        &self,
        auth: Reads<Self>,
        /// Only those of this account.
        account_id: Query<Option<Id>>,
        /// Only those that stand so.
        status: Query<Option<ReconciliationStatus>>,
        /// 1 to 200; 50 when left out. A page of large rows ends before, at about 2 MiB, and `has_more` says so.
        limit: Query<Option<u64>>,
        /// The `next_cursor` of the page before.
        cursor: Query<Option<String>>,
        /// Also count all rows, as `total`.
        count: Query<Option<bool>>,
    ) -> Result<Reply<Ok200, PageOf<ReconciliationView>>, Problem> {
        let page = request(limit.0, cursor.0, count.0)?;
        let filter = Filter { account_id: account_id.0.map(Into::into), status: status.0.map(Into::into) };
        let listing = self.0.engine.list_reconciliations(&auth.0, &filter, &page).await?;
        filled_run_by_run(listing, |session| ReconciliationView::from(&session)).await
    }

    /// Read a reconciliation
    ///
    /// The session itself; its figures stand on the worksheet.
    #[oai(path = "/:reconciliation_id", method = "get")]
    async fn read(
        &self,
        auth: Reads<Self>,
        reconciliation_id: Path<Id>,
    ) -> Result<Reply<Ok200, ReconciliationView>, Problem> {
        let seen = self.0.look(&auth, &session(&reconciliation_id.0)).await?;
        Ok(rendered(found(&seen, &reconciliation_id.0)?))
    }

    /// Change a reconciliation in progress
    ///
    /// Any of the fields; what is left out stays. `bankAdjustmentItems` and `bookAdjustmentItems` say what the adjustments are made of,
    /// each with a reason: together with a total they must sum to it (422), alone they set it. A total alone that differs from what the
    /// items sum to takes them away. Read-only fields are taken when they equal what is stored, so that what
    /// was read can be put back with changes. A completed reconciliation does not change until it is reopened: 409
    /// `reconciliation_completed`.
    #[oai(path = "/:reconciliation_id", method = "put")]
    async fn update(
        &self,
        auth: Auth,
        raw: &Request,
        reconciliation_id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        body: Edit<ReconciliationUpdate>,
    ) -> Result<Reply<Ok200, ReconciliationView>, Refused<UpdateReconciliation>> {
        let mut body = body;
        let call = Call::new(auth, raw, key, if_match, &body.raw);
        let found = self.0.engine.look(call.actor(), &session(&reconciliation_id.0)).await?;
        let shown = seen(&found).session.as_ref().map(ReconciliationView::from);
        body.check_read_only(&shown.and_then(|view| view.to_json()).unwrap_or_default());
        let (mut input, faults) = body.into_parts();
        let command = UpdateReconciliation {
            bank_adjustments: input.bank(),
            book_adjustments: input.book(),
            reconciliation_id: reconciliation_id.0.into(),
            statement_ending_balance: input.statement_ending_balance.map(|amount| amount.0),
            memo: input.memo.0.map(|memo| memo.map(Into::into)),
            faults,
        };
        self.0.run(call, command, rendered).await
    }

    /// Delete a reconciliation in progress
    ///
    /// With the marks that were set in it, for one that should not have been begun. Its audit trail stays.
    #[oai(path = "/:reconciliation_id", method = "delete")]
    async fn delete(
        &self,
        auth: Auth,
        raw: &Request,
        reconciliation_id: Path<Id>,
        if_match: IfMatch,
    ) -> Result<NoContent, Refused<DeleteReconciliation>> {
        let call = Call::new(auth, raw, IdempotencyKey(None), if_match, &[]);
        let command = DeleteReconciliation { reconciliation_id: reconciliation_id.0.into() };
        self.0.run::<_, Ok200, EmptyBody>(call, command, |()| Reply::new(&EmptyBody {})).await?;
        Ok(NoContent::default())
    }

    /// The worksheet
    ///
    /// Every posted movement of the account up to the statement date: payments, and lines of journal entries. What was voided
    /// by then is left out. `transaction_id` is the payment's id, or `<journal_entry_id>#<line_number>` (lines of other
    /// documents likewise). Where two movements of the account would be called the same, such as a bill payment and an invoice
    /// payment of one id, each is named with its document type: `bill_payment/P-1`. That form is always taken.
    ///
    /// Amounts are in the account's own currency or, when it has none, in the base currency; withdrawals are negative. Cleared
    /// is cumulative: what an earlier reconciliation of the account cleared, and bill payments that were cleared by themselves,
    /// on or before the statement date. A completed reconciliation shows what stood there when it was completed.
    #[oai(path = "/:reconciliation_id/worksheet", method = "get")]
    async fn worksheet(
        &self,
        auth: Reads<Self>,
        reconciliation_id: Path<Id>,
    ) -> Result<Reply<Ok200, WorksheetView>, Problem> {
        self.0.look(&auth, &Wants::default()).await?;
        worksheets::answer(&self.0, &reconciliation_id.0).await
    }

    /// Mark transactions as cleared
    ///
    /// All of them or none: one 422 names every element that is unknown, of another account, not posted, voided, dated after
    /// the statement date or after `cleared_date`, cleared already, ambiguous, or named twice. What is cleared after the
    /// statement date counts as uncleared on this worksheet, and as cleared on later ones.
    #[oai(path = "/:reconciliation_id/clear", method = "post")]
    async fn clear(
        &self,
        auth: Auth,
        raw: &Request,
        reconciliation_id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        body: Body<ClearTransactionsInput>,
    ) -> Result<Reply<Ok200, MarkedTransactions>, Refused<Clear>> {
        let call = Call::new(auth, raw, key, if_match, &body.raw);
        let (input, faults) = body.into_parts();
        let (ids, date) = (texts(input.transaction_ids.0), input.cleared_date.0.map(|date| date.0));
        self.0.run(call, Clear::new(reconciliation_id.0.into(), ids, date, faults), marked).await
    }

    /// Take back marks
    ///
    /// All of them or none: one 422 names every element that is not marked. What a completed reconciliation counted as cleared
    /// stays so: 409 `reconciliation_completed`.
    #[oai(path = "/:reconciliation_id/unclear", method = "post")]
    async fn unclear(
        &self,
        auth: Auth,
        raw: &Request,
        reconciliation_id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        body: Body<UnclearTransactionsInput>,
    ) -> Result<Reply<Ok200, MarkedTransactions>, Refused<Unclear>> {
        let call = Call::new(auth, raw, key, if_match, &body.raw);
        let (input, faults) = body.into_parts();
        let command = Unclear::new(reconciliation_id.0.into(), texts(input.transaction_ids.0), faults);
        self.0.run(call, command, marked).await
    }

    /// Complete a reconciliation
    ///
    /// Only when the worksheet's `difference` is 0 and `book_adjustments` are 0 (post them as entries first): otherwise 409
    /// `not_reconciled` with the figures. Adjustments that are not 0 need their items: 409 `adjustments_not_itemized`. From then on nothing of it changes, what it cleared stays cleared, and payments
    /// that it cleared cannot be voided, unless it is reopened.
    #[oai(path = "/:reconciliation_id/complete", method = "post")]
    async fn complete(
        &self,
        auth: Auth,
        raw: &Request,
        reconciliation_id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        body: Body<NoInput>,
    ) -> Result<Reply<Ok200, ReconciliationView>, Refused<Complete>> {
        let call = Call::new(auth, raw, key, if_match, &body.raw);
        let command = Complete { reconciliation_id: reconciliation_id.0.into(), faults: body.faults };
        self.0.run(call, command, rendered).await
    }

    /// Reopen a completed reconciliation
    ///
    /// Permission `reconciliation.reopen`, which accountants do not have. The account's last one alone: a later one, in progress or
    /// completed, counts on it (409 `reconciliation_not_last`; in progress itself: 409 `reconciliation_not_completed`). It is in
    /// progress again; its marks stay, and may be taken back. The trail keeps the `reason` and what was completed.
    #[oai(path = "/:reconciliation_id/reopen", method = "post")]
    async fn reopen(
        &self,
        auth: Auth,
        raw: &Request,
        reconciliation_id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        body: Body<ReopenReconciliationInput>,
    ) -> Result<Reply<Ok200, ReconciliationView>, Refused<Reopen>> {
        let call = Call::new(auth, raw, key, if_match, &body.raw);
        let (input, faults) = body.into_parts();
        let reason = input.reason.0.map(Into::into);
        let command = Reopen { reconciliation_id: reconciliation_id.0.into(), reason, faults };
        self.0.run(call, command, rendered).await
    }

    /// Everything that was done to the reconciliation
    ///
    /// Oldest first. `Clear` and `Unclear` name the transactions.
    #[oai(path = "/:reconciliation_id/audit-trail", method = "get")]
    async fn audit_trail(
        &self,
        auth: Reads<Self, true>,
        reconciliation_id: Path<Id>,
    ) -> Result<Reply<Ok200, Trail>, Problem> {
        self.0.look(&auth, &Wants::default()).await?;
        trail::of(&self.0, RESOURCE, RESOURCE, &reconciliation_id.0).await
    }
}

/// The session alone.
fn session(id: &Id) -> Wants {
    Wants::of_feature(WantedSession::Session { reconciliation_id: id.to_string() })
}

fn found<'a>(snapshot: &'a Snapshot, id: &Id) -> Result<&'a Reconciliation, Problem> {
    Ok(seen(snapshot).session.as_ref().ok_or_else(|| Refusal::not_found(RESOURCE, id))?)
}

fn rendered<S: crate::reply::Status>(session: &Reconciliation) -> Reply<S, ReconciliationView> {
    Reply::new(&ReconciliationView::from(session)).version(session.version)
}

fn marked(marked: &Marked) -> Reply<Ok200, MarkedTransactions> {
    Reply::new(&MarkedTransactions::from(marked)).version(marked.session.version)
}

fn texts(ids: Option<TransactionIds>) -> Vec<String> {
    ids.map(|ids| ids.0.into_iter().map(Into::into).collect()).unwrap_or_default()
}
