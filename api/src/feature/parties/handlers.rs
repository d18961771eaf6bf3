//! Customers and vendors. See docs/rules/master-data.md#parties.

use engine::books::command::{Snapshot, Takes};
use engine::books::party::{Party, PartyKind};
use engine::features::parties::commands::SaveParty;
use engine::features::parties::query::cursor as cursor_of;
use engine::values::error::Faults;
use engine::values::money::Currency;
use poem::Request;
use poem_openapi::{OpenApi, param::Path, param::Query};

use crate::app::App;
use crate::auth::Auth;
use crate::auth::reads::{Readable, Reads};
use crate::body::{Body, Edit};
use crate::feature::master;
use crate::feature::master::Master;
use crate::feature::parties::wire::{Customer, CustomerInput, CustomerUpdate, Vendor, VendorInput, VendorUpdate};
use crate::headers::{IdempotencyKey, IfMatch};
use crate::order::about::About;
use crate::problem::Problem;
use crate::problem::refused::Refused;
use crate::reply::{Created201, Ok200, Reply};
use crate::schema::Id;
use crate::schema::page::{PageOf, filled, request};
use crate::schema::trail::Trail;

macro_rules! party {
    ($parties:ident, $kind:ident, $input:ident, $update:ident, $path:literal) => {
        #[doc = concat!("What is at `", $path, "`, as master data.")]
        pub struct $parties;

        impl Readable for $parties {
            const TAKES: Takes = Takes::These(&[("party", "read")]);
        }

        impl Master for $parties {
            type Record = Party;
            type View = $kind;
            type Input = $input;
            type Update = $update;
            type Save = SaveParty;
            const PATH: &'static str = $path;
            const ABOUT: About = About::Party(PartyKind::$kind);

            fn find(seen: &Snapshot, id: &str) -> Option<Party> {
                seen.parties.get(&(PartyKind::$kind, id.to_owned())).cloned()
            }

            fn view(party: &Party, _: Currency) -> Self::View {
                Self::View::from(party)
            }

            fn place(party: &Party) -> (String, i64) {
                (party.party_id.clone(), party.version)
            }

            fn create(input: $input, faults: Faults) -> SaveParty {
                input.command(faults)
            }

            fn update(id: String, input: $update, faults: Faults) -> SaveParty {
                input.command(id, faults)
            }
        }
    };
}

party!(Customers, Customer, CustomerInput, CustomerUpdate, "/customers");
party!(Vendors, Vendor, VendorInput, VendorUpdate, "/vendors");

/// Customers and vendors.
pub struct PartyApi(pub App);

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
        master::create::<Customers>(&self.0, auth, raw, key, body).await
    }

    /// List customers
    ///
    /// Newest first, active and inactive.
    #[oai(path = "/customers", method = "get")]
    async fn list_customers(
        &self,
        auth: Reads<Customers>,
        /// 1 to 200; 50 when left out. A page of large rows ends before, at about 2 MiB, and `has_more` says so.
        limit: Query<Option<u64>>,
        /// The `next_cursor` of the page before.
        cursor: Query<Option<String>>,
        /// Also count all rows, as `total`.
        count: Query<Option<bool>>,
    ) -> Result<Reply<Ok200, PageOf<Customer>>, Problem> {
        let page = request(limit.0, cursor.0, count.0)?;
        let found = self.0.engine.list_parties(&auth.0, PartyKind::Customer, &page).await?;
        Ok(filled(found, cursor_of, |party| Customer::from(&party)))
    }

    /// Read a customer
    ///
    /// Its `version` is the `ETag`.
    #[oai(path = "/customers/:customer_id", method = "get")]
    async fn read_customer(
        &self,
        auth: Reads<Customers>,
        customer_id: Path<Id>,
    ) -> Result<Reply<Ok200, Customer>, Problem> {
        master::read::<Customers>(&self.0, &auth, &customer_id.0).await
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
        master::update::<Customers>(&self.0, auth, raw, &customer_id.0, (key, if_match), body).await
    }

    /// Everything that was done to the customer
    ///
    /// Oldest first, with the customer as it stood after each change.
    #[oai(path = "/customers/:customer_id/audit-trail", method = "get")]
    async fn customer_audit_trail(
        &self,
        auth: Reads<Customers, true>,
        customer_id: Path<Id>,
    ) -> Result<Reply<Ok200, Trail>, Problem> {
        master::audit_trail::<Customers>(&self.0, &auth, &customer_id.0).await
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
        master::create::<Vendors>(&self.0, auth, raw, key, body).await
    }

    /// List vendors
    ///
    /// Newest first, active and inactive.
    #[oai(path = "/vendors", method = "get")]
    async fn list_vendors(
        &self,
        auth: Reads<Vendors>,
        /// 1 to 200; 50 when left out. A page of large rows ends before, at about 2 MiB, and `has_more` says so.
        limit: Query<Option<u64>>,
        /// The `next_cursor` of the page before.
        cursor: Query<Option<String>>,
        /// Also count all rows, as `total`.
        count: Query<Option<bool>>,
    ) -> Result<Reply<Ok200, PageOf<Vendor>>, Problem> {
        let page = request(limit.0, cursor.0, count.0)?;
        let found = self.0.engine.list_parties(&auth.0, PartyKind::Vendor, &page).await?;
        Ok(filled(found, cursor_of, |party| Vendor::from(&party)))
    }

    /// Read a vendor
    ///
    /// Its `version` is the `ETag`.
    #[oai(path = "/vendors/:vendor_id", method = "get")]
    async fn read_vendor(&self, auth: Reads<Vendors>, vendor_id: Path<Id>) -> Result<Reply<Ok200, Vendor>, Problem> {
        master::read::<Vendors>(&self.0, &auth, &vendor_id.0).await
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
        master::update::<Vendors>(&self.0, auth, raw, &vendor_id.0, (key, if_match), body).await
    }

    /// Everything that was done to the vendor
    ///
    /// Oldest first, with the vendor as it stood after each change.
    #[oai(path = "/vendors/:vendor_id/audit-trail", method = "get")]
    async fn vendor_audit_trail(
        &self,
        auth: Reads<Vendors, true>,
        vendor_id: Path<Id>,
    ) -> Result<Reply<Ok200, Trail>, Problem> {
        master::audit_trail::<Vendors>(&self.0, &auth, &vendor_id.0).await
    }
}
