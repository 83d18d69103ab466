//! What is put around a program and into it: the function it becomes, its value, the meter.
//! The meter's name is one that the program does not use.

use oxc_ast::ast::Statement;
use oxc_ast_visit::{Visit, walk};
use oxc_span::{GetSpan, Span};

use super::{DEEPEST_FUNCTION, Eraser, Frame, METER};
use crate::program::shape::Value;

/// How many turns of loops a function has before it asks the meter.
const UNMETERED: u32 = 8;

/// A name that the program's text does not contain.
pub(super) fn meter_name(text: &str) -> String {
    let mut name = String::from(METER);
    while text.contains(&name) {
        name.push('_');
    }
    name
}

impl Eraser<'_> {
    pub(super) fn open_value(&mut self, value: &Value) {
        let meter = &self.meter;
        // What is done to growing texts comes with them.
        let more = if self.grown.is_empty() {
            String::new()
        } else {
            format!(",{meter}m,{meter}t,{meter}l,{meter}a,{meter}e")
        };
        self.edits.head =
            format!("(function({meter},{meter}c,{meter}v,{meter}p{more}){{\"use strict\";");
        match value {
            Value::Returned | Value::Main(_) => {}
            Value::Expression(span) => {
                self.edits.open(span.start as usize, "return (");
                self.value_end = Some((span.end as usize, ")"));
            }
            Value::Function(span) => {
                self.edits.open(span.start as usize, "return (");
                self.value_end = Some((span.end as usize, ")()"));
            }
            Value::Export { statement, expression } => {
                self.edits.blank(statement.start as usize..expression.start as usize);
                let text = format!("const {meter}d=(");
                self.edits.open(expression.start as usize, text);
                self.value_end = Some((expression.end as usize, ");"));
            }
            Value::ExportFunction { statement, declaration, .. } => {
                self.edits.blank(statement.start as usize..declaration.start as usize);
            }
        }
    }

    /// Closes what was opened before the expression that gives the value, at the end of its statement's
    /// own insertions and before those of the statement.
    pub(super) fn close_expression(&mut self, statement: Span) {
        if let Some((end, text)) = self.value_end.take_if(|(end, _)| *end <= statement.end as usize)
        {
            self.edits.close(end, text);
        }
    }

    pub(super) fn close_value(&mut self, value: &Value) {
        // A program that is nothing but a string has no statement.
        if let Some((end, text)) = self.value_end.take() {
            self.edits.close(end, text);
        }
        let meter = &self.meter;
        let tail = match value {
            Value::Returned | Value::Expression(_) | Value::Function(_) => String::new(),
            Value::Main(name) | Value::ExportFunction { name, .. } => format!("\n;return {name}()"),
            Value::Export { .. } => format!("\n;return {meter}v({meter}d)"),
        };
        self.edits.tail = format!("{tail}\n}}}})");
        let own = self.frames.last().map(|frame| self.declarations(*frame)).unwrap_or_default();
        self.edits.head.push_str(&format!("return async function(){{{own}\n"));
    }

    pub(super) fn meter_statement(&self) -> String {
        format!("if(--{0}<0){0}={0}c();", self.meter)
    }

    pub(super) fn meter_operand(&self) -> String {
        format!("--{0}<0&&({0}={0}c())", self.meter)
    }

    /// The meter of a loop counts in a variable of the function, which the engine reads and writes in a third of the time.
    pub(super) fn meter_turn(&mut self) -> String {
        match self.frames.last_mut() {
            Some(frame) if !frame.is_closed => {
                frame.has_loops = true;
                format!("if(--{0}n<0){0}n={0}c();", self.meter)
            }
            _ => self.meter_statement(),
        }
    }

    /// What a function declares at its start.
    fn declarations(&self, frame: Frame) -> String {
        let meter = &self.meter;
        match (frame.has_loops, frame.has_sums) {
            (false, false) => String::new(),
            (true, false) => format!("let {meter}n={UNMETERED};"),
            (false, true) => format!("let {meter}s;"),
            (true, true) => format!("let {meter}n={UNMETERED},{meter}s;"),
        }
    }

    /// Walks into a function, unless functions nest too deep already. `body` is where its statements begin.
    pub(super) fn in_function(
        &mut self,
        at: u32,
        body: Option<usize>,
        walk: impl FnOnce(&mut Self),
    ) {
        self.functions += 1;
        if self.functions > DEEPEST_FUNCTION {
            self.refuse_depth(at);
        } else {
            self.frames.push(Frame { is_closed: body.is_none(), ..Frame::default() });
            walk(self);
            let frame = self.frames.pop().unwrap_or_default();
            if let Some(body) = body {
                let declarations = self.declarations(frame);
                self.edits.declare(body, declarations);
            }
        }
        self.functions -= 1;
    }

    pub(super) fn meter_loop(&mut self, body: &Statement<'_>) {
        let span = body.span();
        let meter = self.meter_turn();
        self.breaks.push(None);
        if matches!(body, Statement::BlockStatement(_)) {
            self.edits.open(span.start as usize + 1, meter);
            walk::walk_statement(self, body);
        } else {
            self.edits.open(span.start as usize, format!("{{{meter}"));
            self.visit_statement(body);
            self.edits.close(span.end as usize, "}");
        }
        self.breaks.pop();
    }
}
