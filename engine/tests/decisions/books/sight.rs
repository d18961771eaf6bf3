//! What a command sees: the answers to its wants, as the store's snapshot gives them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use engine::approval::access::Actor;
use engine::approval::splitting::{Earlier, EarlierDocuments};
use engine::books::action::head_room;
use engine::books::action::kind;
use engine::books::action::kind::items::reference_key;
use engine::books::action::reassigned;
use engine::books::action::settlement::parts;
use engine::books::cleared::{Mark, MarkedBy, TransactionKey};
use engine::books::command::snapshot::{AccountUse, EarliestPayment, OpenIn, Unposted};
use engine::books::command::wants::{AddsUp, PaidSince, RateOf};
use engine::books::command::{Application, Snapshot, Wants};
use engine::books::document::deferred::Deferred;
use engine::books::document::{Document, Pending, Status, deferred};
use engine::books::exchange_rate::ExchangeRate;
use engine::books::ledger::{LedgerSums, Posting, PostingKind};
use engine::books::queue::{JobIds, JobState, Task};
use engine::features::reconciliation::model::Reconciliation;
use engine::values::clock::{Date, Timestamp};
use engine::values::kind::DocumentKey;
use engine::values::money::{Currency, Minor};

use super::Books;

impl Books {
    pub fn seen_by(&self, actor: &Actor, wants: &Wants, expected_versions: Option<Vec<i64>>) -> Snapshot {
        let mut documents = self.those(&wants.documents);
        if wants.settled {
            let settled: BTreeSet<DocumentKey> = documents.values().flat_map(Document::reaches).collect();
            documents.extend(self.those(&settled));
        }
        let reassigned = wants.reassignments_of.as_ref().map_or_else(Vec::new, |payment| self.reassigned(payment));
        let payment = wants.reassignments_of.as_ref().and_then(|key| documents.get(key));
        let came_back = payment.is_some_and(|payment| payment.status() == Status::Returned);
        let settled = if came_back { reassigned::left_by_return } else { reassigned::current };
        documents.extend(self.those(&settled(&reassigned).map(|of| of.settled.clone()).into_iter().collect()));
        let mut parties = wants.parties.clone();
        if wants.party_names {
            let party = |found: &Document| Some((kind::party_kind(found)?, found.content.party()?.to_owned()));
            parties.extend(documents.values().filter_map(party));
        }
        let parties = parties.into_iter().filter_map(|key| Some((key.clone(), self.parties.get(&key)?.clone())));
        let parties: BTreeMap<_, _> = parties.collect();
        let paid_since_change =
            wants.paid_since_change != PaidSince::Never && parties.values().any(|party| self.was_paid(party));
        let of_these = |keys: &BTreeSet<DocumentKey>| {
            let postings = self.postings.iter().filter(|posting| keys.contains(&posting.source));
            postings.cloned().collect()
        };
        let foreign = documents.values().filter(|found| found.content.currency != self.settings.base_currency);
        let undone: Vec<DocumentKey> = foreign.filter_map(Document::undoes).collect();
        let marks = self.marks.iter().filter(|mark| wants.cleared_marks_of.contains(&mark.key.source));
        Snapshot {
            now: Timestamp::from_micros(self.now),
            today: self.today,
            actor: actor.clone().into(),
            settings: self.settings,
            job_ids: self.next_job_ids(),
            catalog: Arc::clone(&self.catalog).at(Timestamp::from_micros(self.now)),
            expected_versions,
            earliest_payments: wants.payments_of.as_ref().map_or_else(Vec::new, |paid| self.earliest_payments(paid)),
            pending: wants.pending_of.as_ref().map_or_else(Pending::default, |of| self.pending(of)),
            live_reversal: wants.reversal_of.as_ref().and_then(|original| self.live_reversal(original)),
            deferred: wants.deferred_by.as_ref().and_then(|entry| self.deferred(entry)),
            parties,
            paid_since_change,
            same_reference: wants.same_reference.as_ref().and_then(|asked| self.same_reference(asked)),
            postings: of_these(&wants.postings_of.iter().cloned().chain(undone).collect()),
            applications: wants.applications_of.as_ref().map_or(0, |credit| self.applications_of(credit)),
            applied: wants.applied.as_ref().map_or(reassigned, |(credit, settled)| self.applied(credit, settled)),
            given_back_on: wants.given_back_to.as_ref().and_then(|key| self.given_back_on(key)),
            unposted: wants.unposted_in.as_ref().map_or_else(Vec::new, |period| self.unposted_in(period)),
            account_use: wants.use_of_account.as_ref().map_or_else(AccountUse::default, |id| self.use_of(id)),
            change_request: wants.change_request.as_ref().and_then(|id| self.request(id)).cloned(),
            job: wants.job.as_ref().and_then(|id| self.jobs.iter().find(|job| job.job_id == *id).cloned()),
            earlier: wants.adds_up.as_ref().map_or_else(EarlierDocuments::default, |of| self.earlier(of, actor)),
            table_rate: wants.table_rate.as_ref().and_then(|of| self.table_rate(of, &documents)),
            cleared_marks: marks.cloned().chain(self.counted(wants)).collect(),
            set_aside: wants.set_aside_posting_of.iter().filter_map(|key| self.set_aside(key)).collect(),
            ledger_sums: wants.head_room_for.as_ref().and_then(|key| self.sums_for(documents.get(key)?)),
            new_types: wants.new_among.iter().copied().filter(|kind| !self.known_types.contains(kind)).collect(),
            of_features: self.of_features(actor, wants),
            documents,
        }
    }

