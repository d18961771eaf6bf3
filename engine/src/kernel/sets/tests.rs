//! Which commands share a set, and in which order sets are made.

use std::collections::HashSet;
use std::sync::Arc;

use tokio::sync::Semaphore;

use super::claims::Fact;
use super::*;
use crate::values::kind::{DocumentKey, DocumentKind};

/// A command with claims on these documents; `ledger` writes postings, `panics` ends its set.
struct Scripted {
    name: &'static str,
    claims: Claims,
    panics: bool,
    ran: mpsc::UnboundedSender<Vec<&'static str>>,
    gate: Arc<Semaphore>,
}

impl Waiting for Scripted {
    fn claims(&self) -> &Claims {
        &self.claims
    }

    fn runner(&self) -> Runner {
        |set| Box::pin(run(set))
    }

    fn into_any(self: Box<Self>) -> Box<dyn Any + Send> {
        self
    }
}

async fn run(set: Set) -> Set {
    let members = set.into_iter().filter_map(|member| member.into_any().downcast::<Scripted>().ok());
    let members: Vec<Scripted> = members.map(|member| *member).collect();
    let first = members.first().expect("no set is empty");
    let _ = first.ran.send(members.iter().map(|member| member.name).collect());
    first.gate.acquire().await.expect("open").forget();
    assert!(!members.iter().any(|member| member.panics), "as planned");
    Set::new()
}

const POSTGRES: Beside = Beside::on(DbBackend::Postgres);

/// The sets that ran in a test, and the gate that ends them.
struct Stage {
    ran: mpsc::UnboundedReceiver<Vec<&'static str>>,
    told: mpsc::UnboundedSender<Vec<&'static str>>,
    gate: Arc<Semaphore>,
}

impl Stage {
    fn new() -> Self {
        let (told, ran) = mpsc::unbounded_channel();
        Self { ran, told, gate: Arc::new(Semaphore::new(0)) }
    }

    /// `documents`: their ids, with blanks between; `ledger` among them says that it writes postings.
    fn command(&self, name: &'static str, documents: &str) -> Box<dyn Waiting> {
        let ids: Vec<&str> = documents.split_whitespace().collect();
        let facts: HashSet<Fact> = ids
            .iter()
            .filter(|id| **id != "ledger")
            .map(|id| Fact::Document(DocumentKey::new(DocumentKind::Bill, *id)))
            .collect();
        let claims =
            Claims { facts, ledger: ids.contains(&"ledger"), may_be_optimistic: false, rests_on_documents: false };
        let (ran, gate) = (self.told.clone(), Arc::clone(&self.gate));
        Box::new(Scripted { name, claims, panics: name == "panic", ran, gate })
    }

