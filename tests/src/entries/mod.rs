//! stub
/// x
pub fn front_end(_: &[u8]) {}
/// x
pub fn crossing(_: &[u8]) {}
/// x
pub fn frames(_: &[u8]) {}
/// x
pub fn schema(_: &[u8]) {}
/// x
pub fn arguments(_: &[u8]) {}
