//! Users, roles, and the caller.

pub mod me;
pub mod roles;
pub mod users;
pub mod wire;

use poem_openapi::OpenApi;

use self::me::MeApi;
use self::roles::RoleApi;
use self::users::UserApi;
use crate::app::App;

/// What it answers.
pub fn api(app: &App) -> impl OpenApi + 'static {
    (UserApi(app.clone()), RoleApi(app.clone()), MeApi(app.clone()))
}
