//! The directory of people (C8).

use engine::access::{Delegation, User};
use engine::command::Wants;
use engine::error::Faults;
use engine::master::user::{SaveUser, UserDraft};
use engine::page::{Cursor, slice};
use poem::Request;
use poem_openapi::types::ToJSON;
use poem_openapi::{Object, OpenApi, param::Path, param::Query};

use super::workflow::trail_of;
use crate::app::App;
use crate::auth::Auth;
use crate::body::{Body, Edit};
use crate::call::Call;
use crate::headers::{IdempotencyKey, IfMatch};
use crate::problem::Problem;
use crate::reply::{Created201, Ok200, Reply};
use crate::schema::page::{PageOf, request};
use crate::schema::trail::Trail;
use crate::schema::{Id, List, Name, Nullable, Required, WireDate, WireTimestamp};
use crate::spec::PREFIX;

/// Who signs for a person, from one day to another, both included.
#[derive(Object, Debug)]
#[oai(rename = "Delegation")]
pub struct WireDelegation {
    pub delegate_user_id: Required<Id>,
    pub from: Required<WireDate>,
    pub to: Required<WireDate>,
}

/// A person to be recorded.
#[derive(Object, Debug)]
pub struct UserInput {
    pub user_id: Required<Id>,
    pub name: Required<Name>,
    /// Whom a rule with `approver_type` `manager` asks when this person submits.
    pub manager_user_id: Nullable<Id>,
    /// True when left out. The tokens of an inactive person are refused.
    pub is_active: Option<bool>,
    pub delegations: Option<List<WireDelegation, 0, 100>>,
}

/// What is to change on a person; what is left out stays.
#[derive(Object, Debug)]
pub struct UserUpdate {
    pub name: Option<Name>,
    pub manager_user_id: Nullable<Id>,
    pub is_active: Option<bool>,
    /// All of them; what is left out of the list is taken away.
    pub delegations: Option<List<WireDelegation, 0, 100>>,
}

/// A person whom approvals must know.
#[derive(Object, Debug)]
#[oai(rename = "User")]
pub struct UserView {
    pub user_id: String,
    pub name: String,
    pub manager_user_id: Option<String>,
    pub is_active: bool,
    pub delegations: Vec<WireDelegation>,
    /// As in the `ETag`.
    pub version: i64,
    pub updated_at: WireTimestamp,
    pub updated_by: String,
}

impl From<&User> for UserView {
    fn from(user: &User) -> Self {
        let delegation = |given: &Delegation| WireDelegation {
            delegate_user_id: Id(given.delegate_user_id.clone()).into(),
            from: WireDate(given.from).into(),
            to: WireDate(given.to).into(),
        };
        Self {
            user_id: user.user_id.clone(),
            name: user.name.clone(),
            manager_user_id: user.manager_user_id.clone(),
            is_active: user.is_active,
            delegations: user.delegations.iter().map(delegation).collect(),
            version: user.version,
            updated_at: user.updated_at.into(),
            updated_by: user.updated_by.clone(),
        }
    }
}

fn delegations(list: Option<List<WireDelegation, 0, 100>>, faults: &Faults) -> Option<Vec<Delegation>> {
    let read = |given: WireDelegation| {
        Some(Delegation {
            delegate_user_id: given.delegate_user_id.0?.into(),
            from: given.from.0?.0,
            to: given.to.0?.0,
        })
    };
    // A delegation that cannot be read has left its fault behind.
    list.map(|list| list.0.into_iter().filter_map(read).collect()).filter(|_| faults.is_empty())
}

/// The directory.
pub struct UserApi(pub App);

