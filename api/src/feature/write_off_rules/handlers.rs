//! Write-off rules. See docs/rules/write-offs.md#write-off-rules.

use engine::approval::catalog::Catalog;
use engine::books::command::{Snapshot, Takes};
use engine::features::write_off_rules::commands::SaveWriteOffRule;
use engine::values::error::Faults;
use engine::values::money::Currency;
use engine::values::page::Cursor;
use engine::values::write_off_rule::{RESOURCE, WriteOffRule};
use poem::Request;
use poem_openapi::{OpenApi, param::Path, param::Query};

use crate::app::App;
use crate::auth::Auth;
use crate::auth::reads::{Readable, Reads};
use crate::body::{Body, Edit};
use crate::feature::master;
use crate::feature::master::{InCatalog, Master};
use crate::feature::write_off_rules::wire::{WriteOffRuleInput, WriteOffRuleUpdate, WriteOffRuleView};
use crate::headers::{IdempotencyKey, IfMatch};
use crate::order::about::About;
use crate::problem::Problem;
use crate::problem::refused::Refused;
use crate::reply::{Created201, Ok200, Reply};
use crate::schema::Id;
use crate::schema::page::{PageOf, request};
use crate::schema::trail::Trail;

/// Write-off rules, as master data.
pub struct AllRules;

impl Readable for AllRules {
    const TAKES: Takes = Takes::These(&[(RESOURCE, "read")]);
}

impl Master for AllRules {
    type Record = WriteOffRule;
    type View = WriteOffRuleView;
    type Input = WriteOffRuleInput;
    type Update = WriteOffRuleUpdate;
    type Save = SaveWriteOffRule;
    const PATH: &'static str = "/write-off-rules";
    const ABOUT: About = About::WriteOffRules;

    fn find(seen: &Snapshot, id: &str) -> Option<WriteOffRule> {
        seen.catalog.write_off_rules.get(id).cloned()
    }

    fn view(record: &WriteOffRule, _: Currency) -> WriteOffRuleView {
        WriteOffRuleView::from(record)
    }

    fn place(rule: &WriteOffRule) -> (String, i64) {
        (rule.write_off_rule_id.clone(), rule.version)
    }

    fn create(input: WriteOffRuleInput, faults: Faults) -> SaveWriteOffRule {
        let (write_off_rule_id, fields) = input.into_fields();
        SaveWriteOffRule { write_off_rule_id, fields, create: true, faults }
    }

    fn update(write_off_rule_id: String, input: WriteOffRuleUpdate, faults: Faults) -> SaveWriteOffRule {
        SaveWriteOffRule { write_off_rule_id, fields: input.into(), create: false, faults }
    }
}

impl InCatalog for AllRules {
    fn rows(catalog: &Catalog) -> impl Iterator<Item = &WriteOffRule> {
        catalog.write_off_rules.values()
    }

    fn at(rule: &WriteOffRule) -> Cursor {
        Cursor { at: rule.created_at.micros(), id: rule.write_off_rule_id.clone() }
    }
}

/// Write-off rules.
pub struct WriteOffRuleApi(pub App);

#[OpenApi(prefix_path = "/write-off-rules")]
impl WriteOffRuleApi {
    /// Make a write-off rule
    ///
    /// A payment in its currency that names it may write off as much, where nothing stays due then.
    #[oai(path = "/", method = "post")]
    async fn create(
        &self,
        auth: Auth,
        raw: &Request,
        key: IdempotencyKey,
        body: Body<WriteOffRuleInput>,
    ) -> Result<Reply<Created201, WriteOffRuleView>, Refused<SaveWriteOffRule, true>> {
        master::create::<AllRules>(&self.0, auth, raw, key, body).await
    }

    /// List write-off rules
    ///
    /// The newest first.
    #[oai(path = "/", method = "get")]
    async fn list(
        &self,
        auth: Reads<AllRules>,
        /// Only those that are, or are not.
        is_active: Query<Option<bool>>,
        /// 1 to 200; 50 when left out. A page of large rows ends before, at about 2 MiB, and `has_more` says so.
        limit: Query<Option<u64>>,
        /// The `next_cursor` of the page before.
        cursor: Query<Option<String>>,
        /// Also count all rows, as `total`.
        count: Query<Option<bool>>,
    ) -> Result<Reply<Ok200, PageOf<WriteOffRuleView>>, Problem> {
        let page = request(limit.0, cursor.0, count.0)?;
        let is_wanted = |rule: &WriteOffRule| is_active.0.is_none_or(|wanted| rule.is_active == wanted);
        master::list::<AllRules>(&self.0, &auth, &page, is_wanted).await
    }

    /// Read a write-off rule
    ///
    /// Its `version` is the `ETag`.
    #[oai(path = "/:write_off_rule_id", method = "get")]
    async fn read(
        &self,
        auth: Reads<AllRules>,
        write_off_rule_id: Path<Id>,
    ) -> Result<Reply<Ok200, WriteOffRuleView>, Problem> {
        master::read::<AllRules>(&self.0, &auth, &write_off_rule_id.0).await
    }

    /// Change a write-off rule
    ///
    /// Payments that are not approved yet are asked anew.
    #[oai(path = "/:write_off_rule_id", method = "put")]
    async fn update(
        &self,
        auth: Auth,
        raw: &Request,
        write_off_rule_id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        body: Edit<WriteOffRuleUpdate>,
    ) -> Result<Reply<Ok200, WriteOffRuleView>, Refused<SaveWriteOffRule>> {
        master::update::<AllRules>(&self.0, auth, raw, &write_off_rule_id.0, (key, if_match), body).await
    }

    /// Everything that was done to the write-off rule
    ///
    /// Oldest first, with the rule after each change.
    #[oai(path = "/:write_off_rule_id/audit-trail", method = "get")]
    async fn audit_trail(
        &self,
        auth: Reads<AllRules, true>,
        write_off_rule_id: Path<Id>,
    ) -> Result<Reply<Ok200, Trail>, Problem> {
        master::audit_trail::<AllRules>(&self.0, &auth, &write_off_rule_id.0).await
    }
}
