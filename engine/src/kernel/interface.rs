//! What the engine asks of the interface that its calls come by. The engine knows no HTTP: the interface renders the answer to a call
//! that waits for signatures, and carries the call out as it came once it has them.

use std::fmt;
use std::future::Future;
use std::pin::Pin;

use crate::books::change_request::ChangeRequest;
use crate::books::request::{CarriedOut, StoredAnswer};
use crate::values::error::{Error, Refusal};

/// How a call was carried out.
#[derive(Clone, PartialEq, Debug)]
pub enum Carried {
    /// It was done, and its change request with it.
    Done,
    Refused(Refusal),
}

/// A call on its way; an error is tried again.
pub type Carrying<'a> = Pin<Box<dyn Future<Output = Result<Carried, Error>> + Send + 'a>>;

/// The interface.
pub trait Interface: fmt::Debug + Send + Sync {
    /// The answer to the call that asks for it; `is_dry` when nothing was asked for in fact.
    fn asked_for(&self, request: &ChangeRequest, is_dry: bool) -> StoredAnswer;

    /// Carries the call out, in the requester's name.
    fn carry_out<'a>(&'a self, request: &'a ChangeRequest, carries_out: CarriedOut) -> Carrying<'a>;
}
