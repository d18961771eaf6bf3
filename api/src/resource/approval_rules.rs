//! Approval rules: data that the engine turns into routing plans (C20–C25).

use engine::approval::coverage::{LeftOut, coverage};
use engine::approval::routing::{Subject, report, route};
use engine::approval::{Approver, Rule, RuleKind};
use engine::command::Wants;
use engine::document::action::submit;
use engine::document::rate::{self, RateOf};
use engine::document::{DocumentKey, DocumentKind};
use engine::error::{Faults, Refusal};
use engine::master::rule::{DeactivateRule, RuleDraft, SaveRule};
use engine::money::{Currency, Minor};
use engine::page::{Cursor, slice};
use poem::Request;
use poem_openapi::types::ToJSON;
use poem_openapi::{OpenApi, param::Path, param::Query};

use super::workflow::trail_of;
use crate::app::App;
use crate::auth::Auth;
use crate::body::{Body, Edit};
use crate::call::Call;
use crate::headers::{IdempotencyKey, IfMatch};
use crate::problem::Problem;
use crate::reply::{Created201, NoContent, Ok200, Reply};
use crate::schema::answers::Plan;
use crate::schema::page::{PageOf, filled, request};
use crate::schema::rule::{
    ApproverType, Band, CoverageView, DocumentType, LeftOutView, OverlapView, RuleInput, RuleOutcome, RuleType,
    RuleUpdate, RuleView, SimulateInput, Simulation, UnreachableView,
};
use crate::schema::trail::Trail;
use crate::schema::{Id, List, Nullable};
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
    ) -> Result<Reply<Created201, RuleView>, Problem> {
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
        self.0.run(call, SaveRule { rule_id, draft, create: true, faults }, render).await
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
        /// 1 to 200; 50 when left out.
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
        let rules = seen.catalog.rules.values().filter(wanted).cloned();
        let at = |rule: &Rule| Cursor { at: rule.created_at.micros(), id: rule.rule_id.clone() };
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
        let mut subject = match (document, input.amount) {
            (Some(document), given) => {
                if given.is_some() {
                    faults.add("/amount", "is taken from the document");
                }
                submit::subject(document, rate_override.clone().unwrap_or_default())
            }
            (None, Some(amount)) => {
                Subject::of_amount(kind, amount_of(amount.0, "/amount", self.base(), &mut faults).unwrap_or_default())
            }
            (None, None) => {
                faults.add("/amount", "is required without a document_id");
                Subject::of_amount(kind, Minor::ZERO)
            }
        };
        faults.or(())?;
        subject.department_ids.extend(input.department_id.as_ref().map(|id| id.0.as_str()));
        subject.cost_center_ids.extend(input.cost_center_id.as_ref().map(|id| id.0.as_str()));
        let submitter = input.submitted_by.as_ref().map_or(auth.0.user_id.as_str(), |id| id.0.as_str());
        let manager = seen.catalog.users.get(submitter).and_then(|user| user.manager_user_id.as_deref());
        let plan = rate_override.and_then(|_| route(&subject, seen.catalog.rules.values(), manager));
        let rules = report(&subject, seen.catalog.rules.values(), plan.as_ref().ok());
        let simulation = Simulation {
            document_type,
            amount: crate::schema::document::shared::amount(subject.amount, self.base()),
            required_approval_level: plan.as_ref().ok().map(|plan| plan.required_level),
            plan: plan.as_ref().ok().map(Plan::from),
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
    ) -> Result<Reply<Ok200, RuleView>, Problem> {
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
    ) -> Result<NoContent, Problem> {
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
        Ok(Reply::new(&trail_of(&self.0, "approval_rule", &rule_id.0).await?))
    }
}

fn amount_of(amount: rust_decimal::Decimal, pointer: &str, base: Currency, faults: &mut Faults) -> Option<Minor> {
    match base.to_minor(amount) {
        Ok(minor) => Some(minor),
        Err(error) => {
            faults.add(pointer, error.to_string());
            None
        }
    }
}

