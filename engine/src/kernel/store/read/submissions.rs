//! What was submitted before that belongs together, by the two columns that a submission fills where a rule of its type adds up
//! (`approval/splitting.rs`).

use sea_orm::sea_query::{Expr, Order, Query};
use sea_orm::{ColumnTrait, ConnectionTrait, FromQueryResult};
use serde::Deserialize;

use crate::approval::RoutingPlan;
use crate::approval::splitting::{AggregateBy, Earlier, EarlierDocuments, MOST_DAYS};
use crate::books::command::wants::AddsUp;
use crate::books::command::{Snapshot, Wants};
use crate::books::document::Status;
use crate::kernel::entity::JsonText;
use crate::kernel::entity::document;
use crate::kernel::entity::document::Column;
use crate::kernel::store::reads::Reads;
use crate::kernel::store::row::RowName;
use crate::kernel::store::{StoreError, party_key};
use crate::values::clock::Timestamp;
use crate::values::kind::DocumentKind;
use crate::values::money::Minor;

/// Whose documents are asked for.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Whose {
    pub kind: DocumentKind,
    /// The folded id of the author, where a rule adds up by authors.
    pub author: Option<String>,
    /// The key of the party, where a rule adds up by parties.
    pub party: Option<String>,
}

impl Whose {
    /// What is submitted, and whose documents it is added to; `None` where nothing is.
    pub fn wanted<'w>(wants: &'w Wants, snapshot: &Snapshot) -> Option<(&'w AddsUp, Self)> {
        let wanted = wants.adds_up.as_ref()?;
        Some((wanted, Self::of(wanted, snapshot)?))
    }

    /// Whose documents the rules of the type add it to; `None` where they add nothing up.
    fn of(wanted: &AddsUp, snapshot: &Snapshot) -> Option<Self> {
        let kind = wanted.key().kind;
        let (mut by_author, mut by_party) = (false, false);
        for aggregate in snapshot.catalog.adding(kind) {
            match aggregate.by {
                AggregateBy::Author => by_author = true,
                AggregateBy::Vendor | AggregateBy::Customer => by_party = true,
            }
        }
        if !by_author && !by_party {
            return None;
        }
        let (author, party) = match wanted {
            AddsUp::Document(key) => {
                let document = snapshot.documents.get(key)?;
                (&document.created_by, party_key::of(document))
            }
            AddsUp::New { party_id, pays, .. } => {
                let paid = pays.as_ref().and_then(|key| snapshot.documents.get(key)).and_then(party_key::of);
                // Rules add up by the recorded parties alone, whose key is their id.
                (&snapshot.actor.user_id, party_id.clone().or(paid))
            }
        };
        let author = by_author.then(|| author.folded().to_owned());
        Some(Self { kind, author, party: party.filter(|_| by_party) })
    }
}

/// Whether rules add the command's document to others.
pub fn adds_up(wants: &Wants, snapshot: &Snapshot) -> bool {
    Whose::wanted(wants, snapshot).is_some()
}

/// A document that was submitted before, by whom it is found.
#[derive(FromQueryResult, Deserialize)]
struct Submitted {
    by: String,
    document_id: String,
    base_total: Minor,
    added_at: i64,
    /// Only where a rate was overridden another amount may count than the document's own.
    plan: Option<JsonText>,
}

