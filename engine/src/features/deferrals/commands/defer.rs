//! Defers what a line of a posted document has put on a balance-sheet account. See docs/rules/deferrals.md#line.

use super::{decided, row};
use crate::books::action::kind::{checks, dimensions};
use crate::books::action::rate::ReadIn;
use crate::books::command::{Command, Decision, Effects, Guarded, Needed, Permitted, Refuses, Snapshot, Takes, Wants};
use crate::books::document::{Document, Line};
use crate::books::ledger::PostingKind;
use crate::features::deferrals::model::{Deferral, MAX_ID, RESOURCE, Standing, TITLE};
use crate::features::deferrals::parts::{MOST_DAYS, MOST_MONTHS, Spread, parts};
use crate::features::deferrals::records::{WantedDeferral, of_line, seen, target};
use crate::features::recurring::Rights;
use crate::values::account::{AccountType, Subtype};
use crate::values::clock::Date;
use crate::values::error::{Faults, Refusal, RefusalName};
use crate::values::kind::{DocumentKey, Thing};
use crate::values::money::Minor;

/// How far the start may lie before the day of the document, or after it.
pub const FURTHEST_START: i64 = 366;

/// Keeps a deferral.
#[derive(Debug)]
pub struct Defer {
    pub deferral_id: String,
    pub source: Option<DocumentKey>,
    pub line_number: Option<i64>,
    pub account_id: Option<String>,
    pub start_date: Option<Date>,
    pub spread: Option<Spread>,
    pub faults: Faults,
}

impl Refuses for Defer {
    const IS_GUARDED: bool = true;
    const REFUSALS: &'static [RefusalName] = &[];
    const WHEN_NEW: &'static [RefusalName] = &[RefusalName::AlreadyExists, RefusalName::WrongStatus];
}

/// Nobody has entries made that they may not write and submit themselves.
impl Permitted for Defer {
    const TAKES: Takes = Takes::These(&[(RESOURCE, "write"), ("journal_entry", "write"), ("journal_entry", "submit")]);
}

/// What the line has put on its account, and when.
struct Deferred<'a> {
    line: &'a Line,
    amount: Minor,
    posted_on: Date,
}

impl Defer {
    /// The posted document; in no other status does it put anything on an account.
    fn posted<'a>(&self, snapshot: &'a Snapshot, faults: &mut Faults) -> Result<Option<&'a Document>, Refusal> {
        let Some(key) = &self.source else { return Ok(None) };
        if key.kind.items().is_none() {
            faults.add("/document_type", format!("a {} has no lines that can be deferred", key.kind.title()));
            return Ok(None);
        }
        snapshot.require(key.kind.name(), "read")?;
        let Some(document) = snapshot.documents.get(key) else {
            faults.add("/document_id", format!("there is no {} {:?}", key.kind.title(), key.id));
            return Ok(None);
        };
        Ok(Some(document))
    }

    /// The line and what is left of it to defer.
    fn deferred<'a>(&self, document: &'a Document, snapshot: &Snapshot, faults: &mut Faults) -> Option<Deferred<'a>> {
        let line_number = self.line_number?;
        let Some(line) = document.lines().find(|line| line.line_number == line_number) else {
            faults.add("/line_number", format!("is of no line of {} {:?}", document.key.kind.title(), document.key.id));
            return None;
        };
        let account = snapshot.catalog.accounts.get(&line.account_id)?;
        let is_balance = matches!(account.account_type, AccountType::Asset | AccountType::Liability);
        if !is_balance || account.subtype.is_some() {
            let why = "whose account is no plain asset or liability, on which an amount could wait";
            faults.add("/line_number", format!("is of a line {why}: {:?}", line.account_id));
            return None;
        }
        let posting = snapshot
            .postings
            .iter()
            .find(|posting| posting.source == document.key && matches!(posting.kind, PostingKind::Document))?;
        let own = posting.lines.iter().filter(|posted| posted.line_number == line_number);
        let own = own.filter(|posted| posted.account_id == line.account_id).map(|posted| posted.base_amount);
        let before = of_line(snapshot).iter().map(Deferral::recognized);
        let left = Minor::sum(own).and_then(|own| own.checked_sub(Minor::sum(before)?));
        match left {
            Ok(amount) if !amount.is_zero() => Some(Deferred { line, amount, posted_on: posting.posting_date }),
            Ok(_) | Err(_) => {
                faults.add("/line_number", "is of a line of which nothing is left to recognise");
                None
            }
        }
    }

    /// The account that it is recognised on: an active one of income or expense.
    fn check_account(&self, snapshot: &Snapshot, faults: &mut Faults) {
        let read_in = ReadIn { currency: snapshot.settings.base_currency, is_known: true };
        let found = checks::account(self.account_id.as_deref(), "/account_id", read_in, snapshot, faults);
        let takes = |of: AccountType| matches!(of, AccountType::Income | AccountType::Expense);
        if found.is_some_and(|account| !takes(account.account_type) || account.subtype == Some(Subtype::Rounding)) {
            faults.add("/account_id", "must be an account of income or expense");
        }
    }

    /// The entries name what the line names.
    fn check_dimensions(&self, line: &Line, snapshot: &Snapshot, faults: &mut Faults) {
        let Some(account) = self.account_id.as_ref().and_then(|id| snapshot.catalog.accounts.get(id)) else { return };
        if let Some(lacking) = dimensions::lacking(line, account).next() {
            let (id, number) = (&account.account_id, line.line_number);
            faults.add(
                "/account_id",
                format!("account {id} requires dimension {lacking}, which line {number} does not name"),
            );
        }
    }

    fn check_time(&self, document: Option<&Document>, faults: &mut Faults) {
        let Some(start) = self.start_date else { return };
        if document.is_some_and(|of| start.days_since(of.content.tran_date).saturating_abs() > FURTHEST_START) {
            faults.add("/start_date", format!("is more than {FURTHEST_START} days from the date of the document"));
        }
        match self.spread {
            Some(Spread::Months(months)) if !(1..=MOST_MONTHS).contains(&months) => {
                faults.add("/months", format!("must be 1 to {MOST_MONTHS}"));
            }
            Some(Spread::Until(end)) if end < start => faults.add("/end_date", "is before start_date"),
            Some(Spread::Until(end)) if end.days_since(start) > MOST_DAYS => {
                faults.add("/end_date", format!("must be at most {MOST_DAYS} days after start_date"));
            }
            Some(Spread::Months(_) | Spread::Until(_)) | None => {}
        }
    }
}

