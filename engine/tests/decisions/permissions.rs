//! A command's permissions are asked for in one place, whatever it decides. See docs/rules/access.md#grants.

use engine::command::outcome::{Came, Failed, outcome};
use engine::command::{Command, Decision, Effects, Needed, Snapshot, Spared, Wants};
use engine::error::Refusal;
use engine::kind::{Action, DocumentKey};

use crate::books::Books;
use crate::words::{key, person};

/// Takes permissions, and decides without a look at them.
struct Careless {
    needs: Vec<Needed>,
    about: Option<(Action, DocumentKey)>,
}

impl Command for Careless {
    type Answer = ();

    fn needs(&self) -> Vec<Needed> {
        self.needs.clone()
    }

    fn spared(&self) -> Spared<'_> {
        self.about.as_ref().map_or(Spared::Nobody, |(action, key)| Spared::ByDocument(*action, key))
    }

    fn wants(&self) -> Wants {
        self.about.as_ref().map_or_else(Wants::default, |(_, key)| Wants::document(key))
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<()>, Refusal> {
        Ok(Decision::new(Effects::at(snapshot.now), ()))
    }
}

/// Whether this person may.
fn may(books: &Books, who: &str, command: &Careless) -> bool {
    let wants = command.wants();
    let seen = books.seen_by(&person(who), &wants, None);
    match outcome(command, Came::AskedFor(None), wants.target.as_ref(), &seen) {
        Ok(_) => true,
        Err(Failed::Refused(refusal)) => {
            assert_eq!(refusal.code(), "forbidden", "{who}: {refusal:?}");
            false
        }
        Err(Failed::Unheard) => unreachable!("no rule guards it"),
    }
}

#[test]
fn whatever_a_command_decides_each_of_its_permissions_is_asked_for() {
    let books = Books::demo();
    let needs = |needs: &[Needed]| Careless { needs: needs.to_vec(), about: None };
    let (write, approve) = (("bill", "write"), ("bill", "approve"));
    for (who, asked, wanted) in [
        ("carl", needs(&[]), true),
        ("carl", needs(&[write]), true),
        ("carl", needs(&[approve]), false),
        ("carl", needs(&[write, approve]), false),
        ("mona", needs(&[approve]), true),
        ("alma", needs(&[("nothing", "known")]), true),
        ("carl", needs(&[("nothing", "known")]), false),
    ] {
        assert_eq!(may(&books, who, &asked), wanted, "{who}: {:?}", asked.needs);
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
    let about = |action: Action, id: &str| Careless {
        needs: vec![("bill", action.permission())],
        about: Some((action, key(id))),
    };
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
        assert_eq!(may(&books, who, &about(action, id)), wanted, "{who}: {action:?} {id}");
    }
}
