//! Customers and vendors.

use std::collections::BTreeMap;

use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect};

use crate::books::party::{Party, PartyKind};
use crate::kernel::entity::party;
use crate::kernel::store::read::after;
use crate::kernel::store::{StoreError, row};
use crate::values::page::{Cursor, Page, PageRequest};

/// One page of customers or vendors, newest first.
pub async fn list(db: &impl ConnectionTrait, kind: PartyKind, page: &PageRequest) -> Result<Page<Party>, StoreError> {
    let of_kind = party::Column::PartyKind.eq(kind.name());
    let total = if page.count { Some(party::Entity::find().filter(of_kind.clone()).count(db).await?) } else { None };
    let rows = party::Entity::find()
        .filter(of_kind)
        .filter(after(party::Column::CreatedAt, party::Column::PartyId, page.after.as_ref()))
        .order_by_desc(party::Column::CreatedAt)
        .order_by_desc(party::Column::PartyId)
        .limit(page.limit.saturating_add(1))
        .all(db)
        .await?;
    let parties = rows.into_iter().map(row::party::read_party).collect::<Result<Vec<_>, _>>()?;
    Ok(Page::of(parties, page.limit, total, cursor))
}

/// Where a party stands in the list.
pub fn cursor(party: &Party) -> Cursor {
    Cursor { at: party.created_at.micros(), id: party.party_id.clone() }
}

/// The names of those parties, by id. Many ids are asked for in several statements.
pub async fn names(
    db: &impl ConnectionTrait,
    kind: PartyKind,
    ids: &[String],
) -> Result<BTreeMap<String, String>, StoreError> {
    let mut found = BTreeMap::new();
    for chunk in ids.chunks(1_000) {
        let rows = party::Entity::find()
            .filter(party::Column::PartyKind.eq(kind.name()))
            .filter(party::Column::PartyId.is_in(chunk.iter().map(String::as_str)))
            .all(db)
            .await?;
        found.extend(rows.into_iter().map(|row| (row.party_id, row.party_name)));
    }
    Ok(found)
}
