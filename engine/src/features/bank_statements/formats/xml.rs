//! Walks an XML file element by element, by local names, and refuses whatever a statement has no use for.
//!
//! Document type declarations are refused, so there is nothing that could define an entity. Names of attributes are not
//! compared with each other (quick-xml does so in quadratic time). One element and its text are in memory at a time.

use std::io::BufRead;

use quick_xml::Reader;
use quick_xml::errors::SyntaxError;
use quick_xml::events::{BytesDecl, BytesStart, Event};

use super::fault::{Fault, Reason};
use super::guard::Guard;
use super::limits::{MAX_DEPTH, MAX_TEXT_BYTES};

pub(crate) struct Walker<R: BufRead> {
    reader: Reader<Guard<R>>,
    buffer: Vec<u8>,
    path: Path,
    text: String,
    /// The attribute that the caller cares about, and its value on the element opened last.
    attribute: &'static str,
    value: Option<String>,
    has_root: bool,
}

/// What happened to the element that [`Walker::path`] names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    Opened,
    /// Its text is [`Walker::text`]; it leaves the path with the next step.
    Closed,
    End,
}

/// What was read, while the buffer of the reader is borrowed.
enum Read {
    Step(Step),
    Nothing,
}

impl<R: BufRead> Walker<R> {
    pub fn new(input: R, attribute: &'static str) -> Self {
        let mut reader = Reader::from_reader(Guard::new(input));
        reader.config_mut().expand_empty_elements = true;
        Self {
            reader,
            buffer: Vec::new(),
            path: Path::default(),
            text: String::new(),
            attribute,
            value: None,
            has_root: false,
        }
    }

    /// The local names from the root to the element, joined by slashes.
    pub fn path(&self) -> &str {
        &self.path.names
    }

    /// The path below `ancestor`, which ends in a slash.
    pub fn below(&self, ancestor: &str) -> Option<&str> {
        self.path.names.strip_prefix(ancestor)
    }

    /// The text of the element that was closed, without the blanks around it.
    pub fn text(&self) -> &str {
        self.text.trim()
    }

    /// The attribute of the element that was opened last.
    pub fn attribute(&self) -> Option<&str> {
        self.value.as_deref()
    }

    pub fn fault(&self, reason: Reason) -> Fault {
        let path = (!self.path.names.is_empty()).then(|| Reason::path(&self.path.names));
        Fault { path, ..self.reader.get_ref().fault(reason) }
    }

    /// The next opening or closing of an element.
    pub fn step(&mut self) -> Result<Step, Fault> {
        if self.path.is_leaving {
            self.path.pop();
            self.text.clear();
        }
        loop {
            self.buffer.clear();
            self.reader.get_mut().next_token();
            let read = match self.reader.read_event_into(&mut self.buffer) {
                Ok(event) => {
                    take(event, &mut self.path, &mut self.text, self.attribute, &mut self.value, self.has_root)
                }
                Err(error) => Err(self.xml_reason(&error)),
            };
            match read.map_err(|reason| self.fault(reason))? {
                Read::Nothing => {}
                Read::Step(step) => {
                    self.has_root = true;
                    return Ok(step);
                }
            }
        }
    }

    fn xml_reason(&self, error: &quick_xml::Error) -> Reason {
        match error {
            quick_xml::Error::Io(error) => self.reader.get_ref().io_fault(error).reason,
            quick_xml::Error::Encoding(_) => Reason::Encoding("UTF-8"),
            quick_xml::Error::Syntax(SyntaxError::InvalidBangMarkup) => Reason::Syntax("an unknown <! tag".to_owned()),
            quick_xml::Error::Syntax(_) => Reason::Truncated("a tag"),
            other => Reason::Syntax(Reason::excerpt(&other.to_string())),
        }
    }
}

