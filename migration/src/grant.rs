//! New permissions for the built-in roles of old books. The program gives a new role its permissions. A role that
//! exists already, edited or not, gets the new permissions of a release from a migration, and its trail records them.

use std::collections::BTreeSet;

use sea_orm_migration::prelude::{DbErr, SchemaManager};
use sea_orm_migration::sea_orm::{ConnectionTrait, DbBackend, Statement, Value};

/// Adds permissions to built-in roles: pairs of a role and its new permissions.
pub async fn give(manager: &SchemaManager<'_>, grants: &[(&str, &[&str])]) -> Result<(), DbErr> {
    change(manager, grants, |permissions, permission| permissions.insert(permission.to_owned())).await
}

/// Takes them away again.
pub async fn take_back(manager: &SchemaManager<'_>, grants: &[(&str, &[&str])]) -> Result<(), DbErr> {
    change(manager, grants, std::collections::BTreeSet::remove).await
}

/// Changes the permissions of every role, built in or not: all but the fixed one, which has them all.
pub async fn of_all(manager: &SchemaManager<'_>, with: impl Fn(&mut BTreeSet<String>)) -> Result<(), DbErr> {
    let db = manager.get_connection();
    let backend = db.get_database_backend();
    let all = Statement::from_string(backend, "SELECT role_id, permissions FROM role ORDER BY role_id");
    let mut changed = false;
    for row in db.query_all_raw(all).await? {
        let role = row.try_get::<String>("", "role_id")?;
        let before = permissions_of(&role, &row.try_get::<String>("", "permissions")?)?;
        let mut after = before.clone();
        with(&mut after);
        if after != before {
            save(db, backend, &role, &written(&after)).await?;
            changed = true;
        }
    }
    next_revision(db, changed).await
}

async fn change(
    manager: &SchemaManager<'_>,
    grants: &[(&str, &[&str])],
    with: impl Fn(&mut BTreeSet<String>, &str) -> bool + Copy,
) -> Result<(), DbErr> {
    let db = manager.get_connection();
    let backend = db.get_database_backend();
    let mut changed = false;
    for (role, named) in grants {
        let asked = Statement::from_sql_and_values(
            backend,
            "SELECT permissions FROM role WHERE role_id = $1 AND is_builtin",
            [Value::from(*role)],
        );
        let Some(row) = db.query_one_raw(asked).await? else { continue };
        let mut permissions = permissions_of(role, &row.try_get::<String>("", "permissions")?)?;
        // `count` tries every permission, where `any` would stop at the first change.
        let differs = named.iter().filter(|permission| with(&mut permissions, permission)).count() > 0;
        if differs {
            save(db, backend, role, &written(&permissions)).await?;
            changed = true;
        }
    }
    next_revision(db, changed).await
}

/// Programs that run read the roles anew.
async fn next_revision(db: &impl ConnectionTrait, changed: bool) -> Result<(), DbErr> {
    if changed {
        db.execute_unprepared("UPDATE catalog_revision SET revision = revision + 1 WHERE id = 1").await?;
    }
    Ok(())
}

fn permissions_of(role: &str, column: &str) -> Result<BTreeSet<String>, DbErr> {
    read(column).ok_or_else(|| {
        DbErr::Custom(format!("table role, column permissions, key {role:?}: {column} is not an array of permissions"))
    })
}

/// The role's new version and its row in the trail, later than every row before it.
async fn save(db: &impl ConnectionTrait, backend: DbBackend, role: &str, permissions: &str) -> Result<(), DbErr> {
    let now = match backend {
        DbBackend::Postgres => "(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000)::bigint",
        _ => "CAST(strftime('%s', 'now') AS INTEGER) * 1000000",
    };
    let greater = if backend == DbBackend::Postgres { "GREATEST" } else { "MAX" };
    let at = format!("(SELECT {greater}({now}, COALESCE(MAX(at), 0) + 1) FROM audit_entry)");
    let run = |sql: String, values: Vec<Value>| Statement::from_sql_and_values(backend, sql, values);
    db.execute_raw(run(
        format!(
            "UPDATE role SET permissions = $1, version = version + 1, updated_by = 'system', updated_at = {at}
             WHERE role_id = $2"
        ),
        vec![permissions.into(), role.into()],
    ))
    .await?;
    // Beside the permissions stands what the row's other fields are now, so that `gl check` knows them.
    db.execute_raw(run(
        "INSERT INTO audit_entry (at, performed_by, resource, resource_id, action, details)
         SELECT updated_at, 'system', 'role', role_id, 'Updated', '{\"permissions\":' || CAST($2 AS TEXT) || ',\"version\":' || version
             || ',\"updated_at\":' || updated_at || ',\"updated_by\":\"system\"}'
         FROM role WHERE role_id = $1"
            .to_owned(),
        vec![role.into(), permissions.into()],
    ))
    .await
    .map(drop)
}

/// Reads a JSON array of permissions, none of which contains a quote or a comma; `None` for anything else.
fn read(array: &str) -> Option<BTreeSet<String>> {
    let inside = array.trim().strip_prefix('[')?.strip_suffix(']')?.trim();
    if inside.is_empty() {
        return Some(BTreeSet::new());
    }
    let named = inside.split(',').map(|text| text.trim().strip_prefix('"')?.strip_suffix('"'));
    named.map(|text| text.filter(|text| !text.contains(['"', '\\'])).map(str::to_owned)).collect()
}

fn written(permissions: &BTreeSet<String>) -> String {
    let quoted: Vec<String> = permissions.iter().map(|text| format!("\"{text}\"")).collect();
    format!("[{}]", quoted.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_array_is_read_as_it_was_written() {
        for text in ["[]", r#"["a.b"]"#, r#"["a.*","b.read"]"#] {
            assert_eq!(read(text).map(|permissions| written(&permissions)).as_deref(), Some(text));
        }
        let spaced = read(r#"[ "b.read", "a.*" ]"#).expect("an array");
        assert_eq!(written(&spaced), r#"["a.*","b.read"]"#);
    }

    /// A later release may store permissions in another form: a migration must not overwrite that with an array.
    #[test]
    fn what_is_no_array_of_permissions_is_refused() {
        for text in [
            "",
            "null",
            r#"{"v":1,"permissions":["a.b"]}"#,
            "[a.b]",
            r#"["a.b""#,
            r#"["a.b",]"#,
            r#"["a\"b"]"#,
            r#"[["a.b"]]"#,
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
