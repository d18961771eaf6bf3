//! Replays in memory: the law that the rules of then give the plans of then, and what changes with people and with rules.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use proptest::prelude::*;

use super::reroute::Rerouting;
use crate::approval::access::{ApprovalLimits, Delegation, Directory, User, UserId};
use crate::approval::catalog::Catalog;
use crate::approval::catalog::history::{Change, Changed, PeopleAsOf};
use crate::approval::replay::asks::Who;
use crate::approval::replay::summary::Summary;
use crate::approval::replay::{Diverted, NewWay, Outcome};
use crate::approval::routing::route;
use crate::approval::sample::{any_rules, role, rule};
use crate::approval::signature::Signatures;
use crate::approval::signing::SelfApproval;
use crate::approval::splitting::{Aggregate, AggregateBy, Earlier, EarlierDocuments};
use crate::approval::{Approver, Rule};
use crate::books::action::signable;
use crate::books::action::submit::subject;
use crate::books::document::model::{DatedReversal, Settlement};
use crate::books::document::stage::{Submission, Submitted};
use crate::books::document::{Content, Digest, Document, EntryType, Journal, Line, Particulars, Stage};
use crate::values::clock::{Date, Timestamp};
use crate::values::kind::{DocumentKey, DocumentKind, SubLedger};
use crate::values::money::{Currency, Minor};

/// A day and a second for each.
const SECOND: i64 = 1_000_000;

fn at(second: i64) -> Timestamp {
    Timestamp::from_micros(second * SECOND)
}

fn entry(id: &str, amount: i64, by: &str) -> Document {
    let line = |line_number, account_id: &str, amount| Line {
        line_number,
        account_id: account_id.into(),
        amount: Minor(amount),
        memo: None,
        department_id: Some("D".into()),
        cost_center_id: None,
        dimensions: std::collections::BTreeMap::new(),
    };
    let lines = vec![line(1, "6000", amount), line(2, "1000", -amount)];
    Document {
        key: DocumentKey::new(DocumentKind::JournalEntry, id),
        version: 1,
        sub_ledger: SubLedger::Gl,
        content: Content {
            tran_date: Date::FIRST,
            posting_period_id: "p".into(),
            currency: Currency::parse("USD").expect("USD"),
            exchange_rate: 1.into(),
            exchange_rate_reason: None,
            memo: None,
            total: Minor(amount),
            base_total: Minor(amount),
            particulars: Particulars::Journal(Journal { entry_type: EntryType::Standard, reversal_date: None, lines }),
        },
        corrects_id: None,
        correction_id: None,
        dated_reversal: DatedReversal::default(),
        settlement: Settlement::default(),
        stage: Stage::Draft(None),
        created_at: at(0),
        created_by: by.into(),
        edited_by: by.into(),
        editors: BTreeSet::new(),
    }
}

fn user(user_id: &str, manager: Option<&str>, is_active: bool, roles: &[&str], limit: Option<i64>) -> User {
    User {
        user_id: user_id.into(),
        name: user_id.into(),
        manager_user_id: manager.map(UserId::from),
        is_active,
        inactive_by_admin: false,
        delegations: Vec::new(),
        roles: roles.iter().map(|role| (*role).to_owned()).collect(),
        approval_limits: ApprovalLimits(
            limit.into_iter().map(|limit| (DocumentKind::JournalEntry, Minor(limit))).collect(),
        ),
        version: 1,
        updated_at: at(0),
        updated_by: "admin".into(),
    }
}

fn delegation(from: &str, to: &str) -> Delegation {
    Delegation {
        delegation_id: from.into(),
        from_user_id: from.into(),
        to_user_id: to.into(),
        first_day: Date::FIRST,
        last_day: Date::LAST,
        document_types: None,
        amount_limit: None,
        reason: "away".into(),
        is_revoked: false,
        version: 1,
        created_at: at(0),
        created_by: "admin".into(),
        updated_at: at(0),
        updated_by: "admin".into(),
    }
}

/// The document as a submission leaves it, by the rules and people of the catalog; `None` where it is refused.
fn submitted(document: Document, by: &str, catalog: &Catalog, at: Timestamp) -> Option<Document> {
    submitted_after(document, by, catalog, at, &EarlierDocuments::default())
}

