//! What a row states: fields by their names, under the version of the lists.

use serde_json::{Map, Value};

use crate::books::command::AuditEntry;
use crate::kernel::store::StoreError;

/// The version of the lists of fields.
pub const VERSION: i64 = 5;

/// What such a member's name begins with.
const STATES: &str = "states_";

/// The member of an audit row's details that states fields by the present lists.
pub fn member() -> String {
    format!("{STATES}{VERSION}")
}

/// The version of the lists that the member of this name states fields by, when it is such a member.
pub fn version_of(member: &str) -> Option<i64> {
    member.strip_prefix(STATES)?.parse().ok()
}

/// What one row decides.
#[derive(Clone, PartialEq, Debug)]
pub struct Stated {
    /// As its audit rows name it.
    pub resource: String,
    pub id: String,
    pub fields: Map<String, Value>,
}

impl Stated {
    pub fn new<const N: usize>(resource: &str, id: &str, fields: [(&str, Value); N]) -> Self {
        let fields = fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        Self { resource: resource.into(), id: id.into(), fields }
    }

    /// Has the audit row state it, beside what that states already; what it lists there goes on.
    pub fn put(self, entry: &mut AuditEntry) {
        let states = entry.details.entry(member()).or_insert_with(|| Value::Object(Map::new()));
        let Some(fields) = states.as_object_mut() else { return };
        for (name, value) in self.fields {
            match (fields.get_mut(&name), value) {
                (Some(Value::Array(all)), Value::Array(more)) => all.extend(more),
                (_, value) => {
                    fields.insert(name, value);
                }
            }
        }
    }

    /// Has the last of these rows that is about it state it, beside what that states already. A change of such a row without an audit row
    /// about it is our own fault.
    pub fn put_among(self, entries: &mut [AuditEntry]) -> Result<(), StoreError> {
        let about = |entry: &&mut AuditEntry| entry.resource == self.resource && entry.resource_id == self.id;
        let Some(entry) = entries.iter_mut().rev().find(about) else {
            let name = format!("{} {}", self.resource, self.id);
            return Err(StoreError::Broken(format!("{name} is changed, and no audit row says so")));
        };
        let states = entry.details.entry(member()).or_insert_with(|| Value::Object(Map::new()));
        if let Some(fields) = states.as_object_mut() {
            fields.extend(self.fields);
        }
        Ok(())
    }
}

/// A field by its name, and what a row has there.
pub type Field<M> = (&'static str, fn(&M) -> Value);

/// The fields that each row of a table states.
pub struct List<M: 'static> {
    pub table: &'static str,
    /// As audit rows name what the row is.
    pub resource: &'static str,
    pub id: fn(&M) -> &str,
    pub fields: &'static [Field<M>],
}

impl<M> List<M> {
    /// What this row decides.
    pub fn of(&self, row: &M) -> Stated {
        let fields = self.fields.iter().map(|(name, value)| ((*name).to_owned(), value(row))).collect();
        Stated { resource: self.resource.into(), id: (self.id)(row).into(), fields }
    }

    /// The table, with what a feature's own check compares besides.
    pub fn and_checked(&self, checked: &'static [Checked]) -> Table {
        Table { name: self.table, stated: self.fields.iter().map(|(name, _)| *name).collect(), checked }
    }
}

/// Columns, and what a feature's own check compares them with.
pub type Checked = (&'static str, &'static [&'static str]);

/// A table, and how `gl check` compares each of its columns. A test asks this of every column that the schema has.
#[derive(Debug)]
pub struct Table {
    pub name: &'static str,
    /// The fields that rows of the trail state.
    pub stated: Vec<&'static str>,
    pub checked: &'static [Checked],
}
