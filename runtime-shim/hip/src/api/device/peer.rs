//! Devices beside each other: all are one processor, so that each reaches the memory of all.

use std::ffi::{c_int, c_uint};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::api::device::MAX_DEVICES;
use crate::api::device::context;
use crate::api::device::properties::check;
use crate::device::current;
use crate::entry;
use crate::entry::{Outcome, give};
use crate::types::error::{
    hipErrorInvalidDevice, hipErrorInvalidValue, hipErrorPeerAccessAlreadyEnabled, hipErrorPeerAccessNotEnabled,
};
use crate::types::handles::hipCtx_t;

/// For each device the peers it has been given access to, one bit a peer. Relaxed: memory is reachable whatever it says.
static PEERS: [AtomicU64; MAX_DEVICES] = [const { AtomicU64::new(0) }; MAX_DEVICES];
const _: () = assert!(MAX_DEVICES <= u64::BITS as usize);

/// `hipDeviceP2PAttr`: rank of performance, access, atomics, arrays.
const PEER_ATTRIBUTES: [c_int; 4] = [0, 1, 1, 1];

/// A peer that is not the device itself.
fn peer_of(device: usize, peer: c_int) -> Outcome<usize> {
    let peer = check(peer)?;
    if peer == device { Err(hipErrorInvalidDevice) } else { Ok(peer) }
}

/// Gives the calling thread's device access to a peer.
///
/// # Errors
/// `hipErrorInvalidDevice`, `hipErrorInvalidValue` (flags), `hipErrorPeerAccessAlreadyEnabled`.
pub fn enable(peer: c_int, flags: c_uint) -> Outcome {
    let device = current::device();
    let bit = 1 << peer_of(device, peer)?;
    if flags != 0 {
        return Err(hipErrorInvalidValue);
    }
    if PEERS[device].fetch_or(bit, Ordering::Relaxed) & bit != 0 {
        return Err(hipErrorPeerAccessAlreadyEnabled);
    }
    Ok(())
}

/// Takes access to a peer from the calling thread's device.
///
/// # Errors
/// `hipErrorInvalidDevice`, `hipErrorPeerAccessNotEnabled`.
pub fn disable(peer: c_int) -> Outcome {
    let device = current::device();
    let bit = 1 << peer_of(device, peer)?;
    if PEERS[device].fetch_and(!bit, Ordering::Relaxed) & bit == 0 {
        return Err(hipErrorPeerAccessNotEnabled);
    }
    Ok(())
}

entry! {
    /// Whether a device can reach a peer's memory: any other one's.
    fn hipDeviceCanAccessPeer(can: *mut c_int, device: c_int, peer: c_int) {
        let (device, peer) = (check(device)?, check(peer)?);
        give(can, c_int::from(device != peer))
    }

    /// Gives the calling thread's device access to a peer.
    fn hipDeviceEnablePeerAccess(peer: c_int, flags: c_uint) {
        enable(peer, flags)
    }

    /// Takes access to a peer from the calling thread's device.
    fn hipDeviceDisablePeerAccess(peer: c_int) {
        disable(peer)
    }

    /// Gives the calling thread's device access to the device of a context.
    fn hipCtxEnablePeerAccess(context: hipCtx_t, flags: c_uint) {
        enable(context::device_of(context)? as c_int, flags)
    }

    /// Takes access to the device of a context from the calling thread's device.
    fn hipCtxDisablePeerAccess(context: hipCtx_t) {
        disable(context::device_of(context)? as c_int)
    }

    /// What the way between two devices is like.
    fn hipDeviceGetP2PAttribute(value: *mut c_int, attribute: c_uint, source: c_int, destination: c_int) {
        peer_of(check(source)?, destination)?;
        let known = PEER_ATTRIBUTES.get(attribute as usize).ok_or(hipErrorInvalidValue)?;
        give(value, *known)
    }

    /// The way between two devices: one step through memory (`HSA_AMD_LINK_INFO_TYPE_HYPERTRANSPORT`, 0).
    fn hipExtGetLinkTypeAndHopCount(device: c_int, peer: c_int, link: *mut u32, hops: *mut u32) {
        if device < 0 || peer < 0 || device == peer || link.is_null() || hops.is_null() { return Err(hipErrorInvalidValue); }
        check(device)?;
        check(peer)?;
        give(link, 0)?;
        give(hops, 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::error::hipSuccess;

    #[test]
    fn a_device_is_no_peer_of_itself() {
        let mut can = -1;
        // SAFETY: the pointer leads to a local variable.
        unsafe {
            assert_eq!(hipDeviceCanAccessPeer(&raw mut can, 0, 0), hipSuccess);
            assert_eq!(can, 0);
            assert_eq!(hipDeviceEnablePeerAccess(0, 0), hipErrorInvalidDevice);
            assert_eq!(hipDeviceDisablePeerAccess(42), hipErrorInvalidDevice);
            assert_eq!(hipDeviceGetP2PAttribute(&raw mut can, 1, 0, 0), hipErrorInvalidDevice);
        }
    }
}
