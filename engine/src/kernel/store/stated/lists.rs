//! The lists of fields, a table each.

use serde_json::Value;
use sha2::{Digest as _, Sha256};

use super::fields::Stated;
use crate::approval::access::DELEGATION;
use crate::books::change_request;
use crate::books::change_request::RESOURCE as CHANGE_REQUEST;
use crate::books::request::RecordedCall;
use crate::kernel::entity::{
    JsonText, account, approval_rule, change_request as change_request_row, delegation, directory_user, party, period,
    role,
};
use crate::kernel::store::row;
use crate::values::id::hex;

/// JSON that a column holds, whatever its version. What is none is stated as the text that it is: it differs from what was stated.
pub fn parsed(JsonText(text): &JsonText) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| text.as_str().into())
}

pub fn account(row: account::Model) -> Stated {
    Stated::new(
        "account",
        &row.account_id,
        [
            ("account_name", row.account_name.into()),
            ("account_type", row.account_type.into()),
            ("subtype", row.subtype.into()),
            ("currency", row.currency.into()),
            ("is_active", row.is_active.into()),
            ("required_dimensions", row.required_dimensions.into()),
            ("version", row.version.into()),
            ("created_at", row.created_at.into()),
            ("created_by", row.created_by.into()),
        ],
    )
}

/// `row.party_kind` is the resource, `customer` or `vendor`.
pub fn party(row: party::Model) -> Stated {
    Stated::new(
        &row.party_kind,
        &row.party_id,
        [
            ("party_name", row.party_name.into()),
            ("is_active", row.is_active.into()),
            ("user_id", row.user_id.into()),
            ("version", row.version.into()),
            ("created_at", row.created_at.into()),
            ("created_by", row.created_by.into()),
            ("address_lines", row.address_lines.into()),
            ("postal_code", row.postal_code.into()),
            ("city", row.city.into()),
            ("region", row.region.into()),
            ("country", row.country.into()),
            ("vat_id", row.vat_id.into()),
            ("email", row.email.into()),
            ("phone", row.phone.into()),
            ("account_holder", row.account_holder.into()),
            ("iban", hashed(&row.party_id, row.iban)),
            ("account_number", hashed(&row.party_id, row.account_number)),
            ("routing_code", row.routing_code.into()),
            ("bic", row.bic.into()),
            ("bank_changed_at", row.bank_changed_at.into()),
            ("payment_terms_id", row.payment_terms_id.into()),
            ("bank_changed_by", row.bank_changed_by.as_ref().map_or(Value::Null, parsed)),
        ],
    )
}

/// A number that the trail is to hold without telling it: rows of the trail stay for ever, and more people read them.
fn hashed(party_id: &str, number: Option<String>) -> Value {
    number.map(|number| hex(&Sha256::digest(format!("{party_id} {number}")))).into()
}

pub fn rule(row: &approval_rule::Model) -> Stated {
    Stated::new(
        "approval_rule",
        &row.rule_id,
        [
            ("document_type", row.document_type.as_str().into()),
            ("rule", parsed(&row.rule)),
            ("version", row.version.into()),
            ("created_at", row.created_at.into()),
        ],
    )
}

pub fn role(row: &role::Model) -> Stated {
    Stated::new(
        "role",
        &row.role_id,
        [
            ("permissions", parsed(&row.permissions)),
            ("is_builtin", row.is_builtin.into()),
            ("approval_limits", parsed(&row.approval_limits)),
            ("version", row.version.into()),
            ("updated_at", row.updated_at.into()),
            ("updated_by", row.updated_by.as_str().into()),
        ],
    )
}

