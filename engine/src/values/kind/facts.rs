//! The facts of a document type.

use super::action::Action;
use super::family::Family;

/// The facts of one document type.
#[derive(Debug)]
pub struct DocumentType {
    /// The name in rules, permissions and the database.
    pub name: &'static str,
    /// The name people read.
    pub title: &'static str,
    /// The path segment of the collection.
    pub collection: &'static str,
    /// The field of its id on the wire.
    pub id_field: &'static str,
    /// What a made id begins with.
    pub id_prefix: &'static str,
    pub family: Family,
    /// The actions that not every type has.
    pub own_actions: &'static [Action],
    /// What the list of unposted entries calls its party, and which date it shows.
    pub unposted: Unposted,
}

/// How the list of unposted entries shows documents of a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unposted {
    /// The memo, and when it was made.
    Memo,
    /// The party under this name, and the due date.
    Due(&'static str),
    /// The party, and the document's date.
    Dated,
}
