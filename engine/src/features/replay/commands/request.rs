//! Asks for a replay. It changes nothing in the books: a job reads them, and keeps what it finds beside them for a week.

use std::sync::Arc;

use crate::approval::replay::{LONGEST, Replay};
use crate::books::command::{Command, Decision, Effects, Needed, Permitted, Refuses, Snapshot, Takes, Wants};
use crate::books::queue::Task;
use crate::features::replay::model::{BeginReplay, WantedReplays, seen};
use crate::features::rule_sets::GivenRules;
use crate::values::clock::Date;
use crate::values::error::{Faults, Refusal, RefusalName};

/// The permissions of everything about replays: they show plans, and whose load moves. Documents take the permission to read them, too.
pub const NEEDS: [Needed; 2] = [("approval_rule", "read"), ("report", "read")];
/// How many replays of one person wait or run: each reads all that was submitted, and one runs at a time.
pub const MOST_OF_ONE: usize = 2;

/// Asks for the documents of a span to be routed again by these rules.
pub struct RequestReplay {
    pub replay_id: String,
    pub from: Option<Date>,
    pub to: Option<Date>,
    /// In place of all rules.
    pub rules: GivenRules,
    pub faults: Faults,
}

impl Refuses for RequestReplay {
    const REFUSALS: &'static [RefusalName] = &[RefusalName::TooManyReplays];
}

impl Permitted for RequestReplay {
    const TAKES: Takes = Takes::These(&NEEDS);
}

impl Command for RequestReplay {
    type Answer = Replay;

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(None)
    }

    fn wants(&self) -> Wants {
        let mut wants = self.rules.wants();
        // Those of the caller are counted first: no other request is until this one ends.
        wants.of_features.insert(0, Arc::new(WantedReplays));
        wants
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<Replay>, Refusal> {
        let mut faults = self.faults.clone();
        let rules = self.rules.rules(snapshot, &mut faults);
        let (from, to) = self.span(&mut faults);
        faults.or(())?;
        room_for_another(seen(snapshot))?;
        let mut effects = Effects::at(snapshot.now);
        let job_id = effects.enqueue(Task::Replay { replay_id: self.replay_id.clone() }, snapshot);
        let replay = Replay {
            replay_id: self.replay_id.clone(),
            job_id,
            from,
            to,
            rules,
            requested_at: snapshot.now,
            requested_by: snapshot.actor.user_id.to_string(),
        };
        effects.changes.push(BeginReplay(replay.clone()).into());
        Ok(Decision::new(effects, replay))
    }

    fn faults(&self) -> Option<&Faults> {
        Some(&self.faults)
    }
}

fn room_for_another(own: &[String]) -> Result<(), Refusal> {
    if own.len() < MOST_OF_ONE {
        return Ok(());
    }
    Err(RefusalName::TooManyReplays
        .because(format!("{} of your replays wait or run: {}", own.len(), own.join(", ")))
        .with("replay_ids", own.to_vec()))
}

impl RequestReplay {
    /// The days, where both are good.
    fn span(&self, faults: &mut Faults) -> (Date, Date) {
        for (pointer, day) in [("/from", self.from), ("/to", self.to)] {
            if day.is_none() && !faults.has(pointer) {
                faults.add(pointer, "is required");
            }
        }
        let (from, to) = (self.from.unwrap_or(Date::FIRST), self.to.unwrap_or(Date::FIRST));
        if self.from.is_some() && self.to.is_some() {
            if to < from {
                faults.add("/to", "is before from");
            } else if to.days_since(from) >= LONGEST {
                faults.add("/to", format!("is more than {LONGEST} days after from, the first of them"));
            }
        }
        (from, to)
    }
}
