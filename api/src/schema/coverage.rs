//! What a rule set leaves open, on the wire. See docs/rules/rule-sets.md#coverage.

use engine::approval::field::Field;
use engine::approval::proof::plan::Weak;
use engine::approval::proof::{
    Band as ProvenBand, Certainty, Gap, LeftOut, LessThanPayment, Never, Overlap, Proof, Unreachable, WeakStep,
    Weakness, Witness,
};
use engine::values::money::Currency;
use poem_openapi::{Enum, Object};

use super::document::shared::amount;
use super::document_type::DocumentType;
use super::{Amount, Nullable};

/// An example document, as `POST /approval-rules/simulate` takes it. What it does not have is left out.
#[derive(Object, Debug)]
#[oai(skip_serializing_if_is_none)]
pub struct WitnessView {
    pub document_type: DocumentType,
    pub amount: Amount,
    pub currency: Option<String>,
    pub vendor_id: Option<String>,
    pub customer_id: Option<String>,
    pub employee_id: Option<String>,
    pub entry_type: Option<String>,
    pub created_by: Option<String>,
    pub payment_method: Option<String>,
    /// Where it matters who submits.
    pub submitted_by: Option<String>,
    pub lines: Vec<WitnessLine>,
}

/// A line of an example.
#[derive(Object, Debug)]
#[oai(skip_serializing_if_is_none)]
pub struct WitnessLine {
    pub account_id: Option<String>,
    pub account_type: Option<String>,
    pub account_subtype: Option<String>,
    pub department_id: Option<String>,
    pub cost_center_id: Option<String>,
}

impl WitnessView {
    pub fn of(witness: &Witness, base: Currency) -> Self {
        let header = |field| witness.field(field).map(str::to_owned);
        let line = |line: &Vec<(Field, String)>| {
            let of = |field: Field| line.iter().find(|(of, _)| *of == field).map(|(_, value)| value.clone());
            WitnessLine {
                account_id: of(Field::AccountId),
                account_type: of(Field::AccountType),
                account_subtype: of(Field::AccountSubtype),
                department_id: of(Field::DepartmentId),
                cost_center_id: of(Field::CostCenterId),
            }
        };
        Self {
            document_type: witness.document_type.into(),
            amount: amount(witness.amount, base),
            currency: header(Field::Currency),
            vendor_id: header(Field::VendorId),
            customer_id: header(Field::CustomerId),
            employee_id: header(Field::EmployeeId),
            entry_type: header(Field::EntryType),
            created_by: header(Field::CreatedBy),
            payment_method: header(Field::PaymentMethod),
            submitted_by: witness.submitted_by.as_ref().map(ToString::to_string),
            lines: witness.lines.iter().map(line).collect(),
        }
    }
}

/// A band of amounts in base currency, both ends included; null is open.
#[derive(Object, Debug)]
pub struct Band {
    pub min_amount: Nullable<Amount>,
    pub max_amount: Nullable<Amount>,
    /// A document in it whose submit is refused.
    pub witness: WitnessView,
}

fn ends(band: ProvenBand, base: Currency) -> (Nullable<Amount>, Nullable<Amount>) {
    let end = |minor: Option<_>| Nullable(Some(minor.map(|minor| amount(minor, base))));
    (end(band.min_amount), end(band.max_amount))
}

impl Band {
    fn of(gap: &Gap, base: Currency) -> Self {
        let (min_amount, max_amount) = ends(gap.band, base);
        Self { min_amount, max_amount, witness: WitnessView::of(&gap.witness, base) }
    }
}

/// Two rules of one level that some document matches both of.
#[derive(Object, Debug)]
#[oai(rename = "Overlap")]
pub struct OverlapView {
    pub rule_ids: Vec<String>,
    pub approval_level: u32,
    /// The amounts of both.
    pub min_amount: Nullable<Amount>,
    pub max_amount: Nullable<Amount>,
    /// Equal priorities: either may sign. Else the lower number decides.
    pub are_alternatives: bool,
    pub witness: WitnessView,
}

impl OverlapView {
    fn of(overlap: &Overlap, base: Currency) -> Self {
        let (min_amount, max_amount) = ends(overlap.band, base);
        Self {
            rule_ids: overlap.rule_ids.to_vec(),
            approval_level: overlap.approval_level,
            min_amount,
            max_amount,
            are_alternatives: overlap.are_alternatives,
            witness: WitnessView::of(&overlap.witness, base),
        }
    }
}

/// Why a rule never names a signer.
#[derive(Enum, Clone, Copy, PartialEq, Eq, Debug)]
#[oai(rename_all = "snake_case")]
pub enum NeverDecides {
    /// Others of its level always decide in its place.
    Outranked,
    /// No document fulfils what it asks.
    Contradictory,
    /// Whatever it would decide is refused, since no amount rule matches it.
    Refused,
}

