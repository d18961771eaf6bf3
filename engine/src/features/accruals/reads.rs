//! Reads of accruals.

use sea_orm::{ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use crate::books::document::Document;
use crate::kernel::entity::document;
use crate::kernel::entity::document::Column::{DocumentId, ReversalDate};
use crate::kernel::store::read::documents::bare;
use crate::kernel::store::{StoreError, status};
use crate::values::clock::Date;

/// The posted accruals that are to be reversed on the day or before and are not, without their lines: by the day; after the one of this
/// day and id.
pub async fn due(
    db: &impl ConnectionTrait,
    day: Date,
    after: Option<&(Date, String)>,
    limit: u64,
) -> Result<Vec<Document>, StoreError> {
    let mut due = Condition::all().add(status::due_for_reversal()).add(status::not_reversed());
    due = due.add(ReversalDate.lte(day.to_string()));
    if let Some((date, id)) = after {
        let date = date.to_string();
        let same_day = Condition::all().add(ReversalDate.eq(date.as_str())).add(DocumentId.gt(id.as_str()));
        due = due.add(Condition::any().add(ReversalDate.gt(date)).add(same_day));
    }
    let rows = document::Entity::find()
        .filter(due)
        .order_by_asc(ReversalDate)
        .order_by_asc(DocumentId)
        .limit(limit)
        .all(db)
        .await?;
    bare(rows)
}
