//! Types that are one JSON scalar.

use std::net::{IpAddr, SocketAddr};
use std::num::{NonZeroI64, NonZeroU8, NonZeroU128};
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use dsh_tools::prelude::*;

echo! {
    /// A truth.
    scalar_bool: bool;
    /// 8 bits with a sign.
    scalar_i8: i8;
    /// 16 bits with a sign.
    scalar_i16: i16;
    /// 32 bits with a sign.
    scalar_i32: i32;
    /// 64 bits with a sign.
    scalar_i64: i64;
    /// 128 bits with a sign.
    scalar_i128: i128;
    /// A word with a sign.
    scalar_isize: isize;
    /// 8 bits.
    scalar_u8: u8;
    /// 16 bits.
    scalar_u16: u16;
    /// 32 bits.
    scalar_u32: u32;
    /// 64 bits.
    scalar_u64: u64;
    /// 128 bits.
    scalar_u128: u128;
    /// A word.
    scalar_usize: usize;
    /// A short float.
    scalar_f32: f32;
    /// A float.
    scalar_f64: f64;
    /// One character.
    scalar_char: char;
    /// Text.
    scalar_string: String;
    /// Nothing.
    scalar_unit: ();
    /// A byte but zero.
    scalar_non_zero_u8: NonZeroU8;
    /// A number but zero.
    scalar_non_zero_i64: NonZeroI64;
    /// A large number but zero.
    scalar_non_zero_u128: NonZeroU128;
    /// A path.
    scalar_path: PathBuf;
    /// A time span.
    scalar_duration: Duration;
    /// A point in time.
    scalar_system_time: SystemTime;
    /// A host.
    scalar_ip_address: IpAddr;
    /// A host and a port.
    scalar_socket_address: SocketAddr;
}
