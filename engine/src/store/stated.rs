//! The deciding fields of rows, as their audit rows state them, table by table. `gl check` compares them with the trail.
//!
//! A command that changes a row states the new values of these fields in its audit row, as `details.states_<version>`. [`attach`]
//! adds that to every change that passes through the store, so no command can forget it; it is not shown in an audit-trail, whose
//! details say the same in the interface's words. A further field, or table, is another [`VERSION`]: the next start then writes a
//! new baseline ([`super::baseline`]).
//!
//! Documents state only what their sequence of audit rows does not say: the digest, at their submission. Those rows say the rest:
//! who wrote, submitted and signed them by which plan (`check/trail.rs`).

use sea_orm::{ConnectionTrait, EntityTrait};
use serde_json::{Map, Value};

use super::{StoreError, row};
use crate::access::DELEGATION;
use crate::approval::rule_set::DRAFT;
use crate::change_request::{self, RESOURCE as CHANGE_REQUEST};
use crate::command::{AuditEntry, Change};
use crate::document::{Action, Document};
use crate::entity::{
    JsonText, account, approval_rule, change_request as change_request_row, delegation, directory_user, exchange_rate,
    party, period, role, rule_set_draft,
};
use crate::request::RecordedCall;

/// The version of the lists of fields below.
pub const VERSION: i64 = 2;

/// What such a member's name begins with.
const STATES: &str = "states_";

/// The member of an audit row's details that states fields by the present lists.
pub fn member() -> String {
    format!("{STATES}{VERSION}")
}

/// The version of the lists that the member of this name states fields by, when it is such a member.
pub fn version_of(member: &str) -> Option<i64> {
    member.strip_prefix(STATES)?.parse().ok()
}

/// What one row decides.
#[derive(Clone, PartialEq, Debug)]
pub struct Stated {
    /// As its audit rows name it.
    pub resource: String,
    pub id: String,
    pub fields: Map<String, Value>,
}

impl Stated {
    fn new<const N: usize>(resource: &str, id: &str, fields: [(&str, Value); N]) -> Self {
        let fields = fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        Self { resource: resource.into(), id: id.into(), fields }
    }

    /// Has the audit row state it.
    pub fn put(self, entry: &mut AuditEntry) {
        entry.details.insert(member(), Value::Object(self.fields));
    }
}

/// JSON that a column holds, whatever its version. What is none is stated as the text that it is: it differs from what was stated.
fn parsed(JsonText(text): &JsonText) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| text.as_str().into())
}

fn account(row: account::Model) -> Stated {
    Stated::new(
        "account",
        &row.account_id,
        [
            ("account_name", row.account_name.into()),
            ("account_type", row.account_type.into()),
            ("subtype", row.subtype.into()),
            ("currency", row.currency.into()),
            ("is_active", row.is_active.into()),
        ],
    )
}

/// `row.party_kind` is the resource, `customer` or `vendor`.
fn party(row: party::Model) -> Stated {
    Stated::new(
        &row.party_kind,
        &row.party_id,
        [("party_name", row.party_name.into()), ("is_active", row.is_active.into()), ("user_id", row.user_id.into())],
    )
}

fn exchange_rate(row: exchange_rate::Model) -> Stated {
    Stated::new(
        "exchange_rate",
        &row.exchange_rate_id,
        [
            ("currency", row.currency.into()),
            ("date", row.date.into()),
            ("rate", row.rate.into()),
            ("source", row.source.into()),
        ],
    )
}

fn rule(row: &approval_rule::Model) -> Stated {
    Stated::new(
        "approval_rule",
        &row.rule_id,
        [("document_type", row.document_type.as_str().into()), ("rule", parsed(&row.rule))],
    )
}

fn role(row: &role::Model) -> Stated {
    Stated::new(
        "role",
        &row.role_id,
        [
            ("permissions", parsed(&row.permissions)),
            ("is_builtin", row.is_builtin.into()),
            ("approval_limits", parsed(&row.approval_limits)),
        ],
    )
}

fn user(row: directory_user::Model) -> Stated {
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
        ],
    )
}

fn delegation(row: delegation::Model) -> Stated {
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
        ],
    )
}

fn period(row: period::Model) -> Stated {
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
        ],
    )
}

/// Of the call its digest is stated, as it is taken over what stands in the row: a call may be as long as a body.
fn change_request(row: change_request_row::Model) -> Stated {
    let call = RecordedCall { method: row.method, uri: row.uri, if_match: row.if_match, body: row.body };
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
            ("requested_at", row.requested_at.into()),
            ("call", called.into()),
            ("digest", row.digest.into()),
            ("roles", parsed(&row.roles)),
            ("permissions", parsed(&row.permissions)),
            ("plan", parsed(&row.plan)),
            ("beneficiaries", parsed(&row.beneficiaries)),
            ("level", row.level.into()),
            ("signed_by", parsed(&row.signed_by)),
            ("status", row.status.into()),
            ("decided_by", row.decided_by.into()),
            ("reason", row.reason.into()),
            ("job_id", row.job_id.into()),
            ("refusal", row.refusal.as_ref().map_or(Value::Null, parsed)),
        ],
    )
}

