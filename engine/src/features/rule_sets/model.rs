//! What commands and reads ask about sets of rules and their drafts, what they see, and what decisions change.

use std::sync::Arc;

use crate::approval::Rule;
use crate::approval::rule_set::{RuleSet, RuleSetDraft};
use crate::books::change_request::Pin;
use crate::books::command::{Change, Changed, Found, Snapshot, Target, Wanted, Wants};

/// The feature, as the kernel knows it.
pub const FEATURE: &str = "rule_sets";

/// What a command or a read must know.
#[derive(Clone, Default, Debug)]
pub struct WantedRules {
    /// A draft.
    pub draft_id: Option<String>,
    /// The rules of the set with this number.
    pub rules_of_set: Option<i64>,
}

impl WantedRules {
    pub fn draft(draft_id: &str) -> Self {
        Self { draft_id: Some(draft_id.to_owned()), rules_of_set: None }
    }

    /// For a command that changes this draft, which `If-Match` is about.
    pub fn to_change(self, draft_id: &str) -> Wants {
        Wants { of_features: vec![Arc::new(self)], ..Wants::catalog(target(draft_id)) }
    }
}

impl Wanted for WantedRules {
    fn feature(&self) -> &'static str {
        FEATURE
    }
}

/// A draft, as `If-Match` speaks of it.
pub fn target(draft_id: &str) -> Target {
    Target::OfFeature(FEATURE, draft_id.to_owned())
}

/// The answer to [`WantedRules`].
#[derive(Clone, Default, Debug)]
pub struct RulesState {
    pub draft: Option<RuleSetDraft>,
    /// `None` when there is no such set.
    pub rules_of_set: Option<Vec<Rule>>,
}

/// Seen by whoever asked for nothing.
static NOTHING: RulesState = RulesState { draft: None, rules_of_set: None };

/// What was asked for.
pub fn seen(snapshot: &Snapshot) -> &RulesState {
    snapshot.of_features.get(FEATURE).unwrap_or(&NOTHING)
}

impl Found for RulesState {
    fn pin(&self) -> Option<Pin> {
        let draft = self.draft.as_ref()?;
        Some(Pin { version: draft.version, made_at: draft.created_at, figures: None })
    }
}

/// What a decision changes.
#[derive(Clone, Debug)]
pub enum RuleSetChange {
    /// The rules that are saved with it make up this set, with those that stay.
    Begin(RuleSet),
    /// Version 1 is new; any later one stands in place of the one before it.
    SaveDraft(RuleSetDraft),
    DeleteDraft(String),
}

impl Changed for RuleSetChange {
    fn feature(&self) -> &'static str {
        FEATURE
    }

    fn is_catalog(&self) -> bool {
        match self {
            // A scheduled draft is a part of it.
            Self::Begin(_) | Self::SaveDraft(_) => true,
            Self::DeleteDraft(_) => false,
        }
    }
}

impl From<RuleSetChange> for Change {
    fn from(change: RuleSetChange) -> Self {
        Self::OfFeature(Arc::new(change))
    }
}
