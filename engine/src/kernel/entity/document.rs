//! Documents of all types.

use sea_orm::entity::prelude::*;

use super::JsonText;
use crate::values::money::Minor;

#[derive(Clone, PartialEq, Eq, Debug, serde::Deserialize, DeriveEntityModel)]
#[sea_orm(table_name = "document")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub kind: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub document_id: String,
    pub version: i64,
    pub status: String,
    pub sub_ledger: String,
    pub tran_date: String,
    pub due_date: Option<String>,
    pub period_id: String,
    pub currency: String,
    pub exchange_rate: String,
    pub memo: Option<String>,
    pub entry_type: Option<String>,
    pub original_entry_id: Option<String>,
    /// The document of its type that it was made to take the place of.
    pub corrects_id: Option<String>,
    /// The copy that was made to take its place.
    pub correction_id: Option<String>,
    /// The day on which an accrual is reversed.
    pub reversal_date: Option<String>,
    /// The reversing entry that was made on it, or why none could be made yet.
    pub dated_reversal_id: Option<String>,
    pub reversal_problem_code: Option<String>,
    pub reversal_problem_detail: Option<String>,
    pub party_id: Option<String>,
    /// What lists find the party by: `kernel/store/party_key.rs`.
    pub party_key: Option<String>,
    pub control_account_id: Option<String>,
    pub cash_account_id: Option<String>,
    pub settles_kind: Option<String>,
    pub settles_id: Option<String>,
    pub reference: Option<String>,
    /// The reference without case and blanks, where it is unique among the party's living documents of the type.
    pub reference_key: Option<String>,
    pub payment_method: Option<String>,
    /// Of bills and invoices: the terms, the last day on which a payment takes their discount, how much, and where it is posted.
    pub payment_terms_id: Option<String>,
    pub discount_date: Option<String>,
    /// On a payment, what it takes.
    pub discount_amount: Option<i64>,
    pub discount_account_id: Option<String>,
    /// Of a payment: the small difference that it lets off, or keeps where it is less than 0, where that is posted, and by which rule.
    pub write_off_amount: Option<i64>,
    pub write_off_account_id: Option<String>,
    pub write_off_rule_id: Option<String>,
    pub total: Minor,
    pub subtotal: Minor,
    pub tax_total: Minor,
    pub base_total: Minor,
    pub exchange_rate_reason: Option<String>,
    pub amount_paid: Minor,
    pub amount_settled: Minor,
    pub base_settled: Minor,
    pub settled_on: Option<String>,
    pub settled_at: Option<i64>,
    pub settled_by: Option<String>,
    pub void_reason: Option<String>,
    pub round: i64,
    pub submitted_at: Option<i64>,
    pub submitted_by: Option<String>,
    pub plan: Option<JsonText>,
    pub digest: Option<String>,
    pub digest_version: Option<i64>,
    pub current_level: i64,
    /// Whom the current step waits for, while it does: `approval/waiting.rs`.
    pub waits_for: Option<String>,
    pub signed_by: JsonText,
    pub held_by: Option<String>,
    pub held_at: Option<i64>,
    /// How long it was on hold since the current step began to wait, in microseconds.
    pub stood_still: Option<i64>,
    /// When signers are added to the step that waits: `approval/step_clock.rs`.
    pub escalates_at: Option<i64>,
    /// From when the step that waits is overdue, or its signers were reminded.
    pub overdue_at: Option<i64>,
    /// When it was submitted and the folded id of its author, where rules of its type add up: `approval/splitting.rs`.
    pub added_at: Option<i64>,
    pub added_author: Option<String>,
    /// The number of the set of rules that gave the plan.
    pub rule_set: Option<i64>,
    pub beneficiaries: Option<JsonText>,
    pub posted_at: Option<i64>,
    /// The day on which a payment came back from the bank.
    pub returned_on: Option<String>,
    /// When, by whom and why it came back to its author or was rejected, until it is submitted again; of a payment that came back from
    /// the bank, that.
    pub returned_at: Option<i64>,
    pub returned_by: Option<String>,
    pub returned_comments: Option<String>,
    /// The folded ids of those whose list of what came back it stands in: `kernel/store/row/document/stage.rs`.
    pub returned_author: Option<String>,
    pub returned_submitter: Option<String>,
    pub created_at: i64,
    pub created_by: String,
    pub edited_by: String,
    /// Everybody who changed its content since it was made; null when nobody did.
    pub editors: Option<JsonText>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
