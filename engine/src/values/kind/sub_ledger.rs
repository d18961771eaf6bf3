//! Sub-ledgers. See docs/rules/periods.md#sub-ledgers.

/// A part of the books that is closed on its own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SubLedger {
    Gl,
    Ap,
    Ar,
    Payroll,
}

impl SubLedger {
    pub const ALL: [Self; 4] = [Self::Gl, Self::Ap, Self::Ar, Self::Payroll];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Gl => "gl",
            Self::Ap => "ap",
            Self::Ar => "ar",
            Self::Payroll => "payroll",
        }
    }

    /// What people call what is kept in it.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Gl => "the general ledger",
            Self::Ap => "payables",
            Self::Ar => "receivables",
            Self::Payroll => "payroll",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|sub_ledger| sub_ledger.name() == name)
    }
}
