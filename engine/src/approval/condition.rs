//! Conditions of a rule: what must hold of a document besides the amount band. See docs/rules/approval.md#conditions.

use super::field::{Field, Operator};
use super::line_ids::LineIds;
use super::subject::Subject;
use crate::values::money::Minor;

/// What a condition compares with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Values {
    /// In base currency minor units.
    Amounts(Vec<Minor>),
    Texts(Vec<String>),
}

/// One condition; [`super::given::check`] makes only sound ones.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Condition {
    pub field: Field,
    pub operator: Operator,
    pub values: Values,
}

impl Condition {
    /// Whether it speaks of a line.
    pub const fn is_of_line(&self) -> bool {
        self.field.is_of_line()
    }

    /// Whether it holds of the document as a whole. One of a line says nothing here.
    pub fn holds(&self, subject: &Subject<'_>) -> bool {
        match self.field {
            Field::Amount => self.holds_of_amount(subject.has_amount.then_some(subject.amount)),
            field if field.is_of_line() => true,
            field => self.holds_of_text(subject.header(field)),
        }
    }

    /// Whether it holds of a line. One of the whole document says nothing here.
    pub fn holds_of_line(&self, line: &LineIds<'_>) -> bool {
        !self.is_of_line() || self.holds_of_text(line.of(self.field))
    }

    /// What is not there equals nothing, and is neither more nor less.
    pub fn holds_of_amount(&self, amount: Option<Minor>) -> bool {
        let Values::Amounts(values) = &self.values else { return false };
        let Some(amount) = amount else { return matches!(self.operator, Operator::NotEqual | Operator::NotIn) };
        let (first, last) = (values.first().copied(), values.last().copied());
        match self.operator {
            Operator::Equal | Operator::In => values.contains(&amount),
            Operator::NotEqual | Operator::NotIn => !values.contains(&amount),
            Operator::AtMost => first.is_some_and(|most| amount <= most),
            Operator::AtLeast => first.is_some_and(|least| amount >= least),
            Operator::Between => first.is_some_and(|least| amount >= least) && last.is_some_and(|most| amount <= most),
        }
    }

    /// Whether it lets the amount through. One of another field says nothing here.
    pub fn allows(&self, amount: Minor) -> bool {
        !self.field.is_amount() || self.holds_of_amount(Some(amount))
    }

    /// What is not there equals nothing.
    fn holds_of_text(&self, text: Option<&str>) -> bool {
        let Values::Texts(values) = &self.values else { return false };
        let found = text.is_some_and(|text| values.iter().any(|value| self.field.are_alike(value, text)));
        match self.operator {
            Operator::Equal | Operator::In => found,
            Operator::NotEqual | Operator::NotIn => !found,
            Operator::AtMost | Operator::AtLeast | Operator::Between => false,
        }
    }

    /// The lowest amount that it lets through; `None` is no end.
    pub fn least(&self) -> Option<Minor> {
        let Values::Amounts(values) = &self.values else { return None };
        match self.operator {
            Operator::Equal | Operator::In | Operator::AtLeast | Operator::Between => values.iter().min().copied(),
            Operator::NotEqual | Operator::NotIn | Operator::AtMost => None,
        }
    }

    /// The highest amount that it lets through; `None` is no end.
    pub fn most(&self) -> Option<Minor> {
        let Values::Amounts(values) = &self.values else { return None };
        match self.operator {
            Operator::Equal | Operator::In | Operator::AtMost | Operator::Between => values.iter().max().copied(),
            Operator::NotEqual | Operator::NotIn | Operator::AtLeast => None,
        }
    }
}

#[cfg(test)]
mod tests;
