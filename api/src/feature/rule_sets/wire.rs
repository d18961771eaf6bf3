//! Rule sets and their drafts on the wire. See docs/rules/rule-sets.md#versions.

use engine::approval::Rule;
use engine::approval::rule_set::{DraftStage, DraftStatus, RuleSet, RuleSetDraft};
use engine::values::money::Currency;
use poem_openapi::Object;

use crate::schema::leaf::wire_word;
use crate::schema::rule::{RuleContent, RuleInput, RuleView};
use crate::schema::{Id, List, Memo, Required, WireInstant, WireTimestamp};

wire_word! {
    /// Where a draft stands.
    WireDraftStatus(DraftStatus) as "RuleDraftStatus"
}

/// A set of approval rules that is or was in force, until the next one.
#[derive(Object, Debug)]
#[oai(rename = "ApprovalRuleSet")]
pub struct RuleSetRow {
    /// Its number, counted from 1.
    pub rule_set: i64,
    /// Null of the first: since before sets were counted.
    pub in_force_from: Option<WireTimestamp>,
    pub put_in_force_by: Option<String>,
    /// The draft that it was; null where a single rule was changed.
    pub draft_id: Option<String>,
}

/// A set of approval rules with its rules.
#[derive(Object, Debug)]
#[oai(rename = "ApprovalRuleSetRead")]
pub struct RuleSetView {
    #[oai(flatten)]
    pub set: RuleSetRow,
    /// By their ids, each in the version that it had then; inactive ones included.
    pub rules: Vec<RuleView>,
}

impl From<&RuleSet> for RuleSetRow {
    fn from(set: &RuleSet) -> Self {
        Self {
            rule_set: set.number,
            in_force_from: set.in_force_from.map(Into::into),
            put_in_force_by: set.put_in_force_by.clone(),
            draft_id: set.draft_id.clone(),
        }
    }
}

impl RuleSetView {
    pub fn of(set: &RuleSet, rules: &[Rule], base: Currency) -> Self {
        Self { set: set.into(), rules: rules.iter().map(|rule| RuleView::of(rule, base)).collect() }
    }
}

/// A new draft of approval rules.
#[derive(Object, Debug)]
pub struct RuleDraftInput {
    /// Made by the service when left out.
    pub draft_id: Option<Id>,
    /// What it is for.
    pub description: Option<Memo>,
    /// All rules as they would be, each as if it were new. Without them, the draft begins as a copy.
    pub rules: Option<List<RuleInput, 0, 1_000>>,
    /// The number of the set that it copies; the one in force when left out.
    #[oai(validator(minimum(value = "1")))]
    pub copy_of: Option<i64>,
}

/// What is to change in a draft; what is left out stays.
#[derive(Object, Debug)]
pub struct RuleDraftUpdate {
    pub description: Option<Memo>,
    /// The set in force that the draft takes into account.
    #[oai(validator(minimum(value = "1")))]
    pub based_on: Option<i64>,
    /// All of them.
    pub rules: Option<List<RuleInput, 0, 1_000>>,
}

/// Which version of a draft comes into force, and when.
#[derive(Object, Debug)]
pub struct PutInForceInput {
    /// The draft's version that is meant; another one is 412.
    #[oai(validator(minimum(value = "1")))]
    pub version: Required<i64>,
    /// An instant in the future; at once when left out.
    pub in_force_from: Option<WireInstant>,
}

/// A draft of approval rules.
#[derive(Object, Debug)]
#[oai(rename = "ApprovalRuleDraft")]
pub struct RuleDraftRow {
    pub draft_id: String,
    pub description: String,
    /// The set that was in force when it was begun, or that it was based on since.
    pub based_on: i64,
    pub status: WireDraftStatus,
    /// From when on its rules decide, once it is scheduled or in force.
    pub in_force_from: Option<WireTimestamp>,
    pub put_in_force_by: Option<String>,
    /// The set that it became.
    pub rule_set: Option<i64>,
    /// As in the `ETag`.
    pub version: i64,
    pub created_at: WireTimestamp,
    pub created_by: String,
    pub updated_at: WireTimestamp,
    pub updated_by: String,
}

/// A draft of approval rules with its rules.
#[derive(Object, Debug)]
#[oai(rename = "ApprovalRuleDraftRead")]
pub struct RuleDraftView {
    #[oai(flatten)]
    pub draft: RuleDraftRow,
    pub rules: Vec<RuleContent>,
}

impl From<&RuleSetDraft> for RuleDraftRow {
    fn from(draft: &RuleSetDraft) -> Self {
        let in_force = draft.stage.in_force();
        Self {
            draft_id: draft.draft_id.clone(),
            description: draft.description.clone(),
            based_on: draft.based_on,
            status: draft.stage.status().into(),
            in_force_from: in_force.map(|(from, _)| from.into()),
            put_in_force_by: in_force.map(|(_, by)| by.clone()),
            rule_set: match draft.stage {
                DraftStage::InForce { rule_set, .. } => Some(rule_set),
                DraftStage::Draft | DraftStage::Scheduled { .. } => None,
            },
            version: draft.version,
            created_at: draft.created_at.into(),
            created_by: draft.created_by.clone(),
            updated_at: draft.updated_at.into(),
            updated_by: draft.updated_by.clone(),
        }
    }
}

impl RuleDraftView {
    pub fn of(draft: &RuleSetDraft, base: Currency) -> Self {
        Self { draft: draft.into(), rules: draft.rules.iter().map(|rule| RuleContent::of(rule, base)).collect() }
    }
}
