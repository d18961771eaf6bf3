//! A small load balancer for TCP: it hands each new connection to the next server, and none
//! to one that is being drained.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};

/// The targets of new connections.
#[derive(Debug, Default)]
struct Servers {
    addresses: Mutex<Vec<String>>,
    next: AtomicUsize,
}

impl Servers {
    fn pick(&self) -> Option<String> {
        let addresses = self.addresses.lock().unwrap_or_else(PoisonError::into_inner);
        let at = self.next.fetch_add(1, Ordering::Relaxed).checked_rem(addresses.len())?;
        addresses.get(at).cloned()
    }
}

#[derive(Debug)]
pub struct Balancer {
    pub base_url: String,
    servers: Arc<Servers>,
}

fn address(base_url: &str) -> String {
    base_url.trim_start_matches("http://").to_owned()
}

impl Balancer {
    /// Starts it without any server. It ends with the runtime.
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port for the balancer");
        let base_url = format!("http://{}", listener.local_addr().expect("its address"));
        let servers = Arc::<Servers>::default();
        let handed = Arc::clone(&servers);
        tokio::spawn(async move {
            while let Ok((mut client, _)) = listener.accept().await {
                let server = handed.pick();
                tokio::spawn(async move {
                    // The connection is dropped without a server, or when the server refuses: the client sees a broken
                    // connection.
                    let Some(server) = server else { return };
                    let Ok(mut server) = TcpStream::connect(&server).await else { return };
                    let _ = copy_bidirectional(&mut client, &mut server).await;
                });
            }
        });
        Self { base_url, servers }
    }

    /// Adds a server.
    pub fn add(&self, base_url: &str) {
        self.servers.addresses.lock().unwrap_or_else(PoisonError::into_inner).push(address(base_url));
    }

    /// Sends no new connections to the server; open ones stay.
    pub fn drain(&self, base_url: &str) {
        let gone = address(base_url);
        self.servers.addresses.lock().unwrap_or_else(PoisonError::into_inner).retain(|address| *address != gone);
    }
}
