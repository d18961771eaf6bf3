//! Commands that post by themselves, in the transaction in which they are decided: a dry run shows all that they would post.
//! See docs/rules/interface.md#dry-runs.

use engine::approval::access::Actor;
use engine::books::command::{Change, Command, Effects, Refuses, Wants};
use engine::books::ledger::Posting;
use serde_json::{Map, Value};

use super::document::{members, rows};
use crate::app::App;
use crate::call::{Answering, Call, Tried, with_members};
use crate::problem::Problem;
use crate::problem::refused::Refused;
use crate::reply::Reply;

/// Carries it out; a dry run shows what would be in the ledger.
pub async fn posting_itself<C: Command + Refuses, S: 'static, T: 'static>(
    app: &App,
    call: Call,
    command: C,
    render: impl Fn(&C::Answer) -> Reply<S, T> + Send + Sync + 'static,
) -> Result<Reply<S, T>, Refused<C>> {
    if !call.is_dry() {
        return app.run(call, command, render).await;
    }
    let answer = |done: C::Answer, effects: &Effects| (done, posted(effects));
    let (done, postings) = match app.tried(call, Answering { command, answer }).await.map_err(Problem::from)? {
        Tried::Done(done) => done,
        Tried::AskedFor(answer) => return Ok(answer.into()),
    };
    Ok(with_members(render(&done), shown(app, &postings).await?))
}

/// The same of what makes documents, which post once they are signed: `postings` of its answer.
pub async fn posting_once_signed<C: Command + Refuses, S: 'static, T: 'static>(
    app: &App,
    call: Call,
    command: C,
    render: impl Fn(&C::Answer) -> Reply<S, T> + Send + Sync + 'static,
    postings: impl Fn(&C::Answer) -> &[Posting],
) -> Result<Reply<S, T>, Refused<C>> {
    if !call.is_dry() {
        return app.run(call, command, render).await;
    }
    let done = match app.tried(call, command).await? {
        Tried::Done(done) => done,
        Tried::AskedFor(answer) => return Ok(answer.into()),
    };
    Ok(with_members(render(&done), shown(app, postings(&done)).await?))
}

async fn shown(app: &App, postings: &[Posting]) -> Result<Map<String, Value>, Problem> {
    let base = app.engine.settings.base_currency;
    let lines = postings.iter().flat_map(|posting| rows(posting.lines.clone(), posting.currency, base)).collect();
    let catalog = app.engine.look(&Actor::system(), &Wants::default()).await?.catalog;
    Ok(members(lines, &app.engine.reconciled_by(postings, &catalog).await?))
}

/// What the decision puts into the ledger.
fn posted(effects: &Effects) -> Vec<Posting> {
    let posted = effects.changes.iter().filter_map(|change| match change {
        Change::Post(posting) => Some(posting.as_ref().clone()),
        _ => None,
    });
    posted.collect()
}
