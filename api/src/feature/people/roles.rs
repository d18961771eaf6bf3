//! Roles. See docs/rules/access.md#roles.

use engine::approval::access::Role;
use engine::approval::catalog::Catalog;
use engine::books::command::{Snapshot, Takes};
use engine::features::people::commands::role::{DeleteRole, SaveRole};
use engine::values::error::Faults;
use engine::values::money::Currency;
use engine::values::page::Cursor;
use poem::Request;
use poem_openapi::{OpenApi, param::Path, param::Query};

use crate::app::App;
use crate::auth::Auth;
use crate::auth::reads::{Readable, Reads};
use crate::body::{Body, Edit};
use crate::feature::master;
use crate::feature::master::{InCatalog, Master};
use crate::feature::people::wire::role::{RoleInput, RoleUpdate, RoleView};
use crate::headers::{IdempotencyKey, IfMatch};
use crate::order::about::About;
use crate::problem::Problem;
use crate::problem::refused::Refused;
use crate::reply::{Created201, NoContent, Ok200, Reply};
use crate::schema::Id;
use crate::schema::approval_limit::sent;
use crate::schema::page::{PageOf, request};
use crate::schema::trail::Trail;

/// Roles, as master data.
pub struct Roles;

impl Readable for Roles {
    const TAKES: Takes = Takes::These(&[("role", "read")]);
}

impl Master for Roles {
    type Record = Role;
    type View = RoleView;
    type Input = RoleInput;
    type Update = RoleUpdate;
    type Save = SaveRole;
    const PATH: &'static str = "/roles";
    const ABOUT: About = About::Role;

    fn find(seen: &Snapshot, id: &str) -> Option<Role> {
        seen.catalog.roles.get(id).cloned()
    }

    fn place(role: &Role) -> (String, i64) {
        (role.role_id.clone(), role.version)
    }

    fn view(role: &Role, base: Currency) -> RoleView {
        RoleView::of(role, base)
    }

    fn create(input: RoleInput, faults: Faults) -> SaveRole {
        SaveRole {
            role_id: input.role_id.0.map(Into::into).unwrap_or_default(),
            permissions: input.permissions.0.map(|list| list.0).unwrap_or_default(),
            approval_limits: input.approval_limits.map(sent),
            create: true,
            faults,
        }
    }

    fn update(role_id: String, input: RoleUpdate, faults: Faults) -> SaveRole {
        let permissions = input.permissions.0.map(|list| list.0).unwrap_or_default();
        SaveRole { role_id, permissions, approval_limits: input.approval_limits.map(sent), create: false, faults }
    }
}

impl InCatalog for Roles {
    fn rows(catalog: &Catalog) -> impl Iterator<Item = &Role> {
        catalog.roles.values()
    }

    fn at(role: &Role) -> Cursor {
        Cursor { at: 0, id: role.role_id.clone() }
    }
}

/// Roles as data.
pub struct RoleApi(pub App);

#[OpenApi(prefix_path = "/roles")]
impl RoleApi {
    /// Create a role
    ///
    /// A token names its roles; what a caller may do is the union of the permissions in the token and of its roles.
    #[oai(path = "/", method = "post")]
    async fn create(
        &self,
        auth: Auth,
        raw: &Request,
        key: IdempotencyKey,
        body: Body<RoleInput>,
    ) -> Result<Reply<Created201, RoleView>, Refused<SaveRole, true>> {
        master::create::<Roles>(&self.0, auth, raw, key, body).await
    }

    /// List roles
    ///
    /// Built-in roles and those made here.
    #[oai(path = "/", method = "get")]
    async fn list(
        &self,
        auth: Reads<Roles>,
        /// 1 to 200; 50 when left out. A page of large rows ends before, at about 2 MiB, and `has_more` says so.
        limit: Query<Option<u64>>,
        /// The `next_cursor` of the page before.
        cursor: Query<Option<String>>,
        /// Also count all rows, as `total`.
        count: Query<Option<bool>>,
    ) -> Result<Reply<Ok200, PageOf<RoleView>>, Problem> {
        let page = request(limit.0, cursor.0, count.0)?;
        master::list::<Roles>(&self.0, &auth, &page, |_| true).await
    }

    /// Read a role
    ///
    /// Its `version` is the `ETag`.
    #[oai(path = "/:role_id", method = "get")]
    async fn read(&self, auth: Reads<Roles>, role_id: Path<Id>) -> Result<Reply<Ok200, RoleView>, Problem> {
        master::read::<Roles>(&self.0, &auth, &role_id.0).await
    }

    /// Set a role's permissions
    ///
    /// Built-in roles can be changed too, but for `admin`.
    #[oai(path = "/:role_id", method = "put")]
    async fn update(
        &self,
        auth: Auth,
        raw: &Request,
        role_id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        body: Edit<RoleUpdate>,
    ) -> Result<Reply<Ok200, RoleView>, Refused<SaveRole>> {
        master::update::<Roles>(&self.0, auth, raw, &role_id.0, (key, if_match), body).await
    }

    /// Delete a role that is not built in
    ///
    /// Tokens that name it keep it as an `approver_role`; it grants nothing any more.
    #[oai(path = "/:role_id", method = "delete")]
    async fn delete(
        &self,
        auth: Auth,
        raw: &Request,
        role_id: Path<Id>,
        if_match: IfMatch,
    ) -> Result<NoContent, Refused<DeleteRole>> {
        master::delete(&self.0, auth, raw, if_match, DeleteRole { role_id: role_id.0.into() }).await
    }

    /// Everything that was done to the role
    ///
    /// Oldest first, with the permissions after each change.
    #[oai(path = "/:role_id/audit-trail", method = "get")]
    async fn audit_trail(&self, auth: Reads<Roles, true>, role_id: Path<Id>) -> Result<Reply<Ok200, Trail>, Problem> {
        master::audit_trail::<Roles>(&self.0, &auth, &role_id.0).await
    }
}
