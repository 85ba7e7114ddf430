//! The names of the API that nothing here implements, as the build script finds them.

// What a missing function is safe for is what the HIP API says.
#![allow(clippy::missing_safety_doc)]

use crate::missing;

include!(concat!(env!("OUT_DIR"), "/missing_names.rs"));
