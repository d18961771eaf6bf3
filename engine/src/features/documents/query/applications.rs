//! Applications of credits, as people look them up.

use crate::books::command::Application;
use crate::features::documents::reads::applications::of;
use crate::kernel::engine::Engine;
use crate::values::error::Error;
use crate::values::kind::DocumentKey;

impl Engine {
    /// What the credit was applied to, or what was applied to the document, oldest first: those after the last one read, none
    /// when there are no more. An application is never changed and later ones come last, so that each is read once, whatever is
    /// applied meanwhile. The caller may read the document.
    pub async fn applications_after(
        &self,
        key: &DocumentKey,
        last: Option<&Application>,
    ) -> Result<Vec<Application>, Error> {
        Ok(of(&self.store.reader, key, last).await?)
    }
}
