//! The space of all documents of a type, cut into the regions that its rules tell apart, and each rule as a box in it.

use std::collections::{BTreeMap, BTreeSet};

use super::amounts::{Amounts, MOST_REGIONS};
use super::axis::Axis;
use super::candidates::Candidates;
use super::set::Set;
use super::values::{Example, Test, Values};
use crate::approval::access::UserId;
use crate::approval::catalog::Catalog;
use crate::approval::condition::{Condition, Values as Asked};
use crate::approval::field::{Field, Operator};
use crate::approval::rule::{Rule, RuleKind};
use crate::values::kind::{DocumentKind, PartyKind};
use crate::values::money::{Currency, Minor};

/// So many values of conditions are looked at; more are left undecided.
const MOST_VALUES: usize = 1_000_000;

/// What the proof is about: the type, its active rules in the order of their ids, and the books.
pub struct Scope<'a> {
    pub kind: DocumentKind,
    pub rules: &'a [&'a Rule],
    pub catalog: &'a Catalog,
    pub base: Currency,
    /// People who are told apart as authors and beneficiaries.
    pub people: &'a BTreeSet<UserId>,
    /// Amounts above which less people may sign.
    pub limits: &'a BTreeSet<Minor>,
}

/// What a rule asks of the header or of a line, by axis; `None` is anything.
pub type Asks = Vec<Option<Set>>;

/// A rule as a box.
pub struct Shape {
    /// The amounts that it matches.
    pub matched: Set,
    /// The amounts above all of these.
    pub above: Set,
    /// On the axes of [`Axis::HEADER`].
    pub header: Asks,
    /// On the axes of [`Axis::LINE`]: what one line must have. `None` where lines do not matter.
    pub line: Option<Asks>,
}

/// The space.
pub struct Space<'a> {
    pub kind: DocumentKind,
    pub rules: &'a [&'a Rule],
    pub shapes: Vec<Shape>,
    /// For each rule those whose header a document may have that is also its own.
    meeting: Vec<Set>,
    pub amounts: Amounts,
    values: BTreeMap<Axis, Values>,
    /// Whether documents have just one line.
    pub has_one_line: bool,
    pub every_amount: Set,
    /// All regions of the axes of [`Axis::HEADER`].
    pub every_header: Vec<Set>,
    /// All regions of the axes of [`Axis::LINE`].
    pub every_line: Vec<Set>,
}

