//! Who I am, what I may do, and for whom I act.

use std::sync::Arc;

use askama::Template;
use poem::Response;
use serde_json::Value;

use super::grants::{May, in_words};
use super::limits::{Limit, limits};
use super::{Link, person_link, role_link, why_not};
use crate::fields::Fields;
use crate::filters;
use crate::frame::Frame;
use crate::json::Members;
use crate::problem::Problem;
use crate::text::text;
use crate::visit::{Visit, page};

/// Somebody for whom I sign.
struct ActsFor {
    link: Link,
    roles: String,
}

/// Who I am.
#[derive(Template)]
#[template(path = "people/me.html")]
struct MePage {
    frame: Frame,
    name: String,
    user_id: String,
    roles: Vec<Link>,
    recorded_roles: Vec<Link>,
    manager: Option<Link>,
    today: String,
    base_currency: String,
    limits: Vec<Limit>,
    acts_for: Vec<ActsFor>,
    delegates: Vec<Link>,
    may: Vec<May>,
    may_all: bool,
    links_people: bool,
    links_roles: bool,
    why_not_delegate: Option<String>,
    did: Option<String>,
}

/// Shows who is signed in.
pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    let me = visit.operations.get("/me", &Fields::default()).await?;
    let user_id = me.text("user_id");
    let acts_for =
        |other: &Value| ActsFor { link: person_link(&other.text("user_id")), roles: other.texts("roles").join(", ") };
    let permissions = me.texts("permissions");
    page(&MePage {
        name: me.given("name").unwrap_or_else(|| user_id.clone()),
        roles: me.texts("roles").iter().map(|role| role_link(role)).collect(),
        recorded_roles: me.texts("recorded_roles").iter().map(|role| role_link(role)).collect(),
        manager: me.given("manager_user_id").map(|manager| person_link(&manager)),
        today: visit.reader.date(&me.text("today")),
        base_currency: me.text("base_currency"),
        limits: limits(&visit, &me),
        acts_for: me.list("acts_for").iter().map(acts_for).collect(),
        delegates: me.texts("delegates").iter().map(|delegate| person_link(delegate)).collect(),
        may_all: permissions.iter().any(|permission| permission == "*.*"),
        may: in_words(&permissions),
        links_people: visit.me.may("user", "read"),
        links_roles: visit.me.may("role", "read"),
        why_not_delegate: why_not(&visit, "delegation", "write"),
        did: visit
            .me
            .may("audit", "read")
            .then(|| Fields::from([("performed_by", user_id.as_str())]).address("/audit")),
        frame: visit.frame("me", text("frame.me")),
        user_id,
    })
}
