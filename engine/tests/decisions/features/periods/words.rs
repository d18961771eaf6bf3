//! What is done to accounting periods.

use std::collections::BTreeSet;

use engine::books::period::Scope;
use engine::features::periods::commands::close::{Close, RequestClose};
use engine::features::periods::commands::create::CreatePeriod;
use engine::features::periods::commands::delete::DeletePeriod;
use engine::features::periods::commands::hard_close::HardClose;
use engine::features::periods::commands::reopen::Reopen;

use crate::books::Asked;
use crate::words::Said;

pub fn command(verb: &str, id: &str, said: &mut Said) -> Box<dyn Asked> {
    let period_id = id.to_owned();
    match verb {
        "create" => Box::new(CreatePeriod {
            period_id,
            period_name: said.text("name", Some(id)),
            start_date: said.date("from", None),
            end_date: said.date("to", None),
            faults: said.faults(),
        }),
        "close" => Box::new(RequestClose { period_id, scope: scope(said), force: said.has("force") }),
        // What the job does with it; the workers do it with `work`.
        "close-job" => Box::new(Close {
            job_id: None,
            period_id,
            scope: scope(said),
            force: said.has("force"),
            over_approved: said.has("over approved"),
            posted_first: BTreeSet::new(),
            requested_by: said.text("asked by", Some("conrad")).unwrap_or_default(),
        }),
        "reopen" => Box::new(Reopen {
            period_id,
            scope: scope(said),
            reason: said.text("because", Some("r")),
            faults: said.faults(),
        }),
        "hard-close" => {
            Box::new(HardClose { period_id, reason: said.text("because", Some("r")), faults: said.faults() })
        }
        "delete" => Box::new(DeletePeriod { period_id }),
        other => panic!("nobody can {other} a period"),
    }
}

fn scope(said: &mut Said) -> Scope {
    let named = ["ap", "ar", "payroll", "gl"].into_iter().find(|scope| said.has(scope));
    named.map_or(Scope::All, |scope| Scope::parse(scope).expect("a scope"))
}
