//! Charts as SVG. Labels are the texts of the answers; numbers become floats only to say where on the picture they stand.

use crate::reader::Reader;

use super::sheet::Cell;

const WIDTH: f64 = 440.0;
const HEIGHT: f64 = 210.0;
const BELOW: f64 = 24.0;
const ABOVE: f64 = 10.0;
/// About how wide a letter is.
const LETTER: f64 = 6.6;

/// What is drawn: a figure of each series at each label.
pub struct Figures {
    pub id: &'static str,
    pub title: String,
    pub desc: String,
    /// What the labels are, such as periods.
    pub of: String,
    pub labels: Vec<String>,
    pub series: Vec<Series>,
}

impl Figures {
    /// The same as a table: a row for each label.
    pub fn rows(&self) -> Vec<(&str, Vec<Option<&Cell>>)> {
        let at =
            |index: usize| self.series.iter().map(|series| Some(&series.points.get(index)?.as_ref()?.cell)).collect();
        self.labels.iter().enumerate().map(|(index, label)| (label.as_str(), at(index))).collect()
    }
}

/// One line, or the bars of one colour.
pub struct Series {
    pub name: String,
    pub points: Vec<Option<Point>>,
}

/// One figure.
#[derive(Clone)]
pub struct Point {
    /// As the answer has it.
    pub exact: String,
    pub cell: Cell,
}

/// A picture.
pub struct Chart {
    pub figures: Figures,
    pub width: String,
    pub height: String,
    pub rules: Vec<Rule>,
    pub words: Vec<Word>,
    pub bars: Vec<Shape>,
    pub paths: Vec<Shape>,
    pub dots: Vec<Shape>,
    pub has_legend: bool,
}

/// A line across the picture.
pub struct Rule {
    pub x1: String,
    pub y1: String,
    pub x2: String,
    pub y2: String,
    pub is_zero: bool,
}

/// A text on the picture.
pub struct Word {
    pub x: String,
    pub y: String,
    pub anchor: &'static str,
    pub text: String,
    pub is_figure: bool,
}

/// A bar, a dot or a path, with what it says and where it leads.
#[derive(Default)]
pub struct Shape {
    pub x: String,
    pub y: String,
    pub width: String,
    pub height: String,
    pub path: String,
    pub colour: usize,
    pub says: String,
    pub to: Option<String>,
}

impl Point {
    fn at(&self) -> f64 {
        self.exact.parse().unwrap_or(0.0)
    }
}

/// Where values stand on a picture, with round steps for its rules.
struct Scale {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
    step: f64,
}

impl Scale {
    fn of(series: &[Series], steps: f64, from: f64, to: f64) -> Self {
        let values = || series.iter().flat_map(|series| series.points.iter().flatten()).map(Point::at);
        let low = values().fold(0.0, f64::min);
        let high = values().fold(0.0, f64::max);
        let rough = ((high - low) / steps).max(0.01);
        let power = 10_f64.powf(rough.log10().floor());
        let step =
            [1.0, 2.0, 5.0, 10.0].into_iter().map(|factor| factor * power).find(|step| *step >= rough).unwrap_or(rough);
        Self { low: (low / step).floor() * step, high: ((high / step).ceil() * step).max(step), from, to, step }
    }

    fn at(&self, value: f64) -> f64 {
        self.from + (value - self.low) / (self.high - self.low) * (self.to - self.from)
    }

    /// The values of the rules. They belong to the picture, not to the books.
    fn rules(&self) -> Vec<f64> {
        let count = ((self.high - self.low) / self.step).round();
        let mut rules = Vec::new();
        let mut index = 0.0;
        while index <= count && rules.len() < 24 {
            rules.push(self.low + index * self.step);
            index += 1.0;
        }
        rules
    }

    fn label(&self, value: f64, reader: Reader) -> String {
        // Minus zero would have a sign.
        let value = if value.abs() < self.step / 2.0 { 0.0 } else { value };
        if self.step >= 1.0 {
            reader.amount(&format!("{value:.0}"), 0)
        } else {
            reader.amount(&format!("{value:.2}"), 2)
        }
    }
}

fn px(value: f64) -> String {
    format!("{value:.1}")
}

/// A count as a place on the picture.
fn float(count: usize) -> f64 {
    u32::try_from(count).map_or(0.0, f64::from)
}

/// How wide a text is, about.
fn length(text: &str) -> f64 {
    float(text.chars().count()) * LETTER
}

