//! The handlers on the books of a service, without the order of refusals before them: what they refuse by themselves.

use std::sync::Arc;

use api::app::App;
use api::description::Description;
use api::order::need::{self, Needs};
use api::routes::Routes;
use api::server::{self, Hooks};
use api::{config, feature as resource};
use engine::books::command::Needed;
use engine::kernel::engine::Engine;
use tokio_util::sync::CancellationToken;

use crate::token::SECRET;

/// A server of its own; dropping it stops it.
#[derive(Debug)]
pub struct HandlersAlone {
    pub base_url: String,
    routes: Routes,
    needs: Needs,
    stop: CancellationToken,
}

impl Drop for HandlersAlone {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

impl HandlersAlone {
    /// Serves them on a free port.
    pub async fn start(engine: &Arc<Engine>) -> Self {
        let config = config::of([("GL_JWT_SECRET", SECRET)]).expect("the default settings");
        let app = App { engine: Arc::clone(engine), posting_wait: config.posting_wait, replica: None };
        let needs = need::of(resource::api).expect("every operation states what it takes");
        let keys = server::keys(&config, engine.clock.clone()).await.expect("a secret is all that keys need");
        let description = Description::of_the_interface().expect("paths with operations");
        let routes = description.routes.clone();
        // Without books it knows of no order.
        let built = server::build(resource::api(&app), description, keys, config.limits, Hooks::default());
        let built = built.unwrap_or_else(|why| panic!("the handlers are no service: {why}"));
        let listener = server::bind("127.0.0.1:0").await.expect("a free port");
        let base_url = format!("http://{}", listener.local_addr().expect("an address"));
        let stop = CancellationToken::new();
        tokio::spawn(server::serve(listener, built, config.limits, stop.clone()));
        Self { base_url, routes, needs, stop }
    }

    /// The permissions that the operation at this path states.
    pub fn stated(&self, method: &str, path: &str) -> Vec<Needed> {
        let route = self.routes.find(path).unwrap_or_else(|| panic!("the description has no {path}"));
        let need = self.needs.get(&(method.to_owned(), route.pattern.clone()));
        need.unwrap_or_else(|| panic!("nothing is stated of {method} {path}")).permissions.clone()
    }
}
