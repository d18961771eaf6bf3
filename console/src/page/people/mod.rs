//! People, roles, delegations, and who I am.

mod delegation;
mod delegation_form;
mod delegations;
mod grants;
mod limits;
mod list;
mod me;
mod person;
mod person_form;
mod role;
mod role_form;
mod roles;

use poem::{Response, get, post};

use super::door::Door;
use super::routes::Routes;
use crate::interface::Member;
use crate::interface::query::ListUsers;
use crate::interface::schema::{DelegationInput, Page, RoleInput, User, UserInput};
use crate::json::Members;
use crate::operations::{Answer, segment};
use crate::problem::{Place, Problem};
use crate::text::{known, text};
use crate::visit::{Visit, asked_for, redirect};
use crate::vocabulary::word;

/// The paths of this area.
pub fn add(route: Routes, door: &Door) -> Routes {
    route
        .at("/me", get(door.page(me::show)))
        .at("/people", get(door.page(list::show)))
        .at("/people/new", get(door.page(person_form::blank)).post(door.page(person_form::create)))
        .at("/people/:id", get(door.page(person::show)))
        .at("/people/:id/edit", get(door.page(person_form::edit)).post(door.page(person_form::change)))
        .at("/roles", get(door.page(roles::show)))
        .at("/roles/new", get(door.page(role_form::blank)).post(door.page(role_form::create)))
        .at("/roles/:id", get(door.page(role::show)))
        .at("/roles/:id/edit", get(door.page(role_form::edit)).post(door.page(role_form::change)))
        .at("/roles/:id/delete", post(door.page(role::delete)))
        .at("/delegations", get(door.page(delegations::show)))
        .at("/delegations/new", get(door.page(delegation_form::blank)).post(door.page(delegation_form::create)))
        .at("/delegations/:id", get(door.page(delegation::show)))
        .at("/delegations/:id/edit", get(door.page(delegation_form::edit)).post(door.page(delegation_form::change)))
        .at("/delegations/:id/revoke", post(door.page(delegation::revoke)))
}

/// A name with its page.
struct Link {
    label: String,
    to: String,
}

fn person_link(user_id: &str) -> Link {
    Link { label: user_id.to_owned(), to: format!("/people/{}", segment(user_id)) }
}

fn role_link(role_id: &str) -> Link {
    Link { label: role_id.to_owned(), to: format!("/roles/{}", segment(role_id)) }
}

/// What is open to the person, or why not, in the words of the permission that is missing.
fn why_not(visit: &Visit, resource: &str, action: &str) -> Option<String> {
    (!visit.me.may(resource, action)).then(|| crate::text::filled("people.needs", &[&format!("{resource}.{action}")]))
}

/// Whether an id names who is signed in: ids are compared by their case-folded form.
fn is_me(visit: &Visit, user_id: &str) -> bool {
    visit.me.user_id().to_lowercase() == user_id.to_lowercase()
}

/// After a change: on to the page of what was changed, or of the request, where a rule asks for signatures first.
fn settled(answer: &Answer, to: &str, said: &str) -> Response {
    asked_for(answer).unwrap_or_else(|| redirect(to, Some(said)))
}

/// A field of a form: what stands in it, and what is wrong with it.
struct Field {
    name: &'static str,
    value: String,
    fault: Option<String>,
    /// `date`, `person` with suggestions, `amount`, or plain text.
    kind: &'static str,
    is_needed: bool,
}

impl Field {
    /// Filled with what was typed, or else with what is recorded; a fault is that of the member of this name, or below it.
    fn new(visit: &Visit, name: Member, recorded: &str, problem: Option<&Problem>) -> Self {
        let value = visit.form.get(name).or_else(|| visit.query.get(name)).unwrap_or(recorded).to_owned();
        Self { name: name.name(), value, fault: fault(problem, name), kind: "", is_needed: false }
    }

    fn of(mut self, kind: &'static str) -> Self {
        self.kind = kind;
        self
    }

    fn needed(mut self) -> Self {
        self.is_needed = true;
        self
    }
}

/// What is wrong with a member, or with what is below it.
fn fault(problem: Option<&Problem>, name: Member) -> Option<String> {
    let pointer = name.pointer();
    let is_in = |at: &str| at.strip_prefix(&pointer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    problem?.faults.iter().find(|fault| is_in(&fault.pointer)).map(|fault| fault.detail.clone())
}

/// What is ticked in boxes.
const TICKED: [Member; 3] = [UserInput::ROLES, DelegationInput::DOCUMENT_TYPES, RoleInput::PERMISSIONS];

/// With the labels and ids of this area's forms.
fn placed(visit: &Visit, problem: Option<Problem>) -> Option<Problem> {
    let place = |pointer: &str| {
        let mut parts = pointer.strip_prefix('/')?.split('/');
        let name = parts.next()?;
        match name {
            _ if name == UserInput::APPROVAL_LIMITS.name() => {
                let document_type = limits::sent_at(visit, parts.next()?.parse().ok()?)?;
                let label = crate::text::filled("people.limit_of", &[&word(document_type)]);
                Some(Place::new(label, format!("l-{document_type}")))
            }
            // Boxes to tick: the cursor goes into the first one.
            _ if TICKED.iter().any(|ticked| name == ticked.name()) => {
                Some(Place::new(text(&format!("people.field.{name}")), format!("f-{name}")))
            }
            name => known(&format!("people.field.{name}")).map(|label| Place::new(label, format!("f-{name}"))),
        }
    };
    Some(problem?.placed(place))
}

/// The ids of people, to be suggested where one is typed; nothing for who may not read them.
async fn known_people(visit: &Visit) -> Vec<Link> {
    if !visit.me.may("user", "read") {
        return Vec::new();
    }
    let answer = visit.operations.aside("/users", &[(ListUsers::LIMIT, "200")].into()).await.unwrap_or_default();
    answer
        .list(Page::DATA)
        .iter()
        .map(|user| Link { label: user.text(User::NAME), to: user.text(User::USER_ID) })
        .collect()
}
