//! Delegations: who signs for whom. See docs/rules/signing.md#delegations.

use engine::approval::access::DELEGATION;
use engine::approval::access::Delegation;
use engine::approval::catalog::Catalog;
use engine::books::command::{Snapshot, Takes};
use engine::features::delegations::commands::{DelegationDraft, RevokeDelegation, SaveDelegation};
use engine::values::error::Faults;
use engine::values::id::fresh;
use engine::values::money::Currency;
use engine::values::page::Cursor;
use poem::Request;
use poem_openapi::{OpenApi, param::Path, param::Query};

use crate::app::App;
use crate::auth::Auth;
use crate::auth::reads::{Readable, Reads};
use crate::body::{Body, Edit};
use crate::call::Call;
use crate::feature::delegations::wire::{DelegationInput, DelegationUpdate, DelegationView};
use crate::feature::master;
use crate::feature::master::{InCatalog, Master};
use crate::headers::{IdempotencyKey, IfMatch};
use crate::order::about::About;
use crate::problem::Problem;
use crate::problem::refused::Refused;
use crate::reply::{Created201, NoContent, Ok200, Reply};
use crate::schema::document_type::DocumentType;
use crate::schema::page::{PageOf, request};
use crate::schema::trail::Trail;
use crate::schema::{Id, List, Nullable, SideAmount, WireDate, WireUserId};

/// Delegations, as master data.
pub struct Delegations;

impl Readable for Delegations {
    const TAKES: Takes = Takes::These(&[(DELEGATION, "read")]);
}

impl Master for Delegations {
    type Record = Delegation;
    type View = DelegationView;
    type Input = DelegationInput;
    type Update = DelegationUpdate;
    type Save = SaveDelegation;
    const PATH: &'static str = "/delegations";
    const ABOUT: About = About::Delegation;

    fn find(seen: &Snapshot, id: &str) -> Option<Delegation> {
        seen.catalog.delegations.get(id).cloned()
    }

    fn view(given: &Delegation, base: Currency) -> DelegationView {
        DelegationView::of(given, base)
    }

    fn place(given: &Delegation) -> (String, i64) {
        (given.delegation_id.clone(), given.version)
    }

    fn create(input: DelegationInput, faults: Faults) -> SaveDelegation {
        let draft = DelegationDraft {
            from_user_id: input.from_user_id.map(Into::into),
            to_user_id: input.to_user_id.0.map(Into::into),
            first_day: input.first_day.0.map(|day| day.0),
            last_day: input.last_day.0.map(|day| day.0),
            reason: input.reason.0.map(Into::into),
            ..scope(input.document_types, input.amount_limit)
        };
        let delegation_id = input.delegation_id.map_or_else(|| fresh("DLG"), Into::into);
        SaveDelegation { delegation_id, draft, create: true, faults }
    }

    fn update(delegation_id: String, input: DelegationUpdate, faults: Faults) -> SaveDelegation {
        let draft = DelegationDraft {
            first_day: input.first_day.map(|day| day.0),
            last_day: input.last_day.map(|day| day.0),
            reason: input.reason.map(Into::into),
            ..scope(input.document_types, input.amount_limit)
        };
        SaveDelegation { delegation_id, draft, create: false, faults }
    }
}

/// What it covers.
fn scope(types: Nullable<List<DocumentType, 1, 50>>, limit: Nullable<SideAmount>) -> DelegationDraft {
    let types = types.0.map(|types| types.map(|list| list.0.into_iter().map(Into::into).collect()));
    let amount_limit = limit.0.map(|limit| limit.map(|limit| limit.0));
    DelegationDraft { document_types: types, amount_limit, ..DelegationDraft::default() }
}

impl InCatalog for Delegations {
    fn rows(catalog: &Catalog) -> impl Iterator<Item = &Delegation> {
        catalog.delegations.values()
    }

    fn at(given: &Delegation) -> Cursor {
        Cursor { at: 0, id: given.delegation_id.clone() }
    }
}

/// Who signs for whom.
pub struct DelegationApi(pub App);

