//! Jobs survive the death of the process that runs them. See docs/rules/operation.md#crashes.

mod at_once;
mod close;
mod crash;
mod forgotten;
mod handed_over;
mod hang_up;
mod quarantine;
mod readiness;
mod rolling_restart;
mod same_id;
mod schedules;
mod sealing;
mod stranded;
mod told;
mod twice;
