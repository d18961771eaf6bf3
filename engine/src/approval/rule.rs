//! Approval rules as data. See docs/rules/approval.md#matching.

pub mod governs;
pub mod routed_by;

pub use self::governs::Governs;
pub use self::routed_by::RoutedBy;
use super::condition::Condition;
use super::deadline::Deadline;
use super::line_ids::LineIds;
use super::splitting::Aggregate;
use super::subject::Subject;
use crate::approval::access::UserId;
use crate::values::clock::Timestamp;
use crate::values::error::Faults;
use crate::values::kind::{DocumentKind, GovernedAction};
use crate::values::money::Minor;

/// What makes a rule match besides the amount band.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RuleKind {
    /// The amount alone.
    AmountThreshold,
    /// A line with one of these ids: a `rule_type` for each thing that rules route by.
    Routing { by: RoutedBy, ids: Vec<String> },
}

impl RuleKind {
    /// The `rule_type` as the interface spells it.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::AmountThreshold => "Amount Threshold",
            Self::Routing { by, .. } => by.facts().rule_type,
        }
    }
}

/// Who a rule asks to sign.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Approver {
    /// Anyone with the role.
    Role { approver_role: String },
    /// One person, or their delegate.
    User { approver_user_id: UserId },
    /// The submitter's recorded manager, or the manager's delegate.
    Manager,
    /// The first above the submitter whose limit covers the amount, or their delegate.
    ManagerChain,
    /// So many of these people, and of those who have the role.
    Panel { approver_role: Option<String>, approver_user_ids: Vec<UserId> },
}

/// The most people whom a rule names.
pub const MOST_PEOPLE: usize = 100;

/// One approval rule, in the version that stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rule {
    pub rule_id: String,
    pub rule_name: String,
    /// What it guards: the action on things of this type, or of these.
    pub governs: Governs,
    pub action: GovernedAction,
    pub kind: RuleKind,
    pub is_active: bool,
    /// Lower numbers decide first.
    pub priority: i64,
    /// Lowest amount in base currency minor units, inclusive; `None` is open.
    pub min_amount: Option<Minor>,
    /// Highest amount in base currency minor units, inclusive; `None` is open.
    pub max_amount: Option<Minor>,
    /// 1 or more.
    pub approval_level: u32,
    pub approver: Approver,
    /// How many different people must sign; 1 or more.
    pub approvals_required: u32,
    /// What must hold besides; those of lines, of one line together.
    pub conditions: Vec<Condition>,
    pub deadline: Deadline,
    /// What its amounts are added up from; the document alone where it says nothing.
    pub aggregate: Option<Aggregate>,
    pub version: i64,
    pub created_at: Timestamp,
    pub created_by: String,
    pub updated_at: Option<Timestamp>,
    pub updated_by: Option<String>,
}

/// Why a rule does not match a document.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mismatch {
    Inactive,
    OtherType,
    OtherAction,
    /// It has bounds, and the thing has no amount.
    NoAmount,
    BelowMinimum,
    AboveMaximum,
    /// No line has one of its ids.
    NoLine(RoutedBy),
    /// The condition at this place does not hold.
    Condition(usize),
    /// No line fulfils all that it asks of one.
    NoLineFits,
}

impl Mismatch {
    /// The reason, for people.
    pub fn reason(self, rule: &Rule) -> String {
        match self {
            Self::Inactive => "the rule is inactive".into(),
            Self::OtherType => "the rule is for another document type".into(),
            Self::OtherAction => "the rule guards another action".into(),
            Self::NoAmount => "the rule has bounds, and there is no amount".into(),
            Self::BelowMinimum => "the amount is below min_amount".into(),
            Self::AboveMaximum => "the amount is above max_amount".into(),
            Self::NoLine(by) => by.facts().no_line.into(),
            Self::Condition(place) => match rule.conditions.get(place) {
                Some(condition) => {
                    format!("its condition {place} on {} does not hold", condition.field.name())
                }
                None => "a condition does not hold".into(),
            },
            Self::NoLineFits => "no single line fulfils all that the rule asks of one".into(),
        }
    }
}

