//! How users, roles and delegations changed, as the trail states it. What a plan asks of them is read: who is active, who is above
//! whom, who holds a role, who signs for whom, and the limits.

use sea_orm::sea_query::{Expr, ExprTrait, SimpleExpr};
use sea_orm::{ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use serde_json::{Map, Value};

use crate::approval::access::{DELEGATION, Role, User};
use crate::approval::catalog::history::{Change, Changed};
use crate::kernel::entity::audit_entry::{Column, Entity, Model};
use crate::kernel::entity::{JsonText, delegation, directory_user, role};
use crate::kernel::store::row::RowName;
use crate::kernel::store::{StoreError, baseline, row, stated};
use crate::values::clock::Timestamp;
use crate::values::money::Minor;

/// How many rows are read at a time.
const AT_ONCE: u64 = 1_000;
/// What the trail calls them.
const RESOURCES: [&str; 3] = ["user", "role", DELEGATION];
/// The audit row of a role that is gone.
const DELETED: &str = "Deleted";

/// All changes before the instant, thing by thing.
pub async fn changes(db: &impl ConnectionTrait, before: Timestamp) -> Result<Vec<Change>, StoreError> {
    let mut changes = Vec::new();
    for resource in RESOURCES {
        let (mut last, mut stated): (Option<(String, i64)>, Option<String>) = (None, None);
        loop {
            let rows = next(db, resource, before, last.as_ref()).await?;
            let Some(row) = rows.last() else { break };
            last = Some((row.resource_id.clone(), row.seq));
            read_all(rows, &mut stated, &mut changes)?;
        }
    }
    Ok(changes)
}

async fn next(
    db: &impl ConnectionTrait,
    resource: &str,
    before: Timestamp,
    last: Option<&(String, i64)>,
) -> Result<Vec<Model>, StoreError> {
    let place: [SimpleExpr; 2] = [Column::ResourceId, Column::Seq].map(|column| Expr::col(column.as_column_ref()));
    let later = last.map(|(id, seq)| {
        let last: [SimpleExpr; 2] = [Expr::value(id.as_str()), Expr::value(*seq)];
        Expr::tuple(place).gt(Expr::tuple(last))
    });
    let wanted = Condition::all().add(Column::Resource.eq(resource)).add(Column::At.lt(before.micros()));
    Ok(Entity::find()
        .filter(wanted.add_option(later))
        .order_by_asc(Column::ResourceId)
        .order_by_asc(Column::Seq)
        .limit(AT_ONCE)
        .all(db)
        .await?)
}

/// Reads rows in the order of what they are about; `stated` is what the row before spoke of. A baseline that is the first row with a
/// statement says how it stood before, too: nothing older is known.
fn read_all(rows: Vec<Model>, stated: &mut Option<String>, changes: &mut Vec<Change>) -> Result<(), StoreError> {
    for row in rows {
        let name = RowName { table: "audit_entry", key: &row.resource_id };
        let details: Map<String, Value> = name.json("details", &row.details)?;
        let Some(to) = changed(&row, &details)? else { continue };
        let is_first = stated.as_ref() != Some(&row.resource_id);
        let since_ever = is_first && row.action == baseline::ACTION;
        let at = if since_ever { Timestamp::from_micros(i64::MIN) } else { Timestamp::from_micros(row.at) };
        *stated = Some(row.resource_id);
        changes.push(Change { at, to });
    }
    Ok(())
}

/// How the row leaves what it is about; `None` where it does not say.
fn changed(row: &Model, details: &Map<String, Value>) -> Result<Option<Changed>, StoreError> {
    let stated = details.iter().filter_map(|(name, value)| Some((stated::version_of(name)?, value.as_object()?)));
    let Some((_, fields)) = stated.max_by_key(|(version, _)| *version) else { return unstated(row, details) };
    let fields = Fields { fields, row };
    Ok(Some(match row.resource.as_str() {
        "user" => Changed::User(Box::new(fields.user()?)),
        "role" => Changed::Role(Box::new(fields.role()?)),
        _ => Changed::Delegation(Box::new(row::catalog::read_delegation(fields.delegation()?)?)),
    }))
}

/// A row without a statement: a role that goes, a user as releases before the statements wrote them, or a migration that gave a role
/// permissions, for which no plan asks.
fn unstated(row: &Model, details: &Map<String, Value>) -> Result<Option<Changed>, StoreError> {
    Ok(match (row.resource.as_str(), details.get("user")) {
        ("role", _) if row.action == DELETED => Some(Changed::RoleDeleted(row.resource_id.clone())),
        ("user", Some(user)) => {
            let text = JsonText(user.to_string());
            let user: User = RowName { table: "audit_entry", key: &row.resource_id }.json("details", &text)?;
            Some(Changed::User(Box::new(user)))
        }
        (_, _) => None,
    })
}

/// The fields that a row states. One that the lists of its version did not have yet has the value that it had for everybody then.
struct Fields<'a> {
    fields: &'a Map<String, Value>,
    row: &'a Model,
}

impl Fields<'_> {
    fn text(&self, name: &str) -> Option<String> {
        self.fields.get(name)?.as_str().map(str::to_owned)
    }

    fn some(&self, name: &str) -> Result<String, StoreError> {
        RowName { table: "audit_entry", key: &self.row.resource_id }.some("details", self.text(name))
    }

    fn flag(&self, name: &str) -> bool {
        self.fields.get(name).and_then(Value::as_bool).unwrap_or(false)
    }

    fn json(&self, name: &str, without: &str) -> JsonText {
        JsonText(self.fields.get(name).map_or_else(|| without.to_owned(), Value::to_string))
    }

    fn user(&self) -> Result<User, StoreError> {
        row::catalog::read_user(directory_user::Model {
            user_id: self.row.resource_id.clone(),
            name: self.some("name")?,
            manager_user_id: self.text("manager_user_id"),
            is_active: self.flag("is_active"),
            inactive_by_admin: self.flag("inactive_by_admin"),
            delegations: self.json("delegations", "[]"),
            roles: self.json("roles", "[]"),
            approval_limits: self.json("approval_limits", "{}"),
            version: self.row.seq,
            updated_at: self.row.at,
            updated_by: self.row.performed_by.clone(),
        })
    }

    fn role(&self) -> Result<Role, StoreError> {
        row::catalog::read_role(role::Model {
            role_id: self.row.resource_id.clone(),
            permissions: self.json("permissions", "[]"),
            is_builtin: self.flag("is_builtin"),
            approval_limits: self.json("approval_limits", "{}"),
            version: self.row.seq,
            updated_at: self.row.at,
            updated_by: self.row.performed_by.clone(),
        })
    }

    fn delegation(&self) -> Result<delegation::Model, StoreError> {
        let types = self.fields.get("document_types").filter(|types| !types.is_null());
        Ok(delegation::Model {
            delegation_id: self.row.resource_id.clone(),
            from_user_id: self.some("from_user_id")?,
            to_user_id: self.some("to_user_id")?,
            first_day: self.some("first_day")?,
            last_day: self.some("last_day")?,
            document_types: types.map(|types| JsonText(types.to_string())),
            amount_limit: self.fields.get("amount_limit").and_then(Value::as_i64).map(Minor),
            reason: self.some("reason")?,
            is_revoked: self.flag("is_revoked"),
            version: self.row.seq,
            created_at: self.row.at,
            created_by: self.row.performed_by.clone(),
            updated_at: self.row.at,
            updated_by: self.row.performed_by.clone(),
        })
    }
}
