//! The worker that the tests of isolated programs start.

fn main() {
    dsh_tools::worker::main()
}
