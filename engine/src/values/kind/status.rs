//! The states of a document. See docs/rules/documents.md#lifecycle.

/// The eleven states of a document.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Status {
    Draft,
    PendingApproval,
    OnHold,
    Approved,
    Posted,
    Rejected,
    Voided,
    Paid,
    Deposited,
    Cleared,
    /// A payment that came back.
    Returned,
}

impl Status {
    pub const ALL: [Self; 11] = [
        Self::Draft,
        Self::PendingApproval,
        Self::OnHold,
        Self::Approved,
        Self::Posted,
        Self::Rejected,
        Self::Voided,
        Self::Paid,
        Self::Deposited,
        Self::Cleared,
        Self::Returned,
    ];

    /// The states that bar a close. See docs/rules/documents.md#unposted.
    pub const UNPOSTED: [Self; 4] = [Self::Draft, Self::PendingApproval, Self::OnHold, Self::Approved];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Draft => "Draft",
            Self::PendingApproval => "Pending Approval",
            Self::OnHold => "On Hold",
            Self::Approved => "Approved",
            Self::Posted => "Posted",
            Self::Rejected => "Rejected",
            Self::Voided => "Voided",
            Self::Paid => "Paid",
            Self::Deposited => "Deposited",
            Self::Cleared => "Cleared",
            Self::Returned => "Returned",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.name() == name)
    }

    /// Whether the document's postings stand in the ledger.
    pub const fn is_in_ledger(self) -> bool {
        match self {
            Self::Posted | Self::Paid | Self::Deposited | Self::Cleared => true,
            Self::Draft | Self::PendingApproval | Self::OnHold | Self::Approved | Self::Rejected => false,
            Self::Voided | Self::Returned => false,
        }
    }

    /// Whether what the document posted, if anything, stands there together with what takes it back.
    pub const fn is_taken_back(self) -> bool {
        matches!(self, Self::Voided | Self::Returned)
    }
}
