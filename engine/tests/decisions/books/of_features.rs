//! What a command sees of the records of features.

use std::collections::BTreeMap;
use std::sync::Arc;

use engine::approval::access::{Actor, UserId};
use engine::books::command::{Seen, Wanted, Wants};
use engine::books::exchange_rate::ExchangeRate;
use engine::books::queue::Task;
use engine::features::budgets::records as budgets;
use engine::features::close_tasks::records as close_tasks;
use engine::features::deferrals::model::Deferral;
use engine::features::deferrals::records as deferrals;
use engine::features::dimensions::records as dimensions;
use engine::features::exchange_rates::model as exchange_rates;
use engine::features::exchange_rates::model::{RateState, WantedRate};
use engine::features::fiscal_years::records as fiscal_years;
use engine::features::matching::rules::records as matching_rules;
use engine::features::reconciliation::model as reconciliation;
use engine::features::recurring::records as recurring;
use engine::features::replay::model as replay;
use engine::features::replay::model::{OwnReplays, WantedReplays};
use engine::features::report_layouts::records as report_layouts;
use engine::features::revaluations::records as revaluations;
use engine::features::rule_sets::model as rule_sets;
use engine::features::rule_sets::model::{RulesState, WantedRules};
use engine::kernel::records::one_row::{ById, FoundById, OneRow};

use super::Books;

impl Books {
    pub(super) fn of_features(&self, actor: &Actor, wants: &Wants) -> Seen {
        let mut seen = Seen::default();
        for wanted in &wants.of_features {
            if let Some(wanted) = wanted.own() {
                seen.put(reconciliation::FEATURE, Arc::new(self.session(wanted)));
            }
            if let Some(row) = wanted.own() {
                seen.put(exchange_rates::FEATURE, Arc::new(self.rate_state(row)));
            }
            if let Some(matching_rules::WantedRules { matching_rule_id }) = wanted.own() {
                let rule = self.matching_rules.get(matching_rule_id).cloned();
                let state = matching_rules::RuleState { rule, others_active: 0 };
                seen.put(matching_rules::FEATURE, Arc::new(state));
            }
            if let Some(years) = wanted.own() {
                seen.put(fiscal_years::FEATURE, Arc::new(crate::features::fiscal_years::words::seen(self, years)));
            }
            if let Some(wanted) = wanted.own() {
                let state = crate::features::revaluations::words::seen(self, wanted);
                seen.put(revaluations::FEATURE, Arc::new(state));
            }
            if let Some(recurring::WantedRecurring { recurring_document_id }) = wanted.own() {
                let recurring = self.recurring.get(recurring_document_id).cloned();
                seen.put(recurring::FEATURE, Arc::new(recurring::RecurringState { recurring }));
            }
            if let Some(deferrals::WantedDeferral { deferral_id, of_line }) = wanted.own() {
                let deferral = self.deferrals.get(deferral_id).cloned();
                let is_of = |of: &&Deferral| of_line.as_ref() == Some(&(of.source.clone(), of.line_number));
                let of_line = self.deferrals.values().filter(is_of).cloned().collect();
                seen.put(deferrals::FEATURE, Arc::new(deferrals::DeferralState { deferral, of_line }));
            }
            if let Some(wanted) = wanted.own() {
                seen.put(close_tasks::FEATURE, Arc::new(crate::features::close_tasks::seen(self, wanted)));
            }
            if let Some(wanted) = wanted.own() {
                seen.put(dimensions::FEATURE, Arc::new(crate::features::dimensions::seen(self, wanted)));
            }
            if let Some(wanted) = wanted.own() {
                seen.put(budgets::FEATURE, Arc::new(crate::features::budgets::seen(self, wanted)));
            }
            if let Some(wanted) = wanted.own() {
                seen.put(report_layouts::FEATURE, Arc::new(crate::features::report_layouts::seen(self, wanted)));
            }
            put_row(&mut seen, wanted.as_ref(), &self.catalog.exceptions);
            put_row(&mut seen, wanted.as_ref(), &self.catalog.tax_codes);
            put_row(&mut seen, wanted.as_ref(), &self.catalog.payment_terms);
            put_row(&mut seen, wanted.as_ref(), &self.catalog.write_off_rules);
            if let Some(WantedReplays) = wanted.own() {
                seen.put(replay::FEATURE, Arc::new(OwnReplays(self.replays_of(&actor.user_id).collect())));
            }
            if let Some(WantedRules { draft_id, rules_of_set }) = wanted.own() {
                let draft = draft_id.as_ref().and_then(|id| self.drafts.get(id)).cloned();
                let rules_of_set = rules_of_set.and_then(|number| self.sets.get(&number)).cloned();
                seen.put(rule_sets::FEATURE, Arc::new(RulesState { draft, rules_of_set }));
            }
        }
        seen
    }

    /// Those that wait: none runs here.
    fn replays_of<'a>(&'a self, who: &'a UserId) -> impl Iterator<Item = String> + 'a {
        let own = self.waiting().filter(move |job| UserId::from(job.created_by.as_str()) == *who);
        own.filter_map(|job| match &job.task {
            Task::Replay { replay_id } => Some(replay_id.clone()),
            _ => None,
        })
    }

    fn rate_state(&self, row: &WantedRate) -> RateState {
        let rate = |is_meant: &dyn Fn(&&ExchangeRate) -> bool| self.rates.iter().find(is_meant).cloned();
        RateState {
            rate: rate(&|rate| rate.exchange_rate_id == row.exchange_rate_id),
            of_day: rate(&|rate| row.day == Some((rate.currency, rate.date))),
        }
    }
}

/// The record that is asked about, where it is one of these.
fn put_row<R: OneRow>(seen: &mut Seen, wanted: &dyn Wanted, all: &BTreeMap<String, R>) {
    if let Some(wanted) = wanted.own::<ById<R>>() {
        seen.put(R::FEATURE, Arc::new(FoundById(all.get(&wanted.id).cloned())));
    }
}
