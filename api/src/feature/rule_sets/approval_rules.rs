//! Approval rules: data that the engine turns into routing plans. See docs/rules/approval.md#matching.

mod draft;
pub mod proposed;
mod proving;
mod supposed;

use std::collections::BTreeSet;

use engine::approval::Rule;
use engine::approval::proof::plan::weaknesses;
use engine::approval::routing::{is_guarded, report, route};
use engine::approval::subject::Subject;
use engine::books::action::rate;
use engine::books::action::submit;
use engine::books::command::wants::{AddsUp, PaidSince, RateOf};
use engine::books::command::{Takes, Wants};
use engine::features::rule_sets::commands::rule::{DeactivateRule, SaveRule};
use engine::values::error::Refusal;
use engine::values::kind::{DocumentKey, DocumentKind, GovernedAction, GovernedType};
use engine::values::money::Currency;
use engine::values::page::{Cursor, slice};
use poem::Request;
use poem_openapi::types::ToJSON;
use poem_openapi::{OpenApi, param::Path, param::Query};

use self::draft::{amount_of, draft};
use self::proposed::{given_rules, required_rules};
use self::proving::{premises, proof, shows_people};
use self::supposed::{concerned, could_be_signed, supposed};

use crate::app::App;
use crate::auth::Auth;
use crate::auth::reads::{Readable, Reads};
use crate::body::{Body, Edit};
use crate::call::Call;
use crate::feature::trail;
use crate::headers::{IdempotencyKey, IfMatch};
use crate::problem::Problem;
use crate::problem::refused::Refused;
use crate::reply::{Created201, NoContent, Ok200, Reply};
use crate::schema::Id;
use crate::schema::coverage::{CoverageView, PlanWeakness};
use crate::schema::document_type::DocumentType;
use crate::schema::governed::{RuleAction, RuleDocumentType};
use crate::schema::page::{PageOf, filled, request};
use crate::schema::plan::Plan;
use crate::schema::rule::{CoverageInput, RuleInput, RuleOutcome, RuleUpdate, RuleView, SimulateInput, Simulation};
use crate::schema::trail::Trail;
use crate::spec::PREFIX;

/// Approval rules.
pub struct ApprovalRuleApi(pub App);

impl ApprovalRuleApi {
    fn base(&self) -> Currency {
        self.0.engine.settings.base_currency
    }
}

impl Readable for ApprovalRuleApi {
    const TAKES: Takes = Takes::These(&[("approval_rule", "read")]);
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
    #[allow(clippy::too_many_arguments, reason = "each is a part of the request")]
    async fn list(
        &self,
        auth: Reads<Self>,
        /// Only rules for this document type, those for several types included.
        document_type: Query<Option<RuleDocumentType>>,
        /// Only rules that guard this action.
        action: Query<Option<RuleAction>>,
        /// Only active, or only inactive, rules.
        is_active: Query<Option<bool>>,
        /// 1 to 200; 50 when left out. A page of large rows ends before, at about 2 MiB, and `has_more` says so.
        limit: Query<Option<u64>>,
        /// The `next_cursor` of the page before.
        cursor: Query<Option<String>>,
        /// Also count all rows, as `total`.
        count: Query<Option<bool>>,
    ) -> Result<Reply<Ok200, PageOf<RuleView>>, Problem> {
        let seen = self.0.look(&auth, &Wants::default()).await?;
        let page = request(limit.0, cursor.0, count.0)?;
        let wanted = |rule: &&Rule| {
            document_type.0.is_none_or(|only| rule.governs.includes(only.0))
                && action.0.is_none_or(|only| only.0 == rule.action)
                && is_active.0.is_none_or(|only| only == rule.is_active)
        };
        let rules = seen.catalog.rules.values().filter(wanted);
        let at = |rule: &&Rule| Cursor { at: rule.created_at.micros(), id: rule.rule_id.clone() };
        Ok(filled(slice(rules, &page, at), at, |rule| RuleView::of(rule, self.base())))
    }

    /// What a type's rules leave open
    ///
    /// A proof over all documents of the type that there may be, conditions and all. Each finding has a `witness`, an example that
    /// `simulate` takes as it is. What is not listed is not there, except about rules that are `undecided`, and beyond 200 of a kind,
    /// which `left_out` counts.
    ///
    /// A document has a currency, an author, at least one line with an account (a payment has that of its money), and the party or entry
    /// type of its type. Ids that the books do not know yet count as possible. Whether people could sign goes by what is recorded of
    /// them today; findings about a role that is recorded of nobody are `unknown`.
    #[oai(path = "/coverage", method = "get", operation_id = "getApprovalRuleCoverage")]
    async fn coverage(
        &self,
        auth: Reads<Self>,
        document_type: Query<DocumentType>,
    ) -> Result<Reply<Ok200, CoverageView>, Problem> {
        let seen = self.0.look(&auth, &Wants::default()).await?;
        let found = proof(document_type.0.into(), None, &seen).await?;
        Ok(Reply::new(&CoverageView::of(document_type.0, &found, shows_people(&seen), self.base())))
    }

