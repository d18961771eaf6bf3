//! Approval rules: data that the engine turns into routing plans. See docs/rules/approval.md#matching.

mod draft;
mod supposed;

use engine::action::document::beneficiary;
use engine::action::document::rate;
use engine::action::document::submit;
use engine::action::master::rule::{DeactivateRule, SaveRule};
use engine::approval::Rule;
use engine::approval::coverage::{LeftOut, coverage};
use engine::approval::routing::{report, route};
use engine::approval::subject::Subject;
use engine::command::Wants;
use engine::command::wants::RateOf;
use engine::error::Refusal;
use engine::kind::{DocumentKey, DocumentKind};
use engine::money::{Currency, Minor};
use engine::page::{Cursor, slice};
use poem::Request;
use poem_openapi::types::ToJSON;
use poem_openapi::{OpenApi, param::Path, param::Query};

use self::draft::{amount_of, draft};
use self::supposed::supposed;
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
use crate::schema::document_type::DocumentType;
use crate::schema::page::{PageOf, filled, request};
use crate::schema::plan::Plan;
use crate::schema::rule::{
    Band, CoverageView, LeftOutView, OverlapView, RuleInput, RuleOutcome, RuleUpdate, RuleView, SimulateInput,
    Simulation, UnreachableView,
};
use crate::schema::trail::Trail;
use crate::spec::PREFIX;

/// Approval rules.
pub struct ApprovalRuleApi(pub App);

impl ApprovalRuleApi {
    fn base(&self) -> Currency {
        self.0.engine.settings.base_currency
    }
}

#[OpenApi(prefix_path = "/approval-rules")]
impl ApprovalRuleApi {
    /// Create an approval rule
    ///
    /// Amount bounds are in base currency and both count; null is open. A rule matches a document of its type when the
    /// amount lies within and, for the routing types, a line has one of its departments or cost centers.
    #[oai(path = "/", method = "post")]
    async fn create(
        &self,
        auth: Auth,
        raw: &Request,
        key: IdempotencyKey,
        body: Body<RuleInput>,
    ) -> Result<Reply<Created201, RuleView>, Refused<SaveRule, true>> {
        let call = Call::new(auth, raw, key, IfMatch(None), &body.raw);
        let (input, faults) = body.into_parts();
        let rule_id = input.rule_id.0.clone().map(Into::into).unwrap_or_default();
        let (draft, faults) = draft(&input.into(), None, self.base(), faults);
        let base = self.base();
        let render = move |rule: &Rule| {
            Reply::new(&RuleView::of(rule, base))
                .location(format!("{PREFIX}/approval-rules/{}", rule.rule_id))
                .version(rule.version)
        };
        Ok(self.0.run(call, SaveRule { rule_id, draft, create: true, faults }, render).await?)
    }

    /// List approval rules
    ///
    /// Newest first; inactive rules stay listed for the plans that were made by them.
    #[oai(path = "/", method = "get")]
    async fn list(
        &self,
        auth: Auth,
        /// Only rules for this document type.
        document_type: Query<Option<DocumentType>>,
        /// Only active, or only inactive, rules.
        is_active: Query<Option<bool>>,
        /// 1 to 200; 50 when left out. A page of large rows ends before, at about 2 MiB, and `has_more` says so.
        limit: Query<Option<u64>>,
        /// The `next_cursor` of the page before.
        cursor: Query<Option<String>>,
        /// Also count all rows, as `total`.
        count: Query<Option<bool>>,
    ) -> Result<Reply<Ok200, PageOf<RuleView>>, Problem> {
        let seen = self.0.look(&auth.0, "approval_rule", &Wants::default()).await?;
        let page = request(limit.0, cursor.0, count.0)?;
        let wanted = |rule: &&Rule| {
            document_type.0.is_none_or(|only| DocumentKind::from(only) == rule.document_type)
                && is_active.0.is_none_or(|only| only == rule.is_active)
        };
        let rules = seen.catalog.rules.values().filter(wanted);
        let at = |rule: &&Rule| Cursor { at: rule.created_at.micros(), id: rule.rule_id.clone() };
        Ok(filled(slice(rules, &page, at), at, |rule| RuleView::of(rule, self.base())))
    }

