//! Who signs, as a table, and what no plan allows.

use super::*;
use crate::approval::plan::Alternative;
use crate::approval::routing::route;
use crate::approval::sample::{any_rules, subject};
use proptest::prelude::*;

fn ids(names: &[&str]) -> BTreeSet<UserId> {
    names.iter().map(|name| (*name).into()).collect()
}

fn step(signer: Signer) -> Step {
    Step { level: 1, alternatives: vec![Alternative { signer, rule_id: None, rule_version: None }] }
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
    let (signed_by, gains, anna) = (ids(&["sam"]), ids(&["gail"]), UserId::from("anna"));
    for (person, roles, stands_in_for, may_approve, signer, expected) in table {
        let roles: BTreeSet<String> = roles.into_iter().map(Into::into).collect();
        let (user_id, stands_in_for) = (UserId::from(person), ids(&stands_in_for));
        let candidate =
            Candidate { user_id: &user_id, roles: &roles, may_approve, stands_in_for: stands_in_for.iter().collect() };
        let guarded = Guarded {
            authors: BTreeSet::from([&anna]),
            beneficiaries: &gains,
            signed_by: &signed_by,
            self_approval: SelfApproval::Deny,
        };
        assert_eq!(may_sign(&step(signer.clone()), &candidate, &guarded).is_ok(), expected, "{person} for {signer:?}");
    }
}

#[test]
fn the_delegate_of_an_author_signs_nothing_in_their_place() {
    let roles = BTreeSet::new();
    let (none, dora, ute) = (BTreeSet::new(), UserId::from("dora"), UserId::from("ute"));
    let candidate =
        Candidate { user_id: &dora, roles: &roles, may_approve: true, stands_in_for: BTreeSet::from([&ute]) };
    let mut guarded = Guarded {
        authors: BTreeSet::from([&ute]),
        beneficiaries: &none,
        signed_by: &none,
        self_approval: SelfApproval::Deny,
    };
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
    let candidate = Candidate { user_id: &anna, roles: &roles, may_approve: true, stands_in_for: BTreeSet::new() };
    let step = step(Signer::Role { role: "cfo".into() });
    for (self_approval, signed_by, expected) in [
        (SelfApproval::Deny, BTreeSet::new(), false),
        (SelfApproval::Allow, BTreeSet::new(), true),
        (SelfApproval::Allow, ids(&["anna"]), false),
    ] {
        let authors = BTreeSet::from([&anna]);
        let guarded = Guarded { authors, beneficiaries: &none, signed_by: &signed_by, self_approval };
        assert_eq!(may_sign(&step, &candidate, &guarded).is_ok(), expected, "{self_approval:?} {signed_by:?}");
    }
}

#[test]
fn a_refusal_names_who_can_sign() {
    let (roles, none, carl) = (BTreeSet::new(), BTreeSet::new(), UserId::from("carl"));
    let candidate = Candidate { user_id: &carl, roles: &roles, may_approve: true, stands_in_for: BTreeSet::new() };
    let authors = BTreeSet::new();
    let guarded = Guarded { authors, beneficiaries: &none, signed_by: &none, self_approval: SelfApproval::Deny };
    let mut step = step(Signer::Role { role: "cfo".into() });
    step.alternatives.extend(self::step(Signer::User { user_id: "ute".into() }).alternatives);
    let refusal = may_sign(&step, &candidate, &guarded).expect_err("refused");
    assert!(refusal.is(RefusalName::Forbidden));
    assert!(refusal.detail().ends_with("level 1 can be signed by the role cfo or ute or a delegate"), "{refusal}");
}

proptest! {
    /// Neither in person, with every role there is, nor by a delegate whose only right is theirs; nor does who gains, whatever the
    /// setting says of authors.
    #[test]
    fn no_plan_lets_an_author_sign_or_who_gains(rules in any_rules(), amount in 0_i64..120, gains in any::<bool>()) {
        let (roles, none, nobody) = (BTreeSet::from(["r".to_owned()]), BTreeSet::new(), BTreeSet::new());
        let (mia, dora, theirs) = (UserId::from("mia"), UserId::from("dora"), ids(&["MIA"]));
        let guarded = Guarded {
            authors: if gains { BTreeSet::new() } else { BTreeSet::from([&mia]) },
            beneficiaries: if gains { &theirs } else { &nobody },
            signed_by: &nobody,
            self_approval: if gains { SelfApproval::Allow } else { SelfApproval::Deny },
        };
        let author = Candidate { user_id: &mia, roles: &roles, may_approve: true, stands_in_for: BTreeSet::new() };
        let delegate = Candidate { user_id: &dora, roles: &none, may_approve: true, stands_in_for: BTreeSet::from([&mia]) };
        if let Ok(plan) = route(&subject(amount, &["D"], &["C"]), &rules, Some(&mia)) {
            for step in &plan.steps {
                prop_assert!(may_sign(step, &author, &guarded).is_err());
                let open = signers(step).any(|signer| *signer == Signer::Anyone);
                prop_assert_eq!(may_sign(step, &delegate, &guarded).is_ok(), open);
            }
        }
    }
}
