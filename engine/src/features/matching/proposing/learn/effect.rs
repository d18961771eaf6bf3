//! What a rule does with a line that it applies to.

/// Whose the line is, what it is, and what is made of it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct Effect {
    /// Leads to this party's transactions.
    pub party_id: Option<String>,
    /// What an entry has against the bank's account.
    pub account_id: Option<String>,
    /// The entry is made by one call, in place of a person who writes it.
    pub makes: Option<Making>,
}

/// As what an entry is made.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Making {
    Draft,
    Submitted,
}

impl Effect {
    /// `party V-1, account 6300`, or `a draft entry against account 6300`.
    pub(super) fn words(&self) -> String {
        let account = self.account_id.as_ref().map(|account| match self.makes {
            None => format!("account {account}"),
            Some(Making::Draft) => format!("a draft entry against account {account}"),
            Some(Making::Submitted) => format!("a submitted entry against account {account}"),
        });
        let party = self.party_id.as_ref().map(|party| format!("party {party}"));
        party.into_iter().chain(account).collect::<Vec<_>>().join(", ")
    }
}
