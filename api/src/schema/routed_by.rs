//! Rule types that route by ids, on the wire: how each is spelt, the field of its ids, and the field of one id for a simulation.

use engine::approval::RuleKind;
use engine::approval::line_ids::LineIds;
use engine::approval::rule::RoutedBy;
use poem_openapi::{Enum, Object};

use super::{Id, List, Nullable};

/// The ids of a rule, of as many as a rule may have; null is none.
type Ids = Nullable<List<Id, 1, 500>>;

macro_rules! routed_by {
    ($($(#[$doc:meta])* $by:ident: $rule_type:tt, $ids:ident, $id:ident;)*) => {
        /// What makes a rule match besides the amount.
        #[derive(Enum, Clone, Copy, PartialEq, Eq, Debug)]
        pub enum RuleType {
            #[oai(rename = "Amount Threshold")]
            AmountThreshold,
            $(#[oai(rename = $rule_type)] $by,)*
        }

        impl RuleType {
            pub const fn of(kind: &RuleKind) -> Self {
                match kind {
                    RuleKind::AmountThreshold => Self::AmountThreshold,
                    $(RuleKind::Routing { by: RoutedBy::$by, .. } => Self::$by,)*
                }
            }

            /// What it routes by.
            pub const fn routed_by(self) -> Option<RoutedBy> {
                match self {
                    Self::AmountThreshold => None,
                    $(Self::$by => Some(RoutedBy::$by),)*
                }
            }
        }

        /// The ids of a new rule.
        #[derive(Object, Debug)]
        pub struct NewRuleIds { $($(#[$doc])* pub $ids: Ids,)* }

        /// The ids of an edited one.
        #[derive(Object, Debug)]
        pub struct RuleIds { $(pub $ids: Ids,)* }

        impl From<NewRuleIds> for RuleIds {
            fn from(new: NewRuleIds) -> Self {
                Self { $($ids: new.$ids,)* }
            }
        }

        impl RuleIds {
            /// What was sent of each; null is none of them, which is right where none may be.
            pub fn sent(&self) -> Vec<(RoutedBy, Option<Vec<String>>)> {
                vec![$((RoutedBy::$by, texts(&self.$ids)),)*]
            }
        }

        /// The ids of a rule as it stands.
        #[derive(Object, Debug)]
        pub struct RuleIdsView { $(pub $ids: Option<Vec<String>>,)* }

        impl RuleIdsView {
            pub fn of(kind: &RuleKind) -> Self {
                let of = |asked: RoutedBy| match kind {
                    RuleKind::Routing { by, ids } if *by == asked => Some(ids.clone()),
                    RuleKind::AmountThreshold | RuleKind::Routing { .. } => None,
                };
                Self { $($ids: of(RoutedBy::$by),)* }
            }
        }

        /// What stands on a line of the document to ask the rules about.
        #[derive(Object, Debug)]
        pub struct SimulatedLine { $(pub $id: Option<Id>,)* }

        impl SimulatedLine {
            pub fn ids(&self) -> LineIds<'_> {
                LineIds { $($id: self.$id.as_ref().map(|id| id.0.as_str()),)* ..LineIds::default() }
            }
        }

        #[cfg(test)]
        const SPELT: &[(RoutedBy, &str, &str)] = &[$((RoutedBy::$by, $rule_type, stringify!($ids)),)*];
    };
}

routed_by! {
    /// For Department Routing only: one of them must stand on a line.
    Department: "Department Routing", department_ids, department_id;
    /// For Cost Center Routing only: one of them must stand on a line.
    CostCenter: "Cost Center Routing", cost_center_ids, cost_center_id;
}

fn texts(ids: &Ids) -> Option<Vec<String>> {
    let list = ids.0.as_ref()?.as_ref();
    Some(list.into_iter().flat_map(|list| &list.0).map(|id| id.0.clone()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_is_spelt_as_its_facts_say() {
        let facts = RoutedBy::ALL.map(|by| (by, by.facts().rule_type, by.facts().field));
        assert_eq!(SPELT, facts);
    }
}
