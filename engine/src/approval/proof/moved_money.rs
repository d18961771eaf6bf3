//! Documents that move money outside of payments, and are released by less than a payment of that amount is.
//! See docs/rules/rule-sets.md#money-outside-of-payments.
//!
//! A document with a line on an account that holds money is compared with a payment from that account, of the same amount, author and
//! currency. It is looked for in three ways: one that a rule applies to, or no other, or none of other levels; one that none of the rules
//! applies to which ask for as much as a level of the payment does; and one in which a rule decides that asks for less, though such a
//! rule matches.

use std::collections::BTreeSet;

use super::amounts::Band;
use super::axis::Axis;
use super::finding::{LessThanPayment, Proof, keep};
use super::question::{At, Point, Question};
use super::search::{Answer, Work};
use super::set::Set;
use super::space::{Scope, Shape, Space};
use super::strength::{covers, missing};
use super::values::Example;
use super::witness::Witness;
use crate::approval::catalog::Catalog;
use crate::approval::condition::{Condition, Values};
use crate::approval::field::{Field, Operator};
use crate::approval::routing::deciding_rules;
use crate::approval::rule::{Governs, Rule, RuleKind};
use crate::values::account::Subtype;
use crate::values::kind::{DocumentKind, Family, Side};
use crate::values::money::Minor;

/// What it costs to ask the rules about a document.
const COST: usize = 64;

/// The payments by which money goes out.
pub fn paying() -> Option<DocumentKind> {
    let pays_out = |kind: &DocumentKind| matches!(&kind.facts().family, Family::Payment(of) if of.cash == Side::Credit);
    DocumentKind::ALL.into_iter().find(pays_out)
}

/// The comparison of a type with payments.
struct Comparison<'s, 'a> {
    space: &'s Space<'a>,
    catalog: &'a Catalog,
    /// How many of the space's rules are those of the type; the rest are of payments, and tell amounts and accounts apart.
    own: usize,
    payments: &'s [&'a Rule],
    paying: DocumentKind,
}

/// Finds the bands of amounts. `payments` are the active rules of payments.
pub fn find(
    scope: &Scope<'_>,
    payments: &[&Rule],
    proof: &mut Proof,
    undecided: &mut BTreeSet<usize>,
    work: &mut Work,
) {
    let Some(paying) = paying().filter(|_| !matches!(scope.kind.facts().family, Family::Payment(_))) else { return };
    if payments.is_empty() {
        return;
    }
    let money = money_rule(payments);
    let all: Vec<&Rule> = scope.rules.iter().chain(payments).copied().chain(&money).collect();
    let own = scope.rules.len();
    let scope = Scope { rules: &all, ..*scope };
    let Some(mut space) = Space::of(&scope) else {
        undecided.extend(0..own);
        return;
    };
    let accounts = money_accounts(&mut space);
    let comparison = Comparison { space: &space, catalog: scope.catalog, own, payments, paying };
    let mut open: Option<(usize, usize, Found)> = None;
    for amount in 0..space.amounts.len() {
        let found = Answer::first(accounts.iter().map(|account| comparison.at(amount, account, work)));
        open = match (found, open) {
            (Answer::Found(same), Some((first, _, found))) if same.missing_levels == found.missing_levels => {
                Some((first, amount, found))
            }
            (Answer::Found(found), open) => {
                close(&space, open, proof);
                Some((amount, amount, found))
            }
            (answer, open) => {
                if answer == Answer::Undecided {
                    undecided.extend(0..own);
                }
                close(&space, open, proof);
                None
            }
        };
    }
    close(&space, open, proof);
}

/// A document that is released by less, and the payment.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Found {
    witness: Witness,
    payment: Witness,
    missing_levels: Vec<u32>,
}

fn close(space: &Space<'_>, open: Option<(usize, usize, Found)>, proof: &mut Proof) {
    let Some((first, last, Found { witness, payment, missing_levels })) = open else { return };
    let band: Band = space.amounts.band(first, last);
    let finding = || LessThanPayment { band, witness, payment, missing_levels };
    keep(&mut proof.less_than_payment, finding, &mut proof.left_out.less_than_payment);
}

