//! Delegations on the wire. See docs/rules/signing.md#delegations.

use engine::approval::access::Delegation;
use engine::values::money::Currency;
use poem_openapi::Object;

use crate::schema::document::shared::amount;
use crate::schema::document_type::DocumentType;
use crate::schema::{Amount, Id, List, Nullable, Reason, Required, SideAmount, WireDate, WireTimestamp, WireUserId};

/// A new delegation.
#[derive(Object, Debug)]
pub struct DelegationInput {
    /// Made by the service when left out.
    pub delegation_id: Option<Id>,
    /// Whose signatures; the caller when left out. For another it needs `user.write`.
    pub from_user_id: Option<WireUserId>,
    /// Who signs for them.
    pub to_user_id: Required<WireUserId>,
    pub first_day: Required<WireDate>,
    /// Included.
    pub last_day: Required<WireDate>,
    /// Only documents of these types; all when left out.
    pub document_types: Nullable<List<DocumentType, 1, 50>>,
    /// Only documents of up to so much, in base currency; any when left out.
    pub amount_limit: Nullable<SideAmount>,
    pub reason: Required<Reason>,
}

/// What is to change on a delegation; what is left out stays. Who signs for whom never changes.
#[derive(Object, Debug)]
pub struct DelegationUpdate {
    pub first_day: Option<WireDate>,
    pub last_day: Option<WireDate>,
    /// Null is all.
    pub document_types: Nullable<List<DocumentType, 1, 50>>,
    /// Null is any amount.
    pub amount_limit: Nullable<SideAmount>,
    pub reason: Option<Reason>,
}

/// Somebody signs for another for a while.
#[derive(Object, Debug)]
#[oai(rename = "ApprovalDelegation")]
pub struct DelegationView {
    pub delegation_id: String,
    pub from_user_id: String,
    pub to_user_id: String,
    pub first_day: WireDate,
    pub last_day: WireDate,
    /// Null is all.
    pub document_types: Nullable<Vec<DocumentType>>,
    /// In base currency; null is any amount.
    pub amount_limit: Nullable<Amount>,
    pub reason: String,
    /// Whether it was ended by a DELETE.
    pub is_revoked: bool,
    /// As in the `ETag`.
    pub version: i64,
    pub created_at: WireTimestamp,
    pub created_by: String,
    pub updated_at: WireTimestamp,
    pub updated_by: String,
}

impl DelegationView {
    pub fn of(given: &Delegation, base: Currency) -> Self {
        let types = given.document_types.as_ref();
        Self {
            delegation_id: given.delegation_id.clone(),
            from_user_id: given.from_user_id.to_string(),
            to_user_id: given.to_user_id.to_string(),
            first_day: given.first_day.into(),
            last_day: given.last_day.into(),
            document_types: Nullable(Some(types.map(|types| types.iter().copied().map(Into::into).collect()))),
            amount_limit: Nullable(Some(given.amount_limit.map(|limit| amount(limit, base)))),
            reason: given.reason.clone(),
            is_revoked: given.is_revoked,
            version: given.version,
            created_at: given.created_at.into(),
            created_by: given.created_by.clone(),
            updated_at: given.updated_at.into(),
            updated_by: given.updated_by.clone(),
        }
    }
}
