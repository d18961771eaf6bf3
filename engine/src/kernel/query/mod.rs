//! Reads for handlers, operators and approvers. Each function takes the caller, a typed filter and a page, checks the permission,
//! and answers with domain values. No module above names a table or a connection.
//!
//! There are three shapes: one thing; a [`Listing`], whose rows are read run by run where they may be large; and a [`Reading`],
//! which is read piece by piece in one consistent state of the books. Figures are drawn up in [`crate::features::reports`].

pub(crate) mod listing;
mod payroll;
pub(crate) mod reading;

pub use listing::{Listing, Rows};
pub use reading::Reading;

use crate::approval::access::Actor;
use crate::books::command::{Snapshot, Wants};
use crate::kernel::boxed::Boxed;
use crate::kernel::engine::Engine;
use crate::values::error::Error;

impl Engine {
    /// What a read may know, when the caller may read the resource.
    pub fn look_up<'a>(
        &'a self,
        actor: &'a Actor,
        resource: &'a str,
        wants: &'a Wants,
    ) -> Boxed<'a, Result<Snapshot, Error>> {
        Box::pin(async move {
            let seen = self.look(actor, wants).await?;
            seen.require(resource, "read")?;
            Ok(seen)
        })
    }
}
