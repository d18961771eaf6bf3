//! The dispatcher gathers the commands that wait at one moment into sets. There is no timer: while one set commits, the next
//! gathers. A command that comes alone runs at once; beside a larger set it waits for no more than the end of that.

mod claims;

use std::any::Any;
use std::collections::{HashMap, VecDeque};
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use sea_orm::DbBackend;
use tokio::sync::mpsc;
use tokio::task::{Id, JoinSet};

pub(crate) use claims::Claims;

/// A command that waits for a set.
pub(crate) trait Waiting: Any + Send {
    fn claims(&self) -> &Claims;

    /// Runs it with the others of its set.
    fn runner(&self) -> Runner;

    fn into_any(self: Box<Self>) -> Box<dyn Any + Send>;
}

/// Commands on their way.
pub(crate) type Set = Vec<Box<dyn Waiting>>;

/// Runs a set; answers with the members that must wait for the next.
pub(crate) type Runner = fn(Set) -> Pin<Box<dyn Future<Output = Set> + Send>>;

/// The most commands in one set.
const MEMBERS: usize = 64;
/// How many waiting commands are looked at for one set.
const LOOKED_AT: usize = 256;
/// How many commands may wait; those beyond wait outside.
const WAITING: usize = 1_024;

/// Where commands wait for a set.
#[derive(Debug)]
pub(crate) struct Dispatcher {
    sender: mpsc::Sender<Box<dyn Waiting>>,
    pub(crate) figures: Arc<Figures>,
}

/// How commands shared sets since the process began.
#[derive(Default, Debug)]
pub struct Figures {
    pub sets: AtomicU64,
    /// Commands that were picked for a set.
    pub members: AtomicU64,
    /// Commands that went back, because an earlier one of their set had a document that they reached.
    pub put_back: AtomicU64,
    /// Sets that were undone, and whose commands then ran one by one.
    pub undone: AtomicU64,
    /// Sets that were written optimistically, and were not behind what others did.
    pub optimistic: AtomicU64,
    /// Sets that one thread carried out from beginning to end, on SQLite.
    pub inline: AtomicU64,
}

impl Figures {
    /// Each by its name.
    pub fn named(&self) -> [(&'static str, u64); 6] {
        let Self { sets, members, put_back, undone, optimistic, inline } = self;
        [
            ("sets", sets),
            ("members", members),
            ("ahead", optimistic),
            ("straight", inline),
            ("put_back", put_back),
            ("undone", undone),
        ]
        .map(|(name, counter)| (name, counter.load(Ordering::Relaxed)))
    }

    pub(crate) fn add(counter: &AtomicU64, number: usize) {
        counter.fetch_add(u64::try_from(number).unwrap_or(u64::MAX), Ordering::Relaxed);
    }
}

impl Dispatcher {
    /// Starts it; it ends with the engine.
    pub(crate) fn start(backend: DbBackend) -> Self {
        let (sender, receiver) = mpsc::channel(WAITING);
        let figures = Arc::new(Figures::default());
        tokio::spawn(dispatch(receiver, Beside::on(backend), Arc::clone(&figures)));
        Self { sender, figures }
    }

    /// Queues a command. It is dropped when the dispatcher has ended.
    pub(crate) async fn wait(&self, member: Box<dyn Waiting>) {
        let _ = self.sender.send(member).await;
    }
}

/// A set with so many facts, as bulks bring them, is worth to be decided beside another on SQLite.
pub(crate) const LARGE: usize = 64;

/// Which sets are begun beside one in flight. A small set costs nearly as much as a large one, so it gathers instead.
#[derive(Clone, Copy, Debug)]
struct Beside {
    /// How many are in flight at most.
    limit: usize,
    /// None with fewer facts.
    least: usize,
    /// None with fewer facts than the other, unless it has so many.
    enough: usize,
    /// Whether two of them may write postings.
    postings: bool,
}

impl Beside {
    /// On PostgreSQL one set is read and decided while another is written. SQLite has one writer, and its commits are quick: only
    /// large sets, as bulks bring them, are worth to be decided while another is written.
    const fn on(backend: DbBackend) -> Self {
        match backend {
            DbBackend::Postgres => Self { limit: 2, least: 0, enough: 16, postings: false },
            _ => Self { limit: 2, least: LARGE, enough: LARGE, postings: true },
        }
    }

