//! The bands that the bounds of rules cut the amounts into, exactly: bounds are compared as whole millionths, never as floats.

use serde_json::Value;

use crate::interface::schema::ApprovalRule;
use crate::json::Members;

/// Digits after the point that a bound may have here.
const PLACES: usize = 6;

/// Amounts from `low` to `high`, both ends included; none: open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Band {
    low: i128,
    high: Option<i128>,
}

impl Band {
    /// What a document asks for that stands for the band. An amount of nothing is an odd example, where there is another.
    pub fn example(&self, decimals: usize) -> String {
        let one = 10_i128.saturating_pow(u32::try_from(PLACES).unwrap_or_default());
        let is_room = self.low == 0 && self.high.is_none_or(|high| high >= one);
        written(if is_room { one } else { self.low }, decimals)
    }

    pub fn low(&self, decimals: usize) -> String {
        written(self.low, decimals)
    }

    pub fn high(&self, decimals: usize) -> String {
        self.high.map_or(String::new(), |high| written(high, decimals))
    }

    /// Whether some amount lies in this band and between these bounds.
    pub fn meets(&self, min: &str, max: &str) -> bool {
        let starts = exact(min).is_none_or(|min| self.high.is_none_or(|high| min <= high));
        starts && exact(max).is_none_or(|max| self.low <= max)
    }
}

/// The bands that these rules make, with the decimals that all bounds have.
pub fn cut(rules: &[Value], decimals: usize) -> (Vec<Band>, usize) {
    let bounds =
        || rules.iter().flat_map(|rule| [rule.text(ApprovalRule::MIN_AMOUNT), rule.text(ApprovalRule::MAX_AMOUNT)]);
    let decimals = bounds().map(|bound| places(&bound)).fold(decimals, usize::max).min(PLACES);
    let step = 10_i128.saturating_pow(u32::try_from(PLACES.saturating_sub(decimals)).unwrap_or_default());
    let mut starts = vec![0];
    for rule in rules {
        starts.extend(exact(&rule.text(ApprovalRule::MIN_AMOUNT)));
        starts.extend(exact(&rule.text(ApprovalRule::MAX_AMOUNT)).map(|max| max.saturating_add(step)));
    }
    starts.sort_unstable();
    starts.dedup();
    let ends = starts.iter().skip(1).map(|next| Some(next.saturating_sub(step))).chain([None]);
    (starts.iter().zip(ends).map(|(low, high)| Band { low: *low, high }).collect(), decimals)
}

fn places(text: &str) -> usize {
    text.split_once('.').map_or(0, |(_, fraction)| fraction.trim_end_matches('0').len())
}

/// An amount in millionths; nothing for an open bound.
fn exact(text: &str) -> Option<i128> {
    if text.is_empty() {
        return None;
    }
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let fraction = fraction.trim_end_matches('0');
    if fraction.len() > PLACES {
        return None;
    }
    format!("{whole}{fraction:0<PLACES$}").parse().ok()
}

fn written(units: i128, decimals: usize) -> String {
    let digits = format!("{units:0>width$}", width = PLACES.saturating_add(1));
    let (whole, fraction) = digits.split_at(digits.len().saturating_sub(PLACES));
    match fraction.get(..decimals) {
        Some(kept) if !kept.is_empty() => format!("{whole}.{kept}"),
        _ => whole.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn shown(rules: &[Value]) -> Vec<(String, String)> {
        let (bands, decimals) = cut(rules, 2);
        bands.iter().map(|band| (band.low(decimals), band.high(decimals))).collect()
    }

    #[test]
    fn bounds_that_follow_each_other_leave_no_band_between() {
        let rules =
            [json!({"min_amount": 0.0, "max_amount": 1000.0}), json!({"min_amount": 1000.01, "max_amount": null})];
        assert_eq!(shown(&rules), [("0.00".into(), "1000.00".into()), ("1000.01".into(), String::new())]);
    }

    #[test]
    fn an_open_bound_cuts_nothing() {
        assert_eq!(shown(&[json!({"min_amount": null, "max_amount": null})]), [("0.00".into(), String::new())]);
        let (bands, _) = cut(&[json!({"max_amount": 10})], 2);
        assert!(bands.iter().all(|band| band.meets("", "")), "{bands:?}");
    }

    #[test]
    fn a_gap_is_a_band() {
        let rules = [json!({"min_amount": null, "max_amount": "99999999999999.99"})];
        assert_eq!(
            shown(&rules),
            [("0.00".into(), "99999999999999.99".into()), ("100000000000000.00".into(), String::new()),]
        );
    }

    #[test]
    fn examples_lie_within() {
        let (bands, decimals) = cut(&[json!({"min_amount": "0.005", "max_amount": 5})], 2);
        let examples: Vec<String> = bands.iter().map(|band| band.example(decimals)).collect();
        assert_eq!(examples, ["0.000", "0.005", "5.001"]);
    }
}
