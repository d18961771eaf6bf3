//! A name of the interface, and what is said with names.

use std::fmt;

/// The name of a member or of a query parameter. The description makes them; a text that somebody wrote is none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Member(pub(super) &'static str);

impl Member {
    /// The one of these that has a name which an answer or an address brought.
    pub fn of(name: &str, all: &[Self]) -> Option<Self> {
        all.iter().copied().find(|member| member.0 == name)
    }

    pub const fn name(self) -> &'static str {
        self.0
    }

    /// Where it stands in a body, as a JSON pointer.
    pub fn pointer(self) -> String {
        format!("/{}", self.0)
    }
}

impl fmt::Display for Member {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str(self.0)
    }
}

impl AsRef<str> for Member {
    fn as_ref(&self) -> &str {
        self.0
    }
}

impl From<Member> for String {
    fn from(member: Member) -> Self {
        member.0.into()
    }
}

/// The members of an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Schema {
    pub all: &'static [Member],
    pub required: &'static [Member],
}

/// The shape of a document's content.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    /// Lines of debits and credits.
    Journal,
    /// Lines of quantities and rates.
    Items,
    /// One amount that settles another document.
    Payment,
}
