//! Compares every row that decides something with the last audit row about it: accounts, parties, rules, roles, people, periods,
//! reconciliations; of documents who wrote, submitted, signed and ended them, when, their plans and digests; signatures.
//!
//! `gl audit verify` proves that the trail itself is unchanged; `gl check` runs it first.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, DatabaseTransaction, EntityTrait, QueryFilter, QueryOrder, QuerySelect,
};
use serde_json::Value;

use super::deadlines;
use super::recounted::{Given, Named, Recounted, Way};
use super::stretch::{Stretch, recount};
use crate::approval::RoutingPlan;
use crate::approval::access::UserId;
use crate::approval::signature::{Known, Signatures};
use crate::books::document::Digest;
use crate::books::document::stage::told_of_return;
use crate::books::stored;
use crate::books::stored::Stored;
use crate::features::reconciliation::Unmarked;
use crate::features::sign_in::DoneIn;
use crate::kernel::engine::Engine;
use crate::kernel::entity::{JsonText, audit_entry, document, signature};
use crate::kernel::findings::Findings;
use crate::kernel::store::StoreError;
use crate::kernel::store::row::RowName;
use crate::kernel::store::stated::Stated;
use crate::values::clock::Timestamp;
use crate::values::kind::DocumentKind;

/// Names every difference of the documents, and returns those that are not as the trail says.
pub fn check(stretch: &Stretch, findings: &mut Findings) -> BTreeSet<Named> {
    let (documents, recounted) = (&stretch.headers, &stretch.recounted);
    findings.differences.extend(recounted.faults.iter().cloned());
    let (nothing, mut other) = (Way::default(), BTreeSet::new());
    for (named, row) in documents {
        let before = findings.differences.len();
        check_document(row, recounted.ways.get(named).unwrap_or(&nothing), findings);
        if findings.differences.len() > before {
            other.insert(named.clone());
        }
    }
    for (named, way) in &recounted.ways {
        if let (Some(last), false) = (&way.status, documents.contains_key(named)) {
            let (resource, id) = named;
            findings.differences.push(format!("{resource} {id}: is gone, and the trail last said that it is {last}"));
        }
    }
    check_signatures(&stretch.signatures, documents, recounted, findings);
    other
}

/// Names every difference of what is no document: accounts, parties, rules, roles, people, periods.
/// What was done of it in sessions, and what reconciliations unmarked.
pub async fn check_master_data(
    engine: &Engine,
    db: &DatabaseTransaction,
    findings: &mut Findings,
) -> Result<(DoneIn, Unmarked), StoreError> {
    let (mut recounted, mut unreadable) = (Recounted::default(), Vec::new());
    for resource in resources(db).await? {
        let said = recount(db, Condition::all().add(audit_entry::Column::Resource.eq(resource))).await?;
        recounted.last.extend(said.last);
        recounted.faults.extend(said.faults);
        recounted.done_in.append(said.done_in);
        recounted.unmarked.append(said.unmarked);
    }
    findings.differences.extend(recounted.faults.iter().cloned());
    let stated = engine.stated_rows(db, &mut unreadable).await?;
    check_stated(&stated, &recounted, findings);
    findings.differences.extend(unreadable);
    Ok((recounted.done_in, recounted.unmarked))
}

/// What the trail speaks of besides documents, found from name to name of its index.
async fn resources(db: &impl ConnectionTrait) -> Result<Vec<String>, StoreError> {
    let (mut found, mut last) = (Vec::new(), String::new());
    loop {
        let next: Option<String> = audit_entry::Entity::find()
            .select_only()
            .column(audit_entry::Column::Resource)
            .filter(audit_entry::Column::Resource.gt(last.as_str()))
            .order_by_asc(audit_entry::Column::Resource)
            .limit(1)
            .into_tuple()
            .one(db)
            .await?;
        let Some(next) = next else { return Ok(found) };
        last.clone_from(&next);
        if DocumentKind::parse(&next).is_none() {
            found.push(next);
        }
    }
}

