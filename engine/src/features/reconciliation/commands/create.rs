//! Create: a session for one statement of one active bank account.

use rust_decimal::Decimal;

use crate::books::command::{Command, Decision, Effects, Needed, Permitted, Refuses, Snapshot, Takes, Wants};
use crate::features::reconciliation::commands::{amount_text, audit};
use crate::features::reconciliation::model::adjustment::minor;
use crate::features::reconciliation::model::{
    Adjustment, RESOURCE, Reconciliation, SessionChange, SessionState, WantedSession, seen,
};
use crate::values::account::{Account, Subtype};
use crate::values::clock::Date;
use crate::values::error::{Faults, Refusal, RefusalName};
use crate::values::money::Minor;

/// Opens a session.
pub struct CreateReconciliation {
    pub reconciliation_id: String,
    pub account_id: Option<String>,
    pub statement_date: Option<Date>,
    pub statement_ending_balance: Option<Decimal>,
    pub bank_adjustments: Option<Decimal>,
    pub book_adjustments: Option<Decimal>,
    pub memo: Option<String>,
    pub faults: Faults,
}

impl Refuses for CreateReconciliation {
    const REFUSALS: &'static [RefusalName] = &[RefusalName::AlreadyExists, RefusalName::ReconciliationInProgress];
}

impl Permitted for CreateReconciliation {
    const TAKES: Takes = Takes::These(&[(RESOURCE, "write")]);
}

impl Command for CreateReconciliation {
    type Answer = Reconciliation;

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(None)
    }

    fn wants(&self) -> Wants {
        let (reconciliation_id, account_id) = (self.reconciliation_id.clone(), self.account_id.clone());
        WantedSession::New { reconciliation_id, account_id }.on(&self.reconciliation_id)
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<Reconciliation>, Refusal> {
        let id = &self.reconciliation_id;
        let seen = seen(snapshot);
        if seen.session.is_some() {
            return Err(RefusalName::AlreadyExists
                .because(format!("reconciliation {id:?} exists already"))
                .at("/reconciliation_id"));
        }
        let session = self.compose(seen, snapshot)?;
        if let Some(other) = &seen.in_progress {
            return Err(RefusalName::ReconciliationInProgress
                .because(format!("account {:?} has reconciliation {other:?} in progress", session.account_id))
                .with("reconciliation_id", other.clone()));
        }
        let amount = |amount| amount_text(amount, session.currency);
        let audit = audit(id, "Created", snapshot)
            .with("account_id", session.account_id.clone())
            .with("statement_date", session.statement_date.to_string())
            .with("currency", session.currency.code())
            .with("statement_ending_balance", amount(session.statement_ending_balance))
            .with("bank_adjustments", amount(session.bank_adjustments.total))
            .with("book_adjustments", amount(session.book_adjustments.total))
            .with("memo", session.memo.clone());
        Ok(Decision::new(Effects::one(snapshot.now, SessionChange::Insert(session.clone()).into(), audit), session))
    }

    fn faults(&self) -> Option<&Faults> {
        Some(&self.faults)
    }
}

impl CreateReconciliation {
    fn compose(&self, seen: &SessionState, snapshot: &Snapshot) -> Result<Reconciliation, Refusal> {
        let mut faults = self.faults.clone();
        let account = self.bank_account(snapshot, &mut faults);
        // Without an account, the base currency still finds amounts that are too large for any currency.
        let currency = account.and_then(|account| account.currency).unwrap_or(snapshot.settings.base_currency);
        let balance = minor(self.statement_ending_balance, "/statement_ending_balance", currency, &mut faults);
        let bank_adjustments = minor(self.bank_adjustments, "/bank_adjustments", currency, &mut faults);
        let book_adjustments = minor(self.book_adjustments, "/book_adjustments", currency, &mut faults);
        if let (Some(date), Some((last, last_date))) = (self.statement_date, &seen.last_completed)
            && date <= *last_date
        {
            faults.add(
                "/statement_date",
                format!("must be after {last_date}, the statement date of {last:?}, which is completed"),
            );
        }
        let (Some(account), Some(statement_date), Some(balance), true) =
            (account, self.statement_date, balance, faults.is_empty())
        else {
            if faults.is_empty() {
                faults.add("", "the reconciliation is incomplete");
            }
            return Err(Refusal::Invalid(faults));
        };
        Ok(Reconciliation {
            reconciliation_id: self.reconciliation_id.clone(),
            account_id: account.account_id.clone(),
            currency,
            statement_date,
            statement_ending_balance: balance,
            bank_adjustments: without_items(bank_adjustments),
            book_adjustments: without_items(book_adjustments),
            memo: self.memo.clone(),
            version: 1,
            created_at: snapshot.now,
            created_by: snapshot.actor.user_id.to_string(),
            updated_at: snapshot.now,
            updated_by: snapshot.actor.user_id.to_string(),
            completion: None,
        })
    }

    fn bank_account<'a>(&self, snapshot: &'a Snapshot, faults: &mut Faults) -> Option<&'a Account> {
        let id = self.account_id.as_deref()?;
        let Some(account) = snapshot.catalog.accounts.get(id) else {
            faults.add("/account_id", format!("there is no account {id:?}"));
            return None;
        };
        if !account.subtype.is_some_and(Subtype::has_statements) {
            faults.add("/account_id", format!("account {id:?} is not of subtype bank or card"));
        } else if !account.is_active {
            faults.add("/account_id", format!("account {id:?} is inactive"));
        }
        Some(account)
    }
}

/// The items of the adjustments are given later, at the latest before the session is completed.
fn without_items(total: Option<Minor>) -> Adjustment {
    Adjustment { total: total.unwrap_or(Minor::ZERO), items: Vec::new() }
}
