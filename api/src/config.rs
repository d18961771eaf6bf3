//! Configuration: flag, then environment, then `gl.toml`, then default. Each error is one line.
//!
//! Each setting is one field of [`settings`]. Its name is the flag, with `GL_` in capitals the variable, and with underscores the line of
//! `gl.toml`; its type checks it, its comment is its help, its default stands in the help too. [`read`] puts the four sources
//! in their order, [`shown`] says which sub-command's help lists which settings.

mod expected;
mod heading;
pub mod key_file;
mod oidc;
mod provider;
mod public_url;
pub(crate) mod read;
mod secret;
mod secret_file;
pub mod session_key;
pub mod settings;
mod shown;
mod unread;
mod value;

pub use expected::Expected;
pub use read::{of, read};
pub use secret::Secret;
pub use settings::{Config, Limits};
pub use shown::{prepared, settings};
pub use unread::Unread;
pub use value::{MIN_SECRET, Tolerance, at_least_one, duration};

#[cfg(test)]
impl Default for Limits {
    fn default() -> Self {
        of([]).expect("the defaults").limits
    }
}

#[cfg(test)]
mod tests;
