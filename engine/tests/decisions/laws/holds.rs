//! What holds after every step, and what holds when nothing is on its way.

use std::collections::BTreeMap;
use std::sync::Arc;

use engine::approval::access::UserId;
use engine::approval::catalog::Catalog;
use engine::books::action::kind::{party_kind, sub_ledgers};
use engine::books::command::Application;
use engine::books::document::{Document, Status};
use engine::books::ledger::{Posting, PostingKind};
use engine::values::kind::{Action, Control, DocumentKey, Family, Side};
use engine::values::money::Minor;

use crate::books::Books;

/// What a law must know of the books before the step.
pub struct Before {
    catalog: Arc<Catalog>,
    versions: BTreeMap<DocumentKey, (i64, Status)>,
    postings: usize,
    signatures: usize,
    trail: usize,
}

impl Before {
    pub fn of(books: &Books) -> Self {
        let version = |document: &Document| (document.key.clone(), (document.version, document.status()));
        Self {
            catalog: Arc::clone(&books.catalog),
            versions: books.documents.values().map(version).collect(),
            postings: books.postings.len(),
            signatures: books.signatures.len(),
            trail: books.trail.len(),
        }
    }
}

/// A law that is broken, said in a sentence.
fn law(holds: bool, broken: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(broken()) }
}

pub fn after_a_step(before: &Before, books: &Books) -> Result<(), String> {
    for posting in books.postings.get(before.postings..).unwrap_or_default() {
        law(posting.is_balanced(), || format!("{posting:?} does not balance"))?;
        closed_periods_take_nothing(posting, before, books)?;
    }
    for signature in books.signatures.get(before.signatures..).unwrap_or_default() {
        nobody_signs_their_own(&books.documents[&signature.key], &signature.user_id, books)?;
    }
    for document in books.documents.values() {
        trail_tells_every_move(document, before, books)?;
        nothing_is_overpaid(document)?;
    }
    Ok(())
}

fn closed_periods_take_nothing(posting: &Posting, before: &Before, books: &Books) -> Result<(), String> {
    let period = &before.catalog.periods[&posting.period_id];
    let touched = match posting.kind {
        PostingKind::Document | PostingKind::Void | PostingKind::Return(_) | PostingKind::Unreturn(_) => {
            sub_ledgers(&books.documents[&posting.source], &before.catalog)
        }
        PostingKind::Application(_) => [posting.sub_ledger].into(),
    };
    let is_open = touched.iter().all(|sub_ledger| period.is_open_for(*sub_ledger));
    law(is_open && period.holds(posting.posting_date), || format!("{posting:?} landed in {period:?}"))
}

/// Nobody signs what they wrote, edited, submitted or gain from.
fn nobody_signs_their_own(document: &Document, signer: &UserId, books: &Books) -> Result<(), String> {
    law(!document.authors().contains(signer), || format!("{signer} signed their own {:?}", document.key))?;
    law(!wrote(document, signer, books), || format!("{signer} wrote some of {:?} and signed it", document.key))?;
    let party = document.content.party().unwrap_or_default();
    let gains = match party_kind(document) {
        Some(kind) => books.catalog.linked_user(kind, party) == Some(signer),
        None => **signer == *party,
    };
    law(!gains, || format!("{signer} gains from {:?} and signed it", document.key))
}

/// Whether the trail says that this person made it, or changed its content since it was last made under its id.
fn wrote(document: &Document, person: &UserId, books: &Books) -> bool {
    let (kind, id) = (document.key.kind.name(), &document.key.id);
    for row in books.trail.iter().rev().filter(|row| row.resource == kind && row.resource_id == *id) {
        let is_made = row.action == "Created";
        if (is_made || row.action == Action::Edit.audit_word()) && UserId::from(row.performed_by.as_str()) == *person {
            return true;
        }
        if is_made {
            break;
        }
    }
    false
}

/// A document goes from one state to the next with a row that says so, one version at a time.
fn trail_tells_every_move(document: &Document, before: &Before, books: &Books) -> Result<(), String> {
    let was = before.versions.get(&document.key);
    if was == Some(&(document.version, document.status())) {
        return Ok(());
    }
    let rows = books.trail.get(before.trail..).unwrap_or_default();
    let of_it =
        rows.iter().filter(|row| row.resource == document.key.kind.name() && row.resource_id == document.key.id);
    let mut status = was.map(|(_, status)| *status);
    for row in of_it {
        law(row.before_status == status, || format!("{:?}: {row:?} after {status:?}", document.key))?;
        status = row.after_status;
    }
    law(status == Some(document.status()), || format!("the trail leaves {:?} as {status:?}", document.key))
}

fn nothing_is_overpaid(document: &Document) -> Result<(), String> {
    let (total, settlement) = (document.content.total, &document.settlement);
    let in_order = Minor::ZERO <= settlement.amount_settled
        && settlement.amount_settled <= settlement.amount_paid
        && (settlement.amount_paid <= total || document.settlement.amount_paid.is_zero());
    law(in_order, || format!("{:?} of {total:?}: {settlement:?}", document.key))
}

/// When every period is open and every job has ended.
pub fn at_the_end(books: &mut Books) -> Result<(), String> {
    law(books.waiting().next().is_none(), || format!("{:?} waits", books.waiting().next()))?;
    for document in books.documents.values() {
        law(document.status() != Status::Approved, || format!("{:?} is approved and not posted", document.key))?;
        let count = |of: fn(PostingKind) -> bool| count(books, &document.key, of);
        let stands = count(|kind| matches!(kind, PostingKind::Document | PostingKind::Unreturn(_)))
            - count(|kind| matches!(kind, PostingKind::Void | PostingKind::Return(_)));
        law(stands == i32::from(document.status().is_in_ledger()), || {
            format!("{:?} stands {stands} times", document.key)
        })?;
        let settlement = &document.settlement;
        law(settlement.amount_paid == settlement.amount_settled, || format!("{:?}: {settlement:?}", document.key))?;
    }
    undone_nets_to_zero(books)?;
    documents_know_what_settles_them(books)?;
    nothing_is_settled_before_it_is_owed(books)?;
    control_accounts_hold_what_is_open(books)?;
    replaying_changes_nothing(books)
}