/// The same after these documents.
fn submitted_after(
    document: Document,
    by: &str,
    catalog: &Catalog,
    at: Timestamp,
    earlier: &EarlierDocuments,
) -> Option<Document> {
    let by = UserId::from(by);
    let superiors = catalog.superiors(&by, document.key.kind);
    let subject = subject(&document, None, catalog).after(earlier, at);
    let plan = route(&subject, catalog.rules.values(), &superiors).ok()?;
    let barred: BTreeSet<&UserId> = document.authors().into_iter().chain([&by]).collect();
    signable::enough(&plan, document.key.kind.into(), &barred, catalog, at.date()).ok()?;
    let submission = Submission {
        submitted: Submitted { round: 1, at, by: by.clone() },
        plan,
        digest: Digest { version: 1, hash: String::new() },
        level: 0,
        signatures: Signatures::default(),
        beneficiaries: BTreeSet::new(),
        stood_still: Duration::ZERO,
        is_added_up: catalog.adds_up(document.key.kind),
        rule_set: Some(catalog.rule_set),
    };
    Some(Document { stage: Stage::PendingApproval(Box::new(submission)), ..document })
}

/// What became of the documents by these rules, and the figures.
fn replayed(documents: &[Document], rules: &[Rule], changes: &[Change]) -> (Vec<Diverted>, Summary) {
    let people = PeopleAsOf::new(&Catalog::default(), changes.to_vec());
    let mut rerouting = Rerouting::new(rules.to_vec(), people, SelfApproval::Deny, at(0), BTreeMap::new());
    let next = |(place, document): (usize, &Document)| {
        rerouting.next(document, i64::try_from(place).expect("few") + 1).expect("a way")
    };
    let found = documents.iter().enumerate().filter_map(next).collect();
    (found, rerouting.finish())
}

fn outcomes(found: &[Diverted]) -> Vec<(&str, Outcome)> {
    found.iter().map(|one| (one.key.id.as_str(), one.new.outcome())).collect()
}

/// Something that happens in a second.
#[derive(Clone, Debug)]
enum Event {
    User(User),
    Delegation(Delegation),
    Submit { by: String, amount: i64 },
}

const PEOPLE: [&str; 4] = ["mia", "nora", "otto", "pia"];

fn any_event() -> impl Strategy<Value = Event> {
    let somebody = || proptest::sample::select(PEOPLE.to_vec());
    let a_user =
        (somebody(), proptest::option::of(somebody()), any::<bool>(), any::<bool>(), proptest::option::of(0_i64..100));
    prop_oneof![
        2 => a_user.prop_map(|(who, manager, is_active, holds, limit)| {
            let roles: &[&str] = if holds { &["r"] } else { &[] };
            Event::User(user(who, manager.filter(|manager| *manager != who), is_active, roles, limit))
        }),
        1 => (somebody(), somebody()).prop_map(|(from, to)| Event::Delegation(delegation(from, to))),
        4 => (somebody(), 0_i64..120).prop_map(|(by, amount)| Event::Submit { by: by.into(), amount }),
    ]
}

/// The same events as they go through the books: the documents that were submitted, and the changes of people.
fn lived(rules: &[Rule], events: &[Event]) -> (Vec<Document>, Vec<Change>) {
    let (mut catalog, mut people) = (Catalog::default(), Vec::<User>::new());
    catalog.rules = rules.iter().map(|rule| (rule.rule_id.clone(), rule.clone())).collect();
    let (mut documents, mut changes) = (Vec::new(), Vec::new());
    for (second, event) in events.iter().enumerate() {
        let now = at(i64::try_from(second).expect("few") + 1);
        match event {
            Event::User(user) => {
                people.retain(|other| other.user_id != user.user_id);
                people.push(user.clone());
                // As the store loads it: everybody, at once.
                catalog.users = Directory::default();
                for user in &people {
                    catalog.users.insert(user.clone());
                }
                changes.push(Change { at: now, to: Changed::User(Box::new(user.clone())) });
            }
            Event::Delegation(given) => {
                catalog.delegations.insert(given.delegation_id.clone(), given.clone());
                changes.push(Change { at: now, to: Changed::Delegation(Box::new(given.clone())) });
            }
            Event::Submit { by, amount } => {
                let document = entry(&format!("JE-{second}"), *amount, by);
                documents.extend(submitted(document, by, &catalog, now));
            }
        }
    }
    (documents, changes)
}

