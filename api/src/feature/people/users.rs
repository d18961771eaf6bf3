//! The directory of people. See docs/rules/access.md#users.

use engine::approval::access::{User, UserId};
use engine::approval::catalog::Catalog;
use engine::books::command::{Snapshot, Takes, Wants};
use engine::features::people::commands::user::{SaveUser, UserDraft};
use engine::values::error::{Faults, Refusal};
use engine::values::money::Currency;
use engine::values::page::Cursor;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use poem::Request;
use poem_openapi::{OpenApi, param::Path, param::Query};

use crate::app::App;
use crate::auth::Auth;
use crate::auth::reads::{Readable, Reads};
use crate::body::{Body, Edit};
use crate::feature::master;
use crate::feature::master::{InCatalog, Master};
use crate::feature::trail;
use crate::headers::{IdempotencyKey, IfMatch};
use crate::order::about::About;
use crate::problem::Problem;
use crate::problem::refused::Refused;
use crate::reply::{Created201, Ok200, Reply};
use crate::schema::WireUserId;
use crate::schema::approval_limit::sent;
use crate::schema::page::{PageOf, request};
use crate::schema::trail::Trail;
use crate::schema::user::{UserInput, UserUpdate, UserView, delegations};

/// What may stand in a segment of a path as it is (RFC 3986); all else is written in percent signs.
const SEGMENT: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b':').remove(b'@');

/// People, as master data.
pub struct People;

impl Readable for People {
    const TAKES: Takes = Takes::These(&[("user", "read")]);
}

impl Master for People {
    type Record = User;
    type View = UserView;
    type Input = UserInput;
    type Update = UserUpdate;
    type Save = SaveUser;
    const PATH: &'static str = "/users";
    const ABOUT: About = About::User;

    fn find(seen: &Snapshot, id: &str) -> Option<User> {
        seen.catalog.users.get(&UserId::from(id)).cloned()
    }

    fn view(user: &User, base: Currency) -> UserView {
        UserView::of(user, base)
    }

    fn place(user: &User) -> (String, i64) {
        (utf8_percent_encode(&user.user_id, SEGMENT).to_string(), user.version)
    }

    fn create(input: UserInput, faults: Faults) -> SaveUser {
        let draft = UserDraft {
            name: input.name.0.map(Into::into),
            manager_user_id: input.manager_user_id.0.map(|id| id.map(Into::into)),
            is_active: input.is_active,
            delegations: delegations(input.delegations, &faults),
            roles: input.roles.map(|roles| roles.0.into_iter().map(Into::into).collect()),
            approval_limits: input.approval_limits.map(sent),
        };
        SaveUser { user_id: input.user_id.0.map_or_else(|| "".into(), Into::into), draft, create: true, faults }
    }

    fn update(user_id: String, input: UserUpdate, faults: Faults) -> SaveUser {
        let draft = UserDraft {
            name: input.name.map(Into::into),
            manager_user_id: input.manager_user_id.0.map(|id| id.map(Into::into)),
            is_active: input.is_active,
            delegations: delegations(input.delegations, &faults),
            roles: input.roles.map(|roles| roles.0.into_iter().map(Into::into).collect()),
            approval_limits: input.approval_limits.map(sent),
        };
        SaveUser { user_id: user_id.into(), draft, create: false, faults }
    }
}

impl InCatalog for People {
    fn rows(catalog: &Catalog) -> impl Iterator<Item = &User> {
        catalog.users.values()
    }

    fn at(user: &User) -> Cursor {
        Cursor { at: 0, id: user.user_id.to_string() }
    }
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
    ) -> Result<Reply<Created201, UserView>, Refused<SaveUser, true>> {
        master::create::<People>(&self.0, auth, raw, key, body).await
    }

    /// List people
    ///
    /// Everyone recorded, active and inactive.
    #[oai(path = "/", method = "get")]
    async fn list(
        &self,
        auth: Reads<People>,
        /// 1 to 200; 50 when left out. A page of large rows ends before, at about 2 MiB, and `has_more` says so.
        limit: Query<Option<u64>>,
        /// The `next_cursor` of the page before.
        cursor: Query<Option<String>>,
        /// Also count all rows, as `total`.
        count: Query<Option<bool>>,
    ) -> Result<Reply<Ok200, PageOf<UserView>>, Problem> {
        let page = request(limit.0, cursor.0, count.0)?;
        master::list::<People>(&self.0, &auth, &page, |_| true).await
    }

    /// Read a person
    ///
    /// Its `version` is the `ETag`.
    #[oai(path = "/:user_id", method = "get")]
    async fn read(&self, auth: Reads<People>, user_id: Path<WireUserId>) -> Result<Reply<Ok200, UserView>, Problem> {
        master::read::<People>(&self.0, &auth, &user_id.0.0).await
    }

    /// Change what is recorded of a person
    ///
    /// What is left out stays. The tokens of a person who is set inactive are refused from now on, kept answers included. A token that
    /// grants `*.*` is refused only when somebody who holds `*.*` set its user inactive.
    #[oai(path = "/:user_id", method = "put")]
    async fn update(
        &self,
        auth: Auth,
        raw: &Request,
        user_id: Path<WireUserId>,
        key: IdempotencyKey,
        if_match: IfMatch,
        body: Edit<UserUpdate>,
    ) -> Result<Reply<Ok200, UserView>, Refused<SaveUser>> {
        master::update::<People>(&self.0, auth, raw, &user_id.0.0, (key, if_match), body).await
    }

    /// Everything that was done to what is recorded of a person
    ///
    /// Oldest first, with the record as it stood after each change.
    #[oai(path = "/:user_id/audit-trail", method = "get")]
    async fn audit_trail(
        &self,
        auth: Reads<People, true>,
        user_id: Path<WireUserId>,
    ) -> Result<Reply<Ok200, Trail>, Problem> {
        let seen = self.0.look(&auth, &Wants::default()).await?;
        let found = seen.catalog.users.get(&user_id.0.0);
        let user = found.ok_or_else(|| Refusal::not_found("user", &user_id.0.0))?;
        trail::of_known(&self.0, "user", &user.user_id).await
    }
}
