//! What a journal of JSON lines promises, with writers that fail, hang and are slow.
//! The rule is CODE-5: the journal never holds up a call and keeps what it has accepted.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use super::*;
use crate::json::Json;

/// A record that tells thread and number.
fn record(thread: usize, number: usize) -> Record {
    let value = serde_json::json!({
        "type": "tool/code-dispatch-start",
        "root_call_id": "call",
        "parent_call_id": "call",
        "sub_call_id": format!("call:code:{number}"),
        "name": "tool",
        "arguments": { "thread": thread, "number": number },
        "time": 1,
    });
    serde_json::from_value(value).unwrap()
}

fn number_of(record: &Record) -> usize {
    usize::try_from(record.arguments()["number"].as_u64().unwrap()).unwrap()
}

fn journal(most: usize, writer: impl Write + Send + 'static) -> JsonLines {
    JsonLines::builder().queue(NonZeroUsize::new(most).unwrap()).to(writer).unwrap()
}

fn code(result: Result<(), ToolError>) -> String {
    result.unwrap_err().code().unwrap().to_string()
}

/// Keeps what is written.
#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<u8>>>);

impl Kept {
    fn read(&self) -> Vec<Result<Record, LineError>> {
        RecordLines::new(&**self.0.lock().unwrap()).collect()
    }

    fn records(&self) -> Vec<Record> {
        self.read().into_iter().map(Result::unwrap).collect()
    }
}

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Does not return before it is let go.
struct Hanging {
    entered: Sender<()>,
    go: Receiver<()>,
    kept: Kept,
}

/// The writer; what says that it hangs; what lets it go, for good once it is dropped.
fn hanging() -> (Hanging, Receiver<()>, Sender<()>, Kept) {
    let (entered, hangs) = channel();
    let (let_go, go) = channel();
    let kept = Kept::default();
    (Hanging { entered, go, kept: kept.clone() }, hangs, let_go, kept)
}

impl Write for Hanging {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let _ = self.entered.send(());
        let _ = self.go.recv();
        self.kept.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Fails, or panics.
struct Failing {
    panics: bool,
}

impl Write for Failing {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        assert!(!self.panics, "the disk burns");
        Err(io::Error::new(io::ErrorKind::StorageFull, "no space left"))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A file of its own, which is gone after the test.
struct TestFile(PathBuf);

impl TestFile {
    fn new() -> Self {
        static FILES: AtomicU32 = AtomicU32::new(0);
        let number = FILES.fetch_add(1, Ordering::Relaxed);
        let name = format!("dsh-tools-journal-{}-{number}.jsonl", std::process::id());
        Self(std::env::temp_dir().join(name))
    }

    fn read(&self) -> Vec<Result<Record, LineError>> {
        JsonLines::read(&self.0).unwrap().collect()
    }
}

impl Drop for TestFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn code_5_a_writer_that_hangs_holds_up_no_record() {
    let (writer, hangs, let_go, kept) = hanging();
    let journal = journal(3, writer);
    journal.record(record(0, 0)).unwrap();
    hangs.recv().unwrap();

    let begun = Instant::now();
    for number in 1..=3 {
        journal.record(record(0, number)).unwrap();
    }
    let full = journal.record(record(0, 4)).unwrap_err();
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    assert_eq!(full.message(), "the journal's queue is full: 3 records wait for the writer");
    assert_eq!(full.code(), Some(&ErrorCode::JOURNAL_FULL));

