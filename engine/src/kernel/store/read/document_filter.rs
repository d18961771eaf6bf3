//! What a list of documents is narrowed to, and by which of its filters its documents are found.

use sea_orm::sea_query::{Alias, Expr, ExprTrait, Query, SimpleExpr};
use sea_orm::{ColumnTrait, Condition, ConnectionTrait, DbBackend};

use super::documents::unindexed;
use crate::books::document::order::{By, Place, SortValue};
use crate::books::document::{DocumentOrder, Status};
use crate::kernel::entity::document;
use crate::kernel::entity::document::Column;
use crate::kernel::store::{StoreError, party_key, status};
use crate::values::clock::Date;
use crate::values::kind::{DocumentKind, SubLedger};

/// A filter that leaves fewer documents is the one that they are found by, whatever else is asked of them.
const FEW: u64 = 500;

/// What a list is narrowed to, and its order.
#[derive(Clone, Debug)]
pub struct Filter {
    pub kind: DocumentKind,
    pub statuses: Vec<Status>,
    pub period_id: Option<String>,
    pub party_id: Option<String>,
    /// The id of the document that a payment pays, or that a credit is about.
    pub settles_id: Option<String>,
    /// The payments that settle this one, too: of several documents, or since they were reassigned ([`super::paid_by_parts`]).
    pub in_parts: Vec<String>,
    /// Those that settle another one since.
    pub moved_away: Vec<String>,
    /// Bounds of `tran_date`, both included.
    pub from: Option<Date>,
    pub to: Option<Date>,
    /// For who does not read payroll. See docs/rules/access.md#payroll.
    pub without_payroll: bool,
    pub order: DocumentOrder,
}

impl Filter {
    /// All documents of one type, newest first.
    pub const fn of(kind: DocumentKind) -> Self {
        Self {
            kind,
            statuses: Vec::new(),
            period_id: None,
            party_id: None,
            settles_id: None,
            in_parts: Vec::new(),
            moved_away: Vec::new(),
            from: None,
            to: None,
            without_payroll: false,
            order: DocumentOrder::Newest,
        }
    }

    /// The filter that leaves the fewest documents in any books: what one document is paid by, what one party has, what is not
    /// posted yet; then a period, a range of dates, and the statuses in which documents end.
    fn lead(&self) -> Lead {
        let unposted = self.statuses.iter().all(|status| Status::UNPOSTED.contains(status));
        let status = !self.statuses.is_empty();
        if self.settles_id.is_some() {
            Lead::Settled
        } else if self.party_id.is_some() {
            Lead::Party
        } else if status && unposted {
            if self.period_id.is_some() { Lead::Unposted } else { Lead::Status }
        } else if self.period_id.is_some() {
            Lead::Period
        } else if self.from.is_some() || self.to.is_some() {
            Lead::Dates
        } else if status {
            Lead::Status
        } else {
            Lead::Order
        }
    }

    /// The filters by which its documents may be found, each by itself.
    fn alone(&self) -> impl Iterator<Item = (Lead, Self)> {
        let of = || Self { order: self.order, ..Self::of(self.kind) };
        let party = self.party_id.is_some().then(|| (Lead::Party, Self { party_id: self.party_id.clone(), ..of() }));
        let statuses = || Self { statuses: self.statuses.clone(), ..of() };
        let status = (!self.statuses.is_empty()).then(|| (Lead::Status, statuses()));
        let period =
            self.period_id.is_some().then(|| (Lead::Period, Self { period_id: self.period_id.clone(), ..of() }));
        let dates = self.from.is_some() || self.to.is_some();
        let dates = dates.then(|| (Lead::Dates, Self { from: self.from, to: self.to, ..of() }));
        [party, status, period, dates].into_iter().flatten()
    }
}

/// Leaves out what is of the payroll sub-ledger.
pub(crate) fn not_payroll(backend: DbBackend) -> SimpleExpr {
    unindexed(backend, Column::SubLedger).ne(SubLedger::Payroll.name())
}

/// The filter whose index is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Lead {
    Settled,
    Party,
    /// One status or several.
    Status,
    /// What is not posted in a period.
    Unposted,
    Period,
    Dates,
    /// No filter: the index of the order.
    Order,
}

/// A filter, and by what of it the documents are found.
#[derive(Clone, Copy)]
pub(crate) struct Led<'a> {
    pub filter: &'a Filter,
    lead: Lead,
    /// Whether that leaves few.
    is_narrow: bool,
}

impl<'a> Led<'a> {
    /// By what leaves the fewest in most books.
    pub(crate) fn as_usual(filter: &'a Filter) -> Self {
        Self { filter, lead: filter.lead(), is_narrow: false }
    }

    /// By the first of several filters that leaves few. SQLite keeps no count of values, so there they are counted, up to [`FEW`].
    pub(crate) async fn by_the_fewest(db: &impl ConnectionTrait, filter: &'a Filter) -> Result<Self, StoreError> {
        let usual = Self::as_usual(filter);
        let mut ways: Vec<_> = filter.alone().collect();
        let always_few = matches!(usual.lead, Lead::Settled | Lead::Unposted);
        if always_few || db.get_database_backend() != DbBackend::Sqlite || ways.len() < 2 {
            return Ok(usual);
        }
        ways.sort_by_key(|(lead, _)| *lead != usual.lead);
        for (lead, alone) in ways {
            if Led::as_usual(&alone).counted(db, FEW).await? < FEW {
                return Ok(Self { filter, lead, is_narrow: true });
            }
        }
        Ok(usual)
    }

