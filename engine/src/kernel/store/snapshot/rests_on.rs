//! What a command rests on, now that its documents are known: the rows besides them that it asks for.

use std::collections::BTreeSet;

use crate::books::action::{head_room, kind};
use crate::books::command::wants::{PaidSince, RateOf};
use crate::books::command::{Snapshot, Wants};
use crate::books::document::{Document, Status, deferred};
use crate::books::party::{LastChange, Party, PartyKind};
use crate::kernel::store::master_data::MasterData;
use crate::kernel::store::read::submissions;
use crate::values::clock::Date;
use crate::values::kind::DocumentKey;
use crate::values::money::Currency;

/// The customers and vendors that a command wants, which sees these documents.
pub fn parties_of<'d>(wants: &Wants, documents: impl Iterator<Item = &'d Document>) -> BTreeSet<(PartyKind, String)> {
    let mut parties = wants.parties.clone();
    if wants.party_names {
        parties
            .extend(documents.filter_map(|found| Some((kind::party_kind(found)?, found.content.party()?.to_owned()))));
    }
    parties
}

/// Whether a command that may be optimistic by its [`crate::kernel::sets::Claims`] asks for rows of which others may come, now that its
/// documents are known: for a job, what is posted, a deferral, or a sum.
pub fn rests_on_locked_rows(wants: &Wants, snapshot: &Snapshot) -> bool {
    let asks_for_job = wants
        .set_aside_posting_of
        .as_ref()
        .and_then(|key| snapshot.documents.get(key))
        .is_some_and(|found| found.status() == Status::Approved);
    let asks_for_sums = asks_for_head_room(wants, snapshot).is_some() || submissions::adds_up(wants, snapshot);
    let asks_for_deferral = wants.deferred_by.as_ref().is_some_and(|key| deferred::named_by(key).is_some());
    asks_for_job || asks_for_sums || asks_for_deferral || converted_reversals(snapshot).next().is_some()
}

/// Whether it asks for nothing but the documents in the snapshot: for no party, and no rate of the table either.
pub fn rests_on_documents_alone(wants: &Wants, snapshot: &Snapshot) -> bool {
    let asks_for_party = !parties_of(wants, snapshot.documents.values()).is_empty();
    !asks_for_party && rate_wanted(wants, snapshot).is_none() && !rests_on_locked_rows(wants, snapshot)
}

/// Fills in the parties of a command that is decided without a lock; whether all of them are known.
pub fn fill_parties(wants: &Wants, known: &MasterData, snapshot: &mut Snapshot) -> bool {
    let parties = parties_of(wants, snapshot.documents.values());
    let wanted = parties.len();
    let found = parties.into_iter().filter_map(|key| known.known(&key).cloned().map(|found| (key, found)));
    snapshot.parties = found.collect();
    snapshot.parties.len() == wanted
}

/// The party of whom a command asks whether they were paid since their bank details changed, now that its parties are known.
pub fn changed_party<'a>(wants: &Wants, snapshot: &'a Snapshot) -> Option<(&'a Party, &'a LastChange)> {
    let mut changed = snapshot.parties.values().filter_map(|party| Some((party, party.bank.last_change.as_ref()?)));
    changed.find(|_| asks_if_paid(&wants.paid_since_change, snapshot))
}

fn asks_if_paid(wanted: &PaidSince, snapshot: &Snapshot) -> bool {
    let holds_money = |account_id: &str| snapshot.catalog.holds_money(account_id);
    match wanted {
        PaidSince::Never => false,
        PaidSince::Always => true,
        PaidSince::LinesOn(accounts) => accounts.iter().any(|account_id| holds_money(account_id)),
        PaidSince::LinesOf(key) => {
            let mut lines = snapshot.documents.get(key).into_iter().flat_map(Document::lines);
            lines.any(|line| holds_money(&line.account_id))
        }
    }
}

/// The rate that a command asks the table for.
pub fn rate_wanted(wants: &Wants, snapshot: &Snapshot) -> Option<(Currency, Date)> {
    rate_of(wants, snapshot.documents.values(), snapshot.settings.base_currency)
}

/// The document that is so large that the sums of the ledger might not hold it.
pub(super) fn asks_for_head_room<'a>(wants: &Wants, snapshot: &'a Snapshot) -> Option<&'a Document> {
    let document = snapshot.documents.get(wants.head_room_for.as_ref()?)?;
    head_room::asks(document).then_some(document)
}

/// The originals of unposted reversing entries in a foreign currency: what rounding left over there is taken back where it stands.
pub(super) fn converted_reversals(snapshot: &Snapshot) -> impl Iterator<Item = DocumentKey> + '_ {
    let base = snapshot.settings.base_currency;
    let unposted = snapshot.documents.values().filter(|document| Status::UNPOSTED.contains(&document.status()));
    unposted.filter(move |document| document.content.currency != base).filter_map(Document::undoes)
}

/// The currency and the day to ask the table of rates about, by these documents; none where no rate is needed.
pub fn rate_of<'d>(
    wants: &Wants,
    mut documents: impl Iterator<Item = &'d Document>,
    base: Currency,
) -> Option<(Currency, Date)> {
    let mut content = |key: &DocumentKey| documents.find(|found| found.key == *key).map(|found| &found.content);
    let (currency, day) = match wants.table_rate.as_ref()? {
        RateOf::Currency { code, on } => (Currency::parse(code)?, *on),
        RateOf::Paid { document, on } => (content(document)?.currency, *on),
        RateOf::Document(key) => {
            let content = content(key)?;
            (content.currency, content.tran_date)
        }
    };
    (currency != base).then_some((currency, day))
}
