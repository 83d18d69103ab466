//! What parent and child say to each other, in which order (rule CODE-12).
//! Child: preamble, hello, ready, written calls, then calls and logs, then done. Parent: settings, run, then replies.

use std::sync::Arc;
use std::time::Duration;

use super::wire::{Broken, Decoder, Encoder, Inbox};
use super::written;
use crate::engine::{
    BindingGroup, ErrorClass, Failure, FailureKind, Limits, Rejection, WrittenCall,
};
use crate::json::{Json, exact_text, parse};

/// The first bytes of a child, by which it is told from a program that prints something.
pub(super) const PREAMBLE: &[u8] = b"\0dsh-tools worker\n";
/// What has to be the same on both sides.
pub(super) const BUILD: &str = concat!(env!("CARGO_PKG_VERSION"), " protocol 2");

/// What a run may cost, as the child has to keep it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Settings {
    pub(super) limits: Limits,
    /// Bytes of address space beyond what the child holds before the program.
    pub(super) memory: u64,
}

/// What protects the host from a program that runs in a process of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(clippy::struct_excessive_bools)] // Each is a protection of its own.
pub struct Protections {
    /// The memory of a run is bounded.
    pub memory: bool,
    /// Its processor time is bounded, also by the kernel.
    pub processor_time: bool,
    /// It can open, create and write no files.
    pub files: bool,
    /// It can gain no privileges.
    pub no_new_privileges: bool,
    /// A filter leaves it no system calls but those that computing needs.
    pub system_calls: bool,
}

/// A frame for the child.
#[derive(Clone, Debug)]
pub(super) enum ToChild {
    Settings(Settings),
    Run {
        source: String,
        groups: Vec<BindingGroup>,
    },
    Reply {
        id: u64,
        result: Result<Json, String>,
    },
    /// The answer to [`FromChild::CatchUp`].
    CaughtUp,
}

/// A frame of the child.
#[derive(Clone, Debug)]
pub(super) enum FromChild {
    Hello {
        build: String,
        nonce: String,
    },
    Ready(Protections),
    Written(Vec<WrittenCall>),
    Call {
        id: u64,
        group: usize,
        member: usize,
        arguments: Json,
        bytes: usize,
    },
    Log(String),
    Done(Done),
    /// Say when all calls have gone as far as they go at once.
    CatchUp,
}

/// The end of a run.
#[derive(Clone, Debug)]
pub(super) struct Done {
    pub(super) result: Result<Option<Json>, Failure>,
    /// How many of the logged entries stay as they came.
    pub(super) kept: usize,
    /// What follows them: an entry that was cut.
    pub(super) tail: Vec<String>,
    pub(super) unhandled: Vec<Rejection>,
}

const KINDS: [FailureKind; 6] = [
    FailureKind::Exception,
    FailureKind::Timeout,
    FailureKind::Abort,
    FailureKind::WorkerExit,
    FailureKind::InvalidOutput,
    FailureKind::OutputLimit,
];

impl ToChild {
    pub(super) fn encode(&self, buffer: &mut Vec<u8>) -> Result<(), Broken> {
        match self {
            Self::Settings(settings) => settings.encode(Encoder::new(buffer, 0)).end(),
            Self::Run { source, groups } => {
                let frame = Encoder::new(buffer, 1).text(source).count(groups.len());
                groups.iter().fold(frame, encode_group).end()
            }
            Self::Reply { id, result } => {
                let frame = Encoder::new(buffer, 2).number(*id).flag(result.is_ok());
                match result {
                    Ok(value) => frame.text(&exact_text(value)).end(),
                    Err(message) => frame.text(message).end(),
                }
            }
            Self::CaughtUp => Encoder::new(buffer, 3).end(),
        }
    }

    /// The next frame, if all of it is there.
    pub(super) fn next(inbox: &mut Inbox) -> Result<Option<Self>, Broken> {
        let Some((tag, mut fields)) = inbox.frame()? else { return Ok(None) };
        let frame = match tag {
            0 => Self::Settings(Settings::decode(&mut fields)?),
            1 => {
                let source = fields.text()?.to_owned();
                let groups = list(&mut fields, decode_group)?;
                Self::Run { source, groups }
            }
            2 => {
                let (id, is_value) = (fields.number()?, fields.flag()?);
                let text = fields.text()?;
                let result = if is_value { Ok(json(text)?) } else { Err(text.to_owned()) };
                Self::Reply { id, result }
            }
            3 => Self::CaughtUp,
            _ => return Err(Broken("a frame has an unknown tag")),
        };
        fields.end()?;
        Ok(Some(frame))
    }
}