/// A rule that is for lines on accounts that hold money, which tells these apart from others.
fn money_rule(payments: &[&Rule]) -> Option<Rule> {
    let holding = Subtype::ALL.iter().filter(|subtype| subtype.holds_money());
    let values = Values::Texts(holding.map(|subtype| subtype.name().to_owned()).collect());
    let condition = Condition { field: Field::AccountSubtype, operator: Operator::In, values };
    let any = payments.first()?;
    Some(Rule {
        governs: Governs::AllDocuments,
        kind: RuleKind::AmountThreshold,
        min_amount: None,
        max_amount: None,
        conditions: vec![condition],
        ..(*any).clone()
    })
}

/// The place of a shape that asks for a line on accounts of one region, and an example of them.
struct OnAccount {
    shape: usize,
    example: Example,
}

/// One for each region of accounts that hold money; their shapes stand behind those of the rules.
fn money_accounts(space: &mut Space<'_>) -> Vec<OnAccount> {
    let axis = Axis::LINE.iter().position(|axis| *axis == Axis::Account);
    let regions = axis.and_then(|axis| space.every_line.get(axis)).cloned();
    let holds_money = |example: &Example| {
        let subtype = example.0.iter().find(|(field, _)| *field == Field::AccountSubtype);
        subtype.and_then(|(_, name)| Subtype::parse(name)).is_some_and(Subtype::holds_money)
    };
    let mut found = Vec::new();
    for region in regions.iter().flat_map(Set::members) {
        let Some(example) = space.example(Axis::Account, region).filter(|example| holds_money(example)).cloned() else {
            continue;
        };
        let here = regions.as_ref().map(|all| all.only(region));
        let line = Axis::LINE.iter().map(|axis| here.clone().filter(|_| *axis == Axis::Account)).collect();
        let shape = Shape {
            matched: space.every_amount.clone(),
            above: space.no_amount(),
            header: vec![None; Axis::HEADER.len()],
            line: Some(line),
        };
        found.push(OnAccount { shape: space.shapes.len(), example });
        space.shapes.push(shape);
    }
    found
}

impl<'s, 'a> Comparison<'s, 'a> {
    /// Whether a document of this region of amounts with a line on such an account is released by less.
    fn at(&self, amount: usize, account: &OnAccount, work: &mut Work) -> Answer<Found> {
        let plain = self.plain(amount);
        let payment = self.payment(self.space.amounts.example(amount), &plain, account);
        if !work.take(self.payments.len().saturating_mul(COST)) {
            return Answer::Undecided;
        }
        let asked: Vec<Vec<&Rule>> = match deciding_rules(&payment.subject(), self.payments.iter().copied()) {
            Ok(Some(levels)) => levels,
            // Anyone may sign it: a document asks for no less.
            Ok(None) => return Answer::Impossible,
            // No such payment may be made at all.
            Err(_) => vec![Vec::new()],
        };
        let levels = asked.iter().filter(|rules| !rules.is_empty() || asked.len() == 1);
        let of_levels = levels.flat_map(|level| self.questions(amount, account, level));
        let questions = of_levels.chain(self.few_rules(amount, account)).flat_map(|question| {
            [self.plain_header(), Vec::new()].map(|header| Question { header, ..question.clone() })
        });
        let mut undecided = false;
        for question in questions {
            match question.ask(self.space, work, &mut BTreeSet::new()) {
                Answer::Found(point) => {
                    if let Some(found) = self.shown(&point, account, work) {
                        return Answer::Found(found);
                    }
                }
                Answer::Undecided => undecided = true,
                Answer::Impossible => {}
            }
        }
        if undecided { Answer::Undecided } else { Answer::Impossible }
    }

