//! Payments that came back, and returns that were taken back: each posting against the one before it, its day and its instant against the
//! trail. See docs/rules/payments.md#returned.

use std::collections::BTreeMap;

use super::documents::negates;
use super::recounted::Way;
use crate::books::document::{Document, Status};
use crate::books::ledger::{Posting, PostingKind};
use crate::kernel::findings::Findings;
use crate::values::kind::DocumentKey;
use crate::values::money::Minor;

/// The returns of each payment, and what took them back, in turn.
pub fn by_payment(postings: &[Posting]) -> BTreeMap<&DocumentKey, Vec<&Posting>> {
    let mut found: BTreeMap<&DocumentKey, Vec<&Posting>> = BTreeMap::new();
    for posting in postings.iter().filter(|posting| place(posting).is_some()) {
        found.entry(&posting.source).or_default().push(posting);
    }
    for of_payment in found.values_mut() {
        of_payment.sort_by_key(|posting| place(posting));
    }
    found
}

/// The number of the return, and whether it takes that back.
const fn place(posting: &Posting) -> Option<(u32, bool)> {
    match posting.kind {
        PostingKind::Return(number) => Some((number, false)),
        PostingKind::Unreturn(number) => Some((number, true)),
        PostingKind::Document | PostingKind::Void | PostingKind::Application(_) => None,
    }
}

/// Names what is not as the payment, its posting and the trail say.
pub fn check(
    document: &Document,
    posted: Option<&Posting>,
    back: &[&Posting],
    way: Option<&Way>,
    findings: &mut Findings,
) {
    let (kind, id) = (document.key.kind.name(), &document.key.id);
    let mut say = |what: String| findings.differences.push(format!("{kind} {id}: {what}"));
    let turned = way.map_or(&[][..], |way| way.turned.as_slice());
    if back.len() != turned.len() {
        let (is, said) = (back.len(), turned.len());
        say(format!("its returns, and what took them back, are {is} postings, and the trail says {said}"));
    }
    let is_returned = document.status() == Status::Returned;
    if is_returned != (back.len() % 2 == 1) {
        say(format!("is {} after {} returns and what took them back", document.status().name(), back.len()));
    }
    let mut last = posted;
    for (at, posting) in back.iter().enumerate() {
        let is_in_turn = place(posting).is_some_and(|(number, takes_back)| {
            usize::try_from(number).ok() == (at / 2).checked_add(1) && takes_back == (at % 2 == 1)
        });
        let fits = match (last, posting.kind) {
            (Some(before), PostingKind::Unreturn(_)) => takes_back(posting, before, false),
            (Some(_), _) => posted.is_some_and(|posted| takes_back(posting, posted, true)),
            (None, _) => false,
        };
        if !is_in_turn || !fits {
            say(format!("posting ({}): it is not what was posted before, the other way round", posting.kind.name()));
        }
        let said = turned.get(at).map(|(instant, day)| (*instant, day.as_deref()));
        let day = posting.posting_date.to_string();
        if said != Some((posting.posted_at.micros(), Some(day.as_str()))) {
            say(format!("posting ({}): its day or its posted_at is not what the trail says", posting.kind.name()));
        }
        last = Some(posting);
    }
    let ended = document.stage.payment_return().map(|returned| (returned.ended.on, returned.ended.at));
    if ended.is_some() && ended != last.map(|posting| (posting.posting_date, posting.posted_at)) {
        say("its last return is of another day or instant than it says".to_owned());
    }
}

/// Whether the posting has the lines of that one the other way round; a bank's fee may follow.
fn takes_back(posting: &Posting, before: &Posting, may_charge: bool) -> bool {
    let (own, fee) = posting.lines.split_at(before.lines.len().min(posting.lines.len()));
    let charged = fee.iter().try_fold(Minor::ZERO, |sum, line| sum.checked_add(line.amount));
    posting.currency == before.currency
        && own.len() == before.lines.len()
        && own.iter().zip(&before.lines).all(|(line, before)| negates(line, before))
        && (fee.is_empty() || may_charge && fee.len() == 2)
        && charged == Ok(Minor::ZERO)
}
