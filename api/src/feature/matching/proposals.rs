//! Proposals on the wire: what may belong together, for which reasons, and how sure that is.

use engine::features::matching::proposing::{Doubt, Proposal, ProposedEntry, Reason, ReasonKind};
use engine::features::matching::query::Proposed;
use poem_openapi::{Enum, Object};

use crate::feature::matching::rules::wire::EntryMade;
use crate::schema::Nullable;

/// A kind of evidence.
#[derive(Enum, Clone, Copy, PartialEq, Eq, Debug)]
#[oai(rename = "ProposalReasonKind", rename_all = "snake_case")]
pub enum WireReason {
    EqualAmount,
    NearAmount,
    Days,
    EndToEndId,
    Reference,
    Document,
    MadeFrom,
    Number,
    CounterpartyAccount,
    Name,
    Learned,
    NamesAnother,
    AnotherParty,
    Members,
    NotNamed,
    Taken,
}

impl From<ReasonKind> for WireReason {
    fn from(kind: ReasonKind) -> Self {
        match kind {
            ReasonKind::EqualAmount => Self::EqualAmount,
            ReasonKind::NearAmount => Self::NearAmount,
            ReasonKind::Days => Self::Days,
            ReasonKind::EndToEndId => Self::EndToEndId,
            ReasonKind::Reference => Self::Reference,
            ReasonKind::Document => Self::Document,
            ReasonKind::MadeFrom => Self::MadeFrom,
            ReasonKind::Number => Self::Number,
            ReasonKind::CounterpartyAccount => Self::CounterpartyAccount,
            ReasonKind::Name => Self::Name,
            ReasonKind::Learned => Self::Learned,
            ReasonKind::NamesAnother => Self::NamesAnother,
            ReasonKind::AnotherParty => Self::AnotherParty,
            ReasonKind::Members => Self::Members,
            ReasonKind::NotNamed => Self::NotNamed,
            ReasonKind::Taken => Self::Taken,
        }
    }
}

/// Why somebody has to look at it.
#[derive(Enum, Clone, Copy, PartialEq, Eq, Debug)]
#[oai(rename = "ProposalDoubt", rename_all = "snake_case")]
pub enum WireDoubt {
    AmountsDiffer,
    TooFewPoints,
    TakesBackAnother,
    SpeaksAgainst,
    PartyUnknown,
    MayBeChance,
    TooManyAlike,
    Rival,
}

impl From<Doubt> for WireDoubt {
    fn from(doubt: Doubt) -> Self {
        match doubt {
            Doubt::AmountsDiffer => Self::AmountsDiffer,
            Doubt::TooFewPoints => Self::TooFewPoints,
            Doubt::TakesBackAnother => Self::TakesBackAnother,
            Doubt::SpeaksAgainst => Self::SpeaksAgainst,
            Doubt::PartyUnknown => Self::PartyUnknown,
            Doubt::MayBeChance => Self::MayBeChance,
            Doubt::TooManyAlike => Self::TooManyAlike,
            Doubt::Rival => Self::Rival,
        }
    }
}

/// A piece of evidence.
#[derive(Object, Debug)]
#[oai(rename = "ProposalReason")]
pub struct ReasonView {
    pub kind: WireReason,
    pub text: String,
    /// Negative for what speaks against it.
    pub points: i32,
}

impl From<&Reason> for ReasonView {
    fn from(reason: &Reason) -> Self {
        Self { kind: reason.kind.into(), text: reason.words.clone(), points: reason.points }
    }
}

/// Lines and transactions that may belong together.
#[derive(Object, Debug)]
#[oai(rename = "MatchProposal")]
pub struct ProposalView {
    pub line_ids: Vec<String>,
    pub transaction_ids: Vec<String>,
    /// The sum of its reasons' points.
    pub points: i32,
    /// It may be accepted without a look.
    pub is_sure: bool,
    pub reasons: Vec<ReasonView>,
    /// Why it is not sure.
    pub doubt: Option<WireDoubt>,
    pub doubt_text: Option<String>,
    /// Why the next best of its first line lost.
    pub next_best_lost: Option<String>,
}