/// The rule's draft from what was sent; `before` fills in what decides about the fields that were not.
fn draft(input: &RuleUpdate, before: Option<&Rule>, base: Currency, mut faults: Faults) -> (RuleDraft, Faults) {
    let bound = |given: Option<Option<crate::schema::Amount>>, pointer: &str, faults: &mut Faults| {
        given.map(|amount| amount.and_then(|amount| amount_of(amount.0, pointer, base, faults)))
    };
    let min_amount = bound(input.min_amount.0, "/min_amount", &mut faults);
    let max_amount = bound(input.max_amount.0, "/max_amount", &mut faults);
    let draft = RuleDraft {
        rule_name: input.rule_name.clone().map(Into::into),
        document_type: input.document_type.map(Into::into),
        kind: kind(input, before, &mut faults),
        is_active: input.is_active,
        priority: input.priority,
        min_amount,
        max_amount,
        approval_level: input.approval_level,
        approver: approver(input, before, &mut faults),
    };
    (draft, faults)
}

/// The rule's kind, with the ids that it needs and none that it does not (C20).
fn kind(input: &RuleUpdate, before: Option<&Rule>, faults: &mut Faults) -> Option<RuleKind> {
    let rule_type = input.rule_type.or_else(|| before.map(|rule| RuleType::of(&rule.kind)))?;
    // Null is none of them, which is right where none may be.
    let ids = |given: &Nullable<List<Id, 1, 500>>| {
        let list = given.0.as_ref()?.as_ref();
        Some(list.into_iter().flat_map(|list| &list.0).map(|id| id.0.clone()).collect::<Vec<_>>())
    };
    let any = |ids: &Option<Vec<String>>| ids.as_ref().is_some_and(|ids| !ids.is_empty());
    let (departments, cost_centers) = (ids(&input.department_ids), ids(&input.cost_center_ids));
    if any(&departments) && rule_type != RuleType::DepartmentRouting {
        faults.add("/department_ids", "is only for Department Routing");
    }
    if any(&cost_centers) && rule_type != RuleType::CostCenterRouting {
        faults.add("/cost_center_ids", "is only for Cost Center Routing");
    }
    Some(match (rule_type, before.map(|rule| &rule.kind)) {
        (RuleType::AmountThreshold, _) => RuleKind::AmountThreshold,
        (RuleType::DepartmentRouting, Some(RuleKind::DepartmentRouting { department_ids }))
            if departments.is_none() =>
        {
            RuleKind::DepartmentRouting { department_ids: department_ids.clone() }
        }
        (RuleType::DepartmentRouting, _) => {
            RuleKind::DepartmentRouting { department_ids: departments.unwrap_or_default() }
        }
        (RuleType::CostCenterRouting, Some(RuleKind::CostCenterRouting { cost_center_ids }))
            if cost_centers.is_none() =>
        {
            RuleKind::CostCenterRouting { cost_center_ids: cost_center_ids.clone() }
        }
        (RuleType::CostCenterRouting, _) => {
            RuleKind::CostCenterRouting { cost_center_ids: cost_centers.unwrap_or_default() }
        }
    })
}

/// Who signs, with the field that the type needs and none that it does not (C25).
fn approver(input: &RuleUpdate, before: Option<&Rule>, faults: &mut Faults) -> Option<Approver> {
    let approver_type = input.approver_type.or_else(|| before.map(|rule| ApproverType::of(&rule.approver)))?;
    let role = input.approver_role.0.clone().flatten().map(String::from);
    let user = input.approver_user_id.0.clone().flatten().map(String::from);
    if role.is_some() && approver_type != ApproverType::Role {
        faults.add("/approver_role", "is only for approver_type role");
    }
    if user.is_some() && approver_type != ApproverType::User {
        faults.add("/approver_user_id", "is only for approver_type user");
    }
    match approver_type {
        ApproverType::Manager => Some(Approver::Manager),
        ApproverType::Role => {
            let stored = before.and_then(|rule| {
                if let Approver::Role { approver_role } = &rule.approver { Some(approver_role.clone()) } else { None }
            });
            let kept = if input.approver_role.0.is_none() { stored } else { None };
            role.or(kept).map(|approver_role| Approver::Role { approver_role }).or_else(|| {
                faults.add("/approver_role", "is required for approver_type role");
                None
            })
        }
        ApproverType::User => {
            let stored = before.and_then(|rule| {
                if let Approver::User { approver_user_id } = &rule.approver {
                    Some(approver_user_id.clone())
                } else {
                    None
                }
            });
            let kept = if input.approver_user_id.0.is_none() { stored } else { None };
            user.or(kept).map(|approver_user_id| Approver::User { approver_user_id }).or_else(|| {
                faults.add("/approver_user_id", "is required for approver_type user");
                None
            })
        }
    }
}
