//! A refusal that a job ended with (`job.result`), or a change request failed with (`change_request.refusal`): one version, 0.
//!
//! A refusal is kept by its code, spelt as release 1268427 did: `unposted_documents` is `UnpostedDocuments`.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::codec::{Stored, Unreadable, only, word, write};
use crate::values::error::{Fault, Faults, Named, Refusal, RefusalName};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) enum RefusalV0 {
    Invalid(Vec<FaultV0>),
    Named(NamedV0),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FaultV0 {
    pointer: String,
    detail: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NamedV0 {
    name: String,
    detail: String,
    faults: Vec<FaultV0>,
    extra: Map<String, Value>,
}

impl Stored for Refusal {
    fn read(version: u64, text: &str) -> Result<Self, Unreadable> {
        only::<RefusalV0>(version, text)?.into_domain()
    }

    fn written(&self) -> Result<String, serde_json::Error> {
        write(&RefusalV0::of(self))
    }
}

impl RefusalV0 {
    pub(super) fn of(refusal: &Refusal) -> Self {
        match refusal {
            Refusal::Invalid(faults) => Self::Invalid(of_faults(faults)),
            Refusal::Named(named) => Self::Named(NamedV0 {
                name: spelt(named.name),
                detail: refusal.detail(),
                faults: of_faults(&named.faults),
                extra: named.extra.clone(),
            }),
        }
    }

    pub(super) fn into_domain(self) -> Result<Refusal, Unreadable> {
        Ok(match self {
            Self::Invalid(faults) => Refusal::Invalid(into_faults(faults)),
            Self::Named(NamedV0 { name, detail, faults, extra }) => {
                let name =
                    word("name", &name, |text| RefusalName::ALL.iter().copied().find(|name| spelt(*name) == text))?;
                Refusal::Named(Box::new(Named { name, detail, way_out: None, faults: into_faults(faults), extra }))
            }
        })
    }
}

fn of_faults(faults: &Faults) -> Vec<FaultV0> {
    let of = |fault: &Fault| FaultV0 { pointer: fault.pointer.clone(), detail: fault.detail.clone() };
    faults.0.iter().map(of).collect()
}

fn into_faults(kept: Vec<FaultV0>) -> Faults {
    let fault = |kept: FaultV0| Fault { pointer: kept.pointer, detail: kept.detail };
    kept.into_iter().map(fault).collect::<Vec<_>>().into()
}

/// The words of the code, each with a capital letter, without separators.
fn spelt(name: RefusalName) -> String {
    let capital = |word: &str| {
        let mut rest = word.chars();
        rest.next().into_iter().flat_map(char::to_uppercase).chain(rest.clone()).collect::<String>()
    };
    name.code().split('_').map(capital).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::books::stored::tests::golden;

    #[test]
    fn why_a_change_failed() {
        golden(
            r#"{"Named":{"name":"WrongStatus","detail":"bill \"B-1\" is Paid","faults":[],"extra":{"document_status":"Paid"}}}"#,
            &RefusalName::WrongStatus.because("bill \"B-1\" is Paid").with("document_status", "Paid"),
        );
        golden(r#"{"Invalid":[{"pointer":"/name","detail":"is required"}]}"#, &Faults::one("/name", "is required"));
    }
}
