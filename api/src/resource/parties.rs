//! Customers and vendors. See docs/rules/master-data.md#parties.

use engine::action::master::party::SaveParty;
use engine::command::Wants;
use engine::master::party::{Party, PartyKind};
use engine::query::parties::cursor as cursor_of;
use poem::Request;
use poem_openapi::types::ToJSON;
use poem_openapi::{OpenApi, param::Path, param::Query};
use std::collections::BTreeSet;

use super::trails;
use crate::app::App;
use crate::auth::Auth;
use crate::body::{Body, Edit};
use crate::call::Call;
use crate::headers::{IdempotencyKey, IfMatch};
use crate::problem::Problem;
use crate::problem::refused::Refused;
use crate::reply::{Created201, Ok200, Reply};
use crate::schema::Id;
use crate::schema::page::{PageOf, filled, request};
use crate::schema::party::{Customer, CustomerInput, CustomerUpdate, Vendor, VendorInput, VendorUpdate};
use crate::schema::trail::Trail;
use crate::spec::PREFIX;

/// Customers and vendors.
pub struct PartyApi(pub App);

impl PartyApi {
    async fn one(&self, auth: &Auth, kind: PartyKind, id: &str) -> Result<Party, Problem> {
        let key = (kind, id.to_owned());
        let wants = Wants { parties: BTreeSet::from([key.clone()]), ..Wants::default() };
        let mut seen = self.0.look(&auth.0, "party", &wants).await?;
        Ok(seen.parties.remove(&key).ok_or_else(|| engine::error::Refusal::not_found(kind.name(), id))?)
    }

    async fn stored(&self, auth: &Auth, kind: PartyKind, id: &str) -> Result<Option<Party>, Problem> {
        let key = (kind, id.to_owned());
        let wants = Wants { parties: BTreeSet::from([key.clone()]), ..Wants::default() };
        Ok(self.0.engine.look(&auth.0, &wants).await?.parties.remove(&key))
    }

    async fn page(
        &self,
        auth: &Auth,
        kind: PartyKind,
        limit: Option<u64>,
        cursor: Option<String>,
        count: Option<bool>,
    ) -> Result<engine::page::Page<Party>, Problem> {
        let page = request(limit, cursor, count)?;
        Ok(self.0.engine.list_parties(&auth.0, kind, &page).await?)
    }
}

impl PartyApi {
    async fn trail(&self, auth: &Auth, kind: PartyKind, id: &str) -> Result<Reply<Ok200, Trail>, Problem> {
        self.0.look(&auth.0, "party", &Wants::default()).await?;
        trails::of(&self.0, kind.name(), kind.name(), id).await
    }
}

#[OpenApi]
impl PartyApi {
    /// Create a customer
    ///
    /// An invoice names an active customer.
    #[oai(path = "/customers", method = "post")]
    async fn create_customer(
        &self,
        auth: Auth,
        raw: &Request,
        key: IdempotencyKey,
        body: Body<CustomerInput>,
    ) -> Result<Reply<Created201, Customer>, Refused<SaveParty, true>> {
        let call = Call::new(auth, raw, key, IfMatch(None), &body.raw);
        let (input, faults) = body.into_parts();
        let render = |party: &Party| {
            Reply::new(&Customer::from(party))
                .location(format!("{PREFIX}/customers/{}", party.party_id))
                .version(party.version)
        };
        Ok(self.0.run(call, input.command(faults), render).await?)
    }

    /// List customers
    ///
    /// Newest first, active and inactive.
    #[oai(path = "/customers", method = "get")]
    async fn list_customers(
        &self,
        auth: Auth,
        /// 1 to 200; 50 when left out. A page of large rows ends before, at about 2 MiB, and `has_more` says so.
        limit: Query<Option<u64>>,
        /// The `next_cursor` of the page before.
        cursor: Query<Option<String>>,
        /// Also count all rows, as `total`.
        count: Query<Option<bool>>,
    ) -> Result<Reply<Ok200, PageOf<Customer>>, Problem> {
        let found = self.page(&auth, PartyKind::Customer, limit.0, cursor.0, count.0).await?;
        Ok(filled(found, cursor_of, |party| Customer::from(&party)))
    }

    /// Read a customer
    ///
    /// Its `version` is the `ETag`.
    #[oai(path = "/customers/:customer_id", method = "get")]
    async fn read_customer(&self, auth: Auth, customer_id: Path<Id>) -> Result<Reply<Ok200, Customer>, Problem> {
        let party = self.one(&auth, PartyKind::Customer, &customer_id.0).await?;
        Ok(Reply::new(&Customer::from(&party)).version(party.version))
    }