/// A rule that never decides.
#[derive(Object, Debug)]
#[oai(rename = "UnreachableRule")]
pub struct UnreachableView {
    pub rule_id: String,
    pub why: NeverDecides,
    /// The one rule that always decides in its place; null where only several do so together, or none.
    pub covered_by: Option<String>,
    /// All that are needed to decide in its place.
    pub covered_by_rules: Vec<String>,
    /// A document that it matches, and in whose plan it is not; null where none matches.
    pub witness: Option<WitnessView>,
}

impl UnreachableView {
    fn of(dead: &Unreachable, base: Currency) -> Self {
        let covered_by = match dead.covered_by.as_slice() {
            [only] => Some(only.clone()),
            _ => None,
        };
        Self {
            rule_id: dead.rule_id.clone(),
            why: match dead.why {
                Never::Outranked => NeverDecides::Outranked,
                Never::Contradictory => NeverDecides::Contradictory,
                Never::Refused => NeverDecides::Refused,
            },
            covered_by,
            covered_by_rules: dead.covered_by.clone(),
            witness: dead.witness.as_ref().map(|witness| WitnessView::of(witness, base)),
        }
    }
}

/// What is wrong with the signers of a step.
#[derive(Enum, Clone, Copy, PartialEq, Eq, Debug)]
#[oai(rename_all = "snake_case", rename = "Weakness")]
pub enum WireWeakness {
    /// Not enough active people, or nobody whose limit covers the amount: submit is refused.
    NobodyCouldSign,
    /// A role is recorded of nobody: it counts as held by enough people, and nothing more is known.
    HoldersUnknown,
    /// Two levels need the same person, who signs only one.
    OnePersonForTwoSteps,
    /// Without its author, or who submits it, too few are left.
    OnlyTheAuthor,
    /// Without who gains from it, too few are left.
    OnlyTheBeneficiary,
    /// Without these both, too few are left.
    OnlyAuthorAndBeneficiary,
    /// While somebody is away, their delegate is needed for another signature of the same document; or a delegate is counted who cannot
    /// sign.
    HollowDelegation,
}

impl From<Weakness> for WireWeakness {
    fn from(weakness: Weakness) -> Self {
        match weakness {
            Weakness::NobodyCouldSign => Self::NobodyCouldSign,
            Weakness::HoldersUnknown => Self::HoldersUnknown,
            Weakness::OnePersonForTwoSteps => Self::OnePersonForTwoSteps,
            Weakness::OnlyTheAuthor => Self::OnlyTheAuthor,
            Weakness::OnlyTheBeneficiary => Self::OnlyTheBeneficiary,
            Weakness::OnlyAuthorAndBeneficiary => Self::OnlyAuthorAndBeneficiary,
            Weakness::HollowDelegation => Self::HollowDelegation,
        }
    }
}

/// Whether it is so, or hangs on what is not recorded.
#[derive(Enum, Clone, Copy, PartialEq, Eq, Debug)]
#[oai(rename_all = "snake_case")]
pub enum FindingCertainty {
    Proven,
    Unknown,
}

/// A step that people may be missing for.
#[derive(Object, Debug)]
#[oai(rename = "WeakStep")]
pub struct WeakStepView {
    pub weakness: WireWeakness,
    /// `unknown` where the holders of a role are recorded nowhere.
    pub certainty: FindingCertainty,
    /// The rules that name the signers, one for each level.
    pub rule_ids: Vec<String>,
    pub approval_levels: Vec<u32>,
    /// Those who are in the way or are needed, at most 20.
    pub people: Vec<String>,
    /// The role of which nothing is known.
    pub role: Option<String>,
    /// The hollow delegations; a simple delegate of a user has none.
    pub delegation_ids: Vec<String>,
    pub witness: WitnessView,
}

impl WeakStepView {
    fn of(step: &WeakStep, base: Currency) -> Self {
        Self {
            weakness: step.weakness.into(),
            certainty: match step.certainty {
                Certainty::Proven => FindingCertainty::Proven,
                Certainty::Unknown => FindingCertainty::Unknown,
            },
            rule_ids: step.rule_ids.clone(),
            approval_levels: step.approval_levels.clone(),
            people: step.people.iter().map(ToString::to_string).collect(),
            role: step.role.clone(),
            delegation_ids: step.delegation_ids.clone(),
            witness: WitnessView::of(&step.witness, base),
        }
    }
}

/// Amounts with which a document moves money, and is released by less than a payment is.
#[derive(Object, Debug)]
#[oai(rename = "LessThanPayment")]
pub struct LessThanPaymentView {
    pub min_amount: Nullable<Amount>,
    pub max_amount: Nullable<Amount>,
    /// The levels of the payment for which the document asks nobody as strong. Empty where rules refuse such a payment.
    pub missing_levels: Vec<u32>,
    /// A document that has a line on an account for money.
    pub witness: WitnessView,
    /// A payment of that amount from that account.
    pub payment: WitnessView,
}

