//! Reports against books whose figures are known (C32).
