//! Failures beneath the service: the database, the disk, too many requests, the settings, the keys. Each test that harms a database
//! has one of its own.

mod clients;
mod clock;
mod commit;
mod database;
mod disk;
mod failover;
mod file;
mod jwks_url;
mod kills;
mod locked;
mod overload;
mod pages;
mod readers;
mod replica;
mod restore;
mod settings;
mod tls;
mod trail;
