//! Who signs for whom.

use std::sync::Arc;

use askama::Template;
use poem::Response;
use poem::http::StatusCode;

use super::{Link, person_link, why_not};
use crate::fields::Fields;
use crate::filters;
use crate::frame::Frame;
use crate::interface::Member;
use crate::interface::query::ListDelegations;
use crate::interface::schema::{ApprovalDelegation, Page};
use crate::json::{Json, Members};
use crate::operations::segment;
use crate::problem::Problem;
use crate::text::text;
use crate::visit::{Visit, page_with};
use crate::vocabulary::word;

/// One delegation.
pub struct Delegation {
    pub page: String,
    pub id: String,
    pub from: Link,
    pub to: Link,
    pub first_day: String,
    pub last_day: String,
    /// The types, in words; empty for all.
    pub types: String,
    /// Empty for any amount.
    pub amount: String,
    pub reason: String,
    pub state: &'static str,
    pub state_key: String,
}

/// Reads a delegation.
pub fn delegation(visit: &Visit, given: &impl Members) -> Delegation {
    let id = given.text(ApprovalDelegation::DELEGATION_ID);
    let (first, last) = (given.text(ApprovalDelegation::FIRST_DAY), given.text(ApprovalDelegation::LAST_DAY));
    let types: Vec<String> = given.texts(ApprovalDelegation::DOCUMENT_TYPES).iter().map(|kind| word(kind)).collect();
    let state = state(given.flag(ApprovalDelegation::IS_REVOKED), &first, &last, &visit.me.today());
    Delegation {
        state_key: format!("people.delegation.{state}"),
        page: format!("/delegations/{}", segment(&id)),
        from: person_link(&given.text(ApprovalDelegation::FROM_USER_ID)),
        to: person_link(&given.text(ApprovalDelegation::TO_USER_ID)),
        first_day: visit.reader.date(&first),
        last_day: visit.reader.date(&last),
        types: types.join(", "),
        amount: visit.base(&given.text(ApprovalDelegation::AMOUNT_LIMIT)),
        reason: given.text(ApprovalDelegation::REASON),
        state,
        id,
    }
}

/// Where a delegation stands on the day of the books. Days of one form are in the order of their texts.
fn state(is_revoked: bool, first: &str, last: &str, today: &str) -> &'static str {
    if is_revoked {
        "revoked"
    } else if today < first {
        "to_come"
    } else if today > last {
        "over"
    } else {
        "in_force"
    }
}

/// A list that one often asks for.
struct Chip {
    label: &'static str,
    to: String,
    is_on: bool,
}

/// The delegations.
#[derive(Template)]
#[template(path = "people/delegations.html")]
struct DelegationsPage {
    frame: Frame,
    problem: Option<Problem>,
    query: Fields,
    chips: Vec<Chip>,
    delegations: Vec<Delegation>,
    why_not: Option<String>,
    next: Option<String>,
    first: Option<String>,
}

impl DelegationsPage {
    fn typed(&self, name: &str) -> &str {
        self.query.given(name).unwrap_or_default()
    }

    fn fault(&self, name: &str) -> Option<&str> {
        self.problem.as_ref()?.at(name)
    }
}

/// Lists delegations.
pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    let filters = [ListDelegations::FROM_USER_ID, ListDelegations::TO_USER_ID, ListDelegations::ON];
    let asked = filters.iter().fold(Fields::default(), |fields, name| fields.with(name, visit.query.given(name)));
    let page_asked = asked
        .with(ListDelegations::LIMIT, Some("50"))
        .with(ListDelegations::CURSOR, visit.query.given(ListDelegations::CURSOR));
    let (answer, problem) = match visit.operations.get("/delegations", &page_asked).await {
        Ok(answer) => (answer, None),
        Err(problem) if problem.status == 422 => (Json::default(), Some(problem)),
        Err(problem) => return Err(problem),
    };
    let (me, today) = (visit.me.user_id(), visit.me.today());
    let often = [
        (ListDelegations::ON, today.as_str(), "people.delegations.now"),
        (ListDelegations::FROM_USER_ID, &me, "people.delegations.mine"),
        (ListDelegations::TO_USER_ID, &me, "people.delegations.for_me"),
    ];
    let chip = |(name, value, key): (Member, &str, &str)| {
        let is_on = asked.get(name) == Some(value);
        Chip { label: text(key), to: asked.with(name, Some(value).filter(|_| !is_on)).address("/delegations"), is_on }
    };
    let next = answer.given(Page::NEXT_CURSOR).filter(|_| answer.flag(Page::HAS_MORE));
    let status = if problem.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    page_with(
        status,
        &DelegationsPage {
            chips: often.into_iter().map(chip).collect(),
            delegations: answer.list(Page::DATA).iter().map(|given| delegation(&visit, given)).collect(),
            why_not: why_not(&visit, "delegation", "write"),
            first: visit.query.given(ListDelegations::CURSOR).map(|_| asked.address("/delegations")),
            next: next.map(|cursor| asked.with(ListDelegations::CURSOR, Some(&cursor)).address("/delegations")),
            query: visit.query.clone(),
            frame: visit.frame("delegations", text("people.delegations.title")),
            problem,
        },
    )
}

#[cfg(test)]
mod tests {
    use super::state;

    #[test]
    fn states() {
        let on = |today| state(false, "2026-11-01", "2026-11-30", today);
        assert_eq!(
            ["2026-10-31", "2026-11-01", "2026-11-30", "2026-12-01"].map(on),
            ["to_come", "in_force", "in_force", "over"]
        );
        assert_eq!(state(true, "2026-11-01", "2026-11-30", "2026-11-02"), "revoked");
    }
}
