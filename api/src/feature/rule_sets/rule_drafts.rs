//! Drafts of approval rules: changes that are gathered, proved and replayed before they come into force together.
//! See docs/rules/rule-sets.md#versions.

use engine::approval::rule_set::RuleSetDraft;
use engine::books::command::{Takes, Wants};
use engine::features::rule_sets::commands::delete::DeleteRuleDraft;
use engine::features::rule_sets::commands::put_in_force::PutInForce;
use engine::features::rule_sets::commands::save::{SaveRuleDraft, Written};
use engine::features::rule_sets::commands::unschedule::UnscheduleRuleDraft;
use engine::features::rule_sets::model::seen;
use engine::features::rule_sets::query::draft_cursor;
use engine::values::error::{Faults, Refusal};
use engine::values::id::fresh;
use engine::values::money::Currency;
use poem::Request;
use poem_openapi::types::ToJSON;
use poem_openapi::{OpenApi, param::Path, param::Query};

use super::approval_rules::proposed::proposed_rules;
use crate::app::App;
use crate::auth::Auth;
use crate::auth::reads::{Readable, Reads};
use crate::body::{Body, Edit};
use crate::call::Call;
use crate::feature::master;
use crate::feature::rule_sets::wire::{
    PutInForceInput, RuleDraftInput, RuleDraftRow, RuleDraftUpdate, RuleDraftView, WireDraftStatus,
};
use crate::feature::trail;
use crate::headers::{IdempotencyKey, IfMatch};
use crate::order::about::About;
use crate::problem::Problem;
use crate::problem::refused::Refused;
use crate::reply::{Created201, NoContent, Ok200, Reply, Status};
use crate::schema::page::{PageOf, filled, request};
use crate::schema::rule::RuleInput;
use crate::schema::trail::Trail;
use crate::schema::words::NoInput;
use crate::schema::{Id, List};
use crate::spec::PREFIX;

/// Changes of approval rules that come into force together.
pub struct RuleDraftApi(pub App);

type View = Reply<Ok200, RuleDraftView>;

fn shown<S: Status>(draft: &RuleSetDraft, base: Currency) -> Reply<S, RuleDraftView> {
    Reply::new(&RuleDraftView::of(draft, base)).version(draft.version)
}

impl Readable for RuleDraftApi {
    const TAKES: Takes = Takes::These(&[("approval_rule", "read")]);
}

#[OpenApi(prefix_path = "/approval-rule-drafts")]
impl RuleDraftApi {
    /// Begin a draft of approval rules
    ///
    /// A copy of the set in force, or of an earlier one, or the `rules` of the body. `simulate`, `coverage` and `replay` take its `draft_id`
    /// in place of rules.
    #[oai(path = "/", method = "post")]
    async fn create(
        &self,
        auth: Auth,
        raw: &Request,
        key: IdempotencyKey,
        body: Body<RuleDraftInput>,
    ) -> Result<Reply<Created201, RuleDraftView>, Refused<SaveRuleDraft, true>> {
        let call = Call::new(auth, raw, key, IfMatch(None), &body.raw);
        let (input, faults) = body.into_parts();
        let draft_id = input.draft_id.map_or_else(|| fresh("RSD"), Into::into);
        let base = self.base();
        let written =
            Written { description: input.description.map(Into::into), copy_of: input.copy_of, ..Written::default() };
        let command = save(draft_id, written, input.rules, true, (base, faults));
        let render = move |draft: &RuleSetDraft| {
            shown(draft, base).location(format!("{PREFIX}/approval-rule-drafts/{}", draft.draft_id))
        };
        Ok(self.0.run(call, command, render).await?)
    }

    /// List drafts of approval rules
    ///
    /// Newest first, without their rules; those that came into force included.
    #[oai(path = "/", method = "get")]
    async fn list(
        &self,
        auth: Reads<Self>,
        /// Only those that stand so.
        status: Query<Option<WireDraftStatus>>,
        /// 1 to 200; 50 when left out. A page of large rows ends before, at about 2 MiB, and `has_more` says so.
        limit: Query<Option<u64>>,
        /// The `next_cursor` of the page before.
        cursor: Query<Option<String>>,
        /// Also count all rows, as `total`.
        count: Query<Option<bool>>,
    ) -> Result<Reply<Ok200, PageOf<RuleDraftRow>>, Problem> {
        let page = request(limit.0, cursor.0, count.0)?;
        let found = self.0.engine.list_rule_drafts(&auth.0, status.0.map(Into::into), &page).await?;
        Ok(filled(found, draft_cursor, |draft: RuleSetDraft| RuleDraftRow::from(&draft)))
    }

