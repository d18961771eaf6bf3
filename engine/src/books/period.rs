//! Accounting periods, open, soft-closed or hard-closed per sub-ledger. See docs/rules/periods.md#sub-ledgers.

use crate::values::clock::{Date, Timestamp};
use crate::values::kind::SubLedger;

/// What a close or reopen speaks of: one sub-ledger or all four.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    All,
    Ap,
    Ar,
    Payroll,
    Gl,
}

impl Scope {
    pub const fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Ap => "ap",
            Self::Ar => "ar",
            Self::Payroll => "payroll",
            Self::Gl => "gl",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        [Self::All, Self::Ap, Self::Ar, Self::Payroll, Self::Gl].into_iter().find(|scope| scope.name() == name)
    }

    pub const fn sub_ledgers(self) -> &'static [SubLedger] {
        match self {
            Self::All => &SubLedger::ALL,
            Self::Ap => &[SubLedger::Ap],
            Self::Ar => &[SubLedger::Ar],
            Self::Payroll => &[SubLedger::Payroll],
            Self::Gl => &[SubLedger::Gl],
        }
    }
}

/// How far a sub-ledger of a period is closed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Closing {
    Open,
    SoftClosed,
    HardClosed,
}

impl Closing {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::SoftClosed => "soft_closed",
            Self::HardClosed => "hard_closed",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        [Self::Open, Self::SoftClosed, Self::HardClosed].into_iter().find(|closing| closing.name() == name)
    }
}

/// One accounting period.
#[derive(Clone, PartialEq, Debug)]
pub struct Period {
    pub period_id: String,
    pub period_name: String,
    pub start_date: Date,
    pub end_date: Date,
    /// Whether it is of the last day of a fiscal year alone, beside the period that holds that day, and takes only what names it: so its
    /// fiscal year says.
    pub is_adjustment: bool,
    /// In the order of [`SubLedger::ALL`].
    pub closing: [Closing; 4],
    pub version: i64,
    pub created_at: Timestamp,
    pub created_by: String,
    pub last_change: Option<PeriodChange>,
}

/// The newest close or reopen of a period.
#[derive(Clone, PartialEq, Debug)]
pub struct PeriodChange {
    pub closed_at: Option<Timestamp>,
    pub closed_by: Option<String>,
    pub close_type: Option<Scope>,
    pub reopened_at: Option<Timestamp>,
    pub reopened_by: Option<String>,
    pub reopen_type: Option<Scope>,
    pub reason: Option<String>,
}

impl Period {
    pub fn closing_of(&self, sub_ledger: SubLedger) -> Closing {
        let [gl, ap, ar, payroll] = self.closing;
        match sub_ledger {
            SubLedger::Gl => gl,
            SubLedger::Ap => ap,
            SubLedger::Ar => ar,
            SubLedger::Payroll => payroll,
        }
    }

    pub fn set_closing(&mut self, sub_ledger: SubLedger, closing: Closing) {
        let [gl, ap, ar, payroll] = &mut self.closing;
        *match sub_ledger {
            SubLedger::Gl => gl,
            SubLedger::Ap => ap,
            SubLedger::Ar => ar,
            SubLedger::Payroll => payroll,
        } = closing;
    }

    pub fn is_open_for(&self, sub_ledger: SubLedger) -> bool {
        self.closing_of(sub_ledger) == Closing::Open
    }

    /// Whether everything in the scope is closed.
    pub fn is_closed(&self, scope: Scope) -> bool {
        scope.sub_ledgers().iter().all(|sub_ledger| !self.is_open_for(*sub_ledger))
    }

    /// Whether what names no period and is of this day belongs to it.
    pub fn holds(&self, date: Date) -> bool {
        !self.is_adjustment && self.start_date <= date && date <= self.end_date
    }
}
