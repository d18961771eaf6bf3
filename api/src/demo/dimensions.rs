//! The departments of the company, and a project.

use std::sync::Arc;

use engine::features::dimensions::commands::save::{DimensionFields, SaveDimension};
use engine::features::dimensions::commands::save_value::{SaveDimensionValue, ValueFields};
use engine::kernel::engine::Engine;
use engine::values::dimension::record_id;
use engine::values::error::{Error, Faults};

use super::people::{done, person};

/// The dimension, the value, its name, and what it is a part of.
const VALUES: [(&str, &str, &str, Option<&str>); 4] = [
    ("department", "SALES", "Sales", None),
    ("department", "OFFICE", "Office", None),
    ("project", "SHOP", "New shop", None),
    ("project", "SHOP-IT", "Its computers", Some("SHOP")),
];

/// Writes them.
pub async fn load(engine: &Arc<Engine>) -> Result<(), Error> {
    let fields = DimensionFields { dimension_name: Some("Project".into()), ..DimensionFields::default() };
    let save = SaveDimension { dimension_id: "project".into(), fields, create: true, faults: Faults::default() };
    done(engine.perform(person("conny"), save).await)?;
    for (dimension_id, value_id, name, parent_id) in VALUES {
        let fields = ValueFields {
            value_name: Some(name.into()),
            parent_id: Some(parent_id.map(Into::into)),
            ..ValueFields::default()
        };
        let dimension_value_id = record_id(dimension_id, value_id);
        let save = SaveDimensionValue { dimension_value_id, fields, create: true, faults: Faults::default() };
        done(engine.perform(person("conny"), save).await)?;
    }
    Ok(())
}