    /// No two commands take the same.
    fn next_job_ids(&self) -> JobIds {
        JobIds::from_number(u128::try_from(self.now).expect("an instant after 1970"))
    }

    fn those(&self, keys: &BTreeSet<DocumentKey>) -> BTreeMap<DocumentKey, Document> {
        keys.iter().filter_map(|key| Some((key.clone(), self.documents.get(key)?.clone()))).collect()
    }

    fn earliest_payments(&self, paid: &DocumentKey) -> Vec<EarliestPayment> {
        let gone = [Status::Draft, Status::Rejected, Status::Voided];
        let payments =
            self.documents.values().filter(|found| pays(found, paid).is_some() && !gone.contains(&found.status()));
        let mut earliest: BTreeMap<&str, &Document> = BTreeMap::new();
        for payment in payments {
            let first = earliest.entry(&payment.content.posting_period_id).or_insert(payment);
            if payment.content.tran_date < first.content.tran_date {
                *first = payment;
            }
        }
        let of = |(period_id, first): (&str, &Document)| EarliestPayment {
            key: first.key.clone(),
            tran_date: first.content.tran_date,
            period_id: period_id.to_owned(),
        };
        earliest.into_iter().map(of).collect()
    }

    fn pending(&self, of: &DocumentKey) -> Pending {
        let mut pending = Pending::default();
        for found in self.documents.values() {
            let about = (found.content.refers_to() == Some(of)).then_some(found.content.total);
            let Some(amount) = pays(found, of).or(about) else { continue };
            if let Status::PendingApproval | Status::OnHold | Status::Approved = found.status() {
                let is_lowered = found.status() == Status::Approved && found.content.payment().is_some();
                pending.add(of.clone(), found.content.currency, amount.0.into(), is_lowered);
            }
        }
        pending
    }

    /// The posting job of an approved document, when it was set aside.
    fn set_aside(&self, key: &DocumentKey) -> Option<(DocumentKey, String)> {
        let is_approved = self.documents.get(key)?.status() == Status::Approved;
        let job = self.jobs.iter().find(|job| {
            job.state == JobState::Quarantined && matches!(&job.task, Task::PostDocument { key: of } if of == key)
        })?;
        is_approved.then(|| (key.clone(), job.job_id.clone()))
    }

    /// What the ledger sums up to, and what is approved and not posted yet.
    fn sums_for(&self, document: &Document) -> Option<LedgerSums> {
        let currency = document.content.currency;
        let mut sums = LedgerSums::default();
        for posting in &self.postings {
            for line in posting.lines.iter().filter(|line| line.base_amount.0 > 0 || line.amount.0 > 0) {
                sums.in_base += i128::from(line.base_amount.0.max(0));
                sums.in_currency += if posting.currency == currency { i128::from(line.amount.0.max(0)) } else { 0 };
            }
        }
        for approved in self.documents.values().filter(|found| found.status() == Status::Approved) {
            let content = &approved.content;
            sums.in_base += i128::from(content.base_total.0);
            sums.in_currency += if content.currency == currency { i128::from(content.total.0) } else { 0 };
        }
        head_room::asks(document).then_some(sums)
    }

