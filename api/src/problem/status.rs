//! The HTTP status of each class of refusals (C34): in answers, and in the description of them.

use engine::error::Class;

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
