//! What the matcher answers.

use super::learn::Effect;

/// Lines and transactions that may belong together, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proposal {
    /// Ids in ascending order.
    pub lines: Vec<String>,
    /// Ids in ascending order.
    pub transactions: Vec<String>,
    pub points: i32,
    pub reasons: Vec<Reason>,
    /// Why a person has to decide; nothing of a sure proposal.
    pub doubt: Option<Doubt>,
    /// Why the proposal that follows on its first line lost; nothing when none follows.
    pub next_best_lost: Option<String>,
}

impl Proposal {
    pub fn is_sure(&self) -> bool {
        self.doubt.is_none()
    }
}

/// One piece of evidence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    pub kind: ReasonKind,
    pub words: String,
    pub points: i32,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ReasonKind {
    EqualAmount,
    NearAmount,
    Days,
    EndToEndId,
    Reference,
    Document,
    /// The entry was made from the line.
    MadeFrom,
    /// The text has the document's bare number, as `101` of `INV-101`.
    Number,
    CounterpartyAccount,
    Name,
    Learned,
    /// The text names what other transactions bear and these do not.
    NamesAnother,
    /// The account or the name is known of another party.
    AnotherParty,
    /// Of a group: the more it takes, the easier a sum comes out by chance.
    Members,
    /// Of a group: no text names all that it takes.
    NotNamed,
    /// A sure proposal takes some of it.
    Taken,
}

/// Why a proposal is not sure. The first that holds is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Doubt {
    AmountsDiffer,
    TooFewPoints,
    /// The line takes back an earlier one, and the transaction does not say that it does.
    TakesBackAnother,
    /// The texts, the account or the name lead to another.
    SpeaksAgainst,
    /// Nothing but amount and date, or a name that is only partly alike.
    PartyUnknown,
    /// A group that no text names, and whose sum might come out by chance.
    MayBeChance,
    /// More of this amount than were compared.
    TooManyAlike,
    /// Another proposal is within the margin, or is told apart by its date alone.
    Rival,
}

impl Doubt {
    pub const fn words(self) -> &'static str {
        match self {
            Self::AmountsDiffer => "the amounts differ",
            Self::TooFewPoints => "it has too few points",
            Self::TakesBackAnother => "the line takes back an earlier one",
            Self::SpeaksAgainst => "the text, the account or the name leads to another",
            Self::PartyUnknown => "only amount and date speak for it, and neither a document nor the party",
            Self::MayBeChance => "no text names the group, and its sum may come out by chance",
            Self::TooManyAlike => "too many have this amount to compare them all",
            Self::Rival => "another proposal is as good, or told apart by its date alone",
        }
    }
}

/// A line that takes back an earlier one: a returned direct debit, a recalled or unpaid receipt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bounce {
    pub line: String,
    /// The line that it takes back, when that is in the statement.
    pub takes_back: Option<String>,
    pub words: String,
}

/// An entry that rules know of a line that nothing in the books belongs to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProposedEntry {
    pub line: String,
    /// The rules that ask for it.
    pub rules: Vec<String>,
    pub effect: Effect,
    pub words: String,
}

/// All that [`propose`](super::propose) found. Each part is in the order of its lines' dates and ids.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Proposals {
    /// Best first within a line. A group stands once, at the first of its lines.
    pub proposals: Vec<Proposal>,
    pub bounces: Vec<Bounce>,
    pub entries: Vec<ProposedEntry>,
}

impl Proposals {
    /// Those that one call may accept together: none of them takes what another takes.
    pub fn sure(&self) -> impl Iterator<Item = &Proposal> {
        self.proposals.iter().filter(|proposal| proposal.is_sure())
    }

    /// The proposals that take this line, best first.
    pub fn of_line(&self, line: &str) -> Vec<&Proposal> {
        let mut found: Vec<&Proposal> =
            self.proposals.iter().filter(|proposal| proposal.lines.iter().any(|id| id == line)).collect();
        found.sort_by_key(|proposal| std::cmp::Reverse(proposal.points));
        found
    }
}
