//! The feature's records as the kernel reads, writes and states them.

use sea_orm::{ColumnTrait, DatabaseTransaction, EntityTrait, IntoActiveModel, QueryFilter};

use super::commands::{FEATURE, MatchChange, MatchState, WantedMatches};
use super::model::Match;
use super::{check, reads};
use crate::books::command::Effects;
use crate::kernel::entity::{bank_match, bank_match_line, bank_match_transaction};
use crate::kernel::records::{Asking, FeatureRecords};
use crate::kernel::store::StoreError;
use crate::kernel::store::stated::{Stated, Table};
use crate::kernel::store::statement::ROWS_PER_STATEMENT;

/// The records of matches.
#[derive(Debug)]
pub struct MatchRecords;

impl FeatureRecords for MatchRecords {
    type Wanted = WantedMatches;
    type Changed = MatchChange;
    type Found = MatchState;

    const FEATURE: &'static str = FEATURE;

    fn tables(&self) -> Vec<Table> {
        check::tables()
    }

    async fn see(
        &self,
        tx: &DatabaseTransaction,
        wanted: &WantedMatches,
        asking: &Asking<'_>,
    ) -> Result<MatchState, StoreError> {
        reads::see(tx, wanted, asking.lock).await
    }

    async fn write(&self, tx: &DatabaseTransaction, change: &MatchChange, _: &Effects) -> Result<(), StoreError> {
        match change {
            MatchChange::Make(made) => make(tx, made).await,
            MatchChange::Unmake(ids) => unmake(tx, ids).await,
        }
    }

    fn stated(&self, change: &MatchChange) -> Result<Vec<Stated>, StoreError> {
        Ok(match change {
            MatchChange::Make(made) => made.iter().map(|one| check::MATCHED.of(one)).collect(),
            MatchChange::Unmake(_) => Vec::new(),
        })
    }

    async fn every(&self, db: &DatabaseTransaction, unreadable: &mut Vec<String>) -> Result<Vec<Stated>, StoreError> {
        check::stated(db, unreadable).await
    }
}

/// A line or a transaction that somebody else matched first is met by the tables' keys.
async fn make(tx: &DatabaseTransaction, made: &[Match]) -> Result<(), StoreError> {
    for chunk in made.chunks(ROWS_PER_STATEMENT) {
        bank_match::Entity::insert_many::<bank_match::ActiveModel, _>(
            chunk.iter().map(|one| row(one).into_active_model()),
        )
        .exec_without_returning(tx)
        .await?;
    }
    let lines: Vec<bank_match_line::ActiveModel> = made.iter().flat_map(lines).collect();
    for chunk in lines.chunks(ROWS_PER_STATEMENT) {
        bank_match_line::Entity::insert_many(chunk.to_vec()).exec_without_returning(tx).await?;
    }
    let transactions: Vec<bank_match_transaction::ActiveModel> = made.iter().flat_map(transactions).collect();
    for chunk in transactions.chunks(ROWS_PER_STATEMENT) {
        bank_match_transaction::Entity::insert_many(chunk.to_vec()).exec_without_returning(tx).await?;
    }
    Ok(())
}

fn row(of: &Match) -> bank_match::Model {
    bank_match::Model {
        match_id: of.match_id.clone(),
        account_id: of.account_id.clone(),
        reason: of.reason.clone(),
        points: of.points.map(i64::from),
        last_date: of.last_date.to_string(),
        matched_at: of.matched_at.micros(),
        matched_by: of.matched_by.clone(),
        completed_in: None,
        completed_at: None,
    }
}

fn lines(of: &Match) -> impl Iterator<Item = bank_match_line::ActiveModel> {
    let row = |line_id: &String| bank_match_line::Model { line_id: line_id.clone(), match_id: of.match_id.clone() };
    of.line_ids.iter().map(move |line_id| row(line_id).into_active_model())
}

fn transactions(of: &Match) -> impl Iterator<Item = bank_match_transaction::ActiveModel> {
    of.transactions.iter().map(|matched| {
        let key = &matched.key;
        let row = bank_match_transaction::Model {
            account_id: of.account_id.clone(),
            source_kind: key.source.kind.name().into(),
            source_id: key.source.id.clone(),
            line_number: key.line_number,
            match_id: of.match_id.clone(),
            cleared_date: matched.cleared_date.to_string(),
        };
        row.into_active_model()
    })
}

async fn unmake(tx: &DatabaseTransaction, ids: &[String]) -> Result<(), StoreError> {
    let mut removed = 0_u64;
    for chunk in ids.chunks(ROWS_PER_STATEMENT) {
        let these = || chunk.iter().map(String::as_str);
        let done = bank_match::Entity::delete_many()
            .filter(bank_match::Column::MatchId.is_in(these()))
            .filter(bank_match::Column::CompletedIn.is_null())
            .exec(tx)
            .await?;
        removed = removed.saturating_add(done.rows_affected);
        let lines = bank_match_line::Entity::delete_many().filter(bank_match_line::Column::MatchId.is_in(these()));
        lines.exec(tx).await?;
        bank_match_transaction::Entity::delete_many()
            .filter(bank_match_transaction::Column::MatchId.is_in(these()))
            .exec(tx)
            .await?;
    }
    if usize::try_from(removed) == Ok(ids.len()) { Ok(()) } else { Err(StoreError::row_changed()) }
}
