//! What the description says about each type of documents.

use crate::code::{camel, constant, joined};
use crate::description::{Description, Fault, Object, named};

/// A type of documents.
pub struct Type {
    /// As in `document_type`.
    name: String,
    /// What its schemas begin with.
    schema: String,
    /// The first part of its paths.
    pub collection: String,
    /// The member with the id.
    id: String,
    /// The shape of its content.
    family: &'static str,
    /// What is done to one, by the last part of its paths.
    actions: Vec<String>,
    pub view: Object,
    pub input: Object,
    /// Without members where a document has no lines.
    pub line: Object,
    pub line_input: Object,
}

/// The types in the order of the description.
pub fn types(description: &Description) -> Result<Vec<Type>, Fault> {
    let names = description.schema("DocumentType")?["enum"].as_array();
    let names = names.ok_or_else(|| Fault("the schema DocumentType is no enumeration".into()))?;
    names.iter().filter_map(|name| name.as_str()).map(|name| one(description, name)).collect()
}

fn one(description: &Description, name: &str) -> Result<Type, Fault> {
    let schema = camel(name);
    let input_name = format!("{schema}Input");
    let object = |name: &str| description.object(description.schema(name)?);
    let (view, input) = (object(&schema)?, object(&input_name)?);
    let line = |of: &Object| {
        of.members.get("lines").map_or(Ok(Object::default()), |lines| description.object(&lines["items"]))
    };
    let collection = collection(description, &input_name)?;
    let (line, line_input) = (line(&view)?, line(&input)?);
    let family = if line_input.members.contains_key("debit") {
        "Journal"
    } else if line_input.members.contains_key("quantity") {
        "Items"
    } else if line_input.members.is_empty() {
        "Payment"
    } else {
        return Err(Fault(format!("{input_name}: the lines have neither debits nor quantities: a new family?")));
    };
    Ok(Type {
        name: name.into(),
        actions: actions(description, &collection)?,
        id: id(description, &schema)?,
        collection,
        family,
        schema,
        view,
        input,
        line,
        line_input,
    })
}

/// The path that takes new documents.
fn collection(description: &Description, input: &str) -> Result<String, Fault> {
    let takes =
        |told: &serde_json::Value| named(&told["requestBody"]["content"]["application/json"]["schema"]) == Some(input);
    let found = description.operations()?.into_iter().find(|one| one.method == "post" && takes(one.told));
    let path = found.and_then(|one| one.path.rsplit('/').next().map(str::to_owned));
    path.ok_or_else(|| Fault(format!("no POST takes {input}: where is its collection?")))
}

/// The actions of the enumeration `DocumentAction` that have a path of the type.
fn actions(description: &Description, collection: &str) -> Result<Vec<String>, Fault> {
    let known = description.schema("DocumentAction")?["enum"].as_array();
    let known = known.ok_or_else(|| Fault("the schema DocumentAction is no enumeration".into()))?;
    let (paths, begin) = (description.operations()?, format!("/{collection}/{{id}}/"));
    let has_path =
        |action: &&str| paths.iter().any(|one| one.method == "post" && one.path.ends_with(&format!("{begin}{action}")));
    Ok(known.iter().filter_map(|action| action.as_str()).filter(has_path).map(str::to_owned).collect())
}

/// What the answer to an approval has besides what it has of every type.
fn id(description: &Description, schema: &str) -> Result<String, Fault> {
    let answer = format!("{schema}Approved");
    let (of_type, of_all) =
        (description.object(description.schema(&answer)?)?, description.object(description.schema("Approved")?)?);
    let own: Vec<_> = of_type.members.keys().filter(|name| !of_all.members.contains_key(*name)).collect();
    match own.as_slice() {
        [id] => Ok((*id).clone()),
        _ => Err(Fault(format!("{answer}: the id should be all that it has besides Approved, but that is {own:?}"))),
    }
}

/// The facts as functions of the enumeration `DocumentType`.
pub fn code(types: &[Type]) -> String {
    let arms = |fact: &dyn Fn(&Type) -> String| -> String {
        joined(types.iter().map(|one| format!("            Self::{} => {},\n", camel(&one.name), fact(one))))
    };
    let function = |documentation: &str, name: &str, of: &str, fact: &dyn Fn(&Type) -> String| {
        format!(
            "    /// {documentation}\n    pub const fn {name}(self) -> {of} {{\n        match self {{\n{}        }}\n    }}\n",
            arms(fact)
        )
    };
    // What names the id of another document is about that one.
    let settles = |one: &Type| {
        let others = types.iter().filter(|other| other.id != one.id && one.input.members.contains_key(&other.id));
        let others: Vec<String> = others.map(|other| format!("Self::{}", camel(&other.name))).collect();
        format!("&[{}]", others.join(", "))
    };
    let actions = |one: &Type| {
        let actions: Vec<String> =
            one.actions.iter().map(|action| format!("DocumentAction::{}", camel(action))).collect();
        format!("&[{}]", actions.join(", "))
    };
    format!(
        "impl DocumentType {{\n{}{}{}{}{}{}}}\n",
        function("What it settles or is about.", "settles", "&'static [Self]", &settles),
        function("What is done to one by an operation of its own.", "actions", "&'static [DocumentAction]", &actions),
        function("The path of its collection, without the slash.", "collection", "&'static str", &|one| format!(
            "{:?}",
            one.collection
        )),
        function("The member with the id.", "id", "Member", &|one| format!(
            "schema::{}::{}",
            one.schema,
            constant(&one.id)
        )),
        function("What stands on its lines.", "family", "Family", &|one| format!("Family::{}", one.family)),
        function("The schema of a new one.", "input", "Schema", &|one| format!(
            "Schema {{ all: schema::{0}Input::ALL, required: schema::{0}Input::REQUIRED }}",
            one.schema
        )),
    )
}
