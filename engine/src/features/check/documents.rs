//! Documents against their postings, and postings against their documents.

use std::collections::{BTreeMap, BTreeSet};

use super::recounted::{Named, Recounted, Way};
use crate::approval::catalog::Catalog;
use crate::approval::waiting;
use crate::books::action::kind;
use crate::books::action::kind::order;
use crate::books::command::Settings;
use crate::books::document::{Document, Several, Status};
use crate::books::ledger::{Posting, PostingKind, PostingLine};
use crate::kernel::entity::{document, document_line, posting, posting_line};
use crate::kernel::findings::Findings;
use crate::kernel::store::row;
use crate::kernel::store::row::document::Columns;
use crate::values::clock::Timestamp;
use crate::values::kind::DocumentKey;

/// The documents that can be read. One that cannot be read is a finding that names its column, unless the trail named it already
/// (`other`).
pub fn readable(
    headers: BTreeMap<Named, document::Model>,
    lines: Vec<document_line::Model>,
    (other, recounted): (&BTreeSet<Named>, &Recounted),
    findings: &mut Findings,
) -> BTreeMap<DocumentKey, Document> {
    let mut of_documents: BTreeMap<Named, Vec<document_line::Model>> = BTreeMap::new();
    for line in lines {
        of_documents.entry((line.kind.clone(), line.document_id.clone())).or_default().push(line);
    }
    let mut documents = BTreeMap::new();
    for (named, header) in headers {
        let own = of_documents.remove(&named).unwrap_or_default();
        let derived = row::document::derived_of(&header);
        match row::document::read(header, own) {
            Ok(document) => {
                // What is not as the trail says is named already.
                if !other.contains(&named) {
                    check_written(&document, &derived, recounted.ways.get(&named), findings);
                }
                documents.insert(document.key.clone(), document);
            }
            Err(_) if other.contains(&named) => {}
            Err(error) => findings.differences.push(error.to_string()),
        }
    }
    for (kind, id) in of_documents.keys() {
        findings.differences.push(format!("{kind} {id}: lines without their document"));
    }
    documents
}

/// The columns that follow from others, and what its author wrote.
fn check_written(document: &Document, derived: &Columns, way: Option<&Way>, findings: &mut Findings) {
    let name = format!("{} {}", document.key.kind.name(), document.key.id);
    let should = row::document::derived(document);
    // Submissions of before there were such words wait for everybody.
    let is_old = way.is_none_or(|way| way.submitted_by_lists.is_none_or(|version| version < 2));
    let may_differ = |is: &(&str, Option<String>)| is_old && *is == ("waits_for", Some(waiting::EVERYBODY.to_owned()));
    let differ = derived.iter().zip(&should).filter(|(is, should)| is != should && !may_differ(is));
    for ((column, is), (_, should)) in differ {
        let text = |value: &Option<String>| value.clone().unwrap_or_else(|| "nothing".into());
        findings.differences.push(format!("{name}: {column} is {}, and it should be {}", text(is), text(should)));
    }
    // What is signed is held against its own digest.
    let unsigned = way.filter(|_| document.stage.digest().is_none()).and_then(|way| way.content.as_ref());
    match unsigned.map(|written| written.matches(document)) {
        None | Some(Ok(true)) => {}
        Some(Ok(false)) => findings.differences.push(format!("document {name} is not what was written")),
        Some(Err(error)) => findings.differences.push(format!("document {name}: {error}")),
    }
    let is_settled = !document.settlement.amount_paid.is_zero() || !document.settlement.amount_settled.is_zero();
    if document.key.kind.items().is_none() && is_settled {
        findings.differences.push(format!("{name}: it is nothing that is paid, and something of it is"));
    }
    let shares = document.pays_several().map(Several::shares);
    if shares.is_some_and(|shares| shares != Ok(document.settlement.base_settled)) {
        let takes = document.settlement.base_settled.0;
        findings.differences.push(format!("{name}: takes {takes} in base currency, and its parts do not come to that"));
    }
}

