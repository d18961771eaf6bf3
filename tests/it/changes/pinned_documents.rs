//! What is done to a document before the last signature of a change request about it.

use engine::values::kind::Action;
use tests::prelude::*;

use super::pinned::{Pinned, anew, call, pinned, put};

/// One of each action on documents that rules may guard.
pub fn of_documents() -> Vec<Pinned> {
    let reason = || json!({ "reason": "r" });
    let voids = kinds_with(Action::Void).into_iter().map(|kind| {
        let (path, body) = (kind.at("X-1"), |amount| kind.of_amount("X-1", amount));
        let mut then = put(&path, body("4.00"), body("3.00"));
        then.push(anew(kind.path, "X-1", body("4.00")));
        then.push(vec![call(&format!("DELETE {path}"), Value::Null)]);
        pinned(kind.name, "void", call(&format!("POST {path}/void"), reason()), then)
    });
    let mut all: Vec<Pinned> = voids.collect();
    for (credit, credited) in credits() {
        let apply = || call(&format!("POST {}/apply", credit.at("A-1")), credit.application(&credited.debt(), "1.00"));
        all.push(pinned(credit.name, "apply", apply(), vec![vec![apply()]]));
        let several = json!({ "applications": [credit.application(&credited.debt(), "1.00")] });
        let several = call(&format!("POST {}/apply-several", credit.at("A-1")), several);
        all.push(pinned(credit.name, "apply", several, vec![vec![apply()]]));
    }
    for (credit, credited) in credits() {
        let back = call(&format!("POST {}/unapply", credit.at("B-1")), json!({ credited.id: credited.debt() }));
        let more = call(&format!("POST {}/apply", credit.at("B-1")), credit.application(&credited.debt(), "1.00"));
        all.push(pinned(credit.name, "unapply", back, vec![vec![more]]));
    }
    for (of, done, day, undone) in ending_kinds() {
        let path = of.at("B-1");
        let back = || call(&format!("POST {path}/{undone}"), json!({}));
        let again = call(&format!("POST {path}/{done}"), json!({ day: "2024-01-31" }));
        all.push(pinned(of.name, undone, back(), vec![vec![back(), again]]));
    }
    for of in kinds_with(Action::Return) {
        let path = of.at("C-1");
        let ask = call(&format!("POST {path}/return"), json!({ "return_date": "2024-03-05", "reason": "r" }));
        all.push(pinned(of.name, "return", ask, vec![vec![call(&format!("POST {path}/void"), reason())]]));
    }
    for of in kinds_with(Action::Unreturn) {
        let path = of.at("R-1");
        let ask = || call(&format!("POST {path}/unreturn"), json!({}));
        let again = call(&format!("POST {path}/return"), json!({ "return_date": "2024-01-31", "reason": "r" }));
        all.push(pinned(of.name, "unreturn", ask(), vec![vec![ask(), again]]));
    }
    for of in kinds_with(Action::Reassign) {
        let path = of.at("M-1");
        let ask = call(&format!("POST {path}/reassign"), of.reassignment());
        all.push(pinned(of.name, "reassign", ask, vec![vec![call(&format!("POST {path}/void"), reason())]]));
    }
    let pay = || {
        let body = json!({ "payment_date": PAY_DAY, "payment_amount": 1, "deposit_account_id": CASH });
        call("POST invoices/I-0/receive-payment", body)
    };
    all.push(pinned("invoice", "receive-payment", pay(), vec![vec![pay()]]));
    for (of, action, day, _) in ending_kinds() {
        let path = of.at("A-1");
        let ask = call(&format!("POST {path}/{action}"), json!({ day: "2024-01-31" }));
        all.push(pinned(of.name, action, ask, vec![vec![call(&format!("POST {path}/void"), reason())]]));
    }
    all
}
