//! A decision's effects, written into the books. What is written over another version than the one before is a fault of the
//! decision: the store would read and decide again, for ever.

use std::sync::Arc;

use engine::approval::access::{Directory, User};
use engine::approval::rule_set::DraftStatus;
use engine::books::change_request::ChangeRequest;
use engine::books::cleared::{Mark, MarkedBy};
use engine::books::command::{Change, Changed, Effects};
use engine::books::document::Document;
use engine::books::ledger::Posting;
use engine::books::party::Party;
use engine::books::queue::{JobEnd, JobRecord, JobState, NewJob};
use engine::features::budgets::records::BudgetChange;
use engine::features::close_tasks::records::TaskChange;
use engine::features::deferrals::records::DeferralChange;
use engine::features::dimensions::records::DimensionChange;
use engine::features::exchange_rates::model::SavedRate;
use engine::features::fiscal_years::records::ChangedYear;
use engine::features::matching::rules::records::RuleChange;
use engine::features::reconciliation::model::SessionChange;
use engine::features::recurring::records::RecurringChange;
use engine::features::replay::model::BeginReplay;
use engine::features::report_layouts::records::LayoutChange;
use engine::features::rule_sets::model::RuleSetChange;
use engine::kernel::records::one_row::Saved;
use engine::values::clock::Timestamp;
use engine::values::payment_terms::PaymentTerms;
use engine::values::period_exception::PeriodException;
use engine::values::tax_code::TaxCode;
use engine::values::write_off_rule::WriteOffRule;

use super::Books;

impl Books {
    pub(super) fn write(&mut self, effects: &Effects) {
        for change in &effects.changes {
            self.change(change);
        }
        // The rules that come rest on those that stand, and on the people.
        let scheduled = self.drafts.values().find(|draft| draft.stage.status() == DraftStatus::Scheduled);
        Arc::make_mut(&mut self.catalog).schedule(scheduled);
        self.jobs.extend(effects.jobs.iter().map(|new| queued(new, effects.at)));
        self.trail.extend(effects.audit.iter().cloned());
    }

    fn change(&mut self, change: &Change) {
        match change {
            Change::InsertDocument(document) => self.insert(document),
            Change::UpdateDocument { document, .. } => self.update(document),
            Change::DeleteDocument { key, version, .. } => {
                let gone = self.documents.remove(key).unwrap_or_else(|| panic!("{key:?} is not there"));
                assert_eq!(gone.version, *version, "{key:?}");
                self.signatures.retain(|signature| signature.key != *key);
            }
            Change::Sign(signature) => self.signatures.push(signature.clone()),
            Change::Post(posting) => self.post(posting),
            Change::Apply(application) => self.applications.push(application.clone()),
            Change::SaveParty { party, .. } => self.save_party(party),
            Change::RecordDocumentType(kind) => drop(self.known_types.insert(*kind)),
            Change::EndJob { job_id, end, .. } => self.end_job(job_id, end),
            Change::SaveChangeRequest(request) => self.save_request(request),
            Change::OfFeature(change) => self.change_of_feature(&**change),
            Change::RetryJob(record) => {
                let job = self.job(&record.job_id);
                (job.state, job.starts) = (JobState::Queued, 0);
            }
            Change::SaveAccount(_)
            | Change::DeleteAccount(_)
            | Change::SaveRule(_)
            | Change::SaveRole(_)
            | Change::DeleteRole(_)
            | Change::SaveUser(_)
            | Change::SaveDelegation(_)
            | Change::SavePeriod(_)
            | Change::DeletePeriod(_) => self.change_catalog(change),
        }
    }

