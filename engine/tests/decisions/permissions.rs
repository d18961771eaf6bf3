//! A command's permissions are asked for in one place, whatever it decides. See docs/rules/access.md#grants.

use engine::books::action::guard;
use engine::books::command::{Command, Decision, Effects, Needed, Snapshot, Wants};
use engine::kernel::outcome::{Came, Failed, outcome};
use engine::values::error::Refusal;
use engine::values::kind::Action;

use crate::books::Books;
use crate::words::{key, person};

/// Takes permissions, and decides without a look at them.
struct Careless(Vec<Needed>);

impl Command for Careless {
    type Answer = ();

    fn needs(&self) -> Vec<Needed> {
        self.0.clone()
    }

    fn wants(&self) -> Wants {
        Wants::default()
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<()>, Refusal> {
        Ok(Decision::new(Effects::at(snapshot.now), ()))
    }
}

#[test]
fn whatever_a_command_decides_each_of_its_permissions_is_asked_for() {
    let books = Books::demo();
    let (write, approve, unknown) = (("bill", "write"), ("bill", "approve"), ("nothing", "known"));
    for (who, needs, wanted) in [
        ("carl", vec![], true),
        ("carl", vec![write], true),
        ("carl", vec![approve], false),
        ("carl", vec![write, approve], false),
        ("mona", vec![approve], true),
        ("alma", vec![unknown], true),
        ("carl", vec![unknown], false),
    ] {
        let command = Careless(needs);
        let seen = books.seen_by(&person(who), &command.wants(), None);
        match outcome(&command, Came::AskedFor(None), None, &seen) {
            Ok(_) => assert!(wanted, "{who}: {:?}", command.0),
            Err(Failed::Refused(refusal)) => {
                assert_eq!((refusal.code(), wanted), ("forbidden", false), "{who}: {:?}: {refusal:?}", command.0);
            }
            Err(Failed::Unheard) => unreachable!("no rule guards it"),
        }
    }
}

/// The exceptions, and that they are for nobody else.
#[test]
fn whom_the_document_names_is_spared() {
    let books = Books::demo().given(
        "
        carl | create BILL-1, line 6000 100.00
        carl | submit BILL-1
        carl | create BILL-2, line 6000 100.00
        carl | submit BILL-2
        mona | hold BILL-2
        ",
    );
    for (who, action, id, wanted) in [
        ("carl", Action::RequestChange, "BILL-1", true),
        ("cora", Action::RequestChange, "BILL-1", false),
        ("mona", Action::RequestChange, "BILL-1", true),
        ("carl", Action::Approve, "BILL-1", false),
        ("carl", Action::Unhold, "BILL-2", false),
        ("mona", Action::Unhold, "BILL-2", true),
        // What is not there spares nobody, and tells nobody so.
        ("carl", Action::RequestChange, "BILL-9", false),
    ] {
        let seen = books.seen_by(&person(who), &Wants::document(&key(id)), None);
        assert_eq!(guard::permits(action, &key(id), &seen).is_ok(), wanted, "{who}: {action:?} {id}");
    }
}
