//! The books in stretches: some documents in the order of their keys, with all rows that belong to them. Rows whose document is missing
//! belong to the stretch in which it would stand.

use std::collections::{BTreeMap, BTreeSet};

use sea_orm::sea_query::{Expr, ExprTrait, SimpleExpr};
use sea_orm::{ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use super::recounted::{Named, Recounted};
use crate::kernel::entity::{
    audit_entry, credit_application, document, document_line, posting, posting_line, signature,
};
use crate::kernel::findings::Findings;
use crate::kernel::store::StoreError;
use crate::kernel::store::read::at_once::{Unread, unread};
use crate::kernel::store::statement::{ROWS_PER_STATEMENT, any_of};
use crate::values::kind::{DocumentKey, DocumentKind};

/// How many documents make a stretch, and about how many lines.
const DOCUMENTS: u64 = 400;
const LINES: i64 = 4_000;
/// Rows of the trail in one look.
pub const ROWS: u64 = 5_000;

/// A stretch as it comes from the database. Most of its rows are texts that the checking thread reads, while the next stretch comes.
pub struct UnreadStretch {
    kind: Option<DocumentKind>,
    unreadable: Vec<String>,
    pub headers: BTreeMap<Named, document::Model>,
    lines: Unread<document_line::Entity>,
    settled: Vec<document::Model>,
    payers: Unread<document::Entity>,
    payers_of_several: Vec<document::Model>,
    payer_lines: Vec<document_line::Model>,
    applications: Vec<credit_application::Model>,
    postings: Unread<posting::Entity>,
    posting_lines: Unread<posting_line::Entity>,
    signatures: Unread<signature::Entity>,
    trail: Trail,
}

impl UnreadStretch {
    /// What can be read of it; each other row is named.
    pub fn read(self, findings: &mut Findings) -> Stretch {
        let mut unreadable = self.unreadable;
        let stretch = Stretch {
            kind: self.kind,
            headers: self.headers,
            lines: self.lines.readable(&mut unreadable),
            settled: self.settled,
            // Each is named where it is checked itself.
            payers: self.payers.readable(&mut Vec::new()).into_iter().chain(self.payers_of_several).collect(),
            payer_lines: self.payer_lines,
            applications: self.applications,
            postings: self.postings.readable(&mut unreadable),
            posting_lines: self.posting_lines.readable(&mut unreadable),
            signatures: self.signatures.readable(&mut unreadable),
            recounted: self.trail.read(),
        };
        findings.unreadable(unreadable);
        stretch
    }
}

/// Some documents, and what belongs to them.
pub struct Stretch {
    /// The type of its documents; `None` for what has no known type.
    pub kind: Option<DocumentKind>,
    pub headers: BTreeMap<Named, document::Model>,
    pub lines: Vec<document_line::Model>,
    /// What these documents pay.
    pub settled: Vec<document::Model>,
    /// The payments of these documents.
    pub payers: Vec<document::Model>,
    /// What several documents get of those that pay more than one.
    pub payer_lines: Vec<document_line::Model>,
    pub applications: Vec<credit_application::Model>,
    pub postings: Vec<posting::Model>,
    pub posting_lines: Vec<posting_line::Model>,
    pub signatures: Vec<signature::Model>,
    pub recounted: Recounted,
}

/// How far the books are read: the types one by one, then what has none of them.
pub struct Walk {
    kinds: std::vec::IntoIter<Option<DocumentKind>>,
    now: Option<(Option<DocumentKind>, Option<String>)>,
}

/// The keys of a stretch: of one type, after an id, and up to another one where more follow.
struct Keys {
    kind: Option<DocumentKind>,
    after: Option<String>,
    to: Option<String>,
}

impl Keys {
    fn of<C: ColumnTrait>(&self, kind: C, id: C) -> Condition {
        let known = || DocumentKind::ALL.map(DocumentKind::name);
        Condition::all()
            .add(self.kind.map_or_else(|| kind.is_not_in(known()), |of| kind.eq(of.name())))
            .add_option(self.after.as_deref().map(|after| id.gt(after)))
            .add_option(self.to.as_deref().map(|to| id.lte(to)))
    }
}

impl Walk {
    pub fn start() -> Self {
        let kinds: Vec<_> = DocumentKind::ALL.into_iter().map(Some).chain([None]).collect();
        Self { kinds: kinds.into_iter(), now: None }
    }

    /// The next stretch; none when all is read.
    pub async fn next(&mut self, db: &impl ConnectionTrait) -> Result<Option<UnreadStretch>, StoreError> {
        let now = self.now.take().or_else(|| self.kinds.next().map(|kind| (kind, None)));
        let Some((kind, after)) = now else { return Ok(None) };
        let to = end(db, kind, after.as_deref()).await?;
        self.now = to.clone().map(|to| (kind, Some(to)));
        Ok(Some(read(db, &Keys { kind, after, to }).await?))
    }
}

/// The last document of the stretch, where others follow. One that has more lines than a stretch is one by itself.
async fn end(
    db: &impl ConnectionTrait,
    kind: Option<DocumentKind>,
    after: Option<&str>,
) -> Result<Option<String>, StoreError> {
    // What has no known type is damage, and little.
    let Some(kind) = kind else { return Ok(None) };
    let keys = Keys { kind: Some(kind), after: after.map(str::to_owned), to: None };
    let ids: Vec<String> = document::Entity::find()
        .select_only()
        .column(document::Column::DocumentId)
        .filter(keys.of(document::Column::Kind, document::Column::DocumentId))
        .order_by_asc(document::Column::DocumentId)
        .limit(DOCUMENTS)
        .into_tuple()
        .all(db)
        .await?;
    let is_last = u64::try_from(ids.len()).is_ok_and(|found| found < DOCUMENTS);
    let Some(last) = ids.last() else { return Ok(None) };
    let keys = Keys { to: Some(last.clone()), ..keys };
    let counts: Vec<(String, i64)> = document_line::Entity::find()
        .select_only()
        .column(document_line::Column::DocumentId)
        .column_as(document_line::Column::LineNumber.count(), "lines")
        .filter(keys.of(document_line::Column::Kind, document_line::Column::DocumentId))
        .group_by(document_line::Column::DocumentId)
        .into_tuple()
        .all(db)
        .await?;
    let counts: BTreeMap<String, i64> = counts.into_iter().collect();
    let mut lines = 0_i64;
    for id in &ids {
        lines = lines.saturating_add(counts.get(id).copied().unwrap_or(0));
        if lines >= LINES && Some(id) != ids.last() {
            return Ok(Some(id.clone()));
        }
    }
    Ok((!is_last).then(|| last.clone()))
}

async fn read(db: &impl ConnectionTrait, keys: &Keys) -> Result<UnreadStretch, StoreError> {
    use document_line::Column::LineNumber;
    use posting_line::Column::{Kind, Position, SourceId, SourceKind};
    let headers = document::Entity::find().filter(keys.of(document::Column::Kind, document::Column::DocumentId));
    let mut unreadable = Vec::new();
    let headers = unread(db, headers).await?.readable(&mut unreadable);
    let headers: BTreeMap<Named, document::Model> = headers.into_iter().map(by_name).collect();
    let own = keys.of(document_line::Column::Kind, document_line::Column::DocumentId);
    let lines = document_line::Entity::find().filter(own);
    let postings = posting::Entity::find().filter(keys.of(posting::Column::SourceKind, posting::Column::SourceId));
    let posting_lines = posting_line::Entity::find().filter(keys.of(SourceKind, SourceId));
    let signatures = signature::Entity::find().filter(keys.of(signature::Column::Kind, signature::Column::DocumentId));
    let (payers_of_several, payer_lines) = payers_of_several(db, keys).await?;
    Ok(UnreadStretch {
        kind: keys.kind,
        lines: unread(db, lines.order_by_asc(document_line::Column::DocumentId).order_by_asc(LineNumber)).await?,
        settled: settled(db, keys, &headers).await?,
        payers: payers(db, keys).await?,
        payers_of_several,
        payer_lines,
        applications: applications(db, keys, &mut unreadable).await?,
        postings: unread(db, postings).await?,
        posting_lines: unread(db, posting_lines.order_by_asc(SourceId).order_by_asc(Kind).order_by_asc(Position))
            .await?,
        signatures: unread(db, signatures).await?,
        trail: match keys.kind {
            Some(_) => trail(db, keys.of(audit_entry::Column::Resource, audit_entry::Column::ResourceId)).await?,
            // The trail of what is no document is master data's.
            None => Trail::default(),
        },
        headers,
        unreadable,
    })
}

fn by_name(header: document::Model) -> (Named, document::Model) {
    ((header.kind.clone(), header.document_id.clone()), header)
}

/// What the documents pay, without lines. A payment and what it pays are of different types.
async fn settled(
    db: &impl ConnectionTrait,
    of: &Keys,
    headers: &BTreeMap<Named, document::Model>,
) -> Result<Vec<document::Model>, StoreError> {
    let pays = |header: &document::Model| {
        DocumentKind::parse(&header.kind)?.payment()?;
        let kind = DocumentKind::parse(header.settles_kind.as_deref()?)?;
        Some(DocumentKey::new(kind, header.settles_id.clone()?))
    };
    let mut keys: BTreeSet<DocumentKey> = headers.values().filter_map(pays).collect();
    if of.kind.is_some_and(|kind| kind.payment().is_some()) {
        let own = of.of(document_line::Column::Kind, document_line::Column::DocumentId);
        let parts = document_line::Entity::find().filter(own).filter(is_part());
        let parts = unread(db, parts).await?.readable(&mut Vec::new());
        keys.extend(
            parts
                .into_iter()
                .filter_map(|part| Some(DocumentKey::new(DocumentKind::parse(&part.settled_kind?)?, part.settled_id?))),
        );
    }
    these(db, keys).await
}

async fn these(db: &impl ConnectionTrait, keys: BTreeSet<DocumentKey>) -> Result<Vec<document::Model>, StoreError> {
    let keys: Vec<DocumentKey> = keys.into_iter().collect();
    let mut found = Vec::new();
    for chunk in keys.chunks(ROWS_PER_STATEMENT) {
        let keys: BTreeSet<DocumentKey> = chunk.iter().cloned().collect();
        let these = any_of(document::Column::Kind, document::Column::DocumentId, &keys);
        found.extend(unread(db, document::Entity::find().filter(these)).await?.readable(&mut Vec::new()));
    }
    Ok(found)
}

/// In the words of the index of the parts of payments.
fn is_part() -> SimpleExpr {
    Expr::col(document_line::Column::SettledId).is_not_null()
}

/// The payments of several documents of which any of these gets a part, and those parts alone.
async fn payers_of_several(
    db: &impl ConnectionTrait,
    keys: &Keys,
) -> Result<(Vec<document::Model>, Vec<document_line::Model>), StoreError> {
    use document_line::Column::{SettledId, SettledKind};
    if keys.kind.is_none_or(|kind| kind.items().is_none()) {
        return Ok(Default::default());
    }
    let parts = document_line::Entity::find().filter(keys.of(SettledKind, SettledId)).filter(is_part());
    let parts = unread(db, parts).await?.readable(&mut Vec::new());
    let payments = parts
        .iter()
        .filter_map(|part| Some(DocumentKey::new(DocumentKind::parse(&part.kind)?, part.document_id.as_str())));
    Ok((these(db, payments.collect()).await?, parts))
}

async fn payers(db: &impl ConnectionTrait, keys: &Keys) -> Result<Unread<document::Entity>, StoreError> {
    let payments = DocumentKind::ALL.into_iter().filter(|kind| kind.payment().is_some()).map(DocumentKind::name);
    if keys.kind.is_none_or(|kind| kind.items().is_none()) {
        return Ok(Unread::default());
    }
    // In the words of the index, which has those that settle something.
    let some: SimpleExpr = Expr::col(document::Column::SettlesId).is_not_null();
    let paying = document::Entity::find()
        .filter(keys.of(document::Column::SettlesKind, document::Column::SettlesId))
        .filter(some)
        .filter(document::Column::Kind.is_in(payments));
    unread(db, paying).await
}

async fn applications(
    db: &impl ConnectionTrait,
    keys: &Keys,
    unreadable: &mut Vec<String>,
) -> Result<Vec<credit_application::Model>, StoreError> {
    use credit_application::Column::{CreditId, CreditKind, SettledId, SettledKind};
    let of_credits = credit_application::Entity::find().filter(keys.of(CreditKind, CreditId));
    let mut found = unread(db, of_credits).await?.readable(unreadable);
    let of_settled = credit_application::Entity::find().filter(keys.of(SettledKind, SettledId));
    found.extend(unread(db, of_settled).await?.readable(&mut Vec::new()));
    Ok(found)
}

/// Rows of the trail: what all looks but the last said, and the last one, which is not read yet.
#[derive(Default)]
struct Trail {
    recounted: Recounted,
    last: Unread<audit_entry::Entity>,
}

impl Trail {
    fn read(mut self) -> Recounted {
        push(&mut self.recounted, self.last);
        self.recounted
    }
}

/// What the trail says of these.
pub async fn recount(db: &impl ConnectionTrait, of: Condition) -> Result<Recounted, StoreError> {
    Ok(trail(db, of).await?.read())
}

/// Look by look, each in the order of its rows.
async fn trail(db: &impl ConnectionTrait, of: Condition) -> Result<Trail, StoreError> {
    let (mut recounted, mut place) = (Recounted::default(), None);
    loop {
        let found = look(db, &of, place.as_ref()).await?;
        if found.count < ROWS {
            return Ok(Trail { recounted, last: found });
        }
        place = push(&mut recounted, found);
    }
}

/// Recounts these rows, and returns the place of the last one.
fn push(recounted: &mut Recounted, look: Unread<audit_entry::Entity>) -> Option<(String, i64)> {
    let mut place = None;
    for row in look.readable(&mut recounted.faults) {
        place = Some((row.resource_id.clone(), row.seq));
        recounted.push(&row.into());
    }
    place
}

/// The rows behind this place.
async fn look(
    db: &impl ConnectionTrait,
    of: &Condition,
    place: Option<&(String, i64)>,
) -> Result<Unread<audit_entry::Entity>, StoreError> {
    use audit_entry::Column::{ResourceId, Seq};
    let after = place.map(|(id, seq)| {
        let columns: [SimpleExpr; 2] = [Expr::col(ResourceId), Expr::col(Seq)];
        Expr::tuple(columns).gt(Expr::tuple([Expr::value(id.as_str()), Expr::value(*seq)]))
    });
    let rows = audit_entry::Entity::find().filter(of.clone()).filter(Condition::all().add_option(after));
    unread(db, rows.order_by_asc(ResourceId).order_by_asc(Seq).limit(ROWS)).await
}
