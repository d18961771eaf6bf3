//! The signer that a step waits for, as one word for an index, so that the list of documents that wait for a person is found
//! without reading all.
//!
//! The word only narrows down: [`super::signing::may_sign`] decides who may sign. So the word may include too many people, and
//! never too few. A step with several alternatives waits for [`EVERYBODY`], and so do the documents of older books. Documents keep
//! their word until the next signature, so the words never change.

use std::collections::BTreeSet;

use super::plan::{Signer, Step};
use super::signing::signers;
use crate::approval::access::UserId;

/// Everybody looks.
pub const EVERYBODY: &str = "*";

/// The word of a step.
pub fn word(step: &Step) -> String {
    let mut named = signers(step);
    match (named.next(), named.next()) {
        (Some(Signer::Role { role }), None) => of_role(role),
        (Some(Signer::User { user_id } | Signer::Manager { user_id } | Signer::ManagerChain { user_id, .. }), None) => {
            of_person(user_id)
        }
        (Some(Signer::Anyone), None) | (Some(_), Some(_)) | (None, _) => EVERYBODY.to_owned(),
    }
}

/// The words of all that somebody with these roles may sign, for themselves and for those they stand in for.
pub fn words<'a>(
    user_id: &'a UserId,
    roles: impl IntoIterator<Item = &'a String>,
    stands_in_for: impl IntoIterator<Item = &'a UserId>,
) -> BTreeSet<String> {
    let people = std::iter::once(user_id).chain(stands_in_for).map(of_person);
    let roles = roles.into_iter().map(|role| of_role(role));
    people.chain(roles).chain([EVERYBODY.to_owned()]).collect()
}

fn of_role(role: &str) -> String {
    format!("role {role}")
}

fn of_person(user_id: &UserId) -> String {
    format!("person {}", user_id.folded())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::approval::plan::Alternative;

    fn step(signers: &[Signer]) -> Step {
        let alternative = |signer: &Signer| Alternative::of(signer.clone());
        Step { level: 1, alternatives: signers.iter().map(alternative).collect() }
    }

    #[test]
    fn a_word() {
        for (signers, kept) in [
            (vec![Signer::Role { role: "manager".into() }], "role manager"),
            (vec![Signer::User { user_id: "JÜRGEN".into() }], "person jürgen"),
            (vec![Signer::Manager { user_id: "Ann".into() }], "person ann"),
            (vec![Signer::Anyone], "*"),
            (vec![Signer::Anyone, Signer::Anyone], "*"),
            (vec![], "*"),
        ] {
            assert_eq!(word(&step(&signers)), kept);
        }
    }

    #[test]
    fn everybody_who_may_sign_looks_there() {
        let (manager, ben) = (Signer::Role { role: "manager".into() }, Signer::User { user_id: "Ben".into() });
        let boss = Signer::Manager { user_id: "ann".into() };
        let roles = BTreeSet::from(["manager".to_owned()]);
        let none = BTreeSet::new();
        for (signers, user, roles, stands_in_for, looks) in [
            (vec![manager.clone()], "mona", &roles, vec![], true),
            (vec![manager.clone()], "mona", &none, vec![], false),
            (vec![ben.clone()], "BEN", &none, vec![], true),
            (vec![ben.clone()], "mona", &roles, vec![], false),
            (vec![ben.clone()], "mona", &none, vec!["Ben"], true),
            (vec![boss], "ann", &none, vec![], true),
            (vec![Signer::Anyone], "mona", &none, vec![], true),
            (vec![manager, ben], "mona", &none, vec![], true),
        ] {
            let (user, others) = (UserId::from(user), stands_in_for.into_iter().map(UserId::from).collect::<Vec<_>>());
            let words = words(&user, roles, &others);
            assert_eq!(words.contains(&word(&step(&signers))), looks, "{signers:?} {user}");
        }
    }
}
