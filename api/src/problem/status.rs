//! The HTTP status of each class of refusals: in answers, and in the description of them.
//! See docs/rules/errors.md#statuses.

use engine::values::error::Class;

pub const fn status_of(class: Class) -> u16 {
    match class {
        Class::Unauthorized => 401,
        Class::Forbidden => 403,
        Class::NotFound => 404,
        Class::Conflict => 409,
        Class::Precondition => 412,
        Class::Content => 422,
    }
}