    /// What a type's rules leave open
    ///
    /// Amounts that no amount rule covers (submitting is refused there), overlaps within a level, and rules that never
    /// decide because another of their level always does. At most 200 of each are listed, and `left_out` counts the rest; of very
    /// many rules not all are compared, and `is_partial` says so.
    #[oai(path = "/coverage", method = "get", operation_id = "getApprovalRuleCoverage")]
    async fn coverage(
        &self,
        auth: Auth,
        document_type: Query<DocumentType>,
    ) -> Result<Reply<Ok200, CoverageView>, Problem> {
        let seen = self.0.look(&auth.0, "approval_rule", &Wants::default()).await?;
        let (catalog, kind) = (seen.catalog, document_type.0.into());
        // Many rules take a while to compare.
        let found = tokio::task::spawn_blocking(move || coverage(kind, catalog.rules.values()));
        let found = found.await.map_err(Problem::internal)?;
        let base = self.base();
        let view = CoverageView {
            document_type: document_type.0,
            gaps: found.gaps.iter().map(|band| Band::of(band, base)).collect(),
            overlaps: found
                .overlaps
                .iter()
                .map(|overlap| OverlapView {
                    rule_ids: overlap.rule_ids.to_vec(),
                    approval_level: overlap.approval_level,
                    min_amount: Band::of(&overlap.band, base).min_amount,
                    max_amount: Band::of(&overlap.band, base).max_amount,
                    are_alternatives: overlap.are_alternatives,
                })
                .collect(),
            unreachable: found
                .unreachable
                .into_iter()
                .map(|rule| UnreachableView { rule_id: rule.rule_id, covered_by: rule.covered_by })
                .collect(),
            left_out: (found.left_out != LeftOut::default()).then(|| LeftOutView::from(found.left_out)),
            is_partial: found.is_partial.then_some(true),
            not_compared: (!found.not_compared.is_empty()).then_some(found.not_compared),
        };
        Ok(Reply::new(&view))
    }

    /// What the present rules would ask of a document
    ///
    /// Give a stored document's `document_id`, or an `amount` in base currency with a department and cost center. The
    /// answer has the plan, or the refusal that a submission would get, and for every rule whether it matched or why not. A draft's
    /// exchange rate is held against the table, its `exchange_rate_reason` counts as if whoever submits it may override.
    #[oai(path = "/simulate", method = "post", operation_id = "simulateApprovalRules")]
    async fn simulate(
        &self,
        auth: Auth,
        raw: &Request,
        key: IdempotencyKey,
        body: Body<SimulateInput>,
    ) -> Result<Reply<Ok200, Simulation>, Problem> {
        let call = Call::new(auth.clone(), raw, key, IfMatch(None), &body.raw);
        let (input, mut faults) = body.into_parts();
        let Some(document_type) = input.document_type.0 else { return Err(Problem::invalid(faults)) };
        let kind = DocumentKind::from(document_type);
        let document_key = input.document_id.as_ref().map(|id| DocumentKey::new(kind, id.0.clone()));
        let wants = document_key.as_ref().map_or_else(Wants::default, |key| Wants {
            table_rate: Some(RateOf::Document(key.clone())),
            ..Wants::document(key)
        });
        let seen = self.0.look(&auth.0, "approval_rule", &wants).await?;
        let document = match &document_key {
            Some(key) => {
                seen.require(kind.name(), "read")?;
                Some(seen.document(key)?)
            }
            None => None,
        };
        // The table of exchange rates is asked as at a submission by somebody who may override.
        let rate_override = document.map_or(Ok(None), |document| rate::if_submitted(document, &seen));
        let subject = match (document, input.amount) {
            (Some(document), given) => {
                if given.is_some() {
                    faults.add("/amount", "is taken from the document");
                }
                submit::subject(document, rate_override.clone().unwrap_or_default(), &seen.catalog)
            }
            (None, Some(amount)) => {
                let amount = amount_of(amount.0, "/amount", self.base(), &mut faults);
                Subject::of_amount(kind, amount.unwrap_or_default(), None)
            }
            (None, None) => {
                faults.add("/amount", "is required without a document_id");
                Subject::of_amount(kind, Minor::ZERO, None)
            }
        };
        let subject = supposed(subject, &input, document.is_some(), &seen.catalog, &mut faults);
        faults.or(())?;
        if input.submitted_by.as_ref().is_some_and(|other| other.0 != auth.0.user_id) {
            // The plan names the submitter's manager, as the directory does.
            seen.require("user", "read")?;
        }
        let submitter = input.submitted_by.as_ref().map_or(&auth.0.user_id, |id| &id.0);
        let superiors = seen.catalog.superiors(submitter, kind);
        let plan = rate_override.and_then(|_| route(&subject, seen.catalog.rules.values(), &superiors));
        let rules = report(&subject, seen.catalog.rules.values(), plan.as_ref().ok());
        let gain = document.map(|document| beneficiary::at_submit(document, &seen)).unwrap_or_default();
        let simulation = Simulation {
            document_type,
            amount: crate::schema::document::shared::amount(subject.amount, self.base()),
            required_approval_level: plan.as_ref().ok().map(|plan| plan.required_level),
            plan: plan.as_ref().ok().map(Plan::from),
            beneficiaries: gain.iter().map(ToString::to_string).collect(),
            refusal: plan.as_ref().err().map(|refusal| refusal.code().to_owned()),
            detail: plan.as_ref().err().map(Refusal::detail),
            rules: rules.into_iter().map(RuleOutcome::from).collect(),
        };
        self.0.kept(call, Reply::new(&simulation)).await
    }