    fn change_of_feature(&mut self, change: &dyn Changed) {
        if let Some(change) = change.own::<SessionChange>() {
            self.reconcile(change);
        } else if let Some(change) = change.own::<RuleSetChange>() {
            self.change_rules(change);
        } else if let Some(SavedRate(rate)) = change.own() {
            self.rates.retain(|other| other.exchange_rate_id != rate.exchange_rate_id);
            self.rates.push(rate.clone());
        } else if let Some(year) = change.own::<ChangedYear>() {
            crate::features::fiscal_years::words::kept(self, year);
        } else if let Some(RuleChange(rule)) = change.own() {
            let before = self.matching_rules.insert(rule.matching_rule_id.clone(), (**rule).clone());
            assert_eq!(rule.version, before.map_or(1, |before| before.version + 1), "the version of a matching rule");
        } else if let Some(RecurringChange(recurring)) = change.own() {
            let before = self.recurring.insert(recurring.recurring_document_id.clone(), (**recurring).clone());
            let version = before.map_or(1, |before| before.version + 1);
            assert_eq!(recurring.version, version, "the version of a recurring document");
        } else if let Some(DeferralChange(deferral)) = change.own() {
            let before = self.deferrals.insert(deferral.deferral_id.clone(), (**deferral).clone());
            assert_eq!(deferral.version, before.map_or(1, |before| before.version + 1), "the version of a deferral");
        } else if let Some(exception) = change.own::<Saved<PeriodException>>() {
            crate::features::period_exceptions::kept(self, exception);
        } else if let Some(code) = change.own::<Saved<TaxCode>>() {
            crate::features::tax_codes::kept(self, code);
        } else if let Some(terms) = change.own::<Saved<PaymentTerms>>() {
            crate::features::payment_terms::kept(self, terms);
        } else if let Some(rule) = change.own::<Saved<WriteOffRule>>() {
            crate::features::write_offs::kept(self, rule);
        } else if let Some(change) = change.own::<TaskChange>() {
            crate::features::close_tasks::kept(self, change);
        } else if let Some(change) = change.own::<DimensionChange>() {
            crate::features::dimensions::kept(self, change);
        } else if let Some(change) = change.own::<BudgetChange>() {
            crate::features::budgets::kept(self, change);
        } else if let Some(change) = change.own::<LayoutChange>() {
            crate::features::report_layouts::kept(self, change);
        } else {
            // A replay stands beside the books.
            assert!(change.own::<BeginReplay>().is_some(), "no table is about {change:?}");
        }
    }

    fn change_rules(&mut self, change: &RuleSetChange) {
        match change {
            RuleSetChange::Begin(set) => {
                let catalog = Arc::make_mut(&mut self.catalog);
                assert_eq!(set.number, catalog.rule_set + 1, "the number of a set");
                catalog.rule_set = set.number;
                self.sets.insert(set.number, catalog.rules.values().cloned().collect());
            }
            RuleSetChange::SaveDraft(draft) => {
                let before = self.drafts.insert(draft.draft_id.clone(), draft.clone());
                assert_eq!(draft.version, before.map_or(1, |before| before.version + 1), "the version of a draft");
            }
            RuleSetChange::DeleteDraft(id) => drop(self.drafts.remove(id).expect("a draft")),
        }
    }

    fn change_catalog(&mut self, change: &Change) {
        let catalog = Arc::make_mut(&mut self.catalog);
        match change {
            Change::SaveAccount(account) => catalog.accounts.insert(account.clone()),
            Change::DeleteAccount(id) => drop(catalog.accounts.remove(id).expect("an account")),
            Change::SaveRule(rule) => drop(catalog.rules.insert(rule.rule_id.clone(), *rule.clone())),
            Change::SaveRole(role) => drop(catalog.roles.insert(role.role_id.clone(), role.clone())),
            Change::DeleteRole(id) => drop(catalog.roles.remove(id).expect("a role")),
            Change::SaveUser(user) => {
                let others: Vec<User> =
                    catalog.users.values().filter(|other| !other.user_id.is_spelt_as(&user.user_id)).cloned().collect();
                catalog.users = Directory::default();
                others.into_iter().chain([user.clone()]).for_each(|user| catalog.users.insert(user));
            }
            Change::SaveDelegation(given) => {
                drop(catalog.delegations.insert(given.delegation_id.clone(), *given.clone()));
            }
            Change::SavePeriod(period) => drop(catalog.periods.insert(period.period_id.clone(), *period.clone())),
            Change::DeletePeriod(id) => drop(catalog.periods.remove(id).expect("a period")),
            other => panic!("{other:?} is not about the catalog"),
        }
    }

