//! The wrong fields of a request.

/// One wrong field: where it stands in the body (RFC 6901) and what is wrong with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    pub pointer: String,
    pub detail: String,
}

/// So many wrong fields of one request are named; the rest are only counted, so that a body full of them costs no more than a good one.
pub const MAX_FAULTS: usize = 100;

/// All wrong fields of one request, gathered so that they can be named at once: the first [`MAX_FAULTS`], and how many more
/// were found. Stored as the list alone.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Faults(pub Vec<Fault>, usize);

impl From<Vec<Fault>> for Faults {
    fn from(named: Vec<Fault>) -> Self {
        Self(named, 0)
    }
}

impl From<Faults> for Vec<Fault> {
    fn from(faults: Faults) -> Self {
        faults.0
    }
}

impl Faults {
    /// These are named, and so many more were found.
    pub const fn with_more(named: Vec<Fault>, more: usize) -> Self {
        Self(named, more)
    }

    /// Records a fault; of several at one pointer only the first is kept.
    pub fn add(&mut self, pointer: impl Into<String>, detail: impl Into<String>) {
        if self.is_full() {
            self.1 = self.1.saturating_add(1);
            return;
        }
        let pointer = pointer.into();
        if !self.has(&pointer) {
            self.0.push(Fault { pointer, detail: detail.into() });
        }
    }

    /// Whether no more are named.
    pub fn is_full(&self) -> bool {
        self.0.len() >= MAX_FAULTS
    }

    /// How many were found beyond those that are named. A check may stop before it has seen them all.
    pub fn more(&self) -> usize {
        self.1
    }

    pub fn has(&self, pointer: &str) -> bool {
        self.0.iter().any(|fault| fault.pointer == pointer)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Takes over what another check found.
    pub fn extend(&mut self, other: Self) {
        for fault in other.0 {
            self.add(fault.pointer, fault.detail);
        }
        self.1 = self.1.saturating_add(other.1);
    }

    /// The same where fields go by other names: pairs of the name here and the name there.
    #[must_use]
    pub fn renamed(self, fields: &[(&str, &str)]) -> Self {
        let mut renamed = Self(Vec::new(), self.1);
        for fault in self.0 {
            let there = fields.iter().find(|(here, _)| *here == fault.pointer).map(|(_, there)| (*there).to_owned());
            renamed.add(there.unwrap_or(fault.pointer), fault.detail);
        }
        renamed
    }

    /// The same faults of a part of a larger body, which stands at this pointer.
    #[must_use]
    pub fn below(self, pointer: &str) -> Self {
        let below = |fault: Fault| Fault { pointer: format!("{pointer}{}", fault.pointer), ..fault };
        Self(self.0.into_iter().map(below).collect(), self.1)
    }
}