    drop(let_go);
    drop(journal);
    let numbers: Vec<usize> = kept.records().iter().map(number_of).collect();
    assert_eq!(numbers, [0, 1, 2, 3], "accepted is written, refused is not");
}

#[test]
fn code_5_a_full_queue_takes_records_again_when_the_writer_goes_on() {
    let (writer, hangs, let_go, kept) = hanging();
    let journal = journal(1, writer);
    journal.record(record(0, 0)).unwrap();
    hangs.recv().unwrap();
    journal.record(record(0, 1)).unwrap();
    assert_eq!(code(journal.record(record(0, 2))), "JOURNAL_FULL");

    drop(let_go);
    journal.flush().unwrap();
    journal.record(record(0, 3)).unwrap();
    drop(journal);
    assert_eq!(kept.records().iter().map(number_of).collect::<Vec<_>>(), [0, 1, 3]);
}

#[test]
fn code_5_a_writer_that_fails_or_panics_refuses_records_and_says_why() {
    for (panics, reason) in
        [(false, "no space left"), (true, "the writer panicked: the disk burns")]
    {
        let journal = journal(10, Failing { panics });
        journal.record(record(0, 0)).unwrap();
        let error = journal.flush().unwrap_err();
        assert_eq!(error.to_string(), reason);
        assert_eq!(error.kind() == io::ErrorKind::StorageFull, !panics);

        let refused = journal.record(record(0, 1)).unwrap_err();
        assert!(refused.message().ends_with(reason), "{refused}");
        assert_eq!(refused.code(), Some(&ErrorCode::JOURNAL_FAILED));
        assert_eq!(journal.flush().unwrap_err().to_string(), reason, "each flush says it");
    }
}

#[test]
fn code_5_dropping_drains_ten_thousand_records() {
    let file = TestFile::new();
    let most = NonZeroUsize::new(10_000).unwrap();
    let journal = JsonLines::builder().queue(most).append(&file.0).unwrap();
    let clone = journal.clone();
    drop(journal);
    for number in 0..10_000 {
        clone.record(record(0, number)).unwrap();
    }
    drop(clone);
    let records = file.read();
    assert_eq!(records.len(), 10_000);
    for (number, read) in records.into_iter().enumerate() {
        assert_eq!(read.unwrap(), record(0, number));
    }
}

#[test]
fn code_5_records_of_each_thread_keep_their_order() {
    let kept = Kept::default();
    let journal = journal(8_000, kept.clone());
    thread::scope(|scope| {
        for thread in 0..8 {
            let journal = journal.clone();
            scope.spawn(move || {
                (0..1_000).for_each(|number| journal.record(record(thread, number)).unwrap());
            });
        }
    });
    drop(journal);
    let records = kept.records();
    assert_eq!(records.len(), 8_000);
    for thread in 0..8_u64 {
        let of_thread =
            records.iter().filter(|record| record.arguments()["thread"].as_u64() == Some(thread));
        assert!(of_thread.map(number_of).eq(0..1_000), "thread {thread}");
    }
}

#[test]
fn code_5_flush_waits_for_what_was_accepted() {
    let (writer, hangs, let_go, kept) = hanging();
    let journal = journal(10, writer);
    journal.record(record(0, 0)).unwrap();
    hangs.recv().unwrap();
    journal.record(record(0, 1)).unwrap();
    let (flushed, told) = channel();
    thread::scope(|scope| {
        scope.spawn(|| flushed.send(journal.flush().map_err(|error| error.kind())).unwrap());
        assert!(told.recv_timeout(Duration::from_millis(50)).is_err(), "the writer still hangs");
        drop(let_go);
        assert_eq!(told.recv().unwrap(), Ok(()));
    });
    assert_eq!(kept.records().len(), 2, "before the journal is dropped");
}

#[test]
fn ui_2_a_line_has_the_form_that_serde_gives_a_record() {
    let end: Record = serde_json::from_str(
        r#"{"type":"tool/code-dispatch","root_call_id":"c","parent_call_id":"c","sub_call_id":"c:code:1",
        "name":"é","arguments":{"n":9007199254740993,"x":[0.1,{"y":null}]},"time":5,"is_error":false,
        "content":[{"type":"text","text":"a\nb\u0000"}]}"#,
    )
    .unwrap();
    for record in [record(1, 2), end] {
        let line = line::write(record.clone()).unwrap();
        assert_eq!(line, serde_json::to_string(&record).unwrap());
        assert!(!line.contains('\n'), "{line}");
        assert_eq!(line::read(&line).unwrap(), record);
    }
}

#[test]
fn sch_6_arguments_and_metadata_of_any_depth_are_written_and_read() {
    let mut deep = record(0, 0);
    *deep.arguments_mut() = (0..100_000).fold(Json::Null, |inner, _| Json::from(vec![inner]));
    let kept = Kept::default();
    let journal = journal(2, kept.clone());
    journal.record(deep.clone()).unwrap();
    let mut end: Record = serde_json::from_value(serde_json::json!({
        "type": "tool/call", "call_id": "c", "name": "tool", "arguments": {}, "time": 1,
        "is_error": false, "content": [], "meta": null,
    }))
    .unwrap();
    *end.meta_mut().unwrap() = deep.arguments().clone();
    journal.record(end.clone()).unwrap();
    drop(journal);
    assert!(kept.records() == [deep, end]);
}

#[test]
fn code_5_a_torn_last_line_is_reported_and_hides_nothing() {
    let file = TestFile::new();
    let journal = JsonLines::append(&file.0).unwrap();
    journal.record(record(0, 0)).unwrap();
    journal.record(record(0, 1)).unwrap();
    drop(journal);
    let whole = std::fs::read(&file.0).unwrap();
    std::fs::write(&file.0, &whole[..whole.len() - 10]).unwrap();

    let torn = file.read();
    assert_eq!(torn.len(), 2);
    assert_eq!(*torn[0].as_ref().unwrap(), record(0, 0));
    let error = torn[1].as_ref().unwrap_err();
    assert!(matches!(error, LineError::Torn { line: 2, .. }), "{error}");
    assert!(error.to_string().starts_with("line 2 is torn"), "{error}");

    // Whoever appends after it loses nothing either.
    let journal = JsonLines::append(&file.0).unwrap();
    journal.record(record(0, 2)).unwrap();
    drop(journal);
    let mended = file.read();
    assert_eq!(mended.len(), 3);
    assert!(matches!(mended[1], Err(LineError::NoRecord { line: 2, .. })), "{:?}", mended[1]);
    assert_eq!(*mended[2].as_ref().unwrap(), record(0, 2));
}

#[test]
fn code_5_a_last_line_that_only_lacks_its_end_is_a_record() {
    let line = line::write(record(0, 7)).unwrap();
    let read: Vec<_> = RecordLines::new(line.as_bytes()).collect();
    assert_eq!(*read[0].as_ref().unwrap(), record(0, 7));
}

#[test]
fn code_5_a_file_is_appended_to_and_ends_every_line_once() {
    let file = TestFile::new();
    for number in 0..3 {
        let journal = JsonLines::append(&file.0).unwrap();
        journal.record(record(0, number)).unwrap();
    }
    let text = std::fs::read_to_string(&file.0).unwrap();
    assert_eq!(text.lines().count(), 3, "{text}");
    assert!(text.lines().all(|line| !line.is_empty()), "{text}");
}

#[test]
fn ui_2_lines_that_are_no_records_are_named() {
    let good = line::write(record(0, 0)).unwrap();
    let text = format!("[1]\n\n{good}\n{{\"a\":1,\"a\":2}}\n");
    let mut bytes = text.into_bytes();
    bytes.extend_from_slice(b"\"\xff\"\n");
    let read: Vec<_> = RecordLines::new(&*bytes).collect();
    let lines: Vec<usize> =
        read.iter().filter_map(|line| line.as_ref().err().map(LineError::line)).collect();
    assert_eq!(lines, [1, 4, 5]);
    assert!(read[1].is_ok());
    let duplicate = read[2].as_ref().unwrap_err().to_string();
    assert_eq!(duplicate, "line 4 is no record: duplicate key \"a\" at column 8");
}