/// The picture with its rules and its labels below, and where the columns stand: the left edge, the width of each, the scale.
fn upright(figures: Figures, reader: Reader) -> (Chart, f64, f64, Scale) {
    let scale = Scale::of(&figures.series, 4.0, HEIGHT - BELOW, ABOVE);
    let marks: Vec<(f64, String)> =
        scale.rules().into_iter().map(|value| (value, scale.label(value, reader))).collect();
    let left = marks.iter().map(|(_, text)| length(text)).fold(0.0, f64::max) + 8.0;
    let band = (WIDTH - left) / float(figures.labels.len()).max(1.0);
    let mut chart = Chart {
        width: px(WIDTH),
        height: px(HEIGHT),
        rules: Vec::new(),
        words: Vec::new(),
        bars: Vec::new(),
        paths: Vec::new(),
        dots: Vec::new(),
        has_legend: figures.series.len() > 1,
        figures,
    };
    for (value, text) in marks {
        let y = scale.at(value);
        chart.rules.push(Rule {
            x1: px(left),
            y1: px(y),
            x2: px(WIDTH),
            y2: px(y),
            is_zero: value.abs() < scale.step / 2.0,
        });
        chart.words.push(Word { x: px(left - 6.0), y: px(y + 3.5), anchor: "end", text, is_figure: true });
    }
    let longest = chart.figures.labels.iter().map(|label| length(label)).fold(0.0, f64::max) + 8.0;
    let mut free = 0.0;
    for (index, label) in chart.figures.labels.iter().enumerate() {
        let x = left + band * (float(index) + 0.5);
        if x >= free {
            chart.words.push(Word {
                x: px(x),
                y: px(HEIGHT - 6.0),
                anchor: "middle",
                text: label.clone(),
                is_figure: false,
            });
            free = x + longest;
        }
    }
    (chart, left, band, scale)
}

/// Bars beside each other for each label.
pub fn bars(figures: Figures, reader: Reader) -> Chart {
    let (mut chart, left, band, scale) = upright(figures, reader);
    let thick = (band * 0.72 / float(chart.figures.series.len()).max(1.0)).min(34.0);
    let zero = scale.at(0.0);
    for (colour, series) in chart.figures.series.iter().enumerate() {
        let offset = (float(colour) - float(chart.figures.series.len()) / 2.0) * thick;
        for (index, (label, point)) in chart.figures.labels.iter().zip(&series.points).enumerate() {
            let Some(point) = point else { continue };
            let y = scale.at(point.at());
            chart.bars.push(Shape {
                x: px(left + band * (float(index) + 0.5) + offset),
                y: px(y.min(zero)),
                width: px((thick - 1.5).max(1.0)),
                height: px((y - zero).abs().max(0.5)),
                colour,
                says: format!("{label} · {} · {}", series.name, point.cell.shown),
                to: point.cell.to.clone(),
                ..Shape::default()
            });
        }
    }
    chart
}

/// A line for each series.
pub fn lines(figures: Figures, reader: Reader) -> Chart {
    let (mut chart, left, band, scale) = upright(figures, reader);
    for (colour, series) in chart.figures.series.iter().enumerate() {
        let mut path = String::new();
        let mut is_drawing = false;
        for (index, (label, point)) in chart.figures.labels.iter().zip(&series.points).enumerate() {
            let Some(point) = point else {
                is_drawing = false;
                continue;
            };
            let (x, y) = (px(left + band * (float(index) + 0.5)), px(scale.at(point.at())));
            path.push(if is_drawing { 'L' } else { 'M' });
            path.push_str(&x);
            path.push(' ');
            path.push_str(&y);
            is_drawing = true;
            chart.dots.push(Shape {
                x,
                y,
                colour,
                says: format!("{label} · {} · {}", series.name, point.cell.shown),
                to: point.cell.to.clone(),
                ..Shape::default()
            });
        }
        chart.paths.push(Shape { path, colour, ..Shape::default() });
    }
    chart
}

/// One bar below the other, each with its figure.
pub fn across(figures: Figures) -> Chart {
    const ROW: f64 = 30.0;
    let points = || figures.series.iter().flat_map(|series| series.points.iter().flatten());
    let left = figures.labels.iter().map(|label| length(label)).fold(0.0, f64::max) + 10.0;
    let right = points().map(|point| length(&point.cell.shown)).fold(0.0, f64::max) + 10.0;
    let scale = Scale::of(&figures.series, 4.0, left, WIDTH - right);
    let height = ROW * float(figures.labels.len()) + 8.0;
    let zero = scale.at(0.0);
    let mut chart = Chart {
        width: px(WIDTH),
        height: px(height),
        rules: vec![Rule { x1: px(zero), y1: px(0.0), x2: px(zero), y2: px(height), is_zero: true }],
        words: Vec::new(),
        bars: Vec::new(),
        paths: Vec::new(),
        dots: Vec::new(),
        has_legend: false,
        figures,
    };
    for (index, label) in chart.figures.labels.iter().enumerate() {
        let y = ROW * float(index) + 6.0;
        let Some(Some(point)) = chart.figures.series.first().and_then(|series| series.points.get(index)) else {
            continue;
        };
        let x = scale.at(point.at());
        chart.words.push(Word { x: px(0.0), y: px(y + 14.0), anchor: "start", text: label.clone(), is_figure: false });
        chart.words.push(Word {
            x: px(x.max(zero) + 6.0),
            y: px(y + 14.0),
            anchor: "start",
            text: point.cell.shown.clone(),
            is_figure: true,
        });
        if point.at() == 0.0 {
            continue;
        }
        chart.bars.push(Shape {
            x: px(x.min(zero)),
            y: px(y),
            width: px((x - zero).abs().max(0.5)),
            height: px(ROW - 10.0),
            colour: index,
            says: format!("{label} · {}", point.cell.shown),
            to: point.cell.to.clone(),
            ..Shape::default()
        });
    }
    chart
}
