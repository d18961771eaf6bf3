//! The open connections, and which of them is closed when there are too many.
//!
//! When all places are taken, a new connection replaces an idle one: one that waits for a request, or whose client does not take
//! its answer. It is taken from the client with the most connections; of its idle ones the one goes that was quiet for
//! longest. When no connection is idle, a few spare places are left for `/livez` and its like.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio_util::sync::CancellationToken;

/// Places beyond the limit, for health checks.
pub const SPARE: usize = 16;
/// A connection with activity within this time is not closed.
const GRACE: Duration = Duration::from_millis(250);

/// All open connections.
#[derive(Debug)]
pub struct Open {
    most: usize,
    began: Instant,
    connections: Mutex<HashMap<u64, Arc<Pulse>>>,
    next: AtomicU64,
}

/// The activity of one connection.
#[derive(Debug)]
pub struct Pulse {
    peer: IpAddr,
    began: Instant,
    /// Milliseconds from `began` to the last activity: the connection was opened, a request came or was answered, or the client
    /// took part of an answer. Bytes that the client sends do not count: a trickle does not keep a place.
    moved: AtomicU64,
    /// Whether a request runs on it.
    works: AtomicBool,
    /// Cancelled when the connection has to close.
    gone: CancellationToken,
}

impl Pulse {
    pub fn moves(&self) {
        let since = u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.moved.store(since, Ordering::Relaxed);
    }

    /// Marks that a request begins or ends.
    pub fn works(&self, works: bool) {
        self.works.store(works, Ordering::Relaxed);
        self.moves();
    }

    pub async fn gone(&self) {
        self.gone.cancelled().await;
    }

    fn idle(&self) -> Duration {
        self.began.elapsed().saturating_sub(Duration::from_millis(self.moved.load(Ordering::Relaxed)))
    }
}

/// A place; free again when dropped.
#[derive(Debug)]
pub struct Place {
    open: Arc<Open>,
    id: u64,
    pub pulse: Arc<Pulse>,
    pub is_spare: bool,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.open.connections().remove(&self.id);
    }
}

impl Open {
    pub fn new(most: usize) -> Arc<Self> {
        Arc::new(Self { most, began: Instant::now(), connections: Mutex::default(), next: AtomicU64::new(0) })
    }

    fn connections(&self) -> std::sync::MutexGuard<'_, HashMap<u64, Arc<Pulse>>> {
        self.connections.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a new connection can be taken now.
    pub fn has_room(&self) -> bool {
        let connections = self.connections();
        connections.len() < self.most.saturating_add(SPARE) || victim(&connections).is_some()
    }

    /// A place for a client at this address; `None` when even the spare ones are taken.
    pub fn enter(self: &Arc<Self>, peer: IpAddr) -> Option<Place> {
        let mut connections = self.connections();
        let mut is_spare = false;
        if connections.len() >= self.most {
            match victim(&connections) {
                Some(id) => {
                    if let Some(pulse) = connections.remove(&id) {
                        tracing::debug!(peer = %pulse.peer, "a connection gave way to a new one");
                        pulse.gone.cancel();
                    }
                }
                None if connections.len() < self.most.saturating_add(SPARE) => is_spare = true,
                None => return None,
            }
        }
        let pulse = Arc::new(Pulse {
            peer,
            began: self.began,
            moved: AtomicU64::new(0),
            works: AtomicBool::new(false),
            gone: CancellationToken::new(),
        });
        pulse.moves();
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        connections.insert(id, Arc::clone(&pulse));
        drop(connections);
        Some(Place { open: Arc::clone(self), id, pulse, is_spare })
    }
}

/// The connection to close, if any is idle.
fn victim(connections: &HashMap<u64, Arc<Pulse>>) -> Option<u64> {
    let mut of_peer: HashMap<IpAddr, usize> = HashMap::new();
    for pulse in connections.values() {
        let count = of_peer.entry(pulse.peer).or_default();
        *count = count.saturating_add(1);
    }
    let idle = connections.iter().filter(|(_, pulse)| !pulse.works.load(Ordering::Relaxed));
    let idle = idle.map(|(id, pulse)| (of_peer.get(&pulse.peer).copied(), pulse.idle(), *id));
    idle.filter(|(_, idle, _)| *idle >= GRACE).max().map(|(_, _, id)| id)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn peer(last: u8) -> IpAddr {
        IpAddr::from([10, 0, 0, last])
    }

    #[test]
    fn who_waits_gives_way_and_whoever_has_most_goes_first() {
        let open = Open::new(3);
        let one = open.enter(peer(1)).expect("room");
        let many = [open.enter(peer(2)).expect("room"), open.enter(peer(2)).expect("room")];
        std::thread::sleep(GRACE * 2);
        // The connection of `one` was quiet for longest, but is the only one of its address.
        many[1].pulse.moves();
        let new = open.enter(peer(3)).expect("room");
        let gone: Vec<bool> = [&one, &many[0], &many[1]].map(|place| place.pulse.gone.is_cancelled()).into();
        assert_eq!((gone, new.is_spare), (vec![false, true, false], false));
    }

    #[test]
    fn who_is_worked_for_stays_and_a_few_places_are_left() {
        let open = Open::new(1);
        let place = open.enter(peer(1)).expect("room");
        place.pulse.works(true);
        std::thread::sleep(GRACE * 2);
        let spare: Vec<Place> = std::iter::from_fn(|| open.enter(peer(2))).collect();
        assert!(spare.len() == SPARE && spare.iter().all(|place| place.is_spare) && !open.has_room());
        drop(spare);
        assert!(open.has_room() && !place.pulse.gone.is_cancelled());
    }
}