/// Reports read a line's own day and currency, and take a posting to lie in its period: so both are checked. A line without a posting
/// is an orphan.
pub fn postings(
    headers: Vec<posting::Model>,
    lines: Vec<posting_line::Model>,
    days: &BTreeMap<String, (String, String)>,
    findings: &mut Findings,
) -> Vec<Posting> {
    let mut of_postings: BTreeMap<(String, String, String), Vec<posting_line::Model>> = BTreeMap::new();
    for line in lines {
        of_postings
            .entry((line.source_kind.clone(), line.source_id.clone(), line.kind.clone()))
            .or_default()
            .push(line);
    }
    let mut postings = Vec::with_capacity(headers.len());
    for header in headers {
        let name = (header.source_kind.clone(), header.source_id.clone(), header.kind.clone());
        let own = of_postings.remove(&name).unwrap_or_default();
        let (kind, id) = (&header.source_kind, &header.source_id);
        let differs = |line: &posting_line::Model| {
            (&line.posting_date, &line.currency) != (&header.posting_date, &header.currency)
        };
        if own.iter().zip(1..).any(|(line, position)| line.position != position) {
            findings.differences.push(format!("posting {kind} {id}: the positions of its lines are not in order"));
        }
        if own.iter().any(differs) {
            findings.differences.push(format!("posting {kind} {id}: a line has another day or currency"));
        }
        let day = &header.posting_date;
        if days.get(&header.period_id).is_none_or(|(first, last)| day < first || day > last) {
            let period = &header.period_id;
            findings.differences.push(format!("posting {kind} {id}: its day {day} is not in its period {period}"));
        }
        match row::posting::read(&header, own) {
            Ok(posting) => postings.push(posting),
            Err(error) => findings.differences.push(error.to_string()),
        }
    }
    for (kind, id, posting) in of_postings.keys() {
        findings.differences.push(format!("posting {kind} {id} ({posting}): lines without their posting"));
    }
    postings
}

/// The status of a posting's document allows it, and it was made when the document says.
pub fn check_posting(posting: &Posting, documents: &BTreeMap<DocumentKey, Document>, findings: &mut Findings) {
    let name = format!("{} {} ({})", posting.source.kind.name(), posting.source.id, posting.kind.name());
    if let Some(document) = documents.get(&posting.source) {
        check_making(&name, posting, document, findings);
    }
    if !posting.is_balanced() {
        findings.differences.push(format!("posting {name}: debits and credits differ"));
    }
    match documents.get(&posting.source) {
        None => findings.differences.push(format!("posting {name}: its document is missing, or cannot be read")),
        Some(document) if posting.kind == PostingKind::Document => {
            if !document.status().is_in_ledger() && !document.status().is_taken_back() {
                findings.differences.push(format!("posting {name}: its document is {}", document.status().name()));
            }
        }
        // Held against the trail, one after another: `returns`.
        Some(_) if matches!(posting.kind, PostingKind::Return(_) | PostingKind::Unreturn(_)) => {}
        Some(document) if posting.kind == PostingKind::Void => {
            if document.status() != Status::Voided {
                findings.differences.push(format!("posting {name}: its document is {}", document.status().name()));
            }
        }
        // A credit of which every application was taken back may be voided. A payment is reassigned whatever the bank says.
        Some(document) => {
            let is_payment = document.key.kind.payment().is_some();
            let of_payment = matches!(document.status(), Status::Deposited | Status::Cleared | Status::Returned);
            if !(matches!(document.status(), Status::Posted | Status::Voided) || is_payment && of_payment) {
                findings.differences.push(format!("posting {name}: its document is {}", document.status().name()));
            }
        }
    }
}

fn check_making(name: &str, posting: &Posting, document: &Document, findings: &mut Findings) {
    if posting.sub_ledger != document.sub_ledger {
        let (is, should) = (posting.sub_ledger.name(), document.sub_ledger.name());
        findings.differences.push(format!("posting {name}: its sub_ledger is {is}, and its document's is {should}"));
    }
    let made = match posting.kind {
        PostingKind::Document => document.stage.posted_at(),
        PostingKind::Void => document.stage.voided().map(|voided| voided.ended.at),
        // They are held against the trail, and against the application.
        PostingKind::Return(_) | PostingKind::Unreturn(_) | PostingKind::Application(_) => return,
    };
    if made != Some(posting.posted_at) {
        findings.differences.push(format!("posting {name}: its posted_at is not when its document says"));
    }
}

/// Whether what it posted is to be there.
fn stands(document: &Document) -> bool {
    document.status().is_in_ledger() || document.status() == Status::Returned
}

