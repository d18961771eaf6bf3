//! Replays: the rules that were proposed (`replay.rules`, an array of rules in their own shape, each with its version), and the figures
//! (`replay.summary`, an object of version 0). The plans of its documents have the shape of `document.plan`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::approval::Rule;
use crate::approval::replay::Outcome;
use crate::approval::replay::asks::Who;
use crate::approval::replay::load::{Load, Steps};
use crate::approval::replay::summary::{Counts, Summary};
use crate::books::stored::codec::{Stored, Unreadable, only, read_value, word, write};
use crate::values::kind::DocumentKind;

impl Stored for Vec<Rule> {
    fn read(version: u64, text: &str) -> Result<Self, Unreadable> {
        only::<Vec<Value>>(version, text)?.iter().map(read_value).collect()
    }

    fn written(&self) -> Result<String, serde_json::Error> {
        let texts = self.iter().map(Stored::written).collect::<Result<Vec<_>, _>>()?;
        Ok(format!("[{}]", texts.join(",")))
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SummaryV0 {
    all: CountsV0,
    by_type: BTreeMap<String, CountsV0>,
    signers: Vec<SignerV0>,
    people: Vec<PersonV0>,
    signers_left_out: u64,
    people_left_out: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CountsV0 {
    documents: u64,
    same: u64,
    diverted: BTreeMap<String, u64>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SignerV0 {
    who: WhoV0,
    before: u64,
    after: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
enum WhoV0 {
    Anyone {},
    Role { role: String },
    Person { user_id: String },
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PersonV0 {
    user_id: String,
    before: u64,
    after: u64,
    signed: u64,
}

impl CountsV0 {
    fn of(counts: &Counts) -> Self {
        let diverted = counts.diverted.iter().map(|(outcome, count)| (outcome.name().to_owned(), *count)).collect();
        Self { documents: counts.documents, same: counts.same, diverted }
    }

    fn into_domain(self) -> Result<Counts, Unreadable> {
        let outcome = |(name, count): (String, u64)| Ok((word("outcome", &name, Outcome::parse)?, count));
        let diverted = self.diverted.into_iter().map(outcome).collect::<Result<_, Unreadable>>()?;
        Ok(Counts { documents: self.documents, same: self.same, diverted })
    }
}

impl WhoV0 {
    fn of(who: &Who) -> Self {
        match who {
            Who::Anyone => Self::Anyone {},
            Who::Role(role) => Self::Role { role: role.clone() },
            Who::Person(user_id) => Self::Person { user_id: user_id.to_string() },
        }
    }

    fn into_domain(self) -> Who {
        match self {
            Self::Anyone {} => Who::Anyone,
            Self::Role { role } => Who::Role(role),
            Self::Person { user_id } => Who::Person(user_id.into()),
        }
    }
}

impl Stored for Summary {
    fn read(version: u64, text: &str) -> Result<Self, Unreadable> {
        let read: SummaryV0 = only(version, text)?;
        let of_type = |(name, counts): (String, CountsV0)| {
            Ok((word("document_type", &name, DocumentKind::parse)?, counts.into_domain()?))
        };
        let signer =
            |signer: SignerV0| (signer.who.into_domain(), Steps { before: signer.before, after: signer.after });
        let person = |person: PersonV0| {
            let steps = Steps { before: person.before, after: person.after };
            (person.user_id.into(), Load { steps, signed: person.signed })
        };
        Ok(Self {
            all: read.all.into_domain()?,
            by_type: read.by_type.into_iter().map(of_type).collect::<Result<_, Unreadable>>()?,
            signers: read.signers.into_iter().map(signer).collect(),
            people: read.people.into_iter().map(person).collect(),
            signers_left_out: read.signers_left_out,
            people_left_out: read.people_left_out,
        })
    }

    fn written(&self) -> Result<String, serde_json::Error> {
        let of_type = |(kind, counts): (&DocumentKind, &Counts)| (kind.name().to_owned(), CountsV0::of(counts));
        let signers = self.signers.iter().map(|(who, steps)| SignerV0 {
            who: WhoV0::of(who),
            before: steps.before,
            after: steps.after,
        });
        let people = self.people.iter().map(|(user_id, load)| PersonV0 {
            user_id: user_id.to_string(),
            before: load.steps.before,
            after: load.steps.after,
            signed: load.signed,
        });
        write(&SummaryV0 {
            all: CountsV0::of(&self.all),
            by_type: self.by_type.iter().map(of_type).collect(),
            signers: signers.collect(),
            people: people.collect(),
            signers_left_out: self.signers_left_out,
            people_left_out: self.people_left_out,
        })
    }
}
