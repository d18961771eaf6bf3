//! Everybody who is recorded.

use std::sync::Arc;

use askama::Template;
use poem::Response;
use serde_json::Value;

use super::limits::{Limit, limits};
use super::{Link, person_link, role_link, why_not};
use crate::fields::Fields;
use crate::filters;
use crate::frame::Frame;
use crate::interface::query::ListUsers;
use crate::interface::schema::{Page, User};
use crate::json::Members;
use crate::problem::Problem;
use crate::text::text;
use crate::visit::{Visit, page};

/// One person.
struct Person {
    link: Link,
    name: String,
    roles: Vec<Link>,
    manager: Option<Link>,
    limits: Vec<Limit>,
    is_active: bool,
}

/// The people.
#[derive(Template)]
#[template(path = "people/list.html")]
struct ListPage {
    frame: Frame,
    people: Vec<Person>,
    why_not: Option<String>,
    first: Option<String>,
    next: Option<String>,
}

/// Lists the people.
pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    let asked = Fields::from([(ListUsers::LIMIT, "50")]).with(ListUsers::CURSOR, visit.query.given(ListUsers::CURSOR));
    let answer = visit.operations.get("/users", &asked).await?;
    let person = |user: &Value| Person {
        link: person_link(&user.text(User::USER_ID)),
        name: user.text(User::NAME),
        roles: user.texts(User::ROLES).iter().map(|role| role_link(role)).collect(),
        manager: user.given(User::MANAGER_USER_ID).map(|manager| person_link(&manager)),
        limits: limits(&visit, user),
        is_active: user.flag(User::IS_ACTIVE),
    };
    let next = answer.given(Page::NEXT_CURSOR).filter(|_| answer.flag(Page::HAS_MORE));
    page(&ListPage {
        people: answer.list(Page::DATA).iter().map(person).collect(),
        why_not: why_not(&visit, "user", "write"),
        first: visit.query.given(ListUsers::CURSOR).map(|_| "/people".into()),
        next: next.map(|cursor| Fields::from([(ListUsers::CURSOR, cursor.as_str())]).address("/people")),
        frame: visit.frame("people", text("people.title")),
    })
}