    fn live_reversal(&self, original: &str) -> Option<String> {
        let gone = [Status::Rejected, Status::Voided];
        let undo = |found: &&Document| found.undoes().is_some_and(|key| key.id == original);
        let live = self.documents.values().filter(undo).find(|found| !gone.contains(&found.status()))?;
        Some(live.key.id.clone())
    }

    fn deferred(&self, entry: &DocumentKey) -> Option<Deferred> {
        let (deferral_id, day) = deferred::named_by(entry)?;
        let of = self.deferrals.get(deferral_id).filter(|of| of.recognized_through.is_some_and(|last| day <= last))?;
        let status = self.documents.get(&of.source)?.status();
        Some(Deferred { source: of.source.clone(), status })
    }

    fn same_reference(&self, (key, party, reference): &(DocumentKey, String, String)) -> Option<String> {
        let gone = [Status::Rejected, Status::Voided];
        let alike = |found: &&Document| {
            let content = &found.content;
            found.key.kind == key.kind
                && found.key.id != key.id
                && !gone.contains(&found.status())
                && content.party() == Some(party.as_str())
                && content.reference().map(reference_key) == Some(reference_key(reference))
        };
        self.documents.values().find(alike).map(|found| found.key.id.clone())
    }

    /// The payments asked about that are cleared by their own action, as completed sessions count them.
    fn counted(&self, wants: &Wants) -> Vec<Mark> {
        let cleared = wants.cleared_marks_of.iter().filter_map(|key| self.documents.get(key));
        let cleared = cleared.filter(|found| found.status() == Status::Cleared);
        let marks = cleared.flat_map(|payment| {
            let ended = payment.stage.ended().expect("it is cleared");
            let account = payment.content.payment().map(|of| of.cash_account_id.clone());
            let counts = move |session: &&Reconciliation| {
                let completed = session.completion.as_ref().is_some_and(|completion| completion.at >= ended.at);
                completed && Some(&session.account_id) == account.as_ref() && session.statement_date >= ended.on
            };
            self.sessions.values().filter(counts).map(move |session| Mark {
                account_id: session.account_id.clone(),
                key: TransactionKey::of(payment.key.clone(), PostingKind::Document, 0),
                by: MarkedBy::Session(session.reconciliation_id.clone()),
                cleared_date: ended.on,
                marked_at: ended.at,
                marked_by: ended.by.to_string(),
                completed_in: session.completion.as_ref().map(|end| (session.reconciliation_id.clone(), end.at)),
            })
        });
        marks.collect()
    }

    fn applied(&self, credit: &DocumentKey, settled: &DocumentKey) -> Vec<Application> {
        let those = self.applications.iter().filter(|of| of.credit == *credit && of.settled == *settled);
        those.cloned().collect()
    }

    fn reassigned(&self, payment: &DocumentKey) -> Vec<Application> {
        self.applications.iter().filter(|of| of.credit == *payment).cloned().collect()
    }

    fn given_back_on(&self, key: &DocumentKey) -> Option<Date> {
        let pays = |source: &DocumentKey| self.documents.get(source).is_some_and(|payment| payment.pays() == Some(key));
        let own = |of: &Posting| of.kind == PostingKind::Document && pays(&of.source);
        let paid = self.postings.iter().filter(|of| own(of)).flat_map(|of| {
            let back = self.postings.iter().filter(move |back| back.source == of.source);
            back.map(|back| back.posting_date).filter(move |day| *day > of.posting_date)
        });
        let undone = self.applications.iter().filter(|of| of.credit == *key || of.settled == *key).flat_map(|of| {
            let back = self.applications.iter().filter(move |back| back.credit == of.credit);
            let back = back.filter(move |back| back.undoes == Some(of.position));
            back.map(|back| back.applied_on).filter(move |day| *day > of.applied_on)
        });
        paid.chain(undone).max()
    }

    fn applications_of(&self, credit: &DocumentKey) -> u32 {
        let those = self.applications.iter().filter(|applied| applied.credit == *credit);
        u32::try_from(those.count()).expect("few")
    }

    pub fn unposted_in(&self, period: &str) -> Vec<Unposted> {
        let those = self
            .documents
            .values()
            .filter(|found| found.content.posting_period_id == period && Status::UNPOSTED.contains(&found.status()));
        those
            .map(|found| Unposted {
                key: found.key.clone(),
                status: found.status(),
                sub_ledgers: kind::sub_ledgers(found, &self.catalog),
            })
            .collect()
    }