    /// What rules would leave open if they were saved
    ///
    /// The same proof over the `rules` of the body, which stand in place of all that are saved; each is checked as a new one. Rules that
    /// are inactive, of another type or guard another action than `submit` count as little as saved ones. Nothing is changed.
    #[oai(path = "/coverage", method = "post", operation_id = "proveApprovalRules")]
    async fn prove(
        &self,
        auth: Reads<Self>,
        raw: &Request,
        key: IdempotencyKey,
        body: Body<CoverageInput>,
    ) -> Result<Reply<Ok200, CoverageView>, Problem> {
        let call = Call::new(Auth(auth.0.clone()), raw, key, IfMatch(None), &body.raw);
        let (input, mut faults) = body.into_parts();
        let given = required_rules(input.rules, input.draft_id, self.base(), &mut faults);
        let seen = self.0.look(&auth, &given.wants()).await?;
        let rules = given.rules(&seen, &mut faults);
        let kinds: BTreeSet<DocumentKind> = rules.iter().flat_map(Rule::routed_types).collect();
        let only = kinds.first().filter(|_| kinds.len() == 1).copied();
        if input.document_type.is_none() && only.is_none() && faults.is_empty() {
            faults.add("/document_type", "is required where the rules are not all for one type");
        }
        let Some(kind) = input.document_type.map(DocumentKind::from).or(only).filter(|_| faults.is_empty()) else {
            return Err(Problem::invalid(faults));
        };
        let found = proof(kind, Some(rules), &seen).await?;
        let view = CoverageView::of(kind.into(), &found, shows_people(&seen), self.base());
        self.0.kept(call, Reply::new(&view)).await
    }