fn take(
    event: Event<'_>,
    path: &mut Path,
    text: &mut String,
    attribute: &str,
    value: &mut Option<String>,
    has_root: bool,
) -> Result<Read, Reason> {
    match event {
        Event::Start(start) | Event::Empty(start) => {
            if has_root && path.ends.is_empty() {
                return Err(Reason::Syntax("a second root element".to_owned()));
            }
            *value = find(&start, attribute)?;
            path.push(start.local_name().as_ref())?;
            text.clear();
            Ok(Read::Step(Step::Opened))
        }
        Event::End(_) => {
            path.is_leaving = true;
            Ok(Read::Step(Step::Closed))
        }
        Event::Text(found) if path.ends.is_empty() => outside(&found),
        Event::Text(found) => append(text, &found.xml10_content()),
        Event::CData(_) | Event::GeneralRef(_) if path.ends.is_empty() => outside("text"),
        Event::CData(found) => append(text, &found.xml10_content()),
        Event::GeneralRef(found) => match found.resolve_char_ref() {
            Ok(Some(character)) => append(text, character.encode_utf8(&mut [0; 4])),
            Ok(None) => {
                let name = found.xml10_content();
                append(text, predefined(&name).ok_or_else(|| Reason::Entity(Reason::excerpt(&name)))?)
            }
            Err(_) => Err(Reason::Entity(Reason::excerpt(&found.xml10_content()))),
        },
        Event::Decl(declaration) => check_encoding(&declaration),
        Event::DocType(_) => Err(Reason::Doctype),
        Event::Comment(_) | Event::PI(_) => Ok(Read::Nothing),
        Event::Eof if path.ends.is_empty() => Ok(Read::Step(Step::End)),
        Event::Eof => Err(Reason::Truncated("this element")),
    }
}

fn outside(text: &str) -> Result<Read, Reason> {
    // A byte order mark may also stand before the declaration.
    if text.trim_start_matches('\u{feff}').trim().is_empty() {
        return Ok(Read::Nothing);
    }
    Err(Reason::Syntax("text outside the root element".to_owned()))
}

fn append(text: &mut String, more: &str) -> Result<Read, Reason> {
    if text.len().saturating_add(more.len()) > MAX_TEXT_BYTES {
        return Err(Reason::TextTooLong);
    }
    text.push_str(more);
    Ok(Read::Nothing)
}

fn find(start: &BytesStart<'_>, name: &str) -> Result<Option<String>, Reason> {
    for attribute in start.attributes().with_checks(false) {
        let attribute = attribute.map_err(|error| Reason::Syntax(Reason::excerpt(&error.to_string())))?;
        if attribute.key.local_name().as_ref() == name {
            return Ok(Some(attribute.value.trim().to_owned()));
        }
    }
    Ok(None)
}

fn check_encoding(declaration: &BytesDecl<'_>) -> Result<Read, Reason> {
    match declaration.encoding() {
        None => Ok(Read::Nothing),
        Some(Ok(name)) if ["UTF-8", "UTF8", "US-ASCII"].iter().any(|known| name.eq_ignore_ascii_case(known)) => {
            Ok(Read::Nothing)
        }
        Some(Ok(name)) => Err(Reason::UnknownEncoding(Reason::excerpt(&name))),
        Some(Err(error)) => Err(Reason::Syntax(Reason::excerpt(&error.to_string()))),
    }
}

fn predefined(name: &str) -> Option<&'static str> {
    match name {
        "amp" => Some("&"),
        "lt" => Some("<"),
        "gt" => Some(">"),
        "quot" => Some("\""),
        "apos" => Some("'"),
        _ => None,
    }
}

/// The names of the open elements as one text, so that a reader can match on it.
#[derive(Default)]
struct Path {
    names: String,
    /// How long the text was before each name.
    ends: Vec<usize>,
    is_leaving: bool,
}

impl Path {
    fn push(&mut self, name: &str) -> Result<(), Reason> {
        if self.ends.len() >= MAX_DEPTH {
            return Err(Reason::TooDeep);
        }
        self.ends.push(self.names.len());
        if !self.names.is_empty() {
            self.names.push('/');
        }
        self.names.push_str(name);
        Ok(())
    }

    fn pop(&mut self) {
        self.is_leaving = false;
        self.names.truncate(self.ends.pop().unwrap_or_default());
    }
}
