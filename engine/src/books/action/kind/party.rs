//! Whom a document names as its party.

use crate::books::command::Snapshot;
use crate::books::document::Document;
use crate::values::kind::{Family, PartyKind};

/// Whether the document's party is a customer or a vendor; that of an expense, and of its payment, is a user.
pub fn party_kind(document: &Document) -> Option<PartyKind> {
    let items = match &document.key.kind.facts().family {
        Family::Journal => return None,
        Family::Items(items) => items,
        Family::Payment(_) => document.content.payment()?.settles.kind().items()?,
    };
    items.party.recorded()
}

/// The party of new business, when it is recorded as inactive: what it is (`customer`, `vendor`, `user`), and its id. A payment is no new
/// business, nor is a credit that names what it credits.
pub fn inactive_party<'a>(document: &'a Document, snapshot: &Snapshot) -> Option<(&'static str, &'a str)> {
    if document.content.items()?.about.is_some() {
        return None;
    }
    let id = document.content.party()?;
    let (word, is_active) = match party_kind(document) {
        Some(of) => (of.name(), snapshot.parties.get(&(of, id.to_owned())).is_some_and(|party| party.is_active)),
        None => ("user", !snapshot.catalog.is_inactive(&id.into())),
    };
    (!is_active).then_some((word, id))
}
