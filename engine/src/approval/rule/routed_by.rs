//! What rules route by: the rule types that look for ids on the lines of a document. See docs/rules/approval.md#matching.

mod cost_center;
mod department;
mod facts;

pub use self::facts::RoutingFacts;

/// Makes the enum, the list of all its values, and their facts out of one list.
macro_rules! routed_by {
    ($($by:ident: $facts:path),* $(,)?) => {
        /// What stands on a line, and rules are for.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub enum RoutedBy { $($by,)* }

        impl RoutedBy {
            pub const ALL: [Self; [$(stringify!($by)),*].len()] = [$(Self::$by,)*];

            /// The facts of the rule type.
            pub const fn facts(self) -> &'static RoutingFacts {
                match self { $(Self::$by => &$facts,)* }
            }
        }
    };
}

routed_by![Department: department::FACTS, CostCenter: cost_center::FACTS];

impl RoutedBy {
    /// The one of this `rule_type`; `None` for a type that does not route by ids.
    pub fn parse(rule_type: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|by| by.facts().rule_type == rule_type)
    }
}