/// What was signed is what stands there, and what was posted is what it says. `settled` is all that a payment pays.
pub fn check_document(
    document: &Document,
    settled: &[&Document],
    posted: Option<&Posting>,
    catalog: &Catalog,
    settings: Settings,
    findings: &mut Findings,
) {
    let name = format!("{} {}", document.key.kind.name(), document.key.id);
    if document.status() != Status::Voided && posted.is_some() != stands(document) {
        let has = if posted.is_some() { "stands" } else { "does not stand" };
        findings.differences.push(format!("document {name} is {} and {has} in the ledger", document.status().name()));
    }
    let Some(signed) = document.stage.digest() else { return };
    match signed.matches(document) {
        Ok(true) => {}
        Ok(false) => findings.differences.push(format!("document {name} is not what was signed")),
        Err(error) => findings.differences.push(format!("document {name}: {error}")),
    }
    if let Some(posted) = posted {
        check_place(document, settled, posted, catalog, findings);
        // In the books' own currency nothing is converted.
        let differs = |line: &PostingLine| !line.amount.is_zero() && line.amount != line.base_amount;
        if posted.currency == settings.base_currency && posted.lines.iter().any(differs) {
            findings
                .differences
                .push(format!("document {name}: a line of its posting has another amount in base currency"));
        }
    }
    if let (Some(posted), Ok(lines)) = (posted, kind::posting_lines(document, settled, catalog, &settings)) {
        // The accounts that took rounding and exchange differences may be others today.
        let told = |line: &PostingLine| {
            let account = Some(line.account_id.clone()).filter(|_| !line.amount.is_zero());
            (account, line.line_number, line.amount, line.base_amount, line.memo.clone(), line.tax_part)
        };
        if !posted.lines.iter().map(told).eq(lines.iter().map(told)) {
            findings.differences.push(format!("document {name}: its postings are not what its lines say"));
        }
    }
}

/// What a rule that adds up is to find is found.
pub fn check_added(document: &Document, catalog: &Catalog, since: Timestamp, findings: &mut Findings) {
    let kind = document.key.kind;
    let counts = !matches!(document.status(), Status::Draft | Status::Rejected | Status::Voided);
    let submission = document.stage.submission().filter(|submission| counts && submission.submitted.at >= since);
    if submission.is_some_and(|submission| !submission.is_added_up) && catalog.adds_up(kind) {
        let (kind, id) = (kind.name(), &document.key.id);
        findings.differences.push(format!("{kind} {id}: added_at is nothing, and a rule of its type adds up"));
    }
}

/// It stands in the document's period, on its day. A payment may stand on a later day, on which what it pays posts.
/// See docs/rules/payments.md#never-posted-before-what-it-pays.
fn check_place(
    document: &Document,
    settled: &[&Document],
    posted: &Posting,
    catalog: &Catalog,
    findings: &mut Findings,
) {
    let (content, name) = (&document.content, format!("{} {}", document.key.kind.name(), document.key.id));
    let (period, day) = (&content.posting_period_id, content.tran_date);
    let later = settled.iter().map(|settled| order::posts_on(&settled.content, catalog)).max();
    let later = later.filter(|later| *later > order::posts_on(content, catalog));
    let begins = catalog.periods.get(&posted.period_id).map(|period| period.start_date);
    if later.zip(begins).is_some_and(|(later, begins)| posted.posting_date == later.max(begins)) {
        return;
    }
    if posted.period_id != *period {
        let stands = &posted.period_id;
        findings.differences.push(format!("document {name}: its posting is in period {stands}, and not in {period}"));
    } else if let Some(period) = catalog.periods.get(period)
        && posted.posting_date != day.max(period.start_date)
    {
        let stands = posted.posting_date;
        findings.differences.push(format!("document {name} is of {day}, and its posting of {stands}"));
    }
}

/// Whether the line takes back what that one put there.
pub fn negates(line: &PostingLine, posted: &PostingLine) -> bool {
    (line.line_number, &line.account_id, &line.memo, line.tax_part)
        == (posted.line_number, &posted.account_id, &posted.memo, posted.tax_part)
        && posted.amount.negated().is_ok_and(|amount| amount == line.amount)
        && posted.base_amount.negated().is_ok_and(|amount| amount == line.base_amount)
}

/// A void takes back what was posted, line by line.
pub fn check_void(void: &Posting, posted: Option<&Posting>, findings: &mut Findings) {
    let takes_back = |posted: &Posting| {
        let mut lines = void.lines.iter().zip(&posted.lines);
        void.currency == posted.currency
            && void.lines.len() == posted.lines.len()
            && lines.all(|(line, posted)| negates(line, posted))
    };
    if !posted.is_some_and(takes_back) {
        let (kind, id) = (void.source.kind.name(), &void.source.id);
        findings
            .differences
            .push(format!("posting {kind} {id} (void): it is not what was posted, the other way round"));
    }
}
