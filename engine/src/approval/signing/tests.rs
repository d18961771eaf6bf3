//! Who signs, as a table, and what no plan allows.

use super::*;
use crate::approval::routing::route;
use crate::approval::sample::{any_rules, subject};
use crate::approval::signature::{Known, Signed};
use crate::approval::superior::{Superior, Superiors};
use crate::values::clock::Timestamp;
use proptest::prelude::*;

fn ids(names: &[&str]) -> BTreeSet<UserId> {
    names.iter().map(|name| (*name).into()).collect()
}

/// What these signed of a level below, each for themselves.
fn signed(names: &[&str]) -> Signatures {
    let known = Known { level: 0, at: Timestamp::from_micros(0), on_behalf_of: None, counts_for: vec![0], limit: None };
    Signatures(names.iter().map(|name| Signed { user_id: (*name).into(), known: Some(known.clone()) }).collect())
}

fn candidate<'a>(
    user_id: &'a UserId,
    roles: &'a BTreeSet<String>,
    stands_in_for: impl IntoIterator<Item = &'a UserId>,
) -> Candidate<'a> {
    let principal = |user_id| Principal { user_id, roles: None, limit: None };
    let stands_in_for = stands_in_for.into_iter().map(principal).collect();
    Candidate { user_id, roles, may_approve: true, limit: None, stands_in_for }
}

fn guarded<'a>(
    authors: &[&'a UserId],
    beneficiaries: &'a BTreeSet<UserId>,
    signatures: &'a Signatures,
    self_approval: SelfApproval,
) -> Guarded<'a> {
    Guarded {
        amount: Minor(1_000),
        base_currency: Currency::parse("USD").expect("a currency"),
        authors: authors.iter().copied().collect(),
        beneficiaries,
        signatures,
        self_approval,
    }
}

fn step(signer: Signer) -> Step {
    Step { level: 1, alternatives: vec![Alternative::of(signer)] }
}

#[test]
fn who_may_sign() {
    let manager = || Signer::Manager { user_id: "mia".into() };
    let user = || Signer::User { user_id: "ute".into() };
    let cfo = || Signer::Role { role: "cfo".into() };
    // person, their roles, stands in for, has the permission, the step asks for, may sign
    let table = [
        ("carl", vec!["cfo"], vec![], true, cfo(), true),
        ("carl", vec!["clerk"], vec![], true, cfo(), false),
        ("carl", vec!["cfo"], vec![], false, cfo(), false),
        ("ute", vec![], vec![], true, user(), true),
        ("carl", vec![], vec![], true, user(), false),
        ("carl", vec![], vec!["ute"], true, user(), true),
        ("mia", vec![], vec![], true, manager(), true),
        ("carl", vec![], vec!["mia"], true, manager(), true),
        ("anna", vec!["cfo"], vec![], true, cfo(), false),
        ("anna", vec![], vec!["mia"], true, manager(), false),
        ("sam", vec!["cfo"], vec![], true, cfo(), false),
        ("sam", vec![], vec![], true, Signer::Anyone, false),
        ("carl", vec![], vec!["sam"], true, Signer::User { user_id: "sam".into() }, false),
        ("carl", vec![], vec![], true, Signer::Anyone, true),
        ("anna", vec![], vec![], true, Signer::Anyone, false),
        ("ANNA", vec![], vec![], true, Signer::Anyone, false),
        ("UTE", vec![], vec![], true, user(), true),
        ("carl", vec![], vec!["Mia"], true, manager(), true),
        ("gail", vec!["cfo"], vec![], true, cfo(), false),
        ("Gail", vec![], vec!["mia"], true, manager(), false),
        ("carl", vec![], vec!["gail"], true, Signer::User { user_id: "GAIL".into() }, false),
    ];
    let (signatures, gains, anna) = (signed(&["sam"]), ids(&["gail"]), UserId::from("anna"));
    for (person, roles, stands_in_for, may_approve, signer, expected) in table {
        let roles: BTreeSet<String> = roles.into_iter().map(Into::into).collect();
        let (user_id, stands_in_for) = (UserId::from(person), ids(&stands_in_for));
        let candidate = Candidate { may_approve, ..candidate(&user_id, &roles, &stands_in_for) };
        let guarded = guarded(&[&anna], &gains, &signatures, SelfApproval::Deny);
        assert_eq!(may_sign(&step(signer.clone()), &candidate, &guarded).is_ok(), expected, "{person} for {signer:?}");
    }
}