    fn insert(&mut self, document: &Document) {
        let before = self.documents.insert(document.key.clone(), document.clone());
        assert!(before.is_none(), "{:?} was there", document.key);
    }

    fn update(&mut self, document: &Document) {
        let before = self.documents.insert(document.key.clone(), document.clone());
        let before = before.unwrap_or_else(|| panic!("{:?} is not there", document.key));
        assert_eq!(document.version, before.version + 1, "the version of {:?}", document.key);
    }

    fn post(&mut self, posting: &Posting) {
        let twice = self.postings.iter().any(|other| (&other.source, other.kind) == (&posting.source, posting.kind));
        assert!(!twice, "{:?} was posted before", posting.source);
        self.postings.push(posting.clone());
    }

    fn save_party(&mut self, party: &Party) {
        let key = (party.kind, party.party_id.clone());
        let catalog = Arc::make_mut(&mut self.catalog);
        match &party.user_id {
            Some(user_id) => drop(catalog.linked.insert(key.clone(), user_id.clone())),
            None => drop(catalog.linked.remove(&key)),
        }
        self.parties.insert(key, party.clone());
    }

    fn save_request(&mut self, request: &ChangeRequest) {
        let same = |other: &ChangeRequest| other.change_request_id == request.change_request_id;
        let before = self.requests.iter().position(same);
        assert_eq!(request.version, before.map_or(1, |at| self.requests[at].version + 1));
        match before {
            Some(at) => self.requests[at] = request.clone(),
            None => self.requests.push(request.clone()),
        }
    }

    fn job(&mut self, job_id: &str) -> &mut JobRecord {
        self.jobs.iter_mut().find(|job| job.job_id == job_id).unwrap_or_else(|| panic!("there is no job {job_id}"))
    }

    /// A job that ended already keeps its first end.
    pub(super) fn end_job(&mut self, job_id: &str, end: &JobEnd) {
        let job = self.job(job_id);
        if !job.state.is_ended() {
            job.state = if matches!(end, JobEnd::Done(_)) { JobState::Done } else { JobState::Refused };
            job.end = Some(end.clone());
        }
    }

    fn reconcile(&mut self, change: &SessionChange) {
        use SessionChange as C;
        match change {
            C::Insert(session) | C::Update(session) => {
                let before = self.sessions.insert(session.reconciliation_id.clone(), session.clone());
                assert_eq!(session.version, before.map_or(1, |before| before.version + 1));
            }
            C::Delete { reconciliation_id, version } => {
                let gone = self.sessions.remove(reconciliation_id).expect("a session");
                assert_eq!(gone.version, *version);
                let own = MarkedBy::Session(reconciliation_id.clone());
                self.marks.retain(|mark| mark.by != own);
            }
            C::Mark { marks, .. } => self.marks.extend(marks.iter().cloned()),
            C::Unmark { account_id, keys, .. } => {
                self.marks.retain(|mark| mark.account_id != *account_id || !keys.contains(&mark.key));
            }
            C::Lock { account_id, up_to, completed_in, at } => {
                for mark in &mut self.marks {
                    if mark.account_id == *account_id && mark.cleared_date <= *up_to && mark.completed_in.is_none() {
                        mark.completed_in = Some((completed_in.clone(), *at));
                    }
                }
            }
            C::Unlock { completed_in } => {
                let locked = |mark: &&mut Mark| mark.completed_in.as_ref().is_some_and(|(id, _)| id == completed_in);
                self.marks.iter_mut().filter(locked).for_each(|mark| mark.completed_in = None);
            }
        }
    }
}

fn queued(new: &NewJob, at: Timestamp) -> JobRecord {
    JobRecord {
        job_id: new.job_id.clone(),
        task: new.task.clone(),
        state: JobState::Queued,
        starts: 0,
        last_error: None,
        end: None,
        created_at: at,
        created_by: new.created_by.clone(),
        started_at: None,
        finished_at: None,
    }
}
