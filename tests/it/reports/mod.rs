//! Reports against books whose figures are known (C32).
mod trial_balance;
