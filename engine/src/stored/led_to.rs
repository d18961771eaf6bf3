//! `idempotency.led_to`: what a request led to whose answer waits for a job. One version, 0.

use serde::{Deserialize, Serialize};

use super::codec::{Stored, Unreadable, only, present, write};
use crate::request::LedTo;

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
