//! What the handlers state that their operations take. A handler that runs a command names it in the type of its error
//! ([`crate::problem::refused::Refused`]), one that reads says what in the type of its caller ([`crate::auth::reads::Reads`]): what they
//! take is a constant of these types, and stands nowhere else.
//!
//! poem describes handlers by texts only. So these types say here under which name they are described, and an operation is asked for the
//! names in its description.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};

use engine::books::command::Takes;
use poem_openapi::registry::{MetaOperation, MetaResponse, MetaSchemaRef};

/// What an operation takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stated {
    pub takes: Takes,
    /// Whether it also answers for what is gone.
    pub outlives: bool,
}

thread_local! {
    /// By the name in the description. Types are described on the thread that asks for it.
    static SAID: RefCell<BTreeMap<String, Stated>> = const { RefCell::new(BTreeMap::new()) };
}

/// The type that is described by this name states this.
pub fn say(name: &str, stated: Stated) {
    SAID.with_borrow_mut(|said| said.insert(name.to_owned(), stated));
}

fn said(name: &str) -> Option<Stated> {
    SAID.with_borrow(|said| said.get(name).copied())
}

/// What the operation takes. `Err` says why that is not known: no operation is for everybody by an oversight.
pub fn of(operation: &MetaOperation) -> Result<Stated, &'static str> {
    let forbidden = operation.responses.responses.iter().find(|response| response.status == Some(403));
    let reads = operation.security.iter().flat_map(HashMap::keys).find_map(|name| said(name));
    match (reads, forbidden.and_then(command), forbidden) {
        (Some(stated), None, _) | (None, Some(stated), _) => Ok(stated),
        // Its error is one that never refuses for want of a permission.
        (None, None, None) => Ok(Stated { takes: Takes::These(&[]), outlives: false }),
        (None, None, Some(_)) => Err("states no permission"),
        (Some(_), Some(_), _) => Err("states its permission twice"),
    }
}

/// What the command takes whose refusals an answer is described by.
fn command(forbidden: &MetaResponse) -> Option<Stated> {
    forbidden.content.iter().find_map(|media| match &media.schema {
        MetaSchemaRef::Reference(name) => said(name),
        MetaSchemaRef::Inline(_) => None,
    })
}

#[cfg(test)]
mod tests {
    use engine::features::periods::commands::hard_close::HardClose;
    use poem_openapi::OpenApi;

    use super::*;
    use crate::auth::Auth;
    use crate::auth::reads::{Readable, Reads};
    use crate::problem::Problem;
    use crate::problem::anyone::ForAnyone;
    use crate::problem::refused::Refused;
    use crate::reply::NoContent;

    struct Things;

    impl Readable for Things {
        const TAKES: Takes = Takes::These(&[("report", "read")]);
    }

    #[OpenApi]
    #[allow(clippy::unused_async, reason = "poem-openapi takes async handlers only")]
    impl Things {
        #[oai(path = "/nothing", method = "get")]
        async fn nothing(&self, _auth: Auth) -> Result<NoContent, Problem> {
            Ok(NoContent::default())
        }

        #[oai(path = "/twice", method = "get")]
        async fn twice(&self, _auth: Reads<Self>) -> Result<NoContent, Refused<HardClose>> {
            Ok(NoContent::default())
        }

        #[oai(path = "/for-all", method = "get")]
        async fn for_all(&self, _auth: Auth) -> Result<NoContent, ForAnyone> {
            Ok(NoContent::default())
        }

        #[oai(path = "/read", method = "get")]
        async fn read(&self, _auth: Reads<Self, true>) -> Result<NoContent, Problem> {
            Ok(NoContent::default())
        }

        #[oai(path = "/run", method = "get")]
        async fn run(&self, _auth: Auth) -> Result<NoContent, Refused<HardClose>> {
            Ok(NoContent::default())
        }
    }

    #[test]
    fn an_operation_takes_what_its_types_state_and_nothing_is_for_everybody_by_an_oversight() {
        let paths = Things::meta().into_iter().flat_map(|api| api.paths);
        let found: Vec<_> = paths.flat_map(|path| path.operations).map(|operation| of(&operation)).collect();
        let stated = |takes, outlives| Ok(Stated { takes, outlives });
        assert_eq!(
            found,
            [
                Err("states no permission"),
                Err("states its permission twice"),
                stated(Takes::These(&[]), false),
                stated(Things::TAKES, true),
                stated(Takes::These(&[("accounting_period", "hard_close")]), false),
            ]
        );
    }
}
