//! What a command sees of a bank reconciliation.

use std::collections::{BTreeMap, BTreeSet};

use engine::books::cleared::{Mark, TransactionKey};
use engine::books::document::{Action, Status};
use engine::books::ledger::PostingKind;
use engine::features::reconciliation::model::worksheet::draw;
use engine::features::reconciliation::model::{
    Figures, LedgerLine, Reconciliation, SessionState, TransactionId, WantedSession,
};
use engine::values::kind::DocumentKey;
use engine::values::money::{Minor, MoneyError};

use crate::books::Books;

impl Books {
    pub fn session(&self, wanted: &WantedSession) -> SessionState {
        let mut seen = SessionState::default();
        let id = match wanted {
            WantedSession::New { reconciliation_id, .. }
            | WantedSession::Session { reconciliation_id }
            | WantedSession::Others { reconciliation_id }
            | WantedSession::Figures { reconciliation_id }
            | WantedSession::Transactions { reconciliation_id, .. } => Some(reconciliation_id),
            WantedSession::OnAccount { .. } => None,
        };
        seen.session = id.and_then(|id| self.sessions.get(id)).cloned();
        match (wanted, &seen.session) {
            (WantedSession::New { account_id: Some(account_id), .. }, _) => self.others(account_id, &mut seen),
            (WantedSession::Others { .. }, Some(session)) => {
                let account_id = session.account_id.clone();
                self.others(&account_id, &mut seen);
            }
            (WantedSession::Figures { .. }, Some(session)) => seen.figures = Some(self.figures(session)),
            (WantedSession::Transactions { ids, .. }, Some(session)) => {
                let lines = self.lines_of(session);
                seen.documents = self.statuses(ids);
                seen.lines = lines.into_iter().filter(|line| seen.documents.contains_key(&line.key.source)).collect();
                seen.marks = self.marks_on(session);
            }
            _ => {}
        }
        seen
    }

    /// The account's session in progress, and its latest completed one.
    fn others(&self, account_id: &str, seen: &mut SessionState) {
        let of_account = |session: &&Reconciliation| session.account_id == account_id;
        let (done, open): (Vec<_>, Vec<_>) =
            self.sessions.values().filter(of_account).partition(|session| session.completion.is_some());
        seen.in_progress = open.first().map(|session| session.reconciliation_id.clone());
        let last = done.into_iter().max_by_key(|session| session.statement_date);
        seen.last_completed = last.map(|session| (session.reconciliation_id.clone(), session.statement_date));
    }

    /// The documents that the ids may mean.
    fn statuses(&self, ids: &[TransactionId]) -> BTreeMap<DocumentKey, Status> {
        let meant: BTreeSet<DocumentKey> = ids.iter().flat_map(TransactionId::keys).map(|key| key.source).collect();
        meant.into_iter().filter_map(|key| Some((key.clone(), self.documents.get(&key)?.status()))).collect()
    }

    fn figures(&self, session: &Reconciliation) -> Result<Figures, MoneyError> {
        let lines = self.lines_of(session);
        let sheet = draw(session, &lines, &self.marks_on(session))?;
        let counted = lines.iter().filter(|line| line.posting_date <= session.statement_date);
        Ok(Figures { summary: sheet.summary, posted_until: counted.map(|line| line.posted_at).max() })
    }

    fn marks_on(&self, session: &Reconciliation) -> BTreeMap<TransactionKey, Mark> {
        let marks = self.marks.iter().filter(|mark| mark.account_id == session.account_id);
        marks.map(|mark| (mark.key.clone(), mark.clone())).collect()
    }

    /// The ledger lines of the session's account, in its currency.
    fn lines_of(&self, session: &Reconciliation) -> Vec<LedgerLine> {
        let mut found = Vec::new();
        for posting in &self.postings {
            let document = &self.documents[&posting.source];
            let is_returned = document.status() == Status::Returned && document.key.kind.has(Action::Clear);
            let is_back = matches!(posting.kind, PostingKind::Return(_) | PostingKind::Unreturn(_));
            let is_cleared = (document.status() == Status::Cleared || is_returned) && !is_back;
            let ended = document.stage.ended().map(|ended| (ended.on, ended.at));
            for line in posting.lines.iter().filter(|line| line.account_id == session.account_id) {
                let is_base = session.currency == self.settings.base_currency;
                let is_own = posting.currency == session.currency;
                found.push(LedgerLine {
                    key: TransactionKey::of(posting.source.clone(), posting.kind, line.line_number),
                    posting_date: posting.posting_date,
                    posted_at: posting.posted_at,
                    amount: match (is_base, is_own) {
                        (true, _) => line.base_amount,
                        (false, true) => line.amount,
                        (false, false) => Minor::ZERO,
                    },
                    elsewhere: (!is_base && !is_own).then_some((line.amount, posting.currency)),
                    tran_date: if is_back { posting.posting_date } else { document.content.tran_date },
                    description: String::new(),
                    reference: posting.source.id.clone(),
                    cleared: ended.filter(|_| is_cleared),
                });
            }
        }
        found
    }
}