/// Those that were submitted since, in one statement: the latest first.
pub(super) async fn earlier(db: &impl Reads, whose: &Whose, since: Timestamp) -> Result<EarlierDocuments, StoreError> {
    let gone = [Status::Draft, Status::Rejected, Status::Voided].map(Status::name);
    let select = |by: &str, column: Column, key: &str| {
        let mut select = Query::select();
        select.expr_as(Expr::value(by), "by").columns([Column::DocumentId, Column::BaseTotal, Column::AddedAt]);
        select.expr_as(Expr::case(Column::ExchangeRateReason.is_not_null(), Expr::col(Column::Plan)), "plan");
        select.from(document::Entity);
        select.and_where(Column::Kind.eq(whose.kind.name())).and_where(column.eq(key));
        select.and_where(Column::AddedAt.gte(since.micros()));
        select.and_where(Column::Status.is_not_in(gone));
        select
    };
    let of_author = whose.author.as_deref().map(|author| select("author", Column::AddedAuthor, author));
    let of_party = whose.party.as_deref().map(|party| select("party", Column::PartyKey, party));
    let mut found = EarlierDocuments::default();
    let mut selects = of_author.into_iter().chain(of_party);
    let Some(mut all) = selects.next() else { return Ok(found) };
    for other in selects {
        all.union(sea_orm::sea_query::UnionType::All, other);
    }
    all.order_by(Column::AddedAt, Order::Desc);
    let rows: Vec<Submitted> = db.records(db.backend().build(&all)).await?;
    for Submitted { by, document_id, base_total, added_at, plan } in rows {
        let name = RowName { table: "document", key: &document_id };
        let plan = plan.map(|plan| name.json::<RoutingPlan>("plan", &plan)).transpose()?;
        let rate_override = plan.as_ref().and_then(|plan| plan.rate_override.as_ref());
        let earlier = Earlier::of(&document_id, base_total, rate_override, Timestamp::from_micros(added_at));
        if by == "author" { found.of_author.push(earlier) } else { found.of_party.push(earlier) }
    }
    Ok(found)
}

/// So long ago a document may have been submitted that is added up.
pub fn longest_ago(now: Timestamp) -> Timestamp {
    now.minus_days(MOST_DAYS)
}

/// What is added to nothing.
const GONE: [Status; 3] = [Status::Draft, Status::Rejected, Status::Voided];

/// From now on the type's documents are added up: what was submitted before is found, too.
pub async fn begin(tx: &impl ConnectionTrait, kind: DocumentKind, since: Timestamp) -> Result<(), StoreError> {
    let mut update = Query::update();
    update
        .table(document::Entity)
        .value(Column::AddedAt, Expr::col(Column::SubmittedAt.as_column_ref()))
        .value(Column::AddedAuthor, Expr::col(Column::CreatedBy.as_column_ref()))
        .and_where(Column::Kind.eq(kind.name()))
        .and_where(Column::SubmittedAt.gte(since.micros()))
        .and_where(Column::AddedAt.is_null())
        // What was called off counts for nothing, and what was sent back before has no submission to say so in.
        .and_where(Column::Status.is_not_in(GONE.map(Status::name)));
    tx.execute(&update).await?;
    // People are compared by the folded form of their ids, which no database makes alike.
    let mut authors = Query::select();
    authors.distinct().column(Column::AddedAuthor).from(document::Entity);
    authors.and_where(Column::Kind.eq(kind.name())).and_where(Column::AddedAt.is_not_null());
    for row in tx.query_all(&authors).await? {
        let spelt: Option<String> = row.try_get_by_index(0)?;
        let Some(spelt) = spelt else { continue };
        let folded = crate::approval::access::UserId::from(spelt.as_str()).folded().to_owned();
        if folded != spelt {
            let mut fold = Query::update();
            fold.table(document::Entity).value(Column::AddedAuthor, folded);
            fold.and_where(Column::Kind.eq(kind.name())).and_where(Column::AddedAuthor.eq(spelt));
            fold.and_where(Column::AddedAt.is_not_null());
            tx.execute(&fold).await?;
        }
    }
    Ok(())
}

/// What a reader's document is added to.
pub async fn see(db: &impl ConnectionTrait, wants: &Wants, snapshot: &mut Snapshot) -> Result<(), StoreError> {
    if let Some((wanted, whose)) = Whose::wanted(wants, snapshot) {
        snapshot.earlier = earlier(db, &whose, longest_ago(snapshot.now)).await?;
        let _ = snapshot.earlier.leave_out(&wanted.key().id);
    }
    Ok(())
}
