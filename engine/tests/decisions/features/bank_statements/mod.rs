//! Files of banks: samples that a bookkeeper can read, and files that must be refused.

mod bai2;
mod camt053;
mod csv;
mod hostile;
mod mt940;
mod ofx;
mod support;