#[test]
fn the_delegate_of_an_author_signs_nothing_in_their_place() {
    let roles = BTreeSet::new();
    let (none, dora, ute) = (BTreeSet::new(), UserId::from("dora"), UserId::from("ute"));
    let (candidate, unsigned) = (candidate(&dora, &roles, [&ute]), Signatures::default());
    let mut guarded = guarded(&[&ute], &none, &unsigned, SelfApproval::Deny);
    let step = step(Signer::User { user_id: "ute".into() });
    assert!(may_sign(&step, &candidate, &guarded).is_err());
    guarded.self_approval = SelfApproval::Allow;
    assert!(may_sign(&step, &candidate, &guarded).is_ok());
    // What may be lifted for authors is not for who gains.
    let gains = ids(&["Ute"]);
    guarded.beneficiaries = &gains;
    assert!(may_sign(&step, &candidate, &guarded).is_err());
}

#[test]
fn self_approval_lets_an_author_sign_but_never_two_levels() {
    let roles = BTreeSet::from(["cfo".to_owned()]);
    let (anna, none) = (UserId::from("anna"), BTreeSet::new());
    let candidate = candidate(&anna, &roles, []);
    let step = step(Signer::Role { role: "cfo".into() });
    for (self_approval, names, expected) in [
        (SelfApproval::Deny, &[][..], false),
        (SelfApproval::Allow, &[], true),
        (SelfApproval::Allow, &["anna"], false),
    ] {
        let signatures = signed(names);
        let guarded = guarded(&[&anna], &none, &signatures, self_approval);
        assert_eq!(may_sign(&step, &candidate, &guarded).is_ok(), expected, "{self_approval:?} {names:?}");
    }
}

#[test]
fn a_refusal_names_who_can_sign() {
    let (roles, none, carl) = (BTreeSet::new(), BTreeSet::new(), UserId::from("carl"));
    let (candidate, unsigned) = (candidate(&carl, &roles, []), Signatures::default());
    let guarded = guarded(&[], &none, &unsigned, SelfApproval::Deny);
    let mut step = step(Signer::Role { role: "cfo".into() });
    step.alternatives.extend(self::step(Signer::User { user_id: "ute".into() }).alternatives);
    let refusal = may_sign(&step, &candidate, &guarded).expect_err("refused");
    assert!(refusal.is(RefusalName::Forbidden));
    assert!(refusal.detail().ends_with("level 1 can be signed by the role cfo or ute or a delegate"), "{refusal}");
}

/// The right by which each signs a step for two of the role manager and ben: in person first, else for the first who lets them.
#[test]
fn by_whose_right() {
    let alternative = Alternative {
        signers: vec![Signer::Role { role: "manager".into() }, Signer::User { user_id: "ben".into() }],
        approvals_required: 2,
        ..Alternative::of(Signer::Anyone)
    };
    let cfo = Alternative::of(Signer::Role { role: "cfo".into() });
    let step = Step { level: 1, alternatives: vec![alternative, cfo] };
    let (manager, none) = (BTreeSet::from(["manager".to_owned()]), BTreeSet::new());
    let both = BTreeSet::from(["manager".to_owned(), "cfo".to_owned()]);
    let (ann, ben, dora) = (UserId::from("ann"), UserId::from("ben"), UserId::from("dora"));
    let unsigned = Signatures::default();
    let of = |user_id, roles, limit| Principal { user_id, roles, limit };
    for (person, roles, principals, limit, right) in [
        (&ann, &manager, vec![], None, Ok((None, vec![0]))),
        (&ann, &both, vec![], None, Ok((None, vec![0, 1]))),
        (&ben, &none, vec![], None, Ok((None, vec![0]))),
        (&dora, &none, vec![], None, Err(RefusalName::Forbidden)),
        // By the roles of another, where the delegation covers them.
        (&dora, &none, vec![of(&ann, Some(&both), None)], None, Ok((Some("ann"), vec![0, 1]))),
        (&dora, &none, vec![of(&ann, None, None)], None, Err(RefusalName::Forbidden)),
        (&dora, &none, vec![of(&ben, None, None)], None, Ok((Some("ben"), vec![0]))),
        // Whose right it is, theirs is the limit.
        (&ann, &manager, vec![], Some(999), Err(RefusalName::OverLimit)),
        (&ann, &manager, vec![], Some(1_000), Ok((None, vec![0]))),
        (&ann, &manager, vec![of(&ben, None, Some(Minor(1_000)))], Some(999), Ok((Some("ben"), vec![0]))),
        (&dora, &none, vec![of(&ben, None, Some(Minor(999)))], None, Err(RefusalName::OverLimit)),
    ] {
        let candidate =
            Candidate { user_id: person, roles, may_approve: true, limit: limit.map(Minor), stands_in_for: principals };
        let nobody = BTreeSet::new();
        let guarded = guarded(&[], &nobody, &unsigned, SelfApproval::Deny);
        let found = may_sign(&step, &candidate, &guarded);
        let wanted = right.map(|(who, counts_for)| (who.map(UserId::from), counts_for));
        match (found, wanted) {
            (Ok(found), Ok(wanted)) => assert_eq!((found.on_behalf_of, found.counts_for), wanted, "{person}"),
            (Err(refusal), Err(name)) => assert!(refusal.is(name), "{person}: {refusal}"),
            (found, wanted) => panic!("{person}: {found:?}, not {wanted:?}"),
        }
    }
}

