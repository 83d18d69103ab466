//! The calls that stand in a program's text, on their way to the parent, which never reads the text (rule CODE-13).
//! What comes is checked like every frame: its nesting, and that a program can hold so much.

use std::sync::Arc;

use super::protocol::{index, json, list};
use super::wire::{Broken, Decoder, Encoder};
use crate::engine::WrittenCall;
use crate::json::{Part, Partial, Place, What, exact_text};

/// The most parts of arguments in all: each takes a byte of a program at least, and no program is larger.
const MOST_PARTS: usize = 1 << 20;

pub(super) fn encode<'a>(calls: &[WrittenCall], frame: Encoder<'a>) -> Encoder<'a> {
    calls.iter().fold(frame.count(calls.len()), |frame, call| {
        let parts = call.arguments.parts();
        let frame = place(call.at, frame.count(call.group).text(&call.member));
        parts.iter().fold(frame.count(parts.len()), encode_part)
    })
}

fn place(at: Place, frame: Encoder<'_>) -> Encoder<'_> {
    frame.count(at.line).count(at.column)
}

fn encode_part<'a>(frame: Encoder<'a>, part: &Part) -> Encoder<'a> {
    let frame = frame.flag(part.name.is_some());
    let frame = match &part.name {
        Some(name) => frame.text(name),
        None => frame,
    };
    let frame = place(part.at, frame).count(part.inside);
    match &part.what {
        What::Unknown => frame.number(0),
        What::Scalar(value) => frame.number(1).text(&exact_text(value)),
        What::Array { open } => frame.number(2).flag(*open),
        What::Object { open } => frame.number(3).flag(*open),
    }
}

pub(super) fn decode(fields: &mut Decoder<'_>) -> Result<Vec<WrittenCall>, Broken> {
    let mut left = MOST_PARTS;
    list(fields, |fields| {
        let group = index(fields)?;
        let member = Arc::from(fields.text()?);
        let at = decode_place(fields)?;
        let parts = list(fields, |fields| {
            left = left.checked_sub(1).ok_or(Broken("more arguments than a program can hold"))?;
            decode_part(fields)
        })?;
        let arguments = Partial::from_parts(parts).ok_or(Broken("arguments do not nest"))?;
        Ok(WrittenCall { group, member, at, arguments })
    })
}

fn decode_place(fields: &mut Decoder<'_>) -> Result<Place, Broken> {
    Ok(Place { line: index(fields)?, column: index(fields)? })
}

fn decode_part(fields: &mut Decoder<'_>) -> Result<Part, Broken> {
    let name = if fields.flag()? { Some(Arc::from(fields.text()?)) } else { None };
    let at = decode_place(fields)?;
    let inside = index(fields)?;
    let what = match fields.number()? {
        0 => What::Unknown,
        1 => What::Scalar(json(fields.text()?)?),
        2 => What::Array { open: fields.flag()? },
        3 => What::Object { open: fields.flag()? },
        _ => return Err(Broken("a part of an argument is of no kind")),
    };
    Ok(Part { name, what, at, inside })
}

#[cfg(test)]
mod tests {
    use super::super::protocol::FromChild;
    use super::super::wire::Inbox;
    use super::*;
    use crate::json::Json;

    fn call() -> WrittenCall {
        let at = Place { line: 2, column: 7 };
        let mut arguments = Partial::default();
        let root = arguments.add(None, What::Object { open: true }, at);
        let list = arguments.add(Some("日本".into()), What::Array { open: false }, at);
        arguments.add(None, What::Scalar(Json::from(15)), at);
        arguments.add(None, What::Unknown, at);
        arguments.close(list);
        arguments.close(root);
        WrittenCall { group: 0, member: "add".into(), at, arguments }
    }

    fn crossed(calls: Vec<WrittenCall>) -> Result<Vec<WrittenCall>, Broken> {
        let mut bytes = Vec::new();
        FromChild::Written(calls).encode(&mut bytes).unwrap();
        match FromChild::next(&mut Inbox::of(&bytes))? {
            Some(FromChild::Written(calls)) => Ok(calls),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn code_13_written_calls_survive_the_way_to_the_parent() {
        assert_eq!(crossed(vec![call(), call()]), Ok(vec![call(), call()]));
    }

    #[test]
    fn code_13_arguments_that_do_not_nest_are_refused() {
        let nothing = WrittenCall { arguments: Partial::default(), ..call() };
        assert_eq!(crossed(vec![nothing]), Err(Broken("arguments do not nest")));
    }
}
