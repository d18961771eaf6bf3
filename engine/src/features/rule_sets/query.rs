//! Rule sets and drafts of them. See docs/rules/rule-sets.md#versions.

use crate::approval::Rule;
use crate::approval::access::Actor;
use crate::approval::rule_set::{DraftStatus, RuleSet, RuleSetDraft};
use crate::books::command::Wants;
use crate::kernel::engine::Engine;
use crate::kernel::store::read::rule_sets;
use crate::values::error::{Error, Refusal};
use crate::values::page::{Page, PageRequest};

pub use crate::kernel::store::read::rule_sets::{cursor, draft_cursor};

/// What it takes to read them.
const RESOURCE: &str = "approval_rule";

impl Engine {
    /// One page of the sets that are or were in force, newest first.
    pub async fn list_rule_sets(&self, actor: &Actor, page: &PageRequest) -> Result<Page<RuleSet>, Error> {
        self.look_up(actor, RESOURCE, &Wants::default()).await?;
        Ok(rule_sets::list(&self.store.reader, page).await?)
    }

    /// One set with its rules.
    pub async fn read_rule_set(&self, actor: &Actor, number: i64) -> Result<(RuleSet, Vec<Rule>), Error> {
        self.look_up(actor, RESOURCE, &Wants::default()).await?;
        let set = rule_sets::one(&self.store.reader, number).await?;
        let rules = rule_sets::rules(&self.store.reader, number).await?;
        Ok(set.zip(rules).ok_or_else(|| Refusal::not_found("rule set", &number.to_string()))?)
    }

    /// Whether there is a set of this number, for a caller who may read it.
    pub async fn is_rule_set(&self, number: i64) -> Result<bool, Error> {
        Ok(rule_sets::one(&self.store.reader, number).await?.is_some())
    }

    /// One page of drafts, newest first, without their rules.
    pub async fn list_rule_drafts(
        &self,
        actor: &Actor,
        status: Option<DraftStatus>,
        page: &PageRequest,
    ) -> Result<Page<RuleSetDraft>, Error> {
        self.look_up(actor, RESOURCE, &Wants::default()).await?;
        Ok(rule_sets::drafts(&self.store.reader, status, page).await?)
    }
}
