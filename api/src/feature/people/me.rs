//! Who the caller is. See docs/rules/access.md#me.

use engine::approval::access::ApprovalLimits;
use engine::books::command::Wants;
use engine::values::kind::DocumentKind;
use poem_openapi::OpenApi;

use crate::app::App;
use crate::auth::Auth;
use crate::feature::people::wire::me::{ActsFor, Me};
use crate::problem::anyone::ForAnyone;
use crate::reply::{Ok200, Reply};
use crate::schema::approval_limit::ApprovalLimitView;

/// The caller.
pub struct MeApi(pub App);

#[OpenApi(prefix_path = "/me")]
impl MeApi {
    /// Who I am, what I may do, and for whom I act
    ///
    /// Needs no permission. Nothing need be recorded of the caller.
    #[oai(path = "/", method = "get", operation_id = "getMe")]
    async fn me(&self, auth: Auth) -> Result<Reply<Ok200, Me>, ForAnyone> {
        let actor = &auth.0;
        let seen = self.0.engine.look(actor, &Wants::default()).await?;
        let (catalog, base) = (&seen.catalog, seen.settings.base_currency);
        let recorded = catalog.users.get(&actor.user_id);
        let limit = |kind| Some((kind, catalog.approval_limit(&actor.user_id, &actor.roles, kind)?));
        let limits = ApprovalLimits(DocumentKind::ALL.into_iter().filter_map(limit).collect());
        let acts_for = catalog.delegators_of(&actor.user_id, seen.today);
        let me = Me {
            user_id: actor.user_id.to_string(),
            name: recorded.map(|user| user.name.clone()),
            manager_user_id: recorded.and_then(|user| user.manager_user_id.as_ref()).map(ToString::to_string),
            roles: actor.roles.iter().cloned().collect(),
            recorded_roles: recorded.map(|user| user.roles.iter().cloned().collect()).unwrap_or_default(),
            permissions: seen.grants().0.into_iter().collect(),
            approval_limits: ApprovalLimitView::all(&limits, base),
            acts_for: acts_for
                .map(|(user_id, roles)| ActsFor {
                    user_id: user_id.to_string(),
                    roles: roles.into_iter().flatten().cloned().collect(),
                })
                .collect(),
            delegates: catalog.delegates_of(&actor.user_id, seen.today).map(ToString::to_string).collect(),
            base_currency: base.code().into(),
            today: seen.today.into(),
        };
        Ok(Reply::new(&me))
    }
}
