//! From what an author sent to a sound condition, or what is wrong with it.

use super::condition::{Condition, Values};
use super::field::{Field, Operator};
use crate::values::error::Faults;
use crate::values::money::{Currency, Minor};
use rust_decimal::Decimal;

/// The most values of one condition.
const MOST: usize = 500;

/// A value as it was sent.
#[derive(Clone, PartialEq, Debug)]
pub enum Given {
    Number(Decimal),
    Text(String),
    List(Vec<Given>),
}

/// The condition, or a fault for each thing that is wrong with it, below `pointer`.
pub fn check(
    pointer: &str,
    (field, operator, value): (Field, Operator, &Given),
    base: Currency,
    faults: &mut Faults,
) -> Option<Condition> {
    if operator.is_of_amounts() && field != Field::Amount {
        faults.add(format!("{pointer}/operator"), format!("{} is for amount only", operator.name()));
        return None;
    }
    let pointer = format!("{pointer}/value");
    let given = values(&pointer, operator, value, faults)?;
    let values = if field == Field::Amount {
        Values::Amounts(all(given, &pointer, faults, |one| amount(one, base))?)
    } else {
        Values::Texts(all(given, &pointer, faults, |one| text(one, field))?)
    };
    if let (Operator::Between, Values::Amounts(ends)) = (operator, &values)
        && ends.first() > ends.last()
    {
        faults.add(pointer, "its first amount is more than its second");
        return None;
    }
    Some(Condition { field, operator, values })
}

/// One value or several, as the operator takes them.
fn values<'a>(pointer: &str, operator: Operator, value: &'a Given, faults: &mut Faults) -> Option<&'a [Given]> {
    let (wanted, fits) = match operator {
        Operator::Between => ("must be a list of two amounts", matches!(value, Given::List(list) if list.len() == 2)),
        Operator::In | Operator::NotIn => (
            "must be a list of 1 to 500 values",
            matches!(value, Given::List(list) if (1..=MOST).contains(&list.len())),
        ),
        Operator::Equal | Operator::NotEqual | Operator::AtMost | Operator::AtLeast => {
            ("must be one value", !matches!(value, Given::List(_)))
        }
    };
    if !fits {
        faults.add(pointer.to_owned(), wanted);
        return None;
    }
    Some(match value {
        Given::List(list) => list,
        one => std::slice::from_ref(one),
    })
}

fn all<T>(
    given: &[Given],
    pointer: &str,
    faults: &mut Faults,
    read: impl Fn(&Given) -> Result<T, String>,
) -> Option<Vec<T>> {
    let mut read_all = Some(Vec::new());
    for (at, one) in given.iter().enumerate() {
        let place = if given.len() == 1 { pointer.to_owned() } else { format!("{pointer}/{at}") };
        match (read(one), &mut read_all) {
            (Ok(value), Some(values)) => values.push(value),
            (Ok(_), None) => {}
            (Err(fault), _) => {
                faults.add(place, fault);
                read_all = None;
            }
        }
    }
    read_all
}

fn amount(given: &Given, base: Currency) -> Result<Minor, String> {
    match given {
        Given::Number(number) if *number < Decimal::ZERO => Err("must be 0 or more".into()),
        Given::Number(number) => base.to_minor(*number).map_err(|error| error.to_string()),
        Given::Text(_) | Given::List(_) => Err("must be a number".into()),
    }
}

fn text(given: &Given, field: Field) -> Result<String, String> {
    match given {
        Given::Text(text) => field.fault(text).map_or_else(|| Ok(text.clone()), Err),
        Given::Number(_) | Given::List(_) => Err("must be a text".into()),
    }
}
