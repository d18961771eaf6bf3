//! How far a call looks, and what it finds.

use std::collections::BTreeSet;

use rust_decimal::Decimal;

use crate::features::bank_statements::Line;
use crate::features::matching::proposing::{Proposals, Settings};
use crate::features::matching::rules::model::MatchingRule;
use crate::values::error::{Faults, Refusal};
use crate::values::money::{Currency, Minor};

/// The most days that a call may look before or after a line.
const MOST_DAYS: u16 = 90;

/// What was found, and for how many lines.
#[derive(Debug)]
pub struct Proposed {
    pub proposals: Proposals,
    /// The lines that were compared, in the order of their days.
    pub lines: Vec<Line>,
    /// The rules that they were held against.
    pub rules: Vec<MatchingRule>,
    /// The lines of which an entry was made that a rule would make.
    pub made: BTreeSet<String>,
    /// Whether more lines wait than were compared.
    pub has_more: bool,
}

/// How far a call looks; what it leaves out is as usual.
#[derive(Clone, Copy, Default, Debug)]
pub struct Window {
    pub days_before: Option<u64>,
    pub days_after: Option<u64>,
    /// In the account's currency.
    pub tolerance: Option<Decimal>,
}

impl Window {
    pub fn settings(&self, currency: Currency) -> Result<Settings, Refusal> {
        let (usual, mut faults) = (Settings::default(), Faults::default());
        let mut days = |name: &str, given: Option<u64>, usual: u16| match given.map(u16::try_from) {
            None => usual,
            Some(Ok(days)) if days <= MOST_DAYS => days,
            Some(_) => {
                faults.add(name, format!("is more than {MOST_DAYS}"));
                usual
            }
        };
        let days_before = days("days_before", self.days_before, usual.days_before);
        let days_after = days("days_after", self.days_after, usual.days_after);
        let tolerance = self.tolerance.map(|tolerance| currency.to_minor(tolerance)).transpose();
        let tolerance = tolerance.unwrap_or_else(|error| {
            faults.add("tolerance", error.to_string());
            None
        });
        if tolerance.is_some_and(|tolerance| tolerance < Minor::ZERO) {
            faults.add("tolerance", "is less than 0");
        }
        faults.or(Settings { days_before, days_after, tolerance: tolerance.unwrap_or(usual.tolerance), ..usual })
    }
}
