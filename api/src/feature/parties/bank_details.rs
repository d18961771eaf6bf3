//! The bank details of customers and vendors. See docs/rules/access.md#bank-details.

use engine::books::command::Takes;
use engine::books::party;
use engine::books::party::{Party, PartyKind};
use engine::features::parties::bank_details::{RESOURCE, SaveBankDetails};
use engine::values::error::Refusal;
use poem::Request;
use poem_openapi::types::ToJSON;
use poem_openapi::{Object, OpenApi, param::Path};

use crate::app::App;
use crate::auth::Auth;
use crate::auth::reads::{Readable, Reads};
use crate::body::Edit;
use crate::call::Call;
use crate::headers::{IdempotencyKey, IfMatch};
use crate::order::about::About;
use crate::problem::Problem;
use crate::problem::refused::Refused;
use crate::reply::{Ok200, Reply};
use crate::schema::contact::{BankNumber, Bic, Iban};
use crate::schema::{Id, Name, WireTimestamp};

/// An IBAN, or the numbers of account and bank; with none of the fields there are no bank details.
#[derive(Object, Debug)]
pub struct BankDetailsInput {
    pub account_holder: Option<Name>,
    pub iban: Option<Iban>,
    pub account_number: Option<BankNumber>,
    /// The bank's number.
    pub routing_code: Option<BankNumber>,
    pub bic: Option<Bic>,
}

/// Where a party takes money.
#[derive(Object, Debug)]
#[oai(rename = "BankDetails")]
pub struct BankDetailsView {
    pub account_holder: Option<String>,
    pub iban: Option<String>,
    pub account_number: Option<String>,
    pub routing_code: Option<String>,
    pub bic: Option<String>,
    pub changed_at: Option<WireTimestamp>,
    /// Who changed them since a payment was made to them: they sign none that is submitted before another one is posted.
    pub changed_by: Vec<String>,
    /// The party's, as in the `ETag`.
    pub version: i64,
}

impl From<&Party> for BankDetailsView {
    fn from(party: &Party) -> Self {
        let (details, change) = (party.bank.details.clone(), party.bank.last_change.as_ref());
        Self {
            account_holder: details.account_holder,
            iban: details.iban,
            account_number: details.account_number,
            routing_code: details.routing_code,
            bic: details.bic,
            changed_at: change.map(|change| change.at.into()),
            changed_by: change.into_iter().flat_map(|change| change.by.iter().map(ToString::to_string)).collect(),
            version: party.version,
        }
    }
}

impl From<BankDetailsInput> for party::BankDetails {
    fn from(input: BankDetailsInput) -> Self {
        Self {
            account_holder: input.account_holder.map(Into::into),
            iban: input.iban.map(Iban::compact),
            account_number: input.account_number.map(Into::into),
            routing_code: input.routing_code.map(Into::into),
            bic: input.bic.map(Into::into),
        }
    }
}

/// Bank details.
pub struct BankDetailsApi(pub App);

impl Readable for BankDetailsApi {
    const TAKES: Takes = Takes::These(&[("party", "read"), (RESOURCE, "read")]);
}

fn shown(party: &Party) -> Reply<Ok200, BankDetailsView> {
    Reply::new(&BankDetailsView::from(party)).version(party.version)
}

#[OpenApi]
impl BankDetailsApi {
    /// Read a customer's bank details
    ///
    /// All null where there are none.
    #[oai(path = "/customers/:customer_id/bank-details", method = "get")]
    async fn read_customer_bank_details(
        &self,
        auth: Reads<Self>,
        customer_id: Path<Id>,
    ) -> Result<Reply<Ok200, BankDetailsView>, Problem> {
        self.read(&auth, PartyKind::Customer, &customer_id.0).await
    }

    /// Replace a customer's bank details
    ///
    /// An empty body takes them away. Approval rules may guard it as `bank_details` `change`.
    #[oai(path = "/customers/:customer_id/bank-details", method = "put")]
    async fn replace_customer_bank_details(
        &self,
        auth: Auth,
        raw: &Request,
        customer_id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        body: Edit<BankDetailsInput>,
    ) -> Result<Reply<Ok200, BankDetailsView>, Refused<SaveBankDetails>> {
        self.replace((auth, raw, key, if_match), PartyKind::Customer, customer_id.0.into(), body).await
    }

    /// Read a vendor's bank details
    ///
    /// All null where there are none.
    #[oai(path = "/vendors/:vendor_id/bank-details", method = "get")]
    async fn read_vendor_bank_details(
        &self,
        auth: Reads<Self>,
        vendor_id: Path<Id>,
    ) -> Result<Reply<Ok200, BankDetailsView>, Problem> {
        self.read(&auth, PartyKind::Vendor, &vendor_id.0).await
    }

    /// Replace a vendor's bank details
    ///
    /// An empty body takes them away. Who changes them does not sign the next payment to the vendor, nor any that is submitted before
    /// that is posted. Approval rules may guard it as `bank_details` `change`.
    #[oai(path = "/vendors/:vendor_id/bank-details", method = "put")]
    async fn replace_vendor_bank_details(
        &self,
        auth: Auth,
        raw: &Request,
        vendor_id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        body: Edit<BankDetailsInput>,
    ) -> Result<Reply<Ok200, BankDetailsView>, Refused<SaveBankDetails>> {
        self.replace((auth, raw, key, if_match), PartyKind::Vendor, vendor_id.0.into(), body).await
    }
}

impl BankDetailsApi {
    async fn read(
        &self,
        auth: &Reads<Self>,
        kind: PartyKind,
        id: &str,
    ) -> Result<Reply<Ok200, BankDetailsView>, Problem> {
        let seen = self.0.look(auth, &About::Party(kind).wants(id)).await?;
        let found = seen.parties.get(&(kind, id.to_owned()));
        Ok(shown(found.ok_or_else(|| Refusal::not_found(kind.name(), id))?))
    }

    async fn replace(
        &self,
        (auth, raw, key, if_match): (Auth, &Request, IdempotencyKey, IfMatch),
        kind: PartyKind,
        party_id: String,
        mut body: Edit<BankDetailsInput>,
    ) -> Result<Reply<Ok200, BankDetailsView>, Refused<SaveBankDetails>> {
        let call = Call::new(auth, raw, key, if_match, &body.raw);
        let seen = self.0.engine.look(call.actor(), &About::Party(kind).wants(&party_id)).await?;
        let stored = seen.parties.get(&(kind, party_id.clone()));
        body.check_read_only(&stored.and_then(|party| BankDetailsView::from(party).to_json()).unwrap_or_default());
        let (input, faults) = body.into_parts();
        self.0.run(call, SaveBankDetails { kind, party_id, details: input.into(), faults }, shown).await
    }
}