fn check_stated(rows: &[Stated], recounted: &Recounted, findings: &mut Findings) {
    let mut present = BTreeSet::new();
    for row in rows {
        let (resource, id) = (&row.resource, &row.id);
        let named = (resource.clone(), id.clone());
        match recounted.last.get(&named) {
            None => findings.differences.push(format!("{resource} {id}: the trail does not say that it was made")),
            Some(last) => {
                for (field, value) in &row.fields {
                    // A column that came after the row was stated last has nothing in it, of which that says nothing.
                    if value.is_null() && !last.fields.contains_key(field) {
                        continue;
                    }
                    differences(&format!("{resource} {id}: {field}"), last.fields.get(field), Some(value), findings);
                }
            }
        }
        present.insert(named);
    }
    for (resource, id) in recounted.last.keys().filter(|named| !present.contains(*named)) {
        if DocumentKind::parse(resource).is_none() {
            findings.differences.push(format!("{resource} {id}: is gone, and the trail does not say so"));
        }
    }
}

/// Names the innermost field that differs.
fn differences(name: &str, said: Option<&Value>, is: Option<&Value>, findings: &mut Findings) {
    match (said, is) {
        (Some(Value::Object(said)), Some(Value::Object(is))) => {
            let names: BTreeSet<&String> = said.keys().chain(is.keys()).collect();
            for field in names {
                differences(&format!("{name}.{field}"), said.get(field), is.get(field), findings);
            }
        }
        (said, is) if said == is => {}
        (said, is) => {
            let text = |value: Option<&Value>| value.map_or_else(|| "nothing".to_owned(), Value::to_string);
            findings.differences.push(format!("{name} is {}, and the trail last said {}", text(is), text(said)));
        }
    }
}

/// Checks the columns by themselves: a value that no document can hold is a finding of its own, beside the comparison with the
/// trail.
fn check_document(row: &document::Model, way: &Way, findings: &mut Findings) {
    let name = format!("{} {}", row.kind, row.document_id);
    if way.status.as_ref() != Some(&row.status) {
        let ends = way.status.as_deref().unwrap_or("nothing");
        findings.differences.push(format!("{name} is {}, and its trail ends with {ends}", row.status));
    }
    let encoded = |plan: &RoutingPlan, findings: &mut Findings| match stored::value(plan) {
        Ok(plan) => Some(plan),
        Err(error) => {
            findings.differences.push(format!("{name}: its plan cannot be encoded: {error}"));
            None
        }
    };
    let said = way.plan.as_ref().and_then(|plan| encoded(plan, findings));
    let is = read::<RoutingPlan>(row, "plan", row.plan.as_ref(), findings);
    let plans = (said, is.and_then(|plan| encoded(&plan, findings)));
    let signatures = read::<Signatures>(row, "signed_by", Some(&row.signed_by), findings);
    // One person however they are spelt.
    let people = |names: &BTreeSet<UserId>| names.iter().map(UserId::folded).collect::<Value>();
    let misplaced = signatures.as_ref().is_some_and(|signatures| check_signed(&name, signatures, way, findings));
    // One that is wrong is named by itself.
    let signers = signatures.filter(|_| !misplaced);
    let signed_by: Option<BTreeSet<UserId>> =
        signers.map(|all| all.0.into_iter().map(|signed| signed.user_id).collect());
    let said_signed_by = signed_by.is_some().then(|| people(&way.signed_by));
    let beneficiaries = match row.beneficiaries.as_ref() {
        None => Some(BTreeSet::new()),
        some => read::<BTreeSet<UserId>>(row, "beneficiaries", some, findings),
    };
    let editors = match row.editors.as_ref() {
        None => Some(BTreeSet::new()),
        some => read::<BTreeSet<UserId>>(row, "editors", some, findings),
    };
    for (field, said, is) in [
        ("created_at", Some(way.created_at.into()), Some(row.created_at.into())),
        ("created_by", Some(way.created_by.as_str().into()), Some(row.created_by.as_str().into())),
        ("edited_by", Some(way.edited_by.as_str().into()), Some(row.edited_by.as_str().into())),
        ("editors", Some(people(&way.editors)), editors.as_ref().map(people)),
        ("submitted_at", way.submitted_at.map(Value::from), row.submitted_at.map(Value::from)),
        ("posted_at", way.posted_at.map(Value::from), row.posted_at.map(Value::from)),
        ("rule_set", way.rule_set.map(Value::from), row.rule_set.map(Value::from)),
        ("submitted_by", way.submitted_by.clone().map(Value::from), row.submitted_by.clone().map(Value::from)),
        ("held_by", way.held_by.clone().map(Value::from), row.held_by.clone().map(Value::from)),
        ("round", Some(way.round.into()), Some(row.round.into())),
        ("current_level", Some(way.level.into()), Some(row.current_level.into())),
        ("signed_by", said_signed_by, signed_by.as_ref().map(people)),
        ("beneficiaries", Some(people(&way.beneficiaries)), beneficiaries.as_ref().map(people)),
        ("plan", plans.0, plans.1),
    ] {
        differences(&format!("{name}: {field}"), said.as_ref(), is.as_ref(), findings);
    }
    deadlines::check(row, way, findings);
    check_end(&name, row, way, findings);
    // What was posted before there were statements states no digest: its content is held against its postings.
    if way.digest.is_some() && way.digest != digest(row) {
        findings.differences.push(format!("{name}: its digest is not what the trail says was signed"));
    }
}

