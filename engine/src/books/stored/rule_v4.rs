//! Version 4 of an approval rule: the document types that it is for, where they are several.

use serde::{Deserialize, Serialize};

use super::codec::{Unreadable, word};
use super::rule_v3::RuleV3;
use crate::approval::Rule;
use crate::approval::rule::Governs;
use crate::approval::rule::governs::ALL_DOCUMENTS;
use crate::values::kind::DocumentKind;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RuleV4 {
    v: u64,
    /// What version 3 says of a rule, its own mark of a version included; its type is the first of these.
    rule: RuleV3,
    /// Their names, or `all`.
    document_types: TypesV4,
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum TypesV4 {
    All(String),
    These(Vec<String>),
}

impl RuleV4 {
    pub(super) fn of(rule: &Rule) -> Self {
        let document_types = match &rule.governs {
            Governs::AllDocuments => TypesV4::All(ALL_DOCUMENTS.into()),
            Governs::One(_) | Governs::Several(_) => {
                TypesV4::These(rule.governs.documents().map(|kind| kind.name().to_owned()).collect())
            }
        };
        Self { v: 4, rule: RuleV3::of(rule), document_types }
    }

    pub(super) fn into_domain(self) -> Result<Rule, Unreadable> {
        let kind = |name: &String| word("document_types", name, DocumentKind::parse);
        let governs = match &self.document_types {
            TypesV4::All(all) => {
                word("document_types", all, |all| (all == ALL_DOCUMENTS).then_some(Governs::AllDocuments))?
            }
            TypesV4::These(names) => Governs::Several(names.iter().map(kind).collect::<Result<_, _>>()?),
        };
        Ok(Rule { governs, ..self.rule.into_domain()? })
    }
}
