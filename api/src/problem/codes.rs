//! The codes of errors that the layers around the engine answer with.

/// Codes that no [`engine::values::error::RefusalName`] of the engine stands for: status, code, what it means.
pub const OWN_CODES: [(u16, &str, &str); 15] = [
    (400, "broken_json", "The body is not JSON, or names a field twice."),
    (400, "broken_request", "The request ended before its time, or is no HTTP that the service reads."),
    (401, "unauthorized", "No token, or one that is malformed, expired or forged."),
    (405, "method_not_allowed", "The path does not take this method; `Allow` names those that it takes."),
    (406, "not_acceptable", "The answer cannot be had in the type that `Accept` asks for."),
    (413, "too_large", "The body is larger than 1 MiB, that of a bulk than 16 MiB or a file than 64 MiB."),
    (414, "uri_too_long", "The path and query are longer than the service reads; it closes the connection."),
    (415, "unsupported_media_type", "The body is not `application/json`."),
    (421, "misdirected_request", "Only `/docs` of a demo: it answers under localhost and the names in `GL_HOSTS`."),
    (422, "invalid", "Fields, parameters or headers are wrong; `errors` names every one of them."),
    (429, "too_many_requests", "More requests a second than this user may send; `Retry-After` says when to come back."),
    (431, "headers_too_large", "More or longer header fields than the service reads; it closes the connection."),
    (500, "internal", "A fault of the service; its log has the cause under `id`."),
    (
        503,
        "unavailable",
        "The database is away or overloaded, or the request took too long; send it again after `Retry-After`.",
    ),
    (503, "not_ready", "Only `/readyz`: the database or its schema is not ready, or the database cannot be written."),
];
