# The commands of the project; `just` lists them.

default:
    @just --list

# Every test, on SQLite and PostgreSQL; installs PostgreSQL when it is missing
test *args:
    tests/run {{args}}

# Format and lints, as CI checks them
lint:
    cargo fmt --all --check
    cargo clippy --workspace --all-targets -- -D warnings

# Write the committed description of the interface
openapi:
    mkdir -p openapi
    cargo run --quiet -p api -- openapi > openapi/gl.json

# Licences, advisories, sources (needs cargo-deny)
deny:
    cargo deny check

# All that CI runs
ci:
    .ci/run
