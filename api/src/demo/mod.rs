//! The demo company: loaded through the engine's own commands, under the same guards as everything else.
//! See docs/rules/operation.md#demo.

mod approvals;
mod close_tasks;
mod company;
mod dimensions;
mod entries;
mod parties;
pub(crate) mod people;
mod planning;
mod reconciliation;
mod recurring;
pub mod shift;
mod statements;
mod tax;
mod trade;

use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use engine::approval::access::SYSTEM;
use engine::features::jobs::operations::Beginning;
use engine::kernel::engine::Engine;
use engine::values::clock::Clock;
use engine::values::error::Error;
use worker::{DEFAULT_CONCURRENCY, Workers};

pub use self::people::PEOPLE;
use crate::auth::keys::sign;
use crate::config::Config;
use crate::docs::Person;

/// How long a demo token is good for.
const TOKEN_SECONDS: i64 = 24 * 3_600;

/// What the company is called where `GL_COMPANY_NAME` says nothing else.
pub const COMPANY: &str = "Harbour Goods Inc. (demo)";

/// Loads the company; false when it was there already. Books in use that did not begin as the demo's are refused: the demo's
/// people may do everything in theirs.
pub async fn load(engine: &Arc<Engine>) -> Result<bool, String> {
    let began = engine.beginning().await.map_err(|error| format!("the demo company: {error}"))?;
    if began.is_some_and(|began| !is_ours(&began)) {
        return Err(OTHER_BOOKS.into());
    }
    let told = |error: Error| format!("the demo company: {error}");
    if engine.document(&entries::last_key()).await.map_err(told)?.is_some() {
        return Ok(false);
    }
    company::load(engine).await.map_err(told)?;
    dimensions::load(engine).await.map_err(told)?;
    approvals::rules(engine).await.map_err(told)?;
    tax::load(engine).await.map_err(told)?;
    entries::load_first(engine).await.map_err(told)?;
    // The job queue posts the approved documents, as always.
    let workers = Workers::start(engine, DEFAULT_CONCURRENCY);
    let loaded = rounds(engine).await;
    workers.stop().await;
    loaded.map_err(told)?;
    Ok(true)
}

const OTHER_BOOKS: &str = "these books are in use and not the demo's; give the demo a file of its own, such as \
    --database-url sqlite://data/demo.db";

/// Whether the books are the demo's. The trail is append-only, so its first row marks the books for good. The demo of every release
/// begins with its first account; only the demo writes accounts as `system`.
fn is_ours(began: &Beginning) -> bool {
    let Beginning { performed_by, resource, resource_id } = began;
    performed_by == SYSTEM && resource == "account" && Some(resource_id.as_str()) == company::first_account()
}

/// How many months after its story, which plays in February 2026, the company stands in these books.
pub async fn months_after_its_story(engine: &Arc<Engine>) -> Result<i32, String> {
    let last = engine.document(&entries::last_key()).await.map_err(|error| format!("the demo company: {error}"))?;
    Ok(last.and_then(|entry| shift::months_between(STORY, &entry.content.posting_period_id)).unwrap_or(0))
}

/// The month that the examples of the description have as the present one.
const STORY: &str = "2026-02";

/// What can only happen to what stands in the ledger, round by round.
async fn rounds(engine: &Arc<Engine>) -> Result<(), Error> {
    trade::load_documents(engine).await?;
    drain(engine).await?;
    trade::load_payments(engine).await?;
    drain(engine).await?;
    trade::load_endings(engine).await?;
    reconciliation::load(engine).await?;
    statements::load(engine).await?;
    recurring::load(engine).await?;
    close_tasks::load(engine).await?;
    planning::load(engine).await?;
    approvals::load(engine, trade::laptops()).await?;
    approvals::ask_for_a_change(engine).await?;
    entries::load_second(engine).await
}

/// Waits until no job is queued or runs.
async fn drain(engine: &Arc<Engine>) -> Result<(), Error> {
    for _ in 0..600 {
        let counts = engine.jobs_by_state().await?;
        if counts.get("queued").copied().unwrap_or(0) == 0 && counts.get("running").copied().unwrap_or(0) == 0 {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    Err(Error::Internal("the demo's postings did not end".into()))
}

/// The people with their tokens, and one who may do everything.
pub fn people(config: &Config, clock: &Clock) -> Result<Vec<Person>, String> {
    let key = config.signing_key()?.ok_or("the demo signs its own tokens: set GL_JWT_SECRET")?;
    let token = |user: &str, role: &str| {
        sign(&key.secret.0, user, &[role.to_owned()], &[], TOKEN_SECONDS, &config.expected, clock)
    };
    let mut people = Vec::new();
    for (user, name, role) in PEOPLE.into_iter().chain([("ada", "Ada Admin", "admin")]) {
        people.push(Person { user_id: user.into(), name: name.into(), role: role.into(), token: token(user, role)? });
    }
    Ok(people)
}

/// Prints the address of the page and the demo's users on stdout. A closed stdout does not stop the service.
pub fn welcome(people: &[Person], address: &str) {
    let mut lines = vec![
        "\nThe demo company is ready.\n".to_owned(),
        format!("  Console      http://{address}/       (pick who to be)"),
        format!("  Swagger UI   http://{address}/docs   (pick who to be at the top of the page)"),
        format!("  OpenAPI      http://{address}/openapi.json\n"),
    ];
    lines.extend(people.iter().map(|person| format!("  {}\n    {}\n", person.label(), person.token)));
    let list = format!("http://{address}{}/journal-entries", crate::spec::PREFIX);
    lines.push(format!("  curl -H \"Authorization: jwt $TOKEN\" {list}\n"));
    let _ = writeln!(std::io::stdout(), "{}", lines.join("\n"));
}