    /// Read a draft of approval rules
    ///
    /// Its `version` is the `ETag`, and what `put-in-force` names.
    #[oai(path = "/:draft_id", method = "get")]
    async fn read(&self, auth: Reads<Self>, draft_id: Path<Id>) -> Result<View, Problem> {
        let found = self.0.look(&auth, &About::RuleDraft.wants(&draft_id.0)).await?;
        let not_found = || Refusal::not_found(About::RuleDraft.names().0, &draft_id.0);
        Ok(shown(seen(&found).draft.as_ref().ok_or_else(not_found)?, self.base()))
    }

    /// Change a draft of approval rules
    ///
    /// Until it is scheduled or in force. After other rules came into force, `based_on` says that the draft takes them into account.
    #[oai(path = "/:draft_id", method = "put")]
    async fn update(
        &self,
        auth: Auth,
        raw: &Request,
        draft_id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        body: Edit<RuleDraftUpdate>,
    ) -> Result<View, Refused<SaveRuleDraft>> {
        let (mut body, base) = (body, self.base());
        let call = Call::new(auth, raw, key, if_match, &body.raw);
        let found = self.0.engine.look(call.actor(), &About::RuleDraft.wants(&draft_id.0)).await?;
        let stored = seen(&found).draft.as_ref().and_then(|draft| RuleDraftView::of(draft, base).to_json());
        body.check_read_only(&stored.unwrap_or_default());
        let (input, faults) = body.into_parts();
        let written =
            Written { description: input.description.map(Into::into), based_on: input.based_on, ..Written::default() };
        let command = save(draft_id.0.into(), written, input.rules, false, (base, faults));
        self.0.run(call, command, move |draft| shown(draft, base)).await
    }

    /// Delete a draft of approval rules
    ///
    /// One that is neither scheduled nor in force.
    #[oai(path = "/:draft_id", method = "delete")]
    async fn delete(
        &self,
        auth: Auth,
        raw: &Request,
        draft_id: Path<Id>,
        if_match: IfMatch,
    ) -> Result<NoContent, Refused<DeleteRuleDraft>> {
        let command = DeleteRuleDraft { draft_id: draft_id.0.into() };
        master::delete(&self.0, auth, raw, if_match, command).await
    }

    /// Put a draft of approval rules in force
    ///
    /// Its rules take the place of all that are saved, at once or at `in_force_from`; those that are not among them become inactive. A rule
    /// that says the same as before keeps its version. Where a rule guards changes of `approval_rule`, it waits as a change request.
    /// Once scheduled, no rule changes until it is in force or taken back.
    #[oai(path = "/:draft_id/put-in-force", method = "post")]
    async fn put_in_force(
        &self,
        auth: Auth,
        raw: &Request,
        draft_id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        body: Body<PutInForceInput>,
    ) -> Result<View, Refused<PutInForce>> {
        let call = Call::new(auth, raw, key, if_match, &body.raw);
        let (input, faults) = body.into_parts();
        let in_force_from = input.in_force_from.map(|from| from.0);
        let command = PutInForce { draft_id: draft_id.0.into(), version: input.version.0, in_force_from, faults };
        let base = self.base();
        self.0.run(call, command, move |draft| shown(draft, base)).await
    }

    /// Take a scheduled draft of approval rules back
    ///
    /// Before its instant; it is a draft again.
    #[oai(path = "/:draft_id/unschedule", method = "post")]
    async fn unschedule(
        &self,
        auth: Auth,
        raw: &Request,
        draft_id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        body: Body<NoInput>,
    ) -> Result<View, Refused<UnscheduleRuleDraft>> {
        let call = Call::new(auth, raw, key, if_match, &body.raw);
        body.faults.or(())?;
        let base = self.base();
        let command = UnscheduleRuleDraft { draft_id: draft_id.0.into() };
        self.0.run(call, command, move |draft| shown(draft, base)).await
    }

    /// Everything that was done to a draft of approval rules
    ///
    /// Oldest first, also after its deletion.
    #[oai(path = "/:draft_id/audit-trail", method = "get")]
    async fn audit_trail(&self, auth: Reads<Self, true>, draft_id: Path<Id>) -> Result<Reply<Ok200, Trail>, Problem> {
        self.0.look(&auth, &Wants::default()).await?;
        let (title, resource) = About::RuleDraft.names();
        trail::of(&self.0, resource, title, &draft_id.0).await
    }
}

impl RuleDraftApi {
    fn base(&self) -> Currency {
        self.0.engine.settings.base_currency
    }
}

fn save(
    draft_id: String,
    written: Written,
    rules: Option<List<RuleInput, 0, 1_000>>,
    create: bool,
    (base, mut faults): (Currency, Faults),
) -> SaveRuleDraft {
    let rules = rules.map(|rules| proposed_rules(rules.0, base, &mut faults));
    SaveRuleDraft { draft_id, written: Written { rules, ..written }, create, faults }
}
