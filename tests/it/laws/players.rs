//! Players that send random requests, and a log of their answers.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use engine::books::document::Action;
use tests::prelude::*;

/// The period that is closed and reopened during a history.
pub const CLOSED: &str = PERIOD;

/// A command on a document.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deed {
    Create,
    Do(Action),
    Close,
    Reopen,
    /// Ben names Dan his delegate, or takes it back.
    Delegate(bool),
}

impl Deed {
    /// The word in the trail.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Create => "Created",
            Self::Do(action) => action.audit_word(),
            Self::Close => "Close",
            Self::Reopen => "Reopen",
            Self::Delegate(_) => "Updated",
        }
    }
}

/// A request and its answer. Instants are microseconds since 1970, as in the trail.
#[derive(Clone, Debug)]
pub struct Said {
    pub id: String,
    pub user: &'static str,
    pub deed: Deed,
    pub sent: i64,
    pub told: i64,
    pub answer: Answer,
}

impl Said {
    pub fn accepted(&self) -> bool {
        self.answer.status < 300
    }
}

pub fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).expect("a clock after 1970");
    i64::try_from(since.as_micros()).expect("before the year 290000")
}

/// Everyone writes and submits. Roles sign levels 1 and 3; Ben or his delegate signs level 2.
fn token(user: &str) -> Token {
    let roles: &[&str] = match user {
        "ann" => &["clerk", "manager", "controller"],
        "ben" => &["clerk", "manager"],
        "cid" => &["clerk", "controller", "cfo"],
        _ => &["clerk", "manager"],
    };
    Token::new(user, roles, &["journal_entry.approve", "journal_entry.reverse", "accounting_period.*"])
}

/// Opens the books of the players.
pub async fn set_up(app: &TestApp) {
    let admin = app.admin();
    app.open_books().await;
    let ben = json!({ "approver_type": "user", "approver_role": null, "approver_user_id": "ben" });
    app.put("approval-rules/journal_entry-2", &admin, ben).await.expect(200);
    app.post("users", &admin, json!({ "user_id": "ben", "name": "Ben" })).await.expect(201);
}

/// Sends requests as one person after another.
pub struct Player {
    pub app: Arc<TestApp>,
    pub dice: Dice,
    /// The ids to choose from; a reversal adds its own.
    pub ids: Arc<Mutex<Vec<String>>>,
    /// True for one player only, so that the delegate at any time is known.
    pub delegates: bool,
}

impl Player {
    pub async fn play(mut self, steps: usize) -> Vec<Said> {
        let mut said = Vec::with_capacity(steps);
        for _ in 0..steps {
            said.push(self.step().await);
        }
        said
    }

    async fn step(&mut self) -> Said {
        let user = *self.dice.pick(&["ann", "ben", "cid", "dan"]);
        let id = {
            let ids = self.ids.lock().unwrap_or_else(PoisonError::into_inner);
            ids[self.dice.roll(ids.len())].clone()
        };
        let deed = if self.dice.roll(4) > 0 { self.sensible(&id, user).await } else { self.deed() };
        let sent = now();
        let answer = self.send(&id, user, deed).await;
        let told = now();
        assert!(answer.status < 500, "{} {}", answer.request, answer.text);
        let id = match deed {
            Deed::Create | Deed::Do(_) => id,
            Deed::Close | Deed::Reopen => CLOSED.to_owned(),
            Deed::Delegate(_) => "ben".to_owned(),
        };
        if deed == Deed::Do(Action::Reverse) && answer.status == 201 {
            let new = answer.string("journal_entry_id").to_owned();
            self.ids.lock().unwrap_or_else(PoisonError::into_inner).push(new);
        }
        Said { id, user, deed, sent, told, answer }
    }

    /// An action that the document allows this person, unless another player is quicker.
    async fn sensible(&mut self, id: &str, user: &str) -> Deed {
        let entry = self.app.get(&format!("journal-entries/{id}"), &token(user)).await;
        if entry.status == 404 {
            return Deed::Create;
        }
        let names: Vec<&str> =
            entry["allowed_actions"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let allowed: Vec<Action> = Action::ALL.into_iter().filter(|action| names.contains(&action.name())).collect();
        // Prefers submit and approve, so that many documents get posted.
        let onwards = allowed.iter().find(|action| [Action::Submit, Action::Approve].contains(action));
        match onwards {
            Some(action) if self.dice.roll(2) == 0 => Deed::Do(*action),
            _ if allowed.is_empty() => self.deed(),
            _ => Deed::Do(*self.dice.pick(&allowed)),
        }
    }

    /// Any action at random.
    fn deed(&mut self) -> Deed {
        match self.dice.roll(24) {
            0..=3 => Deed::Create,
            4 => Deed::Do(Action::Edit),
            5 => Deed::Do(Action::Delete),
            6..=9 => Deed::Do(Action::Submit),
            10..=15 => Deed::Do(Action::Approve),
            16 => *self.dice.pick(&[Deed::Do(Action::Reject), Deed::Do(Action::Approve), Deed::Create]),
            17 => Deed::Do(Action::RequestChange),
            18 => Deed::Do(Action::Hold),
            19 => Deed::Do(Action::Unhold),
            20 => Deed::Do(Action::Reverse),
            21 if self.delegates => Deed::Delegate(self.dice.roll(3) > 0),
            22 => *self.dice.pick(&[Deed::Close, Deed::Reopen, Deed::Reopen]),
            _ => Deed::Do(Action::Approve),
        }
    }

    async fn send(&mut self, id: &str, user: &str, deed: Deed) -> Answer {
        let (app, who) = (&self.app, token(user));
        let amount = *self.dice.pick(&["5.00", "5000.00", "50000.00"]);
        let path = format!("journal-entries/{id}");
        match deed {
            Deed::Create => app.post("journal-entries", &who, entry_named(id, amount)).await,
            Deed::Do(Action::Edit) => app.put(&path, &who, entry(amount)).await,
            Deed::Do(Action::Delete) => app.delete(&path, &who).await,
            Deed::Do(action) => {
                let path = format!("{path}/{}", action.name());
                match action {
                    Action::Reject | Action::Hold => app.post(&path, &who, json!({ "reason": "r" })).await,
                    Action::RequestChange => app.post(&path, &who, json!({ "comments": "c" })).await,
                    Action::Reverse => app.post(&path, &who, json!({ "reversal_date": "2024-02-01" })).await,
                    _ => app.act(&path, &who).await,
                }
            }
            Deed::Close => {
                app.post(&format!("accounting-periods/{CLOSED}/close"), &who, json!({ "force": true })).await
            }
            Deed::Reopen => {
                app.post(&format!("accounting-periods/{CLOSED}/reopen"), &who, json!({ "reason": "r" })).await
            }
            Deed::Delegate(on) => {
                let dan = json!({ "delegate_user_id": "dan", "from": "2000-01-01", "to": "2999-12-31" });
                let named = if on { json!({ "delegations": [dan] }) } else { json!({ "delegations": [] }) };
                app.put("users/ben", &app.admin(), named).await
            }
        }
    }
}
