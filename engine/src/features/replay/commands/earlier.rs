//! What was submitted before, for rules that add it up. See docs/rules/approval.md#splitting.

use std::collections::BTreeMap;

use crate::approval::Rule;
use crate::approval::access::UserId;
use crate::approval::splitting::{Earlier, EarlierDocuments};
use crate::books::document::Document;
use crate::values::clock::Timestamp;
use crate::values::kind::{DocumentKey, DocumentKind};

/// The documents that count at an instant, which only moves forward: the latest first.
#[derive(Clone, Default, Debug)]
pub struct EarlierSubmissions {
    /// How many days the rules of each type add up at most; types of which none does are not in it.
    days: BTreeMap<DocumentKind, u32>,
    of_author: BTreeMap<(DocumentKind, UserId), Vec<Earlier>>,
    of_party: BTreeMap<(DocumentKind, String), Vec<Earlier>>,
    rejected: BTreeMap<DocumentKey, Timestamp>,
    /// When documents that count were rejected or voided, with author and party.
    endings: BTreeMap<(Timestamp, DocumentKey), (UserId, Option<String>)>,
}

impl EarlierSubmissions {
    /// None yet, for these rules; `rejected`: when documents were.
    pub fn new(rules: &[Rule], rejected: BTreeMap<DocumentKey, Timestamp>) -> Self {
        let mut days: BTreeMap<DocumentKind, u32> = BTreeMap::new();
        for rule in rules.iter().filter(|rule| rule.is_active) {
            let Some(aggregate) = &rule.aggregate else { continue };
            for kind in rule.routed_types() {
                let most = days.entry(kind).or_default();
                *most = aggregate.days.max(*most);
            }
        }
        Self { days, rejected, ..Self::default() }
    }

    /// What counts for the document, which is submitted at this instant and counts from then on.
    pub fn add<R>(&mut self, document: &Document, at: Timestamp, look: impl FnOnce(&EarlierDocuments) -> R) -> R {
        let kind = document.key.kind;
        let Some(days) = self.days.get(&kind) else { return look(&EarlierDocuments::default()) };
        let since = at.minus_days(*days);
        self.end_until(at);
        let author = (kind, document.created_by.clone());
        let party = document.content.party().map(|party| (kind, party.to_owned()));
        let mut earlier = EarlierDocuments {
            of_author: self.of_author.remove(&author).unwrap_or_default(),
            of_party: party.as_ref().and_then(|party| self.of_party.remove(party)).unwrap_or_default(),
        };
        for all in [&mut earlier.of_author, &mut earlier.of_party] {
            all.truncate(all.partition_point(|one| one.submitted_at >= since));
        }
        let looked = look(&earlier);
        let rate_override = document.stage.submission().and_then(|submission| submission.plan.rate_override.as_ref());
        let one = Earlier::of(&document.key.id, document.content.base_total, rate_override, at);
        let ended = document.stage.voided().map(|voided| voided.ended.at);
        if let Some(ended) = ended.or_else(|| self.rejected.get(&document.key).copied()) {
            let whose = (author.1.clone(), party.as_ref().map(|(_, party)| party.clone()));
            self.endings.insert((ended, document.key.clone()), whose);
        }
        if let Some(party) = party {
            earlier.of_party.insert(0, one.clone());
            self.of_party.insert(party, earlier.of_party);
        }
        earlier.of_author.insert(0, one);
        self.of_author.insert(author, earlier.of_author);
        looked
    }

    /// What was rejected or voided before this instant counts no more.
    fn end_until(&mut self, at: Timestamp) {
        while let Some(entry) = self.endings.first_entry().filter(|entry| entry.key().0 < at) {
            let ((_, key), (author, party)) = entry.remove_entry();
            let lists = [
                self.of_author.get_mut(&(key.kind, author)),
                party.and_then(|party| self.of_party.get_mut(&(key.kind, party))),
            ];
            for all in lists.into_iter().flatten() {
                all.retain(|one| one.document_id != key.id);
            }
        }
    }
}
