//! Reads the description of the interface and makes the names by which the console speaks of it: a name that the description no
//! longer has does not compile. `src/interface/mod.rs` says what is made.

mod code;
mod description;
mod documents;
mod enumerations;
mod queries;
mod schemas;

use std::path::Path;
use std::{env, fs};

use description::{Description, Fault};

const DESCRIPTION: &str = "../openapi/gl.json";

fn main() -> Result<(), Fault> {
    println!("cargo::rerun-if-changed={DESCRIPTION}");
    println!("cargo::rerun-if-changed=build");
    let description = Description::read(Path::new(DESCRIPTION))?;
    let types = documents::types(&description)?;
    write("schemas.rs", &schemas::code(&description, &types)?)?;
    write("enumerations.rs", &enumerations::code(&description)?)?;
    write("documents.rs", &documents::code(&types))?;
    write("queries.rs", &queries::code(&description, &types)?)
}

fn write(file: &str, code: &str) -> Result<(), Fault> {
    let folder = env::var("OUT_DIR").map_err(|error| Fault(format!("OUT_DIR: {error}")))?;
    let path = Path::new(&folder).join(file);
    fs::write(&path, code).map_err(|error| Fault(format!("{}: {error}", path.display())))
}
