//! Every action against every state, asked over HTTP of one type; `engine/tests/decisions` asks all of them.
//! See docs/rules/documents.md#lifecycle.

use std::collections::BTreeSet;

use engine::values::kind::{Action, Asks};
use tests::prelude::*;

use super::{reason, set};

/// What the states of a type allow: `(state, actions)`.
pub type States<'a> = &'a [(&'a str, &'a str)];

/// What is sent with the action of a document of the type: what it needs for itself, or its reason or comments.
fn words(kind: Kind, action: Action) -> Value {
    let of_type = [
        (Action::Reverse, json!({ "reversal_date": "2024-02-01" })),
        (Action::Clear, json!({ "cleared_date": "2024-01-25" })),
        (Action::Deposit, json!({ "deposit_date": "2024-01-25" })),
        (Action::Return, json!({ "return_date": "2024-02-01", "reason": "r" })),
        (
            Action::ReceivePayment,
            json!({ "payment_date": PAY_DAY, "payment_amount": number("1.00"), "deposit_account_id": CASH }),
        ),
    ];
    if let (Action::Apply, Some(credited)) = (action, kind.credits()) {
        return kind.application(&credited.debt(), "1.00");
    }
    if action == Action::Reassign {
        return kind.reassignment();
    }
    if let (Action::Unapply, Some(credited)) = (action, kind.credits()) {
        return json!({ credited.id: credited.debt() });
    }
    let own = of_type.into_iter().find(|(known, _)| *known == action).map(|(_, body)| body);
    let words = action.facts().words;
    own.unwrap_or_else(|| words.map_or_else(|| json!({}), |field| json!({ field: "r" })))
}

/// All actions with an operation of their own that anybody may do to documents of the type, with a body that each takes.
pub fn actions(kind: Kind) -> Vec<(&'static str, Value)> {
    let without = [Action::Edit, Action::Delete, Action::Post];
    let own = Action::ALL
        .into_iter()
        .filter(|action| kind.has(*action) && !without.contains(action) && action.facts().asks != Asks::Submitter);
    own.map(|action| (action.name(), words(kind, action))).collect()
}

/// A document of the type in the state; its path.
async fn in_state(app: &TestApp, kind: Kind, id: &str, state: &str) -> String {
    let body = kind.body(id);
    let (manager, controller) = (app.manager(), app.controller());
    let path = match state {
        "Draft" => app.draft(kind, body).await,
        "Pending Approval" | "On Hold" | "Rejected" => app.pending(kind, body).await,
        _ => app.posted(kind, body).await,
    };
    let then = match state {
        "On Hold" => Some((&manager, "hold", reason())),
        "Rejected" => Some((&manager, "reject", reason())),
        "Voided" => Some((&controller, "void", reason())),
        _ => None,
    };
    if let Some((who, action, body)) = then {
        app.post(&format!("{path}/{action}"), who, body).await.expect(200);
    }
    app.expect_fields(&path, &[("status", state)]).await;
    path
}

/// Every action against every state. `sam`, who may do everything and made nothing, tries.
pub async fn follows_the_table(app: &TestApp, kind: Kind, states: States<'_>) {
    let sam = app.token("sam", &[], &["*.*"]);
    for (at, (state, allowed)) in states.iter().enumerate() {
        let path = in_state(app, kind, &format!("S-{at}"), state).await;
        let before = app.get(&format!("{path}?explain=true"), &sam).await.expect(200);
        let listed = before["allowed_actions"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let listed: BTreeSet<String> = listed.map(str::to_owned).collect();
        assert_eq!(listed, set(allowed), "{} {state}", kind.name);
        for (action, body) in actions(kind) {
            let is_allowed = listed.contains(action);
            assert_eq!(before["why_not"][action].is_string(), !is_allowed, "{state} {action}: {}", before.text);
            if is_allowed {
                let own = in_state(app, kind, &format!("S-{at}-{action}"), state).await;
                let done = app.post(&format!("{own}/{action}"), &sam, body).await;
                assert!(done.status == 200 || done.status == 201, "{state} {action}: {}", done.text);
            } else {
                let refused =
                    app.post(&format!("{path}/{action}"), &sam, body).await.expect(409).problem("wrong_status");
                assert_eq!(refused["document_status"], **state, "{}", refused.text);
                let now = refused["allowed_actions"].as_array().into_iter().flatten().filter_map(Value::as_str);
                assert_eq!(now.map(str::to_owned).collect::<BTreeSet<_>>(), listed, "{}", refused.text);
            }
        }
        if *state != "Draft" {
            app.put(&path, &sam, kind.body(&format!("S-{at}"))).await.expect(409).problem("wrong_status");
            app.delete(&path, &sam).await.expect(409).problem("wrong_status");
        }
        let after = app.get(&path, &sam).await.expect(200);
        assert_eq!(after["version"], before["version"], "{state}: a refusal changed something");
    }
    app.act(&format!("{}/reverse", kind.at("S-0")), &sam).await.expect(404).problem("not_found");
}
