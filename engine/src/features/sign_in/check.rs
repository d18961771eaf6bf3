//! What was done in sessions of the console, held against the sign-ins of the trail. See docs/rules/console.md#sign-ins-in-the-trail.

use std::collections::BTreeMap;

use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter};

use crate::approval::access::UserId;
use crate::kernel::chain::Row;
use crate::kernel::entity::audit_entry::{Column, Entity};
use crate::kernel::findings::Findings;
use crate::kernel::session::{RESOURCE, SIGN_IN};
use crate::kernel::store::StoreError;
use crate::kernel::store::read::at_once::each;
use crate::kernel::store::statement::ROWS_PER_STATEMENT;

/// What one person did in one session.
#[derive(Clone, Debug)]
struct Done {
    /// The earliest of it.
    at: i64,
    what: String,
    count: u64,
}

/// What was done in which session, by whom: as many as there are sessions in which something was done.
#[derive(Clone, Default, Debug)]
pub struct DoneIn(BTreeMap<(String, UserId), Done>);

impl DoneIn {
    /// One row of the trail that names a session.
    pub fn push(&mut self, session_id: &str, row: &Row) {
        let what = || format!("{} {}: {} by {}", row.resource, row.resource_id, row.action, row.performed_by);
        self.add((session_id.to_owned(), row.performed_by.as_str().into()), row.at, 1, what);
    }

    /// With what was found elsewhere.
    pub fn append(&mut self, other: Self) {
        for (by, Done { at, what, count }) in other.0 {
            self.add(by, at, count, || what);
        }
    }

    fn add(&mut self, by: (String, UserId), at: i64, count: u64, what: impl FnOnce() -> String) {
        let Some(done) = self.0.get_mut(&by) else {
            self.0.insert(by, Done { at, what: what(), count });
            return;
        };
        done.count = done.count.saturating_add(count);
        if at < done.at {
            (done.at, done.what) = (at, what());
        }
    }

    /// Names what was done in a session that the trail does not know, or before its sign-in, or by another person.
    pub async fn check(self, db: &impl ConnectionTrait, findings: &mut Findings) -> Result<(), StoreError> {
        let ids: Vec<&str> = self.0.keys().map(|(session_id, _)| session_id.as_str()).collect();
        for ids in ids.chunks(ROWS_PER_STATEMENT) {
            let rows = Entity::find().filter(Column::Resource.eq(RESOURCE)).filter(Column::Action.eq(SIGN_IN));
            // Rows of the trail that cannot be read are named with the trail.
            let rows = each(db, rows.filter(Column::ResourceId.is_in(ids.iter().copied())), &mut Vec::new()).await?;
            let known: BTreeMap<&str, (UserId, i64)> =
                rows.iter().map(|row| (row.resource_id.as_str(), (row.performed_by.as_str().into(), row.at))).collect();
            for ((session_id, by), done) in self.0.iter().filter(|((session_id, _), _)| ids.contains(&&**session_id)) {
                let why = match known.get(session_id.as_str()) {
                    None => "the trail knows no sign-in to it".to_owned(),
                    Some((other, _)) if other != by => format!("the trail says that {other} signed in to it"),
                    Some((_, at)) if done.at < *at => "the trail says that it began later".to_owned(),
                    Some(_) => continue,
                };
                let more = match done.count {
                    1 => String::new(),
                    count => format!(" (and {} more in it)", count.saturating_sub(1)),
                };
                findings.differences.push(format!("{} in the session {session_id}{more}, and {why}", done.what));
            }
        }
        Ok(())
    }
}
