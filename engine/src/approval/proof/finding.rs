//! What a proof finds. See docs/rules/rule-sets.md#coverage.

use super::amounts::Band;
use super::witness::Witness;
use crate::approval::access::UserId;

/// So many findings of each kind are named.
pub const MAX_FINDINGS: usize = 200;

/// Amounts with which a document may match no Amount Threshold rule, so that its submit is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gap {
    pub band: Band,
    pub witness: Witness,
}

/// Two rules of one level that some document matches both of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Overlap {
    pub rule_ids: [String; 2],
    pub approval_level: u32,
    /// Where the amounts of both lie.
    pub band: Band,
    /// Equal priorities make them alternatives; else the lower number decides.
    pub are_alternatives: bool,
    pub witness: Witness,
}

/// Why a rule never names a signer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Never {
    /// Other rules of its level always decide in its place.
    Outranked,
    /// No document fulfils what it asks.
    Contradictory,
    /// No Amount Threshold rule matches what it matches, so that every such document is refused.
    Refused,
}

/// A rule that never decides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unreachable {
    pub rule_id: String,
    pub why: Never,
    /// Those that decide in its place: none of them can be spared.
    pub covered_by: Vec<String>,
    /// A document that it matches; none where it is contradictory.
    pub witness: Option<Witness>,
}

/// How sure a finding about people is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Certainty {
    Proven,
    /// It hangs on a role that is recorded of nobody.
    Unknown,
}

/// What is wrong with the signers of a step.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Weakness {
    /// Not enough active people, or nobody whose limit covers the amount: submit refuses.
    NobodyCouldSign,
    /// The role is recorded of nobody, so that nothing is known of its holders.
    HoldersUnknown,
    /// Two steps are for the same one person, who signs only one of them.
    OnePersonForTwoSteps,
    /// Without the author not enough people are left.
    OnlyTheAuthor,
    /// Without the beneficiary not enough people are left.
    OnlyTheBeneficiary,
    /// Without the author and the beneficiary not enough people are left.
    OnlyAuthorAndBeneficiary,
    /// While somebody is away for whom another signs, the other is needed for another signature of the same document.
    HollowDelegation,
}

impl Weakness {
    /// Whether people are kept from signing by what the document is to them.
    pub const fn is_conflict(self) -> bool {
        matches!(self, Self::OnlyTheAuthor | Self::OnlyTheBeneficiary | Self::OnlyAuthorAndBeneficiary)
    }
}

/// A step that people may be missing for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WeakStep {
    pub weakness: Weakness,
    pub certainty: Certainty,
    /// The rules whose steps are weak.
    pub rule_ids: Vec<String>,
    pub approval_levels: Vec<u32>,
    /// Those who are in the way, or the only ones who could sign.
    pub people: Vec<UserId>,
    /// The role of which nothing is known.
    pub role: Option<String>,
    /// The delegations that are hollow; simple delegates have none of their own.
    pub delegation_ids: Vec<String>,
    pub witness: Witness,
}

/// Amounts with which a document moves money, and is released by less than a payment is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LessThanPayment {
    pub band: Band,
    pub witness: Witness,
    /// The payment of that amount.
    pub payment: Witness,
    /// The levels of the payment that nothing as strong signs of the document; empty where no such payment may be made.
    pub missing_levels: Vec<u32>,
}

/// What the active rules of a type leave open.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Proof {
    /// Empty where there are no Amount Threshold rules, for then anyone with the permission approves.
    pub gaps: Vec<Gap>,
    /// Of a type without Amount Threshold rules: a document that no rule matches, which anyone with the permission approves.
    pub unruled: Option<Witness>,
    /// Of one rule type, by the same line.
    pub overlaps: Vec<Overlap>,
    /// Of different rule types, or by different lines.
    pub meetings: Vec<Overlap>,
    pub unreachable: Vec<Unreachable>,
    /// Rules that match no document, by what they ask themselves. They may name who signs before a higher level all the same.
    pub contradictory: Vec<String>,
    pub weak_steps: Vec<WeakStep>,
    pub less_than_payment: Vec<LessThanPayment>,
    /// Rules about which not everything could be decided, by their ids.
    pub undecided: Vec<String>,
    pub left_out: LeftOut,
}

/// How many were found beyond those that are named.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct LeftOut {
    pub gaps: usize,
    pub overlaps: usize,
    pub meetings: usize,
    pub unreachable: usize,
    pub weak_steps: usize,
    pub less_than_payment: usize,
}

/// Names a finding, or counts it.
pub fn keep<T>(named: &mut Vec<T>, finding: impl FnOnce() -> T, left_out: &mut usize) {
    if named.len() < MAX_FINDINGS {
        named.push(finding());
    } else {
        *left_out = left_out.saturating_add(1);
    }
}
