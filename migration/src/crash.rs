//! Moments of a migration at which a test lets the process die: `GL_CRASH_IN_MIGRATION=7` ends the process at its
//! seventh moment, as SIGKILL would. Only builds with debug assertions know the variable.

/// One of the moments.
#[cfg(not(debug_assertions))]
pub fn here() {}

/// One of the moments.
#[cfg(debug_assertions)]
pub fn here() {
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicU64, Ordering};

    static NTH: OnceLock<Option<u64>> = OnceLock::new();
    static PASSED: AtomicU64 = AtomicU64::new(0);
    let nth = NTH.get_or_init(|| std::env::var("GL_CRASH_IN_MIGRATION").ok().and_then(|text| text.parse().ok()));
    if let Some(nth) = nth
        && PASSED.fetch_add(1, Ordering::SeqCst) + 1 == *nth
    {
        std::process::abort();
    }
}