proptest! {
    /// The rules that were in force give every document the plan that it got, whatever happened to people meanwhile and since.
    #[test]
    fn the_rules_of_then_give_the_plans_of_then(
        rules in any_rules(),
        events in proptest::collection::vec(any_event(), 1..40),
    ) {
        let (documents, mut changes) = lived(&rules, &events);
        // In whatever order they are read.
        changes.reverse();
        let (found, summary) = replayed(&documents, &rules, &changes);
        prop_assert_eq!(outcomes(&found), vec![]);
        let all = u64::try_from(documents.len()).expect("few");
        prop_assert_eq!((summary.all.documents, summary.all.same), (all, all));
        prop_assert!(summary.signers.iter().all(|(_, steps)| steps.before == steps.after), "{summary:?}");
        prop_assert!(summary.people.iter().all(|(_, load)| load.steps.before == load.steps.after), "{summary:?}");
    }

    /// Other rules: each document by itself goes the way that a submission of then would have gone by them.
    #[test]
    fn other_rules_give_what_a_submission_would_have_got(
        rules in any_rules(),
        others in any_rules(),
        events in proptest::collection::vec(any_event(), 1..30),
    ) {
        let (documents, changes) = lived(&rules, &events);
        let (found, summary) = replayed(&documents, &others, &changes);
        let (by_others, _) = lived(&others, &events);
        let plan_of = |id: &str| by_others.iter().find(|other| other.key.id == id).and_then(|other| other.stage.submission());
        for one in &found {
            let expected = plan_of(&one.key.id).map(|submission| &submission.plan);
            match &one.new {
                NewWay::Plan(plan) => prop_assert_eq!(Some(plan), expected),
                NewWay::Refused { .. } => prop_assert_eq!(expected, None),
            }
        }
        let kept = documents.iter().filter(|document| !found.iter().any(|one| one.key == document.key));
        prop_assert!(kept.clone().all(|document| plan_of(&document.key.id).is_some()));
        prop_assert_eq!(summary.all.same, u64::try_from(kept.count()).expect("few"));
    }
}

fn by_name(user_id: &str) -> Approver {
    Approver::User { approver_user_id: user_id.into() }
}

#[test]
fn people_count_as_they_were_at_each_submission() {
    let old = [rule("old", 1, 1, (None, None), role("r"))];
    let new = [rule("new", 1, 1, (Some(0), Some(1_000)), by_name("nora"))];
    let nora = |second, is_active| Change {
        at: at(second),
        to: Changed::User(Box::new(user("nora", None, is_active, &["r"], None))),
    };
    let pia = Change { at: at(50), to: Changed::Delegation(Box::new(delegation("nora", "pia"))) };
    let changes = [nora(10, true), nora(30, false), pia];
    let catalog = Catalog { rules: [("old".to_owned(), old[0].clone())].into(), ..Catalog::default() };
    let documents: Vec<Document> =
        [("before-nora", 5, 100), ("active", 20, 100), ("gone", 40, 100), ("delegate", 60, 100), ("gap", 70, 2_000)]
            .into_iter()
            .map(|(id, second, amount)| {
                submitted(entry(id, amount, "carl"), "carl", &catalog, at(second)).expect("a plan")
            })
            .collect();
    let (found, summary) = replayed(&documents, &new, &changes);
    // Nobody had recorded nora yet: then nothing is known of her, and she counts.
    let expected = [
        ("before-nora", Outcome::Otherwise),
        ("active", Outcome::Otherwise),
        ("gone", Outcome::NoApprover),
        ("delegate", Outcome::Otherwise),
        ("gap", Outcome::NoMatchingRule),
    ];
    assert_eq!(outcomes(&found), expected);
    assert_eq!((summary.all.of(Outcome::Otherwise), summary.all.of(Outcome::NoApprover)), (3, 1));
    // The load moves from the role to her by name; the role was hers as long as she was active.
    let signers: Vec<_> = summary.signers.iter().map(|(who, steps)| (who.clone(), steps.before, steps.after)).collect();
    assert_eq!(signers, [(Who::Role("r".into()), 5, 0), (Who::Person("nora".into()), 0, 3)]);
    let people: Vec<_> =
        summary.people.iter().map(|(who, load)| (who.to_string(), load.steps.before, load.steps.after)).collect();
    assert_eq!(people, [("nora".to_owned(), 1, 3)]);
}