impl<'a> Space<'a> {
    /// The space of these rules; `None` where there is more to tell apart than is looked at.
    pub fn of(scope: &Scope<'a>) -> Option<Self> {
        let values = scope.rules.iter().flat_map(|rule| tests(rule)).map(|(_, test)| test.values.len());
        if values.sum::<usize>() > MOST_VALUES {
            return None;
        }
        let candidates =
            Candidates { kind: scope.kind, catalog: scope.catalog, base: scope.base, people: scope.people };
        let amounts = Amounts::cut(scope.rules.iter().copied(), scope.limits.iter().copied(), scope.base);
        if amounts.len() > MOST_REGIONS {
            return None;
        }
        let every_amount = Set::all(amounts.len());
        let mut space = Self {
            kind: scope.kind,
            rules: scope.rules,
            shapes: Vec::new(),
            meeting: Vec::new(),
            amounts,
            values: BTreeMap::new(),
            has_one_line: candidates.is_payment(),
            every_amount,
            every_header: Vec::new(),
            every_line: Vec::new(),
        };
        let mut asks: BTreeMap<(usize, Axis), Set> = BTreeMap::new();
        for axis in Axis::HEADER.into_iter().chain(Axis::LINE) {
            let of_rules =
                scope.rules.iter().enumerate().flat_map(|(at, rule)| {
                    tests(rule).filter(move |(on, _)| *on == axis).map(move |(_, test)| (at, test))
                });
            let (places, tests): (Vec<usize>, Vec<Test<'_>>) = of_rules.unzip();
            let values = Values::told_apart(&tests, candidates.on(axis, &tests));
            for (number, (rule, test)) in places.into_iter().zip(&tests).enumerate() {
                let passing = values.passing(number, test);
                let both = asks.get(&(rule, axis)).map_or_else(|| passing.clone(), |before| before.and(&passing));
                asks.insert((rule, axis), both);
            }
            space.values.insert(axis, values);
        }
        let whole =
            |axes: &[Axis]| axes.iter().map(|axis| Set::all(space.values.get(axis).map_or(0, Values::len))).collect();
        (space.every_header, space.every_line) = (whole(&Axis::HEADER), whole(&Axis::LINE));
        let shapes = scope.rules.iter().enumerate().map(|(at, rule)| space.shape(at, rule, &mut asks));
        space.shapes = shapes.collect();
        space.meeting = space.shapes.iter().map(|one| space.meeting(one)).collect();
        Some(space)
    }

    fn shape(&self, at: usize, rule: &Rule, asks: &mut BTreeMap<(usize, Axis), Set>) -> Shape {
        let mut on = |axes: &[Axis]| axes.iter().map(|axis| asks.remove(&(at, *axis))).collect::<Asks>();
        let (header, line) = (on(&Axis::HEADER), on(&Axis::LINE));
        Shape {
            matched: self.amounts.matched(rule),
            above: self.amounts.above(rule.most()),
            header,
            line: line.iter().any(Option::is_some).then_some(line),
        }
    }

    /// The rules that some document of this header may match, too.
    fn meeting(&self, one: &Shape) -> Set {
        let meet = |(one, other): (&Option<Set>, &Option<Set>)| match (one, other) {
            (Some(one), Some(other)) => one.meets(other),
            (None, _) | (_, None) => true,
        };
        Set::of(self.shapes.len(), |at| {
            self.shapes.get(at).is_some_and(|other| one.header.iter().zip(&other.header).all(meet))
        })
    }

    pub fn no_amount(&self) -> Set {
        self.every_amount.without(&self.every_amount)
    }

    /// Whether some document may have the header of both rules.
    pub fn may_meet(&self, one: usize, other: usize) -> bool {
        self.meeting.get(one).is_some_and(|meeting| meeting.has(other))
    }

    /// The other rules of the same level that some document of the rule's header may match.
    pub fn rivals(&self, at: usize) -> impl Iterator<Item = (usize, &'a Rule, &Shape)> {
        let level = self.rules.get(at).map(|rule| rule.approval_level);
        self.each().filter(move |(other, rule, _)| {
            *other != at && Some(rule.approval_level) == level && self.may_meet(at, *other)
        })
    }

    pub fn example(&self, axis: Axis, region: usize) -> Option<&Example> {
        self.values.get(&axis)?.example(region)
    }

    /// The region of a value; `None` where no document of the type has it.
    fn region(&self, field: Field, value: &str) -> Option<Set> {
        let values = self.values.get(&Axis::of(field))?;
        let region = values.region(field, value)?;
        Some(Set::of(values.len(), |at| at == region))
    }

    /// Documents that the person made.
    pub fn author(&self, person: &UserId) -> Option<Set> {
        self.region(Field::CreatedBy, person.as_str())
    }

    /// Documents that the person gains from: as their employee, or by the customer or vendor that is linked to them.
    /// See docs/rules/signing.md#who-gains-does-not-sign.
    pub fn party_of(&self, person: &UserId, catalog: &Catalog) -> Option<Set> {
        let linked = catalog.linked.iter().filter(|(_, user)| *user == person).filter_map(|((kind, id), _)| {
            let field = match kind {
                PartyKind::Customer => Field::CustomerId,
                PartyKind::Vendor => Field::VendorId,
            };
            self.region(field, id)
        });
        let all = linked.chain(self.region(Field::EmployeeId, person.as_str()));
        all.reduce(|one, other| one.or(&other))
    }

    /// Whether a document that no Amount Threshold rule matches is refused.
    pub fn has_amount_rules(&self) -> bool {
        self.rules.iter().any(|rule| rule.bounds_amounts())
    }

    pub fn rule(&self, at: usize) -> Option<(&'a Rule, &Shape)> {
        Some((self.rules.get(at)?, self.shapes.get(at)?))
    }

    /// The rules and their shapes, by their places.
    pub fn each(&self) -> impl Iterator<Item = (usize, &'a Rule, &Shape)> {
        self.rules.iter().zip(&self.shapes).enumerate().map(|(at, (rule, shape))| (at, *rule, shape))
    }
}

/// What a rule asks besides the amount, each with its axis.
fn tests(rule: &Rule) -> impl Iterator<Item = (Axis, Test<'_>)> {
    let routed = match &rule.kind {
        RuleKind::AmountThreshold => None,
        RuleKind::Routing { by, ids } => Some(Test { field: by.facts().on, values: ids, is_negated: false }),
    };
    routed.into_iter().chain(rule.conditions.iter().filter_map(test)).map(|test| (Axis::of(test.field), test))
}

fn test(condition: &Condition) -> Option<Test<'_>> {
    let Asked::Texts(values) = &condition.values else { return None };
    let is_negated = match condition.operator {
        Operator::NotEqual | Operator::NotIn => true,
        Operator::Equal | Operator::In | Operator::AtMost | Operator::AtLeast | Operator::Between => false,
    };
    Some(Test { field: condition.field, values, is_negated })
}
