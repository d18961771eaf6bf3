//! Rule sets: which approval rules were in force together. See docs/rules/rule-sets.md#versions.

use engine::approval::rule_set::RuleSet;
use engine::books::command::Takes;
use engine::features::rule_sets::query::cursor as cursor_of;
use poem_openapi::{OpenApi, param::Path, param::Query};

use crate::app::App;
use crate::auth::reads::{Readable, Reads};
use crate::feature::rule_sets::wire::{RuleSetRow, RuleSetView};
use crate::problem::Problem;
use crate::reply::{Ok200, Reply};
use crate::schema::page::{PageOf, filled, request};

/// Which approval rules were in force together.
pub struct RuleSetApi(pub App);

impl Readable for RuleSetApi {
    const TAKES: Takes = Takes::These(&[("approval_rule", "read")]);
}

#[OpenApi(prefix_path = "/approval-rule-sets")]
impl RuleSetApi {
    /// List the sets of approval rules
    ///
    /// Newest first: every set that is or ever was in force since sets are counted. Each change of a rule makes the next one, and so does
    /// a draft that is put in force.
    #[oai(path = "/", method = "get")]
    async fn list(
        &self,
        auth: Reads<Self>,
        /// 1 to 200; 50 when left out. A page of large rows ends before, at about 2 MiB, and `has_more` says so.
        limit: Query<Option<u64>>,
        /// The `next_cursor` of the page before.
        cursor: Query<Option<String>>,
        /// Also count all rows, as `total`.
        count: Query<Option<bool>>,
    ) -> Result<Reply<Ok200, PageOf<RuleSetRow>>, Problem> {
        let page = request(limit.0, cursor.0, count.0)?;
        let found = self.0.engine.list_rule_sets(&auth.0, &page).await?;
        Ok(filled(found, cursor_of, |set: RuleSet| RuleSetRow::from(&set)))
    }

    /// Read a set of approval rules
    ///
    /// With its rules as they stood. The plans of documents and change requests name their set as `rule_set`.
    #[oai(path = "/:rule_set", method = "get")]
    async fn read(&self, auth: Reads<Self>, rule_set: Path<u64>) -> Result<Reply<Ok200, RuleSetView>, Problem> {
        let number = i64::try_from(rule_set.0).unwrap_or(i64::MAX);
        let (set, rules) = self.0.engine.read_rule_set(&auth.0, number).await?;
        Ok(Reply::new(&RuleSetView::of(&set, &rules, self.0.engine.settings.base_currency)))
    }
}