/// When, by whom and why it came back, was deposited, cleared or voided.
fn check_end(name: &str, row: &document::Model, way: &Way, findings: &mut Findings) {
    let (ended, returned) = (way.ended.as_ref(), way.returned.as_ref());
    let (author, submitter) = told(way);
    // What was said without a word may stand as nothing in older rows.
    let comments = row.returned_at.map(|_| row.returned_comments.clone().unwrap_or_default());
    // Older rows of voids that took nothing back name no day: it is that of their instant, or was until just before it.
    let day = ended.and_then(|ended| ended.on.clone()).or_else(|| {
        let at = Timestamp::from_micros(ended?.at);
        let days = [at.date(), at.minus(MIDNIGHT).date()].map(|day| day.to_string());
        row.settled_on.clone().filter(|on| days.contains(on)).or_else(|| days.into_iter().next())
    });
    let problem = way.reversal_problem.clone().unzip();
    for (field, said, is) in [
        ("returned_at", returned.map(|returned| returned.at.into()), row.returned_at.map(Value::from)),
        ("returned_by", returned.map(|returned| returned.by.as_str().into()), row.returned_by.clone().map(Value::from)),
        ("returned_comments", returned.map(|returned| returned.comments.as_str().into()), comments.map(Value::from)),
        ("returned_on", way.returned_on.clone().map(Value::from), row.returned_on.clone().map(Value::from)),
        ("returned_author", author.map(Value::from), row.returned_author.clone().map(Value::from)),
        ("returned_submitter", submitter.map(Value::from), row.returned_submitter.clone().map(Value::from)),
        ("settled_on", day.map(Value::from), row.settled_on.clone().map(Value::from)),
        ("settled_at", ended.map(|ended| ended.at.into()), row.settled_at.map(Value::from)),
        ("settled_by", ended.map(|ended| ended.by.as_str().into()), row.settled_by.clone().map(Value::from)),
        ("corrects_id", way.corrects_id.clone().map(Value::from), row.corrects_id.clone().map(Value::from)),
        ("correction_id", way.correction_id.clone().map(Value::from), row.correction_id.clone().map(Value::from)),
        (
            "dated_reversal_id",
            way.dated_reversal_id.clone().map(Value::from),
            row.dated_reversal_id.clone().map(Value::from),
        ),
        ("reversal_problem_code", problem.0.map(Value::from), row.reversal_problem_code.clone().map(Value::from)),
        ("reversal_problem_detail", problem.1.map(Value::from), row.reversal_problem_detail.clone().map(Value::from)),
        ("void_reason", way.void_reason.clone().map(Value::from), row.void_reason.clone().map(Value::from)),
        // In drafts of releases that stated none it is what the type says.
        ("sub_ledger", way.sub_ledger.clone().map(Value::from), Some(row.sub_ledger.as_str().into())),
    ] {
        if field != "sub_ledger" || said.is_some() {
            differences(&format!("{name}: {field}"), said.as_ref(), is.as_ref(), findings);
        }
    }
}

/// Whose list of what was returned it is to stand in.
fn told(way: &Way) -> (Option<String>, Option<String>) {
    // A payment that the bank gave back is in nobody's list.
    let Some(returned) = way.returned.as_ref().filter(|_| way.returned_on.is_none()) else { return (None, None) };
    let submitter = way.submitted_by.as_deref().map(UserId::from);
    told_of_return(&returned.by.as_str().into(), &way.created_by.as_str().into(), submitter.as_ref())
}

