//! Saves a dimension: made, changed, switched off. See docs/rules/dimensions.md#what-dimensions-there-are.

use crate::books::command::{
    AuditEntry, Command, Decision, Effects, Guarded, Needed, Permitted, Refuses, Snapshot, Takes, Wants,
};
use crate::features::dimensions::model::{DIMENSION, TITLE};
use crate::features::dimensions::records::{DimensionChange, WantedDimension, seen, target};
use crate::values::dimension::{COST_CENTER, DEPARTMENT, Dimension, MOST, Takes as TakesValues, is_dimension_id};
use crate::values::error::{Faults, Refusal, RefusalName};
use crate::values::kind::Thing;

/// What may be set of a dimension; `None` leaves it as it is.
#[derive(Clone, Default, Debug)]
pub struct DimensionFields {
    pub dimension_name: Option<String>,
    pub takes: Option<TakesValues>,
    pub is_active: Option<bool>,
}

/// Makes a dimension, or changes the one that is there.
#[derive(Debug)]
pub struct SaveDimension {
    pub dimension_id: String,
    pub fields: DimensionFields,
    /// Whether it must be new, or must exist.
    pub create: bool,
    pub faults: Faults,
}

impl Refuses for SaveDimension {
    const IS_GUARDED: bool = true;
    const REFUSALS: &'static [RefusalName] = &[RefusalName::InUse];
}

impl Permitted for SaveDimension {
    const TAKES: Takes = Takes::These(&[(DIMENSION, "write")]);
}

impl Command for SaveDimension {
    type Answer = Dimension;

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(None)
    }

    fn guarded<'a>(&'a self, _: &'a Snapshot, _: &Effects) -> Option<Guarded<'a>> {
        Some(Guarded::saved(Thing::Dimension, self.create, &self.dimension_id))
    }

    fn wants(&self) -> Wants {
        let of_feature = Wants::of_feature(WantedDimension::Dimension(self.dimension_id.clone()));
        Wants { target: Some(target(&self.dimension_id)), exclusive: true, ..of_feature }
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<Dimension>, Refusal> {
        let before = seen(snapshot).and_then(|state| state.dimension.as_ref());
        match before {
            Some(_) if self.create => {
                let detail = format!("dimension {:?} exists already", self.dimension_id);
                return Err(RefusalName::AlreadyExists.because(detail));
            }
            None if !self.create => return Err(Refusal::not_found(TITLE, &self.dimension_id)),
            _ => {}
        }
        let mut faults = self.faults.clone();
        self.check(before, snapshot, &mut faults);
        faults.or(())?;
        let saved = self.merged(before, snapshot);
        let as_it_was = |before: &&Dimension| {
            let (version, updated_at, updated_by) = (before.version, before.updated_at, before.updated_by.clone());
            Dimension { version, updated_at, updated_by, ..saved.clone() } == **before
        };
        if let Some(before) = before.filter(as_it_was) {
            return Ok(Decision::unchanged(before.clone(), snapshot));
        }
        if !saved.is_active {
            required_nowhere(&saved, snapshot)?;
        }
        let word = if before.is_some() { "Updated" } else { "Created" };
        let entry = AuditEntry::about(DIMENSION, &saved.dimension_id, word, &snapshot.actor.user_id)
            .with("dimension_name", saved.dimension_name.clone())
            .with("takes", saved.takes.name())
            .with("is_active", saved.is_active);
        let change = DimensionChange::Dimension(Box::new(saved.clone()));
        Ok(Decision::new(Effects::one(snapshot.now, change.into(), entry), saved))
    }

    fn faults(&self) -> Option<&Faults> {
        Some(&self.faults)
    }
}

impl SaveDimension {
    fn check(&self, before: Option<&Dimension>, snapshot: &Snapshot, faults: &mut Faults) {
        let id = self.dimension_id.as_str();
        if before.is_none() && !is_dimension_id(id) && !faults.has("/dimension_id") {
            faults.add("/dimension_id", "must be 1 to 32 of a-z, 0-9 and _, and begin with a letter");
        }
        if before.is_none() && self.fields.dimension_name.is_none() && !faults.has("/dimension_name") {
            faults.add("/dimension_name", "is required");
        }
        if before.is_none() && snapshot.catalog.dimensions.all.len() >= MOST {
            faults.add("/dimension_id", format!("there are {MOST} dimensions already"));
        }
        if self.fields.is_active == Some(false) && matches!(id, DEPARTMENT | COST_CENTER) {
            faults.add("/is_active", format!("of dimension {id} stays true: lines have a field for it"));
        }
    }

    fn merged(&self, before: Option<&Dimension>, snapshot: &Snapshot) -> Dimension {
        let fields = &self.fields;
        let by = snapshot.actor.user_id.to_string();
        let name = || before.map(|before| before.dimension_name.clone()).unwrap_or_default();
        Dimension {
            dimension_id: self.dimension_id.clone(),
            dimension_name: fields.dimension_name.clone().unwrap_or_else(name),
            takes: fields.takes.unwrap_or_else(|| before.map_or(TakesValues::Listed, |before| before.takes)),
            is_active: fields.is_active.unwrap_or_else(|| before.is_none_or(|before| before.is_active)),
            version: before.map_or(1, |before| before.version.saturating_add(1)),
            created_at: before.map_or(snapshot.now, |before| before.created_at),
            created_by: before.map_or_else(|| by.clone(), |before| before.created_by.clone()),
            updated_at: snapshot.now,
            updated_by: by,
        }
    }
}

/// What no line may name any more, no account may require.
fn required_nowhere(saved: &Dimension, snapshot: &Snapshot) -> Result<(), Refusal> {
    let id = &saved.dimension_id;
    let requiring = snapshot.catalog.accounts.values().find(|account| account.required_dimensions.contains(id));
    requiring.map_or(Ok(()), |account| {
        let detail = format!("account {} requires dimension {id}", account.account_id);
        Err(RefusalName::InUse.because(detail).with("account_id", account.account_id.clone()))
    })
}
