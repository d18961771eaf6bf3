# Run all checks and tests, as CI does before a merge; `just test NAME` runs those whose name contains NAME
test *NAME:
    tests/run {{NAME}}

# Formatting and lints
lint:
    cargo fmt --check
    cargo clippy --workspace --all-targets -- -D warnings

# Write openapi/gl.json anew from the code
openapi:
    cargo build -p api
    "${CARGO_TARGET_DIR:-target}/debug/gl" openapi > openapi/gl.json.new
    mv openapi/gl.json.new openapi/gl.json

# Play the description's example requests against the demo company of February 2026, and write down its answers (needs faketime)
examples: openapi
    tests/contract/examples.py
    just openapi

# Hold the description and the service against each other for longer than CI does: 40 made-up requests for each operation, from a seed that it prints
contract EXAMPLES="40" SEED="random":
    cargo build -p api
    CONTRACT_STRICT=1 CONTRACT_EXAMPLES={{EXAMPLES}} CONTRACT_SEED={{SEED}} tests/contract/run

# The console in a browser, every page of it, on both databases (needs npm; installs Chromium)
console-tests *OPTIONS:
    cargo build -p api
    CONSOLE_ALL=1 tests/console/run sqlite {{OPTIONS}}
    CONSOLE_ALL=1 tests/console/run postgres {{OPTIONS}}

# Pictures of the console's main pages, light and dark, wide and narrow, in docs/console (smaller where pngquant is installed)
console-pictures:
    cargo build -p api
    tests/console/screenshots

# Clients generated from the description in TypeScript, Python and Go: each compiles, and carries 12345678.91 there and back (needs npm, python3 with venv, go)
clients:
    cargo build -p api
    tests/contract/run client python go

# Licences, bans and sources of all dependencies (needs cargo-deny)
deny:
    cargo deny check bans licenses sources

# A minute of ten times the load that the service sustains, on both databases (tests/run has a short version)
overload:
    cargo build -p api
    GL_TEST_OVERLOAD_SECONDS=60 cargo test -p tests --test it -- --nocapture --test-threads=1 ten_times_too_much

# Hold the proof of rules against random companies and rules, more of them than the tests draw
proof CASES="20000":
    PROPTEST_CASES={{CASES}} cargo test --release -p engine --lib -- --nocapture proof::tests::people

# Kill gl 2,000 times under load, on both databases, and look at the books after every kill (the tests do it 140 times)
crash:
    cargo build -p api
    GL_CRASH_KILLS=2000 cargo test -p tests --test it -- --nocapture no_crash_hurts_the_books

# Kill gl 300 times in a first start, in an upgrade and in one of books of a release, on both databases (the tests do it six times each)
kill-migrations:
    cargo build -p api
    GL_MIGRATION_KILLS=300 cargo test -p tests --test it -- --nocapture --test-threads=1 may_be_killed_at_any_time

# Lives of entries and invoices, and reads, a second, beside the least that the database can be asked to do; `just bench --help` says
# what can be chosen, `just bench --write` writes docs/benchmarks.md
bench *OPTIONS:
    cargo build --release -p api
    cargo bench -p tests --bench lives -- {{OPTIONS}}

# Where `gl serve` spends its time under 32 clients, as a flame graph in target/profile (needs linux-perf, and inferno for the graph)
profile *OPTIONS:
    mkdir -p target/profile
    cargo build --release -p api --config 'profile.release.package.api.strip="none"'
    cargo bench -p tests --bench lives -- --backends postgres --scenario entry --accounts spread --clients 32 --seconds 15 --no-floor --no-count --profile "$PWD/target/profile/perf.data" {{OPTIONS}}
    tests/bench/flame target/profile/perf.data target/profile/flame.svg

# What reports, lists, checks and closes take in books of 10,000, 100,000 and 1,000,000 posted lines; `just growth --help` says what can be chosen
growth *OPTIONS:
    cargo build --release -p api
    cargo bench -p tests --bench growth -- {{OPTIONS}}

# What lies in deploy/, checked with the tools that are there: systemd-analyze, promtool, hadolint, docker compose
deploy-check:
    deploy/check

# A Debian package in target/debian (needs cargo-deb)
deb:
    cargo build --locked --release -p api
    rm -rf target/deb && mkdir -p target/deb
    target/release/gl man target/deb/man
    target/release/gl completions bash > target/deb/gl.bash
    target/release/gl completions zsh > target/deb/_gl
    target/release/gl completions fish > target/deb/gl.fish
    cargo deb --no-build --locked -p api

# One file that needs no libc of the machine it runs on
static:
    RUSTFLAGS='-C target-feature=+crt-static' cargo build --locked --release -p api --target x86_64-unknown-linux-gnu
    file target/x86_64-unknown-linux-gnu/release/gl

# Match forty generated years of one bank account, read files of 64 MiB in every format, and time 10,000 open lines
statements:
    GL_YEARS=40 cargo test --release -p engine --test decisions -- --include-ignored --nocapture bank_statements:: matching::
