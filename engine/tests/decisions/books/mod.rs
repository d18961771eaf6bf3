//! Books in memory: a command sees of them what it wants, decides, and its effects are written into them. No database.
//!
//! What [`sight`] shows is what the store's snapshot holds; `tests/it` holds the store to it on both databases.

mod demo;
mod of_features;
mod paid;
mod pen;
mod run;
mod sight;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use engine::approval::Rule;
use engine::approval::access::Actor;
use engine::approval::catalog::Catalog;
use engine::approval::rule_set::RuleSetDraft;
use engine::approval::signing::SelfApproval;
use engine::books::change_request::ChangeRequest;
use engine::books::cleared::Mark;
use engine::books::command::{Application, AuditEntry, Command, Effects, Settings, Signature, Snapshot, Wants};
use engine::books::document::Document;
use engine::books::exchange_rate::ExchangeRate;
use engine::books::ledger::Posting;
use engine::books::party::{Party, PartyKind};
use engine::books::queue::JobRecord;
use engine::books::request::{CarriedOut, RecordedCall};
use engine::features::close_tasks::model::CloseTask;
use engine::features::close_tasks::sign_off::SignOff;
use engine::features::deferrals::model::Deferral;
use engine::features::fiscal_years::model::FiscalYear;
use engine::features::matching::rules::model::MatchingRule;
use engine::features::reconciliation::model::Reconciliation;
use engine::features::recurring::model::RecurringDocument;
use engine::kernel::outcome::{Came, Failed, Outcome, outcome};
use engine::values::clock::Date;
use engine::values::error::Refusal;
use engine::values::kind::{DocumentKey, DocumentKind};
use engine::values::money::decimal_from_text;

use crate::words::{date, key};

/// Everything that the books hold.
#[derive(Clone)]
pub struct Books {
    pub settings: Settings,
    /// The machine's calendar day.
    pub today: Date,
    now: i64,
    pub catalog: Arc<Catalog>,
    /// The document types that are not new to them.
    pub known_types: BTreeSet<DocumentKind>,
    pub documents: BTreeMap<DocumentKey, Document>,
    pub parties: BTreeMap<(PartyKind, String), Party>,
    pub rates: Vec<ExchangeRate>,
    pub matching_rules: BTreeMap<String, MatchingRule>,
    pub years: BTreeMap<String, FiscalYear>,
    pub recurring: BTreeMap<String, RecurringDocument>,
    pub deferrals: BTreeMap<String, Deferral>,
    pub close_tasks: BTreeMap<String, CloseTask>,
    pub budgets: BTreeMap<String, crate::features::budgets::Kept>,
    pub layouts: BTreeMap<String, engine::features::report_layouts::model::ReportLayout>,
    /// By their ids.
    pub sign_offs: BTreeMap<String, SignOff>,
    pub postings: Vec<Posting>,
    pub applications: Vec<Application>,
    pub signatures: Vec<Signature>,
    pub sessions: BTreeMap<String, Reconciliation>,
    pub marks: Vec<Mark>,
    /// In the order in which they were made.
    pub jobs: Vec<JobRecord>,
    pub trail: Vec<AuditEntry>,
    /// In the order in which they were asked for.
    pub requests: Vec<ChangeRequest>,
    pub drafts: BTreeMap<String, RuleSetDraft>,
    /// The rules of each set, by its number.
    pub sets: BTreeMap<i64, Vec<Rule>>,
}

/// A command of whatever type; what it answers is told over HTTP.
pub trait Asked {
    fn wants(&self) -> Wants;
    /// What it leads to: where a rule guards it, that it is asked for by these words.
    fn decide(&self, wants: &Wants, snapshot: &Snapshot, how: &How) -> Result<Effects, Refusal>;
}

/// How a command is carried out.
#[derive(Clone)]
pub enum How {
    /// Asked for by a person, in these words.
    Said(String),
    /// By the job that carries out a change request.
    CarriesOut(CarriedOut),
}

impl<C: Command> Asked for C {
    fn wants(&self) -> Wants {
        Command::wants(self)
    }

    fn decide(&self, wants: &Wants, snapshot: &Snapshot, how: &How) -> Result<Effects, Refusal> {
        let call = match how {
            How::Said(words) => Some(said(words)),
            How::CarriesOut(_) => None,
        };
        let came = match how {
            How::Said(_) => Came::AskedFor(call.as_ref()),
            How::CarriesOut(carried) => Came::CarriedOut(carried),
        };
        match outcome(self, came, wants.target.as_ref(), snapshot) {
            Ok(Outcome { effects, .. }) => Ok(effects),
            Err(Failed::Refused(refusal)) => Err(refusal),
            Err(Failed::Unheard) => unreachable!("it is said"),
        }
    }
}

/// What somebody says, as a call.
fn said(words: &str) -> RecordedCall {
    RecordedCall { method: "SAY".into(), uri: words.into(), if_match: None, body: String::new() }
}

impl Books {
    /// What the command leads to as things stand.
    pub fn decide(
        &self,
        who: &Actor,
        asked: &dyn Asked,
        versions: Option<Vec<i64>>,
        how: &How,
    ) -> Result<Effects, Refusal> {
        let carried = match how {
            How::CarriesOut(carried) => Some(carried.change_request_id.clone()),
            How::Said(_) => None,
        };
        let wants = asked.wants();
        let wants = Wants { change_request: wants.change_request.clone().or(carried), ..wants };
        asked.decide(&wants, &self.seen_by(who, &wants, versions), how)
    }

    pub fn request(&self, id: &str) -> Option<&ChangeRequest> {
        self.requests.iter().find(|request| request.change_request_id == id)
    }

    fn pass_seconds(&mut self, seconds: i64) {
        self.now += seconds * 1_000_000;
    }

    pub fn document(&self, id: &str) -> &Document {
        self.documents.get(&key(id)).unwrap_or_else(|| panic!("there is no {id}"))
    }

    /// As if somebody had changed the row in the database.
    pub fn tamper(mut self, id: &str, change: impl FnOnce(&mut Document)) -> Self {
        change(self.documents.get_mut(&key(id)).unwrap_or_else(|| panic!("there is no {id}")));
        self
    }

    /// As a release leaves them that does not know this type.
    #[must_use]
    pub fn older_than(mut self, kind: DocumentKind) -> Self {
        self.known_types.remove(&kind);
        for role in Arc::make_mut(&mut self.catalog).roles.values_mut() {
            role.permissions.retain(|permission| permission.split_once('.').is_none_or(|(on, _)| on != kind.name()));
        }
        self
    }

    #[must_use]
    pub fn on(mut self, today: &str) -> Self {
        self.today = date(today);
        self
    }

    /// `GL_SELF_APPROVAL=allow`.
    #[must_use]
    pub fn with_self_approval(mut self) -> Self {
        self.settings.self_approval = SelfApproval::Allow;
        self
    }

    /// `GL_RATE_TOLERANCE`.
    #[must_use]
    pub fn with_rate_tolerance(mut self, tolerance: Option<&str>) -> Self {
        self.settings.rate_tolerance = tolerance.map(|text| decimal_from_text(text).expect("a number"));
        self
    }

    /// With the period closed by force: `all`, `ap`, `ar` or `payroll`.
    #[must_use]
    pub fn closed(self, period: &str, scope: &str) -> Self {
        let scope = if scope == "all" { String::new() } else { format!(", {scope}") };
        self.given(&format!("system | close-job {period}{scope}, force, over approved"))
    }
}