fn count(books: &Books, key: &DocumentKey, of: fn(PostingKind) -> bool) -> i32 {
    let those = books.postings.iter().filter(|posting| posting.source == *key && of(posting.kind));
    i32::try_from(those.count()).expect("few")
}

/// No payment, and no application, counts from a day before what it settles is in the ledger: else that would be open with another sign.
fn nothing_is_settled_before_it_is_owed(books: &Books) -> Result<(), String> {
    let own = books.postings.iter().filter(|posting| posting.kind == PostingKind::Document);
    let posted_on: BTreeMap<&DocumentKey, _> = own.map(|posting| (&posting.source, posting.posting_date)).collect();
    for (key, day) in &posted_on {
        for pays in books.documents[*key].content.payment().into_iter().flat_map(|payment| payment.settles.keys()) {
            law(posted_on[&pays] <= *day, || format!("{key:?} is posted on {day}, before {pays:?}"))?;
        }
    }
    for applied in &books.applications {
        let both = posted_on[&applied.credit].max(posted_on[&applied.settled]);
        law(both <= applied.applied_on, || format!("{applied:?} counts from before {both}"))?;
    }
    Ok(())
}

/// A void, a reversal and the return of a payment leave nothing on any account, but the bank's fee for a return.
fn undone_nets_to_zero(books: &Books) -> Result<(), String> {
    for document in books.documents.values() {
        let undone: Vec<DocumentKey> = match document.undoes() {
            Some(original) if document.status().is_in_ledger() => vec![original, document.key.clone()],
            None if document.status().is_taken_back() => vec![document.key.clone()],
            Some(_) | None => continue,
        };
        let mut net: BTreeMap<&str, (i64, i64)> = BTreeMap::new();
        let postings = books.postings.iter().filter(|posting| undone.contains(&posting.source));
        for line in postings
            .filter(|posting| !matches!(posting.kind, PostingKind::Application(_)))
            .flat_map(|posting| &posting.lines)
            .filter(|line| line.memo.as_deref() != Some("Bank fee"))
        {
            let sum = net.entry(&line.account_id).or_default();
            *sum = (sum.0 + line.amount.0, sum.1 + line.base_amount.0);
        }
        law(net.values().all(|sum| *sum == (0, 0)), || format!("{undone:?} leaves {net:?}"))?;
    }
    Ok(())
}

/// Payments and applications sum up to what is settled of each document, wherever a payment was reassigned to.
fn documents_know_what_settles_them(books: &Books) -> Result<(), String> {
    for document in books.documents.values().filter(|document| document.key.kind.is_paid()) {
        let paying = books.documents.values().filter(|payment| payment.pays() == Some(&document.key));
        let paying = paying.filter(|payment| payment.status().is_in_ledger());
        let paid = paying.map(|payment| (payment.content.total.0, payment.settlement.base_settled.0));
        // A credit is settled by what it is applied to, and by refunds.
        let is_credit = document.key.kind.gives_credit();
        let side = |applied: &Application| if is_credit { applied.credit.clone() } else { applied.settled.clone() };
        let of_it = |applied: &&Application| side(applied) == document.key;
        let share = |applied: &Application| if is_credit { applied.credit_base_amount } else { applied.base_amount };
        let applied = books.applications.iter().filter(of_it);
        let applied = applied.map(|applied| (applied.amount.0, share(applied).0));
        let sums = paid.chain(applied).fold((0, 0), |sums, one| (sums.0 + one.0, sums.1 + one.1));
        let stored = (document.settlement.amount_settled.0, document.settlement.base_settled.0);
        law(sums == stored, || format!("{:?}: {stored:?} is stored, and {sums:?} settle it", document.key))?;
    }
    Ok(())
}

/// What is open on documents, and what journal entries put there, is what stands in receivables and payables, in base currency.
fn control_accounts_hold_what_is_open(books: &Books) -> Result<(), String> {
    for (account, control) in [("1100", Control::Receivable), ("2000", Control::Payable)] {
        let of_documents =
            books.postings.iter().filter(|posting| !matches!(posting.source.kind.facts().family, Family::Journal));
        let lines = of_documents.flat_map(|posting| &posting.lines).filter(|line| line.account_id == account);
        let stands: i64 = lines.map(|line| line.base_amount.0).sum();
        let open = books.documents.values().filter(|document| document.status().is_in_ledger()).map(|document| {
            let items = document.key.kind.items().filter(|items| items.control == control);
            let left = document.content.base_total.0 - document.settlement.base_settled.0;
            items.map_or(0, |items| if items.side == Side::Credit { left } else { -left })
        });
        let open: i64 = open.sum();
        law(stands == open, || format!("{stands} stand in {account}, and {open} are open"))?;
    }
    Ok(())
}

/// Jobs are delivered at least once: what was done is not done again.
fn replaying_changes_nothing(books: &mut Books) -> Result<(), String> {
    let jobs = books.jobs.clone();
    let shape = |books: &Books| (books.postings.len(), books.trail.len(), books.documents.clone());
    let before = shape(books);
    for job in &jobs {
        let done = books.do_job(job);
        law(shape(books) == before, || format!("{job:?} did {done:?} once more"))?;
    }
    Ok(())
}