impl From<&Proposal> for ProposalView {
    fn from(proposal: &Proposal) -> Self {
        Self {
            line_ids: proposal.lines.clone(),
            transaction_ids: proposal.transactions.clone(),
            points: proposal.points,
            is_sure: proposal.is_sure(),
            reasons: proposal.reasons.iter().map(ReasonView::from).collect(),
            doubt: proposal.doubt.map(WireDoubt::from),
            doubt_text: proposal.doubt.map(|doubt| doubt.words().to_owned()),
            next_best_lost: proposal.next_best_lost.clone(),
        }
    }
}

/// A line that takes an earlier one back.
#[derive(Object, Debug)]
#[oai(rename = "BouncedLine")]
pub struct BounceView {
    pub line_id: String,
    /// The line that it takes back, where that waits, too.
    pub takes_back: Option<String>,
    pub text: String,
}

/// An entry that matching rules know of a line that nothing in the books belongs to.
#[derive(Object, Debug)]
#[oai(rename = "ProposedEntry")]
pub struct EntryView {
    pub line_id: String,
    pub matching_rule_ids: Vec<String>,
    /// What it has against the bank account.
    pub account_id: String,
    /// As what `apply-matching-rules` makes it; null where a person writes it.
    pub makes: Nullable<EntryMade>,
    /// The rule, in words.
    pub text: String,
    /// The entry, where it was made.
    pub journal_entry_id: Option<String>,
}

impl EntryView {
    fn of(entry: &ProposedEntry, found: &Proposed) -> Self {
        Self {
            line_id: entry.line.clone(),
            matching_rule_ids: entry.rules.clone(),
            account_id: entry.effect.account_id.clone().unwrap_or_default(),
            makes: Nullable(Some(entry.effect.makes.map(EntryMade::from))),
            text: entry.words.clone(),
            journal_entry_id: found.made.contains(&entry.line).then(|| entry.line.clone()),
        }
    }
}

/// What is proposed for the lines of an account that wait.
#[derive(Object, Debug)]
pub struct MatchProposals {
    /// By day, and of one line the best first.
    pub proposals: Vec<ProposalView>,
    pub bounces: Vec<BounceView>,
    /// What matching rules know of lines that no proposal with enough points takes.
    pub entries: Vec<EntryView>,
    /// How many lines were compared.
    pub lines: u64,
    /// How many of them a sure proposal takes.
    pub sure_lines: u64,
    /// 10,000 lines are compared, the oldest first.
    pub has_more: bool,
}

impl MatchProposals {
    /// All of them, or those that take one of these lines.
    pub fn of(found: &Proposed, line_id: Option<&str>) -> Self {
        let is_wanted = |proposal: &&Proposal| line_id.is_none_or(|id| proposal.lines.iter().any(|line| line == id));
        let sure: usize = found.proposals.sure().map(|proposal| proposal.lines.len()).sum();
        let bounces = found.proposals.bounces.iter().map(|bounce| BounceView {
            line_id: bounce.line.clone(),
            takes_back: bounce.takes_back.clone(),
            text: bounce.words.clone(),
        });
        let of_line = |entry: &&ProposedEntry| line_id.is_none_or(|id| entry.line == id);
        let entries = found.proposals.entries.iter().filter(of_line).map(|entry| EntryView::of(entry, found));
        Self {
            proposals: found.proposals.proposals.iter().filter(is_wanted).map(ProposalView::from).collect(),
            bounces: bounces.collect(),
            entries: entries.collect(),
            lines: u64::try_from(found.lines.len()).unwrap_or(u64::MAX),
            sure_lines: u64::try_from(sure).unwrap_or(u64::MAX),
            has_more: found.has_more,
        }
    }
}
