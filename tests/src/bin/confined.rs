//! Confines itself as a worker does, tries what a worker must not be able to do, and prints what came of each.
//! One line for each attempt: its name, and the number of the error or `done`.
#![allow(unsafe_code)] // What no library offers is asked of the kernel directly.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::net::{TcpListener, TcpStream, UdpSocket};
use std::os::unix::net::UnixStream;
use std::process::{Command, exit};
use std::ptr;
use std::thread;

fn main() {
    let protections = dsh_tools::worker::confine_this_process();
    println!("protections {protections:?}");
    files();
    sockets();
    processes();
    others();
    limits_and_code();
    // What has to work still does.
    let grown: Vec<u8> = vec![1; 8 << 20];
    println!("allowed-memory {}", grown.iter().map(|byte| usize::from(*byte)).sum::<usize>());
}

fn report<T>(name: &str, tried: io::Result<T>) {
    match tried {
        Ok(_) => println!("{name} done"),
        Err(error) => println!("{name} {}", error.raw_os_error().unwrap_or(-1)),
    }
}

/// Makes a system call whose arguments are numbers, or a null pointer as zero.
fn ask(call: libc::c_long, arguments: [libc::c_long; 5]) -> io::Result<libc::c_long> {
    let [first, second, third, fourth, fifth] = arguments;
    // SAFETY: no argument of the calls of this program points to memory that the kernel could write; a pointer is null.
    let result = unsafe { libc::syscall(call, first, second, third, fourth, fifth) };
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(result) }
}

fn try_call(name: &str, call: libc::c_long, arguments: [libc::c_long; 5]) {
    report(name, ask(call, arguments));
}

fn files() {
    report("open-to-read", File::open("/etc/passwd"));
    report("open-itself", File::open("/proc/self/environ"));
    report("open-to-write", OpenOptions::new().write(true).open("/dev/null"));
    report("open-to-append", OpenOptions::new().append(true).open("/dev/null"));
    report("create", File::create("/tmp/dsh-tools-confined"));
    report("list-a-folder", fs::read_dir("/"));
    report("stat", fs::metadata("/etc/passwd"));
    report("make-a-folder", fs::create_dir("/tmp/dsh-tools-confined"));
    report("remove", fs::remove_file("/tmp/dsh-tools-confined-not-there"));
    report("rename", fs::rename("/tmp/dsh-tools-confined-a", "/tmp/dsh-tools-confined-b"));
    report("link", std::os::unix::fs::symlink("/etc/passwd", "/tmp/dsh-tools-confined-link"));
    try_call("memory-file", libc::SYS_memfd_create, [0; 5]);
    try_call("truncate", libc::SYS_ftruncate, [2, 1, 0, 0, 0]);
    try_call("duplicate", libc::SYS_dup, [0; 5]);
    try_call("input-ring", libc::SYS_io_uring_setup, [1, 0, 0, 0, 0]);
    try_call("terminal", libc::SYS_ioctl, [0, 0, 0, 0, 0]);
}

fn sockets() {
    report("connect", TcpStream::connect("127.0.0.1:9"));
    report("listen", TcpListener::bind("127.0.0.1:0"));
    report("datagram", UdpSocket::bind("127.0.0.1:0"));
    report("local-socket", UnixStream::connect("/run/dsh-tools-confined"));
    report("socket-pair", UnixStream::pair());
    try_call("raw-socket", libc::SYS_socket, [17, 3, 0, 0, 0]);
}

fn processes() {
    report("start-a-program", Command::new("/bin/true").spawn());
    try_call("exec", libc::SYS_execve, [0; 5]);
    report("start-a-thread", thread::Builder::new().spawn(|| ()));
    match ask(libc::SYS_clone, [libc::SIGCHLD.into(), 0, 0, 0, 0]) {
        // The copy must not go on with this list.
        Ok(0) => exit(0),
        forked => report("fork", forked),
    }
    try_call("new-namespace", libc::SYS_unshare, [libc::CLONE_NEWUSER.into(), 0, 0, 0, 0]);
    try_call("new-session", libc::SYS_setsid, [0; 5]);
}

fn others() {
    let parent = libc::c_long::from(std::os::unix::process::parent_id());
    // Signal 0 asks only whether a signal may be sent.
    try_call("kill-the-parent", libc::SYS_kill, [parent, 0, 0, 0, 0]);
    try_call("kill-a-thread-of-the-parent", libc::SYS_tgkill, [parent, parent, 0, 0, 0]);
    try_call("kill-a-thread", libc::SYS_tkill, [parent, 0, 0, 0, 0]);
    try_call("open-the-parent", libc::SYS_pidfd_open, [parent, 0, 0, 0, 0]);
    let owner = libc::F_SETOWN.into();
    try_call("signal-the-parent-by-input", libc::SYS_fcntl, [0, owner, parent, 0, 0]);
    let attach = libc::PTRACE_SEIZE.into();
    try_call("trace-the-parent", libc::SYS_ptrace, [attach, parent, 0, 0, 0]);
    try_call("read-the-parent", libc::SYS_process_vm_readv, [parent, 0, 0, 0, 0]);
    try_call("write-the-parent", libc::SYS_process_vm_writev, [parent, 0, 0, 0, 0]);
    let limit = libc::RLIMIT_NOFILE.into();
    try_call("limit-the-parent", libc::SYS_prlimit64, [parent, limit, 0, 0, 0]);
}

fn limits_and_code() {
    for (name, resource) in [
        ("raise-memory", libc::RLIMIT_AS),
        ("raise-processor-time", libc::RLIMIT_CPU),
        ("raise-files", libc::RLIMIT_NOFILE),
    ] {
        let most = libc::rlimit { rlim_cur: libc::RLIM_INFINITY, rlim_max: libc::RLIM_INFINITY };
        // SAFETY: the structure lives until the call is over, which only reads it.
        let raised = unsafe { libc::setrlimit(resource, &raw const most) };
        report(name, if raised == 0 { Ok(()) } else { Err(io::Error::last_os_error()) });
    }
    try_call("become-another-user", libc::SYS_setuid, [0; 5]);
    try_call("kernel-program", libc::SYS_bpf, [0; 5]);
    for (name, protection) in [
        ("executable-memory", libc::PROT_READ | libc::PROT_EXEC),
        ("writable-code", libc::PROT_READ | libc::PROT_WRITE | libc::PROT_EXEC),
    ] {
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
        // SAFETY: the mapping is new, at an address of the kernel's choice, and nothing uses it.
        let mapped = unsafe { libc::mmap(ptr::null_mut(), 4096, protection, flags, -1, 0) };
        let failed = mapped == libc::MAP_FAILED;
        report(name, if failed { Err(io::Error::last_os_error()) } else { Ok(()) });
    }
}