/// How far the instants of the books may be ahead of the clock that a day is taken from.
const MIDNIGHT: Duration = Duration::from_mins(1);

/// A column that holds JSON; what cannot be read is a finding.
fn read<T: Stored>(row: &document::Model, column: &str, text: Option<&JsonText>, findings: &mut Findings) -> Option<T> {
    let name = RowName { table: "document", key: &row.document_id };
    match name.json(column, text?) {
        Ok(value) => Some(value),
        Err(error) => {
            findings.differences.push(error.to_string());
            None
        }
    }
}

fn digest(row: &document::Model) -> Option<Digest> {
    Some(Digest { version: row.digest_version.unwrap_or(0), hash: row.digest.clone()? })
}

fn check_signatures(
    rows: &[signature::Model],
    documents: &BTreeMap<Named, document::Model>,
    recounted: &Recounted,
    findings: &mut Findings,
) {
    let mut present = BTreeSet::new();
    for row in rows {
        let name = format!("signature {} {} round {} level {}", row.kind, row.document_id, row.round, row.level);
        let named = (row.kind.clone(), row.document_id.clone());
        let key = (row.round, row.level, row.user_id.clone());
        match recounted.ways.get(&named).and_then(|way| way.signatures.get(&key)) {
            None => {
                let by = &row.user_id;
                findings.differences.push(format!("{name}: the trail does not say that {by} gave it"));
            }
            Some(Given { at, on_behalf_of, comments }) => {
                if *at != row.signed_at {
                    findings
                        .differences
                        .push(format!("{name}: signed_at is {}, and the trail says {at}", row.signed_at));
                }
                let texts = [("on_behalf_of", &row.on_behalf_of, on_behalf_of), ("comments", &row.comments, comments)];
                for (field, is, said) in texts.into_iter().filter(|(_, is, said)| is != said) {
                    findings.differences.push(format!("{name}: {field} is {is:?}, and the trail says {said:?}"));
                }
            }
        }
        check_digest(&name, row, documents, recounted.ways.get(&named), findings);
        present.insert((named, key));
    }
    for (named, way) in &recounted.ways {
        for (round, level, by) in way.signatures.keys() {
            if !present.contains(&(named.clone(), (*round, *level, by.clone()))) {
                let (kind, id) = named;
                let name = format!("signature {kind} {id} round {round} level {level}");
                findings.differences.push(format!("{name}: is gone; the trail says that {by} gave it"));
            }
        }
    }
}

/// Names each signature that the document claims and the trail does not know; whether there is one. Older books say who signed, and no
/// more.
fn check_signed(name: &str, signatures: &Signatures, way: &Way, findings: &mut Findings) -> bool {
    let mut misplaced = false;
    for signed in &signatures.0 {
        let Some(Known { level, at, on_behalf_of, .. }) = &signed.known else { continue };
        let by = &signed.user_id;
        let said = way.signatures.get(&(way.round, i64::from(*level), by.to_string()));
        let said = said.map(|given| (given.at, given.on_behalf_of.as_deref()));
        if said != Some((at.micros(), on_behalf_of.as_ref().map(UserId::as_str))) {
            misplaced = true;
            let what = format!("{name}: signed_by has {by} at level {level}, and the trail says otherwise");
            findings.differences.push(what);
        }
    }
    misplaced
}

/// A signature of the present round stands for what the document holds; one of an earlier round for what was submitted then.
fn check_digest(
    name: &str,
    row: &signature::Model,
    documents: &BTreeMap<Named, document::Model>,
    way: Option<&Way>,
    findings: &mut Findings,
) {
    let document = documents.get(&(row.kind.clone(), row.document_id.clone()));
    let present = document.filter(|document| document.round == row.round).and_then(digest);
    let Some(digest) = present.or_else(|| way?.digests.get(&row.round).cloned()) else { return };
    if (digest.version, digest.hash.as_str()) != (row.digest_version, row.digest.as_str()) {
        findings.differences.push(format!("{name}: digest is not the document's"));
    }
}