impl LessThanPaymentView {
    fn of(found: &LessThanPayment, base: Currency) -> Self {
        let (min_amount, max_amount) = ends(found.band, base);
        Self {
            min_amount,
            max_amount,
            missing_levels: found.missing_levels.clone(),
            witness: WitnessView::of(&found.witness, base),
            payment: WitnessView::of(&found.payment, base),
        }
    }
}

/// What is weak about one plan.
#[derive(Object, Debug)]
pub struct PlanWeakness {
    pub weakness: WireWeakness,
    pub approval_levels: Vec<u32>,
    /// Those who are in the way.
    pub people: Vec<String>,
}

impl From<Weak> for PlanWeakness {
    fn from(weak: Weak) -> Self {
        Self {
            weakness: weak.weakness.into(),
            approval_levels: weak.levels,
            people: weak.people.iter().map(ToString::to_string).collect(),
        }
    }
}

/// What a type's active rules leave open.
#[derive(Object, Debug)]
#[oai(rename = "Coverage")]
pub struct CoverageView {
    pub document_type: DocumentType,
    /// Amounts of which some document matches no amount rule; empty when there are no amount rules.
    pub gaps: Vec<Band>,
    /// Of a type without amount rules: a document that no rule matches, which anyone with the type's approve permission signs. Null where
    /// there is none.
    pub unruled: Option<WitnessView>,
    /// Pairs of one rule type that match for the same reason: the same header, and the same line where they look at lines.
    pub overlaps: Vec<OverlapView>,
    /// Pairs of different rule types, or by different lines of one document.
    pub meetings: Vec<OverlapView>,
    /// Rules that never decide.
    pub unreachable: Vec<UnreachableView>,
    /// Rules that match no document, by what they ask. They may sign first for larger amounts all the same.
    pub contradictory: Vec<String>,
    /// Steps that people may be missing for. Null for callers who may not read users and delegations.
    pub weak_steps: Option<Vec<WeakStepView>>,
    /// Amounts with which a document that moves money, by a line on an account of subtype `bank`, `cash` or `card`, is released by less
    /// than a bill payment of that amount is. Empty for payments.
    pub less_than_payment: Vec<LessThanPaymentView>,
    /// Rules about which there may be more findings: they took too long, or a rule of the type adds amounts up. Of all others all are
    /// found.
    pub undecided: Vec<String>,
    /// How many more were found than the 200 of each that are listed; only when there are more.
    #[oai(skip_serializing_if_is_none)]
    pub left_out: Option<LeftOutView>,
    /// True when some rules are undecided.
    #[oai(skip_serializing_if_is_none)]
    pub is_partial: Option<bool>,
    /// The same as `undecided`, where there are any.
    #[oai(skip_serializing_if_is_none)]
    pub not_compared: Option<Vec<String>>,
}

impl CoverageView {
    pub fn of(document_type: DocumentType, proof: &Proof, shows_people: bool, base: Currency) -> Self {
        let is_partial = !proof.undecided.is_empty();
        Self {
            document_type,
            gaps: proof.gaps.iter().map(|gap| Band::of(gap, base)).collect(),
            unruled: proof.unruled.as_ref().map(|witness| WitnessView::of(witness, base)),
            overlaps: proof.overlaps.iter().map(|pair| OverlapView::of(pair, base)).collect(),
            meetings: proof.meetings.iter().map(|pair| OverlapView::of(pair, base)).collect(),
            unreachable: proof.unreachable.iter().map(|dead| UnreachableView::of(dead, base)).collect(),
            contradictory: proof.contradictory.clone(),
            weak_steps: shows_people
                .then(|| proof.weak_steps.iter().map(|step| WeakStepView::of(step, base)).collect()),
            less_than_payment: proof
                .less_than_payment
                .iter()
                .map(|found| LessThanPaymentView::of(found, base))
                .collect(),
            undecided: proof.undecided.clone(),
            left_out: (proof.left_out != LeftOut::default()).then(|| LeftOutView::from(proof.left_out)),
            is_partial: is_partial.then_some(true),
            not_compared: is_partial.then(|| proof.undecided.clone()),
        }
    }
}

/// Findings that are only counted.
#[derive(Object, Debug)]
#[oai(rename = "CoverageLeftOut")]
pub struct LeftOutView {
    pub gaps: u64,
    pub overlaps: u64,
    pub meetings: u64,
    pub unreachable: u64,
    pub weak_steps: u64,
    pub less_than_payment: u64,
}

impl From<LeftOut> for LeftOutView {
    fn from(left_out: LeftOut) -> Self {
        let count = |count: usize| u64::try_from(count).unwrap_or(u64::MAX);
        Self {
            gaps: count(left_out.gaps),
            overlaps: count(left_out.overlaps),
            meetings: count(left_out.meetings),
            unreachable: count(left_out.unreachable),
            weak_steps: count(left_out.weak_steps),
            less_than_payment: count(left_out.less_than_payment),
        }
    }
}