    /// The sets that these commands run in, when they wait at one moment; one set at a time.
    async fn sets(mut self, commands: &[(&'static str, &str)]) -> Vec<Vec<&'static str>> {
        let (sender, receiver) = mpsc::channel(WAITING);
        for (name, documents) in commands {
            assert!(sender.send(self.command(name, documents)).await.is_ok());
        }
        drop(sender);
        self.gate.add_permits(commands.len());
        dispatch(receiver, Beside { limit: 1, ..POSTGRES }, Arc::default()).await;
        let mut sets = Vec::new();
        while let Ok(set) = self.ran.try_recv() {
            sets.push(set);
        }
        sets
    }
}

#[tokio::test]
async fn commands_share_a_set_unless_they_have_a_fact_in_common() {
    for (commands, sets) in [
        (vec![("a", "1"), ("b", "2"), ("c", "3")], vec![vec!["a", "b", "c"]]),
        (vec![("a", "1"), ("b", "1 2"), ("c", "3")], vec![vec!["a", "c"], vec!["b"]]),
        // Nobody overtakes b on what it waits for.
        (vec![("a", "1"), ("b", "1 2"), ("c", "2")], vec![vec!["a"], vec!["b"], vec!["c"]]),
        (vec![("a", "1"), ("b", "1"), ("c", "1"), ("d", "")], vec![vec!["a", "d"], vec!["b"], vec!["c"]]),
        // Within one set balances are summed.
        (vec![("a", "1 ledger"), ("b", "2 ledger")], vec![vec!["a", "b"]]),
        // Only the callers of a set that panics see it.
        (vec![("panic", "1"), ("b", "1")], vec![vec!["panic"], vec!["b"]]),
    ] {
        assert_eq!(Stage::new().sets(&commands).await, sets, "{commands:?}");
    }
}

#[tokio::test]
async fn while_sets_are_in_flight_the_next_one_gathers() {
    let mut stage = Stage::new();
    let (sender, receiver) = mpsc::channel(WAITING);
    let dispatcher = tokio::spawn(dispatch(receiver, POSTGRES, Arc::default()));
    let next = async |stage: &mut Stage| stage.ran.recv().await.expect("a set");
    for (name, documents) in [("a", "1 ledger"), ("b", "2")] {
        assert!(sender.send(stage.command(name, documents)).await.is_ok());
        assert_eq!(next(&mut stage).await, [name], "a set of one is not delayed");
    }
    for (name, documents) in [("c", "1"), ("d", "3 ledger"), ("e", "4"), ("f", "5")] {
        assert!(sender.send(stage.command(name, documents)).await.is_ok());
    }
    tokio::task::yield_now().await;
    assert!(stage.ran.try_recv().is_err(), "no more than two are in flight");
    // a ends first: c and d no longer have to wait for it.
    stage.gate.add_permits(1);
    assert_eq!(next(&mut stage).await, ["c", "d", "e", "f"]);
    stage.gate.add_permits(2);
    drop(sender);
    dispatcher.await.expect("it ends when nobody can ask any more");
}

#[tokio::test]
async fn beside_a_larger_set_a_smaller_one_gathers() {
    let mut stage = Stage::new();
    let (sender, receiver) = mpsc::channel(WAITING);
    let dispatcher = tokio::spawn(dispatch(receiver, POSTGRES, Arc::default()));
    let next = async |stage: &mut Stage| stage.ran.recv().await.expect("a set");
    assert!(sender.send(stage.command("a", "1 2 3")).await.is_ok());
    assert_eq!(next(&mut stage).await, ["a"]);
    for (name, documents) in [("b", "4"), ("c", "5")] {
        assert!(sender.send(stage.command(name, documents)).await.is_ok());
    }
    tokio::task::yield_now().await;
    assert!(stage.ran.try_recv().is_err(), "two facts wait beside three");
    assert!(sender.send(stage.command("d", "6")).await.is_ok());
    assert_eq!(next(&mut stage).await, ["b", "c", "d"], "three do not");
    assert!(sender.send(stage.command("e", "7")).await.is_ok());
    stage.gate.add_permits(2);
    assert_eq!(next(&mut stage).await, ["e"], "and nobody waits longer than for their ends");
    stage.gate.add_permits(1);
    drop(sender);
    dispatcher.await.expect("it ends when nobody can ask any more");
}

/// So many documents.
fn documents(count: usize, name: &str) -> String {
    let ids: Vec<String> = (0..count).map(|number| format!("{name}{number}")).collect();
    ids.join(" ")
}

/// On SQLite only a large set is begun beside another, also when both write postings: there they are written in turn.
#[tokio::test]
async fn on_sqlite_a_large_set_is_begun_beside_another() {
    let mut stage = Stage::new();
    let (sender, receiver) = mpsc::channel(WAITING);
    let dispatcher = tokio::spawn(dispatch(receiver, Beside::on(DbBackend::Sqlite), Arc::default()));
    let next = async |stage: &mut Stage| stage.ran.recv().await.expect("a set");
    assert!(sender.send(stage.command("a", "1 ledger")).await.is_ok());
    assert_eq!(next(&mut stage).await, ["a"]);
    assert!(sender.send(stage.command("small", "2")).await.is_ok());
    tokio::task::yield_now().await;
    assert!(stage.ran.try_recv().is_err(), "a small one gathers");
    assert!(sender.send(stage.command("large", &format!("{} ledger", documents(LARGE, "b")))).await.is_ok());
    assert_eq!(next(&mut stage).await, ["small", "large"]);
    assert!(sender.send(stage.command("third", &documents(LARGE, "c"))).await.is_ok());
    tokio::task::yield_now().await;
    assert!(stage.ran.try_recv().is_err(), "no more than two are in flight");
    stage.gate.add_permits(3);
    assert_eq!(next(&mut stage).await, ["third"]);
    drop(sender);
    dispatcher.await.expect("it ends when nobody can ask any more");
}

#[tokio::test]
async fn on_postgresql_one_set_that_writes_postings_runs_at_a_time() {
    let mut stage = Stage::new();
    let (sender, receiver) = mpsc::channel(WAITING);
    let dispatcher = tokio::spawn(dispatch(receiver, POSTGRES, Arc::default()));
    let next = async |stage: &mut Stage| stage.ran.recv().await.expect("a set");
    assert!(sender.send(stage.command("a", "1 ledger")).await.is_ok());
    assert_eq!(next(&mut stage).await, ["a"]);
    assert!(sender.send(stage.command("large", &format!("{} ledger", documents(LARGE, "b")))).await.is_ok());
    tokio::task::yield_now().await;
    assert!(stage.ran.try_recv().is_err(), "it waits for the other");
    stage.gate.add_permits(2);
    assert_eq!(next(&mut stage).await, ["large"]);
    drop(sender);
    dispatcher.await.expect("it ends when nobody can ask any more");
}