impl Rule {
    /// Whether the rule matches: active, of the type, its conditions and routing fit, the amount within both ends.
    pub fn matches(&self, subject: &Subject<'_>) -> Result<(), Mismatch> {
        self.applies(subject)?;
        let amount = subject.has_amount.then(|| subject.amount_for(self.aggregate.as_ref()));
        self.amount_fits(amount)?;
        let fails = |condition: &Condition| condition.field.is_amount() && !condition.holds_of_amount(amount);
        self.conditions.iter().position(fails).map_or(Ok(()), |place| Err(Mismatch::Condition(place)))
    }

    /// Whether the rule applies to the document at all, whatever its amount.
    pub fn applies(&self, subject: &Subject<'_>) -> Result<(), Mismatch> {
        if !self.is_active {
            return Err(Mismatch::Inactive);
        }
        if !self.governs.includes(subject.document_type) {
            return Err(Mismatch::OtherType);
        }
        if self.action != subject.action {
            return Err(Mismatch::OtherAction);
        }
        let fails = |condition: &Condition| !condition.field.is_amount() && !condition.holds(subject);
        match self.conditions.iter().position(fails) {
            Some(place) => Err(Mismatch::Condition(place)),
            None => self.a_line_fits(subject),
        }
    }

    /// What is asked of a line, one line fulfils alone.
    fn a_line_fits(&self, subject: &Subject<'_>) -> Result<(), Mismatch> {
        if let RuleKind::Routing { by, ids } = &self.kind
            && !ids.iter().any(|id| subject.has(*by, id))
        {
            return Err(Mismatch::NoLine(*by));
        }
        let fits = |line: &LineIds<'_>| {
            self.routes(line) && self.conditions.iter().all(|condition| condition.holds_of_line(line))
        };
        if self.conditions.iter().any(Condition::is_of_line) && !subject.lines().iter().any(fits) {
            return Err(Mismatch::NoLineFits);
        }
        Ok(())
    }

    fn routes(&self, line: &LineIds<'_>) -> bool {
        match &self.kind {
            RuleKind::AmountThreshold => true,
            RuleKind::Routing { by, ids } => {
                (by.facts().of_line)(*line).is_some_and(|id| ids.iter().any(|other| other == id))
            }
        }
    }

    fn amount_fits(&self, amount: Option<Minor>) -> Result<(), Mismatch> {
        let Some(amount) = amount else {
            let is_open = self.min_amount.is_none() && self.max_amount.is_none();
            return if is_open { Ok(()) } else { Err(Mismatch::NoAmount) };
        };
        if self.min_amount.is_some_and(|least| amount < least) {
            return Err(Mismatch::BelowMinimum);
        }
        if self.max_amount.is_some_and(|most| amount > most) {
            return Err(Mismatch::AboveMaximum);
        }
        Ok(())
    }

    /// The highest amount that it is for, by its band and its conditions; `None` is no end.
    pub fn most(&self) -> Option<Minor> {
        self.conditions.iter().filter_map(Condition::most).chain(self.max_amount).min()
    }

    /// Whether the rule is for lower amounts than this one.
    pub fn is_for_lower_amounts(&self, amount: Minor) -> bool {
        self.most().is_some_and(|most| most < amount)
    }

    /// Whether it is for the approval of documents of this type.
    pub fn guards_submissions_of(&self, kind: DocumentKind) -> bool {
        self.action == GovernedAction::Submit && self.governs.includes(kind.into())
    }

    /// The document types whose submissions it routes; none where it guards something else.
    pub fn routed_types(&self) -> impl Iterator<Item = DocumentKind> {
        self.governs.documents().filter(move |_| self.action == GovernedAction::Submit)
    }

    /// Whether it is an Amount Threshold rule.
    pub const fn is_amount_threshold(&self) -> bool {
        matches!(self.kind, RuleKind::AmountThreshold)
    }

    /// Whether documents of its types that no Amount Threshold rule matches are gaps because of it. One for several types that looks at
    /// more than amounts stands beside the rules of each type: what it excludes is theirs.
    /// See docs/rules/approval.md#rules-for-several-types.
    pub fn bounds_amounts(&self) -> bool {
        let looks_at_amounts = || self.conditions.iter().all(|condition| condition.field.is_amount());
        self.is_amount_threshold() && (self.governs.is_one() || looks_at_amounts())
    }
}

