//! OFX: version 1 as SGML, in which values have no closing tags, and version 2 as XML.
//!
//! Both give the same three steps (an element opens, has a value, closes) to one [`Document`]. OFX names no opening
//! balance, and puts the closing one behind the lines.

mod document;
mod sgml;
mod transaction;

use std::io::BufRead;

use super::event::Sink;
use super::fault::Fault;
use super::output::Output;
use super::xml::{Step, Walker};
use document::Document;

pub(crate) fn read(mut input: impl BufRead, sink: &mut Sink<'_>) -> Result<(), Fault> {
    // An error of the input is met again, and reported, by the reader that is chosen.
    let is_xml = input.fill_buf().is_ok_and(|head| {
        let head = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head).trim_ascii_start();
        head.starts_with(b"<?")
    });
    let mut document = Document::new(Output::new(sink));
    if !is_xml {
        return sgml::read(input, &mut document);
    }
    let mut walker = Walker::new(input, "");
    loop {
        let step = walker.step()?;
        let name = walker.path().rsplit('/').next().unwrap_or_default();
        let outcome = match step {
            Step::Opened => document.opened(name),
            Step::Closed if walker.text().is_empty() => document.closed(name),
            Step::Closed => document.value(name, walker.text()).and_then(|()| document.closed(name)),
            Step::End => return document.end().map_err(|reason| walker.fault(reason)),
        };
        outcome.map_err(|reason| walker.fault(reason))?;
    }
}