fn rule_draft(row: rule_set_draft::Model) -> Stated {
    Stated::new(
        DRAFT,
        &row.draft_id,
        [
            ("description", row.description.into()),
            ("based_on", row.based_on.into()),
            ("rules", parsed(&row.rules)),
            ("status", row.status.into()),
            ("in_force_from", row.in_force_from.into()),
            ("put_in_force_by", row.put_in_force_by.into()),
            ("rule_set", row.rule_set.into()),
        ],
    )
}

/// `None` before it is submitted.
pub fn document(document: &Document) -> Option<Stated> {
    let digest = document.stage.digest()?;
    Some(Stated::new(
        document.key.kind.name(),
        &document.key.id,
        [("digest", digest.hash.as_str().into()), ("digest_version", digest.version.into())],
    ))
}

/// Every row of the tables above.
pub async fn every(db: &impl ConnectionTrait) -> Result<Vec<Stated>, StoreError> {
    let mut all: Vec<Stated> = account::Entity::find().all(db).await?.into_iter().map(account).collect();
    all.extend(party::Entity::find().all(db).await?.into_iter().map(party));
    all.extend(exchange_rate::Entity::find().all(db).await?.into_iter().map(exchange_rate));
    all.extend(approval_rule::Entity::find().all(db).await?.iter().map(rule));
    all.extend(role::Entity::find().all(db).await?.iter().map(role));
    all.extend(directory_user::Entity::find().all(db).await?.into_iter().map(user));
    all.extend(delegation::Entity::find().all(db).await?.into_iter().map(delegation));
    all.extend(period::Entity::find().all(db).await?.into_iter().map(period));
    all.extend(change_request_row::Entity::find().all(db).await?.into_iter().map(change_request));
    all.extend(rule_set_draft::Entity::find().all(db).await?.into_iter().map(rule_draft));
    Ok(all)
}

/// What the row decides after this change; `None` for what no list above speaks of, and for what goes.
fn of_change(change: &Change) -> Result<Option<Stated>, StoreError> {
    Ok(match change {
        Change::SaveAccount(saved) => Some(account(row::catalog::account(saved))),
        Change::SaveParty { party: saved, .. } => Some(party(row::catalog::party(saved))),
        Change::SaveExchangeRate(saved) => Some(exchange_rate(row::catalog::exchange_rate(saved))),
        Change::SaveRule(saved) => Some(rule(&row::catalog::rule(saved)?)),
        Change::SaveRole(saved) => Some(role(&row::catalog::role(saved)?)),
        Change::SaveUser(saved) => Some(user(row::catalog::user(saved)?)),
        Change::SaveDelegation(saved) => Some(delegation(row::catalog::delegation(saved)?)),
        Change::SavePeriod(saved) => Some(period(row::catalog::period(saved)?)),
        Change::SaveChangeRequest(saved) => Some(change_request(row::change_request::row(saved)?)),
        Change::InsertDocument(_) | Change::UpdateDocument { .. } | Change::DeleteDocument { .. } => None,
        Change::Sign(_) | Change::Post(_) | Change::Apply(_) | Change::Reconciliation(_) => None,
        Change::DeleteAccount(_) | Change::DeleteRole(_) | Change::RecordDocumentType(_) => None,
        Change::EndJob { .. } | Change::RetryJob(_) | Change::BeginReplay(_) => None,
        Change::SaveRuleDraft(saved) => Some(rule_draft(row::rule_set::draft(saved)?)),
        Change::BeginRuleSet(_) | Change::DeleteRuleDraft(_) => None,
    })
}

/// Has the audit rows state what these changes leave. A change of such a row without an audit row about it is our own fault.
pub fn attach(changes: &[Change], entries: &mut [AuditEntry]) -> Result<(), StoreError> {
    for change in changes {
        if let Some(stated) = of_change(change)? {
            let about = |entry: &&mut AuditEntry| entry.resource == stated.resource && entry.resource_id == stated.id;
            let Some(entry) = entries.iter_mut().rev().find(about) else {
                let name = format!("{} {}", stated.resource, stated.id);
                return Err(StoreError::Broken(format!("{name} is changed, and no audit row says so")));
            };
            stated.put(entry);
        }
        if let Change::InsertDocument(changed) | Change::UpdateDocument { document: changed, .. } = change
            && let Some(stated) = document(changed)
        {
            // A payment that needs no signature is approved as it is created.
            let submits = |entry: &&mut AuditEntry| {
                let about = entry.resource == stated.resource && entry.resource_id == stated.id;
                about && (entry.action == Action::Submit.audit_word() || entry.action == "Created")
            };
            if let Some(entry) = entries.iter_mut().rev().find(submits) {
                stated.put(entry);
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
