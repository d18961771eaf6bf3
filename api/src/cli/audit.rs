//! `gl audit`: the tamper-evident trail. See docs/rules/audit.md#verification.

use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use engine::kernel::audit::verify::{Finding, Verified, Verifier};
use engine::kernel::chain::line::{KeptHead, Line};
use engine::kernel::outsiders::Store;
use engine::values::clock::Clock;

use super::out::{Out, print};
use super::progress::Progress;
use crate::boot;
use crate::config::Config;

/// The sub-commands for the trail.
#[derive(Subcommand, Clone, Debug)]
pub enum Audit {
    /// Find the first changed, missing or inserted row; exit 1 when there is one
    Verify(Verify),
    /// Seal what is committed and print the head, `<position>:<hash>`, to be kept elsewhere
    Head,
    /// Print the trail with its seals, as JSON lines; the last is the head
    Export,
}

/// The arguments of `gl audit verify`.
#[derive(Args, Clone, Debug)]
pub struct Verify {
    /// A head that was kept elsewhere, as `gl audit head` printed it
    #[arg(long, value_name = "POSITION:HASH", value_parser = kept_head)]
    head: Option<KeptHead>,
    /// Verify an export instead of the database
    #[arg(long, value_name = "FILE")]
    export: Option<PathBuf>,
}

fn kept_head(text: &str) -> Result<KeptHead, String> {
    KeptHead::parse(text).ok_or_else(|| "a head looks like 42:<64 hex digits>".into())
}

impl Audit {
    /// Prints; false when the trail was tampered with.
    pub async fn run(self, config: &Config) -> Result<bool, String> {
        match self {
            Self::Verify(how) => {
                let found = match &how.export {
                    Some(file) => verify_export(file, how.head)?,
                    None => verify_with_progress(&books(config).await?, how.head).await?,
                };
                print(&outcome_text(&found))?;
                Ok(found.is_ok())
            }
            Self::Head => {
                let engine = boot::present_books(config).await?;
                print(&engine.audit_head().await.map_err(|error| error.to_string())?.to_string())?;
                Ok(true)
            }
            Self::Export => export(&books(config).await?).await.map(|()| true),
        }
    }
}

async fn verify_with_progress(store: &Store, kept: Option<KeptHead>) -> Result<Result<Verified, Finding>, String> {
    let total = store.audit_rows().await.map_err(|error| error.to_string())?;
    verify_books(store, kept, Some(&Progress::of("verifying the trail", "rows", total))).await
}

/// Verifies the trail. A row whose commit took long may be visible a moment before its seal: a running sealer gets time
/// for it.
pub(super) async fn verify_books(
    store: &Store,
    kept: Option<KeptHead>,
    progress: Option<&Progress>,
) -> Result<Result<Verified, Finding>, String> {
    let clock = Clock::system();
    let verify = async || {
        let seen = |_: &Line| progress.into_iter().for_each(|progress| progress.more(1));
        store.audit_verify(&clock, kept, seen).await.map_err(|error| error.to_string())
    };
    let found = verify().await?;
    if !matches!(found, Err(Finding::Unsealed { .. })) {
        return Ok(found);
    }
    tokio::time::sleep(std::time::Duration::from_secs(2)).await;
    verify().await
}

/// Opens the database and changes nothing: verifying must not add to the trail, not even the rows of a step of the schema. The trail's
/// tables are those of every release.
async fn books(config: &Config) -> Result<Store, String> {
    let store = boot::present_store(config).await?;
    boot::has_a_trail(&store).await?;
    Ok(store)
}

fn outcome_text(found: &Result<Verified, Finding>) -> String {
    match found {
        Ok(fine) => {
            format!("verified {} sealed rows, {} not sealed yet; head {}", fine.sealed, fine.unsealed, fine.head)
        }
        Err(finding) => finding.to_string(),
    }
}

async fn export(store: &Store) -> Result<(), String> {
    let total = store.audit_rows().await.map_err(|error| error.to_string())?;
    let progress = Progress::of("exporting the trail", "rows", total);
    let mut out = BufWriter::new(Out::new());
    let write = |line: &Line| {
        progress.more(1);
        serde_json::to_writer(&mut out, line).map_err(|error| error.to_string())?;
        out.write_all(b"\n").map_err(|error| error.to_string())
    };
    store.audit_lines(&Clock::system(), write).await.map_err(|error| error.to_string())??;
    out.flush().map_err(|error| format!("stdout: {error}"))
}

/// Verifies an export. An error names the number of a line that cannot be read.
fn verify_export(file: &Path, kept: Option<KeptHead>) -> Result<Result<Verified, Finding>, String> {
    let name = file.display();
    let file = File::open(file).map_err(|error| format!("{name}: {error}"))?;
    let size = file.metadata().map_or(0, |found| found.len());
    let progress = Progress::of("verifying the export", "bytes", size);
    let lines = BufReader::new(progress.reading(file)).lines();
    let mut verifier = Verifier::new(kept);
    for (number, text) in (1_u64..).zip(lines) {
        let text = text.map_err(|error| format!("{name}, line {number}: {error}"))?;
        let line = serde_json::from_str::<Line>(&text)
            .map_err(|error| format!("{name}, line {number}: is no line of the trail: {error}"))?;
        if let Err(finding) = verifier.push(&line) {
            return Ok(Err(finding));
        }
    }
    Ok(verifier.finish())
}