    /// Read an approval rule
    ///
    /// As it stands now; `history` has the versions before.
    #[oai(path = "/:rule_id", method = "get")]
    async fn read(&self, auth: Auth, rule_id: Path<Id>) -> Result<Reply<Ok200, RuleView>, Problem> {
        let seen = self.0.look(&auth.0, "approval_rule", &Wants::default()).await?;
        let found = seen.catalog.rules.get(rule_id.0.0.as_str());
        let rule = found.ok_or_else(|| Refusal::not_found("approval rule", &rule_id.0))?;
        Ok(Reply::new(&RuleView::of(rule, self.base())).version(rule.version))
    }

    /// Change an approval rule
    ///
    /// Any subset of the fields; what is left out stays. Touches only later submissions.
    #[oai(path = "/:rule_id", method = "put")]
    async fn update(
        &self,
        auth: Auth,
        raw: &Request,
        rule_id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        body: Edit<RuleUpdate>,
    ) -> Result<Reply<Ok200, RuleView>, Refused<SaveRule>> {
        let mut body = body;
        let base = self.base();
        let call = Call::new(auth, raw, key, if_match, &body.raw);
        let catalog = self.0.engine.present_catalog().await?;
        let stored = catalog.rules.get(rule_id.0.0.as_str());
        body.check_read_only(&stored.and_then(|rule| RuleView::of(rule, base).to_json()).unwrap_or_default());
        let (input, faults) = body.into_parts();
        let (draft, faults) = draft(&input, stored, base, faults);
        let command = SaveRule { rule_id: rule_id.0.into(), draft, create: false, faults };
        self.0.run(call, command, move |rule: &Rule| Reply::new(&RuleView::of(rule, base)).version(rule.version)).await
    }

    /// Deactivate an approval rule
    ///
    /// It stays readable, with its history, for the plans that were made by it.
    #[oai(path = "/:rule_id", method = "delete", operation_id = "deactivateApprovalRule")]
    async fn deactivate(
        &self,
        auth: Auth,
        raw: &Request,
        rule_id: Path<Id>,
        if_match: IfMatch,
    ) -> Result<NoContent, Refused<DeactivateRule>> {
        let call = Call::new(auth, raw, IdempotencyKey(None), if_match, &[]);
        let base = self.base();
        let command = DeactivateRule { rule_id: rule_id.0.into() };
        self.0
            .run::<_, Ok200, RuleView>(call, command, move |rule: &Rule| Reply::new(&RuleView::of(rule, base)))
            .await?;
        Ok(NoContent)
    }

    /// Every version of an approval rule
    ///
    /// Oldest first; `details.rule` is the rule as a GET answered it after each change.
    #[oai(path = "/:rule_id/history", method = "get")]
    async fn history(&self, auth: Auth, rule_id: Path<Id>) -> Result<Reply<Ok200, Trail>, Problem> {
        self.trail(auth, rule_id).await
    }

    /// Everything that was done to an approval rule
    ///
    /// Oldest first, with the rule as it stood after each change.
    #[oai(path = "/:rule_id/audit-trail", method = "get")]
    async fn audit_trail(&self, auth: Auth, rule_id: Path<Id>) -> Result<Reply<Ok200, Trail>, Problem> {
        self.trail(auth, rule_id).await
    }
}

impl ApprovalRuleApi {
    async fn trail(&self, auth: Auth, rule_id: Path<Id>) -> Result<Reply<Ok200, Trail>, Problem> {
        let seen = self.0.look(&auth.0, "approval_rule", &Wants::default()).await?;
        if !seen.catalog.rules.contains_key(rule_id.0.0.as_str()) {
            return Err(Refusal::not_found("approval rule", &rule_id.0).into());
        }
        trails::of_known(&self.0, "approval_rule", &rule_id.0).await
    }
}
