//! A small TCP proxy between the service and its database: it can be pointed elsewhere, be silent, and lose the answer
//! to a COMMIT.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU16, Ordering};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// The state of all connections.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Flow {
    /// Carries no bytes, and keeps the connections open.
    silent: bool,
    /// How often all connections were cut: a connection from before the last cut ends.
    cuts: u32,
}

/// A proxy that lives as long as the runtime in which it was started.
#[derive(Debug)]
pub struct Proxy {
    pub port: u16,
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    target: AtomicU16,
    flow: watch::Sender<Flow>,
    lose_commit: AtomicBool,
}

impl Proxy {
    pub async fn to(port: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port for the proxy");
        let own = listener.local_addr().expect("its number").port();
        let shared = Arc::new(Shared {
            target: AtomicU16::new(port),
            flow: watch::channel(Flow::default()).0,
            lose_commit: AtomicBool::new(false),
        });
        let serving = Arc::clone(&shared);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(carry(client, Arc::clone(&serving)));
            }
        });
        Self { port: own, shared }
    }

    /// Breaks every connection, and sends new ones to this port.
    pub fn point_at(&self, port: u16) {
        self.shared.target.store(port, Ordering::SeqCst);
        self.cut();
    }

    /// Breaks every connection.
    pub fn cut(&self) {
        self.shared.flow.send_modify(|flow| flow.cuts += 1);
    }

    /// From now on the proxy carries no bytes, and breaks no connection.
    pub fn fall_silent(&self) {
        self.shared.flow.send_modify(|flow| flow.silent = true);
    }

    /// Carries bytes again, first those that it held back.
    pub fn speak(&self) {
        self.shared.flow.send_modify(|flow| flow.silent = false);
    }

    /// Lets the next COMMIT reach the server and take effect, but loses its answer with the connection.
    pub fn lose_the_answer_to_a_commit(&self) {
        self.shared.lose_commit.store(true, Ordering::SeqCst);
    }

    /// Whether the proxy has lost such an answer.
    pub fn has_lost_one(&self) -> bool {
        !self.shared.lose_commit.load(Ordering::SeqCst)
    }
}

async fn carry(client: TcpStream, shared: Arc<Shared>) {
    let Ok(server) = TcpStream::connect(("127.0.0.1", shared.target.load(Ordering::SeqCst))).await else { return };
    let (mut from_client, mut to_client) = client.into_split();
    let (mut from_server, mut to_server) = server.into_split();
    let mut flow = shared.flow.subscribe();
    let cuts = flow.borrow().cuts;
    let (mut asked, mut told) = (vec![0; 16_384], vec![0; 16_384]);
    loop {
        let now = *flow.borrow_and_update();
        if now.cuts != cuts {
            return;
        }
        if now.silent {
            if flow.changed().await.is_err() {
                return;
            }
            continue;
        }
        tokio::select! {
            changed = flow.changed() => if changed.is_err() { return },
            read = from_client.read(&mut asked) => {
                let Ok(length @ 1..) = read else { return };
                if to_server.write_all(&asked[..length]).await.is_err() {
                    return;
                }
                let commits = asked[..length].windows(6).any(|word| word == b"COMMIT");
                if commits && shared.lose_commit.swap(false, Ordering::SeqCst) {
                    // An answer means that the COMMIT took effect.
                    let _ = from_server.read(&mut told).await;
                    return;
                }
            }
            read = from_server.read(&mut told) => {
                let Ok(length @ 1..) = read else { return };
                if to_client.write_all(&told[..length]).await.is_err() {
                    return;
                }
            }
        }
    }
}
