//! What a decision changes about statements.

use std::fmt;
use std::io::BufRead;
use std::sync::Arc;

use crate::books::command::effects::Change;
use crate::books::command::of_feature::Changed;
use crate::features::bank_statements::formats::Format;
use crate::features::bank_statements::model::mapping::Mapping;
use crate::features::bank_statements::model::state::FEATURE;
use crate::features::bank_statements::model::statement::BankStatement;

/// A file that is read twice.
pub trait StatementFile: fmt::Debug + Send + Sync {
    /// From its first byte.
    fn open(&self) -> std::io::Result<Box<dyn BufRead + Send>>;
}

/// What a decision changes about statements.
#[derive(Debug)]
pub enum StatementChange {
    Import(Import),
    /// The statement, and the lines that it brought in.
    Delete {
        statement_id: String,
    },
    /// Version 1 is new; any later one stands in place of the one before it.
    SaveMapping(Box<Mapping>),
}

impl Changed for StatementChange {
    fn feature(&self) -> &'static str {
        FEATURE
    }
}

impl From<StatementChange> for Change {
    fn from(change: StatementChange) -> Self {
        Self::OfFeature(Arc::new(change))
    }
}

/// What is written: the statements of the file in its order, `None` for one that is not brought in.
#[derive(Clone, Debug)]
pub struct Import {
    pub format: Format,
    pub file: Arc<dyn StatementFile>,
    pub statements: Vec<Option<Planned>>,
}

/// A statement, and the identity of each of its lines that is new.
#[derive(Clone, Debug)]
pub struct Planned {
    pub statement: BankStatement,
    pub identities: Vec<Option<String>>,
}