    /// Change a customer
    ///
    /// What is left out stays. An inactive customer takes no new documents.
    #[oai(path = "/customers/:customer_id", method = "put")]
    async fn update_customer(
        &self,
        auth: Auth,
        raw: &Request,
        customer_id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        body: Edit<CustomerUpdate>,
    ) -> Result<Reply<Ok200, Customer>, Refused<SaveParty>> {
        let mut body = body;
        let stored = self.stored(&auth, PartyKind::Customer, &customer_id.0).await?;
        body.check_read_only(&stored.and_then(|party| Customer::from(&party).to_json()).unwrap_or_default());
        let call = Call::new(auth, raw, key, if_match, &body.raw);
        let (input, faults) = body.into_parts();
        let render = |party: &Party| Reply::new(&Customer::from(party)).version(party.version);
        self.0.run(call, input.command(customer_id.0, faults), render).await
    }

    /// Everything that was done to the customer
    ///
    /// Oldest first, with the customer as it stood after each change.
    #[oai(path = "/customers/:customer_id/audit-trail", method = "get")]
    async fn customer_audit_trail(&self, auth: Auth, customer_id: Path<Id>) -> Result<Reply<Ok200, Trail>, Problem> {
        self.trail(&auth, PartyKind::Customer, &customer_id.0).await
    }

    /// Create a vendor
    ///
    /// A bill names an active vendor.
    #[oai(path = "/vendors", method = "post")]
    async fn create_vendor(
        &self,
        auth: Auth,
        raw: &Request,
        key: IdempotencyKey,
        body: Body<VendorInput>,
    ) -> Result<Reply<Created201, Vendor>, Refused<SaveParty, true>> {
        let call = Call::new(auth, raw, key, IfMatch(None), &body.raw);
        let (input, faults) = body.into_parts();
        let render = |party: &Party| {
            Reply::new(&Vendor::from(party))
                .location(format!("{PREFIX}/vendors/{}", party.party_id))
                .version(party.version)
        };
        Ok(self.0.run(call, input.command(faults), render).await?)
    }

    /// List vendors
    ///
    /// Newest first, active and inactive.
    #[oai(path = "/vendors", method = "get")]
    async fn list_vendors(
        &self,
        auth: Auth,
        /// 1 to 200; 50 when left out. A page of large rows ends before, at about 2 MiB, and `has_more` says so.
        limit: Query<Option<u64>>,
        /// The `next_cursor` of the page before.
        cursor: Query<Option<String>>,
        /// Also count all rows, as `total`.
        count: Query<Option<bool>>,
    ) -> Result<Reply<Ok200, PageOf<Vendor>>, Problem> {
        let found = self.page(&auth, PartyKind::Vendor, limit.0, cursor.0, count.0).await?;
        Ok(filled(found, cursor_of, |party| Vendor::from(&party)))
    }

    /// Read a vendor
    ///
    /// Its `version` is the `ETag`.
    #[oai(path = "/vendors/:vendor_id", method = "get")]
    async fn read_vendor(&self, auth: Auth, vendor_id: Path<Id>) -> Result<Reply<Ok200, Vendor>, Problem> {
        let party = self.one(&auth, PartyKind::Vendor, &vendor_id.0).await?;
        Ok(Reply::new(&Vendor::from(&party)).version(party.version))
    }

    /// Change a vendor
    ///
    /// What is left out stays. An inactive vendor takes no new documents.
    #[oai(path = "/vendors/:vendor_id", method = "put")]
    async fn update_vendor(
        &self,
        auth: Auth,
        raw: &Request,
        vendor_id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        body: Edit<VendorUpdate>,
    ) -> Result<Reply<Ok200, Vendor>, Refused<SaveParty>> {
        let mut body = body;
        let stored = self.stored(&auth, PartyKind::Vendor, &vendor_id.0).await?;
        body.check_read_only(&stored.and_then(|party| Vendor::from(&party).to_json()).unwrap_or_default());
        let call = Call::new(auth, raw, key, if_match, &body.raw);
        let (input, faults) = body.into_parts();
        let render = |party: &Party| Reply::new(&Vendor::from(party)).version(party.version);
        self.0.run(call, input.command(vendor_id.0, faults), render).await
    }

    /// Everything that was done to the vendor
    ///
    /// Oldest first, with the vendor as it stood after each change.
    #[oai(path = "/vendors/:vendor_id/audit-trail", method = "get")]
    async fn vendor_audit_trail(&self, auth: Auth, vendor_id: Path<Id>) -> Result<Reply<Ok200, Trail>, Problem> {
        self.trail(&auth, PartyKind::Vendor, &vendor_id.0).await
    }
}
