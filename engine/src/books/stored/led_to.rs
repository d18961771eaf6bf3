//! `idempotency.led_to`: the effect of a request whose answer waits for a job. One version, 0.

use serde::{Deserialize, Serialize};

use super::codec::{Stored, Unreadable, only, present, write};
use crate::books::request::LedTo;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "snake_case")]
enum LedToV0 {
    Signed {
        level: u32,
        #[serde(deserialize_with = "present")]
        job_id: Option<String>,
    },
    Payment {
        payment_id: String,
        #[serde(deserialize_with = "present")]
        job_id: Option<String>,
    },
    Job {
        job_id: String,
    },
}

impl Stored for LedTo {
    fn read(version: u64, text: &str) -> Result<Self, Unreadable> {
        Ok(match only(version, text)? {
            LedToV0::Signed { level, job_id } => Self::Signed { level, job_id },
            LedToV0::Payment { payment_id, job_id } => Self::Payment { payment_id, job_id },
            LedToV0::Job { job_id } => Self::Job { job_id },
        })
    }

    fn written(&self) -> Result<String, serde_json::Error> {
        write(&match self.clone() {
            Self::Signed { level, job_id } => LedToV0::Signed { level, job_id },
            Self::Payment { payment_id, job_id } => LedToV0::Payment { payment_id, job_id },
            Self::Job { job_id } => LedToV0::Job { job_id },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::books::stored::read;
    use crate::books::stored::tests::{golden, refused};

    #[test]
    fn what_a_request_led_to() {
        let job_id = || Some("01M804FGYF65CBF43B64D0VR5H".to_owned());
        for (text, led_to) in [
            (r#"{"signed":{"level":2,"job_id":null}}"#, LedTo::Signed { level: 2, job_id: None }),
            (
                r#"{"signed":{"level":3,"job_id":"01M804FGYF65CBF43B64D0VR5H"}}"#,
                LedTo::Signed { level: 3, job_id: job_id() },
            ),
            (
                r#"{"payment":{"payment_id":"IP-1","job_id":null}}"#,
                LedTo::Payment { payment_id: "IP-1".into(), job_id: None },
            ),
            (r#"{"job":{"job_id":"01M804FGYF65CBF43B64D0VR5H"}}"#, LedTo::Job { job_id: job_id().unwrap_or_default() }),
        ] {
            golden(text, &led_to);
        }
        // m0019 writes spaces, as PostgreSQL's JSON functions do.
        let spaced = r#"{"signed" : {"level" : 1, "job_id" : null}}"#;
        assert_eq!(read::<LedTo>(spaced).expect(spaced), LedTo::Signed { level: 1, job_id: None });
        assert!(refused::<LedTo>(r#"{"signed":{"level":1}}"#).contains("job_id"));
    }
}
