//! No crash can hurt the books: processes are killed again and again under load, at random and at named points
//! (`engine::kernel::crash`), while clients repeat the requests without an answer. After every kill the books have every answered command,
//! nothing is posted twice, and the books agree with themselves.
//! See docs/rules/operation.md#crashes.
//!
//! A process dies at each point once, at every other one on each database. `GL_CRASH_KILLS` says how many kills in all, for longer, and
//! then at each point on both; `just crash` does 2,000.

mod bulk;
mod fleet;
mod guarded;
mod journal;
mod load;
mod memory;
mod trade;
mod verdict;
mod wire;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use engine::kernel::crash::Point;
use tests::prelude::*;

use fleet::{Fleet, TO_POINT, TO_POINT_AT_LAST, Who};
use load::Load;
use memory::Memory;

/// On both back ends together: enough to die at each point once.
const KILLS: usize = 52;
/// With so few, anyone is killed at random before every fourth point only; with more, before each.
const RANDOM_EVERY: usize = 4;
/// Kills of one database; then a fresh one is taken: all of it is checked after each kill, which a large one makes slow.
const KILLS_OF_ONE: usize = 16;
/// How often a point is tried that no process came to by then. Only jobs that a kill left behind come to some of them.
const LAST_STRIKES: usize = 4;

fn kills() -> usize {
    std::env::var("GL_CRASH_KILLS").map_or(KILLS, |text| text.parse().expect("GL_CRASH_KILLS is a number")) / 2
}

fn random_every() -> usize {
    if kills() > KILLS / 2 { 1 } else { RANDOM_EVERY }
}

/// One database and its history.
struct Campaign {
    database: Arc<Database>,
    fleet: Fleet,
    memory: Arc<Memory>,
    load: Load,
    dice: Dice,
    kills: usize,
    /// How often a process died at each point.
    died_at: BTreeMap<Point, usize>,
    longest: Duration,
}

impl Campaign {
    async fn start(backend: Backend, seed: u64) -> Self {
        let app = TestApp::start_with(backend, &[("GL_WORKERS", "none")]).await;
        app.open_books().await;
        app.post("approval-rules", &app.admin(), guard("exchange_rate", "create", "manager")).await.expect(201);
        for (id, last) in journal::CLOSED {
            let body = period(id, id, &format!("{id}-01"), &format!("{id}-{last}"));
            app.post("accounting-periods", &app.admin(), body).await.expect(201);
        }
        let database = Arc::clone(&app.database);
        drop(app);
        let fleet = Fleet::start(database.url(), backend);
        let memory = Arc::default();
        let load = Load::start(&fleet.wire, &memory, seed);
        let dice = Dice::new(seed);
        Self { database, fleet, memory, load, dice, kills: 0, died_at: BTreeMap::new(), longest: Duration::ZERO }
    }

    /// A kill at random, or of all at once; what must hold is looked at afterwards.
    async fn strike_anyone(&mut self) {
        self.pause().await;
        let any = self.fleet.any(&mut self.dice);
        self.kill(any);
        if self.dice.roll(4) == 0 {
            // All at once, where there are two.
            let who = any.other();
            if self.fleet.has(who) {
                self.kill(who);
                self.fleet.start_again(who, None).await;
            }
        }
        self.fleet.start_again(any, None).await;
        self.look().await;
    }

    /// Kills whoever comes to this point, lets it begin again, and kills it there; what must hold is looked at afterwards.
    async fn strike(&mut self, point: Point, within: Duration) {
        self.pause().await;
        let who = self.fleet.who(point);
        self.kill(who);
        verdict::books_agree(self.database.url(), false).await;
        let often = matches!(point, Point::CommandWritten | Point::CommandCommitted | Point::PostingWritten);
        let nth = 1 + self.dice.roll(if often { 9 } else { 2 });
        if !self.fleet.start_again(who, Some((point, nth))).await || self.fleet.dies_at_its_point(who, within).await {
            *self.died_at.entry(point).or_default() += 1;
        }
        self.kills += 1;
        self.fleet.start_again(who, None).await;
        self.look().await;
    }