#[OpenApi(prefix_path = "/users")]
impl UserApi {
    /// Record a person
    ///
    /// Only what approvals must know: the manager, the delegates, and whether the person is active. A caller need not be recorded.
    #[oai(path = "/", method = "post")]
    async fn create(
        &self,
        auth: Auth,
        raw: &Request,
        key: IdempotencyKey,
        body: Body<UserInput>,
    ) -> Result<Reply<Created201, UserView>, Problem> {
        let call = Call::new(auth, raw, key, IfMatch(None), &body.raw);
        let (input, faults) = body.into_parts();
        let draft = UserDraft {
            name: input.name.0.map(Into::into),
            manager_user_id: input.manager_user_id.0.map(|id| id.map(Into::into)),
            is_active: input.is_active,
            delegations: delegations(input.delegations, &faults),
        };
        let command =
            SaveUser { user_id: input.user_id.0.map(Into::into).unwrap_or_default(), draft, create: true, faults };
        let render = |user: &User| {
            Reply::new(&UserView::from(user)).location(format!("{PREFIX}/users/{}", user.user_id)).version(user.version)
        };
        self.0.run(call, command, render).await
    }

    /// List people
    ///
    /// Everyone recorded, active and inactive.
    #[oai(path = "/", method = "get")]
    async fn list(
        &self,
        auth: Auth,
        /// 1 to 200; 50 when left out.
        limit: Query<Option<u64>>,
        /// The `next_cursor` of the page before.
        cursor: Query<Option<String>>,
        /// Also count all rows, as `total`.
        count: Query<Option<bool>>,
    ) -> Result<Reply<Ok200, PageOf<UserView>>, Problem> {
        let seen = self.0.look(&auth.0, "user", &Wants::default()).await?;
        let page = request(limit.0, cursor.0, count.0)?;
        let found =
            slice(seen.catalog.users.values().cloned(), &page, |user| Cursor { at: 0, id: user.user_id.clone() });
        Ok(Reply::new(&PageOf::from(found.map(|user| UserView::from(&user)))))
    }

    /// Read a person
    ///
    /// Its `version` is the `ETag`.
    #[oai(path = "/:user_id", method = "get")]
    async fn read(&self, auth: Auth, user_id: Path<Id>) -> Result<Reply<Ok200, UserView>, Problem> {
        let seen = self.0.look(&auth.0, "user", &Wants::default()).await?;
        let found = seen.catalog.users.get(user_id.0.0.as_str());
        let user = found.ok_or_else(|| engine::error::Refusal::not_found("user", &user_id.0))?;
        Ok(Reply::new(&UserView::from(user)).version(user.version))
    }

    /// Change what is recorded of a person
    ///
    /// What is left out stays. The tokens of a person who is set inactive are refused from now on.
    #[oai(path = "/:user_id", method = "put")]
    async fn update(
        &self,
        auth: Auth,
        raw: &Request,
        user_id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        body: Edit<UserUpdate>,
    ) -> Result<Reply<Ok200, UserView>, Problem> {
        let mut body = body;
        let call = Call::new(auth, raw, key, if_match, &body.raw);
        let catalog = self.0.engine.present_catalog().await?;
        let stored = catalog.users.get(user_id.0.0.as_str());
        body.check_read_only(&stored.and_then(|user| UserView::from(user).to_json()).unwrap_or_default());
        let (input, faults) = body.into_parts();
        let draft = UserDraft {
            name: input.name.map(Into::into),
            manager_user_id: input.manager_user_id.0.map(|id| id.map(Into::into)),
            is_active: input.is_active,
            delegations: delegations(input.delegations, &faults),
        };
        let command = SaveUser { user_id: user_id.0.into(), draft, create: false, faults };
        self.0.run(call, command, |user: &User| Reply::new(&UserView::from(user)).version(user.version)).await
    }

    /// Everything that was done to what is recorded of a person
    ///
    /// Oldest first, with the record as it stood after each change.
    #[oai(path = "/:user_id/audit-trail", method = "get")]
    async fn audit_trail(&self, auth: Auth, user_id: Path<Id>) -> Result<Reply<Ok200, Trail>, Problem> {
        self.0.look(&auth.0, "user", &Wants::default()).await?;
        let trail = trail_of(&self.0, "user", &user_id.0).await?;
        if trail.audit_trail.is_empty() {
            return Err(engine::error::Refusal::not_found("user", &user_id.0).into());
        }
        Ok(Reply::new(&trail))
    }
}
