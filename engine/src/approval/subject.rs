//! What approval rules are asked about: a document by its type, its size, and what stands on its lines.

use std::collections::BTreeSet;

use super::field::Field;
use super::line_ids::LineIds;
use super::plan::RateOverride;
use super::rule::routed_by::RoutedBy;
use crate::kind::DocumentKind;
use crate::money::Minor;

/// What the rules are asked about.
#[derive(Clone, Debug)]
pub struct Subject<'a> {
    pub document_type: DocumentKind,
    /// The size of the document's total in base currency; see [`Subject::size`].
    pub amount: Minor,
    /// What the document as a whole has of the fields that conditions speak of.
    header: Vec<(Field, &'a str)>,
    lines: Vec<LineIds<'a>>,
    /// What stands on the lines, of all that rules route by.
    ids: BTreeSet<(RoutedBy, &'a str)>,
    /// Set when the document's exchange rate was overridden.
    pub rate_override: Option<RateOverride>,
}

impl<'a> Subject<'a> {
    /// An amount in base currency, with no line yet.
    pub fn of_amount(document_type: DocumentKind, amount: Minor, rate_override: Option<RateOverride>) -> Self {
        let amount = Self::size(amount, rate_override.as_ref());
        Self { document_type, amount, header: Vec::new(), lines: Vec::new(), ids: BTreeSet::new(), rate_override }
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