    /// Documents with a line on such an account to which these rules apply, and none of those.
    fn with(&self, amount: usize, account: &OnAccount, rule: Option<usize>, none: Vec<usize>) -> Question<'s> {
        let every = &self.space.every_amount;
        let applies = |at: usize| At::owned(at, every.clone());
        Question {
            all: rule.into_iter().chain([account.shape]).map(applies).collect(),
            none: none.into_iter().map(applies).collect(),
            amounts: Some(every.only(amount)),
            ..Question::default()
        }
    }

    /// What a rule signs for, beside others, alone, or beside those of its level.
    fn few_rules(&self, amount: usize, account: &OnAccount) -> Vec<Question<'s>> {
        let mut questions = vec![self.with(amount, account, None, Vec::new())];
        for (at, rule, _) in self.each().filter(|(.., shape)| shape.matched.has(amount)) {
            let others = |is_other: &dyn Fn(usize, &Rule) -> bool| -> Vec<usize> {
                self.each().filter(|(other, theirs, _)| is_other(*other, theirs)).map(|(other, ..)| other).collect()
            };
            questions.push(self.with(amount, account, Some(at), Vec::new()));
            questions.push(self.with(amount, account, Some(at), others(&|other, _| other != at)));
            let of_other_levels = others(&|_, theirs| theirs.approval_level != rule.approval_level);
            questions.push(self.with(amount, account, Some(at), of_other_levels));
        }
        questions
    }

    /// What would leave a level of the payment out.
    fn questions(&self, amount: usize, account: &OnAccount, level: &[&Rule]) -> Vec<Question<'s>> {
        let is_strong = |rule: &Rule| level.iter().any(|asked| covers(rule, asked, self.catalog));
        let reaches = |shape: &Shape| shape.matched.has(amount) || shape.above.has(amount);
        let strong: Vec<(usize, &Rule, &Shape)> =
            self.each().filter(|(_, rule, shape)| reaches(shape) && is_strong(rule)).collect();
        let mut questions = vec![self.with(amount, account, None, strong.iter().map(|(at, ..)| *at).collect())];
        for (at, rule, _) in self.each().filter(|(_, rule, shape)| shape.matched.has(amount) && !is_strong(rule)) {
            // Those of its level that it outranks, or stands beside, do not make it stronger.
            let in_the_way = strong.iter().filter(|(_, other, shape)| {
                let is_beside = other.approval_level == rule.approval_level;
                !is_beside || (shape.matched.has(amount) && other.priority < rule.priority)
            });
            questions.push(self.with(amount, account, Some(at), in_the_way.map(|(other, ..)| *other).collect()));
        }
        questions
    }

    /// The rules of the type.
    fn each(&self) -> impl Iterator<Item = (usize, &'a Rule, &'s Shape)> {
        self.space.each().take(self.own)
    }

    fn plain_header(&self) -> Vec<(Axis, Set)> {
        let first = |axis: Axis| {
            let place = Axis::HEADER.iter().position(|other| *other == axis)?;
            Some((axis, self.space.every_header.get(place)?.only(0)))
        };
        [Axis::Currency, Axis::CreatedBy].into_iter().filter_map(first).collect()
    }

    fn plain(&self, amount: usize) -> Witness {
        Witness::of(self.space, &Point { amount, header: vec![0; Axis::HEADER.len()], lines: Vec::new() })
    }

    /// The payment of that amount from that account, by the same author in the same currency.
    fn payment(&self, amount: Minor, document: &Witness, account: &OnAccount) -> Witness {
        let is_taken = |field: Field| matches!(field, Field::Currency | Field::CreatedBy);
        Witness {
            document_type: self.paying,
            amount,
            header: document.header.iter().filter(|(field, _)| is_taken(*field)).cloned().collect(),
            lines: vec![account.example.0.clone()],
            submitted_by: None,
        }
    }

    /// The document, when the rules release it by less indeed.
    fn shown(&self, point: &Point, account: &OnAccount, work: &mut Work) -> Option<Found> {
        work.take(self.own.saturating_add(self.payments.len()).saturating_mul(COST)).then_some(())?;
        let witness = Witness::of(self.space, point);
        let payment = self.payment(witness.amount, &witness, account);
        let own: Vec<&Rule> = self.each().map(|(_, rule, _)| rule).collect();
        // What is refused is not released.
        let released = deciding_rules(&witness.subject(), own).ok()?.unwrap_or_default();
        let missing_levels = match deciding_rules(&payment.subject(), self.payments.iter().copied()) {
            Ok(asked) => {
                Some(missing(&released, &asked.unwrap_or_default(), self.catalog)).filter(|all| !all.is_empty())?
            }
            Err(_) => Vec::new(),
        };
        Some(Found { witness, payment, missing_levels })
    }
}
