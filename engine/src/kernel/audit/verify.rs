//! PURE: checks a trail line by line, and stops at the first that is wrong. Memory does not grow with the trail.

use super::reached::Reached;
use crate::kernel::chain::line::{Head, KeptHead, Line, Sealed};
use crate::kernel::chain::{GENESIS, Hash, Row};
use crate::values::clock::Timestamp;

/// How old a row may be without a seal (a job seals at most five seconds behind).
pub const GRACE_MICROS: i64 = 5_000_000;
/// How much older than rows sealed before it a row may be: more than any transaction lasts or clocks differ.
pub const LATE_MICROS: i64 = 300_000_000;

/// The first thing wrong. Each names the row, or, where that is gone, its number.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Finding {
    #[error(
        "changed: {row} does not give the hash of its seal at position {position}; it, its seal or what stands before was changed"
    )]
    Changed { position: i64, row: RowName },
    #[error("missing: the row of seq {seq}, sealed at position {position}, is gone; before it stands {before}")]
    RowMissing { position: i64, seq: i64, before: RowName },
    #[error("missing: position {expected} is gone; after {before} comes {found} at position {position}")]
    SealMissing { expected: i64, position: i64, before: RowName, found: RowName },
    #[error(
        "missing at the end: the trail ends at position {found} with {last}, and its head is at position {position}, seq {seq}"
    )]
    EndMissing { found: i64, last: RowName, position: i64, seq: i64 },
    #[error("inserted: {row} stands after the head")]
    AfterHead { row: RowName },
    #[error(
        "inserted: {row}, dated {at}, has no seal; or no sealing job has run since (start gl serve or gl worker, then look again)"
    )]
    Unsealed { row: RowName, at: Timestamp },
    #[error("inserted: {row}, sealed at position {position}, is dated {at}, long before rows that were sealed earlier")]
    DatedBack { position: i64, row: RowName, at: Timestamp },
    #[error("changed: the head at position {position} is not what the rows give; the last is {last}")]
    HeadDiffers { position: i64, last: RowName },
    #[error("changed: the trail was not what it is when the given head was kept; position {position} is now {row}")]
    KeptHeadDiffers { position: i64, row: RowName },
    #[error("missing at the end: the given head is at position {position}, and the trail ends before, with {last}")]
    KeptHeadMissing { position: i64, last: RowName },
    #[error("missing: the trail has no head; it was cut short after {last}")]
    NoHead { last: RowName },
}

/// How findings name a row.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct RowName(Option<Box<(i64, String, String)>>);

impl From<&Row> for RowName {
    fn from(row: &Row) -> Self {
        Self(Some(Box::new((row.seq, row.resource.clone(), row.resource_id.clone()))))
    }
}

impl std::fmt::Display for RowName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.0 {
            Some(row) => write!(f, "seq {} ({} {})", row.0, row.1, row.2),
            None => f.write_str("no row"),
        }
    }
}

/// A trail without a finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verified {
    pub sealed: i64,
    /// Rows too new to be sealed.
    pub unsealed: u64,
    pub head: Head,
}

/// A verification under way.
#[derive(Clone, Debug)]
pub struct Verifier {
    kept: Option<KeptHead>,
    position: i64,
    hash: Hash,
    last: RowName,
    greatest_seq: i64,
    newest: i64,
    /// The oldest and the newest row without a seal, and how many there are.
    oldest_unsealed: Option<(i64, RowName)>,
    newest_unsealed: Option<(i64, RowName)>,
    unsealed: u64,
    head: Option<Head>,
}

impl Verifier {
    /// Goes on from where a verification got to. `last` is the row there, to be named in a finding.
    pub fn resumed(from: Reached, last: RowName, kept: Option<KeptHead>) -> Self {
        let Reached { position, hash, greatest_seq, newest } = from;
        Self { position, hash, last, greatest_seq, newest, ..Self::new(kept) }
    }

    /// How far this verification is.
    pub const fn reached(&self) -> Reached {
        Reached { position: self.position, hash: self.hash, greatest_seq: self.greatest_seq, newest: self.newest }
    }

    /// `kept` is a head that was kept elsewhere.
    pub fn new(kept: Option<KeptHead>) -> Self {
        Self {
            kept,
            position: 0,
            hash: GENESIS,
            last: RowName::default(),
            greatest_seq: 0,
            newest: i64::MIN,
            oldest_unsealed: None,
            newest_unsealed: None,
            unsealed: 0,
            head: None,
        }
    }

