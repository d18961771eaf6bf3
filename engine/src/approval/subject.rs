//! What approval rules are asked about: a document by its type, its size, and what stands on its lines.

use std::collections::BTreeSet;

use super::field::Field;
use super::line_ids::LineIds;
use super::plan::RateOverride;
use super::rule::routed_by::RoutedBy;
use super::splitting::{AddedUp, Aggregate, Earlier, EarlierDocuments};
use crate::values::clock::Timestamp;
use crate::values::kind::{GovernedAction, GovernedType};
use crate::values::money::Minor;

/// What the rules are asked about.
#[derive(Clone, Debug)]
pub struct Subject<'a> {
    pub document_type: GovernedType,
    /// What is to be done to it.
    pub action: GovernedAction,
    /// The size of the document's total in base currency; see [`Subject::size`].
    pub amount: Minor,
    /// Whether it has an amount at all. What has none is of amount 0, and no bound and no comparison of amounts takes it.
    pub has_amount: bool,
    /// What the document as a whole has of the fields that conditions speak of.
    header: Vec<(Field, &'a str)>,
    lines: Vec<LineIds<'a>>,
    /// What stands on the lines, of all that rules route by.
    ids: BTreeSet<(RoutedBy, &'a str)>,
    /// Set when the document's exchange rate was overridden.
    pub rate_override: Option<RateOverride>,
    /// What was submitted before that rules may add it to, and the instant of its own submission.
    earlier: Option<(&'a EarlierDocuments, Timestamp)>,
}

impl Earlier {
    /// A submitted document, as large as the rules were asked about it.
    pub fn of(
        document_id: &str,
        base_total: Minor,
        rate_override: Option<&RateOverride>,
        submitted_at: Timestamp,
    ) -> Self {
        let amount = Subject::size(base_total, rate_override);
        Self { document_id: document_id.to_owned(), amount, submitted_at }
    }
}

impl<'a> Subject<'a> {
    /// The submission of an amount in base currency, with no line yet.
    pub fn of_amount(
        document_type: impl Into<GovernedType>,
        amount: Minor,
        rate_override: Option<RateOverride>,
    ) -> Self {
        Self {
            document_type: document_type.into(),
            action: GovernedAction::Submit,
            amount: Self::size(amount, rate_override.as_ref()),
            has_amount: true,
            header: Vec::new(),
            lines: Vec::new(),
            ids: BTreeSet::new(),
            rate_override,
            earlier: None,
        }
    }

    /// Adds what was submitted before.
    #[must_use]
    pub const fn after(mut self, earlier: &'a EarlierDocuments, now: Timestamp) -> Self {
        self.earlier = Some((earlier, now));
        self
    }

    /// The sum that a rule asks about, which adds up so.
    pub fn added_up(&self, aggregate: &Aggregate) -> AddedUp {
        match self.earlier {
            Some((earlier, now)) => aggregate.add_up(self.amount, earlier, now),
            None => aggregate.add_up(self.amount, &EarlierDocuments::default(), Timestamp::from_micros(0)),
        }
    }

    /// The amount that a rule is asked about.
    pub fn amount_for(&self, aggregate: Option<&Aggregate>) -> Minor {
        match (aggregate, self.earlier) {
            (Some(aggregate), Some((earlier, now))) => aggregate.sum(self.amount, earlier, now),
            (Some(_), None) | (None, _) => self.amount,
        }
    }

    /// What is done to a thing without an amount.
    pub fn without_amount(document_type: GovernedType, action: GovernedAction) -> Self {
        Self { action, has_amount: false, ..Self::of_amount(document_type, Minor::ZERO, None) }
    }

    /// The same, when this is done to it.
    #[must_use]
    pub fn to_be(mut self, action: GovernedAction) -> Self {
        self.action = action;
        self
    }

    /// Adds what stands on a line.
    #[must_use]
    pub fn with_line(mut self, line: LineIds<'a>) -> Self {
        self.ids.extend(RoutedBy::ALL.into_iter().filter_map(|by| Some((by, (by.facts().of_line)(line)?))));
        self.lines.push(line);
        self
    }

    /// Adds what the document as a whole has of a field.
    #[must_use]
    pub fn with(mut self, field: Field, text: Option<&'a str>) -> Self {
        self.header.extend(text.map(|text| (field, text)));
        self
    }

    /// What the document as a whole has of a field.
    pub fn header(&self, field: Field) -> Option<&'a str> {
        self.header.iter().find(|(of, _)| *of == field).map(|(_, text)| *text)
    }

    pub fn lines(&self) -> &[LineIds<'a>] {
        &self.lines
    }

    /// Whether it stands on some line.
    pub fn has(&self, by: RoutedBy, id: &str) -> bool {
        self.ids.contains(&(by, id))
    }

    /// How large a document is: its total in base currency or, where its rate was overridden and the table has another, by that
    /// rate when that is more.
    pub fn size(base_total: Minor, rate_override: Option<&RateOverride>) -> Minor {
        // An amount without a magnitude counts as larger than any bound of a rule.
        let magnitude = |amount: Minor| amount.magnitude().unwrap_or(Minor(i64::MAX));
        let by_table = match rate_override {
            Some(RateOverride::Differs { by_table, .. }) => magnitude(*by_table),
            Some(RateOverride::Unknown) | None => Minor::ZERO,
        };
        magnitude(base_total).max(by_table)
    }

    /// Whether no rate vouches for the amount.
    pub fn is_of_unknown_size(&self) -> bool {
        self.rate_override == Some(RateOverride::Unknown)
    }
}
