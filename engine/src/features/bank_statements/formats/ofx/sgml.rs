//! Splits OFX 1 into tags and values. A value ends where the next tag begins.

use std::io::BufRead;

use super::super::encoding::Encoding;
use super::super::fault::{Fault, Reason};
use super::super::guard::Guard;
use super::super::limits::MAX_TEXT_BYTES;
use super::document::Document;

pub(super) fn read(input: impl BufRead, document: &mut Document<'_, '_>) -> Result<(), Fault> {
    let mut guard = Guard::new(input);
    let mut bytes = Vec::new();
    let mut encoding = None;
    let mut tag = String::new();
    let mut value = String::new();
    loop {
        if !until(&mut guard, b'<', &mut bytes)? {
            let rest_is_blank = bytes.trim_ascii().is_empty();
            let rest = if rest_is_blank { Ok(()) } else { Err(Reason::Syntax("text behind the last tag".to_owned())) };
            return document.end().and(rest).map_err(|reason| place(&guard, document, reason));
        }
        // What stands before the first tag is the header.
        let encoding = match &mut encoding {
            None => encoding.insert(declared(&bytes).map_err(|reason| place(&guard, document, reason))?),
            Some(encoding) => {
                append(&mut value, &bytes, true, encoding).map_err(|reason| place(&guard, document, reason))?;
                encoding
            }
        };
        if !until(&mut guard, b'>', &mut bytes)? {
            return Err(place(&guard, document, Reason::Truncated("a tag")));
        }
        if bytes.starts_with(b"![CDATA[") {
            while !bytes.ends_with(b"]]") {
                bytes.push(b'>');
                let mut more = Vec::new();
                if !until(&mut guard, b'>', &mut more)? {
                    return Err(place(&guard, document, Reason::Truncated("a tag")));
                }
                bytes.append(&mut more);
                if bytes.len() > MAX_TEXT_BYTES {
                    return Err(place(&guard, document, Reason::TextTooLong));
                }
            }
            let text = bytes.strip_prefix(b"![CDATA[").and_then(|text| text.strip_suffix(b"]]")).unwrap_or_default();
            append(&mut value, text, false, encoding).map_err(|reason| place(&guard, document, reason))?;
            continue;
        }
        let step = step(&bytes, &mut tag, &mut value, encoding, document);
        step.map_err(|reason| place(&guard, document, reason))?;
    }
}

/// The encoding by the header `… ENCODING:USASCII CHARSET:1252 …`.
///
/// Many banks declare these two and write UTF-8, so what the letters show counts. Who declares UTF-8 has to write it.
fn declared(header: &[u8]) -> Result<Encoding, Reason> {
    let header = String::from_utf8_lossy(header);
    let find = |name: &str| header.split_ascii_whitespace().find_map(|pair| pair.strip_prefix(name));
    let charset = find("CHARSET:").unwrap_or("NONE");
    match (find("ENCODING:").unwrap_or("NONE"), charset) {
        ("UTF-8" | "UTF8" | "UNICODE", _) | (_, "UTF-8" | "UTF8") => Ok(Encoding::Utf8),
        (_, "NONE" | "1252" | "ISO-8859-1" | "8859-1") => Ok(Encoding::Detect),
        _ => Err(Reason::UnknownEncoding(Reason::excerpt(charset))),
    }
}

fn place<R: BufRead>(guard: &Guard<R>, document: &Document<'_, '_>, reason: Reason) -> Fault {
    Fault { path: document.path(), ..guard.fault(reason) }
}

/// Reads up to `end`, which is not kept. False at the end of the file.
fn until<R: BufRead>(guard: &mut Guard<R>, end: u8, bytes: &mut Vec<u8>) -> Result<bool, Fault> {
    guard.next_token();
    bytes.clear();
    guard.read_until(end, bytes).map_err(|error| guard.io_fault(&error))?;
    let is_found = bytes.last() == Some(&end);
    if is_found {
        bytes.pop();
    }
    Ok(is_found)
}

fn append(value: &mut String, bytes: &[u8], has_entities: bool, encoding: &mut Encoding) -> Result<(), Reason> {
    let text = encoding.decode(bytes)?;
    if value.len().saturating_add(text.len()) > MAX_TEXT_BYTES {
        return Err(Reason::TextTooLong);
    }
    if has_entities && text.contains('&') {
        // The ampersand is last: what it stands for is not read a second time.
        let pairs = [("&lt;", "<"), ("&gt;", ">"), ("&nbsp;", " "), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")];
        value.push_str(&pairs.iter().fold(text, |text, (entity, character)| text.replace(entity, character)));
    } else {
        value.push_str(&text);
    }
    Ok(())
}

fn step(
    bytes: &[u8],
    tag: &mut String,
    value: &mut String,
    encoding: &mut Encoding,
    document: &mut Document<'_, '_>,
) -> Result<(), Reason> {
    let text = encoding.decode(bytes)?;
    if text.starts_with('?') || text.starts_with("!--") {
        return Ok(());
    }
    if text.starts_with('!') {
        return Err(Reason::Doctype);
    }
    if !tag.is_empty() && !value.trim().is_empty() {
        document.value(tag, value.trim())?;
    }
    tag.clear();
    value.clear();
    if let Some(name) = text.strip_prefix('/') {
        return document.closed(name.trim());
    }
    let name = text.split_ascii_whitespace().next().unwrap_or_default();
    if let Some(name) = name.strip_suffix('/') {
        document.opened(name)?;
        return document.closed(name);
    }
    name.clone_into(tag);
    document.opened(name)
}
