//! Matching rules, as master data, and the rules that earlier decisions speak for.

use engine::books::command::{Snapshot, Takes};
use engine::features::matching::rules::model::{ID_PREFIX, MatchingRule, RESOURCE};
use engine::features::matching::rules::reads::cursor as cursor_of;
use engine::features::matching::rules::records::{FEATURE, RuleState};
use engine::features::matching::rules::save::SaveMatchingRule;
use engine::values::error::Faults;
use engine::values::money::Currency;
use poem::Request;
use poem_openapi::{OpenApi, param::Path, param::Query};

use crate::app::App;
use crate::auth::Auth;
use crate::auth::reads::{Readable, Reads};
use crate::body::{Body, Edit};
use crate::feature::master;
use crate::feature::master::Master;
use crate::feature::matching::rules::wire::{
    MatchingRuleInput, MatchingRuleOffers, MatchingRuleUpdate, MatchingRuleView, OfferView,
};
use crate::headers::{IdempotencyKey, IfMatch};
use crate::order::about::About;
use crate::problem::Problem;
use crate::problem::refused::Refused;
use crate::reply::{Created201, Ok200, Reply};
use crate::schema::Id;
use crate::schema::page::{PageOf, filled, request};
use crate::schema::trail::Trail;

/// Matching rules, as master data.
pub struct MatchingRules;

impl Readable for MatchingRules {
    const TAKES: Takes = Takes::These(&[(RESOURCE, "read")]);
}

impl Master for MatchingRules {
    type Record = MatchingRule;
    type View = MatchingRuleView;
    type Input = MatchingRuleInput;
    type Update = MatchingRuleUpdate;
    type Save = SaveMatchingRule;
    const PATH: &'static str = "/matching-rules";
    const ABOUT: About = About::MatchingRule;

    fn find(seen: &Snapshot, id: &str) -> Option<MatchingRule> {
        let state = seen.of_features.get::<RuleState>(FEATURE)?;
        state.rule.clone().filter(|rule| rule.matching_rule_id == id)
    }

    fn view(record: &MatchingRule, _: Currency) -> MatchingRuleView {
        MatchingRuleView::from(record)
    }

    fn place(rule: &MatchingRule) -> (String, i64) {
        (rule.matching_rule_id.clone(), rule.version)
    }

    fn create(input: MatchingRuleInput, faults: Faults) -> SaveMatchingRule {
        let (id, fields) = input.into_fields();
        let matching_rule_id = id.unwrap_or_else(|| engine::values::id::fresh(ID_PREFIX));
        SaveMatchingRule { matching_rule_id, fields, create: true, faults }
    }

    fn update(matching_rule_id: String, input: MatchingRuleUpdate, faults: Faults) -> SaveMatchingRule {
        SaveMatchingRule { matching_rule_id, fields: input.into(), create: false, faults }
    }
}

/// Matching rules.
pub struct MatchingRuleApi(pub App);

#[OpenApi]
impl MatchingRuleApi {
    /// Keep a matching rule
    ///
    /// What the company knows of lines of its bank statements: whose they are, or what an entry of them is. It asks for lines by the
    /// counterparty's account, by words, or both; it names a party or an account, or both. At most 1,000 are active.
    #[oai(path = "/matching-rules", method = "post")]
    async fn create(
        &self,
        auth: Auth,
        raw: &Request,
        key: IdempotencyKey,
        body: Body<MatchingRuleInput>,
    ) -> Result<Reply<Created201, MatchingRuleView>, Refused<SaveMatchingRule, true>> {
        master::create::<MatchingRules>(&self.0, auth, raw, key, body).await
    }

    /// List matching rules
    ///
    /// The newest first.
    #[oai(path = "/matching-rules", method = "get")]
    async fn list(
        &self,
        auth: Reads<MatchingRules>,
        /// Only those that are, or are not.
        is_active: Query<Option<bool>>,
        /// 1 to 200; 50 when left out. A page of large rows ends before, at about 2 MiB, and `has_more` says so.
        limit: Query<Option<u64>>,
        /// The `next_cursor` of the page before.
        cursor: Query<Option<String>>,
        /// Also count all rows, as `total`.
        count: Query<Option<bool>>,
    ) -> Result<Reply<Ok200, PageOf<MatchingRuleView>>, Problem> {
        let page = request(limit.0, cursor.0, count.0)?;
        let found = self.0.engine.list_matching_rules(&auth.0, is_active.0, &page).await?;
        Ok(filled(found, cursor_of, |rule| MatchingRuleView::from(&rule)))
    }

    /// Read a matching rule
    ///
    /// Its `version` is the `ETag`.
    #[oai(path = "/matching-rules/:matching_rule_id", method = "get")]
    async fn read(
        &self,
        auth: Reads<MatchingRules>,
        matching_rule_id: Path<Id>,
    ) -> Result<Reply<Ok200, MatchingRuleView>, Problem> {
        master::read::<MatchingRules>(&self.0, &auth, &matching_rule_id.0).await
    }

    /// Change a matching rule
    ///
    /// Or switch it off, with `is_active`. What was matched or made by it stays.
    #[oai(path = "/matching-rules/:matching_rule_id", method = "put")]
    async fn update(
        &self,
        auth: Auth,
        raw: &Request,
        matching_rule_id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        body: Edit<MatchingRuleUpdate>,
    ) -> Result<Reply<Ok200, MatchingRuleView>, Refused<SaveMatchingRule>> {
        master::update::<MatchingRules>(&self.0, auth, raw, &matching_rule_id.0, (key, if_match), body).await
    }

    /// Everything that was done to the matching rule
    ///
    /// Oldest first, with the rule after each change.
    #[oai(path = "/matching-rules/:matching_rule_id/audit-trail", method = "get")]
    async fn audit_trail(
        &self,
        auth: Reads<MatchingRules, true>,
        matching_rule_id: Path<Id>,
    ) -> Result<Reply<Ok200, Trail>, Problem> {
        master::audit_trail::<MatchingRules>(&self.0, &auth, &matching_rule_id.0).await
    }

    /// Which rules the decisions speak for
    ///
    /// After two like decisions about lines of the account, and none against them, a rule that says the same, and that nobody has kept yet.
    /// Kept as it is by `POST /matching-rules`, or changed first.
    #[oai(path = "/accounts/:account_id/matching-rule-offers", method = "get")]
    async fn offers(
        &self,
        auth: Reads<MatchingRules>,
        account_id: Path<Id>,
    ) -> Result<Reply<Ok200, MatchingRuleOffers>, Problem> {
        let offers = self.0.engine.matching_rule_offers(&auth.0, &account_id.0).await?;
        Ok(Reply::new(&MatchingRuleOffers { data: offers.iter().map(OfferView::from).collect() }))
    }
}
