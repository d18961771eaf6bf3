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
use crate::interface::query::ListAudit;
use crate::interface::schema::{self, Me};
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
    let user_id = me.text(Me::USER_ID);
    let acts_for = |other: &Value| ActsFor {
        link: person_link(&other.text(schema::ActsFor::USER_ID)),
        roles: other.texts(schema::ActsFor::ROLES).join(", "),
    };
    let permissions = me.texts(Me::PERMISSIONS);
    page(&MePage {
        name: me.given(Me::NAME).unwrap_or_else(|| user_id.clone()),
        roles: me.texts(Me::ROLES).iter().map(|role| role_link(role)).collect(),
        recorded_roles: me.texts(Me::RECORDED_ROLES).iter().map(|role| role_link(role)).collect(),
        manager: me.given(Me::MANAGER_USER_ID).map(|manager| person_link(&manager)),
        today: visit.reader.date(&me.text(Me::TODAY)),
        base_currency: me.text(Me::BASE_CURRENCY),
        limits: limits(&visit, &me),
        acts_for: me.list(Me::ACTS_FOR).iter().map(acts_for).collect(),
        delegates: me.texts(Me::DELEGATES).iter().map(|delegate| person_link(delegate)).collect(),
        may_all: permissions.iter().any(|permission| permission == "*.*"),
        may: in_words(&permissions),
        links_people: visit.me.may("user", "read"),
        links_roles: visit.me.may("role", "read"),
        why_not_delegate: why_not(&visit, "delegation", "write"),
        did: visit
            .me
            .may("audit", "read")
            .then(|| Fields::from([(ListAudit::PERFORMED_BY, user_id.as_str())]).address("/audit")),
        frame: visit.frame("me", text("frame.me")),
        user_id,
    })
}
