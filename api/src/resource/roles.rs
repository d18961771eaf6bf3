//! Roles. See docs/rules/access.md#roles.

use engine::access::Role;
use engine::action::master::role::{DeleteRole, SaveRole};
use engine::command::Wants;
use engine::page::{Cursor, slice};
use poem::Request;
use poem_openapi::types::ToJSON;
use poem_openapi::{OpenApi, param::Path, param::Query};

use super::document::EmptyBody;
use super::trails;
use crate::app::App;
use crate::auth::Auth;
use crate::body::{Body, Edit};
use crate::call::Call;
use crate::headers::{IdempotencyKey, IfMatch};
use crate::problem::Problem;
use crate::problem::refused::Refused;
use crate::reply::{Created201, NoContent, Ok200, Reply};
use crate::schema::Id;
use crate::schema::page::{PageOf, filled, request};
use crate::schema::role::{RoleInput, RoleUpdate, RoleView};
use crate::schema::trail::Trail;
use crate::spec::PREFIX;

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
        let call = Call::new(auth, raw, key, IfMatch(None), &body.raw);
        let (input, faults) = body.into_parts();
        let permissions = input.permissions.0.map(|list| list.0).unwrap_or_default();
        let command = SaveRole {
            role_id: input.role_id.0.map(Into::into).unwrap_or_default(),
            permissions,
            create: true,
            faults,
        };
        let render = |role: &Role| {
            Reply::new(&RoleView::from(role)).location(format!("{PREFIX}/roles/{}", role.role_id)).version(role.version)
        };
        Ok(self.0.run(call, command, render).await?)
    }

    /// List roles
    ///
    /// Built-in roles and those made here.
    #[oai(path = "/", method = "get")]
    async fn list(
        &self,
        auth: Auth,
        /// 1 to 200; 50 when left out. A page of large rows ends before, at about 2 MiB, and `has_more` says so.
        limit: Query<Option<u64>>,
        /// The `next_cursor` of the page before.
        cursor: Query<Option<String>>,
        /// Also count all rows, as `total`.
        count: Query<Option<bool>>,
    ) -> Result<Reply<Ok200, PageOf<RoleView>>, Problem> {
        let seen = self.0.look(&auth.0, "role", &Wants::default()).await?;
        let page = request(limit.0, cursor.0, count.0)?;
        let at = |role: &&Role| Cursor { at: 0, id: role.role_id.clone() };
        Ok(filled(slice(seen.catalog.roles.values(), &page, at), at, RoleView::from))
    }

    /// Read a role
    ///
    /// Its `version` is the `ETag`.
    #[oai(path = "/:role_id", method = "get")]
    async fn read(&self, auth: Auth, role_id: Path<Id>) -> Result<Reply<Ok200, RoleView>, Problem> {
        let seen = self.0.look(&auth.0, "role", &Wants::default()).await?;
        let found = seen.catalog.roles.get(role_id.0.0.as_str());
        let role = found.ok_or_else(|| engine::error::Refusal::not_found("role", &role_id.0))?;
        Ok(Reply::new(&RoleView::from(role)).version(role.version))
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
        let mut body = body;
        let call = Call::new(auth, raw, key, if_match, &body.raw);
        let catalog = self.0.engine.present_catalog().await?;
        let stored = catalog.roles.get(role_id.0.0.as_str());
        body.check_read_only(&stored.and_then(|role| RoleView::from(role).to_json()).unwrap_or_default());
        let (input, faults) = body.into_parts();
        let permissions = input.permissions.0.map(|list| list.0).unwrap_or_default();
        let command = SaveRole { role_id: role_id.0.into(), permissions, create: false, faults };
        self.0.run(call, command, |role: &Role| Reply::new(&RoleView::from(role)).version(role.version)).await
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
        let call = Call::new(auth, raw, IdempotencyKey(None), if_match, &[]);
        let command = DeleteRole { role_id: role_id.0.into() };
        self.0.run::<_, Ok200, EmptyBody>(call, command, |()| Reply::new(&EmptyBody {})).await?;
        Ok(NoContent)
    }

    /// Everything that was done to the role
    ///
    /// Oldest first, with the permissions after each change.
    #[oai(path = "/:role_id/audit-trail", method = "get")]
    async fn audit_trail(&self, auth: Auth, role_id: Path<Id>) -> Result<Reply<Ok200, Trail>, Problem> {
        self.0.look(&auth.0, "role", &Wants::default()).await?;
        trails::of(&self.0, "role", "role", &role_id.0).await
    }
}
