//! `kind` of a rule: `{"rule_type":"Amount Threshold"}`; of a type that routes by ids, with them in the member that its facts name:
//! `{"rule_type":"Department Routing","department_ids":["D-9"]}`. Both words are kept for good, which the golden texts hold.

use serde::de::Error as _;
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Map;

use crate::approval::rule::{RoutedBy, RuleKind};

/// The member that says which it is.
const TYPE: &str = "rule_type";

pub(super) struct KindV0(pub RuleKind);

impl Serialize for KindV0 {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut members = to.serialize_map(None)?;
        members.serialize_entry(TYPE, self.0.name())?;
        if let RuleKind::Routing { by, ids } = &self.0 {
            members.serialize_entry(by.facts().field, ids)?;
        }
        members.end()
    }
}

impl<'de> Deserialize<'de> for KindV0 {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let mut members = Map::<String, serde_json::Value>::deserialize(from)?;
        let mut taken = |name: &'static str| members.remove(name).ok_or_else(|| D::Error::missing_field(name));
        let rule_type = taken(TYPE)?;
        let kind = match rule_type.as_str().map(|name| (name, RoutedBy::parse(name))) {
            Some((_, Some(by))) => {
                let ids = serde_json::from_value(taken(by.facts().field)?).map_err(D::Error::custom)?;
                RuleKind::Routing { by, ids }
            }
            Some((name, None)) if name == RuleKind::AmountThreshold.name() => RuleKind::AmountThreshold,
            Some((_, None)) | None => {
                return Err(D::Error::custom(format!("its {TYPE} {rule_type} is not known")));
            }
        };
        match members.keys().next() {
            Some(other) => Err(D::Error::custom(format!("unknown field `{other}`"))),
            None => Ok(Self(kind)),
        }
    }
}
