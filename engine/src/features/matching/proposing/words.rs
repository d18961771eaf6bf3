//! Reasons in words.

use super::book::{Line, Transaction};
use super::candidate::Candidate;
use super::proposal::{Reason, ReasonKind};

pub fn reasons(candidate: &Candidate) -> Vec<Reason> {
    candidate.evidence.counted().map(|(kind, points)| Reason { kind, words: reason(candidate, kind), points }).collect()
}

fn reason(candidate: &Candidate, kind: ReasonKind) -> String {
    let first = candidate.transactions.first().map(|each| each.source);
    let reference = first.map(|source| source.reference.as_str()).unwrap_or_default();
    let is_group = candidate.evidence.extra_members > 0;
    match kind {
        ReasonKind::EqualAmount if is_group => "the amounts add up".to_owned(),
        ReasonKind::EqualAmount => "the amounts are equal".to_owned(),
        ReasonKind::NearAmount => "the amounts differ within the tolerance".to_owned(),
        ReasonKind::Days => match candidate.evidence.days {
            0 => "on the same day".to_owned(),
            1 => "1 day apart".to_owned(),
            days => format!("{days} days apart"),
        },
        ReasonKind::EndToEndId if is_group => "the end-to-end ids are the references".to_owned(),
        ReasonKind::EndToEndId => format!("the end-to-end id is the reference {reference}"),
        ReasonKind::Reference if is_group => "the texts name the references".to_owned(),
        ReasonKind::Reference => format!("the text names the reference {reference}"),
        ReasonKind::Document => format!("the text names {}", documents(candidate).join(", ")),
        ReasonKind::MadeFrom => "the entry was made from this line".to_owned(),
        ReasonKind::Number => "the text has the bare number of its document or reference".to_owned(),
        ReasonKind::CounterpartyAccount => "the counterparty's account is known of the party".to_owned(),
        ReasonKind::Name => {
            let name = candidate.lines.first().map(|line| line.source.counterparty_name.trim()).unwrap_or_default();
            format!("the name {name} is the party's or much like it")
        }
        ReasonKind::Learned => "earlier decisions lead to this party".to_owned(),
        ReasonKind::NamesAnother => "the text names another transaction's reference or document".to_owned(),
        ReasonKind::AnotherParty => "the account or the name is known of another party".to_owned(),
        ReasonKind::Members => {
            format!("{} belong together", candidate.lines.len().saturating_add(candidate.transactions.len()))
        }
        ReasonKind::NotNamed => "the text does not name them all".to_owned(),
        ReasonKind::Taken => "a sure proposal takes some of it".to_owned(),
    }
}

/// The documents that the texts name, as the books write them.
fn documents<'b>(candidate: &Candidate<'b>) -> Vec<&'b str> {
    let named = |key: &String| candidate.lines.iter().any(|line: &&Line| line.references.contains(key.as_str()));
    let all = candidate.transactions.iter().flat_map(|each: &&'b Transaction<'b>| &each.documents);
    let mut documents: Vec<&str> = all.filter(|document| named(&document.0)).map(|document| document.1).collect();
    documents.dedup();
    documents
}

/// Why `next` has no more points than `best`.
pub fn why_lost(best: &Candidate, next: &Candidate) -> String {
    let named = |each: &&Transaction| format!("{} {}", each.source.kind.words(), each.source.id);
    let who = next.transactions.iter().map(named).collect::<Vec<_>>().join(" and ");
    let has = if next.transactions.len() > 1 { "have" } else { "has" };
    let behind = best.points.saturating_sub(next.points);
    let of = |candidate: &Candidate, kind: ReasonKind| {
        candidate.evidence.counted().find(|each| each.0 == kind).map_or(0, |each| each.1)
    };
    let kinds = best.evidence.counted().chain(next.evidence.counted()).map(|each| each.0);
    let mut worse: Vec<(i32, ReasonKind)> =
        kinds.map(|kind| (of(next, kind).saturating_sub(of(best, kind)), kind)).filter(|each| each.0 < 0).collect();
    worse.sort_unstable();
    worse.dedup();
    let because: Vec<&str> = worse.into_iter().map(|each| lack(each.1)).collect();
    match (behind, because.is_empty()) {
        (0, _) => format!("{who} {has} as many points"),
        (_, true) => format!("{who} {has} {behind} points less"),
        (_, false) => format!("{who} {has} {behind} points less: {}", because.join(", ")),
    }
}

fn lack(kind: ReasonKind) -> &'static str {
    match kind {
        ReasonKind::EqualAmount | ReasonKind::NearAmount => "the amounts differ",
        ReasonKind::Days => "its date is further off",
        ReasonKind::EndToEndId => "the end-to-end id is not its reference",
        ReasonKind::Reference => "the text does not name its reference",
        ReasonKind::Document => "the text names none of its documents",
        ReasonKind::MadeFrom => "it was not made from this line",
        ReasonKind::Number => "the text does not have its number",
        ReasonKind::CounterpartyAccount => "the account is not known of its party",
        ReasonKind::Name => "the name is less alike",
        ReasonKind::Learned => "earlier decisions do not lead to its party",
        ReasonKind::NamesAnother => "the text names another",
        ReasonKind::AnotherParty => "the account or the name is another party's",
        ReasonKind::Members => "it takes more together",
        ReasonKind::NotNamed => "the text does not name them all",
        ReasonKind::Taken => "a sure proposal takes some of it",
    }
}
