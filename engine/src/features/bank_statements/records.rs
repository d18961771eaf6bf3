//! The feature's records as the kernel reads, writes and states them.

use sea_orm::{ActiveModelTrait, ColumnTrait, DatabaseTransaction, EntityTrait, IntoActiveModel, QueryFilter};
use tokio::sync::mpsc;

use super::formats::{self, Event, Stop};
use super::model::{Entry, FEATURE, Import, Line, Mapping, Planned, StatementChange, StatementState, WantedStatements};
use super::{check, reads, row};
use crate::books::command::Effects;
use crate::kernel::entity::{bank_statement, bank_statement_line};
use crate::kernel::records::{Asking, FeatureRecords};
use crate::kernel::store::StoreError;
use crate::kernel::store::stated::{Stated, Table};
use crate::kernel::store::statement::gone;

/// Lines that are written by one statement.
const LINES_AT_ONCE: usize = 500;
/// Runs of lines that wait to be written while the file is read on.
const RUNS: usize = 2;

/// The records of bank statements.
#[derive(Debug)]
pub struct StatementRecords;

impl FeatureRecords for StatementRecords {
    type Wanted = WantedStatements;
    type Changed = StatementChange;
    type Found = StatementState;

    const FEATURE: &'static str = FEATURE;

    fn tables(&self) -> Vec<Table> {
        check::tables()
    }

    async fn see(
        &self,
        tx: &DatabaseTransaction,
        wanted: &WantedStatements,
        _: &Asking<'_>,
    ) -> Result<StatementState, StoreError> {
        reads::see(tx, wanted).await
    }

    async fn write(&self, tx: &DatabaseTransaction, change: &StatementChange, _: &Effects) -> Result<(), StoreError> {
        match change {
            StatementChange::Import(import) => write_import(tx, import).await,
            StatementChange::Delete { statement_id } => delete(tx, statement_id).await,
            StatementChange::SaveMapping(mapping) => save_mapping(tx, mapping).await,
        }
    }

    fn stated(&self, change: &StatementChange) -> Result<Vec<Stated>, StoreError> {
        Ok(match change {
            StatementChange::Import(import) => {
                let statements = import.statements.iter().flatten();
                statements.map(|planned| check::STATEMENTS.of(&row::statement(&planned.statement))).collect()
            }
            StatementChange::Delete { .. } => Vec::new(),
            StatementChange::SaveMapping(mapping) => vec![check::MAPPINGS.of(&row::mapping(mapping)?)],
        })
    }

    async fn every(&self, db: &DatabaseTransaction, unreadable: &mut Vec<String>) -> Result<Vec<Stated>, StoreError> {
        check::stated(db, unreadable).await
    }
}

/// Reads the file again, on a thread of its own, and writes its new lines in runs.
async fn write_import(tx: &DatabaseTransaction, import: &Import) -> Result<(), StoreError> {
    for planned in import.statements.iter().flatten() {
        let model = row::statement(&planned.statement).into_active_model();
        bank_statement::Entity::insert(model).exec_without_returning(tx).await?;
    }
    let (send, mut receive) = mpsc::channel::<Vec<Line>>(RUNS);
    let again = import.clone();
    let reading = tokio::task::spawn_blocking(move || read_again(&again, &send));
    while let Some(lines) = receive.recv().await {
        let models = lines.into_iter().map(|line| row::line(line).into_active_model());
        bank_statement_line::Entity::insert_many::<bank_statement_line::ActiveModel, _>(models)
            .exec_without_returning(tx)
            .await?;
    }
    reading.await.map_err(|error| StoreError::Broken(format!("the file could not be read again: {error}")))?
}

/// Gives the new lines on, run by run.
fn read_again(import: &Import, send: &mpsc::Sender<Vec<Line>>) -> Result<(), StoreError> {
    let changed = |why: String| StoreError::Broken(format!("the file is not what it was: {why}"));
    let input = import.file.open().map_err(|error| changed(error.to_string()))?;
    let (mut statement, mut run) = (0_usize, Vec::with_capacity(LINES_AT_ONCE));
    let read = formats::read(&import.format, input, &mut |event| {
        match event {
            Event::Begins(_) => {}
            Event::Line(line) => {
                let planned = import.statements.get(statement).and_then(Option::as_ref);
                run.extend(planned.and_then(|planned| new_line(planned, line)));
                if run.len() >= LINES_AT_ONCE {
                    let full = std::mem::replace(&mut run, Vec::with_capacity(LINES_AT_ONCE));
                    send.blocking_send(full).map_err(|_| Stop)?;
                }
            }
            Event::Ends { .. } => statement = statement.saturating_add(1),
        }
        Ok(())
    });
    match read {
        // Nobody writes any more, and says why.
        Err(fault) if fault.reason == formats::Reason::Stopped => return Ok(()),
        other => other.map_err(|fault| changed(fault.to_string()))?,
    }
    if !run.is_empty() {
        // As above.
        let _ = send.blocking_send(run);
    }
    Ok(())
}

fn new_line(planned: &Planned, line: formats::StatementLine) -> Option<Line> {
    let position = line.position;
    let at = usize::try_from(position.checked_sub(1)?).ok()?;
    let identity = planned.identities.get(at)?.clone()?;
    let statement = &planned.statement;
    Some(Line {
        line_id: Line::id(&statement.statement_id, position),
        statement_id: statement.statement_id.clone(),
        account_id: statement.account_id.clone(),
        position,
        identity,
        entry: Entry::from(line),
    })
}

async fn delete(tx: &DatabaseTransaction, statement_id: &str) -> Result<(), StoreError> {
    gone(bank_statement::Entity::delete_by_id(statement_id).exec(tx).await?.rows_affected)?;
    bank_statement_line::Entity::delete_many()
        .filter(bank_statement_line::Column::StatementId.eq(statement_id))
        .exec(tx)
        .await?;
    Ok(())
}

async fn save_mapping(tx: &DatabaseTransaction, mapping: &Mapping) -> Result<(), StoreError> {
    let model = row::mapping(mapping)?.into_active_model();
    if mapping.version == 1 {
        model.insert(tx).await?;
    } else {
        model.reset_all().update(tx).await?;
    }
    Ok(())
}