    /// Found in the same way, by one of its statuses.
    pub(crate) const fn with<'b>(&self, one_status: &'b Filter) -> Led<'b> {
        Led { filter: one_status, lead: self.lead, is_narrow: self.is_narrow }
    }

    /// How many documents it leaves, counted up to `most`.
    pub(crate) async fn counted(&self, db: &impl ConnectionTrait, most: u64) -> Result<u64, StoreError> {
        let mut some = Query::select();
        some.expr(Expr::cust("1")).from(document::Entity).cond_where(self.condition(db.get_database_backend(), None));
        some.limit(most);
        let mut count = Query::select();
        count.expr(Expr::cust("COUNT(*)")).from_subquery(some, Alias::new("document"));
        let found: i64 =
            db.query_one(&count).await?.map(|row| row.try_get_by_index(0)).transpose()?.unwrap_or_default();
        Ok(u64::try_from(found).unwrap_or_default())
    }

    /// Several statuses, each in the order of the list in the index: the page is among the first of each.
    pub(crate) fn is_merged(&self) -> bool {
        self.lead == Lead::Status && self.filter.statuses.len() > 1
    }

    /// Whether the index of the lead is not in the order of the list: its matches are gathered and sorted, by their keys alone.
    pub(crate) fn is_gathered(&self) -> bool {
        if !self.filter.order.is_indexed() {
            return true;
        }
        let by_date = self.filter.order.by() == By::TranDate;
        match self.lead {
            Lead::Settled => true,
            Lead::Dates => !by_date,
            Lead::Party => {
                by_date
                    || self
                        .filter
                        .party_id
                        .as_deref()
                        .is_some_and(|id| party_key::asked(self.filter.kind, id).len() > 1)
            }
            Lead::Status | Lead::Unposted | Lead::Period => by_date,
            Lead::Order => false,
        }
    }

    /// Whether so many may match that the first of all are looked through before.
    pub(crate) fn is_wide(&self) -> bool {
        if self.is_narrow || !self.filter.order.is_indexed() {
            return false;
        }
        match self.lead {
            Lead::Dates => true,
            Lead::Party | Lead::Status | Lead::Period => self.filter.order.by() == By::TranDate,
            Lead::Settled | Lead::Unposted | Lead::Order => false,
        }
    }

    /// The bounds of dates. A cursor of an order by date bounds them more tightly at its end: the index is entered where the page
    /// before ended, and not read up to there again.
    fn dates(&self, after: Option<&Place>) -> (Option<Date>, Option<Date>) {
        let last = match after.and_then(|place| place.value) {
            Some(SortValue::TranDate(day)) => Some(day),
            _ => None,
        };
        if self.filter.order.is_ascending() {
            (self.filter.from.filter(|from| last.is_none_or(|last| last < *from)), self.filter.to)
        } else {
            (self.filter.from, self.filter.to.filter(|to| last.is_none_or(|last| last > *to)))
        }
    }

    pub(crate) fn condition(&self, backend: DbBackend, after: Option<&Place>) -> Condition {
        let lead = self.lead;
        let column = |is_indexed: bool, column: Column| -> SimpleExpr {
            if is_indexed { Expr::col(column.as_column_ref()) } else { unindexed(backend, column) }
        };
        let status = column(lead == Lead::Status, Column::Status);
        let statuses = match self.filter.statuses.as_slice() {
            [] => None,
            [only] => Some(status.eq(only.name())),
            several => Some(status.is_in(several.iter().map(|status| status.name()))),
        };
        let period = column(matches!(lead, Lead::Period | Lead::Unposted), Column::PeriodId);
        let date = || column(lead == Lead::Dates, Column::TranDate);
        let party = self.filter.party_id.as_deref().map(|id| {
            let found_by = column(lead == Lead::Party, Column::PartyKey);
            match party_key::asked(self.filter.kind, id).as_slice() {
                [only] => found_by.eq(only.as_str()),
                several => found_by.is_in(several.iter().map(String::as_str)),
            }
        });
        let (from, to) = self.dates(after);
        Condition::all()
            .add_option((lead == Lead::Unposted).then(status::unposted))
            .add(column(lead != Lead::Unposted, Column::Kind).eq(self.filter.kind.name()))
            .add_option(statuses)
            .add_option(self.filter.period_id.as_deref().map(|id| period.eq(id)))
            .add_option(party)
            .add_option(self.filter.settles_id.as_deref().map(|id| {
                let whole = column(lead == Lead::Settled, Column::SettlesId).eq(id);
                let own = || -> SimpleExpr { Expr::col(Column::DocumentId.as_column_ref()) };
                let (several, away) = (&self.filter.in_parts, &self.filter.moved_away);
                let whole =
                    if away.is_empty() { whole } else { whole.and(own().is_not_in(away.iter().map(String::as_str))) };
                if several.is_empty() { whole } else { whole.or(own().is_in(several.iter().map(String::as_str))) }
            }))
            .add_option(from.map(|day| date().gte(day.to_string())))
            .add_option(to.map(|day| date().lte(day.to_string())))
            .add_option(self.filter.without_payroll.then(|| not_payroll(backend)))
    }
}
