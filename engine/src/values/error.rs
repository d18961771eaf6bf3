//! Every refusal by its own name, with a stable code. The engine knows no HTTP: a refusal has a
//! [`Class`], and the interface gives each class its status.
//! See docs/rules/errors.md#one-code-for-one-reason.

mod faults;
mod name;

use std::fmt;

pub use self::faults::{Fault, Faults, MAX_FAULTS};
pub use self::name::{Class, RefusalName};

/// A refusal: named, with a stable code, a sentence for people, and data for machines.
#[derive(Clone, PartialEq, Debug)]
pub enum Refusal {
    /// Fields are wrong; all of them are named.
    Invalid(Faults),
    /// A refusal with a name of its own.
    Named(Box<Named>),
}

/// The body of a named refusal.
#[derive(Clone, PartialEq, Debug)]
pub struct Named {
    pub name: RefusalName,
    pub detail: String,
    /// What its caller can do instead.
    pub way_out: Option<String>,
    /// Field pointers, when the refusal is about fields.
    pub faults: Faults,
    /// Further members of the problem document, such as totals or counts.
    pub extra: serde_json::Map<String, serde_json::Value>,
}

impl Named {
    /// The sentence for people.
    fn sentence(&self) -> String {
        self.way_out.as_ref().map_or_else(|| self.detail.clone(), |way_out| format!("{}; {way_out}", self.detail))
    }
}

impl Faults {
    /// What a command cannot do without. Faults found before go first.
    pub fn required<T>(self, pointer: &str, value: Option<T>) -> Result<T, Refusal> {
        self.or(())?;
        value.ok_or_else(|| Self::one(pointer, "is required"))
    }

    /// `value` when nothing was found, or all that was.
    pub fn or<T>(self, value: T) -> Result<T, Refusal> {
        if self.is_empty() { Ok(value) } else { Err(Refusal::Invalid(self)) }
    }

    /// A refusal for one field alone.
    pub fn one(pointer: impl Into<String>, detail: impl Into<String>) -> Refusal {
        let mut faults = Self::default();
        faults.add(pointer, detail);
        Refusal::Invalid(faults)
    }
}

impl RefusalName {
    /// This refusal with a sentence that explains it.
    pub fn because(self, detail: impl Into<String>) -> Refusal {
        Refusal::Named(Box::new(Named {
            name: self,
            detail: detail.into(),
            way_out: None,
            faults: Faults::default(),
            extra: serde_json::Map::new(),
        }))
    }
}

impl Refusal {
    /// Adds a member to the problem document of a named refusal.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl Into<serde_json::Value>) -> Self {
        if let Self::Named(named) = &mut self {
            named.extra.insert(key.into(), value.into());
        }
        self
    }

    /// Adds to the sentence of a named refusal what its caller can do instead.
    #[must_use]
    pub fn with_way_out(mut self, way_out: Option<String>) -> Self {
        if let (Self::Named(named), Some(way_out)) = (&mut self, way_out) {
            named.way_out = Some(way_out);
        }
        self
    }

    /// Points a named refusal at a field.
    #[must_use]
    pub fn at(mut self, pointer: &str) -> Self {
        if let Self::Named(named) = &mut self {
            let detail = named.sentence();
            named.faults.add(pointer, detail);
        }
        self
    }

    /// The same refusal where fields go by other names: pairs of the name here and the name there.
    #[must_use]
    pub fn renamed(mut self, fields: &[(&str, &str)]) -> Self {
        let faults = match &mut self {
            Self::Invalid(faults) => faults,
            Self::Named(named) => &mut named.faults,
        };
        *faults = std::mem::take(faults).renamed(fields);
        self
    }

    /// The faults of the body, when there are any: they are reported before what the state does not allow.
    #[must_use]
    pub fn after(self, faults: &Faults) -> Self {
        if self.class() == Class::Conflict && !faults.is_empty() { Self::Invalid(faults.clone()) } else { self }
    }

    pub fn code(&self) -> &'static str {
        match self {
            Self::Invalid(_) => "invalid",
            Self::Named(named) => named.name.code(),
        }
    }

    /// As [`Self::detail`], for whoever reads it later, without a request to send otherwise: each wrong field by its name, and what lets
    /// scheduled work into a closed period.
    pub fn every_detail(&self) -> String {
        match self {
            Self::Invalid(faults) if faults.0.len() > 1 => {
                let each = faults.0.iter().map(|fault| format!("{}: {}", fault.pointer, fault.detail));
                each.collect::<Vec<_>>().join("; ")
            }
            Self::Named(named) if named.name == RefusalName::PeriodClosed => {
                format!("{}; reopen it, or let the document in by a period exception", named.detail)
            }
            Self::Named(named) => named.detail.clone(),
            Self::Invalid(_) => self.detail(),
        }
    }

    pub fn class(&self) -> Class {
        match self {
            Self::Invalid(_) => Class::Content,
            Self::Named(named) => named.name.class(),
        }
    }

    pub fn is(&self, name: RefusalName) -> bool {
        matches!(self, Self::Named(named) if named.name == name)
    }

    pub fn detail(&self) -> String {
        match self {
            Self::Invalid(faults) => match faults.0.as_slice() {
                [only] if only.pointer.is_empty() => only.detail.clone(),
                [only] => format!("{}: {}", only.pointer, only.detail),
                several if faults.more() > 0 => {
                    format!("{} fields are wrong, and {} more", several.len(), faults.more())
                }
                several => format!("{} fields are wrong", several.len()),
            },
            Self::Named(named) => named.sentence(),
        }
    }

    /// `404`, naming what was asked for.
    pub fn not_found(what: &str, id: &str) -> Self {
        RefusalName::NotFound.because(format!("there is no {what} {id:?}"))
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code(), self.detail())
    }
}

/// A sum that whole minor units in 64 bits cannot hold.
pub fn sum_too_large() -> Refusal {
    Faults::one("", "a sum is larger than 64 bits hold; narrow down what is asked for")
}

/// Why a command did not succeed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Refused by a rule of the books; nothing changed.
    #[error("{0}")]
    Refused(Refusal),
    /// The database is away or overloaded; the command may be sent again (503).
    #[error("the database is unavailable: {0}")]
    Unavailable(String),
    /// Others changed the same rows each time it was tried; the command may be sent again (503).
    #[error("too much contention: {0}")]
    Contended(String),
    /// A fault of ours (500).
    #[error("internal error: {0}")]
    Internal(String),
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}