#[OpenApi(prefix_path = "/delegations")]
impl DelegationApi {
    /// Delegate signatures
    ///
    /// The delegate signs what the person could sign by name, as a manager and by their recorded roles, up to their limits, and needs the
    /// `approve` permission. It leads no further. Once a delegate signed for somebody, neither signs another level of the document.
    #[oai(path = "/", method = "post")]
    async fn create(
        &self,
        auth: Auth,
        raw: &Request,
        key: IdempotencyKey,
        body: Body<DelegationInput>,
    ) -> Result<Reply<Created201, DelegationView>, Refused<SaveDelegation, true>> {
        master::create::<Delegations>(&self.0, auth, raw, key, body).await
    }

    /// List delegations
    ///
    /// Those that ended and those that were revoked included.
    #[oai(path = "/", method = "get")]
    #[allow(clippy::too_many_arguments, reason = "each is a part of the request")]
    async fn list(
        &self,
        auth: Reads<Delegations>,
        /// Only delegations by this person.
        from_user_id: Query<Option<WireUserId>>,
        /// Only delegations to this person.
        to_user_id: Query<Option<WireUserId>>,
        /// Only delegations that are in force on this day.
        on: Query<Option<WireDate>>,
        /// 1 to 200; 50 when left out. A page of large rows ends before, at about 2 MiB, and `has_more` says so.
        limit: Query<Option<u64>>,
        /// The `next_cursor` of the page before.
        cursor: Query<Option<String>>,
        /// Also count all rows, as `total`.
        count: Query<Option<bool>>,
    ) -> Result<Reply<Ok200, PageOf<DelegationView>>, Problem> {
        let page = request(limit.0, cursor.0, count.0)?;
        let wanted = move |given: &Delegation| {
            from_user_id.0.as_ref().is_none_or(|id| id.0 == given.from_user_id)
                && to_user_id.0.as_ref().is_none_or(|id| id.0 == given.to_user_id)
                && on.0.as_ref().is_none_or(|day| given.holds_on(day.0))
        };
        master::list::<Delegations>(&self.0, &auth, &page, wanted).await
    }

    /// Read a delegation
    ///
    /// Its `version` is the `ETag`.
    #[oai(path = "/:delegation_id", method = "get")]
    async fn read(
        &self,
        auth: Reads<Delegations>,
        delegation_id: Path<Id>,
    ) -> Result<Reply<Ok200, DelegationView>, Problem> {
        master::read::<Delegations>(&self.0, &auth, &delegation_id.0).await
    }

    /// Change a delegation
    ///
    /// What was signed by it stays signed.
    #[oai(path = "/:delegation_id", method = "put")]
    async fn update(
        &self,
        auth: Auth,
        raw: &Request,
        delegation_id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        body: Edit<DelegationUpdate>,
    ) -> Result<Reply<Ok200, DelegationView>, Refused<SaveDelegation>> {
        master::update::<Delegations>(&self.0, auth, raw, &delegation_id.0, (key, if_match), body).await
    }

    /// Revoke a delegation
    ///
    /// By who delegated, their delegate, or with `user.write`. It stays readable.
    #[oai(path = "/:delegation_id", method = "delete", operation_id = "revokeDelegation")]
    async fn revoke(
        &self,
        auth: Auth,
        raw: &Request,
        delegation_id: Path<Id>,
        if_match: IfMatch,
    ) -> Result<NoContent, Refused<RevokeDelegation>> {
        let call = Call::new(auth, raw, IdempotencyKey(None), if_match, &[]);
        let base = self.0.engine.settings.base_currency;
        let command = RevokeDelegation { delegation_id: delegation_id.0.into() };
        let render = move |given: &Delegation| Reply::new(&DelegationView::of(given, base));
        Ok(self.0.run::<_, Ok200, DelegationView>(call, command, render).await?.into())
    }

    /// Everything that was done to the delegation
    ///
    /// Oldest first.
    #[oai(path = "/:delegation_id/audit-trail", method = "get")]
    async fn audit_trail(
        &self,
        auth: Reads<Delegations, true>,
        delegation_id: Path<Id>,
    ) -> Result<Reply<Ok200, Trail>, Problem> {
        master::audit_trail::<Delegations>(&self.0, &auth, &delegation_id.0).await
    }
}