/// What is wrong with a rule. Missing and surplus approver fields the wire layer finds.
pub fn check(rule: &Rule) -> Faults {
    let mut faults = Faults::default();
    if !rule.governs.actions().any(|action| action == rule.action) {
        let actions: Vec<&str> = rule.governs.actions().map(GovernedAction::name).collect();
        faults.add("/action", format!("must be one of {} for {}", actions.join(", "), rule.governs.name()));
    }
    for (pointer, bound) in [("/min_amount", rule.min_amount), ("/max_amount", rule.max_amount)] {
        if bound.is_some_and(|amount| amount < Minor::ZERO) {
            faults.add(pointer, "must be 0 or more");
        }
    }
    if let (Some(least), Some(most)) = (rule.min_amount, rule.max_amount)
        && least > most
    {
        faults.add("/min_amount", "is more than max_amount");
    }
    if !(1..=100).contains(&rule.approval_level) {
        faults.add("/approval_level", "must be between 1 and 100");
    }
    match &rule.approver {
        Approver::Role { approver_role } if approver_role.trim().is_empty() => {
            faults.add("/approver_role", "must name a role");
        }
        Approver::User { approver_user_id } if approver_user_id.trim().is_empty() => {
            faults.add("/approver_user_id", "must name a person");
        }
        Approver::Panel { approver_role, approver_user_ids } => {
            check_panel(rule, approver_role.as_deref(), approver_user_ids, &mut faults);
        }
        Approver::Role { .. } | Approver::User { .. } | Approver::Manager | Approver::ManagerChain => {}
    }
    check_required(rule, &mut faults);
    rule.deadline.check(&mut faults);
    if let Some(aggregate) = &rule.aggregate {
        let wrong = rule.governs.documents().map(|kind| aggregate.check(kind)).find(|wrong| !wrong.is_empty());
        faults.extend(wrong.unwrap_or_default());
    }
    if rule.action != GovernedAction::Submit {
        let of_submissions =
            [("/due_in_hours", !rule.deadline.is_none()), ("/aggregate_days", rule.aggregate.is_some())];
        for (pointer, _) in of_submissions.into_iter().filter(|(_, is_set)| *is_set) {
            faults.add(pointer, "is for the submission of documents");
        }
    }
    match &rule.kind {
        RuleKind::Routing { by, ids } if ids.is_empty() => {
            let facts = by.facts();
            faults.add(format!("/{}", facts.field), format!("needs at least one for {}", facts.rule_type));
        }
        RuleKind::AmountThreshold | RuleKind::Routing { .. } => {}
    }
    faults
}

fn check_panel(rule: &Rule, approver_role: Option<&str>, people: &[UserId], faults: &mut Faults) {
    if approver_role.is_some_and(|name| name.trim().is_empty()) {
        faults.add("/approver_role", "must name a role");
    }
    if !(1..=MOST_PEOPLE).contains(&people.len()) {
        faults.add("/approver_user_ids", format!("must name 1 to {MOST_PEOPLE} people"));
    }
    for (at, person) in people.iter().enumerate() {
        if people.iter().take(at).any(|other| other == person) {
            faults.add(format!("/approver_user_ids/{at}"), "is named twice");
        }
    }
    if approver_role.is_none() && usize::try_from(rule.approvals_required).is_ok_and(|required| required > people.len())
    {
        faults.add("/approvals_required", "is more than the people who are named");
    }
}

fn check_required(rule: &Rule, faults: &mut Faults) {
    match rule.approver {
        Approver::Role { .. } | Approver::Panel { .. } if !(1..=20).contains(&rule.approvals_required) => {
            faults.add("/approvals_required", "must be between 1 and 20");
        }
        Approver::User { .. } | Approver::Manager | Approver::ManagerChain if rule.approvals_required != 1 => {
            faults.add("/approvals_required", "must be 1 where the rule names one person");
        }
        Approver::Role { .. } | Approver::Panel { .. } => {}
        Approver::User { .. } | Approver::Manager | Approver::ManagerChain => {}
    }
}

#[cfg(test)]
mod tests;