    fn use_of(&self, account: &str) -> AccountUse {
        let submitted = [Status::PendingApproval, Status::OnHold, Status::Approved];
        let names = |found: &Document| kind::accounts(found).iter().any(|(_, id)| *id == account);
        AccountUse {
            has_postings: self
                .postings
                .iter()
                .flat_map(|posting| &posting.lines)
                .any(|line| line.account_id == account),
            in_unposted_documents: self
                .documents
                .values()
                .any(|found| submitted.contains(&found.status()) && names(found)),
            in_reconciliations: self.sessions.values().any(|session| session.account_id == account),
            in_budgets: self.budgets.values().any(|(_, lines)| lines.iter().any(|line| line.account_id == account)),
            in_offers: self.documents.values().any(|found| {
                let is_open =
                    found.status() == Status::Posted && found.settlement.amount_settled != found.content.total;
                is_open && found.content.offered().is_some_and(|offered| offered.account_id == account)
            }),
            approved_documents: self.documents.values().any(|found| found.status() == Status::Approved),
            open: self.open_in(account),
        }
    }

    fn open_in(&self, account: &str) -> OpenIn {
        let mut open = OpenIn::default();
        for found in self.documents.values().filter(|found| found.content.control_account() == Some(account)) {
            let Some(items) = found.key.kind.items() else { continue };
            if found.status() == Status::Posted && found.settlement.amount_settled != found.content.total {
                open.documents += 1;
                let left = i128::from(found.content.base_total.0 - found.settlement.base_settled.0);
                open.base_amount += if items.credits.is_some() { -left } else { left };
            }
        }
        open
    }

    /// The latest first. Rules choose among them by days and by whose they are.
    fn earlier(&self, of: &AddsUp, actor: &Actor) -> EarlierDocuments {
        let (author, party) = match of {
            AddsUp::Document(key) => {
                let document = self.documents.get(key);
                (document.map(|found| &found.created_by), document.and_then(|found| found.content.party()))
            }
            AddsUp::New { party_id, pays, .. } => {
                let paid =
                    pays.as_ref().and_then(|key| self.documents.get(key)).and_then(|found| found.content.party());
                (Some(&actor.user_id), party_id.as_deref().or(paid))
            }
        };
        let counts = |found: &&Document| {
            found.key.kind == of.key().kind
                && found.key != *of.key()
                // A payment that was received without a signature was never submitted.
                && found.stage.submitted().is_some()
                && !matches!(found.status(), Status::Draft | Status::Rejected | Status::Voided)
        };
        let mut all: Vec<&Document> = self.documents.values().filter(counts).collect();
        all.sort_by_key(|found| std::cmp::Reverse(found.stage.submitted().map(|submitted| submitted.at)));
        let earlier = |found: &&Document| Earlier {
            document_id: found.key.id.clone(),
            amount: found.content.base_total,
            submitted_at: found.stage.submitted().expect("submitted").at,
        };
        EarlierDocuments {
            of_author: all.iter().filter(|found| Some(&found.created_by) == author).map(earlier).collect(),
            of_party: all
                .iter()
                .filter(|found| party.is_some() && found.content.party() == party)
                .map(earlier)
                .collect(),
        }
    }

    /// The latest on or before the day; none where no rate is needed.
    fn table_rate(&self, of: &RateOf, documents: &BTreeMap<DocumentKey, Document>) -> Option<ExchangeRate> {
        let (currency, day) = match of {
            RateOf::Currency { code, on } => (Currency::parse(code)?, *on),
            RateOf::Paid { document, on } => (documents.get(document)?.content.currency, *on),
            RateOf::Document(key) => {
                let content = &documents.get(key)?.content;
                (content.currency, content.tran_date)
            }
        };
        let is_foreign = currency != self.settings.base_currency;
        let until = self.rates.iter().filter(|rate| is_foreign && rate.currency == currency && rate.date <= day);
        until.max_by_key(|rate| rate.date).cloned()
    }
}

/// What of a payment goes to the document, where it pays it.
fn pays(payment: &Document, paid: &DocumentKey) -> Option<Minor> {
    parts(payment).into_iter().find(|part| part.key == *paid).map(|part| part.amount)
}
