//! What happened to a period, and by that who closed or reopened each sub-ledger last.

use std::collections::HashMap;

use serde_json::Value;

use super::SUB_LEDGERS;
use crate::interface::Member;
use crate::interface::schema::TrailEntry;
use crate::interface::undescribed::{self, Details};
use crate::json::Members;
use crate::operations::segment;
use crate::visit::Visit;
use crate::vocabulary::page_of;

/// How many rows of the history, and how many stranded documents of one row, a page shows.
const MOST: usize = 100;
const MOST_STRANDED: usize = 50;

/// One row.
pub struct Entry {
    pub action: String,
    /// `all`, `ap`, `ar`, `payroll`; empty when it is about something else.
    pub scope: String,
    pub is_forced: bool,
    pub by: String,
    pub by_link: String,
    pub on_behalf_of: String,
    pub at: String,
    pub instant: String,
    pub reason: String,
    pub stranded: Vec<Stranded>,
    /// How many were stranded in all.
    pub stranded_total: usize,
}

/// A document that a forced close left unposted.
pub struct Stranded {
    pub id: String,
    pub status: String,
    pub link: String,
}

/// Who closed or reopened a sub-ledger last.
#[derive(Default, Clone)]
pub struct Last {
    pub action: String,
    pub by: String,
    pub by_link: String,
    pub at: String,
    pub instant: String,
    pub reason: String,
}

fn person(user: &str) -> String {
    format!("/people/{}", segment(user))
}

/// The rows, newest first.
pub fn rows(visit: &Visit, trail: &[Value]) -> Vec<Entry> {
    trail.iter().rev().take(MOST).map(|row| entry(visit, row)).collect()
}

fn scope(details: &Value) -> String {
    details.given(Details::CLOSE_TYPE).or_else(|| details.given(Details::REOPEN_TYPE)).unwrap_or_default()
}

fn entry(visit: &Visit, row: &Value) -> Entry {
    let details = row.at(TrailEntry::DETAILS);
    let stranded = |document: &Value| {
        let id = document.text(undescribed::Stranded::ID);
        Stranded {
            link: page_of(&document.text(undescribed::Stranded::TYPE), &id).unwrap_or_default(),
            status: document.text(undescribed::Stranded::STATUS),
            id,
        }
    };
    let by = row.text(TrailEntry::PERFORMED_BY);
    Entry {
        action: row.text(TrailEntry::ACTION),
        scope: scope(details),
        is_forced: details.flag(Details::FORCE),
        by_link: person(&by),
        by,
        on_behalf_of: details.text(Details::ON_BEHALF_OF),
        at: visit.reader.instant(&row.text(TrailEntry::PERFORMED_AT)),
        instant: row.text(TrailEntry::PERFORMED_AT),
        reason: row.given(TrailEntry::COMMENTS).or_else(|| details.given(Details::REASON)).unwrap_or_default(),
        stranded: details.list(Details::STRANDED).iter().take(MOST_STRANDED).map(stranded).collect(),
        stranded_total: details.list(Details::STRANDED).len(),
    }
}

/// For each sub-ledger the row that brought it to where it stands.
pub fn lasts(visit: &Visit, trail: &[Value]) -> HashMap<&'static str, Last> {
    let mut lasts: HashMap<&'static str, Last> = HashMap::new();
    for row in trail {
        let action = row.text(TrailEntry::ACTION);
        let details = row.at(TrailEntry::DETAILS);
        let scope = scope(details);
        for name in SUB_LEDGERS.map(Member::name) {
            let covers = match action.as_str() {
                "Hard Close" => true,
                "Close" | "Reopen" => scope == "all" || scope.is_empty() || scope == name,
                _ => false,
            };
            // A close of everything passes over what is closed already, a reopen over what is open.
            let changes = lasts.get(name).map_or(action != "Reopen", |last| last.action != action.replace(' ', ""));
            if covers && changes {
                let by = row.text(TrailEntry::PERFORMED_BY);
                lasts.insert(
                    name,
                    Last {
                        action: action.replace(' ', ""),
                        by_link: person(&by),
                        by,
                        at: visit.reader.instant(&row.text(TrailEntry::PERFORMED_AT)),
                        instant: row.text(TrailEntry::PERFORMED_AT),
                        reason: row
                            .given(TrailEntry::COMMENTS)
                            .or_else(|| details.given(Details::REASON))
                            .unwrap_or_default(),
                    },
                );
            }
        }
    }
    lasts
}
