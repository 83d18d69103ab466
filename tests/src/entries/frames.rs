//! Any bytes on the channel between an application and its worker: refused, or frames that survive being written
//! and read again (CODE-12).

use dsh_tools::__private::reread_frames;

use super::promptly;

/// Reads frames. The first byte says which side reads, and whether the rest is a stream or the inside of one frame.
pub fn frames(bytes: &[u8]) {
    let Some((how, rest)) = bytes.split_first() else { return };
    let as_parent = how & 1 == 0;
    let framed;
    let stream = if how & 2 == 0 {
        rest
    } else {
        let length = u32::try_from(rest.len()).unwrap();
        framed = [&length.to_le_bytes(), rest].concat();
        &framed
    };
    let read = promptly("reading frames", || reread_frames(stream, as_parent));
    let again = reread_frames(&read.written, as_parent);
    assert_eq!(again.broken, None, "what was read is refused when it is written");
    assert_eq!(again.frames, read.frames);
    assert_eq!(again.written, read.written, "frames changed on the way");
}
