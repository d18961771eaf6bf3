//! What a caller must be allowed, as data beside each command: an interface asks for it before it reads what else was sent.

use super::wants::Needed;
use crate::books::change_request;
use crate::books::change_request::Move;
use crate::values::kind::{Action, DocumentKind};

/// The permissions that are taken, and whom the books may spare them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Takes {
    /// All of these, whatever it is done to.
    These(&'static [Needed]),
    /// This one, on documents of their type.
    OnType(&'static str),
    /// That of the action, on documents of their type. Whom the action's facts spare does it without.
    Action(Action),
    /// To write documents of their type, and to take back what is posted of it: by a void or, of a journal entry, by a reversing entry.
    Correction,
    /// That of the move. Who asked for a change, or put it on hold, may do without (`features/change_requests/commands/guard.rs`).
    Move(Move),
    /// That to read it. Who asked for it reads it without.
    Own(Own),
}

/// What its requester reads without the permission.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Own {
    Job,
    ChangeRequest,
}

/// What clients ask for by an operation of its own.
pub trait Permitted {
    /// Known before anything of the request but its path. [`super::Command::needs`] are those of it.
    const TAKES: Takes;
}

/// The resource of a document whose type is not known: no role names it.
const NO_TYPE: &str = "document";

impl Takes {
    /// The permissions, all of which are needed, on what is of this type.
    pub fn permissions(self, kind: Option<DocumentKind>) -> Vec<Needed> {
        let resource = kind.map_or(NO_TYPE, DocumentKind::name);
        match self {
            Self::These(all) => all.to_vec(),
            Self::OnType(word) => vec![(resource, word)],
            Self::Action(action) => {
                let settled = kind.and_then(DocumentKind::items).and_then(|items| items.credits);
                // The answer to an application shows what it settles.
                let shown = settled
                    .filter(|_| matches!(action, Action::Apply | Action::Unapply))
                    .map(|settled| (settled.name(), "read"));
                [(resource, action.permission())].into_iter().chain(shown).collect()
            }
            Self::Correction => {
                let has_void = kind.is_some_and(|kind| kind.has(Action::Void));
                let back = if has_void { Action::Void } else { Action::Reverse };
                vec![(resource, back.permission()), (resource, "write")]
            }
            Self::Move(step) => vec![(change_request::RESOURCE, step.permission())],
            Self::Own(Own::Job) => vec![("job", "read")],
            Self::Own(Own::ChangeRequest) => vec![(change_request::RESOURCE, "read")],
        }
    }

    /// Whether they are those of a document's type.
    pub const fn is_of_a_type(self) -> bool {
        match self {
            Self::OnType(_) | Self::Action(_) | Self::Correction => true,
            Self::These(_) | Self::Move(_) | Self::Own(_) => false,
        }
    }

    /// Whether the books may name somebody who needs none of them: only who has read them can refuse.
    pub const fn may_spare(self) -> bool {
        match self {
            Self::Action(action) => action.facts().spares.is_some(),
            Self::Move(_) | Self::Own(_) => true,
            Self::These(_) | Self::OnType(_) | Self::Correction => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_application_takes_the_permission_to_read_what_it_settles() {
        let apply = Takes::Action(Action::Apply);
        for (kind, wanted) in [
            (Some(DocumentKind::CreditMemo), vec![("credit_memo", "apply"), ("invoice", "read")]),
            (Some(DocumentKind::VendorCredit), vec![("vendor_credit", "apply"), ("bill", "read")]),
            (None, vec![(NO_TYPE, "apply")]),
        ] {
            assert_eq!(apply.permissions(kind), wanted, "{kind:?}");
        }
        assert_eq!(Takes::Action(Action::Void).permissions(Some(DocumentKind::CreditMemo)), [("credit_memo", "void")]);
    }

    #[test]
    fn what_is_of_no_known_type_is_for_nobody() {
        assert!(crate::approval::access::resources().all(|resource| resource != NO_TYPE));
    }

    /// docs/rules/documents.md#recall, docs/rules/documents.md#hold-and-release
    #[test]
    fn a_recall_and_a_release_may_be_done_without() {
        let spared: Vec<Action> = Action::ALL.into_iter().filter(|action| Takes::Action(*action).may_spare()).collect();
        assert_eq!(spared, [Action::RequestChange, Action::Unhold]);
    }
}
