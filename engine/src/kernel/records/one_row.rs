//! Records of which each is one row under its id, in its newest version: master data that the catalog holds, and that commands save whole.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use sea_orm::{
    ActiveModelBehavior, ActiveModelTrait, DatabaseTransaction, EntityTrait, FromQueryResult, IntoActiveModel, Select,
};

use super::{Asking, FeatureRecords};
use crate::books::change_request::Pin;
use crate::books::command::{AuditEntry, Change, Changed, Decision, Effects, Found, Snapshot, Target, Wanted, Wants};
use crate::kernel::store::StoreError;
use crate::kernel::store::commit::save;
use crate::kernel::store::read::at_once::each_read;
use crate::kernel::store::stated::{Checked, List, Stated, Table};

/// What such a record is, as its feature tells the kernel.
pub trait OneRow: Clone + fmt::Debug + Send + Sync + 'static {
    type Entity: EntityTrait<Model = Self::Row>;
    type Row: IntoActiveModel<Self::Active> + FromQueryResult + Clone + Send + Sync;
    type Active: ActiveModelTrait<Entity = Self::Entity> + ActiveModelBehavior + Send;

    /// As what is wanted and what is changed name it.
    const FEATURE: &'static str;
    /// The fields that the trail states, and its id.
    const LIST: List<Self::Row>;
    const CHECKED: &'static [Checked];

    fn by_id(id: &str) -> Select<Self::Entity>;

    fn row(&self) -> Result<Self::Row, StoreError>;

    fn read(row: Self::Row) -> Result<Self, StoreError>;

    /// Its version, where 1 is new, and when it was made.
    fn pin(&self) -> Pin;
}

/// Such a record that one command makes and changes, by all of its fields.
pub trait SavedWhole: OneRow + PartialEq {
    /// With the version and the last change of another.
    #[must_use]
    fn stamped_as(self, last: &Self) -> Self;
}

/// One of them, by its id.
#[derive(Clone, Debug)]
pub struct ById<R> {
    pub id: String,
    of: PhantomData<fn() -> R>,
}

/// The answer to [`ById`].
#[derive(Debug)]
pub struct FoundById<R>(pub Option<R>);

/// A record in its new version.
#[derive(Clone, Debug)]
pub struct Saved<R>(pub R);

/// All of this kind.
#[derive(Debug)]
pub struct RowRecords<R>(PhantomData<fn() -> R>);

impl<R> ById<R> {
    pub fn new(id: impl Into<String>) -> Self {
        Self { id: id.into(), of: PhantomData }
    }
}

impl<R> RowRecords<R> {
    #[expect(clippy::new_without_default, reason = "there is one for each kind, in a constant")]
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

/// As `If-Match` speaks of such a record.
pub fn target<R: OneRow>(id: &str) -> Target {
    Target::OfFeature(R::FEATURE, id.to_owned())
}

/// What was asked for.
pub fn seen<R: OneRow>(snapshot: &Snapshot) -> Option<&R> {
    snapshot.of_features.get::<FoundById<R>>(R::FEATURE)?.0.as_ref()
}

/// What a command that saves such a record asks for: the one that is there, and that nobody writes beside it.
pub fn wants_to_save<R: OneRow>(id: &str) -> Wants {
    Wants { target: Some(target::<R>(id)), exclusive: true, ..Wants::of_feature(ById::<R>::new(id)) }
}

/// The record as it is to be, with its row in the trail (`Created` or `Updated`); nothing where that is as it was.
pub fn saved<R: SavedWhole>(
    record: R,
    before: Option<&R>,
    entry: impl FnOnce(&R, &str, &Snapshot) -> AuditEntry,
    snapshot: &Snapshot,
) -> Decision<R> {
    if let Some(before) = before.filter(|before| record.clone().stamped_as(before) == **before) {
        return Decision::unchanged(before.clone(), snapshot);
    }
    let word = if before.is_some() { "Updated" } else { "Created" };
    let entry = entry(&record, word, snapshot);
    Decision::new(Effects::one(snapshot.now, Saved(record.clone()).into(), entry), record)
}

impl<R: OneRow> Wanted for ById<R> {
    fn feature(&self) -> &'static str {
        R::FEATURE
    }
}

impl<R: OneRow> Changed for Saved<R> {
    fn feature(&self) -> &'static str {
        R::FEATURE
    }

    fn is_catalog(&self) -> bool {
        true
    }
}

impl<R: OneRow> From<Saved<R>> for Change {
    fn from(saved: Saved<R>) -> Self {
        Self::OfFeature(Arc::new(saved))
    }
}

impl<R: OneRow> Found for FoundById<R> {
    fn pin(&self) -> Option<Pin> {
        self.0.as_ref().map(R::pin)
    }
}

impl<R: OneRow> FeatureRecords for RowRecords<R> {
    type Wanted = ById<R>;
    type Changed = Saved<R>;
    type Found = FoundById<R>;

    const FEATURE: &'static str = R::FEATURE;

    fn tables(&self) -> Vec<Table> {
        vec![R::LIST.and_checked(R::CHECKED)]
    }

    async fn see(
        &self,
        tx: &DatabaseTransaction,
        wanted: &ById<R>,
        _: &Asking<'_>,
    ) -> Result<FoundById<R>, StoreError> {
        Ok(FoundById(R::by_id(&wanted.id).one(tx).await?.map(R::read).transpose()?))
    }

    async fn write(&self, tx: &DatabaseTransaction, Saved(record): &Saved<R>, _: &Effects) -> Result<(), StoreError> {
        save(tx, record.row()?.into_active_model(), record.pin().version).await
    }

    fn stated(&self, Saved(record): &Saved<R>) -> Result<Vec<Stated>, StoreError> {
        Ok(vec![R::LIST.of(&record.row()?)])
    }

    async fn every(&self, db: &DatabaseTransaction, unreadable: &mut Vec<String>) -> Result<Vec<Stated>, StoreError> {
        let rows = each_read(db, R::Entity::find(), R::read, unreadable).await?;
        Ok(rows.iter().map(|row| R::LIST.of(row)).collect())
    }
}