impl FromChild {
    pub(super) fn encode(&self, buffer: &mut Vec<u8>) -> Result<(), Broken> {
        match self {
            Self::Hello { build, nonce } => Encoder::new(buffer, 0).text(build).text(nonce).end(),
            Self::Ready(protections) => protections
                .as_flags()
                .into_iter()
                .fold(Encoder::new(buffer, 1), Encoder::flag)
                .end(),
            Self::Call { id, group, member, arguments, .. } => Encoder::new(buffer, 2)
                .number(*id)
                .count(*group)
                .count(*member)
                .text(&exact_text(arguments))
                .end(),
            Self::Log(entry) => Encoder::new(buffer, 3).text(entry).end(),
            Self::Done(done) => done.encode(Encoder::new(buffer, 4)).end(),
            Self::CatchUp => Encoder::new(buffer, 5).end(),
            Self::Written(calls) => written::encode(calls, Encoder::new(buffer, 6)).end(),
        }
    }

    /// The next frame, if all of it is there.
    pub(super) fn next(inbox: &mut Inbox) -> Result<Option<Self>, Broken> {
        let Some((tag, mut fields)) = inbox.frame()? else { return Ok(None) };
        let frame = match tag {
            0 => Self::Hello { build: fields.text()?.to_owned(), nonce: fields.text()?.to_owned() },
            1 => {
                let mut flag = || fields.flag();
                Self::Ready(Protections {
                    memory: flag()?,
                    processor_time: flag()?,
                    files: flag()?,
                    no_new_privileges: flag()?,
                    system_calls: flag()?,
                })
            }
            2 => {
                let id = fields.number()?;
                let (group, member) = (index(&mut fields)?, index(&mut fields)?);
                let text = fields.text()?;
                Self::Call { id, group, member, arguments: json(text)?, bytes: text.len() }
            }
            3 => Self::Log(fields.text()?.to_owned()),
            4 => Self::Done(Done::decode(&mut fields)?),
            5 => Self::CatchUp,
            6 => Self::Written(written::decode(&mut fields)?),
            _ => return Err(Broken("a frame has an unknown tag")),
        };
        fields.end()?;
        Ok(Some(frame))
    }
}

impl Protections {
    fn as_flags(self) -> [bool; 5] {
        let Self { memory, processor_time, files, no_new_privileges, system_calls } = self;
        [memory, processor_time, files, no_new_privileges, system_calls]
    }
}

impl Settings {
    fn encode<'a>(&self, frame: Encoder<'a>) -> Encoder<'a> {
        let limits = &self.limits;
        let compute = u64::try_from(limits.compute.as_nanos()).unwrap_or(u64::MAX);
        frame
            .number(compute)
            .number(self.memory)
            .number(limits.output_bytes as u64)
            .number(limits.recursion as u64)
            .number(limits.source_bytes as u64)
            .number(limits.bracket_depth as u64)
            .number(limits.value_depth as u64)
            .number(limits.value_nodes as u64)
    }

    fn decode(fields: &mut Decoder<'_>) -> Result<Self, Broken> {
        let compute = Duration::from_nanos(fields.number()?);
        let memory = fields.number()?;
        let limits = Limits {
            compute,
            output_bytes: index(fields)?,
            recursion: index(fields)?,
            source_bytes: index(fields)?,
            bracket_depth: index(fields)?,
            value_depth: index(fields)?,
            value_nodes: index(fields)?,
        };
        limits.validate().map_err(|_| Broken("a limit is out of range"))?;
        Ok(Self { limits, memory })
    }
}

impl Done {
    fn encode<'a>(&self, frame: Encoder<'a>) -> Encoder<'a> {
        let frame = match &self.result {
            Ok(None) => frame.number(0),
            Ok(Some(value)) => frame.number(1).text(&exact_text(value)),
            Err(failure) => {
                let kind = KINDS.iter().position(|kind| *kind == failure.kind).unwrap_or(3);
                frame.number(2).count(kind).text(&failure.message)
            }
        };
        let frame = frame.count(self.kept).count(self.tail.len());
        let frame = self.tail.iter().fold(frame, |frame, entry| frame.text(entry));
        let frame = frame.count(self.unhandled.len());
        self.unhandled.iter().fold(frame, |frame, rejection| {
            let frame = frame.text(&rejection.message).flag(rejection.member.is_some());
            frame.text(rejection.member.as_deref().unwrap_or_default())
        })
    }

    fn decode(fields: &mut Decoder<'_>) -> Result<Self, Broken> {
        let result = match fields.number()? {
            0 => Ok(None),
            1 => Ok(Some(json(fields.text()?)?)),
            2 => {
                let kind = index(fields)?;
                let kind = *KINDS.get(kind).ok_or(Broken("a failure has an unknown kind"))?;
                Err(Failure { kind, message: fields.text()?.to_owned() })
            }
            _ => return Err(Broken("a result is neither value nor failure")),
        };
        let kept = index(fields)?;
        let tail = list(fields, |fields| fields.text().map(str::to_owned))?;
        let unhandled = list(fields, |fields| {
            let message = fields.text()?.to_owned();
            let is_member = fields.flag()?;
            let member = fields.text()?;
            Ok(Rejection { message, member: is_member.then(|| member.into()) })
        })?;
        Ok(Self { result, kept, tail, unhandled })
    }
}

