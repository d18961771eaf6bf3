//! A bank's file on its way in: which format it has, and what is in it.

use engine::features::bank_statements::formats::Format;
use engine::features::bank_statements::model::StatementFile;
use engine::features::bank_statements::model::{Surveyed, Unfit, survey};
use engine::values::error::{Faults, Refusal};

use crate::app::App;
use crate::body::upload::Upload;
use crate::feature::bank_statements::wire::WireFormat;
use crate::problem::Problem;

/// The file's format: the one that is named, or the one that it begins like. What begins like none is CSV.
pub async fn format_of(
    app: &App,
    account_id: &str,
    named: Option<WireFormat>,
    file: &Upload,
) -> Result<Format, Problem> {
    if file.is_empty {
        return Err(Faults::one("", "the file is empty").into());
    }
    let begins_like = match named {
        Some(WireFormat::Camt053) => Some(Format::Camt053),
        Some(WireFormat::Mt940) => Some(Format::Mt940),
        Some(WireFormat::Ofx) => Some(Format::Ofx),
        Some(WireFormat::Bai2) => Some(Format::Bai2),
        Some(WireFormat::Csv) => None,
        None => Format::sniff(&file.head().map_err(Problem::internal)?),
    };
    match begins_like {
        Some(format) => Ok(format),
        None => Ok(Format::Csv(Box::new(app.engine.mapping_for(account_id).await?.mapping))),
    }
}

/// Reads the file once, on a thread of its own.
pub async fn surveyed(format: &Format, file: &Upload) -> Result<Vec<Surveyed>, Problem> {
    let (format, file) = (format.clone(), file.clone());
    let read = tokio::task::spawn_blocking(move || {
        let input = file.open().map_err(Problem::internal)?;
        survey(&format, input).map_err(|unfit: Unfit| Problem::from(Refusal::from(unfit)))
    });
    read.await.map_err(Problem::internal)?
}
