//! Saves a value of a dimension: made, changed, switched off. See docs/rules/dimensions.md#values.

use crate::books::command::{
    AuditEntry, Command, Decision, Effects, Guarded, Needed, Permitted, Refuses, Snapshot, Takes, Wants,
};
use crate::features::dimensions::model::{DIMENSION, VALUE, VALUE_TITLE};
use crate::features::dimensions::records::{DimensionChange, WantedDimension, seen, target};
use crate::values::clock::Date;
use crate::values::dimension::{DimensionValue, MOST_LEVELS, MOST_VALUES, parts_of, record_id};
use crate::values::error::{Faults, Refusal, RefusalName};
use crate::values::id::MAX_ID_LENGTH;
use crate::values::kind::Thing;

/// What may be set of a value: `None` leaves it as it is, `Some(None)` takes it away.
#[derive(Clone, Default, Debug)]
pub struct ValueFields {
    pub value_name: Option<String>,
    pub parent_id: Option<Option<String>>,
    pub valid_from: Option<Option<Date>>,
    pub valid_to: Option<Option<Date>>,
    pub is_active: Option<bool>,
}

/// Makes a value, or changes the one that is there.
#[derive(Debug)]
pub struct SaveDimensionValue {
    /// That of the record: [`record_id`].
    pub dimension_value_id: String,
    pub fields: ValueFields,
    /// Whether it must be new, or must exist.
    pub create: bool,
    pub faults: Faults,
}

impl Refuses for SaveDimensionValue {
    const IS_GUARDED: bool = true;
    const REFUSALS: &'static [RefusalName] = &[];
}

impl Permitted for SaveDimensionValue {
    const TAKES: Takes = Takes::These(&[(DIMENSION, "write")]);
}

impl Command for SaveDimensionValue {
    type Answer = DimensionValue;

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(None)
    }

    fn guarded<'a>(&'a self, _: &'a Snapshot, _: &Effects) -> Option<Guarded<'a>> {
        Some(Guarded::saved(Thing::DimensionValue, self.create, &self.dimension_value_id))
    }

    fn wants(&self) -> Wants {
        let of_feature = Wants::of_feature(WantedDimension::Value(self.dimension_value_id.clone()));
        Wants { target: Some(target(&self.dimension_value_id)), exclusive: true, ..of_feature }
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<DimensionValue>, Refusal> {
        let before = seen(snapshot).and_then(|state| state.value.as_ref());
        match before {
            Some(_) if self.create => {
                let detail = format!("dimension value {:?} exists already", self.dimension_value_id);
                return Err(RefusalName::AlreadyExists.because(detail));
            }
            None if !self.create => return Err(Refusal::not_found(VALUE_TITLE, &self.dimension_value_id)),
            _ => {}
        }
        let mut faults = self.faults.clone();
        let Some(saved) = self.merged(before, snapshot, &mut faults) else { return Err(Refusal::Invalid(faults)) };
        check(&saved, before, snapshot, &mut faults);
        faults.or(())?;
        let as_it_was = |before: &&DimensionValue| {
            let (version, updated_at, updated_by) = (before.version, before.updated_at, before.updated_by.clone());
            DimensionValue { version, updated_at, updated_by, ..saved.clone() } == **before
        };
        if let Some(before) = before.filter(as_it_was) {
            return Ok(Decision::unchanged(before.clone(), snapshot));
        }
        let word = if before.is_some() { "Updated" } else { "Created" };
        let change = DimensionChange::Value(Box::new(saved.clone()));
        Ok(Decision::new(Effects::one(snapshot.now, change.into(), entry(&saved, word, snapshot)), saved))
    }

    fn faults(&self) -> Option<&Faults> {
        Some(&self.faults)
    }
}