    /// What the rules would ask of a document
    ///
    /// Give a stored document's `document_id`, or an `amount` in base currency with what rules look at. The answer has the plan, or the
    /// refusal that a submission would get, for every rule whether it matched or why not, and what is weak about the plan. `rules` stand
    /// in place of those that are saved, without being saved. A draft's exchange rate is held against the table, its
    /// `exchange_rate_reason` counts as if whoever submits it may override.
    #[oai(path = "/simulate", method = "post", operation_id = "simulateApprovalRules")]
    async fn simulate(
        &self,
        auth: Reads<Self>,
        raw: &Request,
        key: IdempotencyKey,
        body: Body<SimulateInput>,
    ) -> Result<Reply<Ok200, Simulation>, Problem> {
        let call = Call::new(Auth(auth.0.clone()), raw, key, IfMatch(None), &body.raw);
        let (mut input, mut faults) = body.into_parts();
        let given = given_rules(input.rules.take(), input.draft_id.take(), self.base(), &mut faults);
        let Some(document_type) = input.document_type.0 else { return Err(Problem::invalid(faults)) };
        let of = GovernedType::from(document_type);
        let action = input.action.map_or(GovernedAction::Submit, Into::into);
        if !of.has(action) {
            let actions: Vec<&str> = of.actions().map(GovernedAction::name).collect();
            faults.add("/action", format!("must be one of {} for {}", actions.join(", "), of.name()));
        }
        let document_id = input.document_id.as_ref().filter(|_| of.document().is_some());
        if document_id.is_none() && input.document_id.is_some() {
            faults.add("/document_id", "is for documents only");
        }
        let document_key = of.document().zip(document_id).map(|(kind, id)| DocumentKey::new(kind, id.0.clone()));
        let of_features = given.as_ref().map(|given| given.wants().of_features).unwrap_or_default();
        let wants = document_key.as_ref().map_or_else(Wants::default, |key| Wants {
            table_rate: Some(RateOf::Document(key.clone())),
            adds_up: Some(AddsUp::Document(key.clone())),
            party_names: true,
            paid_since_change: PaidSince::of_document(key),
            ..Wants::document(key)
        });
        let seen = self.0.look(&auth, &Wants { of_features, ..wants }).await?;
        let document = match &document_key {
            Some(key) => {
                seen.require(key.kind.name(), "read")?;
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
                if of.document().is_none() {
                    faults.add("/amount", "is for documents only");
                }
                Subject::of_amount(of, amount.unwrap_or_default(), None)
            }
            (None, None) => {
                if of.document().is_some() {
                    faults.add("/amount", "is required without a document_id");
                }
                Subject::without_amount(of, action)
            }
        };
        let subject = subject.to_be(action);
        let subject = supposed(subject, &input, document.is_some(), &seen.catalog, &mut faults);
        let subject = subject.after(&seen.earlier, seen.now);
        let sent = given.map(|given| given.rules(&seen, &mut faults));
        faults.or(())?;
        if input.submitted_by.as_ref().is_some_and(|other| other.0 != auth.0.user_id) {
            // The plan names the submitter's manager, as the directory does.
            seen.require("user", "read")?;
        }
        let submitter = input.submitted_by.as_ref().map_or(&auth.0.user_id, |id| &id.0);
        let superiors = seen.catalog.superiors(submitter, of);
        let rules: Vec<&Rule> =
            sent.as_ref().map_or_else(|| seen.catalog.rules.values().collect(), |sent| sent.iter().collect());
        let rule_set = sent.is_none().then_some(seen.catalog.rule_set);
        let routed = rate_override.and_then(|_| route(&subject, rules.iter().copied(), &superiors));
        let concerned = concerned(&input, document, submitter, &seen);
        let weak_steps = routed.as_ref().ok().filter(|_| shows_people(&seen)).map(|plan| {
            let weak = weaknesses(plan, of, &concerned, &premises(&seen));
            weak.into_iter().map(PlanWeakness::from).collect()
        });
        let plan = routed.and_then(|plan| could_be_signed(&plan, of, &concerned, &seen).map(|()| plan));
        let is_guarded = action == GovernedAction::Submit || is_guarded(&subject, rules.iter().copied());
        let told = report(&subject, rules, plan.as_ref().ok());
        let simulation = Simulation {
            document_type,
            action: action.into(),
            is_guarded,
            amount: crate::schema::document::shared::amount(subject.amount, self.base()),
            required_approval_level: plan.as_ref().ok().map(|plan| plan.required_level),
            plan: plan.as_ref().ok().map(|plan| Plan { rule_set, ..Plan::from(plan) }),
            beneficiaries: concerned.beneficiaries.iter().map(ToString::to_string).collect(),
            refusal: plan.as_ref().err().map(|refusal| refusal.code().to_owned()),
            detail: plan.as_ref().err().map(Refusal::detail),
            rules: told.into_iter().map(RuleOutcome::from).collect(),
            weak_steps,
        };
        self.0.kept(call, Reply::new(&simulation)).await
    }

    /// Read an approval rule
    ///
    /// As it stands now; `history` has the versions before.
    #[oai(path = "/:rule_id", method = "get")]
    async fn read(&self, auth: Reads<Self>, rule_id: Path<Id>) -> Result<Reply<Ok200, RuleView>, Problem> {
        let seen = self.0.look(&auth, &Wants::default()).await?;
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
        let render = move |rule: &Rule| Reply::new(&RuleView::of(rule, base));
        Ok(self.0.run::<_, Ok200, RuleView>(call, command, render).await?.into())
    }

    /// Every version of an approval rule
    ///
    /// Oldest first; `details.rule` is the rule as a GET answered it after each change.
    #[oai(path = "/:rule_id/history", method = "get")]
    async fn history(&self, auth: Reads<Self>, rule_id: Path<Id>) -> Result<Reply<Ok200, Trail>, Problem> {
        self.trail(auth, rule_id).await
    }

    /// Everything that was done to an approval rule
    ///
    /// Oldest first, with the rule as it stood after each change.
    #[oai(path = "/:rule_id/audit-trail", method = "get")]
    async fn audit_trail(&self, auth: Reads<Self, true>, rule_id: Path<Id>) -> Result<Reply<Ok200, Trail>, Problem> {
        self.trail(auth, rule_id).await
    }
}

impl ApprovalRuleApi {
    async fn trail<const GONE: bool>(
        &self,
        auth: Reads<Self, GONE>,
        rule_id: Path<Id>,
    ) -> Result<Reply<Ok200, Trail>, Problem> {
        let seen = self.0.look(&auth, &Wants::default()).await?;
        if !seen.catalog.rules.contains_key(rule_id.0.0.as_str()) {
            return Err(Refusal::not_found("approval rule", &rule_id.0).into());
        }
        trail::of_known(&self.0, "approval_rule", &rule_id.0).await
    }
}
