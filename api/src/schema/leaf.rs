//! What all leaf types on the wire have in common.

/// Implements what every leaf type on the wire has in common: a name, a schema under that name, which stands once in the
/// description for all fields of the type, and itself as its raw value.
macro_rules! wire_leaf {
    ([$($generics:tt)*] $type:ty, $name:expr, $schema:expr $(, of $part:ty)?) => {
        impl<$($generics)*> poem_openapi::types::Type for $type {
            const IS_REQUIRED: bool = true;
            type RawValueType = Self;
            type RawElementValueType = Self;

            fn name() -> std::borrow::Cow<'static, str> {
                $name.into()
            }

            fn schema_ref() -> poem_openapi::registry::MetaSchemaRef {
                poem_openapi::registry::MetaSchemaRef::Reference(<Self as poem_openapi::types::Type>::name().into_owned())
            }

            fn register(registry: &mut poem_openapi::registry::Registry) {
                $(<$part as poem_openapi::types::Type>::register(registry);)?
                let name = <Self as poem_openapi::types::Type>::name().into_owned();
                registry.create_schema::<Self, _>(name, |_| $schema);
            }

            fn as_raw_value(&self) -> Option<&Self> {
                Some(self)
            }

            fn raw_element_iter<'a>(&'a self) -> Box<dyn Iterator<Item = &'a Self> + 'a> {
                Box::new(std::iter::once(self))
            }
        }
    };
}

/// For leaves that are JSON strings: parsing from a body, a query or a path, all by one `parse(&str) -> Result<Self, String>`.
macro_rules! wire_string {
    ([$($generics:tt)*] $type:ty) => {
        impl<$($generics)*> poem_openapi::types::ParseFromJSON for $type {
            fn parse_from_json(value: Option<serde_json::Value>) -> poem_openapi::types::ParseResult<Self> {
                match value.unwrap_or_default() {
                    serde_json::Value::String(text) => Self::parse(&text).map_err(poem_openapi::types::ParseError::custom),
                    _ => Err(poem_openapi::types::ParseError::custom("must be a string")),
                }
            }
        }

        impl<$($generics)*> poem_openapi::types::ParseFromParameter for $type {
            fn parse_from_parameter(text: &str) -> poem_openapi::types::ParseResult<Self> {
                Self::parse(text).map_err(poem_openapi::types::ParseError::custom)
            }
        }

        impl<$($generics)*> poem_openapi::types::ToJSON for $type {
            fn to_json(&self) -> Option<serde_json::Value> {
                Some(serde_json::Value::String(self.to_string()))
            }
        }
    };
}

/// A leaf of one of the engine's closed lists of words. The check of a body refuses other words by the schema.
macro_rules! wire_word {
    ($(#[$doc:meta])* $name:ident($word:ty) as $schema:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct $name(pub $word);

        impl $name {
            fn parse(text: &str) -> Result<Self, String> {
                let names = || <$word>::ALL.iter().map(|word| word.name()).collect::<Vec<_>>().join(", ");
                <$word>::parse(text).map(Self).ok_or_else(|| format!("must be one of {}", names()))
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.0.name())
            }
        }

        impl From<$word> for $name {
            fn from(word: $word) -> Self {
                Self(word)
            }
        }

        impl From<$name> for $word {
            fn from(wire: $name) -> Self {
                wire.0
            }
        }

        $crate::schema::leaf::wire_leaf!([] $name, $schema, poem_openapi::registry::MetaSchema {
            enum_items: <$word>::ALL.iter().map(|word| serde_json::Value::from(word.name())).collect(),
            ..poem_openapi::registry::MetaSchema::new("string")
        });
        $crate::schema::leaf::wire_string!([] $name);
    };
}

pub(crate) use {wire_leaf, wire_string, wire_word};
