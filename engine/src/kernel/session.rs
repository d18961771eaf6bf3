//! PURE: the sessions of the console: how long they last, and when their secret changes. See docs/rules/console.md#sessions.
//!
//! Sessions and sign-in links stand beside the books. No command writes them, and the purge deletes them. So their times are those of the
//! machine's clock, as those of tokens are. The trail has a row for each sign-in and sign-out, and what is changed in a session names it.

mod key;

use std::collections::BTreeSet;
use std::fmt;
use std::time::Duration;

use crate::approval::access::UserId;
use crate::values::clock::Timestamp;

pub use key::SessionKey;

/// What the rows of the trail about sessions are about.
pub const RESOURCE: &str = "session";
/// Their actions.
pub const SIGN_IN: &str = "Sign In";
pub const SIGN_OUT: &str = "Sign Out";

/// How long a session lasts.
pub const LONGEST: Duration = Duration::from_hours(12);
/// It is over before, when nothing was asked in it for so long.
pub const IDLE: Duration = Duration::from_hours(2);
/// How often it is written down that something was asked.
pub const SEEN_EVERY: Duration = Duration::from_mins(1);
/// How long a secret is the present one.
pub const ROTATED_EVERY: Duration = Duration::from_mins(15);
/// How long the former one is taken after the first use of the new one: a browser sends several requests at once.
pub const FORMER_TAKEN: Duration = Duration::from_mins(1);
/// How often the former one is given a new one, as long as none was used: an answer that carried it may be lost.
pub const ROTATED_ANEW_EVERY: Duration = Duration::from_mins(1);

/// How a person signed in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SignedInBy {
    Link,
    Provider,
    Demo,
}

impl SignedInBy {
    pub const ALL: [Self; 3] = [Self::Link, Self::Provider, Self::Demo];

    /// The word that is stored.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Link => "link",
            Self::Provider => "provider",
            Self::Demo => "demo",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|by| by.name() == name)
    }
}

/// Who signed in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewSession {
    pub user_id: UserId,
    /// The roles that the provider's claims gave; `None`: those that are recorded of the person at the time of each request.
    pub roles: Option<BTreeSet<String>>,
    /// Permissions beside those of the roles.
    pub permissions: BTreeSet<String>,
    pub signed_in_by: SignedInBy,
}

/// A session. Its secret is in the browser's cookie alone.
#[derive(Clone, PartialEq, Eq)]
pub struct Session {
    /// A ULID. It is no secret.
    pub session_id: String,
    pub user_id: UserId,
    /// As in [`NewSession`].
    pub roles: Option<BTreeSet<String>>,
    pub permissions: BTreeSet<String>,
    /// What forms of this session send back.
    pub csrf: String,
    pub signed_in_by: SignedInBy,
    pub began_at: Timestamp,
    /// When a person asked something in it before, to the minute.
    pub seen_at: Timestamp,
    pub ends_at: Timestamp,
}

/// Without `csrf`, so that no log has it.
impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Session");
        shown.field("session_id", &self.session_id).field("user_id", &self.user_id).finish_non_exhaustive()
    }
}

/// Who asks something in a session.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AskedBy {
    Person,
    /// A page that shows changes as they come, perhaps to an empty chair. The session idles all the same.
    Page,
}

/// A live session, as a request found it.
#[derive(Clone, PartialEq, Eq)]
pub struct Seen {
    pub session: Session,
    /// The new secret, when it was rotated just now.
    pub secret: Option<String>,
}

/// Without the secret.
impl fmt::Debug for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Seen").field("session", &self.session).finish_non_exhaustive()
    }
}

/// A session that nobody ended, as it is found by a secret.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    pub session: Session,
    pub rotated_at: Timestamp,
    /// When the present secret was first used; `None`: it may never have reached the browser.
    pub confirmed_at: Option<Timestamp>,
    /// By the secret before the last rotation.
    pub by_former: bool,
}

/// What a request with a secret means for its session.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// It lasted long enough, or was idle for too long.
    Over,
    /// Somebody has a secret whose successor is in use: it was stolen, or the present one was.
    Replayed,
    /// Nothing is written.
    Fresh,
    /// It is to be written down that a person asked something.
    Seen,
    /// Its present secret is used for the first time, which is to be written down.
    Confirms,
    /// Its secret is to be replaced.
    Rotates,
    /// The secret that replaced it was never used, and is to be replaced in its turn.
    RotatesAnew,
}

impl Found {
    /// A step back of the clock makes no session older.
    pub fn standing(&self, now: Timestamp) -> Standing {
        let Session { seen_at, ends_at, .. } = self.session;
        let since_rotated = now.since(self.rotated_at);
        if now >= ends_at || now.since(seen_at) > IDLE {
            return Standing::Over;
        }
        match self.confirmed_at {
            Some(confirmed_at) if self.by_former && now.since(confirmed_at) > FORMER_TAKEN => Standing::Replayed,
            None if self.by_former && since_rotated > ROTATED_ANEW_EVERY => Standing::RotatesAnew,
            _ if !self.by_former && since_rotated > ROTATED_EVERY => Standing::Rotates,
            None if !self.by_former => Standing::Confirms,
            _ if now.since(seen_at) >= SEEN_EVERY => Standing::Seen,
            _ => Standing::Fresh,
        }
    }
}

#[cfg(test)]
mod tests;