/// Once somebody signed who may sign more, those with a lower limit may sign after them; and of two of whom one signed for the
/// other, neither signs again.
#[test]
fn what_was_signed_before_counts() {
    let step = Step { level: 2, ..step(Signer::Role { role: "manager".into() }) };
    let (manager, nobody) = (BTreeSet::from(["manager".to_owned()]), BTreeSet::new());
    let (ann, ben, dora) = (UserId::from("ann"), UserId::from("ben"), UserId::from("dora"));
    let signed = |who: &UserId, level, on_behalf_of: Option<&UserId>, limit: Option<i64>| {
        let on_behalf_of = on_behalf_of.cloned();
        let known =
            Known { level, at: Timestamp::from_micros(0), on_behalf_of, counts_for: vec![0], limit: limit.map(Minor) };
        Signatures(vec![Signed { user_id: who.clone(), known: Some(known) }])
    };
    for (signatures, person, limit, allowed) in [
        (Signatures::default(), &ann, Some(500), false),
        (signed(&ben, 1, None, Some(500)), &ann, Some(500), false),
        (signed(&ben, 1, None, Some(5_000)), &ann, Some(500), true),
        (signed(&ben, 1, None, None), &ann, Some(500), true),
        (signed(&ben, 2, None, None), &ann, Some(500), true),
        (signed(&dora, 1, Some(&ann), None), &ann, None, false),
        (signed(&dora, 1, Some(&ann), None), &dora, None, false),
        (signed(&dora, 1, Some(&ann), None), &ben, None, true),
        (signed(&ann, 2, None, None), &ann, None, false),
    ] {
        let candidate = Candidate { limit: limit.map(Minor), ..candidate(person, &manager, []) };
        let guarded = guarded(&[], &nobody, &signatures, SelfApproval::Deny);
        assert_eq!(may_sign(&step, &candidate, &guarded).is_ok(), allowed, "{person} after {signatures:?}");
    }
}

proptest! {
    /// Neither in person, with every role there is, nor by a delegate whose only right is theirs; nor does who gains, whatever the
    /// setting says of authors.
    #[test]
    fn no_plan_lets_an_author_sign_or_who_gains(rules in any_rules(), amount in 0_i64..120, gains in any::<bool>()) {
        let (roles, none, nobody) = (BTreeSet::from(["r".to_owned()]), BTreeSet::new(), BTreeSet::new());
        let (mia, dora, theirs) = (UserId::from("mia"), UserId::from("dora"), ids(&["MIA"]));
        let unsigned = Signatures::default();
        let authors = [&mia];
        let guarded = guarded(
            if gains { &[] } else { &authors },
            if gains { &theirs } else { &nobody },
            &unsigned,
            if gains { SelfApproval::Allow } else { SelfApproval::Deny },
        );
        let author = candidate(&mia, &roles, []);
        let delegate = candidate(&dora, &none, [&mia]);
        let superiors = Superiors(vec![Superior { user_id: mia.clone(), is_active: true, limit: None }]);
        if let Ok(plan) = route(&subject(amount, &["D"], &["C"]), &rules, &superiors) {
            for step in &plan.steps {
                prop_assert!(may_sign(step, &author, &guarded).is_err());
                let open = signers(step).any(|signer| *signer == Signer::Anyone);
                prop_assert_eq!(may_sign(step, &delegate, &guarded).is_ok(), open);
            }
        }
    }
}