impl Command for Defer {
    type Answer = Deferral;

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(None)
    }

    fn guarded<'a>(&'a self, _: &'a Snapshot, _: &Effects) -> Option<Guarded<'a>> {
        Some(Guarded::saved(Thing::Deferral, true, &self.deferral_id))
    }

    fn wants(&self) -> Wants {
        let of_line = self.source.clone().zip(self.line_number);
        let wanted = WantedDeferral { deferral_id: self.deferral_id.clone(), of_line };
        let source = self.source.iter().cloned();
        Wants {
            target: Some(target(&self.deferral_id)),
            documents: source.clone().collect(),
            postings_of: source.collect(),
            ..Wants::of_feature(wanted)
        }
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<Deferral>, Refusal> {
        if seen(snapshot).is_some() {
            let detail = format!("{TITLE} {:?} exists already", self.deferral_id);
            return Err(RefusalName::AlreadyExists.because(detail).at("/deferral_id"));
        }
        let mut faults = self.faults.clone();
        if self.deferral_id.len() > MAX_ID {
            let why = format!("must have at most {MAX_ID} characters: its entries' ids have their day behind it");
            faults.add("/deferral_id", why);
        }
        let document = self.posted(snapshot, &mut faults)?;
        self.check_account(snapshot, &mut faults);
        self.check_time(document, &mut faults);
        let standing = document.filter(|document| document.status().is_in_ledger());
        let deferred = standing.and_then(|document| self.deferred(document, snapshot, &mut faults));
        if let Some(Deferred { line, .. }) = &deferred {
            self.check_dimensions(line, snapshot, &mut faults);
        }
        faults.clone().or(())?;
        if let Some(document) = document.filter(|document| !document.status().is_in_ledger()) {
            let (title, id, status) = (document.key.kind.title(), &document.key.id, document.status().name());
            return Err(RefusalName::WrongStatus
                .because(format!("{title} {id:?} is {status}: only what is posted is deferred"))
                .with("document_status", status));
        }
        if let Some(other) = of_line(snapshot).iter().find(|other| other.standing == Standing::Active) {
            let detail = format!("{TITLE} {:?} defers this line already", other.deferral_id);
            return Err(RefusalName::AlreadyExists.because(detail).at("/line_number"));
        }
        let kept = self.kept(deferred, snapshot).ok_or_else(|| Faults::one("", "is no deferral"))?;
        let entry = row(&kept, "Created", &snapshot.actor.user_id)
            .with("document_type", kept.source.kind.name())
            .with("document_id", kept.source.id.clone())
            .with("line_number", kept.line_number)
            .with("amount", crate::values::money::number(kept.currency.to_decimal(kept.amount)));
        Ok(decided(kept, entry, snapshot))
    }

    fn faults(&self) -> Option<&Faults> {
        Some(&self.faults)
    }
}

impl Defer {
    /// The deferral, when nothing of it is missing: what is, was named when it was read.
    fn kept(&self, deferred: Option<Deferred<'_>>, snapshot: &Snapshot) -> Option<Deferral> {
        let (Deferred { line, amount, posted_on }, by) = (deferred?, snapshot.actor.user_id.clone());
        let (start_date, spread) = (self.start_date?, self.spread?);
        parts(amount, start_date, spread).filter(|parts| !parts.is_empty())?;
        Some(Deferral {
            deferral_id: self.deferral_id.clone(),
            source: self.source.clone()?,
            line_number: line.line_number,
            from_account_id: line.account_id.clone(),
            account_id: self.account_id.clone()?,
            currency: snapshot.settings.base_currency,
            amount,
            start_date,
            spread,
            posted_on,
            standing: Standing::Active,
            owner: by.clone(),
            rights: Rights::of(&snapshot.actor),
            recognized_through: None,
            problem: None,
            version: 1,
            created_at: snapshot.now,
            created_by: by.to_string(),
            updated_at: snapshot.now,
            updated_by: by.to_string(),
        })
    }
}
