//! What the service does when something beneath it fails: the database, the disk, the room for requests, the
//! settings, the keys. Each test that harms a database has one of its own.

mod clients;
mod clock;
mod commit;
mod database;
mod disk;
mod file;
mod jwks_url;
mod kills;
mod overload;
mod readers;
mod restore;
mod settings;
mod tls;
mod trail;
