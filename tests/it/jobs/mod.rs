//! Jobs that survive whatever happens to the process that runs them (C4, C15, C27).

mod at_once;
mod close;
mod crash;
mod forgotten;
mod hang_up;
mod quarantine;
mod readiness;
mod rolling_restart;
mod sealing;
mod stranded;
mod told;
mod twice;