    async fn pause(&mut self) {
        let ms = 10 + 20 * u64::try_from(self.dice.roll(16)).unwrap_or(0);
        tokio::time::sleep(Duration::from_millis(ms)).await;
    }

    fn kill(&mut self, who: Who) {
        self.fleet.kill(who);
        self.kills += 1;
    }

    async fn look(&mut self) {
        self.load.findings();
        verdict::documents(&self.fleet.wire, &self.memory, self.memory.touched()).await;
        verdict::posted_in_time(&self.fleet.wire, &self.memory, &mut self.longest).await;
        verdict::books_agree(self.database.url(), true).await;
    }

    /// No more kills: everything comes to its end in time.
    async fn finish(mut self) -> BTreeMap<Point, usize> {
        self.load.stop().await;
        while !self.memory.waiting().is_empty() {
            verdict::posted_in_time(&self.fleet.wire, &self.memory, &mut self.longest).await;
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        self.fleet.all_live();
        verdict::everything(&self.fleet.wire, &self.memory).await;
        verdict::books_agree(self.database.url(), true).await;
        let documents = self.memory.all().len();
        println!("{} kills, {documents} documents, posted at most {:?} after the approval", self.kills, self.longest);
        self.died_at
    }
}

/// The points where no process died. The sweep delivers only a job that no worker took up, and not every campaign has one at the
/// moment of a sweep.
fn missing(backend: Backend, one: &BTreeMap<Point, usize>, other: &BTreeMap<Point, usize>) -> Vec<Point> {
    let died = |point: &Point| one.contains_key(point) || other.contains_key(point);
    points(backend).filter(|point| *point != Point::SweepWritten && !died(point)).collect()
}

/// All but that of a replay, which the load does not ask for: it writes nothing of the books, and has a test of its own. In a short
/// campaign each database has every other one.
fn points(backend: Backend) -> impl Iterator<Item = Point> + Clone {
    let all = Point::ALL.into_iter().filter(|point| *point != Point::ReplayWritten);
    let (first, step) = match (kills() > KILLS / 2, backend) {
        (true, _) => (0, 1),
        (false, Backend::Sqlite) => (0, 2),
        (false, Backend::Postgres) => (1, 2),
    };
    all.skip(first).step_by(step)
}

async fn no_crash_hurts_the_books(backend: Backend) {
    let (mut left, mut seed, mut died_at) = (kills(), 1, BTreeMap::<Point, usize>::new());
    let start = Instant::now();
    let mut cycle = points(backend).cycle();
    while left > 0 {
        let mut campaign = Campaign::start(backend, seed).await;
        for (nth, point) in cycle.by_ref().enumerate() {
            if nth % random_every() == 0 {
                campaign.strike_anyone().await;
            }
            campaign.strike(point, TO_POINT).await;
            if campaign.kills >= left.min(KILLS_OF_ONE) {
                break;
            }
        }
        left = left.saturating_sub(campaign.kills);
        // On a busy machine some points were not reached in time.
        for point in missing(backend, &died_at, &campaign.died_at).into_iter().filter(|_| left == 0) {
            for _ in 0..LAST_STRIKES {
                if !campaign.died_at.contains_key(&point) {
                    campaign.strike(point, TO_POINT_AT_LAST).await;
                }
            }
        }
        seed += 100;
        for (point, times) in campaign.finish().await {
            *died_at.entry(point).or_default() += times;
        }
    }
    println!("{backend:?}: {:?}; died at {died_at:?}", start.elapsed());
    let never = missing(backend, &died_at, &BTreeMap::new());
    assert!(never.is_empty(), "no process died at {never:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_crash_hurts_the_books_on_sqlite() {
    no_crash_hurts_the_books(Backend::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_crash_hurts_the_books_on_postgres() {
    no_crash_hurts_the_books(Backend::Postgres).await;
}
