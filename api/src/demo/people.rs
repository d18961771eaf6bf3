//! Who loads the company, as people do it.

use engine::approval::access::{Actor, Permissions};
use engine::books::action::step::Step;
use engine::books::request::Asked;
use engine::values::kind::{Action, DocumentKey};

pub use crate::template::done;

/// The five people: user id, name, role. Paula writes the payroll.
pub const PEOPLE: [(&str, &str, &str); 5] = [
    ("clara", "Clara Clerk", "clerk"),
    ("max", "Max Manager", "manager"),
    ("conny", "Conny Controller", "controller"),
    ("felix", "Felix Finance", "cfo"),
    ("paula", "Paula Payroll", "accountant"),
];

/// Who stands above them.
pub fn manager_of(user_id: &str) -> Option<&'static str> {
    match user_id {
        "clara" => Some("max"),
        "max" | "paula" => Some("conny"),
        "conny" => Some("felix"),
        _ => None,
    }
}

/// A person as the engine knows them.
pub fn person(user_id: &str) -> Asked {
    let role = PEOPLE.iter().find(|(id, ..)| *id == user_id).map_or("admin", |(_, _, role)| *role);
    Asked::by(Actor {
        user_id: user_id.into(),
        roles: [role.to_owned()].into(),
        token_permissions: Permissions::default(),
        session_id: None,
    })
}

/// A step of an approval, with its reason or comments.
pub fn approval_step(key: DocumentKey, action: Action, words: &str) -> Step {
    Step { key, action, words: Some(words.to_owned()) }
}
