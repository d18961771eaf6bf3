//! The roles.

use std::sync::Arc;

use askama::Template;
use poem::Response;
use serde_json::Value;

use super::grants::{May, in_words};
use super::limits::{Limit, limits};
use super::{Link, role_link, why_not};
use crate::fields::Fields;
use crate::filters;
use crate::frame::Frame;
use crate::interface::query::ListRoles;
use crate::interface::schema::{self, Page};
use crate::json::Members;
use crate::problem::Problem;
use crate::text::{known, text};
use crate::visit::{Visit, page};

/// One role.
struct Role {
    link: Link,
    about: &'static str,
    is_builtin: bool,
    may: Vec<May>,
    limits: Vec<Limit>,
}

/// The roles.
#[derive(Template)]
#[template(path = "people/roles.html")]
struct RolesPage {
    frame: Frame,
    roles: Vec<Role>,
    why_not: Option<String>,
    next: Option<String>,
    first: Option<String>,
}

/// Lists the roles.
pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    let asked = Fields::from([(ListRoles::LIMIT, "50")]).with(ListRoles::CURSOR, visit.query.given(ListRoles::CURSOR));
    let answer = visit.operations.get("/roles", &asked).await?;
    let role = |role: &Value| {
        let role_id = role.text(schema::Role::ROLE_ID);
        Role {
            about: known(&format!("people.role.{role_id}"))
                .filter(|_| role.flag(schema::Role::IS_BUILTIN))
                .unwrap_or_default(),
            link: role_link(&role_id),
            is_builtin: role.flag(schema::Role::IS_BUILTIN),
            may: in_words(&role.texts(schema::Role::PERMISSIONS)),
            limits: limits(&visit, role),
        }
    };
    let next = answer.given(Page::NEXT_CURSOR).filter(|_| answer.flag(Page::HAS_MORE));
    page(&RolesPage {
        roles: answer.list(Page::DATA).iter().map(role).collect(),
        why_not: why_not(&visit, "role", "write"),
        first: visit.query.given(ListRoles::CURSOR).map(|_| "/roles".into()),
        next: next.map(|cursor| Fields::from([(ListRoles::CURSOR, cursor.as_str())]).address("/roles")),
        frame: visit.frame("people", text("people.roles.title")),
    })
}