    /// Takes the next line.
    pub fn push(&mut self, line: &Line) -> Result<(), Finding> {
        match line {
            Line::Sealed(sealed) if self.head.is_some() => {
                Err(Finding::AfterHead { row: sealed.row.as_ref().map(RowName::from).unwrap_or_default() })
            }
            Line::Unsealed(row) if self.head.is_some() => Err(Finding::AfterHead { row: row.into() }),
            Line::Sealed(sealed) => self.sealed(sealed),
            Line::Unsealed(row) => {
                self.unsealed = self.unsealed.saturating_add(1);
                if self.oldest_unsealed.as_ref().is_none_or(|(at, _)| row.at < *at) {
                    self.oldest_unsealed = Some((row.at, row.into()));
                }
                if self.newest_unsealed.as_ref().is_none_or(|(at, _)| row.at > *at) {
                    self.newest_unsealed = Some((row.at, row.into()));
                }
                Ok(())
            }
            Line::Head(head) => self.end(head),
        }
    }

    fn sealed(&mut self, sealed: &Sealed) -> Result<(), Finding> {
        let (position, expected) = (sealed.position, self.position.saturating_add(1));
        let found = sealed.row.as_ref().map(RowName::from).unwrap_or_default();
        if position != expected {
            return Err(Finding::SealMissing { expected, position, before: self.last.clone(), found });
        }
        let Some(row) = sealed.row.as_ref().filter(|row| row.seq == sealed.seq) else {
            return Err(Finding::RowMissing { position, seq: sealed.seq, before: self.last.clone() });
        };
        let hash = self.hash.followed_by(row);
        if Hash::parse(&sealed.hash) != Some(hash) {
            return Err(Finding::Changed { position, row: row.into() });
        }
        // The holder of a kept head has seen the rows before it.
        let seen = self.kept.is_some_and(|kept| position <= kept.position);
        if !seen && row.at.saturating_add(LATE_MICROS) < self.newest {
            return Err(Finding::DatedBack { position, row: row.into(), at: Timestamp::from_micros(row.at) });
        }
        self.newest = self.newest.max(row.at);
        self.greatest_seq = self.greatest_seq.max(row.seq);
        (self.position, self.hash, self.last) = (position, hash, found);
        self.check_kept()
    }

    fn check_kept(&self) -> Result<(), Finding> {
        match self.kept {
            Some(kept) if kept.position == self.position && kept.hash != self.hash => {
                Err(Finding::KeptHeadDiffers { position: self.position, row: self.last.clone() })
            }
            _ => Ok(()),
        }
    }

    fn end(&mut self, head: &Head) -> Result<(), Finding> {
        let last = self.last.clone();
        if head.position > self.position {
            return Err(Finding::EndMissing { found: self.position, last, position: head.position, seq: head.seq });
        }
        if head.position < self.position {
            return Err(Finding::AfterHead { row: last });
        }
        if Hash::parse(&head.hash) != Some(self.hash) || head.seq != self.greatest_seq || self.head.is_some() {
            return Err(Finding::HeadDiffers { position: head.position, last });
        }
        self.check_unsealed(head.read_at)?;
        self.head = Some(head.clone());
        Ok(())
    }

    /// Refuses rows that were without a seal for longer than the sealer takes. The instants of a row and of the reading are whatever
    /// somebody wrote there: a row that is older than what is sealed by more than clocks differ has no seal either way, and one that
    /// comes from later would never get one.
    pub fn check_unsealed(&self, read_at: i64) -> Result<(), Finding> {
        let late = |(at, _): &&(i64, RowName)| {
            at.saturating_add(GRACE_MICROS) < read_at || at.saturating_add(LATE_MICROS) < self.newest
        };
        let early = |(at, _): &&(i64, RowName)| read_at.max(self.newest).saturating_add(LATE_MICROS) < *at;
        let wrong = self.oldest_unsealed.as_ref().filter(late).or(self.newest_unsealed.as_ref().filter(early));
        wrong.map_or(Ok(()), |(at, row)| Err(Finding::Unsealed { row: row.clone(), at: Timestamp::from_micros(*at) }))
    }

    /// The outcome, when all lines were taken.
    pub fn finish(self) -> Result<Verified, Finding> {
        if self.position == 0 {
            self.check_kept()?;
        }
        let Some(head) = self.head else { return Err(Finding::NoHead { last: self.last }) };
        match self.kept {
            Some(kept) if kept.position > self.position => {
                Err(Finding::KeptHeadMissing { position: kept.position, last: self.last })
            }
            _ => Ok(Verified { sealed: self.position, unsealed: self.unsealed, head }),
        }
    }
}

/// Verifies a whole trail.
pub fn verify<'a>(lines: impl IntoIterator<Item = &'a Line>, kept: Option<KeptHead>) -> Result<Verified, Finding> {
    let mut verifier = Verifier::new(kept);
    lines.into_iter().try_for_each(|line| verifier.push(line))?;
    verifier.finish()
}

#[cfg(test)]
mod tests;