fn encode_group<'a>(frame: Encoder<'a>, group: &BindingGroup) -> Encoder<'a> {
    let frame = frame.text(&group.global).count(group.members.len());
    let frame = group.members.iter().fold(frame, |frame, member| frame.text(member));
    let frame = frame.count(group.hidden_members.len());
    let frame = group.hidden_members.iter().fold(frame, |frame, member| frame.text(member));
    let frame = frame.flag(group.error_class.is_some());
    let class = group.error_class.as_ref();
    frame
        .text(class.map_or("", |class| &class.name))
        .text(class.map_or("", |class| &class.member_property))
}

fn decode_group(fields: &mut Decoder<'_>) -> Result<BindingGroup, Broken> {
    let global = fields.text()?.to_owned();
    let name = |fields: &mut Decoder<'_>| fields.text().map(Arc::from);
    let members = list(fields, name)?;
    let hidden_members = list(fields, name)?;
    let has_class = fields.flag()?;
    let class =
        ErrorClass { name: fields.text()?.to_owned(), member_property: fields.text()?.to_owned() };
    Ok(BindingGroup { global, members, hidden_members, error_class: has_class.then_some(class) })
}

pub(super) fn list<T>(
    fields: &mut Decoder<'_>,
    mut item: impl FnMut(&mut Decoder<'_>) -> Result<T, Broken>,
) -> Result<Vec<T>, Broken> {
    let count = fields.count()?;
    (0..count).map(|_| item(fields)).collect()
}

/// A number that stands for itself, not for bytes that follow.
pub(super) fn index(fields: &mut Decoder<'_>) -> Result<usize, Broken> {
    usize::try_from(fields.number()?).map_err(|_| Broken("a number is too large"))
}

pub(super) fn json(text: &str) -> Result<Json, Broken> {
    parse(text).map_err(|_| Broken("a value is no lossless JSON"))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn settings() -> Settings {
        Settings { limits: Limits::default(), memory: 1 << 29 }
    }

    #[test]
    fn code_12_frames_survive_the_way_to_the_child() {
        let class = ErrorClass { name: "E".into(), member_property: "toolName".into() };
        let group = BindingGroup {
            global: "tools".into(),
            members: vec!["日本".into(), "".into()],
            hidden_members: vec!["$search".into()],
            error_class: Some(class),
        };
        let mut bytes = Vec::new();
        ToChild::Settings(settings()).encode(&mut bytes).unwrap();
        let run = ToChild::Run { source: "return 1".into(), groups: vec![group] };
        run.encode(&mut bytes).unwrap();
        let value = parse(r#"{"a":[1,"x"]}"#).unwrap();
        ToChild::Reply { id: 3, result: Ok(value.clone()) }.encode(&mut bytes).unwrap();
        let mut inbox = Inbox::of(&bytes);
        let mut next = || ToChild::next(&mut inbox).unwrap().unwrap();
        assert!(matches!(next(), ToChild::Settings(read) if read == settings()));
        let ToChild::Run { source, groups } = next() else { panic!("no run") };
        assert_eq!((source.as_str(), &*groups[0].members[0]), ("return 1", "日本"));
        assert_eq!(groups[0].error_class.as_ref().unwrap().member_property, "toolName");
        assert!(matches!(next(), ToChild::Reply { id: 3, result: Ok(read) } if read == value));
    }

    #[test]
    fn code_12_the_end_of_a_run_survives_the_way_to_the_parent() {
        let done = Done {
            result: Err(Failure { kind: FailureKind::OutputLimit, message: "large".into() }),
            kept: 2,
            tail: vec!["cu".into()],
            unhandled: vec![Rejection { message: "no".into(), member: Some("t".into()) }],
        };
        let mut bytes = Vec::new();
        FromChild::Done(done.clone()).encode(&mut bytes).unwrap();
        let Some(FromChild::Done(read)) = FromChild::next(&mut Inbox::of(&bytes)).unwrap() else {
            panic!("no end")
        };
        assert_eq!(read.result, done.result);
        assert_eq!((read.kept, read.tail, read.unhandled), (2, done.tail, done.unhandled));
    }

    proptest! {
        #[test]
        fn code_12_garbage_from_a_child_is_refused_or_read(
            tag in 0_u8..7,
            bytes in proptest::collection::vec(any::<u8>(), 0..200),
        ) {
            let mut framed = u32::try_from(bytes.len() + 1).unwrap().to_le_bytes().to_vec();
            framed.push(tag);
            framed.extend(bytes);
            let _ = FromChild::next(&mut Inbox::of(&framed)).is_ok();
            let _ = ToChild::next(&mut Inbox::of(&framed)).is_ok();
        }
    }
}
