//! The rows of a long table, in the form that was asked for.

use super::pieces::Pieces;
use crate::problem::Problem;
use crate::sheet::Sheet;
use crate::table::Cell;

/// Where the rows go.
pub enum Rows {
    Csv(Pieces),
    Sheet(Box<Sheet>),
}

impl Rows {
    /// Adds rows; 422 where the form has no room for more.
    pub async fn put(&mut self, rows: &[Vec<Cell>]) -> Result<(), Problem> {
        match self {
            Self::Csv(pieces) => pieces.rows(rows).await,
            Self::Sheet(sheet) => sheet.add(rows),
        }
    }

    /// There are no more: sends the rest of a text, or gives the file of a sheet.
    pub async fn end(self) -> Result<Vec<u8>, Problem> {
        match self {
            Self::Csv(mut pieces) => pieces.send().await.map(|()| Vec::new()),
            Self::Sheet(sheet) => tokio::task::spawn_blocking(|| sheet.finish()).await.map_err(Problem::internal)?,
        }
    }
}