impl SaveDimensionValue {
    /// The value as it would be; `None` where it cannot be told, and the faults say why.
    fn merged(
        &self,
        before: Option<&DimensionValue>,
        snapshot: &Snapshot,
        faults: &mut Faults,
    ) -> Option<DimensionValue> {
        let fields = &self.fields;
        let by = snapshot.actor.user_id.to_string();
        let value_name = fields.value_name.clone().or_else(|| before.map(|before| before.value_name.clone()));
        if value_name.is_none() && !faults.has("/value_name") {
            faults.add("/value_name", "is required");
        }
        // A part of the id that is missing was named when it was read.
        let (dimension_id, value_id) = parts_of(&self.dimension_value_id)?;
        if dimension_id.is_empty() || value_id.is_empty() {
            return None;
        }
        let kept = |of: fn(&DimensionValue) -> Option<Date>| before.and_then(of);
        let parent = || before.and_then(|before| before.parent_id.clone());
        Some(DimensionValue {
            dimension_id: dimension_id.to_owned(),
            value_id: value_id.to_owned(),
            value_name: value_name.unwrap_or_default(),
            parent_id: fields.parent_id.clone().unwrap_or_else(parent),
            valid_from: fields.valid_from.unwrap_or_else(|| kept(|before| before.valid_from)),
            valid_to: fields.valid_to.unwrap_or_else(|| kept(|before| before.valid_to)),
            is_active: fields.is_active.unwrap_or_else(|| before.is_none_or(|before| before.is_active)),
            version: before.map_or(1, |before| before.version.saturating_add(1)),
            created_at: before.map_or(snapshot.now, |before| before.created_at),
            created_by: before.map_or_else(|| by.clone(), |before| before.created_by.clone()),
            updated_at: snapshot.now,
            updated_by: by,
        })
    }
}

/// What is wrong with the value as it would be.
fn check(saved: &DimensionValue, before: Option<&DimensionValue>, snapshot: &Snapshot, faults: &mut Faults) {
    let dimensions = &snapshot.catalog.dimensions;
    if before.is_none() {
        let known = dimensions.all.get(&saved.dimension_id).filter(|dimension| dimension.is_active);
        if known.is_none() {
            faults.add("/dimension_id", format!("there is no active dimension {:?}", saved.dimension_id));
        }
        if dimensions.values.get(&saved.dimension_id).is_some_and(|values| values.len() >= MOST_VALUES) {
            faults.add("/value_id", format!("the dimension has {MOST_VALUES} values already"));
        }
        if saved.id().len() > MAX_ID_LENGTH {
            let most = MAX_ID_LENGTH.saturating_sub(record_id(&saved.dimension_id, "").len());
            faults.add("/value_id", format!("of this dimension must have at most {most} characters"));
        }
    }
    if let (Some(from), Some(to)) = (saved.valid_from, saved.valid_to)
        && to < from
    {
        faults.add("/valid_to", format!("is before valid_from, {from}"));
    }
    if before.is_none_or(|before| before.parent_id != saved.parent_id) {
        check_parent(saved, snapshot, faults);
    }
}

/// A value is no part of itself, nor of one of its own parts, and parts do not stand deeper than [`MOST_LEVELS`].
fn check_parent(saved: &DimensionValue, snapshot: &Snapshot, faults: &mut Faults) {
    let Some(parent_id) = &saved.parent_id else { return };
    let dimensions = &snapshot.catalog.dimensions;
    let above = dimensions.upward(&saved.dimension_id, parent_id);
    if above.is_empty() {
        faults.add("/parent_id", format!("there is no {parent_id:?} in dimension {}", saved.dimension_id));
    } else if *parent_id == saved.value_id || above.iter().any(|above| above.value_id == saved.value_id) {
        faults.add("/parent_id", format!("{parent_id:?} is {:?} itself or a part of it", saved.value_id));
    } else {
        let below = dimensions.depth(&saved.dimension_id, &saved.value_id);
        if above.len().saturating_add(below) > MOST_LEVELS {
            faults.add("/parent_id", format!("values stand at most {MOST_LEVELS} deep"));
        }
    }
}

fn entry(saved: &DimensionValue, word: &str, snapshot: &Snapshot) -> AuditEntry {
    AuditEntry::about(VALUE, &saved.id(), word, &snapshot.actor.user_id)
        .with("value_name", saved.value_name.clone())
        .with("parent_id", saved.parent_id.clone())
        .with("valid_from", saved.valid_from.map(|date| date.to_string()))
        .with("valid_to", saved.valid_to.map(|date| date.to_string()))
        .with("is_active", saved.is_active)
}