pub fn user(row: directory_user::Model) -> Stated {
    Stated::new(
        "user",
        &row.user_id,
        [
            ("delegations", parsed(&row.delegations)),
            ("roles", parsed(&row.roles)),
            ("approval_limits", parsed(&row.approval_limits)),
            ("name", row.name.into()),
            ("manager_user_id", row.manager_user_id.into()),
            ("is_active", row.is_active.into()),
            ("inactive_by_admin", row.inactive_by_admin.into()),
            ("version", row.version.into()),
            ("updated_at", row.updated_at.into()),
            ("updated_by", row.updated_by.into()),
        ],
    )
}

pub fn delegation(row: delegation::Model) -> Stated {
    Stated::new(
        DELEGATION,
        &row.delegation_id,
        [
            ("from_user_id", row.from_user_id.into()),
            ("to_user_id", row.to_user_id.into()),
            ("first_day", row.first_day.into()),
            ("last_day", row.last_day.into()),
            ("document_types", row.document_types.as_ref().map_or(Value::Null, parsed)),
            ("amount_limit", row.amount_limit.map(|limit| limit.0).into()),
            ("reason", row.reason.into()),
            ("is_revoked", row.is_revoked.into()),
            ("version", row.version.into()),
            ("created_at", row.created_at.into()),
            ("created_by", row.created_by.into()),
            ("updated_at", row.updated_at.into()),
            ("updated_by", row.updated_by.into()),
        ],
    )
}

pub fn period(row: period::Model) -> Stated {
    Stated::new(
        "accounting_period",
        &row.period_id,
        [
            ("period_name", row.period_name.into()),
            ("start_date", row.start_date.into()),
            ("end_date", row.end_date.into()),
            ("closing_gl", row.closing_gl.into()),
            ("closing_ap", row.closing_ap.into()),
            ("closing_ar", row.closing_ar.into()),
            ("closing_payroll", row.closing_payroll.into()),
            ("last_change", row.last_change.as_ref().map_or(Value::Null, parsed)),
            ("version", row.version.into()),
            ("created_at", row.created_at.into()),
            ("created_by", row.created_by.into()),
        ],
    )
}

/// Of the call its digest is stated, as it is taken over what stands in the row: a call may be as long as a body.
pub fn change_request(row: change_request_row::Model) -> Stated {
    let call = RecordedCall { method: row.method, uri: row.uri, if_match: row.if_match, body: row.body };
    let pins = (row.pinned_version, row.pinned_made_at, row.pinned_figures.clone());
    let pin = row::change_request::pin(row.pinned_version, row.pinned_made_at, row.pinned_figures);
    let words = [row.document_type.as_str(), &row.action, &row.requested_by];
    let called = change_request::Asked { words, call: &call, pin: pin.as_ref() }.hashed(row.digest_version);
    Stated::new(
        CHANGE_REQUEST,
        &row.change_request_id,
        [
            ("document_type", row.document_type.into()),
            ("action", row.action.into()),
            ("resource_id", row.resource_id.into()),
            ("amount", row.amount.map(|amount| amount.0).into()),
            ("requested_by", row.requested_by.into()),
            ("requester_key", row.requester_key.into()),
            ("requested_at", row.requested_at.into()),
            ("call", called.into()),
            ("pinned_version", pins.0.into()),
            ("pinned_made_at", pins.1.into()),
            ("pinned_figures", pins.2.into()),
            ("digest", row.digest.into()),
            ("digest_version", row.digest_version.into()),
            ("roles", parsed(&row.roles)),
            ("permissions", parsed(&row.permissions)),
            ("plan", parsed(&row.plan)),
            ("rule_set", row.rule_set.into()),
            ("beneficiaries", parsed(&row.beneficiaries)),
            ("level", row.level.into()),
            ("signed_by", parsed(&row.signed_by)),
            ("status", row.status.into()),
            ("decided_by", row.decided_by.into()),
            ("changed_at", row.changed_at.into()),
            ("reason", row.reason.into()),
            ("job_id", row.job_id.into()),
            ("refusal", row.refusal.as_ref().map_or(Value::Null, parsed)),
            ("version", row.version.into()),
        ],
    )
}
