//! What a change request acts on, as it stood when it was asked for. See docs/rules/change-requests.md#what-is-pinned.

use crate::values::clock::Timestamp;

/// The state of a thing, so that neither a later one nor another one under its id passes for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pin {
    pub version: i64,
    /// When it was made. Of a person or a role, when it last changed: no two changes have one instant.
    pub made_at: Timestamp,
    /// Of a reconciliation that is to be completed, or a fiscal year that is to be closed: the digest of its figures.
    pub figures: Option<String>,
}

impl Pin {
    /// Why this is no longer what stands there; `None` when it is.
    pub fn broken_by(&self, present: Option<&Self>) -> Option<String> {
        let Some(present) = present else { return Some("it is no longer there".into()) };
        if present.made_at != self.made_at && present.version <= self.version {
            return Some("it was made anew under this id after it was asked for".into());
        }
        if (present.version, present.made_at) != (self.version, self.made_at) {
            let (now, then) = (present.version, self.version);
            return Some(format!("it was changed after it was asked for: it is version {now}, and was version {then}"));
        }
        (present.figures != self.figures)
            .then(|| "what its figures come from was posted, voided or cleared after it was asked for".into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pin(version: i64, made_at: i64, figures: Option<&str>) -> Pin {
        Pin { version, made_at: Timestamp::from_micros(made_at), figures: figures.map(Into::into) }
    }

    #[test]
    fn what_breaks_a_pin() {
        let (asked, same) = (pin(3, 1, Some("a")), pin(3, 1, Some("a")));
        assert_eq!(asked.broken_by(Some(&same)), None);
        for (present, why) in [
            (None, "no longer there"),
            (Some(pin(4, 1, Some("a"))), "it is version 4, and was version 3"),
            (Some(pin(2, 1, Some("a"))), "it is version 2, and was version 3"),
            (Some(pin(1, 9, Some("a"))), "made anew"),
            (Some(pin(3, 9, Some("a"))), "made anew"),
            (Some(pin(5, 9, Some("a"))), "it is version 5"),
            (Some(pin(3, 1, Some("b"))), "figures"),
            (Some(pin(3, 1, None)), "figures"),
        ] {
            let broken = asked.broken_by(present.as_ref()).unwrap_or_default();
            assert!(broken.contains(why), "{present:?}: {broken}");
        }
    }
}
