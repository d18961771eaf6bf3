//! What a rule does with a line that it applies to.

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Effect {
    /// Leads to the party's transactions, and gives a person the account.
    Proposes { party_id: Option<String>, account: Option<String> },
    /// Makes a document when nothing in the books belongs to the line.
    Creates { what: Created, account: String, party_id: Option<String>, status: Status },
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Created {
    Fee,
    Interest,
    StandingOrder,
    /// Any other entry.
    Entry,
}

/// As what the document is made.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Status {
    Draft,
    Submitted,
}

impl Created {
    const fn words(self) -> &'static str {
        match self {
            Self::Fee => "a fee",
            Self::Interest => "interest",
            Self::StandingOrder => "a standing order",
            Self::Entry => "an entry",
        }
    }
}

impl Effect {
    pub const fn party_id(&self) -> Option<&String> {
        match self {
            Self::Proposes { party_id, .. } | Self::Creates { party_id, .. } => party_id.as_ref(),
        }
    }

    pub fn account(&self) -> Option<&str> {
        match self {
            Self::Proposes { account, .. } => account.as_deref(),
            Self::Creates { account, .. } => Some(account),
        }
    }

    pub(super) fn words(&self) -> String {
        let head = match self {
            Self::Proposes { .. } => None,
            Self::Creates { what, status: Status::Draft, .. } => Some(format!("a draft of {}", what.words())),
            Self::Creates { what, status: Status::Submitted, .. } => Some(format!("{}, submitted", what.words())),
        };
        let party = self.party_id().map(|party| format!("party {party}"));
        let account = self.account().map(|account| format!("account {account}"));
        head.into_iter().chain(party).chain(account).collect::<Vec<_>>().join(", ")
    }
}
