//! A type for each operation with query parameters, with a constant for each of them.

use std::collections::{BTreeMap, BTreeSet};

use crate::code;
use crate::description::{Description, Fault, Operation};
use crate::documents::Type;

pub fn code(description: &Description, types: &[Type]) -> Result<String, Fault> {
    let (mut made, mut lists, mut reads) = (BTreeMap::new(), BTreeSet::new(), BTreeSet::new());
    for operation in description.operations()? {
        let parameters = parameters(description, &operation)?;
        let is_read = |path: String| operation.method == "get" && operation.path.ends_with(&path);
        if types.iter().any(|one| is_read(format!("/{}", one.collection))) {
            lists.extend(parameters.clone());
        }
        if types.iter().any(|one| is_read(format!("/{}/{{id}}", one.collection))) {
            reads.extend(parameters.clone());
        }
        if !parameters.is_empty() {
            let told = format!("/// `{} {}`\n", operation.method.to_uppercase(), operation.path);
            made.insert(code::camel(operation.id), (told, parameters));
        }
    }
    for (name, told, parameters) in [
        ("ListDocuments", "/// The lists of documents: each parameter is one of some of them.\n", lists),
        ("GetDocument", "/// The documents one by one, likewise.\n", reads),
    ] {
        if made.insert(name.into(), (told.into(), parameters)).is_some() {
            return Err(Fault(format!("{name} is an operation now: the console has the name for something else")));
        }
    }
    let each = made.iter().map(|(name, (told, parameters))| {
        let parameters: Vec<&str> = parameters.iter().map(String::as_str).collect();
        code::names(name, told, &parameters, &[])
    });
    each.collect()
}

fn parameters(description: &Description, operation: &Operation) -> Result<BTreeSet<String>, Fault> {
    let mut names = BTreeSet::new();
    for parameter in operation.told["parameters"].as_array().into_iter().flatten() {
        let parameter = description.meant(parameter)?;
        if parameter["in"] == "query" {
            let name = parameter["name"].as_str();
            names
                .insert(name.ok_or_else(|| Fault(format!("{}: a parameter without a name", operation.id)))?.to_owned());
        }
    }
    Ok(names)
}