#[test]
fn a_manager_is_the_one_of_then_and_by_which_rule_does_not_matter() {
    let old = [rule("old", 1, 1, (None, None), by_name("mia"))];
    let new = [rule("new", 1, 7, (None, None), Approver::Manager)];
    let carl = |second, manager| Change {
        at: at(second),
        to: Changed::User(Box::new(user("carl", manager, true, &[], None))),
    };
    let changes = [carl(10, Some("mia")), carl(30, Some("otto")), carl(50, None)];
    let catalog = Catalog { rules: [("old".to_owned(), old[0].clone())].into(), ..Catalog::default() };
    let documents: Vec<Document> = [("mia", 20), ("otto", 40), ("nobody", 60)]
        .into_iter()
        .map(|(id, second)| submitted(entry(id, 100, "carl"), "carl", &catalog, at(second)).expect("a plan"))
        .collect();
    let (found, _) = replayed(&documents, &new, &changes);
    assert_eq!(outcomes(&found), [("otto", Outcome::Otherwise), ("nobody", Outcome::NoManager)]);
}

#[test]
fn what_is_in_no_submission_is_passed_over() {
    let (found, summary) = replayed(&[entry("draft", 5, "carl")], &[], &[]);
    assert_eq!((found.len(), summary.all.documents), (0, 0));
}

/// Rules that add up: the sums are those of then, whatever was rejected or called off since, and what lies before the span counts.
#[test]
fn what_was_split_is_added_up_as_it_was_then() {
    const DAY: i64 = 86_400;
    let aggregate = Some(Aggregate { days: 3, by: AggregateBy::Author });
    let rules = [
        rule("small", 1, 1, (Some(0), Some(100)), role("r")),
        Rule { aggregate, ..rule("sum", 2, 1, (Some(250), Some(350)), by_name("mia")) },
        rule("large", 1, 1, (Some(101), None), role("r")),
    ];
    let by_id = rules.iter().map(|rule| (rule.rule_id.clone(), rule.clone())).collect();
    let catalog = Catalog { rules: by_id, ..Catalog::default() };
    let mut earlier = EarlierDocuments::default();
    let mut documents = Vec::new();
    // JE-2 is rejected before JE-3 is submitted: with it the sum would be above the band. JE-0 is too old for JE-4.
    for (number, day) in [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 20)] {
        let (id, now) = (format!("JE-{number}"), at(day * DAY));
        if number == 3 {
            earlier.of_author.retain(|one| one.document_id != "JE-2");
        }
        documents.push(submitted_after(entry(&id, 100, "carl"), "carl", &catalog, now, &earlier).expect("a plan"));
        earlier.of_author.insert(0, Earlier { document_id: id, amount: Minor(100), submitted_at: now });
    }
    let levels = |documents: &[Document]| -> Vec<u32> {
        let level = |document: &Document| document.stage.submission().expect("submitted").plan.required_level;
        documents.iter().map(level).collect()
    };
    assert_eq!(levels(&documents), [1, 1, 2, 2, 2, 1]);
    let rejected = BTreeMap::from([(documents[2].key.clone(), at(3 * DAY + 1))]);
    let replayed = |rules: &[Rule], from| {
        let people = PeopleAsOf::new(&Catalog::default(), Vec::new());
        let mut rerouting = Rerouting::new(rules.to_vec(), people, SelfApproval::Deny, from, rejected.clone());
        let found: Vec<Diverted> =
            documents.iter().filter_map(|document| rerouting.next(document, 1).expect("a way")).collect();
        let found: Vec<String> = found.into_iter().map(|one| one.key.id).collect();
        (found, rerouting.finish().all.documents)
    };
    assert_eq!(replayed(&rules, at(0)), (vec![], 6));
    assert_eq!(replayed(&rules, at(5 * DAY)), (vec![], 2), "what lies before is added up, and not counted");
    let of_a_day = [
        rules[0].clone(),
        Rule { aggregate: Some(Aggregate { days: 1, by: AggregateBy::Author }), ..rules[1].clone() },
    ];
    assert_eq!(replayed(&of_a_day, at(0)).0, ["JE-2", "JE-3", "JE-4"]);
}
