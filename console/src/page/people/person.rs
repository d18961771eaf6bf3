//! One person: what is recorded, who signs for whom, and what they did lately.

use std::sync::Arc;

use askama::Template;
use poem::Response;
use serde_json::Value;

use super::delegations::{Delegation, delegation};
use super::limits::{Limit, limits};
use super::{Link, person_link, role_link, why_not};
use crate::fields::Fields;
use crate::filters;
use crate::frame::Frame;
use crate::interface::Member;
use crate::interface::query::{ListAudit, ListDelegations};
use crate::interface::schema::{self, Page, User};
use crate::json::Members;
use crate::operations::segment;
use crate::page::audit::row::{Row, rows};
use crate::problem::Problem;
use crate::text::text;
use crate::visit::{Visit, page, redirect};

/// How many managers above somebody are shown.
const MOST_MANAGERS: usize = 6;

/// A delegation that is recorded with the person.
struct Deputy {
    link: Link,
    from: String,
    to: String,
}

/// The person.
#[derive(Template)]
#[template(path = "people/person.html")]
struct PersonPage {
    frame: Frame,
    user_id: String,
    name: String,
    is_active: bool,
    inactive_by_admin: bool,
    managers: Vec<Link>,
    roles: Vec<Link>,
    limits: Vec<Limit>,
    deputies: Vec<Deputy>,
    updated_at: String,
    updated_by: String,
    version: String,
    edit: String,
    why_not: Option<String>,
    record: String,
    /// Nothing for who may not read delegations.
    delegations: Option<[(Member, Vec<Delegation>); 2]>,
    rows: Vec<Row>,
    /// The whole of what they did; nothing for who may not read the trail.
    did: Option<String>,
    waiting: Option<String>,
}

/// Shows a person.
pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    let id = visit.param("id");
    let path = format!("/users/{}", segment(id));
    let user = match visit.operations.get(&path, &Fields::default()).await {
        // Who signs in without being recorded is nobody's record, but still has a page.
        Err(problem) if matches!(problem.status, 403 | 404) && super::is_me(&visit, id) => {
            return Ok(redirect("/me", None));
        }
        user => user?,
    };
    let user_id = user.text(User::USER_ID);
    let may_audit = visit.me.may("audit", "read");
    let lately = Fields::from([(ListAudit::PERFORMED_BY, user_id.as_str()), (ListAudit::LIMIT, "12")]);
    let answer = if may_audit {
        visit.operations.aside("/audit", &lately).await.unwrap_or_default()
    } else {
        crate::json::Json::default()
    };
    let deputy = |given: &Value| Deputy {
        link: person_link(&given.text(schema::Delegation::DELEGATE_USER_ID)),
        from: visit.reader.date(&given.text(schema::Delegation::FROM)),
        to: visit.reader.date(&given.text(schema::Delegation::TO)),
    };
    page(&PersonPage {
        name: user.text(User::NAME),
        is_active: user.flag(User::IS_ACTIVE),
        inactive_by_admin: user.flag(User::INACTIVE_BY_ADMIN),
        managers: managers(&visit, user.given(User::MANAGER_USER_ID)).await,
        roles: user.texts(User::ROLES).iter().map(|role| role_link(role)).collect(),
        limits: limits(&visit, &user),
        deputies: user.list(User::DELEGATIONS).iter().map(deputy).collect(),
        updated_at: user.text(User::UPDATED_AT),
        updated_by: user.text(User::UPDATED_BY),
        version: user.text(User::VERSION),
        edit: format!("/people/{}/edit", segment(&user_id)),
        why_not: why_not(&visit, "user", "write"),
        record: format!("/audit/user/{}", segment(&user_id)),
        delegations: delegations(&visit, &user_id).await,
        rows: rows(&visit, answer.list(Page::DATA)),
        did: may_audit.then(|| Fields::from([(ListAudit::PERFORMED_BY, user_id.as_str())]).address("/audit")),
        waiting: super::is_me(&visit, &user_id).then(|| "/inbox".into()),
        frame: visit.frame("people", user.text(User::NAME)),
        user_id,
    })
}

/// The managers above somebody, the nearest first. A circle ends it.
async fn managers(visit: &Visit, mut manager: Option<String>) -> Vec<Link> {
    let mut chain: Vec<Link> = Vec::new();
    while let Some(user_id) = manager.take() {
        if chain.len() >= MOST_MANAGERS || chain.iter().any(|link| link.label == user_id) {
            break;
        }
        let record = visit.operations.aside(&format!("/users/{}", segment(&user_id)), &Fields::default()).await;
        manager = record.ok().and_then(|record| record.given(User::MANAGER_USER_ID));
        chain.push(person_link(&user_id));
    }
    chain
}

/// By this person, and to them.
async fn delegations(visit: &Visit, user_id: &str) -> Option<[(Member, Vec<Delegation>); 2]> {
    if !visit.me.may("delegation", "read") {
        return None;
    }
    let mut both = [(ListDelegations::FROM_USER_ID, Vec::new()), (ListDelegations::TO_USER_ID, Vec::new())];
    for (side, list) in &mut both {
        let asked = Fields::from([(*side, user_id), (ListDelegations::LIMIT, "10")]);
        let answer = visit.operations.aside("/delegations", &asked).await.unwrap_or_default();
        *list = answer.list(Page::DATA).iter().map(|given| delegation(visit, given)).collect();
    }
    Some(both)
}

impl PersonPage {
    fn title_of(side: &Member) -> &'static str {
        text(if *side == ListDelegations::FROM_USER_ID { "people.delegations.by" } else { "people.delegations.to" })
    }
}