    /// Whether one of two with these claims has to wait for the other.
    fn bars(self, one: &Claims, other: &Claims) -> bool {
        one.clash(other) || (!self.postings && one.ledger && other.ledger)
    }

    /// Whether a set of these may be large enough, which is quickly told.
    fn may_allow(self, waiting: &VecDeque<Box<dyn Waiting>>) -> bool {
        self.least == 0 || Claims::weight_of(waiting.iter().map(|member| member.claims())) >= self.least
    }

    /// Whether a set with these claims is begun beside those in flight.
    fn allows(self, claims: &Claims, in_flight: &HashMap<Id, Claims>) -> bool {
        let weight = claims.weight();
        in_flight.values().all(|other| weight >= self.least && weight >= other.weight().min(self.enough))
    }
}

async fn dispatch(mut receiver: mpsc::Receiver<Box<dyn Waiting>>, beside: Beside, figures: Arc<Figures>) {
    let mut waiting: VecDeque<Box<dyn Waiting>> = VecDeque::new();
    let mut running: JoinSet<Set> = JoinSet::new();
    let mut claimed: HashMap<Id, Claims> = HashMap::new();
    let mut open = true;
    while open || !waiting.is_empty() || !running.is_empty() {
        tokio::select! {
            member = receiver.recv(), if open => match member {
                Some(member) => waiting.push_back(member),
                None => open = false,
            },
            Some(ended) = running.join_next_with_id(), if !running.is_empty() => match ended {
                Ok((id, put_back)) => {
                    claimed.remove(&id);
                    Figures::add(&figures.put_back, put_back.len());
                    put_back.into_iter().rev().for_each(|member| waiting.push_front(member));
                }
                Err(error) => {
                    // Its commands are dropped, which their callers see.
                    tracing::error!(%error, "a set of commands ended early");
                    claimed.remove(&error.id());
                }
            },
        }
        while waiting.len() < WAITING
            && let Ok(member) = receiver.try_recv()
        {
            waiting.push_back(member);
        }
        while running.len() < beside.limit && (running.is_empty() || beside.may_allow(&waiting)) {
            let Some((set, claims)) = pick(&mut waiting, &claimed, beside) else { break };
            if !beside.allows(&claims, &claimed) {
                set.into_iter().rev().for_each(|member| waiting.push_front(member));
                break;
            }
            let Some(run) = set.first().map(|member| member.runner()) else { break };
            Figures::add(&figures.sets, 1);
            Figures::add(&figures.members, set.len());
            let task = running.spawn(run(set));
            claimed.insert(task.id(), claims);
        }
    }
}

/// The next set, in the order in which its members came. The claims of a command that is passed over count against those behind it,
/// so that nobody overtakes it on its own facts.
fn pick(
    waiting: &mut VecDeque<Box<dyn Waiting>>,
    in_flight: &HashMap<Id, Claims>,
    beside: Beside,
) -> Option<(Set, Claims)> {
    let (mut set, mut claims, mut passed) = (Vec::new(), Claims::default(), Claims::default());
    let mut at = 0_usize;
    for _ in 0..LOOKED_AT {
        let Some(member) = waiting.get(at) else { break };
        let wanted = member.claims();
        let barred = in_flight.values().any(|others| beside.bars(wanted, others))
            || wanted.clash(&claims)
            || beside.bars(&passed, wanted);
        if barred || set.len() >= MEMBERS {
            passed.add(wanted);
            at = at.saturating_add(1);
        } else if let Some(member) = waiting.remove(at) {
            claims.add(member.claims());
            set.push(member);
        }
    }
    (!set.is_empty()).then_some((set, claims))
}

#[cfg(test)]
mod tests;
