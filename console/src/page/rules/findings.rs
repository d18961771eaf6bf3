//! What the proof found, in sentences that lead to their witnesses.

use serde_json::Value;

use super::words::{Words, all, weakness};
use crate::fields::Fields;
use crate::interface::schema::{
    Band, Coverage, LessThanPayment, Overlap, SimulateInput, UnreachableRule, WeakStep, WitnessView,
};
use crate::json::{Members, plain};
use crate::text::{filled, text};

/// One finding.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The key of its kind: gap, unruled, less, overlap, meeting, unreachable, contradictory, weak, undecided.
    pub kind: &'static str,
    pub text: String,
    pub rules: Vec<String>,
    /// The simulation of its witness; empty without one.
    pub href: String,
}

impl Finding {
    /// Whether a document may go wrong by it: else it is worth knowing.
    pub fn is_hole(&self) -> bool {
        matches!(self.kind, "gap" | "unruled" | "less" | "unreachable" | "contradictory")
    }
}

/// The findings of a type.
#[derive(Clone, Debug, Default)]
pub struct Proof {
    pub document_type: String,
    pub findings: Vec<Finding>,
    /// How many more there are than the interface lists.
    pub has_more: bool,
    /// What stands in the way of the proof.
    pub refusal: Option<String>,
    /// Steps that people may be missing for are told to those who may read people.
    pub is_without_people: bool,
}

impl Proof {
    pub fn holes(&self) -> Vec<&Finding> {
        self.findings.iter().filter(|finding| finding.is_hole()).collect()
    }

    pub fn count(&self, kind: &str) -> usize {
        self.findings.iter().filter(|finding| finding.kind == kind).count()
    }

    pub fn of_kind(&self, kind: &str) -> Vec<&Finding> {
        self.findings.iter().filter(|finding| finding.kind == kind).collect()
    }
}

/// Where the kinds of findings stand, the gravest first.
pub const KINDS: [&str; 9] =
    ["gap", "unruled", "less", "unreachable", "contradictory", "overlap", "meeting", "weak", "undecided"];

/// Reads an answer of coverage. `draft` is the draft that it is about.
pub fn read(coverage: &Value, words: &Words, draft: Option<&str>) -> Proof {
    let mut findings = Vec::new();
    let mut add = |kind, text: String, rules: Vec<String>, witness: &Value| {
        let href = if witness.is_object() { simulation(witness, draft) } else { String::new() };
        findings.push(Finding { kind, text, rules, href });
    };
    for gap in coverage.list(Coverage::GAPS) {
        let band = words.band_or_all(&gap.text(Band::MIN_AMOUNT), &gap.text(Band::MAX_AMOUNT));
        add("gap", filled("rules.find.gap", &[&band]), Vec::new(), gap.at(Band::WITNESS));
    }
    if coverage.at(Coverage::UNRULED).is_object() {
        add("unruled", text("rules.find.unruled").into(), Vec::new(), coverage.at(Coverage::UNRULED));
    }
    for less in coverage.list(Coverage::LESS_THAN_PAYMENT) {
        let band = words.band_or_all(&less.text(LessThanPayment::MIN_AMOUNT), &less.text(LessThanPayment::MAX_AMOUNT));
        add("less", filled("rules.find.less", &[&band]), Vec::new(), less.at(LessThanPayment::WITNESS));
    }
    for rule in coverage.list(Coverage::UNREACHABLE) {
        let why = text(&format!("rules.find.never.{}", rule.text(UnreachableRule::WHY)));
        let by = rule.texts(UnreachableRule::COVERED_BY_RULES);
        let text = if by.is_empty() { why.to_owned() } else { filled("rules.find.never_by", &[why, &all(&by)]) };
        add("unreachable", text, vec![rule.text(UnreachableRule::RULE_ID)], rule.at(UnreachableRule::WITNESS));
    }
    for rule in coverage.list(Coverage::CONTRADICTORY) {
        add("contradictory", text("rules.find.contradictory").into(), vec![plain(rule)], &Value::Null);
    }
    for (kind, list) in [("overlap", Coverage::OVERLAPS), ("meeting", Coverage::MEETINGS)] {
        for pair in coverage.list(list) {
            let band = words.band_or_all(&pair.text(Overlap::MIN_AMOUNT), &pair.text(Overlap::MAX_AMOUNT));
            let key =
                if pair.flag(Overlap::ARE_ALTERNATIVES) { "rules.find.alternatives" } else { "rules.find.priority" };
            add(
                kind,
                filled(key, &[&pair.text(Overlap::APPROVAL_LEVEL), &band]),
                pair.texts(Overlap::RULE_IDS),
                pair.at(Overlap::WITNESS),
            );
        }
    }
    for weak in coverage.list(Coverage::WEAK_STEPS) {
        add("weak", weakness(weak, words), weak.texts(WeakStep::RULE_IDS), weak.at(WeakStep::WITNESS));
    }
    for rule in coverage.list(Coverage::UNDECIDED) {
        add("undecided", text("rules.find.undecided").into(), vec![plain(rule)], &Value::Null);
    }
    Proof {
        document_type: coverage.text(Coverage::DOCUMENT_TYPE),
        findings,
        has_more: coverage.at(Coverage::LEFT_OUT).is_object(),
        refusal: None,
        is_without_people: coverage.at(Coverage::WEAK_STEPS).is_null(),
    }
}

/// The address of the simulation of a witness.
pub fn simulation(witness: &Value, draft: Option<&str>) -> String {
    let mut fields = Fields::default();
    for name in super::simulate::FIELDS {
        fields = fields.with(name, witness.given(name).as_deref());
    }
    for (index, line) in witness.list(WitnessView::LINES).iter().enumerate() {
        for name in super::simulate::LINE {
            fields = fields.with(super::simulate::at(index, name), line.given(name).as_deref());
        }
    }
    fields.with(SimulateInput::DRAFT_ID, draft).address("/rules/simulate")
}
